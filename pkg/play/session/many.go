package session

import (
	"context"

	"formicary/pkg/analysis"
	"formicary/pkg/analysis/stats"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Tally is what many runs have come to. It counts a run as a success where it
// was decided (see [solver.Status.Decided]).
type Tally struct {
	// Sides are the variants, one or two.
	Sides []Side `json:"sides"`
	// Both, First, Second and Neither count runs of two variants by who
	// succeeded; Difference is the first's rate less the second's, with the
	// interval for pairs (see [stats.BoundedMean]).
	Both       int     `json:"both"`
	First      int     `json:"first"`
	Second     int     `json:"second"`
	Neither    int     `json:"neither"`
	Difference float64 `json:"difference"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
}

// Side is one variant of a [Tally].
type Side struct {
	Runs      int     `json:"runs"`
	Successes int     `json:"successes"`
	Rate      float64 `json:"rate"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
	// Iterations are those of all runs together.
	Iterations int64 `json:"iterations"`
	// Last is how the last run ended, and Cost what it came to.
	Last solver.Status `json:"last"`
	Cost float64       `json:"cost"`
}

// Many runs one or two variants many times: run i of both has the seed that
// [solver.Seed] derives for the first one's engine from the plan's, as in a race. After every
// run of all of them it calls told; its answer false ends the runs.
func Many(ctx context.Context, p puzzle.Puzzle, variants []solver.Solver, plan uint64, first, runs int, budget solver.Budget, told func(Tally) bool) error {
	t := Tally{Sides: make([]Side, len(variants))}
	shares := make([][]float64, len(variants))
	settings := analysis.Settings{}
	engine := variants[0].Describe().Engine
	for run := first; run < first+runs; run++ {
		var success [2]bool
		for i, v := range variants {
			out, err := Copy(v).Solve(ctx, p, solver.Run{Seed: solver.Seed(plan, p.Hash(), engine, run), Budget: budget})
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				return nil
			}
			side := &t.Sides[i]
			side.Runs++
			side.Iterations += out.Iterations
			side.Last, side.Cost = out.Status, out.Cost
			share := 0.0
			if out.Status.Decided() {
				side.Successes++
				success[i], share = true, 1
			}
			shares[i] = append(shares[i], share)
			w := settings.Proportion(side.Successes, side.Runs)
			side.Rate, side.Low, side.High = w.Rate, w.Low, w.High
		}
		if len(variants) == 2 {
			t.pair(success, shares)
		}
		if !told(t) {
			break
		}
	}
	return nil
}

// pair counts a run of two variants.
func (t *Tally) pair(success [2]bool, shares [][]float64) {
	switch success {
	case [2]bool{true, true}:
		t.Both++
	case [2]bool{true, false}:
		t.First++
	case [2]bool{false, true}:
		t.Second++
	default:
		t.Neither++
	}
	d := stats.BoundedMean(stats.Differences(shares[0], shares[1]), -1, 1, analysis.Default.Level)
	t.Difference, t.Low, t.High = t.Sides[0].Rate-t.Sides[1].Rate, d.Low, d.High
}
