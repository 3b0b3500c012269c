// Package scale chooses the numbers of axes: their ends, and the round numbers at which ticks stand.
//
// **Design**: functions of numbers alone; what is drawn of them is package charts' own matter.
//
// **Limits**: linear and logarithmic axes; numbers that are not finite have no place.
package scale

import (
	"math"
	"strconv"
)

// Fit are the round numbers of a logarithmic axis from lo to hi: of several kinds those that are the most that fit; over a
// narrow range evenly spaced ones.
func Fit(lo, hi float64, fit int) []float64 {
	if !(lo > 0) || !(hi > lo) || !Finite(hi) {
		return nil
	}
	for _, steps := range [][]float64{{1, 2, 3, 4, 5, 6, 8}, {1, 2, 5}, {1, 5}, {1}} {
		if out := ticksOf(lo, hi, steps, 1); len(out) <= fit {
			if len(out) < 2 {
				return Even(lo, hi, fit)
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

// Even are the multiples of 1, 2 or 5 times a power of ten between lo and hi:
// the finest that fit.
func Even(lo, hi float64, fit int) []float64 {
	for e := int(math.Floor(math.Log10(hi-lo))) - 1; ; e++ {
		for _, s := range []float64{1, 2, 5} {
			step := s * math.Pow10(e)
			first, last := math.Ceil(lo/step*(1-1e-9)), math.Floor(hi/step*(1+1e-9))
			if last-first+1 > float64(fit) {
				continue
			}
			var out []float64
			for i := first; i <= last; i++ {
				out = append(out, Round(i*step, 6))
			}
			return out
		}
	}
}

// Roomy are the ends of a linear axis that holds lo and hi with some room: the
// next round numbers.
func Roomy(lo, hi float64) (least, most float64) {
	if !Finite(lo) || !Finite(hi) || hi <= lo {
		return lo - 1, lo + 1
	}
	steps := Even(lo, hi, 6)
	step := hi - lo
	if len(steps) > 1 {
		step = steps[1] - steps[0]
	}
	return Round(step*(math.Ceil(lo/step)-1), 6), Round(step*(math.Floor(hi/step)+1), 6)
}

// Span is the least and the greatest finite number, and whether there is one.
func Span(lists ...[]float64) (lo, hi float64, ok bool) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, l := range lists {
		for _, x := range l {
			if Finite(x) {
				lo, hi, ok = min(lo, x), max(hi, x), true
			}
		}
	}
	return lo, hi, ok
}

// Positive is the span of what is above zero and finite, for a logarithmic
// axis.
func Positive(all []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), 0
	for _, x := range all {
		if x > 0 && Finite(x) {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	if hi == 0 {
		return 1, 10
	}
	if lo == hi {
		return lo / 2, hi
	}
	return lo, hi
}

// Nice is the end of an axis from 0: a round number that is not below x.
func Nice(x float64) float64 {
	if !(x > 0) || !Finite(x) {
		return 1
	}
	unit := 1.0
	for ; ; unit *= 10 {
		for _, s := range []float64{1, 1.5, 2, 3, 4, 5, 6, 8} {
			if s*unit >= x {
				return s * unit
			}
		}
	}
}

// Round rounds to a number of significant decimal digits.
func Round(x float64, digits int) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	if err != nil {
		return x
	}
	return y
}

// Finite says whether a number is one, and not infinite.
func Finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Telling are the places of points, of which there are n, that a picture tells apart: the first, the last, and those that are
// a step of its grid from the one before. Points have their places on both axes, from 0 to 1. Up to so many points stay as
// they are.
func Telling(n, most int, at func(i int) (x, y float64)) []int {
	kept := make([]int, 0, min(n, 2*most))
	var x, y float64
	for i := range n {
		nowX, nowY := at(i)
		if step := 2 / float64(most); n <= most || i == 0 || i == n-1 || math.Abs(nowX-x) >= step || math.Abs(nowY-y) >= step {
			kept, x, y = append(kept, i), nowX, nowY
		}
	}
	return kept
}

// Border is where a class that begins with a number parts from the one before: at a round number that this one ends with, or at
// the number itself.
func Border(least int) float64 {
	if least%10 == 1 {
		least--
	}
	return float64(least)
}
