package analysis

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"formicary/pkg/alltest"

	"gonum.org/v1/gonum/stat/distuv"
)

// firstOf is a table of two engines of which the one is first on so many puzzles, the
// other on so many, and neither on some.
func firstOf(one, other, none int) (t HeadToHead) {
	t.First, t.Second, t.Measure = "one", "other", CPU
	for i := range one + other + none {
		p := HeadToHeadPoint{First: HeadToHeadTime{Successes: 1, Mean: 1}, Second: HeadToHeadTime{Successes: 1, Mean: 2}}
		switch {
		case i%3 == 0 && i < one+other:
			p.Second = HeadToHeadTime{Mean: math.Inf(1)}
		case i >= one+other:
			p.Second.Mean = 1
		}
		if i >= one && i < one+other {
			p.First, p.Second = p.Second, p.First
		}
		p.Puzzle = fmt.Sprint(i)
		t.Points = append(t.Points, p)
	}
	return t
}

// The interval is that of published tables of Clopper and Pearson (8 of 10: 0.4439 to
// 0.9748; 0 of 5: 0 to 0.5218), on the scale of differences.
func TestFirsts(t *testing.T) {
	for _, c := range []struct {
		one, other, none int
		low, high, p     float64
		short            string
	}{
		{8, 2, 3, 2*0.44390 - 1, 2*0.97479 - 1, 0.109375, "Whether “one” or “other” has a solution first on more puzzles is not settled"},
		{0, 5, 0, -1, 2*0.52182 - 1, 0.0625, "Whether “one” or “other” has a solution first on more puzzles is not settled"},
		{20, 0, 0, 2*0.83157 - 1, 1, 2 * math.Pow(2, -20), "“one” has a solution first on more puzzles than “other”"},
		{2, 18, 1, 2*0.01235 - 1, 2*0.31698 - 1, 0.000402, "“one” has a solution first on fewer puzzles than “other”"},
		{0, 0, 4, -1, 1, 1, "Whether “one” or “other” has a solution first on more puzzles is not settled"},
	} {
		e := Default.Firsts(firstOf(c.one, c.other, c.none))[0].(Effect)
		if math.Abs(e.Interval.Low-c.low) > 1e-4 || math.Abs(e.Interval.High-c.high) > 1e-4 || math.Abs(e.P-c.p) > 1e-6 || e.Short() != c.short {
			t.Errorf("%d and %d: %+v, p %v: %s", c.one, c.other, e.Interval, e.P, e)
		}
	}
	want := "“one” has a solution first on more puzzles than “other”: 1 against 0 of puzzles, a difference of +1 (+0.663 to +1; p < 0.0001; 20 of 24 puzzles with a first, by processor time)"
	alltest.Equal(t, Default.Firsts(firstOf(20, 0, 4))[0].String(), want)
	two := Default.Firsts(firstOf(8, 2, 0), firstOf(2000, 0, 0))
	if e := two[0].(Effect); e.Tests != 2 || math.Abs(e.P-0.21875) > 1e-9 || math.Abs(e.Interval.Low-(2*0.40097-1)) > 1e-3 {
		t.Errorf("of two tables: %+v", e)
	}
	e := two[1].(Effect)
	alltest.Check(t, e.P > 0 && strings.Contains(e.String(), "p < 0.0001"), "of 2,000 puzzles: %v", e)
}

// The interval covers at every number of puzzles: the chance of a miss, summed over
// all outcomes, is 5 % at most.
func TestFirstsCovers(t *testing.T) {
	for n := 1; n <= 12; n++ {
		for _, share := range []float64{0.01, 0.05, 0.2, 0.5, 0.7, 0.97} {
			miss := 0.0
			for one := range n + 1 {
				if !Default.Firsts(firstOf(one, n-one, 0))[0].(Effect).Interval.Contains(2*share - 1) {
					miss += distuv.Binomial{N: float64(n), P: share}.Prob(float64(one))
				}
			}
			alltest.Check(t, miss <= 0.05, "%d puzzles, a share of %v: it misses with %v", n, share, miss)
		}
	}
}
