package analysis

import (
	"fmt"
	"math"

	"formicary/pkg/analysis/stats"
)

// Scope is what the intervals of a result are about, for captions: what would
// be drawn anew if the experiment were rerun. Intervals are pointwise,
// each for itself, where a result does not say otherwise.
type Scope struct {
	// Level is their confidence, between 0 and 1.
	Level float64
	// Runs says that they are about other runs on the very puzzle, and nothing
	// beyond it; otherwise they are about puzzles of which those of the
	// experiment are a random sample.
	Runs bool
}

// String is "95 %, for puzzles like these" or "95 %, for runs on the same
// puzzle".
func (a Scope) String() string {
	of := "puzzles like these"
	if a.Runs {
		of = "runs on the same puzzle"
	}
	return fmt.Sprintf("%.4g %%, for %s", 100*a.Level, of)
}

// about is what intervals over so many puzzles are about: where there is one,
// its runs are the units, otherwise each puzzle with all its runs is one.
func (s Settings) scope(puzzles int) Scope {
	return Scope{Level: s.complete().Level, Runs: puzzles == 1}
}

// units are what the intervals of a group are over, each with what its runs
// add up to; add is told a run.
func (g group) units(add func(u *ratio, r *run)) []ratio {
	var out []ratio
	for i := range g.instances {
		runs := g.instances[i].runs()
		for at := range runs {
			if at == 0 || len(g.instances) == 1 {
				out = append(out, ratio{})
			}
			add(&out[len(out)-1], &runs[at])
		}
	}
	return out
}

// perSuccess is what all runs of a group took by their successes, +Inf without one,
// with its interval ([stats.BoundedRatio]). add is told as that of units.
//
// What a unit takes is at most what its runs were allowed. Where runs have no limit of
// the measure nothing bounds what another puzzle takes: the high end is +Inf.
func (s Settings) perSuccess(g group, m Measure, add func(u *ratio, r *run)) (mean float64, in Interval) {
	units := g.units(add)
	allowed := g.units(func(u *ratio, r *run) {
		u.whole++
		if u.part += r.limits[m]; r.limits[m] == 0 {
			u.part = math.Inf(1)
		}
	})
	costs, successes := make([]float64, len(units)), make([]float64, len(units))
	most, runs := 0.0, 0.0
	for i, u := range units {
		costs[i], successes[i] = u.part, u.whole
		most, runs = max(most, allowed[i].part, u.part), max(runs, allowed[i].whole)
	}
	sum := total(units)
	mean = math.Inf(1)
	if sum.whole > 0 {
		mean = sum.part / sum.whole
	}
	return mean, stats.BoundedRatio(costs, successes, most, runs, s.Level)
}

// Interval is where a number is thought to lie.
type Interval = stats.Interval

// ratio is what one unit adds to the two sums of an estimate.
type ratio struct{ part, whole float64 }

func total(units []ratio) (sum ratio) {
	for _, u := range units {
		sum.part += u.part
		sum.whole += u.whole
	}
	return sum
}

// Proportion is a share of trials that succeeded.
type Proportion struct {
	Successes, Trials int
	// Rate is Successes/Trials; 0 where there are no trials.
	Rate float64
	// Interval is that of Clopper and Pearson ([stats.ClopperPearson]): right for
	// independent trials, which are puzzles with one trial each, or runs on one
	// puzzle. Of several runs on several puzzles it tells of those very puzzles;
	// for others like them there is [Success.Across]. It lies within 0 and 1, holds
	// Rate, and has a width above zero also where none or all succeeded; 0 and 1
	// where there are no trials.
	Interval
	// Level is that of the interval; 0, of records of other releases, means 0.95.
	Level float64 `json:",omitempty"`
}

// Proportion is the share with an interval of the settings' level. It panics when
// successes are below zero or above trials.
func (s Settings) Proportion(successes, trials int) Proportion {
	s = s.complete()
	p := Proportion{Successes: successes, Trials: trials, Interval: stats.ClopperPearson(float64(successes), float64(trials), s.Level), Level: s.Level}
	if trials > 0 {
		p.Rate = float64(successes) / float64(trials)
	}
	return p
}

// across is the interval of a share of runs across units (puzzles) of several runs
// each ([stats.BoundedShare]).
func (s Settings) across(units []ratio) Interval {
	parts, wholes := make([]float64, len(units)), make([]float64, len(units))
	for i, u := range units {
		parts[i], wholes[i] = u.part, u.whole
	}
	return stats.BoundedShare(parts, wholes, s.Level)
}

// mean is the interval of the mean of units that lie from low to high, whatever was
// seen ([stats.BoundedMean]).
func (s Settings) mean(units []float64, low, high float64) Interval {
	return stats.BoundedMean(units, low, high, s.Level)
}
