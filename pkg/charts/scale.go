package charts

import "math"

// ticks are the round numbers of a logarithmic axis from lo to hi: nine at most,
// or four where there is room for few.
func ticks(lo, hi float64, few bool) []float64 {
	if few {
		return ticksFit(lo, hi, 4)
	}
	return ticksFit(lo, hi, 9)
}

// ticksFit are of several kinds of round numbers those that are the most that fit;
// over a narrow range evenly spaced ones.
func ticksFit(lo, hi float64, fit int) []float64 {
	if !(lo > 0) || !(hi > lo) || !finite(hi) {
		return nil
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

// span is the least and the greatest finite number, and whether there is one.
func span(lists ...[]float64) (lo, hi float64, ok bool) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, l := range lists {
		for _, x := range l {
			if finite(x) {
				lo, hi, ok = min(lo, x), max(hi, x), true
			}
		}
	}
	return lo, hi, ok
}

// logarithmic is a logarithmic axis over positive numbers, with a margin as a
// factor on both sides.
func logarithmic(name string, lo, hi, margin float64) axis {
	if !(lo > 0) || !(hi >= lo) || !finite(hi) {
		lo, hi = 1, 10
	}
	return axis{name: name, log: true, min: round(lo/margin, 3), max: round(hi*margin, 3)}
}

// positive is the span of what is above zero and finite, for a logarithmic
// axis.
func positive(all []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), 0
	for _, x := range all {
		if x > 0 && finite(x) {
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

// nice is the end of an axis from 0: a round number that is not below x.
func nice(x float64) float64 {
	if !(x > 0) || !finite(x) {
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
