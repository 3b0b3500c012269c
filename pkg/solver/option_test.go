package solver_test

import (
	"testing"

	"formicary/pkg/solver"
)

func TestOptions(t *testing.T) {
	names := []string{"text", "program"}
	for i, name := range names {
		got := -1
		if err := solver.SetOption(&got, names, solver.OptionName(names, i)); got != i || err != nil {
			t.Errorf("%s reads back as %d, %v", name, got, err)
		}
	}
	if got := solver.OptionName(names, 2) + solver.OptionName(names, -1); got != "2-1" {
		t.Errorf("values without a name are %q", got)
	}
	kept := uint8(7)
	if err := solver.SetOption(&kept, names, "x"); err == nil || err.Error() != `"x": expected text, program` || kept != 7 {
		t.Errorf("error %v, value %d", err, kept)
	}
}
