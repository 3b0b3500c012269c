package analysis

import (
	"math"

	"formicary/pkg/experiment"
)

// SuccessCurve is how the success of one engine falls with the size of the
// board: a logistic regression on the logarithm of the number of cells, so
// that doubling a board always changes the odds by the same factor.
type SuccessCurve struct {
	Label string
	// Fit is the regression on log(cells), with a unit for each puzzle.
	Fit Logistic
	// Points are the curve from the smallest to the largest board, evenly
	// spaced on a logarithmic scale; one point where all boards have one size.
	Points []CurvePoint
	// Half is the size at which half of the runs succeed; +Inf where the
	// curve does not fall. It may lie outside of the sizes seen.
	Half float64
}

// CurvePoint is one point of a [SuccessCurve].
type CurvePoint struct {
	Cells float64
	Rate  float64
	// Band is the pointwise interval of the curve, not of single puzzles.
	Band Interval
}

// SuccessCurves fits a curve for each label.
func (s Settings) SuccessCurves(records []experiment.Record) []SuccessCurve {
	s = s.complete()
	var out []SuccessCurve
	for _, g := range byLabel(records) {
		var units []Trials
		least, most := math.Inf(1), 0.0
		for _, in := range g.instances {
			if in.cells < 1 {
				continue // a record without a board
			}
			cells := float64(in.cells)
			units = append(units, Trials{math.Log(cells), in.solved(), len(in.runs)})
			least, most = min(least, cells), max(most, cells)
		}
		fit, err := s.FitLogistic(units)
		if err != nil {
			continue
		}
		c := SuccessCurve{Label: g.label, Fit: fit, Half: math.Inf(1)}
		if fit.Slope.Value < 0 {
			c.Half = math.Exp(-fit.Intercept.Value / fit.Slope.Value)
		}
		for _, cells := range logGrid(least, most, s.GridPoints) {
			rate, band := fit.At(math.Log(cells))
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
	out := make([]float64, n)
	step := (math.Log(most) - math.Log(least)) / float64(n-1)
	for i := range out {
		out[i] = least * math.Exp(step*float64(i))
	}
	out[n-1] = most // not a rounding below it
	return out
}
