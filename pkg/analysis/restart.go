package analysis

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
)

// Restart is what restarting one engine on one puzzle is worth: a run that has
// no solution by a cutoff is given up and another one begun.
type Restart struct {
	Label string
	PuzzleKey
	Measure Measure
	// Points are the expected cost of a solution for cutoffs at the times of
	// solutions, rising.
	Points []RestartPoint
	// Best is the cutoff that is cheapest, of those by which at least a twentieth
	// of the runs, and ten, have found a solution (half of those that ever do,
	// where they are fewer than twenty): what earlier ones cost is known too
	// badly, and the cheapest of many guesses looks cheap. Its Expected is all the
	// same too low on average, for it is the least of many: judge a cutoff by other
	// runs than those that chose it. Cutoffs is a percentile bootstrap of the cutoff
	// over runs, 0 to +Inf where there is none or all draws agree. Which cutoff is
	// cheapest is uncertain with few runs, and others often cost little more.
	Best    RestartPoint
	Cutoffs Interval
	// Without is the expected cost with the longest time that a run was watched as
	// the cutoff: what is known of not restarting.
	Without float64
	// Scope is that of Cutoffs: runs on the same puzzle.
	Scope    Scope
	Warnings []string
}

// RestartPoint is what one cutoff costs.
type RestartPoint struct {
	// Cutoff is how long a run goes on, Expected the cost of a solution with it:
	// the mean time of runs cut off there by the share that is solved
	// (M. Luby, A. Sinclair and D. Zuckerman, "Optimal speedup of Las Vegas
	// algorithms", Information Processing Letters 47 (1993), 173–180).
	Cutoff, Expected float64
	// Solved is the number of runs that found a solution by the cutoff.
	Solved int
}

// Restarts is what restarts are worth, by label and puzzle: label by label,
// puzzles as [EachPuzzle] has them. Run times of several puzzles are
// not put together: their mixture has a heavy tail whatever the engine does.
func (r *Runs) Restarts(m Measure) []Restart {
	each, _ := EachPuzzle.parts(r)
	out := make([]Restart, len(each))
	var wait sync.WaitGroup
	var next atomic.Int64
	for range min(len(each), runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(each); i = int(next.Add(1)) - 1 {
				runs := each[i].instances[0].runs()
				times, end := make([]survival, len(runs)), longest(runs, m)
				for k := range times {
					times[k] = runs[k].survival(m, end)
				}
				out[i] = r.restart(each[i], m, times)
			}
		})
	}
	wait.Wait()
	return out
}

// restart is what the times of runs on one puzzle tell.
func (r *Runs) restart(g group, m Measure, times []survival) Restart {
	none := Interval{Low: 0, High: math.Inf(1)}
	out := Restart{Label: g.Label, PuzzleKey: g.instances[0].PuzzleKey, Measure: m, Cutoffs: none, Scope: r.settings.scope(1)}
	order := inRanks(times)
	counts := make([]int, 2*len(order.times))
	for _, place := range order.place {
		counts[place]++
	}
	out.Points, out.Without = order.cutoffs(counts, nil)
	if len(out.Points) == 0 {
		out.Best = RestartPoint{Cutoff: longest(g.instances[0].runs(), m), Expected: math.Inf(1)}
		out.Warnings = append(out.Warnings, "no run found a solution: what restarts gain cannot be estimated")
		return out
	}
	out.Best = cheapest(out.Points, len(times))
	var points []RestartPoint
	random := g.random(r.settings.Seed, "restart "+m.String()+out.Puzzle)
	out.Cutoffs = stats.BootstrapCounts(order.place, len(counts), r.settings.Resamples, r.settings.Level, random, func(counts []int) float64 {
		if points, _ = order.cutoffs(counts, points); len(points) > 0 {
			return cheapest(points, len(times)).Cutoff
		}
		return math.Inf(1) // no solution among them: no cutoff helps
	})
	if out.Cutoffs.Low == out.Cutoffs.High {
		out.Cutoffs = none
	}
	if solved := out.Points[len(out.Points)-1].Solved; solved < fewPuzzles {
		out.Warnings = append(out.Warnings, puzzle.Plural(solved, "solved run")+": the cutoff is uncertain")
	}
	return out
}

// longest is what the longest of runs took, 0 of none.
func longest(runs []run, m Measure) (end float64) {
	for i := range runs {
		end = max(end, runs[i].spent[m])
	}
	return end
}

// survival is the time of a run among runs of which the longest ended at end. A run
// that never will find a solution lasts as long as any.
func (r *run) survival(m Measure, end float64) survival {
	if r.never {
		return survival{end, false}
	}
	return survival{r.spent[m], r.solved}
}

// ranked are times of runs in order, so that what a sample of the runs tells takes counts and no order of its own.
type ranked struct {
	times []float64 // that differ, rising
	place []int32   // of each run: twice that of its time, and one more for a solution
}

func inRanks(of []survival) (r ranked) {
	all := make([]timed, len(of))
	for i, t := range of {
		all[i] = timed{t, 0, int32(i)}
	}
	r.place = make([]int32, len(of))
	for i, t := range inTime(all) {
		if i == 0 || t.Time != r.times[len(r.times)-1] {
			r.times = append(r.times, t.Time)
		}
		if r.place[t.run] = int32(2 * (len(r.times) - 1)); t.Event {
			r.place[t.run]++
		}
	}
	return r
}

// cutoffs are the expected costs with cutoffs at the times of solutions, and with the
// longest time watched as the cutoff; +Inf without a solution. The time of a run cut
// off at c is the integral of what is unsolved from 0 to c, by Kaplan and Meier. Counts are how often each place
// was drawn; points are written over those that are given.
func (r ranked) cutoffs(counts []int, points []RestartPoint) ([]RestartPoint, float64) {
	risk := lists.Sum(counts, func(n int) int { return n })
	integral, unsolved, share, last, solved := 0.0, 1.0, 0.0, 0.0, 0
	points = points[:0]
	for i, time := range r.times {
		ended, found := counts[2*i], counts[2*i+1]
		if ended+found == 0 {
			continue
		}
		integral += (1 - share) * (time - last)
		unsolved *= float64(risk-found) / float64(risk)
		risk -= ended + found
		last, share = time, 1-unsolved
		if solved += found; found > 0 {
			points = append(points, RestartPoint{time, integral / share, solved})
		}
	}
	if solved == 0 {
		return points, math.Inf(1)
	}
	return points, integral / share
}

// cheapest is the point of the least cost, the first of those that are equal but
// for rounding, among those that rest on enough.
func cheapest(points []RestartPoint, runs int) RestartPoint {
	enough := min(max(10, runs/20), (points[len(points)-1].Solved+1)/2)
	first := slices.IndexFunc(points, func(p RestartPoint) bool { return p.Solved >= enough })
	points = points[first:]
	least := slices.MinFunc(points, func(a, b RestartPoint) int { return cmp.Compare(a.Expected, b.Expected) }).Expected
	const rounding = 1e-12
	return points[slices.IndexFunc(points, func(p RestartPoint) bool { return p.Expected <= least*(1+rounding) })]
}
