package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"formicary/pkg/alltest"
)

// skewed makes units with two predictors, one with a heavy tail.
func skewed(r *rand.Rand, n int) (x [][]float64, y []float64) {
	for range n {
		x = append(x, []float64{math.Exp(r.NormFloat64()), r.NormFloat64()})
		y = append(y, r.NormFloat64())
	}
	return x, y
}

// Errors are the jackknife's: what a coefficient moves by when a unit is left
// out, refitted, summed over units. Degrees of freedom are those of the quadratic
// form in the residuals, from the matrix that makes them.
func TestJackknife(t *testing.T) {
	x, y := skewed(rand.New(rand.NewPCG(1, 2)), 14)
	f := alltest.Must(Linear(x, y, 0.9))(t)
	n := len(x)
	design := mat.NewDense(n, 3, nil)
	for i, row := range x {
		design.SetRow(i, append([]float64{1}, row...))
	}
	var information, bread, half, hat mat.Dense
	information.Mul(design.T(), design)
	alltest.OK(t, bread.Inverse(&information))
	half.Mul(design, &bread)
	hat.Mul(&half, design.T())
	for j, c := range f.Coefficients {
		squares := 0.0
		for i := range n {
			g := alltest.Must(Linear(slices.Delete(slices.Clone(x), i, i+1), slices.Delete(slices.Clone(y), i, i+1), 0.9))(t)
			squares += math.Pow(c.Value-g.Coefficients[j].Value, 2)
		}
		expect(t, "error", c.ends[0].err/c.Deviation, math.Sqrt(squares), 9)
		rest, form := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
		for i := range n {
			for k := range n {
				rest.Set(i, k, -hat.At(i, k))
			}
			rest.Set(i, i, 1-hat.At(i, i))
			form.Set(i, i, math.Pow(half.At(i, j+1), 2)/(1-hat.At(i, i)))
		}
		var one, two mat.Dense
		one.Mul(rest, form)
		two.Mul(&one, &one)
		freedom := math.Pow(mat.Trace(&one), 2) / mat.Trace(&two)
		expect(t, "degrees of freedom", c.ends[0].freedom, freedom, 9)
		alltest.Check(t, freedom < float64(n-3), "%v degrees of freedom of %d units", freedom, n)
		reach := student(freedom).Quantile(0.95) * c.StdErr
		expect(t, "low end", c.Interval.Low, c.Standardised-reach, 9)
		expect(t, "p", c.P, 2*student(freedom).Survival(math.Abs(c.Standardised)/c.StdErr), 9)
	}
}

// An interval excludes 0 where p is below what its level leaves, at any level.
func TestIntervalsGoWithP(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		x, y := skewed(r, 12)
		var units []Unit
		for i, row := range x {
			y[i] += row[1] * 2
			units = append(units, Unit{row, float64(r.IntN(4)) * logistic(3*row[1]), 3})
		}
		f, err := Linear(x, y, 0.95)
		g, err2 := Logit(units, 0.95)
		alltest.Require(t, err == nil && err2 == nil, "%v %v", err, err2)
		for _, c := range slices.Concat(f.Coefficients, g.Coefficients) {
			for _, level := range []float64{0.5, 0.9, 0.95, 0.99} {
				in := c.Within(level)
				alltest.Require(t, in.Contains(0) != (c.P < 1-level) && in.Contains(c.Standardised), "%+v at %v of %+v", in, level, c)
			}
		}
	}
}

// A predictor that one unit alone has another value of has no interval, and says
// how many units it takes; the other predictor has.
func TestTooFewUnits(t *testing.T) {
	for odd, needed := range []int{0, 11, 0, 0} {
		var x [][]float64
		var y []float64
		var units []Unit
		for i := range 10 {
			row := []float64{float64(i * i % 7)}
			if odd > 0 {
				row = append(row, 0)
				if i < odd {
					row[1] = 1
				}
			}
			x, y = append(x, row), append(y, float64(i*i%5))
			units = append(units, Unit{row, float64(i % 4), 4})
		}
		f, err := Linear(x, y, 0.95)
		g, err2 := Logit(units, 0.95)
		alltest.Require(t, err == nil && err2 == nil, "%v %v", err, err2)
		for _, fit := range []Fit{f, g} {
			for j, c := range fit.Coefficients {
				want := 0
				if j == 1 {
					want = needed
				}
				if (c.Needed > 0) != (want > 0) || c.Needed < want || math.IsInf(c.Interval.High, 1) != (want > 0) || math.IsInf(c.Interval.Low, -1) != (want > 0) || want > 0 && c.P != 1 {
					t.Errorf("%d odd units: %+v", odd, c)
				}
			}
		}
	}
}
