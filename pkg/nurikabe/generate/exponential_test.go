package generate

import (
	"testing"

	"formicary/pkg/alltest"
)

// TestExponential compares draw by draw with the standard library, which takes
// its numbers from a table. Where that one's last bit decides otherwise, this
// one has to go on being what it is; among so many draws there is no such.
func TestExponential(t *testing.T) {
	a, b := newRand(1), newRand(1)
	for n := range 3_000_000 {
		x, y := exponential(a), b.ExpFloat64()
		alltest.Require(t, float32(x) == float32(y), "draw %d: %v, want %v", n, x, y)
	}
}
