package colony

import (
	"math"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
)

// Powers are those of package math, as far as its numbers go, and exact where they can be.
func TestPower(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		x, beta := r.ExpFloat64()*3, float64(r.IntN(8<<fractionBits))/(1<<fractionBits)
		got, want := newExponent(beta).power(x), math.Pow(x, beta)
		alltest.Require(t, math.Abs(got-want) <= 1e-12*want, "%v^%v = %v, want %v", x, beta, got, want)
	}
	for _, c := range [][3]float64{{3, 2, 9}, {2, 0.5, math.Sqrt2}, {0, 0, 1}, {0, 1, 0}, {0, 2.5, 0}, {7, 1, 7}, {1, 3.25, 1}, {1e300, 3, math.MaxFloat64}, {5, 1.00001, 5}} {
		alltest.Equal(t, newExponent(c[1]).power(c[0]), c[2], "%v^%v", c[0], c[1])
	}
}
