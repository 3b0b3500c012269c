package solver_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/solver"
)

// TestLogExp compares with the standard library, whose errors are below one
// unit in the last place, too: two such numbers are at most two apart.
func TestLogExp(t *testing.T) {
	units := func(got, want float64) float64 {
		if got == want {
			return 0
		}
		return math.Abs(got-want) / (math.Nextafter(math.Abs(want), math.Inf(1)) - math.Abs(want))
	}
	r := rand.New(solver.NewPCG(1))
	check := func(name string, x, got, want float64) {
		alltest.Require(t, units(got, want) <= 2, "%s(%g) = %v, want %v", name, x, got, want)
	}
	for n := range 100_000 {
		check("Log", float64(n), solver.Log(float64(n)), math.Log(float64(n)))
		for _, x := range []float64{r.Float64(), 0.9 + 0.2*r.Float64(), math.Ldexp(1+r.Float64(), r.IntN(2000)-1000)} {
			check("Log", x, solver.Log(x), math.Log(x))
		}
		for _, x := range []float64{-r.Float64(), 40*r.Float64() - 20, 1400*r.Float64() - 700, math.Ldexp(r.Float64(), -r.IntN(60))} {
			check("Exp", x, solver.Exp(x), math.Exp(x))
		}
	}
	for _, x := range []float64{0, 1, math.Inf(1), math.Inf(-1), 709, 709.79, 1e300, -744, -745.1, -745.2, -746, -1e300} {
		check("Exp", x, solver.Exp(x), math.Exp(x))
	}
	check("Log", math.MaxFloat64, solver.Log(math.MaxFloat64), math.Log(math.MaxFloat64))
}

func ExampleLog() {
	fmt.Printf("%x %x\n", math.Float64bits(solver.Log(10)), math.Float64bits(solver.Exp(1)))
	// Output: 40026bb1bbb55516 4005bf0a8b145769
}
