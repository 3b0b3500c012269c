package stats

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"formicary/pkg/alltest"
)

// What is missing changes nothing: every func gives the same with a missing value,
// pair, unit or block as without it, and says the same but for the blocks left out.
func TestMissingIsMissing(t *testing.T) {
	nan := math.NaN()
	x, y := []float64{1, 4, 5, 9}, []float64{2, 2, 8}
	first, second := []float64{0.2, 0.9, 0.5, 1}, []float64{0.1, 0.6, 0.7, 0.9}
	hole := func(values []float64) []float64 { return slices.Concat(values[:2], []float64{nan}, values[2:]) }
	other := func(values []float64) []float64 { return slices.Concat(values[:2], []float64{7}, values[2:]) }
	rows := [][]float64{{1, 2, 3}, {3, 1, 2}, {5, 4, 9}, {2, 2, 7}, {1, 5, 6}}
	blocks := append(slices.Clone(rows), []float64{1, nan, 2})
	var units []Unit
	for i, row := range rows {
		units = append(units, Unit{row[:1], float64(i % 3), 2})
	}
	predictors := [][]float64{{1}, {3}, {5}, {2}, {9}}
	outcome := []float64{2, 4, 3, 1, 7}
	fit := func(f Fit, err error) any {
		value, half := f.Predict(2)
		return []any{f.Intercept, f.Coefficients, f.Units, value, half, err}
	}
	for name, c := range map[string][2]any{
		"MannWhitney":     {MannWhitney(x, y), MannWhitney(hole(x), hole(y))},
		"SignedRank":      {SignedRank(x), SignedRank(hole(x))},
		"of Differences":  {SignedRank(Differences(first, second)), SignedRank(Differences(hole(first), other(second)))},
		"of LogRatios":    {SignedRank(LogRatios(first, second)), SignedRank(LogRatios(other(first), hole(second)))},
		"A12":             {A12(x, y), A12(hole(x), hole(y))},
		"Superiority":     {Superiority(x, y, 0.9), Superiority(hole(x), hole(y), 0.9)},
		"BoundedMean":     {BoundedMean(x, 0, 99, 0.9), BoundedMean(hole(x), 0, 99, 0.9)},
		"BoundedShare":    {BoundedShare([]float64{1, 2}, []float64{3, 2}, 0.9), BoundedShare([]float64{1, nan, 2, 5}, []float64{3, 2, 2, nan}, 0.9)},
		"BoundedRatio":    {BoundedRatio(first, second, 99, 99, 0.9), BoundedRatio(hole(first), other(second), 99, 99, 0.9)},
		"Friedman":        {Friedman(rows).P, Friedman(blocks).P},
		"ImanDavenport":   {ImanDavenport(rows).P, ImanDavenport(blocks).P},
		"Linear, value":   {fit(Linear(predictors, outcome, 0.9)), fit(Linear(append(predictors, []float64{4}), append(outcome, nan), 0.9))},
		"Linear, feature": {fit(Linear(predictors, outcome, 0.9)), fit(Linear(append(predictors, []float64{nan}), append(outcome, 4), 0.9))},
		"Logit":           {fit(Logit(units, 0.9)), fit(Logit(slices.Insert(units, 2, Unit{[]float64{nan}, 1, 2}, Unit{[]float64{3}, 0, 0}), 0.9))},
		"Quantile":        {Quantile(0.1, []float64{1, 2, 3}), Quantile(0.1, []float64{nan, nan, nan, 1, 2, 3})},
	} {
		alltest.Check(t, reflect.DeepEqual(c[0], c[1]), "%s: %+v, with a missing value %+v", name, c[0], c[1])
	}
	for name, got := range map[string][]float64{
		"Differences": Differences([]float64{3, nan, 2, 0.3}, []float64{1, 1, nan, 0.1 + 0.2}), "LogRatios": LogRatios([]float64{1, nan, 2, 0.3}, []float64{math.Exp(-2), 1, nan, 0.1 + 0.2}),
	} {
		alltest.Check(t, near(got[0], 2) && math.IsNaN(got[1]) && math.IsNaN(got[2]) && got[3] == 0, "%s: %v", name, got)
	}
	alltest.Refused(Linear([][]float64{{1}, {2}, {4}}, []float64{1, nan, 2}, 0.9))(t, ErrTooFew, "two units that are there")
}
