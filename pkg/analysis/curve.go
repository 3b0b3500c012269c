package analysis

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"formicary/pkg/analysis/stats"
)

// SuccessCurve is how the success of one engine falls with the size of the
// board: a logistic regression on the logarithm of the number of cells
// ([stats.Logit], with a unit for each puzzle), so that doubling a board always
// changes the odds by the same factor.
type SuccessCurve struct {
	Label         string
	Puzzles, Runs int
	// Slope is what the logarithm of the odds gains when a board has e times as
	// many cells. It is 0, and the curve constant, where there is no slope to
	// see: all boards have one size, runs only succeed or only fail, or there are
	// fewer than three puzzles. Interval is the slope's, without ends where there
	// is none to see or the puzzles are too few for an interval. It and the bands
	// hold, for puzzles like these, with 8 puzzles and more: TestCurvesCover.
	Slope    float64
	Interval Interval
	// Points are the rate by cells from the smallest to the largest board, evenly
	// spaced on a logarithmic scale; one point where all boards have one size.
	Points []CurvePoint
	// Half is the size at which half of the runs succeed; +Inf where the
	// curve does not fall. It may lie outside of the sizes seen.
	Half float64
}

// CurvePoint is one point of a curve with its pointwise interval, which is that of
// the curve, not of single puzzles.
type CurvePoint struct {
	X, Value float64
	Band     Interval
}

// SuccessCurves fits a curve for each label with at least two puzzles.
func (r *Runs) SuccessCurves() []SuccessCurve {
	s := r.settings
	var out []SuccessCurve
	for _, g := range r.groups {
		c := SuccessCurve{Label: g.Label, Half: math.Inf(1), Interval: Interval{Low: math.Inf(-1), High: math.Inf(1)}}
		var units []stats.Unit
		least, most, successes := math.Inf(1), 0.0, 0.0
		for _, in := range g.instances {
			if in.Cells < 1 {
				continue // a record without a board
			}
			cells, solved := float64(in.Cells), float64(in.wins)
			units = append(units, stats.Unit{X: []float64{math.Log(cells)}, Successes: solved, Trials: float64(in.count)})
			least, most, successes = min(least, cells), max(most, cells), successes+solved
			c.Puzzles++
			c.Runs += in.count
		}
		fit, err := stats.Logit(units, s.Level)
		constant := err != nil || !fit.Converged || successes == 0 || successes == float64(c.Runs)
		if constant {
			for i := range units {
				units[i].X = nil
			}
			if fit, err = stats.Logit(units, s.Level); err != nil {
				continue
			}
		} else {
			slope := fit.Coefficients[0]
			c.Slope, c.Interval = slope.Value, Interval{Low: slope.Interval.Low / slope.Deviation, High: slope.Interval.High / slope.Deviation}
			if c.Slope < 0 {
				c.Half = math.Exp(-fit.Intercept.Value / c.Slope)
			}
		}
		for _, cells := range logGrid(least, most, s.GridPoints) {
			var at []float64
			if !constant {
				at = append(at, math.Log(cells))
			}
			rate, band := fit.Rate(at...)
			c.Points = append(c.Points, CurvePoint{cells, rate, band})
		}
		out = append(out, c)
	}
	return out
}

// logGrid is n numbers from least to most, both above zero, with equal ratios
// between neighbours; one where they are equal.
func logGrid(least, most float64, n int) []float64 {
	if !(most > least) {
		return []float64{least}
	}
	out := floats.LogSpan(make([]float64, n), least, most)
	out[0], out[n-1] = least, most // not a rounding beside them
	return out
}
