package deduction_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/deduction"
	"formicary/pkg/nonogram/line"
	"formicary/pkg/nonogram/nonogramtest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

var clue = nonogramtest.Clue

// row makes a state with one row that has a clue; its columns have none.
func row(t *testing.T, c nonogram.Clue, length, colours int) *deduction.State {
	t.Helper()
	p := alltest.Must(nonogram.New("row", []nonogram.Clue{c}, make([]nonogram.Clue, length), make([]nonogram.Ink, colours+1)))(t)
	s := alltest.Must(deduction.New(p))(t)
	return s
}

func text(s *deduction.State, line int) string { return nonogramtest.Text(s.Line(line)) }

// TestPreprocess has the examples of sections II-A and II-B of the paper, and
// what it does not speak of: empty clues and colours. Only the row is looked at,
// so the columns are as long as one cell and have blocks where the row has.
func TestPreprocess(t *testing.T) {
	for _, tt := range []struct {
		name   string
		clue   nonogram.Clue
		length int
		want   string
	}{
		{"figure 2, complete fill", clue(15), 15, "aaaaaaaaaaaaaaa"},
		{"figure 3, definite blanks (its numbers are not in the text)", clue(3, 4, 6), 15, "aaa.aaaa.aaaaaa"},
		{"figure 4, the five squares in the middle", clue(10), 15, "?????aaaaa?????"},
		{"figure 5: 20 squares, five numbers, the first 3, squares 2 and 3", clue(3, 2, 4, 1, 5), 20, "?aa??a??aaa????aaaa?"},
		{"n = l", clue(5), 10, "??????????"},
		{"n = l+1", clue(5), 9, "????a????"},
		{"no block", nil, 4, "...."},
		{"one cell", clue(1), 1, "a"},
		{"two colours that may touch, no slack", clue(2, -3), 5, "aabbb"},
		{"two colours that may touch, a slack of 1", clue(2, -3), 6, "?a?bb?"},
		{"a blank between equal colours only", clue(2, 1, -2), 6, "aa.abb"},
	} {
		s := row(t, tt.clue, tt.length, 2)
		alltest.Check(t, s.PreprocessLine(0), "%s: contradiction", tt.name)
		alltest.Equal(t, text(s, 0), tt.want, tt.name)
	}
}

func TestPreprocessContradictions(t *testing.T) {
	for name, p := range map[string][2][]nonogram.Clue{
		"a clue that does not fit":         {{clue(2, 2)}, {clue(1), clue(1), nil, clue(1)}},
		"a full row through an empty col.": {{clue(2)}, {clue(1), nil}},
	} {
		q := alltest.Must(nonogram.New(name, p[0], p[1], nil))(t)
		s := alltest.Must(deduction.New(q))(t)
		alltest.Check(t, !s.Preprocess(), "%s: no contradiction", name)
	}
}

// TestPreprocessSound: preprocessing says of an empty line only what complete
// line solving says.
func TestPreprocessSound(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := clue(rapid.SliceOfN(rapid.IntRange(1, 5), 0, 5).Draw(rt, "clue")...)
		colours := rapid.SliceOfN(rapid.Uint8Range(1, 2), len(c), len(c)).Draw(rt, "colours")
		for j := range c {
			c[j].Colour = colours[j]
		}
		length := max(-c.Slack(0)+rapid.IntRange(-1, 6).Draw(rt, "slack"), 1)
		var agreed []uint8
		for cells := range nonogramtest.Arrangements(c, length) {
			if agreed == nil {
				agreed = cells
			}
			for i, v := range cells {
				if v != agreed[i] {
					agreed[i] = puzzle.Unset
				}
			}
		}
		ok := agreed != nil
		s := row(t, c, length, 2)
		got := s.PreprocessLine(0)
		alltest.Require(rt, got == ok, "%v on %d cells: %v, want %v", c, length, got, ok)
		for i, set := range s.Line(0) {
			if v := set.Value(); ok && v != puzzle.Unset && v != agreed[i] {
				rt.Fatalf("%v on %d cells: %s, all arrangements agree on %v", c, length, text(s, 0), agreed)
			}
		}
	})
}

// TestArrangements compares the closed form with the counting by package line.
func TestArrangements(t *testing.T) {
	for _, tt := range []struct {
		clue   nonogram.Clue
		length int
	}{
		{nil, 3},
		{clue(3), 3},
		{clue(3), 2},
		{clue(1), 10},
		{clue(1, 1, 1), 12},
		{clue(10), 15},
		{clue(2, 3, 1, 4), 30},
		{clue(1, 1, 1, 1, 1, 1, 1, 1, 1, 1), 60},
	} {
		want := 0.0
		if tt.clue.Slack(tt.length) >= 0 {
			l := line.New(tt.clue, tt.length, 1)
			may := make([]uint64, l.Masks())
			l.Open(may)
			want, _ = l.Count(may).Float64()
		}
		alltest.Equal(t, deduction.Arrangements(tt.clue, tt.length), want, "%v on %d cells arrangements", tt.clue, tt.length)
	}
}

// TestKeep: however cells lose colours, rows and columns say the same, and the
// counts are right.
func TestKeep(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rows, cols := rapid.IntRange(1, 4).Draw(rt, "rows"), rapid.IntRange(1, 4).Draw(rt, "cols")
		p := alltest.Must(nonogram.New("keep", make([]nonogram.Clue, rows), make([]nonogram.Clue, cols), make([]nonogram.Ink, 4)))(rt)
		s := alltest.Must(deduction.New(p))(rt)
		s.Record()
		cells := make([]deduction.Colours, rows*cols) // the oracle
		for i := range cells {
			cells[i] = 1<<4 - 1
		}
		changes := make([]int, rows+cols)
		for range rapid.IntRange(0, 30).Draw(rt, "n") {
			l := rapid.IntRange(0, rows+cols-1).Draw(rt, "line")
			at := rapid.IntRange(0, len(s.Line(l))-1).Draw(rt, "at")
			set := deduction.Colours(rapid.Uint64Range(0, 15).Draw(rt, "set"))
			i := p.Size().Index(s.Cell(l, at))
			ok := cells[i]&set != 0
			if ok && cells[i]&set != cells[i] {
				cells[i] &= set
				changes[l]++
				changes[s.Crossing(l, at)]++
			}
			got := s.Keep(l, at, set)
			alltest.Require(rt, got == ok, "Keep says %v, want %v", got, ok)
			if s.Noted() {
				s.Note("rule", l, []int{at}, "text")
			}
		}
		open := 0
		for i, set := range cells {
			c := p.Size().At(i)
			alltest.Require(rt, s.Line(c.Row)[c.Col] == set && s.Line(rows + c.Col)[c.Row] == set && s.Board().Values[i] == set.Value(),
				"%v is %b by row, %b by column, %d on the board, want %b", c, s.Line(c.Row)[c.Col], s.Line(rows + c.Col)[c.Row], s.Board().Values[i], set)
			if !set.Known() {
				open++
			}
		}
		alltest.Require(rt, s.Open() == open, "%d cells open, want %d", s.Open(), open)
		for l := range s.Lines() {
			known := 0
			for _, set := range s.Line(l) {
				if set.Known() {
					known++
				}
			}
			alltest.Require(rt, s.Known(l) == known && s.Changed(l) == changes[l],
				"line %d: %d known and %d changes, want %d and %d", l, s.Known(l), s.Changed(l), known, changes[l])
		}
		trace := s.Trace(solver.Exhausted)
		alltest.Require(rt, trace.Board(len(trace.Steps)).Equal(s.Board()), "the steps lead to another board")
		views := trace.Views()
		alltest.Require(rt, len(views) == len(trace.Steps)+1 && views[len(views)-1].Board.Equal(s.Board()),
			"%d views of %d steps", len(views), len(trace.Steps))
		for i, left := range views[len(views)-1].Notes {
			want := cells[i].List()
			if cells[i].Known() {
				want = nil
			}
			alltest.Require(rt, slices.Equal(left, want), "the last view notes %v in cell %d, want %v", left, i, want)
		}
	})
}

func TestSolved(t *testing.T) {
	for _, tt := range []struct {
		cells string
		want  bool
	}{{"aa.b", true}, {"aab.", false}, {".aab", false}, {"aa..", false}, {"aabb", false}, {"bb.a", false}} {
		p := alltest.Must(nonogram.FromPicture("solved", puzzle.Grid{Size: puzzle.Size{Rows: 1, Cols: 4}, Values: []uint8{1, 1, 0, 2}}, make([]nonogram.Ink, 3)))(t)
		s := alltest.Must(deduction.New(p))(t)
		alltest.Check(t, !s.Solved(), "an open board is solved")
		for at, sign := range []byte(tt.cells) {
			colour := nonogram.Blank
			if sign != '.' {
				colour = sign - 'a' + 1
			}
			s.Keep(0, at, deduction.Only(colour))
		}
		alltest.Equal(t, s.Solved(), tt.want, tt.cells)
	}
}

func TestPalettes(t *testing.T) {
	for n, ok := range map[int]bool{deduction.MaxPalette: true, deduction.MaxPalette + 1: false} {
		p, err := nonogram.New("palette", make([]nonogram.Clue, 1), make([]nonogram.Clue, 1), make([]nonogram.Ink, n))
		alltest.OK(t, err)
		s, err := deduction.New(p)
		alltest.Check(t, (err == nil) == ok && (ok || errors.Is(err, solver.ErrPuzzle)), "%d colours: %v", n, err)
		if ok && len(s.Line(0)[0].List()) != n {
			t.Errorf("a cell may have the colours %v", s.Line(0)[0].List())
		}
	}
}
