package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// BoundedMean is the interval of the mean of independent observations. It must be known before they
// are seen that they lie from low to high. It asks nothing else of them: not many of them, no normal
// distribution, and not that the sample has seen every kind of observation.
//
// Its upper end is that of N. Gaffke, "Three test statistics for a nonparametric one-sided hypothesis
// on the mean of a nonnegative variable", Mathematical Methods of Statistics 14 (2005), 451–467, and,
// as a bound, of E. Learned-Miller and P. S. Thomas, "A new confidence interval for the mean of a
// bounded random variable" (arXiv:1905.06208, 2019): one observation of high is added to the sample,
// and all get weights that are uniform among those that sum up to 1. The end is the (1+level)/2
// quantile of the weighted mean. The lower end is the same with low. Of successes and failures it is
// the interval of Clopper and Pearson; with many observations it comes near to Student's.
//
// That it holds its level is proved for successes and failures, and otherwise a
// conjecture without a known exception; the package's tests search for one. low may
// be −Inf and high +Inf: the end on that side is then infinite. It panics where an
// observation lies outside of the bounds.
func BoundedMean(values []float64, low, high, level float64) Interval {
	values = known(values)
	for _, v := range values {
		if v < low || v > high {
			panic("stats: an observation outside of its bounds")
		}
	}
	upper := func(values []float64, high float64) float64 {
		if len(values) == 0 || math.IsInf(high, 1) {
			return high
		}
		least := floats.Min(values)
		return bound(least, high, level, func(m float64) (a []float64, edge float64) {
			a = make([]float64, len(values))
			for i, v := range values {
				a[i] = v - m
			}
			return a, high - m
		})
	}
	mirrored := make([]float64, len(values))
	for i, v := range values {
		mirrored[i] = -v
	}
	return Interval{-upper(mirrored, -low), upper(values, high)}
}

// BoundedShare is the interval of a share of sums over independent units, such as
// the runs that succeed by all runs, each unit a puzzle: parts by wholes, where a
// part lies from 0 to its whole, and a whole is at most the largest of those given.
// It is [BoundedMean] of the units' shares where all wholes are equal, and otherwise
// made of the test that part − r·whole has the mean 0. It is 0 to 1 without units.
func BoundedShare(parts, wholes []float64, level float64) Interval {
	parts, wholes = knownPairs(parts, wholes)
	if len(parts) == 0 {
		return Interval{0, 1}
	}
	most := floats.Max(wholes)
	upper := func(parts []float64) float64 {
		return bound(0, 1, level, func(r float64) (a []float64, edge float64) {
			a = make([]float64, len(parts))
			for i, part := range parts {
				a[i] = part - r*wholes[i]
			}
			return a, (1 - r) * most
		})
	}
	rest := make([]float64, len(parts))
	for i, part := range parts {
		if !(part >= 0 && part <= wholes[i]) {
			panic("stats: a part outside of its whole")
		}
		rest[i] = wholes[i] - part
	}
	return Interval{1 - upper(rest), upper(parts)}
}

// BoundedRatio is the interval of a ratio of sums over independent units, such as
// all that runs took by the solutions that they found: over by under, each a number
// for every unit from 0 to a known most, which may be +Inf. Its upper end is the
// largest r that the test of [BoundedMean], that over − r·under has the mean 0, does
// not refute; it is +Inf where most of over is, or the sum under is 0. The lower end
// is the reciprocal of the upper end of under by over.
func BoundedRatio(over, under []float64, mostOver, mostUnder, level float64) Interval {
	over, under = knownPairs(over, under)
	if len(over) == 0 {
		return Interval{0, math.Inf(1)}
	}
	upper := func(over, under []float64, most float64) float64 {
		for i := range over {
			if !(over[i] >= 0 && over[i] <= most && under[i] >= 0) {
				panic("stats: a unit of a ratio outside of its bounds")
			}
		}
		scale := floats.Max(under)
		switch {
		case !(scale > 0) || math.IsInf(most, 1):
			return math.Inf(1)
		case most == 0:
			return 0
		}
		// As numbers up to 1, which none is too small for.
		of := func(r float64) ([]float64, float64) {
			a := make([]float64, len(over))
			for i := range a {
				a[i] = over[i]/most - r*(under[i]/scale)
			}
			return a, 1
		}
		high, limit := 1.0, math.Log((1-level)/2)
		for a, edge := of(high); exceeds(a, edge) >= limit; a, edge = of(high) {
			high *= 4
		}
		return bound(0, high, level, of) * (most / scale)
	}
	return Interval{1 / upper(under, over, mostUnder), upper(over, under, mostOver)}
}

// bound is where, between low and high, the weighted mean of numbers and an edge is
// above 0 with probability (1−level)/2. of gives numbers that fall, and an edge above
// 0 that does not rise.
func bound(low, high, level float64, of func(float64) ([]float64, float64)) float64 {
	// On the scale of a normal quantile the probability is nearly a straight line.
	goal := math.Sqrt(-2 * math.Log((1-level)/2))
	height := func(x float64) float64 {
		p := exceeds(of(x))
		if math.IsInf(p, -1) {
			return 1e6
		}
		return math.Sqrt(-2*min(p, 0)) - goal
	}
	return root(low, high, height)
}

// root is where a rising function crosses 0, by the method of T. R. Chandrupatla, "A
// new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear
// function without using derivatives", Advances in Engineering Software 28 (1997),
// 145–149. It is the end on that side where the function does not cross.
func root(low, high float64, f func(float64) float64) float64 {
	a, b := high, low
	fa, fb := f(a), f(b)
	switch {
	case fa <= 0:
		return high
	case fb >= 0:
		return low
	}
	var c, fc float64
	t := 0.5
	const precise = 1e-10
	for range 200 {
		x := a + t*(b-a)
		fx := f(x)
		if (fx > 0) == (fa > 0) {
			c, fc = a, fa
		} else {
			c, b, fc, fb = b, a, fb, fa
		}
		a, fa = x, fx
		best := a
		if math.Abs(fb) < math.Abs(fa) {
			best = b
		}
		near := (precise*math.Abs(best) + precise*precise*(high-low)) / math.Abs(b-a)
		if near > 0.5 || fa == 0 {
			return best
		}
		xi, phi := (a-b)/(c-b), (fa-fb)/(fc-fb)
		t = 0.5
		if phi*phi < xi && (1-phi)*(1-phi) < 1-xi {
			t = fa/(fb-fa)*fc/(fb-fc) + (c-a)/(b-a)*fa/(fc-fa)*fb/(fc-fb)
		}
		t = min(max(t, near), 1-near)
	}
	return a
}

// exceeds is the logarithm of the probability that the sum of a and of an edge above
// 0, each multiplied by an exponential variable of its own, is above 0. It is the
// inverse of the transform Π1/(1−a·s) on a line through its saddle point (R.
// Lugannani and S. Rice, "Saddle point approximation for the distribution of the sum
// of independent random variables", Advances in Applied Probability 12 (1980),
// 475–490), summed up there and not approximated: it is right to about nine digits.
func exceeds(a []float64, edge float64) float64 {
	scale, negative := edge, false
	for _, v := range a {
		scale = max(scale, math.Abs(v))
		negative = negative || v < 0
	}
	switch {
	case !negative:
		return 0
	case !(edge > 0):
		return math.Inf(-1)
	}
	// Numbers that are equal are taken together: shares of a few runs are.
	slices.Sort(a)
	var at, times []float64
	for i, v := range a {
		if i > 0 && v == a[i-1] {
			times[len(times)-1]++
			continue
		}
		at, times = append(at, v/scale), append(times, 1)
	}
	at, times = append(at, edge/scale), append(times, 1)
	// The saddle point of the transform by s, between 0 and the pole.
	low, high := 0.0, 1/floats.Max(at)
	s, curved := high/2, 0.0
	for range 60 {
		slope := -1 / s
		curved = 1 / (s * s)
		for i, v := range at {
			b := v / (1 - v*s)
			slope += times[i] * b
			curved += times[i] * b * b
		}
		if slope > 0 {
			high = s
		} else {
			low = s
		}
		next := s - slope/curved
		if !(next > low && next < high) {
			next = (low + high) / 2
		}
		if math.Abs(next-s) < 1e-9*s {
			break
		}
		s = next
	}
	height := -math.Log(s)
	for i, v := range at {
		height -= times[i] * math.Log1p(-v*s)
		at[i] = v / (1 - v*s)
	}
	// The way bends as that of the steepest descent does, which ends the waves of the
	// transform, and reaches far in few steps: a hyperbola in cosh(u) and sinh(u).
	third := -2 / (s * s * s)
	for i, b := range at {
		third += 2 * times[i] * b * b * b
	}
	width := 1 / math.Sqrt(curved)
	bend, sum := min(max(width*third/(3*curved), -1), 1), 0.0
	const step = 0.125
	for k := range 400 {
		sinh, cosh := math.Sinh(step*float64(k)), math.Cosh(step*float64(k))
		x, y := bend*width*(cosh-1), width*sinh // from the saddle point
		re, im := 1+x/s, y/s
		for i, b := range at {
			p, q := 1-b*x, -b*y
			if n := times[i]; n > 8 {
				length, turn := math.Exp(n/2*math.Log(p*p+q*q)), n*math.Atan2(q, p)
				p, q = length*math.Cos(turn), length*math.Sin(turn)
				re, im = re*p-im*q, re*q+im*p
				continue
			}
			for range int(times[i]) {
				re, im = re*p-im*q, re*q+im*p
			}
		}
		squared := re*re + im*im
		term := (cosh*re - bend*sinh*im) / squared
		if k == 0 {
			term /= 2
		}
		sum += term
		if !(squared < 1e26) || 2*cosh/math.Sqrt(squared) < 1e-12*math.Abs(sum) {
			break
		}
	}
	return height + math.Log(sum*step*width/math.Pi)
}
