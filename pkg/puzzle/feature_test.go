package puzzle

import (
	"math"
	"testing"

	"formicary/pkg/alltest"
)

func TestCellsOfNothing(t *testing.T) {
	f := Cells()
	alltest.Check(t, f.Name == "cells" && math.IsNaN(f.Of(Item{})), "%s of nothing: %v", f.Name, f.Of(Item{}))
}
