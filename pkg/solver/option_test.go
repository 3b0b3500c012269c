package solver_test

import (
	"errors"
	"flag"
	"strings"
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

func TestOptionVar(t *testing.T) {
	names := []string{"text", "program"}
	value := uint8(1)
	flags := solver.NewFlags(func(flags *flag.FlagSet) { solver.OptionVar(flags, &value, "reading", names, "which") })
	f := flags.Lookup("reading")
	if f.DefValue != "program" || f.Usage != "which" {
		t.Errorf("%+v", f)
	}
	if err := flags.Set("reading", "text"); err != nil || value != 0 || f.Value.String() != "text" {
		t.Errorf("value %d, %v", value, err)
	}
	if err := flags.Set("reading", "x"); err == nil || !strings.Contains(err.Error(), "expected text, program") {
		t.Errorf("error %v", err)
	}
	if err := solver.OptionInRange("reading", value, names); err != nil {
		t.Error(err)
	}
	for _, wrong := range []int{-1, 2} {
		if err := solver.OptionInRange("reading", wrong, names); !errors.Is(err, solver.ErrParameter) || !strings.HasSuffix(err.Error(), "expected text, program") {
			t.Errorf("%d: error %v", wrong, err)
		}
	}
}
