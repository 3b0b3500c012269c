package charts

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
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
func thousands(x float64) string {
	digits := strconv.FormatFloat(math.Abs(x), 'f', 0, 64)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if x < 0 {
		return "−" + digits
	}
	return digits
}

// share writes a rate between 0 and 1 with as many digits as the paper's
// tables.
func share(x float64) string {
	if !finite(x) {
		return "–"
	}
	return strconv.FormatFloat(x, 'f', 3, 64)
}

// plural writes a count with its noun.
func plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "s") || strings.HasSuffix(noun, "x"):
		noun += "es"
	default:
		noun += "s"
	}
	return thousands(float64(n)) + " " + noun
}

// cell is a number of the table behind a chart.
func cell(x float64) string {
	if !finite(x) {
		return ""
	}
	return strconv.FormatFloat(round(x, 6), 'g', -1, 64)
}

// ticks are the round numbers of a logarithmic axis from lo to hi: of several
// kinds of round numbers those that are the most that fit, nine, or four where
// there is room for few; over a narrow range evenly spaced ones.
func ticks(lo, hi float64, few bool) []float64 {
	if !(lo > 0) || !(hi > lo) || !finite(hi) {
		return nil
	}
	fit := 9
	if few {
		fit = 4
	}
	for _, steps := range [][]float64{{1, 2, 3, 4, 5, 6, 8}, {1, 2, 5}, {1, 5}, {1}} {
		if out := ticksOf(lo, hi, steps, 1); len(out) <= fit {
			if len(out) < 2 {
				return even(lo, hi, fit)
			}
			return out
		}
	}
	for every := 2; ; every++ {
		if out := ticksOf(lo, hi, []float64{1}, every); len(out) <= fit {
			return out
		}
	}
}

// ticksOf are some numbers of one decade in every so many.
func ticksOf(lo, hi float64, steps []float64, every int) []float64 {
	var out []float64
	last := int(math.Ceil(math.Log10(hi)))
	for e := int(math.Floor(math.Log10(lo))); e <= last; e++ {
		if e%every != 0 {
			continue
		}
		for _, s := range steps {
			if t := s * math.Pow10(e); t >= lo*(1-1e-9) && t <= hi*(1+1e-9) {
				out = append(out, t)
			}
		}
	}
	return out
}

// even are the multiples of 1, 2 or 5 times a power of ten between lo and hi:
// the finest that fit.
func even(lo, hi float64, fit int) []float64 {
	for e := int(math.Floor(math.Log10(hi-lo))) - 1; ; e++ {
		for _, s := range []float64{1, 2, 5} {
			step := s * math.Pow10(e)
			first, last := math.Ceil(lo/step*(1-1e-9)), math.Floor(hi/step*(1+1e-9))
			if last-first+1 > float64(fit) {
				continue
			}
			var out []float64
			for i := first; i <= last; i++ {
				out = append(out, round(i*step, 6))
			}
			return out
		}
	}
}

// roomy are the ends of a linear axis that holds lo and hi with some room: the
// next round numbers.
func roomy(lo, hi float64) (least, most float64) {
	if !finite(lo) || !finite(hi) || hi <= lo {
		return lo - 1, lo + 1
	}
	steps := even(lo, hi, 6)
	step := hi - lo
	if len(steps) > 1 {
		step = steps[1] - steps[0]
	}
	return round(step*(math.Ceil(lo/step)-1), 6), round(step*(math.Floor(hi/step)+1), 6)
}

// interval writes a 95 % interval.
func interval(lo, hi float64, write func(float64) string) string {
	return fmt.Sprintf("[%s, %s]", write(lo), write(hi))
}
