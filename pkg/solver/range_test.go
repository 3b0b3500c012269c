package solver_test

import (
	"cmp"
	"errors"
	"math"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/solver"
)

func TestInRange(t *testing.T) {
	if err := solver.InRange("seed", 1, true, "anything"); err != nil {
		t.Errorf("in range: %v", err)
	}
	share := func(x float64) bool { return x >= 0 && x <= 1 }
	rate, ants := math.NaN(), 0
	err := cmp.Or(
		solver.InRange("seed", 1, true, "anything"),
		solver.InRange("rate", rate, share(rate), "0 to 1"),
		solver.InRange("ants", ants, ants >= 1, "at least 1"),
	)
	const want = "rate = NaN: parameter out of range: expected 0 to 1"
	alltest.Check(t, errors.Is(err, solver.ErrParameter) && err.Error() == want, "error %q, want %q", err, want)
}
