package stats

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// expect compares to so many digits after the point, as printed.
func expect(t *testing.T, what string, got, want float64, digits int) {
	t.Helper()
	if !(math.Abs(got-want) <= 0.5000001*math.Pow10(-digits)) {
		t.Errorf("%s is %.*f, want %.*f", what, digits+2, got, digits, want)
	}
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
	if f.Statistic < 9.28 || f.P > 0.0258 {
		t.Errorf("χ² with correction %v, p %v", f.Statistic, f.P)
	}
}

// M. Hollander and D. A. Wolfe, Nonparametric Statistical Methods, 1973: the
// examples that R's help pages of wilcox.test, kruskal.test and friedman.test
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

	k := KruskalWallis([]float64{2.9, 3.0, 2.5, 2.6, 3.2}, []float64{3.8, 2.7, 4.0, 2.4}, []float64{2.8, 3.4, 3.7, 2.2, 2.0})
	expect(t, "mucociliary efficiency: χ²", k.Statistic, 0.77143, 5)
	expect(t, "mucociliary efficiency: p", k.P, 0.68, 2)

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

// W. J. Conover, Practical Nonparametric Statistics, 3rd edition, 1999, p. 375:
// sales of five hand lotions in seven stores, with what R's quade.test prints.
func TestConover(t *testing.T) {
	q := Quade([][]float64{
		{5, 4, 7, 10, 12}, {1, 3, 1, 0, 2}, {16, 12, 22, 22, 35}, {5, 4, 3, 5, 4}, {10, 9, 7, 13, 10}, {19, 18, 28, 37, 58}, {10, 7, 6, 8, 7},
	})
	expect(t, "F", q.Statistic, 3.8293, 4)
	expect(t, "p of F", aboveF(q.Statistic, 4, 24), 0.01519, 5)
	if math.Abs(q.P-0.0123) > 0.0035 { // by drawn tables, within three errors
		t.Errorf("p %v", q.P)
	}
	if !slices.Equal(q.Freedom, []float64{4, 24}) {
		t.Errorf("degrees of freedom %v", q.Freedom)
	}
}

// J. H. Skillings and G. A. Mack, Technometrics 23 (1981): times of nine people
// to assemble something by four methods.
func TestSkillingsAndMack(t *testing.T) {
	no := math.NaN()
	s := SkillingsMack([][]float64{
		{3.2, 4.1, 3.8, 4.2},
		{3.1, 3.9, 3.4, 4.0},
		{4.3, 3.5, 4.6, 4.8},
		{3.5, 3.6, 3.9, 4.0},
		{3.6, 4.2, 3.7, 3.9},
		{4.5, 4.7, 3.7, no},
		{no, 4.2, 3.4, no},
		{4.3, 4.6, 4.4, 4.9},
		{3.5, no, 3.7, 3.9},
	})
	expect(t, "SM", s.Statistic, 15.493, 3)
	expect(t, "p", s.P, 0.00144, 5)
	if s.N != 9 || s.Incomplete != 3 || s.Blocks != 6 {
		t.Errorf("%+v", s)
	}
}

// paired are the shares by puzzle of single runs, of which so many both solved,
// the first or the second alone, or none, with Newcombe's interval.
func paired(both, onlyFirst, onlySecond, neither int, level float64) Interval {
	var first, second []float64
	sums := [2]float64{}
	for i, count := range []int{both, onlyFirst, onlySecond, neither} {
		for range count {
			first, second = append(first, float64(1-i/2)), append(second, float64(1-i%2))
			sums[0] += first[len(first)-1]
			sums[1] += second[len(second)-1]
		}
	}
	n, z := float64(len(first)), distuv.UnitNormal.Quantile(0.5+level/2)
	return PairedDifference(first, second, Wilson(sums[0], n, z), Wilson(sums[1], n, z), 1)
}

// R. G. Newcombe, Statistics in Medicine 17 (1998), 2635–2650, has the example
// of 50 pairs: 36 both, 12 the first alone, 2 the second alone, none neither. φ is
// below 0 in it. M. W. Fagerland, S. Lydersen and P. Laake, "Recommended tests and
// confidence intervals for paired binomial proportions", Statistics in Medicine
// 33 (2014), 2850–2875, have the interval of 21 pairs in which φ is above 0,
// so that his correction counts: without it, it would be −0.502 to −0.036.
func TestNewcombePaired(t *testing.T) {
	i := paired(36, 12, 2, 0, 0.95)
	expect(t, "low", i.Low, 0.0569, 4)
	expect(t, "high", i.High, 0.3404, 4)
	i = paired(1, 1, 7, 12, 0.95)
	expect(t, "hyper-responsiveness: low", i.Low, -0.507, 3)
	expect(t, "hyper-responsiveness: high", i.High, -0.026, 3)
}

// Newcombe's formula as he writes it, by counts: of all tables of up to nine
// pairs, among them those in which his correction reaches 0, φ is below 0, and a
// margin is empty.
func TestNewcombeByCounts(t *testing.T) {
	wilson := func(k, n float64) (low, high float64) {
		const z = 1.959963984540054
		root := z * math.Sqrt(z*z+4*k*(1-k/n))
		return (2*k + z*z - root) / (2 * (n + z*z)), (2*k + z*z + root) / (2 * (n + z*z))
	}
	cases := map[string]int{}
	for code := 1; code < 10000; code++ {
		e, f, g, h := float64(code%10), float64(code/10%10), float64(code/100%10), float64(code/1000)
		n := e + f + g + h
		if n > 9 {
			continue
		}
		phi, margins := 0.0, (e+f)*(g+h)*(e+g)*(f+h)
		switch product := e*h - f*g; {
		case margins == 0:
			cases["margin"]++
		case product > n/2:
			phi = (product - n/2) / math.Sqrt(margins)
			cases["above"]++
		case product >= 0:
			cases["zero"]++
		default:
			phi = product / math.Sqrt(margins)
			cases["below"]++
		}
		l1, u1 := wilson(e+f, n)
		l2, u2 := wilson(e+g, n)
		p1, p2 := (e+f)/n, (e+g)/n
		dl1, du1, dl2, du2 := p1-l1, u1-p1, p2-l2, u2-p2
		delta := math.Sqrt(dl1*dl1 - 2*phi*dl1*du2 + du2*du2)
		epsilon := math.Sqrt(du1*du1 - 2*phi*du1*dl2 + dl2*dl2)
		got := paired(int(e), int(f), int(g), int(h), 0.95)
		if !(math.Abs(got.Low-(p1-p2-delta)) <= 1e-9 && math.Abs(got.High-(p1-p2+epsilon)) <= 1e-9) {
			t.Fatalf("%v %v %v %v: %v, want %v to %v", e, f, g, h, got, p1-p2-delta, p1-p2+epsilon)
		}
	}
	for _, name := range []string{"margin", "above", "zero", "below"} {
		if cases[name] < 10 {
			t.Errorf("%d tables of the kind %q", cases[name], name)
		}
	}
}

// The numbers of equal pairs that Shaffer 1986 gives for up to six
// means, and her correction worked out by hand for four.
func TestShaffer(t *testing.T) {
	for k, want := range map[int][]int{
		3: {0, 1, 3}, 4: {0, 1, 2, 3, 6}, 5: {0, 1, 2, 3, 4, 6, 10}, 6: {0, 1, 2, 3, 4, 6, 7, 10, 15},
	} {
		if got := equalPairs(k); !slices.Equal(got, want) {
			t.Errorf("%d means: %v, want %v", k, got, want)
		}
	}
	// Factors 6, 3, 3, 3, 2, 1 in rising order.
	got := shaffer([]float64{0.02, 0.001, 0.5, 0.01, 0.016, 0.3})
	want := []float64{0.06, 0.006, 0.6, 0.03, 0.048, 0.6}
	for i := range want {
		expect(t, "corrected p", got[i], want[i], 12)
	}
}
