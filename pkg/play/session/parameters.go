package session

import (
	"flag"
	"math"
	"slices"
	"strconv"

	"formicary/pkg/solver"
)

// Parameter is one parameter of an engine, as a control needs it. All of it
// comes from the engine's own flags and its Validate.
type Parameter struct {
	Name string `json:"name"`
	// Value is the present one, Default the engine's; both as the flag writes
	// them.
	Value   string `json:"value"`
	Default string `json:"default"`
	Meaning string `json:"meaning"`
	// Kind is "whole", "number", "choice", "switch" or "text".
	Kind string `json:"kind"`
	// Options are the values of a choice.
	Options []string `json:"options,omitempty"`
	// Low and High are the ends of a number's range that Validate accepts while
	// the other parameters stay as they are; empty where there is none.
	Low  string `json:"low,omitempty"`
	High string `json:"high,omitempty"`
	Slider
	// Live says that a change acts from the next iteration on; others act on the
	// next run.
	Live bool `json:"live"`
}

// Slider has the ends and the step of a control for a number, which need not reach as far as its range.
type Slider struct {
	From float64 `json:"from"`
	To   float64 `json:"to"`
	Step float64 `json:"step"`
}

// Parameters describes those of an engine; defaults are those of plain. An
// engine that is not [solver.Configurable] has none.
func Parameters(engine, plain solver.Solver) []Parameter {
	e, ok := engine.(solver.Configurable)
	if !ok {
		return nil
	}
	e = Copy(e)
	flags := solver.NewFlags(e.Table().Define)
	defaults := flags
	if p, ok := plain.(solver.Configurable); ok {
		defaults = solver.NewFlags(Copy(p).Table().Define)
	}
	live := e.Table().Live()
	var out []Parameter
	flags.VisitAll(func(f *flag.Flag) {
		p := Parameter{
			Name: f.Name, Value: f.Value.String(), Default: f.Value.String(), Meaning: f.Usage,
			Live: slices.Contains(live, f.Name),
		}
		if d := defaults.Lookup(f.Name); d != nil {
			p.Default = d.Value.String()
		}
		p.describe(f, func(text string) bool {
			before := f.Value.String()
			ok := f.Value.Set(text) == nil && e.Table().Validate() == nil
			if err := f.Value.Set(before); err != nil {
				panic("session: " + f.Name + " does not read what it writes: " + err.Error())
			}
			return ok
		})
		out = append(out, p)
	})
	return out
}

// describe finds the kind of a parameter and its range.
func (p *Parameter) describe(f *flag.Flag, accepts func(string) bool) {
	p.Kind = "text"
	if o, ok := f.Value.(solver.Options); ok {
		p.Kind, p.Options = "choice", o.Options()
		return
	}
	getter, ok := f.Value.(flag.Getter)
	if !ok {
		return
	}
	switch v := getter.Get().(type) {
	case bool:
		p.Kind = "switch"
	case int:
		p.whole(int64(v), accepts)
	case int64:
		p.whole(v, accepts)
	case float64:
		p.number(v, accepts)
	}
}

func (p *Parameter) whole(value int64, accepts func(string) bool) {
	p.Kind = "whole"
	text := func(key int64) string { return strconv.FormatInt(key, 10) }
	p.ends(value, math.MinInt64/4, math.MaxInt64/4, text, accepts)
	p.slider(float64(value), func(x float64) float64 { return math.Round(x) })
	p.Step = 1
}

func (p *Parameter) number(value float64, accepts func(string) bool) {
	p.Kind = "number"
	// Keys stand in the order of the numbers: a float's bits do, from zero up.
	key := func(x float64) int64 {
		if x < 0 {
			return -int64(math.Float64bits(-x))
		}
		return int64(math.Float64bits(x))
	}
	text := func(key int64) string {
		x := math.Float64frombits(uint64(max(key, -key)))
		if key < 0 {
			x = -x
		}
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	p.ends(key(value), key(-math.MaxFloat64), key(math.MaxFloat64), text, accepts)
	p.slider(value, func(x float64) float64 { return x })
	p.Step = math.Pow(10, math.Floor(math.Log10(p.To-p.From))-2)
	if least := math.Abs(value); least > 0 {
		p.Step = min(p.Step, math.Pow(10, math.Floor(math.Log10(least))))
	}
}

// ends finds the range around a value that is accepted: what Validate says is
// declared nowhere else. It takes ranges for intervals.
func (p *Parameter) ends(value, least, most int64, text func(int64) string, accepts func(string) bool) {
	find := func(beyond int64) string {
		if accepts(text(beyond)) {
			return ""
		}
		in, out := value, beyond
		for in-out > 1 || out-in > 1 {
			middle := in/2 + out/2 + (in%2+out%2)/2
			if accepts(text(middle)) {
				in = middle
			} else {
				out = middle
			}
		}
		return text(in)
	}
	p.Low, p.High = find(least), find(most)
}

// slider chooses the part of the range that a slider has: all of it where that
// is at most sixteen times as wide as the value is large, else up to four times
// the value, or 100 where that is 0.
func (p *Parameter) slider(value float64, round func(float64) float64) {
	end := func(text string) float64 {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return math.NaN()
		}
		return x
	}
	usual := 4 * math.Abs(value)
	if value == 0 {
		usual = 100
	}
	p.From, p.To = end(p.Low), end(p.High)
	if math.IsNaN(p.From) {
		p.From = -usual
	}
	if !(p.To <= 4*usual) {
		p.To = round(p.From + max(usual, 1))
	}
	p.To = max(p.To, value)
}
