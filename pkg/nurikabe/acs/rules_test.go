package acs

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// here is the line that calls it.
func here() int {
	_, _, line, _ := runtime.Caller(1)
	return line
}

// A rule that answers nonsense about an ant's walk, or breaks where it is made for
// one run, gives an error with its name and line. (What any rule of a colony may do
// wrong is tested in package colony.)
func TestRulesThatBreak(t *testing.T) {
	p := solvablePuzzle(rand.New(rand.NewPCG(5, 3)), puzzle.Size{Rows: 15, Cols: 15})
	for _, c := range []struct {
		rule, want string
		line       int
		change     func(s *Solver)
	}{
		{"Order", "place -1 of", here(), func(s *Solver) { s.Order = func(*View, []int32) int { return -1 } }},
		{"Filter", "returned -7", here(), func(s *Solver) { s.Filter = func(*View, []int32) []int32 { return []int32{-7} } }},
		{"Filter", "none of its candidates", here(), func(s *Solver) { s.Filter = func(_ *View, c []int32) []int32 { return append(c, 1<<20) } }},
		{"Filter", "returned 225, which is none", here(), func(s *Solver) { s.Filter = func(*View, []int32) []int32 { return []int32{225} } }}, // the first behind the last cell
		{"Cost", "returned 0 ", here(), func(s *Solver) { s.Cost = func(*View) float64 { return 0 } }},
		{"Choose", "place 99 of", here(), func(s *Solver) { s.Choose = func(*colony.Trail, []int32) int { return 99 } }},
		{"Filter", "index out of range [", here(), func(s *Solver) { s.Filter = func(_ *View, c []int32) []int32 { c[len(c)]++; return c } }},
		{"Choose", "overwrote its list", here(), func(s *Solver) { s.Choose = func(_ *colony.Trail, c []int32) int { c[0] = -9; return 0 } }},
		{"Choose", "overwrote its list", here(), func(s *Solver) { s.Choose = func(_ *colony.Trail, c []int32) int { c[0] = c[1]; return 1 } }},
		{"Choose", "overwrote its list", here() + 2, func(s *Solver) {
			s.Filter = func(_ *View, c []int32) []int32 { return c }
			s.Choose = func(_ *colony.Trail, c []int32) int { c[1] = 1 << 20; return 1 }
		}},
		{"Filter", "twice", here(), func(s *Solver) { s.Filter = func(_ *View, c []int32) []int32 { c[0] = c[len(c)-1]; return c } }},
		{"Filter", "none of its candidates", here(), func(s *Solver) { s.Filter = func(_ *View, c []int32) []int32 { return append(c[:0], 1, 2, 3) } }},
		{"Order", "overwrote its list", here(), func(s *Solver) { s.Order = func(_ *View, l []int32) int { l[0] = l[len(l)-1]; return 0 } }},
		{"Each", "changed a parameter", here(), func(s *Solver) { s.Each = func(s *Solver) { s.Ants = 3 } }},
		{"Restart", "it panicked: late", here() + 2, func(s *Solver) {
			s.Each = func(s *Solver) {
				s.Restart = func(colony.State) bool { panic("late") }
			}
		}},
	} {
		s := Named("broken")
		c.change(s)
		_, err := s.Solve(context.Background(), p, solver.Run{Seed: 1, Budget: solver.Iterations(3)})
		var broken *colony.RuleError
		if !errors.As(err, &broken) {
			t.Errorf("%s (%s): error %v", c.rule, c.want, err)
			continue
		}
		alltest.Check(t, broken.Rule == c.rule && strings.Contains(broken.Problem, c.want) && filepath.Base(broken.File) == "rules_test.go",
			"%s (%s): %v", c.rule, c.want, err)
		d := broken.Line - c.line
		alltest.Check(t, d >= 0 && d <= 1, "%s (%s): line %d, want %d", c.rule, c.want, broken.Line, c.line)
	}
}
