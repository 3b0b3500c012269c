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

// human writes a number for people: three significant digits, no exponent
// between a ten-thousandth and a million.
func human(x float64) string {
	switch a := math.Abs(x); {
	case !finite(x):
		return "–"
	case x == 0:
		return "0"
	case a >= 1e6 || a < 1e-4:
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', 1, 64), "e")
		power, _ := strconv.Atoi(exponent) // always a number
		return strings.TrimSuffix(mantissa, ".0") + "e" + strconv.Itoa(power)
	case a >= 100 || x == math.Trunc(x):
		return thousands(math.Round(x))
	}
	return strconv.FormatFloat(round(x, 3), 'f', -1, 64)
}

// thousands writes a whole number with a comma between groups of three.
func thousands(x float64) string { return puzzle.Thousands(int(x)) }

// share writes a rate between 0 and 1 with as many digits as the paper's
// tables.
func share(x float64) string {
	if !finite(x) {
		return "–"
	}
	return strconv.FormatFloat(x, 'f', 3, 64)
}

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
func about(all []analysis.About) string {
	return strings.Join(distinct(column(all, analysis.About.String)), "; ")
}

// measureName is what an axis is called.
func measureName(m analysis.Measure) string {
	return withUnit(m.String(), m.Unit())
}

func withUnit(name, unit string) string {
	if unit == "" {
		return name
	}
	return name + " (" + unit + ")"
}

// limitText names a limit, with its unit where it has one; what is counted
// stands at the axis.
func limitText(x float64, m analysis.Measure) string {
	return strings.TrimSpace("limit " + human(x) + " " + m.Unit())
}

// quantity writes an amount with its unit.
func quantity(x float64, m analysis.Measure) string {
	if unit := m.Unit(); unit != "" {
		return human(x) + " " + unit
	}
	return human(x) + " " + m.String()
}

// reach writes a range of values.
func reach(least, most float64) string {
	if least == most {
		return human(least)
	}
	return human(least) + "–" + human(most)
}

// signed writes a difference of rates.
func signed(x float64) string {
	return strings.Replace(fmt.Sprintf("%+.3f", x), "-", "−", 1)
}
