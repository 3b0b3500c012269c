package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
)

// unknown says whether nothing is known of an estimate's spread.
func unknown(c Coefficient) bool {
	return math.IsInf(c.StdErr, 1) && math.IsInf(c.Interval.Low, -1) && math.IsInf(c.Interval.High, 1) && c.P == 1
}

// Values that a fit repeats but for rounding say nothing about their spread: no
// coefficient has an interval, and the band none either. One value that is off by more brings both back.
func TestNoSpreadNoInterval(t *testing.T) {
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 8))
		n := 4 + random.IntN(40)
		scale := math.Pow(10, float64(random.IntN(9)-4))
		var x [][]float64
		var equal, line, off []float64
		for i := range n {
			a, b := random.NormFloat64()*scale, float64(random.IntN(9))
			if i < 4 {
				b = float64(i * i)
			}
			sum := 0.0
			for range 3 {
				sum += 0.1 * scale // 0.30000000000000004 here and there
			}
			if i%2 == 0 {
				sum = 0.3 * scale
			}
			x, equal, line = append(x, []float64{a, b}), append(equal, sum), append(line, 3*scale+2*a-b*scale)
		}
		for name, y := range map[string][]float64{"equal values": equal, "a line": line, "zeros": make([]float64, n)} {
			f, err := Linear(x, y, 0.95)
			alltest.OK(t, err)
			if _, band := f.Predict(0.3, 2); !math.IsInf(band.High, 1) || !math.IsInf(band.Low, -1) || !unknown(f.Intercept) || !unknown(f.Coefficients[0]) || !unknown(f.Coefficients[1]) {
				t.Errorf("%d %s: %+v", n, name, f)
			}
			if slope := f.Coefficients[1].Value; name == "a line" && math.Abs(slope/scale+1) > 1e-6 || name != "a line" && (slope != 0 || f.Explained != 0) || name == "a line" && !near(f.Explained, 1) || !f.Converged {
				t.Errorf("%d %s: slope %v, explained %v", n, name, slope, f.Explained)
			}
			off = append(off[:0], y...)
			off[n/2] += 1e-6 * scale
			if f, err = Linear(x, off, 0.95); err != nil || n > 6 && (unknown(f.Intercept) || !(f.Coefficients[1].StdErr > 0 && f.Coefficients[1].StdErr < scale)) {
				t.Errorf("%d %s, one of them off: %+v, %v", n, name, f, err)
			}
		}
	}
}

// A unit that alone decides a coefficient does not say how far that may be off; the
// others' coefficients have their intervals, which are those without it.
func TestOneUnitAlone(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	var x, without [][]float64
	var y []float64
	var units, rest []Unit
	for i := range 30 {
		v, alone := random.NormFloat64(), 0.0
		if i == 10 {
			alone = 1
		} else {
			without = append(without, []float64{v})
		}
		x, y = append(x, []float64{v, alone}), append(y, v+random.NormFloat64())
		units = append(units, Unit{x[i], float64(1 + random.IntN(7)), 8})
	}
	others := slices.Delete(slices.Clone(y), 10, 11)
	for i, u := range slices.Delete(slices.Clone(units), 10, 11) {
		rest = append(rest, Unit{without[i], u.Successes, 8})
	}
	f, err := Linear(x, y, 0.95)
	g, err2 := Linear(without, others, 0.95)
	alltest.Require(t, err == nil && err2 == nil, "%v %v", err, err2)
	check := func(f, g Fit, digits int) {
		t.Helper()
		a, b := f.Coefficients[0], g.Coefficients[0]
		alltest.Check(t, unknown(f.Coefficients[1]) && math.Abs(a.StdErr/a.Deviation-b.StdErr/b.Deviation) <= math.Pow10(-digits),
			"with the unit %+v, without it %+v", f, g)
		_, beside := f.Predict(0.3, 0)
		_, other := g.Predict(0.3)
		if _, at := f.Predict(0.3, 1); at.High < 100 || math.Abs(beside.High-other.High) > max(0.1, math.Pow10(-digits)) {
			t.Errorf("bands %v at it, %v beside it, %v without it", at, beside, other)
		}
	}
	check(f, g, 9)
	f, err = Logit(units, 0.95)
	g, err2 = Logit(rest, 0.95)
	alltest.Require(t, err == nil && err2 == nil, "%v %v", err, err2)
	f.covariance.ScaleSym(27.0/30*29/27, f.covariance) // the same n/(n−k)
	f.Coefficients[0].StdErr *= math.Sqrt(27.0 / 30 * 29 / 27)
	check(f, g, 6)
}

// Rates that are equal, or lie on the curve, say nothing about their spread.
func TestRatesWithoutSpread(t *testing.T) {
	for _, c := range []struct {
		name         string
		x, successes []float64
		slope        bool
	}{
		{"equal", []float64{1, 2, 3, 5, 8, 13}, []float64{3, 3, 3, 3, 3, 3}, false},
		{"two sizes", []float64{1, 1, 1, 4, 4, 4}, []float64{3, 3, 3, 7, 7, 7}, true},
	} {
		var units []Unit
		for i, x := range c.x {
			units = append(units, Unit{[]float64{x}, c.successes[i], 10})
		}
		f, err := Logit(units, 0.95)
		alltest.OK(t, err)
		rate, band := f.Rate(2)
		if band != (Interval{0, 1}) || !unknown(f.Coefficients[0]) || !unknown(f.Intercept) || c.slope != (f.Coefficients[0].Value != 0) || !c.slope && math.Abs(rate-0.3) > 1e-12 {
			t.Errorf("%s: rate %v, band %v, %+v", c.name, rate, band, f)
		}
		units[1].Successes++
		if f, err = Logit(units, 0.95); err != nil || unknown(f.Coefficients[0]) {
			t.Errorf("%s but for one: %+v, %v", c.name, f, err)
		}
	}
}

// A predictor that is one value but for rounding is constant, and one that others
// determine but for rounding is collinear; hardly more is not.
func TestBoundsOfTheDesign(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var x [][]float64
	var y []float64
	for range 40 {
		x, y = append(x, []float64{random.NormFloat64(), random.NormFloat64()}), append(y, random.NormFloat64())
	}
	with := func(change func(row []float64) []float64) (Fit, error) {
		var rows [][]float64
		for _, row := range x {
			rows = append(rows, change(row))
		}
		return Linear(rows, y, 0.95)
	}
	for _, c := range []struct {
		name   string
		change func(row []float64) []float64
		fails  bool
	}{
		{"constant but for 1e-13", func(r []float64) []float64 { return []float64{5 + 5e-13*r[0], r[1]} }, true},
		{"constant but for 1e-11", func(r []float64) []float64 { return []float64{5 + 5e-11*r[0], r[1]} }, false},
		{"zero but for 1e-13", func(r []float64) []float64 { return []float64{1e-13 * r[0], r[1]} }, false},
		{"below zero, constant but for 1e-13", func(r []float64) []float64 { return []float64{-5 + 5e-13*r[0], r[1]} }, true},
		{"the other but for 1e-6", func(r []float64) []float64 { return []float64{r[0], r[0] + 1e-6*r[1]} }, true},
		{"the other but for 1e-4", func(r []float64) []float64 { return []float64{r[0], r[0] + 1e-4*r[1]} }, false},
	} {
		f, err := with(c.change)
		alltest.Check(t, errors.Is(err, ErrCollinear) == c.fails && (c.fails || err == nil), "%s: %v", c.name, err)
		alltest.Check(t, err != nil || math.Abs(f.Explained-must(with(func(r []float64) []float64 { return r })).Explained) <= 1e-3,
			"%s: explains %v", c.name, f.Explained)
	}
	// Means and deviations are those of the values, with divisor n.
	f := must(Linear([][]float64{{1, 10}, {2, 14}, {3, 10}, {6, 26}, {8, 10}}, []float64{1, 4, 2, 2, 7}, 0.95))
	for j, want := range [][2]float64{{4, math.Sqrt(34.0 / 5)}, {14, math.Sqrt(192.0 / 5)}} {
		c := f.Coefficients[j]
		alltest.Check(t, near(c.Mean, want[0]) && near(c.Deviation, want[1]), "predictor %d: %v, %v", j, c.Mean, c.Deviation)
	}
}

func must(f Fit, err error) Fit {
	if err != nil {
		panic(err)
	}
	return f
}
