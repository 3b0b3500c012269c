package nurikabes

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/puzzle/sets"
)

// formats are the formats and what they keep.
var formats = puzzletest.Formats{Kind: Kind, Seeds: seeds, Keeps: map[string]puzzletest.Kept{
	"compact":   {ID: true, Solution: true, Grade: true},
	"text":      {ID: true},
	"janko":     {ID: true, Solution: true},
	"url":       {},
	"legup":     {},
	"puzzlekit": {ID: true, Solution: true},
}}

// drawSet makes a set with all that formats must cope with: unknown and large
// clues, boards of one row or column, ids in any script.
func drawSet(t *rapid.T, format string) puzzle.Set {
	s := puzzle.Set{Name: "made"}
	seen := map[string]bool{}
	most := 4
	if format == "legup" {
		most = 1
	}
	for range rapid.IntRange(1, most).Draw(t, "puzzles") {
		size := puzzle.Size{Rows: rapid.IntRange(1, 9).Draw(t, "rows"), Cols: rapid.IntRange(1, 9).Draw(t, "cols")}
		if rapid.IntRange(0, 9).Draw(t, "long") == 0 {
			size.Cols = rapid.IntRange(18, 45).Draw(t, "cols")
		}
		clue := rapid.SampledFrom([]int{0, 0, 0, 0, 1, 7, 9, nurikabe.Unknown})
		if rapid.Bool().Draw(t, "large clues") {
			clue = rapid.OneOf(clue, rapid.SampledFrom([]int{10, 15, 16, 255, 256, puzzle.MaxNumber}), rapid.IntRange(1, puzzle.MaxNumber))
		}
		clues := make([]int, size.Cells())
		for i := range clues {
			if clues[i] = clue.Draw(t, "clue"); format == "legup" && clues[i] == nurikabe.Unknown {
				clues[i] = 0
			}
		}
		id := strings.TrimSpace(rapid.StringMatching(`[^\n\pZ\pC][^\n]{0,8}`).Draw(t, "id"))
		if id == "" || seen[id] {
			id = fmt.Sprint("puzzle ", len(s.Items))
		}
		seen[id] = true
		p := alltest.Must(nurikabe.New(id, size, clues))(t)
		item := puzzle.Item{Puzzle: p}
		if rapid.Bool().Draw(t, "solved") {
			item.Solution = puzzle.NewGrid(size, nurikabe.Island)
			for i := range item.Solution.Values {
				if clues[i] == 0 {
					item.Solution.Values[i] = rapid.SampledFrom([]uint8{nurikabe.Wall, nurikabe.Island}).Draw(t, "cell")
				}
			}
		}
		if rapid.Bool().Draw(t, "graded") {
			item.Grade = rapid.String().Draw(t, "grade")
		}
		s.Items = append(s.Items, item)
	}
	return s
}

func TestRoundTrip(t *testing.T) {
	formats.RoundTrip(t, drawSet)
}

// TestKnownAddresses are addresses of puzzles of the collection at janko.at as
// the editor at puzz.link writes them, and one of the pzpr editor's own tests
// (nurikabe.js: url).
func TestKnownAddresses(t *testing.T) {
	tests := []struct {
		address string
		islands int
		white   int
		unknown bool
	}{
		{"nurikabe/10/10/j2g2i2m2j2m2j2n2g2j2r2g2j2l22j2r2g", 17, 34, false},
		{"nurikabe/10/10/q-25p-24zzzw", 2, 73, false},
		{"nurikabe/11/11/k1h2g2i1u2m2j.g1k1n.j22h1r1i1r2g.g.g1o1k", 20, 23, true},
		{"nurikabe/5/5/g5k2o1k3g", 4, 11, false},
	}
	read := func(address string) *nurikabe.Puzzle {
		set := alltest.Must(readURLs("test", strings.NewReader(address)))(t)
		return set.Items[0].Puzzle.(*nurikabe.Puzzle)
	}
	for _, tt := range tests {
		for _, before := range []string{"", "https://puzz.link/p?", "http://pzv.jp/p.html?", "https://puzz.link/p?nurikabe/v:"} {
			address := before + tt.address
			if strings.HasSuffix(before, "v:") {
				address = before + strings.TrimPrefix(tt.address, kind)
			}
			p := read(address)
			alltest.Check(t, len(p.ClueCells()) == tt.islands && p.White() == tt.white && p.HasUnknown() == tt.unknown && p.ID() == "1",
				"%s: %d islands, %d white", address, len(p.ClueCells()), p.White())
			got, err := p.Address()
			alltest.Check(t, err == nil && got == tt.address, "%s became %s, %v", address, got, err)
		}
	}
	if p := read(tests[1].address); p.Clue(11) != 37 || p.Clue(22) != 36 {
		t.Errorf("the two clues of %s: %d, %d", tests[1].address, p.Clue(11), p.Clue(22))
	}
}

// TestJankoForms reads the forms that the format is met in.
func TestJankoForms(t *testing.T) {
	text := `begin
puzzle Nurikabe
author somebody
info 001=101
title  a first one
rows 2
cols 3
problem
- - 12

1 - ?
solution
x x -
- x -
moves
aa,1;ab,2
7;7
end

[begin]
puzzle nurikabe
[size] 2
[problem]
1 -
- -
begin
size 1
[problem]
-
[moves]
whatever
[solution]
x
[end]
`
	set := alltest.Must(Kind.Read("in", strings.NewReader(text)))(t)
	var got []string
	for _, item := range set.Items {
		p := item.Puzzle.(*nurikabe.Puzzle)
		got = append(got, fmt.Sprint(p.ID(), " ", p.Size(), " ", clues(p), " ", item.Rows(item.Solution)))
	}
	want := []string{"a first one 2x3 [0 0 12 1 0 -1] [##. .#.]", "2 2x2 [1 0 0 0] []", "3 1x1 [0] [#]"}
	alltest.Check(t, slices.Equal(got, want), "got  %q\nwant %q", got, want)
}

// TestTextForms reads the forms that people type.
func TestTextForms(t *testing.T) {
	text := "\uFEFF# a comment\n#\r\n..2\r\n1-?  \r\n\n\n# another: of several columns\nid: wide one\n12 .  ?\n.  -  3\nid: x\n"
	_, err := sets.Reader(readText)("in", strings.NewReader(text))
	alltest.Check(t, err != nil, "a header inside a grid is read")
	text = strings.TrimSuffix(text, "id: x\n") + "\nsize: 3x1\n\n7\n12\n.\n\n12\n.."
	set := alltest.Must(Kind.Read("in", strings.NewReader(text)))(t)
	var got []string
	for _, item := range set.Items {
		p := item.Puzzle.(*nurikabe.Puzzle)
		got = append(got, fmt.Sprint(p.ID(), " ", p.Size(), " ", clues(p)))
	}
	want := []string{"1 2x3 [0 0 2 1 0 -1]", "wide one 2x3 [12 0 -1 0 0 3]", "3 3x1 [7 12 0]", "4 2x2 [1 2 0 0]"}
	alltest.Check(t, slices.Equal(got, want), "got  %q\nwant %q", got, want)
}

// TestCompactExample reads the line of the documentation.
func TestCompactExample(t *testing.T) {
	set := alltest.Must(Kind.Read("in", strings.NewReader("# made by hand\n\n0001 nurikabe/3/2/h21h grade=easy%20one solution=c8\n")))(t)
	item := set.Items[0]
	alltest.Check(t, item.ID() == "0001" && item.Grade == "easy one" && item.Solution.Equal(board("##.\n.#.\n")), "got %+v", item)
}

// TestPuzzlekitPassesOver: members that the lab does not know do not matter.
func TestPuzzlekitPassesOver(t *testing.T) {
	text := `{"url": ["x", {"y": null}], "data": {"b": {"source": {"z": [1]}, "problem": "1 2\n1 -\n", "solution": null}, "a": {"problem": "1 1\n\u002d"}}, "count": 2}`
	set := alltest.Must(readPuzzlekit("in", strings.NewReader(text)))(t)
	alltest.Check(t, set.Len() == 2 && set.Items[0].ID() == "b" && set.Items[1].ID() == "a" && set.Items[0].Solution.IsZero(), "got %+v", set)
}

// TestWriteRefuses lists what writers must not write.
func TestWriteRefuses(t *testing.T) {
	item := func(id string, clue int, solution string) puzzle.Item {
		p := alltest.Must(nurikabe.New(id, puzzle.Size{Rows: 1, Cols: 2}, []int{clue, 0}))(t)
		i := puzzle.Item{Puzzle: p}
		if solution != "" {
			i.Solution = board(solution)
		}
		return i
	}
	graded := item("a", 1, "")
	graded.Grade = "\xff"
	everywhere := []string{"compact", "text", "janko", "url", "legup", "puzzlekit"}
	ids := []string{"compact", "text", "janko", "puzzlekit"}
	formats.Refuses(t, "nothing at all", nil, everywhere)
	formats.Refuses(t, "no Nurikabe", []puzzle.Item{{}}, everywhere)
	formats.Refuses(t, "a typed nil", []puzzle.Item{{Puzzle: (*nurikabe.Puzzle)(nil)}}, everywhere)
	formats.Refuses(t, "one id twice", []puzzle.Item{item("a", 1, ""), item("a", 2, "")}, append([]string{"legup"}, ids...))
	formats.Refuses(t, "an id that is not UTF-8", []puzzle.Item{item("\xff", 1, "")}, ids)
	formats.Refuses(t, "an id of two lines", []puzzle.Item{item("a\nb", 1, "")}, []string{"text", "janko"})
	formats.Refuses(t, "an id that starts with a blank", []puzzle.Item{item(" a", 1, "")}, []string{"text", "janko"})
	formats.Refuses(t, "no id", []puzzle.Item{item("", 1, "")}, []string{"compact"})
	formats.Refuses(t, "a grade that is not UTF-8", []puzzle.Item{graded}, []string{"compact"})
	formats.Refuses(t, "a clue too large for addresses", []puzzle.Item{item("a", puzzle.MaxNumber+1, "")}, []string{"compact", "url"})
	formats.Refuses(t, "an incomplete solution", []puzzle.Item{item("a", 1, ".?")}, everywhere)
	formats.Refuses(t, "a solution of another size", []puzzle.Item{item("a", 1, "...")}, everywhere)
}

func TestFormatByName(t *testing.T) {
	for _, name := range []string{"compact", "Compact", ".nurikabe", "nurikabe", "json", "puzzlekit", "txt"} {
		_, err := Kind.Format(name)
		alltest.Check(t, err == nil, "%v", err)
	}
	_, err := Kind.Format("xls")
	alltest.Check(t, err != nil && err.Error() == `no format "xls": expected one of compact, text, janko, url, legup, puzzlekit`, "got %v", err)
	formats.Names(t)
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(sets.DataEnv, dir)
	t.Setenv(sets.RootEnv, t.TempDir())
	alltest.OK(t, os.Mkdir(filepath.Join(dir, kind), 0o755))
	path := filepath.Join(dir, kind, "mine.txt")
	alltest.OK(t, os.WriteFile(path, []byte(small), 0o644))
	for _, name := range []string{"mine", path} {
		set := Kind.MustOpen(name)
		alltest.Check(t, set.Name == "mine" && set.Len() == 1, "%s: %+v", name, set)
	}
	_, err := Kind.Open("yours")
	alltest.Check(t, errors.Is(err, os.ErrNotExist), "got %v", err)
	alltest.OK(t, os.WriteFile(path, []byte("..x\n"), 0o644))
	want := "nurikabe: " + path + `:1:3: expected ., -, ? or a digit from 1 to 9, found "x"`
	alltest.Equal(t, alltest.Panics(t, func() { Kind.MustOpen("mine") }), want)
}

// clues are the clues of a puzzle in raster order.
func clues(p *nurikabe.Puzzle) (out []int) {
	for cell := range p.Size().Cells() {
		out = append(out, p.Clue(cell))
	}
	return out
}

// small is an instance made up for the tests.
const small = "2...\n....\n..2.\n1...\n"

// board reads what [nurikabe.Puzzle.Rows] writes.
func board(text string) puzzle.Grid {
	rows := strings.Fields(text)
	g := puzzle.NewGrid(puzzle.Size{Rows: len(rows), Cols: len(rows[0])}, nurikabe.Island)
	for i, sign := range []byte(strings.Join(rows, "")) {
		switch sign {
		case '#':
			g.Values[i] = nurikabe.Wall
		case '?':
			g.Values[i] = puzzle.Unset
		}
	}
	return g
}
