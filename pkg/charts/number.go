package charts

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/puzzle"
)

// num is a number of an option, rounded to six significant digits so that the
// bytes do not depend on the last bit of a machine's arithmetic. What is not
// finite becomes "-", ECharts' word for nothing.
func num(x float64) json.RawMessage {
	if !finite(x) {
		return json.RawMessage(`"-"`)
	}
	if x == 0 {
		return json.RawMessage("0") // also for -0
	}
	return json.RawMessage(strconv.FormatFloat(round(x, 6), 'g', -1, 64))
}

// round rounds to a number of significant decimal digits.
func round(x float64, digits int) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	if err != nil {
		return x
	}
	return y
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// pair is a point of a series.
func pair(x, y float64) []json.RawMessage { return []json.RawMessage{num(x), num(y)} }

// human writes a number for people.
func human(x float64) string { return puzzle.Number(x) }

// thousands writes a whole number with a comma between groups of three.
func thousands(x float64) string { return puzzle.Thousands(int(x)) }

// share writes a rate between 0 and 1.
func share(x float64) string { return puzzle.Share(x) }

// plural writes a count with its noun.
func plural(n int, noun string) string { return puzzle.Plural(n, noun) }

// cell is a number of the table behind a chart.
func cell(x float64) string {
	if !finite(x) {
		return ""
	}
	return strconv.FormatFloat(round(x, 6), 'g', -1, 64)
}

// interval writes a 95 % interval.
func interval(lo, hi float64, write func(float64) string) string {
	return fmt.Sprintf("[%s, %s]", write(lo), write(hi))
}

// about says what intervals are about, each different kind once.
func about(all []analysis.Scope) string {
	return strings.Join(distinct(column(all, analysis.Scope.String)), "; ")
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

// limitText names a limit; what is counted stands at the axis.
func limitText(x float64, m analysis.Measure) string { return "limit " + amount(m)(x) }

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

// signed writes a difference of rates.
func signed(x float64) string { return puzzle.Signed(x) }
