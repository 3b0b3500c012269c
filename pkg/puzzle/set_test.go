package puzzle_test

import (
	"fmt"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

// plain is a puzzle that is nothing but a name, a size and a content.
type plain struct {
	id      string
	size    puzzle.Size
	content string
}

func (p plain) Kind() string                         { return "plain" }
func (p plain) ID() string                           { return p.id }
func (p plain) Size() puzzle.Size                    { return p.size }
func (p plain) Hash() puzzle.Hash                    { return puzzle.HashOf("plain", p.content) }
func (p plain) Check(puzzle.Grid) []puzzle.Violation { return nil }
func (p plain) Rows(puzzle.Grid) []string            { return nil }
func (plain) Text() string                           { return "" }
func (p plain) Draw(puzzle.View) puzzle.SVG          { return "" }

// numbered is a set of n puzzles of 1×1 to 1×n cells.
func numbered(n int) puzzle.Set {
	s := puzzle.Set{Name: "numbered"}
	for i := range n {
		id := fmt.Sprint(i + 1)
		s.Items = append(s.Items, puzzle.Item{Puzzle: plain{id, puzzle.Size{Rows: 1, Cols: i + 1}, id}})
	}
	return s
}

func ids(s puzzle.Set) (ids []string) {
	for _, p := range s.Puzzles() {
		ids = append(ids, p.ID())
	}
	return ids
}

func TestSetChoices(t *testing.T) {
	s := numbered(10)
	for name, c := range map[string]struct {
		got  puzzle.Set
		want []string
	}{
		"between":          {s.Between(3, 5), []string{"3", "4", "5"}},
		"between, nothing": {s.Between(30, 50), nil},
		"take":             {s.Take(2), []string{"1", "2"}},
		"take all":         {s.Between(9, 99).Take(50), []string{"9", "10"}},
		"take none":        {s.Take(-1), nil},
		"where":            {s.Where(func(i puzzle.Item) bool { return i.ID() == "7" }), []string{"7"}},
		"sample all":       {s.Between(1, 3).Sample(9, 1), []string{"1", "2", "3"}},
	} {
		alltest.Check(t, slices.Equal(ids(c.got), c.want) && c.got.Name == "numbered", "%s: %v of %s, want %v", name, ids(c.got), c.got.Name, c.want)
	}
	alltest.Check(t, s.Len() == 10, "choosing left %d of 10", s.Len())
	a, b := ids(s.Sample(4, 1)), ids(s.Sample(4, 1))
	alltest.Check(t, len(a) == 4 && slices.Equal(a, b), "samples of one seed: %v, %v", a, b)
	seen := map[string]bool{}
	for seed := range uint64(60) {
		for _, id := range ids(s.Sample(4, seed)) {
			seen[id] = true
		}
	}
	alltest.Check(t, len(seen) == 10, "60 samples draw %d of 10 puzzles only", len(seen))
}

func TestDistinct(t *testing.T) {
	s := puzzle.Set{Items: []puzzle.Item{
		{Puzzle: plain{id: "a", content: "x"}}, {Puzzle: plain{id: "b", content: "y"}}, {Puzzle: plain{id: "c", content: "x"}},
	}}
	got := ids(s.Distinct())
	alltest.Check(t, slices.Equal(got, []string{"a", "b"}), "distinct: %v", got)
}

func TestGet(t *testing.T) {
	s := numbered(3)
	item := s.MustGet("2")
	alltest.Check(t, item.Size().Cols == 2, "got %v", item)
	_, err := s.Get("7")
	alltest.Check(t, err != nil, "found a puzzle that there is not")
	alltest.Panics(t, func() { s.MustGet("7") }, "MustGet did not panic")
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]puzzle.Size{"10x12": {Rows: 10, Cols: 12}, "1X1": {Rows: 1, Cols: 1}} {
		got, err := puzzle.ParseSize(text)
		alltest.Check(t, err == nil && got == want, "%s: %v, %v", text, got, err)
	}
	for _, text := range []string{"", "10", "0x3", "3x-1", "axb", "3x4x5"} {
		got, err := puzzle.ParseSize(text)
		alltest.Check(t, err != nil, "%q read as %v", text, got)
	}
	size := puzzle.Size{Rows: 3, Cols: 4}
	for i := range size.Cells() {
		var want []int
		for j := range size.Cells() {
			if a, b := size.At(i), size.At(j); (a.Row-b.Row)*(a.Row-b.Row)+(a.Col-b.Col)*(a.Col-b.Col) == 1 {
				want = append(want, j)
			}
		}
		got := slices.Collect(size.Neighbours(i))
		alltest.Check(t, slices.Equal(got, want), "neighbours of %d: %v, want %v", i, got, want)
		c := size.At(i)
		alltest.Check(t, size.Index(c) == i && size.Contains(c), "cell %d is at %v, which is cell %d", i, c, size.Index(c))
	}
	alltest.Check(t, !size.Contains(puzzle.Cell{Row: 0, Col: 4}) && !size.Contains(puzzle.Cell{Row: -1}), "a cell off the board is on it")
}

func TestGrids(t *testing.T) {
	g := puzzle.NewGrid(puzzle.Size{Rows: 2, Cols: 2}, 3)
	h := g.Clone()
	h.Values[1] = 9
	alltest.Check(t, g.Values[1] == 3 && !g.Equal(h) && g.Equal(g.Clone()) && h.Value(puzzle.Cell{Col: 1}) == 9, "%v and its changed clone %v", g, h)
	alltest.Check(t, (puzzle.Grid{}).IsZero() && (puzzle.Grid{}).Clone().IsZero() && !g.IsZero(), "no board is a board, or a board none")
	alltest.Panics(t, func() { g.Value(puzzle.Cell{Row: 2}) }, "a cell off the board has a value")
}

// TestSampled: a sample of a seed stays what it is, since plans name it so.
func TestSampled(t *testing.T) {
	alltest.Equal(t, fmt.Sprint(ids(numbered(10).Sample(4, 1)), ids(numbered(10).Sample(3, 2)), ids(numbered(3).Sample(-1, 1))), "[2 3 5 9] [1 3 4] []")
}
