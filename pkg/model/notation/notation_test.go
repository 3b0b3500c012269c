package notation_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/notation"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// Kinds with numbers, and with numbers that are not known.
var plain, hidden = simple("plain", clues, false), simple("hidden", clues, true)

// of is a kind without addresses.
func of(kind *model.Kind) sets.Kind { return notation.Of(kind, nil) }

// TestSets writes and reads puzzles in all formats.
func TestSets(t *testing.T) {
	p, other := read(t, plain, "1 2\n- 3"), read(t, hidden, "1 1\n-")
	board := puzzle.Grid{Size: p.Size(), Values: []uint8{1, 0}}
	set := func(items ...puzzle.Item) puzzle.Set { return puzzle.Set{Name: "s", Items: items} }
	item := func(solution puzzle.Grid) puzzle.Set { return set(puzzle.Item{Puzzle: p, Solution: solution}) }
	const head = "{\n\"name\": \"Plain\",\n\"count\": 2,\n\"count_sol\": 1,\n\"data\": {\n\"1\": {\n\"problem\": \"1 2\\n- 3\",\n\"solution\": \"1 2\\na -\"\n},\n\"2\": {\n\"problem\": \"1 2\\n- 3\"\n}\n}\n}\n"
	for _, c := range []struct {
		kind   sets.Kind
		format string
		set    puzzle.Set
		want   string
	}{
		{of(plain), "text", item(puzzle.Grid{}), "1 2\n- 3\n"},
		{of(plain), "text", set(), "plain: the text format has one puzzle, not 0"},
		{of(plain), "puzzlekit", set(puzzle.Item{Puzzle: p, Solution: board}, puzzle.Item{Puzzle: of(plain).Rename(p, "2")}), head},
		{of(hidden), "puzzlekit", item(board), "hidden: plain is another kind of puzzle"},
		{of(plain), "puzzlekit", item(puzzle.NewGrid(other.Size(), 0)), "plain 1: cannot write the solution: the board has 1x1 cells, the puzzle 1x2"},
		{of(plain), "puzzlekit", item(puzzle.Grid{Size: p.Size(), Values: []uint8{0, 2}}), "plain 1: cannot write the solution: r1c2 has no value"},
		{of(plain), "puzzlekit", item(puzzle.Grid{Size: p.Size(), Values: []uint8{puzzle.Unset, 0}}), "plain 1: cannot write the solution: r1c1 has no value"},
		{of(plain), "puzzlekit", item(puzzle.Grid{Size: p.Size(), Values: []uint8{0}}), "plain 1: cannot write the solution: the board has 1x2 cells, the puzzle 1x2"},
		{coded["dots"], "url", item(board), "dots: plain is another kind of puzzle"},
		{coded["dots"], "url", set(), "dots: set s has no puzzle to write"},
	} {
		format := alltest.Must(c.kind.Format(c.format))(t)
		var b bytes.Buffer
		if err := format.Write(&b, c.set); err != nil {
			b.Reset()
			b.WriteString(err.Error())
		}
		alltest.Check(t, b.String() == c.want, "%s: %q, want %q", c.format, b.String(), c.want)
	}
	for _, c := range []struct {
		kind       sets.Kind
		text, want string
	}{
		{of(plain), head, "1=1 2\n- 3:[1 0] 2=1 2\n- 3:[]"},
		{of(plain), "1 2\n- 3\n", "1=1 2\n- 3:[]"},
		{of(plain), "\n \t{}", `in:2:4: expected "data" with at least one puzzle, found none`},
		{of(plain), "plain/2/1/0", "in:1:1: \"plain\" is not a kind of this lab"},
		{of(plain), "# a\n\nhttps://x/y?1", `in:3:13: expected a puzzle, found "1"`},
		{coded["dots"], "# a\n\ndots/1/1/g\ndots/1/1/", "1=1 1\nx:[] 2=1 1\n-:[]"},
		{coded["dots"], "1 1\nx", "1=1 1\nx:[]"},
		{coded["dots"], "pzprv3\n", "in:1:1: expected ROWS COLS of at most 65535 cells, found \"pzprv3\""},
		{of(plain), "1 1\n\xff", "in:2:1: expected UTF-8 text, found the byte 0xff"},
	} {
		set, err := c.kind.Read("in", strings.NewReader(c.text))
		var got []string
		for _, item := range set.Items {
			got = append(got, fmt.Sprintf("%s=%s:%v", item.ID(), item.Text(), item.Solution.Values))
		}
		if err != nil {
			got = []string{err.Error()}
		}
		alltest.Equal(t, strings.Join(got, " "), c.want, c.text)
	}
	k := coded["dots"]
	alltest.Check(t, fmt.Sprint(k.Addresses, len(k.Formats), len(of(plain).Formats)) == "[dots dots-old] 3 2", "%v, %d formats", k.Addresses, len(k.Formats))
}
