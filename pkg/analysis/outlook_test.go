package analysis

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis/stats"
)

// Numbers of puzzles to come have two digits, and are not below what is needed.
func TestOutlook(t *testing.T) {
	for x, want := range map[float64]string{
		0.2: "about 1 more", 1: "about 1 more", 1.2: "about 2 more", 9: "about 9 more", 12.5: "about 13 more", 99: "about 99 more", 101: "about 110 more",
		1234: "about 1,300 more", 45678: "about 46,000 more", 100_000: "about 100,000 more", 100_001: "more than 10 times as many", math.Inf(1): "more than 10 times as many",
	} {
		got := Outlook(10_000, x, "puzzles")
		alltest.Check(t, strings.HasPrefix(got, want+" puzzles would "), "%v: %q, want %q", x, got, want)
	}
	e := Effect{Wording: Wording{Subject: "a", Than: "b", More: "solves more", Less: "solves less"}, Difference: Difference{Value: 0.1, Interval: Interval{Low: -0.1, High: 0.3}}, Evidence: Evidence{Level: 0.95, Tests: 1}, Puzzles: 30}
	for want, change := range map[string]func(*Effect){
		"about 90 more puzzles would settle it":               func(*Effect) {},                                      // 30·(0.2/0.1)² − 30
		"about 54 more puzzles would settle it":               func(e *Effect) { e.Interval.Low, e.P = -0.01, 0.24 }, // 30·(1.96/1.175)² − 30 = 53.5
		"more than 10 times as many puzzles would be needed":  func(e *Effect) { e.P = 1 },
		"more than 10 times as many puzzles would be needed.": func(e *Effect) { e.Value = 0 },
		"about 90 more puzzles would settle it.": func(e *Effect) {
			e.Ratio, e.Value, e.Interval = true, math.Exp(-0.1), Interval{Low: math.Exp(-0.3), High: math.Exp(0.1)}
		},
		"":    func(e *Effect) { e.Puzzles = 0 },
		".":   func(e *Effect) { e.Interval.Low = 0.01 },
		"..":  func(e *Effect) { e.Interval.Low = math.Inf(-1) },
		"...": func(e *Effect) { e.Value = math.NaN() },
	} {
		one := e
		change(&one)
		if got, want := one.outlook(), strings.TrimRight(want, "."); got != want || want != "" && !strings.HasSuffix(one.String(), "); "+want) {
			t.Errorf("%+v: %q, want %q", one, got, want)
		}
		back := one.Reversed()
		alltest.Check(t, one.Puzzles <= 0 || back.outlook() == one.outlook(), "reversed %q", back.outlook())
	}
}

// Of 200 experiments of 60 puzzles that do not settle a difference, which go on until they
// do, the median of the puzzles that it took, by those that were foretold, is between a
// half and two.
func TestOutlookComesTrue(t *testing.T) {
	const first, most = 60, 3000
	var ratios []float64
	for trial := uint64(0); len(ratios) < 200; trial++ {
		r := rand.New(rand.NewPCG(36, trial))
		differences := make([]float64, most)
		solved := func(chance float64) (n float64) {
			for range 5 {
				if r.Float64() < chance {
					n += 0.2
				}
			}
			return n
		}
		for i := range differences {
			chance := 0.9 * r.Float64()
			differences[i] = solved(chance+0.06) - solved(chance)
		}
		effect := func(n int) Effect {
			d := differences[:n]
			return Effect{Difference: Difference{Value: floats.Sum(d) / float64(n), Interval: Default.mean(d, -1, 1)}, Evidence: Evidence{P: stats.SignedRank(d).P, Level: 0.95, Tests: 1}, Puzzles: n}
		}
		e := effect(first)
		if e.Settled() {
			continue
		}
		n := first
		for n < most && !effect(n).Settled() {
			n = min(n*11/10, most)
		}
		ratios = append(ratios, float64(n)/(first+e.more()))
	}
	slices.Sort(ratios)
	t.Logf("quartiles %.2f, %.2f, %.2f", ratios[50], ratios[100], ratios[150])
	alltest.Check(t, ratios[100] >= 0.5 && ratios[100] <= 2, "it took %.2f times what was foretold", ratios[100])
}
