package analysis

import (
	"fmt"
	"math"
	"slices"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
)

// EngineOdds is how the odds of success depend on the size of the board and on
// the engine: one logistic regression for all engines, of success on the
// logarithm of the number of cells and on the engine, with an intercept of its
// own for each stratum (kind of puzzle). Errors allow runs on one puzzle to be
// alike, whichever engine made them.
type EngineOdds struct {
	// Baseline is the engine that others are set against.
	Baseline string
	// Strata are the kinds of puzzles.
	Strata []string
	// Doubling is by what twice as many cells multiply the odds of success, for
	// all engines alike.
	Doubling OddsFactor
	// Engines are the others against the baseline, in the order asked for.
	Engines []EngineFactor
	// Puzzles and Runs are the numbers of puzzles that all engines ran on, and
	// of runs on them.
	Puzzles, Runs int
	// Fitted is false where there is nothing to fit; a warning says why.
	Fitted   bool
	Warnings []string
}

// OddsFactor is what odds are multiplied by.
type OddsFactor struct {
	Factor   float64
	Interval Interval
	// P tests that the factor is 1; it is not corrected.
	P float64
}

// EngineFactor is the odds of one engine by those of the baseline.
type EngineFactor struct {
	Label string
	// OddsFactor is that of the regression. P is corrected by Holm for the
	// number of engines.
	OddsFactor
	// ByPuzzle is the odds ratio of Mantel and Haenszel with a stratum for each
	// puzzle: it needs no model of what makes puzzles hard. It is the farther
	// from 1 the more puzzles differ in what the size does not tell.
	ByPuzzle stats.OddsRatio
}

// String says what holds, in one sentence.
func (f EngineFactor) String() string {
	return fmt.Sprintf("%s multiplies the odds of success by %s (interval %s to %s; %s)", f.Label, short(f.Factor), short(f.Interval.Low), short(f.Interval.High), probability(f.P))
}

// OddsOf is [Settings.OddsOf] with [Default].
func OddsOf(records []experiment.Record, labels ...string) EngineOdds {
	return Default.OddsOf(records, labels...)
}

// OddsOf sets engines against the first one (no labels mean all, in the
// records' order) on the puzzles that all ran on. It panics with fewer than two
// labels.
func (s Settings) OddsOf(records []experiment.Record, labels ...string) EngineOdds {
	s = s.complete()
	t := s.Scores(records, SuccessRate(), labels...).Complete()
	if len(t.Labels) < 2 {
		panic("analysis: odds need two engines")
	}
	out := EngineOdds{Baseline: t.Labels[0], Puzzles: len(t.Puzzles), Warnings: t.Warnings}
	kinds := make([]string, len(t.Puzzles))
	for i := range t.Puzzles {
		kinds[i] = t.runs[i][0][0].Kind
		if !slices.Contains(out.Strata, kinds[i]) {
			out.Strata = append(out.Strata, kinds[i])
		}
	}
	slices.Sort(out.Strata)
	sizes := false
	for _, p := range t.Puzzles {
		sizes = sizes || p.Cells != t.Puzzles[0].Cells
	}
	var units []stats.Unit
	strata := make([][]stats.Stratum, len(t.Labels))
	for i, p := range t.Puzzles {
		first := instance{runs: t.runs[i][0]}
		for j := range t.Labels {
			in := instance{runs: t.runs[i][j]}
			n := len(in.runs)
			out.Runs += n
			// Columns: engines but the first, strata but the first, size.
			x := make([]float64, len(t.Labels)-1+len(out.Strata)-1)
			if j > 0 {
				x[j-1] = 1
			}
			if k := slices.Index(out.Strata, kinds[i]); k > 0 {
				x[len(t.Labels)-1+k-1] = 1
			}
			if sizes {
				x = append(x, math.Log2(float64(max(p.Cells, 1))))
			}
			units = append(units, stats.Unit{X: x, Successes: float64(in.solved()), Trials: float64(n), Cluster: i + 1})
			strata[j] = append(strata[j], stats.Stratum{FirstSuccesses: in.solved(), FirstTrials: n, SecondSuccesses: first.solved(), SecondTrials: len(first.runs)})
		}
	}
	for j := 1; j < len(t.Labels); j++ {
		out.Engines = append(out.Engines, EngineFactor{Label: t.Labels[j], OddsFactor: unknownFactor(), ByPuzzle: stats.MantelHaenszel(strata[j], s.Level)})
	}
	out.Doubling = unknownFactor()
	fit, err := stats.Logit(units, s.Level)
	if err != nil {
		out.Warnings = append(out.Warnings, why(err))
		return out
	}
	if fit.Separated {
		out.Warnings = append(out.Warnings, "size or engine part successes from failures: factors are Firth's and rest on little")
	}
	out.Fitted = true
	factor := func(c stats.Coefficient) OddsFactor {
		at := func(v float64) float64 { return math.Exp(v / c.Deviation) }
		return OddsFactor{Factor: at(c.Standardised), Interval: Interval{Low: at(c.Interval.Low), High: at(c.Interval.High)}, P: c.P}
	}
	var p []float64
	for j := range out.Engines {
		out.Engines[j].OddsFactor = factor(fit.Coefficients[j])
		p = append(p, out.Engines[j].P)
	}
	for j, corrected := range stats.Holm(p) {
		out.Engines[j].P = corrected
	}
	if sizes {
		out.Doubling = factor(fit.Coefficients[len(fit.Coefficients)-1])
	} else {
		out.Warnings = append(out.Warnings, "all boards have one size: what doubling does cannot be told")
	}
	return out
}

// unknownFactor is a factor of which nothing is known.
func unknownFactor() OddsFactor {
	return OddsFactor{Factor: math.NaN(), Interval: Interval{Low: 0, High: math.Inf(1)}, P: 1}
}
