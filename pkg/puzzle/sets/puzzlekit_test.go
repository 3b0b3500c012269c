package sets_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/puzzle/sets"
)

// puzzlekit reads sets whose puzzles have a word for each cell; a word x is an error at its place, y one without a place, and z
// one of the text as a whole.
var puzzlekit = sets.Puzzlekit{Name: "Plain", MostText: 30, Item: func(id string, problem, solution *puzzle.Words) (puzzle.Item, error) {
	item := puzzle.Item{Puzzle: plain{id, puzzle.Size{Rows: 1, Cols: 2}, fmt.Sprint(problem.Lines)}}
	for _, w := range []*puzzle.Words{problem, solution} {
		if w == nil {
			continue
		}
		for i := range w.Lines {
			for j, word := range w.Lines[i] {
				switch {
				case word == "x":
					return item, w.Errorf(i, j, "expected no x")
				case word == "e":
					return item, w.Errorf(i, len(w.Lines[i]), "expected no end")
				case word == "f":
					return item, w.Errorf(len(w.Lines), 0, "expected no end of all in %s", w.First())
				case word == "y":
					return item, errors.New("expected no y")
				case word == "z":
					return item, w.Errorf(-1, 0, "expected no z")
				}
			}
		}
	}
	if solution != nil {
		item.Solution = puzzle.NewGrid(item.Size(), 1)
	}
	return item, nil
}}

// TestKit: sets of the puzzlekit project, and what is wrong with them where.
func TestKit(t *testing.T) {
	for _, c := range puzzletest.ReadCases(t, "kit.txt") {
		set, err := puzzlekit.Read("in", strings.NewReader(c[0]))
		var got []string
		for _, item := range set.Items {
			got = append(got, fmt.Sprint(item.ID(), " ", item.Puzzle.(plain).content, " ", !item.Solution.IsZero()))
		}
		if err != nil {
			got = []string{err.Error()}
		}
		alltest.Equal(t, strings.Join(got, "; "), c[1], c[0])
	}
	var b strings.Builder
	puzzlekit.Append(&b, 0, 2, 1, "<a>", "1 2", "")
	puzzlekit.Append(&b, 1, 2, 1, "b\"", "1\n2", "3")
	const want = "{\n\"name\": \"Plain\",\n\"count\": 2,\n\"count_sol\": 1,\n\"data\": {\n\"<a>\": {\n\"problem\": \"1 2\"\n},\n\"b\\\"\": {\n\"problem\": \"1\\n2\",\n\"solution\": \"3\"\n}\n}\n}\n"
	alltest.Check(t, b.String() == want, "%s", b.String())
	set, err := puzzlekit.Read("sets/in.json", strings.NewReader(want))
	alltest.Check(t, err == nil && set.Len() == 2 && set.Name == "in", "%v, %v", set, err)
}

// TestWordsAt: words of a text that was made of another input.
func TestWordsAt(t *testing.T) {
	place := func(at int) (line, column int) { return 10 + max(at, 0), 20 }
	made, typed := puzzle.NewWordsAt("in", []byte("a  bc\t\r\n\nd"), place), puzzle.NewWords("in", []byte("a  bc\t\r\n\nd"))
	got := fmt.Sprintf("%q", made.Lines)
	alltest.Check(t, got == `[["a" "bc"] [] ["d"]]` && made.First() == "a  bc\t\r", "%s, %q", got, made.First())
	for _, c := range []struct {
		line, word  int
		made, typed string
	}{{0, 1, "in:13:20: x", "in:1:4: x"}, {0, 2, "in:17:20: x", "in:1:8: x"}, {0, 9, "in:17:20: x", "in:1:8: x"}, {1, 0, "in:18:20: x", "in:2:1: x"}, {2, 0, "in:19:20: x", "in:3:1: x"}, {3, 0, "in:20:20: x", "in:3:2: x"}, {-1, 0, "in:10:20: x", "in:1:1: x"}} {
		got := made.Errorf(c.line, c.word, "x").Error()
		alltest.Check(t, got == c.made, "%d, %d: %s, want %s", c.line, c.word, got, c.made)
		got = typed.Errorf(c.line, c.word, "x").Error()
		alltest.Check(t, got == c.typed, "%d, %d: %s, want %s", c.line, c.word, got, c.typed)
	}
}

// TestJSONErrors: where a JSON text is wrong.
func TestJSONErrors(t *testing.T) {
	for _, c := range puzzletest.ReadCases(t, "json.txt") {
		n := 0
		err := sets.Try(func() { sets.NewJSON("in", []byte(c[0])).Values("all", func(sets.JSONValue) { n++ }) })
		got := fmt.Sprint(n)
		alltest.Check(t, (err == nil || strings.HasPrefix(err.Error(), c[1])) && (err != nil || got == c[1]), "%s: %v, %d; want %s", c[0], err, n, c[1])
	}
}
