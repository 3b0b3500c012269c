package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"

	"pgregory.net/rapid"
)

// A regression does not care for the unit of a predictor, nor for its order; an
// exact one is found.
func TestRegressions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		var x, other [][]float64
		var y, exact []float64
		var units, otherUnits []Unit
		for range 30 {
			a, b := random.NormFloat64(), random.NormFloat64()
			x, other = append(x, []float64{a, b}), append(other, []float64{100*b - 7, a})
			y, exact = append(y, a+random.NormFloat64()), append(exact, 3+2*a-b)
			n := float64(1 + random.IntN(4))
			k := float64(random.IntN(int(n) + 1))
			units, otherUnits = append(units, Unit{X: []float64{a, b}, Successes: k, Trials: n}), append(otherUnits, Unit{X: []float64{100*b - 7, a}, Successes: k, Trials: n})
		}
		same := func(f Fit, err error, g Fit, err2 error) {
			alltest.Require(t, err == nil && err2 == nil, "%v %v", err, err2)
			p, half := f.Predict(0.3, -0.2)
			q, half2 := g.Predict(-27, 0.3)
			if math.Abs(p-q) > 1e-6 || math.Abs(half.High-half2.High) > 1e-6 || math.Abs(f.Coefficients[0].P-g.Coefficients[1].P) > 1e-6 ||
				math.Abs(f.Coefficients[1].Standardised-g.Coefficients[0].Standardised) > 1e-6 {
				t.Fatalf("%+v\n%+v", f, g)
			}
		}
		f, err := Linear(x, y, 0.9)
		g, err2 := Linear(other, y, 0.9)
		same(f, err, g, err2)
		f, err = Logit(units, 0.9)
		g, err2 = Logit(otherUnits, 0.9)
		same(f, err, g, err2)
		e, err := Linear(x, exact, 0.9)
		if err != nil || !near(e.Intercept.Value, 3) || !near(e.Coefficients[0].Value, 2) || !near(e.Coefficients[1].Value, -1) || !near(e.Explained, 1) {
			t.Fatalf("%+v, %v", e, err)
		}
	})
}

func TestRegressionsThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		x    [][]float64
		want error
	}{
		{nil, ErrTooFew},
		{[][]float64{{1}, {2}}, ErrTooFew},
		{[][]float64{{1}, {1}, {1}, {1}}, ErrCollinear},
		{[][]float64{{1, 2}, {2, 4}, {3, 6}, {5, 10}, {7, 14}}, ErrCollinear},
	} {
		var units []Unit
		for i, x := range c.x {
			units = append(units, Unit{X: x, Successes: float64(i % 2), Trials: 1})
		}
		alltest.Refused(Linear(c.x, make([]float64, len(c.x)), 0.95))(t, c.want, "Linear of %v", c.x)
		alltest.Refused(Logit(units, 0.95))(t, c.want, "Logit of %v", c.x)
	}
}
