package network

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/sudokutest"
)

// Example 9 of the paper, with the numbers of its text (its figures are not
// reproduced here): three open cells of a box lose six values each; the open
// cells of a row lose five, and the one that is in both keeps two; the open
// cells of its column lose four, and it keeps one.
func TestExample9(t *testing.T) {
	n := New(sudokutest.Read(t, strings.Join([]string{
		"49.5.1.2.",
		"123......",
		".6.......",
		"..7......",
		"..1......",
		"..4......",
		".........",
		".........",
		".........",
	}, "\n")))
	for _, step := range []struct {
		constraint, x int
		want          Domain
	}{
		{18, 2, Only(5) | Only(7) | Only(8)},
		{18, 18, Only(5) | Only(7) | Only(8)},
		{18, 20, Only(5) | Only(7) | Only(8)},
		{0, 4, Only(3) | Only(6) | Only(7) | Only(8)},
		{0, 6, Only(3) | Only(6) | Only(7) | Only(8)},
		{0, 8, Only(3) | Only(6) | Only(7) | Only(8)},
		{0, 2, Only(7) | Only(8)},
		{11, 56, Only(2) | Only(5) | Only(6) | Only(8) | Only(9)},
		{11, 65, Only(2) | Only(5) | Only(6) | Only(8) | Only(9)},
		{11, 74, Only(2) | Only(5) | Only(6) | Only(8) | Only(9)},
		{11, 2, Only(8)},
	} {
		alltest.Check(t, !n.Revise(step.x, step.constraint, None), "nothing was to be filtered")
		alltest.Check(t, n.Revise(step.x, step.constraint, AC3) && n.Domains[step.x] == step.want,
			"cell %d after constraint %d: %v, want %v", step.x, step.constraint, n.Domains[step.x].Digits(), step.want.Digits())
		alltest.Check(t, !n.Revise(step.x, step.constraint, AC3),
			"cell %d, constraint %d: the second time changed something", step.x, step.constraint)
	}
}

// obvious filters by looking at all tuples (GAC) or all pairs (AC3) of all
// constraints again and again.
func obvious(domains []Domain, constraints [][]int16, s Strength) {
	var tuples func(scheme []int16, used Domain, found []Domain) bool
	tuples = func(scheme []int16, used Domain, found []Domain) bool {
		if len(scheme) == 0 {
			return true
		}
		any := false
		for _, v := range domains[scheme[0]].Digits() {
			if !used.Has(v) && tuples(scheme[1:], used|Only(v), found[1:]) {
				found[0] |= Only(v)
				any = true
			}
		}
		return any
	}
	for changed := true; changed; {
		changed = false
		for _, scheme := range constraints {
			keep := make([]Domain, len(scheme))
			if s == GAC {
				tuples(scheme, 0, keep)
			} else {
				for i, x := range scheme {
					for _, v := range domains[x].Digits() {
						support := true
						for _, y := range scheme {
							support = support && (y == x || domains[y] != Only(v))
						}
						if support {
							keep[i] |= Only(v)
						}
					}
				}
			}
			for i, x := range scheme {
				if domains[x] != keep[i] {
					domains[x], changed = keep[i], true
				}
			}
		}
	}
}

// On random networks of a few variables the queue and the matching come to
// what the obvious version comes to, and both find the same contradictions.
func TestFilterAgreesWithObvious(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		variables := rapid.IntRange(2, 9).Draw(t, "variables")
		digits := rapid.IntRange(2, 6).Draw(t, "digits")
		domains := make([]Domain, variables)
		for i := range domains {
			domains[i] = Domain(rapid.Uint64Range(1, 1<<digits-1).Draw(t, "domain")) << 1
		}
		var constraints [][]int16
		for range rapid.IntRange(1, 4).Draw(t, "constraints") {
			var scheme []int16
			for x := range variables {
				if len(scheme) < 6 && rapid.Bool().Draw(t, "in") {
					scheme = append(scheme, int16(x))
				}
			}
			constraints = append(constraints, scheme)
		}
		for _, s := range []Strength{AC3, GAC} {
			want := append([]Domain(nil), domains...)
			obvious(want, constraints, s)
			empty := false
			for _, d := range want {
				empty = empty || d == 0
			}
			n := Of(append([]Domain(nil), domains...), constraints)
			ok := n.Filter(s)
			alltest.Require(t, ok != empty, "%v: Filter says %v, the obvious version %v", s, ok, want)
			if empty {
				continue
			}
			for x, d := range n.Domains {
				alltest.Require(t, d == want[x], "%v: variable %d keeps %v, want %v", s, x, d.Digits(), want[x].Digits())
			}
		}
	})
}

// The full filter keeps no value that the weak one takes away, and neither
// takes away a value of the solution (puzzle 5 of bitmask simplification and
// ants: naked singles are enough for it).
func TestStrengths(t *testing.T) {
	p := sudokutest.Read(t, "..4.86...9.347.1...825...67.9.8..3.2.5.....4.2.6..1.5.34...927...5.348.6...71.5..")
	weak, full, none := New(p), New(p), New(p)
	alltest.Require(t, weak.Filter(AC3) && full.Filter(GAC) && none.Filter(None), "the filter found a contradiction")
	board := p.Board()
	for x := range weak.Domains {
		alltest.Check(t, full.Domains[x]&^weak.Domains[x] == 0,
			"cell %d: the full filter keeps %v, the weak one %v", x, full.Domains[x].Digits(), weak.Domains[x].Digits())
		alltest.Check(t, board.Values[x] != puzzle.Unset || none.Domains[x] == All(9), "cell %d: no filter keeps %v", x, none.Domains[x].Digits())
		board.Values[x] = weak.Domains[x].Single()
	}
	broken := p.Check(board)
	alltest.Check(t, len(broken) == 0, "what the weak filter leaves: %v", broken)
}

func TestContradictions(t *testing.T) {
	for name, text := range map[string]string{
		"row":    "11..\n....\n....\n....",
		"column": "1...\n....\n....\n1...",
		"box":    "1...\n.1..\n....\n....",
		"cell":   "12..\n...3\n....\n...4",
	} {
		for _, s := range []Strength{AC3, GAC} {
			alltest.Check(t, !New(sudokutest.Read(t, text)).Filter(s), "%s: %v found no contradiction", name, s)
		}
	}
	// Three variables for two digits: only whole tuples tell.
	three := []Domain{Only(1) | Only(2), Only(1) | Only(2), Only(1) | Only(2)}
	alltest.Check(t, Of(append([]Domain(nil), three...), [][]int16{{0, 1, 2}}).Filter(AC3), "AC3 counted")
	alltest.Check(t, !Of(three, [][]int16{{0, 1, 2}}).Filter(GAC), "GAC found a tuple of two digits for three variables")
}

func TestOfPanics(t *testing.T) {
	for name, scheme := range map[string][]int16{"variable": {0, 3}, "negative": {-1}, "length": make([]int16, sudoku.MaxN+1)} {
		text := alltest.Panics(t, func() { Of([]Domain{All(3), All(3), All(3)}, [][]int16{scheme}) }, name)
		alltest.Check(t, strings.HasPrefix(text, "network: "), "%v: panics with %q", name, text)
	}
}
