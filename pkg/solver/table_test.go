package solver

import (
	"errors"
	"flag"
	"math"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
)

// A row says its flag, its range and whether it acts in mid-run; the first row out
// of range is the error, which names it.
func TestTable(t *testing.T) {
	share, count, on, kind := 0.5, 3, false, 1
	table := func() Table {
		return Table{
			Float("share", &share, "a share").Between(0, 1).Live(),
			Int("count", &count, "a count").AtLeast(1),
			Bool("on", &on, "a switch").Must(on || count < 9, "true where count is 9").Live(),
			Option("kind", &kind, []string{"a", "b"}, "a kind"),
			Part(nil, nil, "other"),
		}
	}
	flags := NewFlags(func(f *flag.FlagSet) { table().Define(f) })
	for name, value := range map[string]string{"share": "0.5", "count": "3", "on": "false", "kind": "b"} {
		f := flags.Lookup(name)
		alltest.Check(t, f != nil && f.Value.String() == value && f.DefValue == value, "%s: %+v", name, f)
	}
	got := table().Live()
	alltest.Check(t, slices.Equal(got, []string{"share", "on", "other"}), "live are %q", got)
	err := table().Validate()
	alltest.Check(t, err == nil, "%v", err)
	for want, change := range map[string]func(){
		"share = 1.5: parameter out of range: expected 0 to 1":   func() { share = 1.5 },
		"share = NaN: parameter out of range: expected 0 to 1":   func() { share = math.NaN() },
		"count = 0: parameter out of range: expected at least 1": func() { count = 0 },
		"on = false: parameter out of range: expected true":      func() { count = 9 },
		"kind = 2: parameter out of range: expected a, b":        func() { kind = 2 },
	} {
		share, count, kind = 0.5, 3, 1
		change()
		err := table().Validate()
		alltest.Check(t, errors.Is(err, ErrParameter) && strings.HasPrefix(err.Error(), want), "got %v, want %s", err, want)
	}
}
