package paper

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"formicary/pkg/analysis"
	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// The paper limits a run to a minute of its machine. We limit iterations. What
// makes the two comparable is scheme 1: in each size class a run may take as
// many of our iterations as scheme 1 needs to solve the paper's share of runs.

// Pace is how many iterations of ours stand for the paper's minute in a class.
type Pace struct {
	Class analysis.Class
	// Iterations is the least number within which scheme 1 solves the share of
	// runs that table 1 prints for it. It is +Inf, no limit but the runs' own,
	// where the paper's share is 0, and where our runs of scheme 1 never come to
	// it.
	Iterations float64
}

// Paces are the paces of the size classes that there are runs of, from runs of
// [Table1]'s schemes.
func Paces(records []experiment.Record) []Pace {
	runs := flat(byPuzzle(records))
	var out []Pace
	for class, n := range paces(runs) {
		if slices.ContainsFunc(runs, func(a attempt) bool { return a.class == class }) {
			out = append(out, Pace{analysis.SizeClasses[class], n})
		}
	}
	return out
}

// AtPace cuts runs off at the pace of their size class, which may be that of other
// puzzles: those that took longer found nothing.
func AtPace(records []experiment.Record, paces []Pace) []experiment.Record {
	out := slices.Clone(records)
	for i := range out {
		r := &out[i]
		for _, p := range paces {
			if p.Class.Contains(r.Cells()) && float64(r.Iterations) > p.Iterations {
				r.Iterations, r.Cost, r.Status = int64(p.Iterations), -1, solver.Exhausted
			}
		}
	}
	return out
}

// Exchange asks whether our rates of schemes 4 and 5 are those that table 1
// prints, or those that it prints the other way round.
type Exchange struct {
	// Printed and Exchanged are sums over the size classes and the two schemes:
	// of the squared differences between our rate at the paper's [Pace] and the
	// printed one, as printed, and with the labels of the two exchanged. Squared,
	// because then Printed less Exchanged is −2 Σ (ours₄−ours₅)(paper₄−paper₅):
	// noise in our rates does not bias it.
	Printed, Exchanged float64
	// Difference is that of Printed less Exchanged, by a bootstrap over puzzles
	// in which the paces are found anew. Its confidence is Level.
	Difference analysis.Interval
	Level      float64
	Puzzles    int
}

// Exchanged makes the comparison from runs of schemes 1, 4 and 5.
func Exchanged(records []experiment.Record, level float64) Exchange {
	puzzles := byPuzzle(records)
	x := Exchange{Level: level, Puzzles: len(puzzles)}
	x.Printed, x.Exchanged = far(flat(puzzles))
	x.Difference = stats.Bootstrap(len(puzzles), 2000, level, rand.NewPCG(1, 0), func(units []int) float64 {
		var all []attempt
		for _, i := range units {
			all = append(all, puzzles[i]...)
		}
		printed, exchanged := far(all)
		return printed - exchanged
	})
	return x
}

// Effect is the comparison as a claim, beside those of [analysis.Comparison].
func (x Exchange) Effect() analysis.Effect {
	return analysis.Effect{
		Wording:    analysis.Wording{Subject: "“table 1 as printed”", Than: "“table 1 with schemes 4 and 5 exchanged”", More: "is further from our rates", Less: "is less far from our rates"},
		Difference: analysis.Difference{Each: []float64{x.Printed, x.Exchanged}, Unit: "in sum of squares", Value: x.Printed - x.Exchanged, Interval: x.Difference},
		Evidence:   analysis.Evidence{Level: x.Level, Tests: 1, Rule: "Bonferroni, p by Holm"}, Basis: fmt.Sprintf("%d puzzles, as many iterations as scheme 1 (shuffled) needs for the paper's rates", x.Puzzles), Puzzles: x.Puzzles,
	}
}

// attempt is a run: its size class, its scheme, and the iterations to its
// solution, +Inf without one.
type attempt struct {
	class, scheme int
	at            float64
}

// byPuzzle are the runs of schemes 1, 4 and 5, puzzle by puzzle.
func byPuzzle(records []experiment.Record) [][]attempt {
	var out [][]attempt
	places := map[string]int{}
	for _, r := range records {
		var scheme int
		if _, err := fmt.Sscanf(r.Variant, "scheme %d", &scheme); err != nil {
			panic(fmt.Sprintf("paper: a run of %q is none of table 1", r.Label()))
		}
		if scheme != 1 && scheme < 4 {
			continue
		}
		a := attempt{classOf(r), scheme, math.Inf(1)}
		if r.Solved() {
			a.at = float64(r.Iterations)
		}
		i, ok := places[r.Puzzle]
		if !ok {
			i = len(out)
			places[r.Puzzle], out = i, append(out, nil)
		}
		out[i] = append(out[i], a)
	}
	return out
}

func flat(puzzles [][]attempt) []attempt { return slices.Concat(puzzles...) }

func classOf(r experiment.Record) int {
	return slices.IndexFunc(analysis.SizeClasses, func(c analysis.Class) bool { return c.Contains(r.Cells()) })
}

// paces are the iterations that scheme 1 needs, by class.
func paces(runs []attempt) [len(classSizes) - 1]float64 {
	var out [len(classSizes) - 1]float64
	for class := range out {
		var times []float64
		for _, r := range runs {
			if r.class == class && r.scheme == 1 {
				times = append(times, r.at)
			}
		}
		slices.Sort(times)
		out[class] = math.Inf(1)
		if n := int(math.Ceil(table1[1][class].rate * float64(len(times)))); n > 0 {
			out[class] = times[n-1]
		}
	}
	return out
}

// far is how far our rates of schemes 4 and 5 are from the printed ones, and
// from those exchanged.
func far(runs []attempt) (printed, exchanged float64) {
	limits := paces(runs)
	var solved, all [6][len(classSizes) - 1]float64
	for _, r := range runs {
		all[r.scheme][r.class]++
		if r.at <= limits[r.class] && !math.IsInf(r.at, 1) {
			solved[r.scheme][r.class]++
		}
	}
	for class := range limits {
		if all[4][class] == 0 || all[5][class] == 0 {
			continue
		}
		four, five := solved[4][class]/all[4][class], solved[5][class]/all[5][class]
		printed += square(four-table1[4][class].rate) + square(five-table1[5][class].rate)
		exchanged += square(four-table1[5][class].rate) + square(five-table1[4][class].rate)
	}
	return printed, exchanged
}

func square(x float64) float64 { return x * x }
