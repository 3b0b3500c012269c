package solver

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Description says which engine a Solver is, and with which parameters. It
// goes into plans, records and manifests.
type Description struct {
	// Engine is the stable name, such as "nurikabe/acs".
	Engine string `json:"engine"`
	// Variant tells configurations of one engine apart in tables and legends,
	// such as "scheme 1"; empty for the defaults.
	Variant string `json:"variant,omitempty"`
	// Parameters are all parameters, in the engine's order.
	Parameters []Parameter `json:"parameters"`
	// Custom says that a rule was replaced by a func, of which the parameters
	// cannot tell: such a run can be repeated with the same program only.
	Custom bool `json:"custom,omitempty"`
}

// Parameter is the value of one parameter, as text.
type Parameter struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Label is what people read: engine and variant in words ([Label]).
func (d Description) Label() string { return Label(d.Engine, d.Variant) }

// Hash tells parameter settings of an engine apart: 16 hexadecimal digits over
// engine, variant and parameters.
func (d Description) Hash() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%v\n", d.Engine, d.Variant, d.Custom)
	for _, p := range d.Parameters {
		fmt.Fprintf(h, "%s=%s\n", p.Name, p.Value)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Configurable is a Solver whose parameters have names. Each has a row in the table
// of the present values: a flag that is bound to the engine's own field, with its
// documentation, and its range. The command's --param, plans and the registry
// all go through it, and Solve begins with [Table.Validate] ([Ready]).
//
// An engine reads the parameters that are [Table.Live] anew in every iteration:
// where the run's observer changes one of those, it acts from the next iteration
// on. The engine belongs to this run alone then. A run whose parameters nobody
// changes is the same bit for bit.
type Configurable interface {
	Solver
	Table() Table
}

// Values lists what the parameters are now, for [Description.Parameters], but for those that mean nothing
// ([Row.Unless]). The order is by name.
func (t Table) Values() (out []Parameter) {
	t = slices.DeleteFunc(slices.Clone(t), func(r Row) bool { return r.idle })
	NewFlags(t.Define).VisitAll(func(f *flag.Flag) { out = append(out, Parameter{f.Name, f.Value.String()}) })
	return out
}

// NewFlags returns a silent flag set with the flags that define defines.
func NewFlags(define func(*flag.FlagSet)) *flag.FlagSet {
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	define(flags)
	return flags
}

// PackageOf is the import path of the package that has a func of the given full
// name, such as "formicary/pkg/nurikabe/acs.(*Solver).step.func1": it tells
// whose code a rule of an engine is.
func PackageOf(name string) string {
	slash := strings.LastIndexByte(name, '/') + 1
	if dot := strings.IndexByte(name[slash:], '.'); dot >= 0 {
		return name[:slash+dot]
	}
	return name
}
