package solver_test

import (
	"errors"
	"flag"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/solver"
)

func TestOptions(t *testing.T) {
	names := []string{"text", "program"}
	for i, name := range names {
		got := -1
		err := solver.SetOption(&got, names, solver.OptionName(names, i))
		alltest.Check(t, got == i && err == nil, "%s reads back as %d, %v", name, got, err)
	}
	alltest.Equal(t, solver.OptionName(names, 2)+solver.OptionName(names, -1), "2-1", "values without a name are")
	kept := uint8(7)
	err := solver.SetOption(&kept, names, "x")
	alltest.Check(t, err != nil && err.Error() == `"x": expected text, program` && kept == 7, "error %v, value %d", err, kept)
}

func TestOptionVar(t *testing.T) {
	names := []string{"text", "program"}
	value := uint8(1)
	flags := solver.NewFlags(func(flags *flag.FlagSet) { solver.OptionVar(flags, &value, "reading", names, "which") })
	f := flags.Lookup("reading")
	alltest.Check(t, f.DefValue == "program" && f.Usage == "which", "%+v", f)
	err := flags.Set("reading", "text")
	alltest.Check(t, err == nil && value == 0 && f.Value.String() == "text", "value %d, %v", value, err)
	err = flags.Set("reading", "x")
	alltest.Check(t, err != nil && strings.Contains(err.Error(), "expected text, program"), "error %v", err)
	err = solver.OptionInRange("reading", value, names)
	alltest.Check(t, err == nil, "%v", err)
	for _, wrong := range []int{-1, 2} {
		err := solver.OptionInRange("reading", wrong, names)
		alltest.Check(t, errors.Is(err, solver.ErrParameter) && strings.HasSuffix(err.Error(), "expected text, program"), "%d: error %v", wrong, err)
	}
}
