package stats

import (
	"math"
	"testing"

	"formicary/pkg/alltest"

	"gonum.org/v1/gonum/mat"
)

// Where Newton's steps overshoot, as with few extreme predictors and very unequal
// numbers of trials, they are halved: the fit has the largest likelihood, or
// penalised likelihood of single trials where it is Firth's, by a slow count of it.
func TestStepsThatOvershoot(t *testing.T) {
	for _, c := range []struct {
		separated bool
		units     []Unit
	}{
		{false, []Unit{{[]float64{1, -1}, 0, 1}, {[]float64{0, -10}, 0, 1}, {[]float64{0, -6}, 246, 986}, {[]float64{29, 6}, 874, 874}, {[]float64{333, 19}, 0, 1}, {[]float64{1, 10}, 1, 3}, {[]float64{0, -15}, 0, 493}, {[]float64{0, -36}, 1, 2}}},
		{false, []Unit{{[]float64{0, 8}, 7, 7}, {[]float64{7, 1}, 1, 3}, {[]float64{60, 10}, 0, 1}, {[]float64{0, -17}, 0, 3}, {[]float64{4, 2}, 723, 723}, {[]float64{1, 1}, 1, 2}}},
		{true, []Unit{{[]float64{0, -8}, 0, 2}, {[]float64{17, -15}, 0, 742}, {[]float64{0, 12}, 1, 3}, {[]float64{5, -4}, 0, 2}, {[]float64{3554, -4}, 0, 2}, {[]float64{0, -11}, 1, 1}, {[]float64{10, 1}, 2, 2}, {[]float64{2, 6}, 351, 468}}},
		{true, []Unit{{[]float64{205, 2}, 2, 2}, {[]float64{0, -13}, 0, 940}, {[]float64{1, 0}, 15, 60}, {[]float64{0, 5}, 0, 3}, {[]float64{8, -12}, 0, 2}, {[]float64{0, -16}, 1, 1}}},
	} {
		f, err := Logit(c.units, 0.95)
		if err != nil || !f.Converged || f.Separated != c.separated {
			t.Errorf("%+v, %v", f, err)
			continue
		}
		likelihood := func(moved []float64) (sum float64) {
			information := mat.NewSymDense(3, nil)
			for _, u := range c.units {
				z := mat.NewVecDense(3, []float64{1, 0, 0})
				for j, k := range f.Coefficients {
					z.SetVec(j+1, (u.X[j]-k.Mean)/k.Deviation)
				}
				eta := f.Intercept.Standardised + moved[0]
				for j, k := range f.Coefficients {
					eta += (k.Standardised + moved[j+1]) * z.AtVec(j+1)
				}
				s, n := u.Successes, u.Trials
				if f.Separated {
					s, n = s/n, 1
				}
				p := 1 / (1 + math.Exp(-eta))
				sum += s*eta - n*math.Log1p(math.Exp(eta))
				information.SymRankOne(information, n*p*(1-p), z)
			}
			if f.Separated {
				sum += math.Log(mat.Det(information)) / 2
			}
			return sum
		}
		best := likelihood(make([]float64, 3))
		for _, size := range []float64{1e-3, 0.03, 1} {
			for code := range 27 {
				moved := []float64{float64(code%3-1) * size, float64(code/3%3-1) * size, float64(code/9-1) * size}
				other := likelihood(moved)
				alltest.Check(t, other <= best+1e-9, "separated %v, moved by %v: %v, larger than %v", c.separated, moved, other, best)
			}
		}
	}
}
