package exact

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/nonogramtest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// replay checks a trace step by step against all solutions of its puzzle: what
// is struck was possible before and is in no solution, what is settled has one
// colour left, and steps of lines are what all arrangements agree on.
func replay(t *testing.T, trace Trace, all []puzzle.Grid) {
	t.Helper()
	p := trace.Puzzle
	size := p.Size()
	left := make([][]uint8, size.Cells())
	for i := range left {
		for c := range p.Colours() + 1 {
			left[i] = append(left[i], uint8(c))
		}
	}
	for n, s := range trace.Steps {
		want := map[int][]uint8{}
		if s.Rule == RuleLine {
			want = agreed(p, s.Line, left)
		}
		if len(s.Changes) == 0 || s.Text == "" || (s.Line >= 0) != (s.Rule == RuleLine) {
			t.Fatalf("step %d: %+v\n%s", n+1, s, describe(p))
		}
		for _, c := range s.Changes {
			at := size.Index(c.Cell)
			for _, v := range c.Struck {
				if !slices.Contains(left[at], v) {
					t.Fatalf("step %d strikes colour %d in %v, where it is not: %s", n+1, v, c.Cell, s.Text)
				}
				left[at] = slices.DeleteFunc(left[at], func(u uint8) bool { return u == v })
				for _, g := range all {
					if s.Rule != RuleSearch && g.Values[at] == v {
						t.Fatalf("step %d, %s, strikes colour %d in %v, which a solution has: %s\n%s", n+1, s.Rule, v, c.Cell, s.Text, describe(p))
					}
				}
			}
			if (len(left[at]) == 1) != (c.Value != puzzle.Unset) || c.Value != puzzle.Unset && left[at][0] != c.Value {
				t.Fatalf("step %d: %v is left with %v, and the step says %d", n+1, c.Cell, left[at], c.Value)
			}
			if s.Rule == RuleLine {
				if !slices.Equal(left[at], want[at]) {
					t.Fatalf("step %d: %v is left with %v, arrangements have %v: %s", n+1, c.Cell, left[at], want[at], s.Text)
				}
				delete(want, at)
			}
		}
		for at, colours := range want {
			if !slices.Equal(left[at], colours) {
				t.Fatalf("step %d: %v keeps %v, arrangements have %v: %s", n+1, size.At(at), left[at], colours, s.Text)
			}
		}
	}
	if trace.Status.HasSolution() && !slices.ContainsFunc(all, trace.Board(len(trace.Steps)).Equal) {
		t.Fatalf("the last board is no solution\n%s", describe(p))
	}
}

// agreed is the colours that each cell of a line has in the arrangements that
// fit what is left, by brute force.
func agreed(p *nonogram.Puzzle, line int, left [][]uint8) map[int][]uint8 {
	first, step, length := p.LineCells(line)
	out := map[int][]uint8{}
next:
	for cells := range nonogramtest.Arrangements(p.Line(line), length) {
		for i, v := range cells {
			if !slices.Contains(left[first+i*step], v) {
				continue next
			}
		}
		for i, v := range cells {
			at := first + i*step
			if !slices.Contains(out[at], v) {
				out[at] = append(out[at], v)
			}
		}
	}
	for _, colours := range out {
		slices.Sort(colours)
	}
	return out
}

func TestExplain(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 1))
	rules := map[string]int{}
	for round := range 3000 {
		p := small(random, 7, 1+round%3)
		all := solutions(p, 200)
		trace, err := New().Explain(context.Background(), p, solver.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		if want := solve(t, New(), p); trace.Status != want.Status || trace.Grade != GradeOf(want) {
			t.Fatalf("%s %v, want %s %v", trace.Status, trace.Grade, want.Status, GradeOf(want))
		}
		if len(all) == 200 {
			continue // others may lead to what the trace rules out
		}
		replay(t, trace, all)
		for _, s := range trace.Steps {
			rules[s.Rule]++
		}
	}
	for _, rule := range []string{RuleLine, RuleProbe, RuleEither, RuleSearch} {
		if rules[rule] < 10 {
			t.Errorf("too few steps of rule %s: %v", rule, rules)
		}
	}
}

// TestTexts fixes what a trace says of small puzzles.
func TestTexts(t *testing.T) {
	clue := func(lengths ...int) (c nonogram.Clue) {
		for _, n := range lengths {
			c = append(c, nonogram.Block{Length: n, Colour: nonogram.Filled})
		}
		return c
	}
	for _, c := range []struct {
		name       string
		rows, cols []nonogram.Clue
		want       []string
	}{
		{"cross", []nonogram.Clue{clue(1), clue(3), nil}, []nonogram.Clue{clue(1), clue(2), clue(1)}, []string{
			"The clue 3 of row 2 has one arrangement left.",
			"Row 3 has no block, so all of it is blank.",
			"The clue 1 of column 1 has one arrangement left.",
			"The clue 2 of column 2 has one arrangement left.",
			"The clue 1 of column 3 has one arrangement left.",
		}},
		{"overlap", []nonogram.Clue{clue(3)}, []nonogram.Clue{clue(1), clue(1), clue(1), nil}, []string{
			"The clue 3 of row 1 has 2 arrangements left, which agree on 2 cells.",
			"The clue 1 of column 1 has one arrangement left.",
			"Column 4 has no block, so all of it is blank.",
		}},
		{"diagonal", []nonogram.Clue{clue(1), clue(1)}, []nonogram.Clue{clue(1), clue(1)}, []string{
			"A search settles 4 more cells.",
		}},
	} {
		p, err := nonogram.New(c.name, c.rows, c.cols, nil)
		if err != nil {
			t.Fatal(err)
		}
		trace, err := New().Explain(context.Background(), p, solver.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range trace.Steps {
			got = append(got, s.Text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
		if views := trace.Views(); len(views) != len(c.want)+1 {
			t.Errorf("%s: %d views", c.name, len(views))
		}
	}
}
