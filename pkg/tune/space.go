package tune

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/lists"
	"formicary/pkg/solver"
)

// ErrSpace is wrapped by the error of a space that does not fit the engine.
var ErrSpace = errors.New("invalid parameter space")

// Parameter is one parameter to be tuned, by the name of the engine's flag.
type Parameter struct {
	Name string
	// Low and High bound numbers, both included. Real numbers have four
	// significant digits, irace's default.
	Low, High float64
	// Integer says that numbers are whole.
	Integer bool
	// Log draws numbers evenly on a logarithmic scale; Low is above 0 then.
	Log bool
	// Values are the texts that a parameter without a range can have.
	Values []string
	// Ordered says that Values stand in an order, so that a new value is drawn near the old one.
	Ordered bool
	// When says whether the parameter matters, given those before it in the
	// space; empty means always. One that does not keeps the engine's default.
	When Condition
}

// Real is a real number between two bounds.
func Real(name string, low, high float64) Parameter {
	return Parameter{Name: name, Low: low, High: high}
}

// Whole is a whole number between two bounds.
func Whole(name string, low, high int) Parameter {
	return Parameter{Name: name, Low: float64(low), High: float64(high), Integer: true}
}

// OneOf is one of several texts.
func OneOf(name string, values ...string) Parameter {
	return Parameter{Name: name, Values: values}
}

// OnLog returns the parameter on a logarithmic scale.
func (p Parameter) OnLog() Parameter {
	p.Log = true
	return p
}

// Space is what can be tuned.
type Space []Parameter

// Tuned is what the tuner tunes: its Space, or all parameters of the engine that have ranges of their own.
func (t Tuner) Tuned() Space {
	if t.Space != nil || t.New == nil {
		return t.Space
	}
	var space Space
	solver.NewFlags(t.New().Table().Define).VisitAll(func(f *flag.Flag) {
		if r, ok := f.Value.(solver.Ranged); ok {
			low, high := r.Range()
			_, whole := r.Get().(int)
			if _, text := r.Get().(string); !text {
				space = append(space, Parameter{Name: f.Name, Low: low, High: high, Integer: whole})
			}
		}
	})
	return space
}

// Config gives parameters values, as the engine's flags read them. Parameters
// that do not matter are missing.
type Config map[string]string

// String writes "ants=12 q0=0.85", by name.
func (c Config) String() string {
	parts := lists.Map(slices.Sorted(maps.Keys(c)), func(name string) string { return name + "=" + c[name] })
	return strings.Join(parts, " ")
}

// Apply sets the parameters of an engine.
func (c Config) Apply(s solver.Configurable) error {
	flags := solver.NewFlags(s.Table().Define)
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if err := flags.Set(name, c[name]); err != nil {
			return fmt.Errorf("tune: %s: %s=%s: %w", s.Describe().Label(), name, c[name], err)
		}
	}
	return nil
}

// validate checks the space against an engine.
func (space Space) validate(s solver.Configurable) error {
	if len(space) == 0 {
		return fmt.Errorf("tune: %w: it has no parameters", ErrSpace)
	}
	flags := solver.NewFlags(s.Table().Define)
	seen := map[string]bool{}
	for i, p := range space {
		fail := func(format string, args ...any) error {
			return fmt.Errorf("tune: %w: parameter %q %s", ErrSpace, p.Name, fmt.Sprintf(format, args...))
		}
		switch {
		case seen[p.Name]:
			return fail("is declared twice")
		case flags.Lookup(p.Name) == nil:
			return fail("is not a parameter of %s", s.Describe().Engine)
		case len(p.Values) == 0 && !(p.Low < p.High) || math.IsInf(p.High-p.Low, 0):
			return fail("has neither values nor a finite range: %v to %v", p.Low, p.High)
		case p.Log && !(p.Low > 0):
			return fail("is on a logarithmic scale, which cannot begin at %v", p.Low)
		case p.Integer && (p.Low != math.Trunc(p.Low) || p.High != math.Trunc(p.High)):
			return fail("is a whole number, and %v or %v is not", p.Low, p.High)
		}
		values := p.Values
		if len(values) == 0 {
			values = []string{p.text(0), p.text(1)}
		}
		for _, v := range values {
			if err := flags.Set(p.Name, v); err != nil {
				return fail("cannot be %q: %v", v, err)
			}
		}
		if err := p.When.Check(space[:i]); err != nil {
			return fail("matters when: %v", err)
		}
		seen[p.Name] = true
	}
	return nil
}

// ends are those of the range that is drawn from: of whole numbers each has the
// same share of it.
func (p Parameter) ends() (low, high float64) {
	low, high = p.Low, p.High
	if p.Integer {
		low, high = low-0.5, high+0.5
		if p.Log {
			low = max(low, p.Low/2)
		}
	}
	return low, high
}

// text is a number of the parameter as text; unit is its place, 0 to 1.
func (p Parameter) text(unit float64) string {
	unit = min(max(unit, 0), 1)
	if n := len(p.Values); n > 0 {
		return p.Values[min(int(unit*float64(n)), n-1)]
	}
	low, high := p.ends()
	x := low + unit*(high-low)
	if p.Log {
		x = math.Exp(math.Log(low) + unit*(math.Log(high)-math.Log(low)))
	}
	if p.Integer {
		x = math.Round(x) + 0 // not -0, which is another text
	} else if y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 3, 64), 64); err == nil {
		x = y
	}
	return strconv.FormatFloat(min(max(x, p.Low), p.High), 'f', -1, 64)
}

// unit is the place of a text in the parameter's range or among its values, 0 to 1; ok is false
// where it has none.
func (p Parameter) unit(text string) (u float64, ok bool) {
	if at := slices.Index(p.Values, text); len(p.Values) > 0 {
		return (float64(at) + 0.5) / float64(len(p.Values)), at >= 0
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, false
	}
	low, high := p.ends()
	if p.Log {
		if !(x > 0) {
			return 0, true
		}
		x, low, high = math.Log(x), math.Log(low), math.Log(high)
	}
	return min(max((x-low)/(high-low), 0), 1), true
}

// active drops values of parameters that do not matter, and of names that are
// not in the space.
func (space Space) active(c Config) Config {
	out := Config{}
	for _, p := range space {
		if v, ok := c[p.Name]; ok && space.Holds(p.When, out) {
			out[p.Name] = v
		}
	}
	return out
}

func (space Space) defaults(s solver.Configurable) Config {
	flags := solver.NewFlags(s.Table().Define)
	c := Config{}
	for _, p := range space {
		c[p.Name] = flags.Lookup(p.Name).Value.String()
	}
	return space.active(c)
}
