package charts

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/charts/internal/numbers"
	"formicary/pkg/charts/internal/scale"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
)

// num is a number of an option ([numbers.Text]). What is not finite becomes "-", ECharts' word for nothing.
func num(x float64) json.RawMessage {
	if !scale.Finite(x) {
		return json.RawMessage(`"-"`)
	}
	return json.RawMessage(numbers.Text(x))
}

// pair is a point of a series.
func pair(x, y float64) []json.RawMessage { return []json.RawMessage{num(x), num(y)} }

// How numbers are written for people: a count with its noun among them.
var (
	human  = puzzle.Number
	share  = puzzle.Share
	signed = puzzle.Signed
	plural = puzzle.Plural
)

// thousands writes a whole number with a comma between groups of three.
func thousands(x float64) string { return puzzle.Thousands(int(x)) }

// interval writes a 95 % interval.
func interval(lo, hi float64, write func(float64) string) string {
	return fmt.Sprintf("[%s, %s]", write(lo), write(hi))
}

// about says what intervals are about, each different kind once.
func about(all []analysis.Scope) string {
	return strings.Join(distinct(lists.Map(all, analysis.Scope.String)), "; ")
}

// measureName is what an axis is called.
func measureName(m analysis.Measure) string { return measured(m, "%s") }

// measured is what an axis is called that says more of a measure: its name stands in
// the format, and its unit at the end, where [axis.timed] finds it.
func measured(m analysis.Measure, format string) string {
	return withUnit(fmt.Sprintf(format, m.String()), m.Unit())
}

func withUnit(name, unit string) string {
	if unit == "" {
		return name
	}
	return name + " (" + unit + ")"
}

// amount writes a value of a measure: a time with its unit, a count alone.
func amount(m analysis.Measure) func(float64) string {
	if m.Unit() != "" {
		return puzzle.Time
	}
	return human
}

// quantity writes an amount, and what is counted.
func quantity(x float64, m analysis.Measure) string {
	if m.Unit() != "" {
		return puzzle.Time(x)
	}
	name := m.String()
	if x == 1 {
		name = strings.TrimSuffix(name, "s")
	}
	return human(x) + " " + name
}

// reach writes a range of values.
func reach(least, most float64) string {
	if least == most {
		return human(least)
	}
	return human(least) + "–" + human(most)
}

// table collects the rows of [Chart.CSV].
type table = numbers.Table

// distinct are the labels in the order of their first appearance.
func distinct[T comparable](labels []T) []T {
	var out []T
	for _, l := range labels {
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}
