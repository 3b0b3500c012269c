package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/notation"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

var (
	// plan is a kind whose solutions have regions behind the board, and signs that mean the same as others.
	plan = simple("plan", func(k *model.Kind) {
		k.Parts, k.Copied, k.Same, k.Header = regions, []*model.Part{model.Regions}, map[string]string{"A": "a", "Z": "zz"}, 1
		k.Declare = func(m *model.Model, in *model.Instance) {
			m.CellsOf(model.Shade, func(cell int) int { return []int{3, 2, 1, 0}[cell] })
		}
	}, nil)
	tiles = &model.Kind{Name: "tiles", Title: "Tiles", Parts: clues, Areas: true, Declare: func(m *model.Model, _ *model.Instance) { m.Links(model.Border, nil) }}
	// pairs has cells that have a sign in any case: of two, one, and of two layers.
	pairs = simple("pairs", func(k *model.Kind) {
		k.Declare = func(m *model.Model, _ *model.Instance) {
			m.CellsOf(model.Shade, func(cell int) int { return []int{3, 1, 1}[cell] })
			m.CellsOf(model.Shade, func(cell int) int { return []int{1, 1, 3}[cell] })
		}
		k.Sign = func(_ *model.Instance, cell int, values []int) string {
			return []string{"p", "q", "r", "s", "qq"}[values[0]+values[1]*values[1]]
		}
	}, nil)
	blind = simple("blind", func(k *model.Kind) { k.Sign = nil }, nil)
)

// kit is a set of one puzzle with a solution.
func kit(kind *model.Kind, problem, solution string) string {
	return fmt.Sprintf("{\"name\": %q, \"count\": 1, \"count_sol\": 1, \"data\": {\"1\": {\"problem\": %s, \"solution\": %s}}}",
		kind.Title, sets.JSONText(problem), sets.JSONText(solution))
}

// TestSolutions reads solutions and writes them again. The text of a solution begins at column 105 and 109 of the set's line.
func TestSolutions(t *testing.T) {
	const planned = "2 2 7\n- -\n5 9\nq w\nq r"
	for _, c := range []struct {
		kind                    *model.Kind
		problem, solution, want string // the board, or the error without its place
	}{
		{plan, planned, "2 2 7\nb a\n- -\nq w\nq r", "[2 1 0 0]"},
		{plan, planned, "2 2 7\nA -\n5 9\nq w\nq r\n", "[1 0 0 0]"},
		{plan, planned, "2 2 7\nb b\n- -\nq w\nq r", `expected a sign of a solution, found "b"`},
		{plan, planned, "2 2 7\nb a\n9 -\nq w\nq r", `expected a sign of a solution, found "9"`},
		{plan, planned, "2 2 7\nb Z\n- -\nq w\nq r", `expected a sign of a solution, found "zz"`},
		{plan, planned, "2 2 7\nb a\n-\nq w\nq r", "expected 2 rows of 2 signs"},
		{plan, planned, "2 2 7\nb a", "expected 2 rows of 2 signs"},
		{plan, planned, "2 2 7\nb a\n- - -\nq w\nq r", "expected 2 rows of 2 signs"},
		{plan, planned, "2 2 7\nb a\n- -\nq w\nq q", "expected q r as in the problem"},
		{plan, planned, "2 2 7\nb a\n- -\nq w", "expected q r as in the problem"},
		{plan, planned, "2 2 7\nb a\n- -\nq w\nq r\n\nx", `expected the end, found "x"`},
		{tiles, "2 3\n- - -\n- - -", "2 3\n1 1 2\n3 3 2", "[2 8 4 2 8 1]"},
		{tiles, "2 3\n- - -\n- - -", "2 3\nx x y\nz x x", "[2 12 0 0 3 8]"},
		{tiles, "2 2\n- -\n- -", "2 2\n1 2\n2 2", "[0 4 2 9]"},
		{tiles, "1 3\n- - -", "1 3\n1 2 1", `expected another name for another area, found "1"`},
		{tiles, "2 2\n- -\n- -", "2 2\n1 1", "expected 2 rows of 2 signs"},
		{tiles, "2 2\n- -\n- -", "2 2\n1 1\n1", "expected 2 rows of 2 signs"},
		{pairs, "1 3\n- - -", "1 3\np - qq", "[0 0 6]"},
		{pairs, "1 3\n- - -", "1 3\n- - q", `expected a sign of a solution, found "-"`},
		{pairs, "1 3\n- - -", "1 3\nq - p", "[1 0 0]"},
		{pairs, "1 3\n- - -", "1 3\nq q p", `expected a sign of a solution, found "q"`},
		{blind, "1 1\n7", "1 1\n7", "[0]"},
		{blind, "1 1\n7", "1 1\n-", "[0]"},
		{blind, "1 1\n7", "1 1\n8", `expected a sign of a solution, found "8"`},
	} {
		set, err := notation.Of(c.kind, nil).Read("in", strings.NewReader(kit(c.kind, c.problem, c.solution)))
		if err != nil {
			place, text, _ := strings.Cut(err.Error(), ": ")
			alltest.Check(t, text == c.want && strings.HasPrefix(place, "in:1:"), "%q: %v, want %s", c.solution, err, c.want)
			continue
		}
		item := set.Items[0]
		alltest.Equal(t, fmt.Sprint(item.Solution.Values), c.want, "%q is read as", c.solution)
		p := item.Puzzle.(*model.Puzzle)
		again, err := notation.Of(c.kind, nil).Read("in", strings.NewReader(kit(c.kind, c.problem, p.SolutionText(item.Solution))))
		alltest.Check(t, c.kind.Sign == nil || err == nil && again.Items[0].Solution.Equal(item.Solution),
			"%q is written as %q", c.solution, p.SolutionText(item.Solution))
	}
	for text, want := range map[string]string{
		read(t, plan, planned).SolutionText(puzzle.Grid{Size: puzzle.Size{Rows: 2, Cols: 2}, Values: []uint8{2, 1, 9, puzzle.Unset}}):          "2 2 7\nb a\n? ?\nq w\nq r",
		read(t, tiles, "1 4\n- - - -").SolutionText(puzzle.Grid{Size: puzzle.Size{Rows: 1, Cols: 4}, Values: []uint8{2, 10, 8, puzzle.Unset}}): "1 4\n1 1 1 2",
	} {
		alltest.Check(t, text == want, "%q, want %q", text, want)
	}
	_, err := notation.Of(plan, nil).Read("in", strings.NewReader(kit(plan, planned, "2 2 7\nb a\n- x\nq w\nq r")))
	alltest.Check(t, err != nil && err.Error() == `in:1:128: expected a sign of a solution, found "x"`, "%v", err)
}

// TestCheck: what boards that are none, or break rules, come to.
func TestCheck(t *testing.T) {
	p := read(t, simple("checked", func(k *model.Kind) {
		k.Declare = func(m *model.Model, _ *model.Instance) {
			f := m.CellsOf(model.Shade, func(cell int) int { return []int{2, 3, 2, 2, 2, 0}[cell] })
			l := m.Spans(model.Number, 2, [][]int{{0, 3}})
			m.Rule("first")
			m.Exactly(0, f[0].Is(1), f[1].Is(2), f[2].Is(1), f[3].Is(1), f[4].Is(1), m.And(f[2].Is(1), l[0].Is(1)))
			m.Rule("second")
			m.Is(l[0].Is(1), f[1].Is(2).Not(), m.Differ(f[2].Is(1), f[4].Is(1)).Not())
			m.Rule("third")
			m.Any()
		}
	}, nil), "2 3\n- - -\n- - -")
	const third = "third: broken"
	for _, c := range []struct {
		values []uint8 // a shade, and 3 for a number
		want   string
	}{
		{[]uint8{3, 0, 0, 3, 0, 0}, third},
		{[]uint8{0, 0, 0, 0, 0, 0}, "second: broken at r1c1, r2c1; " + third},
		{[]uint8{3, 2, 0, 3, 0, 0}, "first: broken at r1c1, r1c2, r1c3, r2c1 and 1 more cell; second: broken at r1c2; " + third},
		{[]uint8{3, 0, 1, 3, 0, 0}, "first: broken at r1c1, r1c2, r1c3, r2c1 and 1 more cell; second: broken at r1c3, r2c2; " + third},
		{[]uint8{3, 0, 0, 0, 0, 0}, "ends meet: r2c1 and its neighbour say different things of what they share"},
		{[]uint8{3, 0, 2, 3, 3, 1}, "complete: r1c3 has a value that it cannot have; complete: r2c2 has a value that it cannot have; complete: r2c3 has a value that it cannot have"},
		{[]uint8{3, 6, puzzle.Unset, 3, 0, 0}, "complete: r1c2 has no value; complete: r1c3 has no value"},
		{[]uint8{0}, "size: the board has 2x3 cells, the puzzle 2x3"},
	} {
		var got []string
		for _, bad := range p.Check(puzzle.Grid{Size: p.Size(), Values: c.values}) {
			got = append(got, bad.String())
		}
		alltest.Equal(t, strings.Join(got, "; "), c.want, c.values)
	}
	got := p.Check(puzzle.NewGrid(puzzle.Size{Rows: 3, Cols: 2}, 0))
	alltest.Check(t, len(got) == 1 && got[0].Text == "the board has 3x2 cells, the puzzle 2x3", "%v", got)
	if got := p.Digits(puzzle.Grid{Size: p.Size(), Values: []uint8{4, 2, 0, 0, 0, 0}}, 0); !slices.Equal(got, []int{1, 1}) {
		t.Error(got)
	}
}

// TestSaysWhere: which of two cells, and which way.
func TestSaysWhere(t *testing.T) {
	for want, declare := range map[string]func(m *model.Model){
		"r2c1 and r1c1 belong together; r1c1 and r1c2 belong together; r1c1 has 2 bridges to r1c2; r1c1 does not have 0 bridges to r1c2; r1c1 has 2 bridges to r2c1; r1c1 does not have 0 bridges to r2c1; r2c2 and r1c2 belong together; r1c2 has 2 bridges across; r1c2 does not have 0 bridges across; r1c2 has 2 bridges down; r1c2 does not have 0 bridges down; r2c1 and r2c2 belong together; r2c1 has 2 bridges across; r2c1 does not have 0 bridges across; r2c1 has 2 bridges down; r2c1 does not have 0 bridges down; r2c2 has 2 bridges across; r2c2 does not have 0 bridges across; r2c2 has 2 bridges down; r2c2 does not have 0 bridges down; condition 29 is true; condition 29 is false; condition 0 is true": func(m *model.Model) {
			m.Links(model.Border, nil)
			across, down := m.Cells(model.Bridge, 3, nil), m.Cells(model.Bridge, 3, nil)
			m.Is(m.And(across[0].Is(1), down[0].Is(2)))
		},
		"the line goes from r2c2 to r1c2; the line goes from r2c1 to r2c2; r2c2 is b; r2c2 is shaded; r2c2 is b; r2c2 is not b; condition 0 is true": func(m *model.Model) {
			m.Links(model.Line, func(a, b int) bool { return b == 3 })
			m.Cells(model.Shade, 3, func(cell int) bool { return cell == 3 })
			m.Cells(model.Number, 1, nil)
		},
	} {
		p := read(t, simple("where", func(k *model.Kind) {
			k.Declare = func(m *model.Model, _ *model.Instance) { declare(m) }
		}, nil), "2 2\n4 -\n- -")
		var got []string
		for _, v := range p.Form().Variables() {
			got = append(got, p.Says(v.Is(v.Values()-1)))
			if v.Values() > 2 {
				got = append(got, p.Says(v.Is(0).Not()))
			}
		}
		last := model.Lit(2*len(p.Form().Atoms) - 2)
		alltest.Equal(t, strings.Join(append(got, p.Says(last), p.Says(last.Not()), p.Says(model.True)), "; "), want)
	}
}
