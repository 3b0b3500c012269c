package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

func TestTmp(t *testing.T) {
	for _, n := range []int{1, 2, 5, 10, 50, 300, 908} {
		for _, k := range []int{0, 1, n / 2, n - 1, n} {
			v := make([]float64, n)
			for i := range k {
				v[i] = 1
			}
			got := BoundedMean(v, 0, 1, 0.95)
			lo, hi := 0.0, 1.0
			if k > 0 {
				lo = mathext.InvRegIncBeta(float64(k), float64(n-k+1), 0.025)
			}
			if k < n {
				hi = mathext.InvRegIncBeta(float64(k+1), float64(n-k), 0.975)
			}
			t.Log(n, k, got.Low-lo, got.High-hi, hi-lo)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 3, 5, 20} {
		v := make([]float64, n)
		for i := range v {
			v[i] = math.Pow(r.Float64(), 3)
		}
		got := BoundedMean(v, 0, 1, 0.95)
		var draws []float64
		for range 1000000 {
			e := r.ExpFloat64()
			sum, whole := e, e
			for _, x := range v {
				e := r.ExpFloat64()
				sum += e * x
				whole += e
			}
			draws = append(draws, sum/whole)
		}
		slices.Sort(draws)
		t.Log(n, got.High, draws[975000])
	}
}

func BenchmarkBounded(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	v := make([]float64, 300)
	for i := range v {
		v[i] = r.Float64()
	}
	for b.Loop() {
		BoundedMean(v, 0, 1, 0.95)
	}
}
