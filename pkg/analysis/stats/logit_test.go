package stats

import (
	"math"
	"testing"

	"formicary/pkg/alltest"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// singles makes a unit of every trial.
func singles(x []float64, y []int) []Unit {
	out := make([]Unit, len(x))
	for i := range x {
		out[i] = Unit{[]float64{x[i]}, float64(y[i]), 1}
	}
	return out
}

// slope is a fit of one predictor, with the errors of its coefficients.
type slope struct {
	Fit
	intercept, slope, errIntercept, errSlope float64
}

func fitSlope(t interface{ Fatal(...any) }, units []Unit) slope {
	f, err := Logit(units, 0.95)
	if err != nil || !f.Converged {
		t.Fatal(f, err)
	}
	c := f.Coefficients[0]
	at := mat.NewVecDense(2, []float64{1, -c.Mean / c.Deviation})
	return slope{f, f.Intercept.Value, c.Value, math.Sqrt(mat.Inner(at, f.covariance, at)), c.StdErr / c.Deviation}
}

var (
	// Hours of study and passing of 20 students: Wikipedia, "Logistic
	// regression", section "Example", which prints the coefficients −4.0777 and
	// 1.5046 with standard errors 1.7610 and 0.6287.
	hours  = []float64{0.50, 0.75, 1.00, 1.25, 1.50, 1.75, 1.75, 2.00, 2.25, 2.50, 2.75, 3.00, 3.25, 3.50, 4.00, 4.25, 4.50, 4.75, 5.00, 5.50}
	passed = []int{0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1}
	// Temperature (°F) and damaged O-rings on 23 flights before Challenger's
	// last: S. R. Dalal, E. B. Fowlkes and B. Hoadley, "Risk analysis of the
	// space shuttle", Journal of the American Statistical Association 84
	// (1989), 945–957. The fit of damage or none is that of R's glm, as
	// printed in many places: 15.0429 (7.3786) and −0.2322 (0.1082), residual
	// deviance 20.315, null deviance 28.267.
	temperature = []float64{66, 70, 69, 68, 67, 72, 73, 70, 57, 63, 70, 78, 67, 53, 67, 75, 70, 81, 76, 79, 75, 76, 58}
	damaged     = []int{0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1}
)

func TestLogitAgainstPublishedFits(t *testing.T) {
	for _, c := range []struct {
		name                                   string
		x                                      []float64
		y                                      []int
		intercept, slope, errI, errS, dev, nul float64
	}{
		{"hours of study", hours, passed, -4.0777, 1.5046, 1.7610, 0.6287, 16.060, 27.726},
		{"O-rings", temperature, damaged, 15.0429, -0.2322, 7.3786, 0.1082, 20.315, 28.267},
	} {
		f := fitSlope(t, singles(c.x, c.y))
		alltest.Require(t, !f.Separated && f.Units == len(c.x), "%s: %+v", c.name, f)
		expect(t, c.name+": intercept", f.intercept, c.intercept, 4)
		expect(t, c.name+": slope", f.slope, c.slope, 4)
		expect(t, c.name+": its error", f.errIntercept, c.errI, 4)
		expect(t, c.name+": its error", f.errSlope, c.errS, 4)
		expect(t, c.name+": share of the deviance explained", f.Explained, 1-c.dev/c.nul, 4)
		k := f.Coefficients[0]
		i := f.Intercept
		alltest.Check(t, i.Mean == 0 && i.Deviation == 1 && i.Inflation == 1 && near(k.Inflation, 1), "%s: %+v", c.name, f)
	}
	// Wikipedia prints the chances to pass after 1, 2, 3, 4 and 5 hours.
	f := fitSlope(t, singles(hours, passed))
	for i, want := range []float64{0.07, 0.26, 0.61, 0.87, 0.97} {
		rate, band := f.Rate(float64(i + 1))
		expect(t, "chance", rate, want, 2)
		alltest.Check(t, band.Low < rate && rate < band.High, "band %+v of %v", band, rate)
	}
}

// Trials of equal x may be put together: the estimates stay.
func TestLogitGrouping(t *testing.T) {
	byX := map[float64]*Unit{}
	var grouped []Unit
	for i, x := range temperature {
		if byX[x] == nil {
			byX[x] = &Unit{X: []float64{x}}
		}
		byX[x].Successes += float64(damaged[i])
		byX[x].Trials++
	}
	for _, u := range byX {
		grouped = append(grouped, *u)
	}
	grouped = append(grouped, Unit{X: []float64{1000}}) // no trials: left out
	a, b := fitSlope(t, singles(temperature, damaged)), fitSlope(t, grouped)
	if math.Abs(a.slope-b.slope) > 1e-8 || math.Abs(a.intercept-b.intercept) > 1e-6 || math.Abs(a.Explained-b.Explained) > 1e-9 || b.Units != len(byX) {
		t.Errorf("single trials %+v\ngrouped %+v", a, b)
	}
}

// Where runs on a puzzle are copies of one run, more of them add nothing: the
// robust errors stay as they are.
func TestRobustErrorsSeeThroughCopies(t *testing.T) {
	units := singles(hours, passed)
	for i := range units {
		units[i].Successes, units[i].Trials = 2*units[i].Successes, 2
	}
	two := fitSlope(t, units)
	for i := range units {
		units[i].Successes, units[i].Trials = 50*units[i].Successes, 100
	}
	many := fitSlope(t, units)
	alltest.Check(t, math.Abs(two.slope-many.slope) <= 1e-8 && math.Abs(two.errSlope-many.errSlope) <= 1e-8,
		"two runs %+v\n100 copies %+v", two, many)
	if a, b := two.Coefficients[0].Interval, many.Coefficients[0].Interval; math.Abs(a.Low-b.Low) > 1e-6 || math.Abs(a.High-b.High) > 1e-6 {
		t.Errorf("two runs %+v, 100 copies %+v", a, b)
	}
}

// For a predictor of two values Firth's estimates are those of Haldane and
// Anscombe: the log odds with half a trial added to every count.
func TestFirthOnATwoByTwoTable(t *testing.T) {
	for _, c := range []struct{ s0, n0, s1, n1 int }{{5, 5, 0, 7}, {0, 4, 2, 9}, {3, 3, 2, 8}, {1, 4, 3, 3}} {
		var units []Unit
		for i := range c.n0 {
			units = append(units, Unit{[]float64{10}, float64(min(1, max(0, c.s0-i))), 1})
		}
		for i := range c.n1 {
			units = append(units, Unit{[]float64{30}, float64(min(1, max(0, c.s1-i))), 1})
		}
		f := fitSlope(t, units)
		alltest.Require(t, f.Separated, "%+v: %+v", c, f)
		odds := func(s, n int) float64 { return math.Log((float64(s) + 0.5) / (float64(n-s) + 0.5)) }
		want := (odds(c.s1, c.n1) - odds(c.s0, c.n0)) / 20
		expect(t, "slope", f.slope, want, 7)
		expect(t, "intercept", f.intercept, odds(c.s0, c.n0)-10*want, 7)
		variance := func(s, n int) float64 { return 1 / (float64(n) * logistic(odds(s, n)) * (1 - logistic(odds(s, n)))) }
		expect(t, "error of the slope", f.errSlope, math.Sqrt(variance(c.s0, c.n0)+variance(c.s1, c.n1))/20, 7)

		// With separation runs on a puzzle add nothing.
		for i := range units {
			units[i].Successes *= 50
			units[i].Trials *= 50
		}
		g := fitSlope(t, units)
		alltest.Check(t, g.slope == f.slope && g.errSlope == f.errSlope, "50 copies: %+v", g)
	}
}

// Complete, quasi-complete and no separation.
func TestSeparation(t *testing.T) {
	for _, c := range []struct {
		x    []float64
		y    []int
		want bool
	}{
		{[]float64{1, 2, 3, 4}, []int{1, 1, 0, 0}, true},
		{[]float64{1, 2, 3, 4}, []int{0, 0, 1, 1}, true},
		{[]float64{1, 2, 3, 4}, []int{1, 0, 1, 0}, false},
		{[]float64{1, 2, 3, 4}, []int{1, 1, 1, 1}, true},
		{[]float64{1, 2, 2, 3}, []int{1, 1, 0, 0}, true},
	} {
		f := fitSlope(t, singles(c.x, c.y))
		alltest.Check(t, f.Separated == c.want && f.Explained >= 0 && f.Explained < 1, "%v: %+v", c.y, f)
	}
	// A rate that is 0 but for rounding separates, too.
	var units []Unit
	for x := range 6 {
		units = append(units, Unit{[]float64{float64(x)}, 1e-10, 1})
	}
	f := fitSlope(t, units)
	alltest.Check(t, f.Separated && f.Intercept.StdErr <= separatedError, "%+v", f)
}

// The fit always settles, its band holds the curve, and neither the origin nor
// the unit of the predictor matters.
func TestLogitProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 12).Draw(t, "units")
		units, moved := make([]Unit, n), make([]Unit, n)
		for i := range units {
			m, x := rapid.IntRange(1, 30).Draw(t, "trials"), float64(rapid.IntRange(1, 9).Draw(t, "x"))
			if i < 2 {
				x = float64(i) // two values at least
			}
			units[i] = Unit{[]float64{x}, float64(rapid.IntRange(0, m).Draw(t, "successes")), float64(m)}
			moved[i] = Unit{[]float64{1e4 + 1e-3*x}, units[i].Successes, units[i].Trials}
		}
		f, g := fitSlope(t, units), fitSlope(t, moved)
		for x := 1.0; x <= 9; x++ {
			p, band := f.Rate(x)
			q, other := g.Rate(1e4 + 1e-3*x)
			if !(0 <= band.Low && band.Low <= p && p <= band.High && band.High <= 1) || math.Abs(p-q) > 1e-5 || math.Abs(band.Low-other.Low) > 1e-4 {
				t.Fatalf("at %v: %v %+v, moved %v %+v", x, p, band, q, other)
			}
		}
	})
}
