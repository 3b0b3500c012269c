package analysis

import (
	"fmt"
	"math"

	"formicary/pkg/analysis/stats"
)

// About is what the intervals of a result are about, for captions: what would
// be drawn anew if the experiment were made again. Intervals are pointwise,
// each for itself, where a result does not say otherwise.
type About struct {
	// Level is their confidence, between 0 and 1.
	Level float64
	// Runs says that they are about other runs on the very puzzle, and nothing
	// beyond it; otherwise they are about puzzles of which those of the
	// experiment are a random sample.
	Runs bool
}

// String is "95 %, for puzzles like these" or "95 %, for runs on the same
// puzzle".
func (a About) String() string {
	of := "puzzles like these"
	if a.Runs {
		of = "runs on the same puzzle"
	}
	return fmt.Sprintf("%.4g %%, for %s", 100*a.Level, of)
}

// about is what intervals over so many puzzles are about: where there is one,
// its runs are the units, otherwise each puzzle with all its runs is one.
func (s Settings) about(puzzles int) About {
	return About{Level: s.complete().Level, Runs: puzzles == 1}
}

// units are what the intervals of a group are over, each with what its runs
// add up to; add is told the puzzle and the place of a run on it.
func (g group) units(add func(u *ratio, in *instance, at int)) []ratio {
	var out []ratio
	for i := range g.instances {
		in := &g.instances[i]
		for at := range in.runs {
			if at == 0 || len(g.instances) == 1 {
				out = append(out, ratio{})
			}
			add(&out[len(out)-1], in, at)
		}
	}
	return out
}

// perSuccess is the cost of a success, +Inf without one, with its interval
// ([stats.RatioOfSums]); units are costs by successes, of so many runs.
// Without a success the low end is what a run took on average by the largest
// rate of success that Wilson's interval of none of the units allows.
func (s Settings) perSuccess(units []ratio, runs int) (mean float64, in Interval) {
	sum := total(units)
	if sum.whole == 0 {
		return math.Inf(1), Interval{Low: sum.part / float64(runs) / stats.Wilson(0, float64(len(units)), s.z()).High, High: math.Inf(1)}
	}
	return sum.part / sum.whole, s.ratioOf(units)
}

// ratioOf is the interval of the ratio of the sums of units.
func (s Settings) ratioOf(units []ratio) Interval {
	parts, wholes := make([]float64, len(units)), make([]float64, len(units))
	for i, u := range units {
		parts[i], wholes[i] = u.part, u.whole
	}
	return stats.RatioOfSums(s.Level, [][]float64{parts}, [][]float64{wholes})
}
