package stats

import (
	"math"
	"testing"

	"formicary/pkg/alltest"
)

// expect compares to so many digits after the point, as printed.
func expect(t *testing.T, what string, got, want float64, digits int) {
	t.Helper()
	alltest.Check(t, math.Abs(got-want) <= 0.5000001*math.Pow10(-digits), "%s is %.*f, want %.*f", what, digits+2, got, digits, want)
}

// J. Demšar, "Statistical comparisons of classifiers over multiple data sets",
// JMLR 7 (2006), table 6: areas under the curve of four versions of C4.5 on 14
// data sets. On the last but one his ranks tell the two printed 0.975 apart, of
// which the first must be larger.
var demsar = [][]float64{
	{0.763, 0.768, 0.771, 0.798},
	{0.599, 0.591, 0.590, 0.569},
	{0.954, 0.971, 0.968, 0.967},
	{0.628, 0.661, 0.654, 0.657},
	{0.882, 0.888, 0.886, 0.898},
	{0.936, 0.931, 0.916, 0.931},
	{0.661, 0.668, 0.609, 0.685},
	{0.583, 0.583, 0.563, 0.625},
	{0.775, 0.838, 0.866, 0.875},
	{1.000, 1.000, 1.000, 1.000},
	{0.940, 0.962, 0.965, 0.962},
	{0.619, 0.666, 0.614, 0.669},
	{0.972, 0.981, 0.97501, 0.975},
	{0.957, 0.978, 0.946, 0.970},
}

func TestDemsar(t *testing.T) {
	falling := make([][]float64, len(demsar))
	for i, row := range demsar {
		for _, v := range row {
			falling[i] = append(falling[i], -v)
		}
	}
	f := Friedman(falling)
	for j, want := range []float64{3.143, 2.000, 2.893, 1.964} {
		expect(t, "mean rank", f.MeanRanks[j], want, 3)
	}
	// He has 9.28 without a correction for ties: 12·14/(4·5)·(ΣR² − 4·5²/4).
	sum := 0.0
	for _, r := range f.MeanRanks {
		sum += r * r
	}
	expect(t, "χ² without correction", 12*14/20.0*(sum-25), 9.28, 2)
	alltest.Check(t, f.Statistic >= 9.28 && f.P <= 0.0258, "χ² with correction %v, p %v", f.Statistic, f.P)
}

// M. Hollander and D. A. Wolfe, Nonparametric Statistical Methods, 1973: the
// examples that R's help pages of wilcox.test and friedman.test
// repeat, with what R prints.
func TestHollanderAndWolfe(t *testing.T) {
	x := []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	y := []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
	var d []float64
	for i := range x {
		d = append(d, x[i]-y[i])
	}
	w := SignedRank(d)
	expect(t, "depression scale: V", w.Statistic, 40, 9)
	expect(t, "depression scale: p", w.P, 0.03906, 5)

	u := MannWhitney([]float64{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}, []float64{1.15, 0.88, 0.90, 0.74, 1.21})
	expect(t, "permeability: W", u.Statistic, 35, 9)
	expect(t, "permeability: p", u.P, 2*0.1272, 3)

	f := Friedman([][]float64{
		{5.40, 5.50, 5.55},
		{5.85, 5.70, 5.75},
		{5.20, 5.60, 5.50},
		{5.55, 5.50, 5.40},
		{5.90, 5.85, 5.70},
		{5.45, 5.55, 5.60},
		{5.40, 5.40, 5.35},
		{5.45, 5.50, 5.35},
		{5.25, 5.15, 5.00},
		{5.85, 5.80, 5.70},
		{5.25, 5.20, 5.10},
		{5.65, 5.55, 5.45},
		{5.60, 5.35, 5.45},
		{5.05, 5.00, 4.95},
		{5.50, 5.50, 5.40},
		{5.45, 5.55, 5.50},
		{5.55, 5.55, 5.35},
		{5.45, 5.50, 5.55},
		{5.50, 5.45, 5.25},
		{5.65, 5.60, 5.40},
		{5.70, 5.65, 5.55},
		{6.30, 6.30, 6.25},
	})
	expect(t, "rounding first base: χ²", f.Statistic, 11.143, 3)
	expect(t, "rounding first base: p", f.P, 0.003805, 6)
}
