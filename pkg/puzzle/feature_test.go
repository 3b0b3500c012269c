package puzzle

import (
	"math"
	"testing"
)

func TestCellsOfNothing(t *testing.T) {
	if f := Cells(); f.Name != "cells" || !math.IsNaN(f.Of(Item{})) {
		t.Errorf("%s of nothing: %v", f.Name, f.Of(Item{}))
	}
}
