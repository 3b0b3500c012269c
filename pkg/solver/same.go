package solver

import "math"

// ln2 in two parts, of which the first has so few bits that its product with
// an exponent is exact.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// Log is the natural logarithm of a finite number above 0 (-Inf of 0), with the same bits
// on every machine, which [math.Log] does not promise: it is assembly on some
// and, on others, multiplies and adds in one rounding. Where an engine or a
// generator decides by a logarithm, it takes this one. The error is below one
// unit in the last place.
//
// The method is that of FreeBSD's e_log.c, as in Go's own math.Log: with
// x = 2ᵏ(1+f) and s = f/(2+f), log(1+f) = log(1+s) - log(1-s), a series in s².
// Each product is rounded by itself, because it is converted.
func Log(x float64) float64 {
	if x == 0 {
		return math.Inf(-1)
	}
	fraction, exponent := math.Frexp(x)
	if fraction < math.Sqrt2/2 {
		fraction *= 2
		exponent--
	}
	f, k := fraction-1, float64(exponent)
	s := f / (2 + f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	odd := float64(s2 * polynomial(s4, 6.666666666666735130e-01, 2.857142874366239149e-01, 1.818357216161805012e-01, 1.479819860511658591e-01))
	even := float64(s4 * polynomial(s4, 3.999999999940941908e-01, 2.222219843214978396e-01, 1.531383769920937332e-01))
	half := float64(float64(0.5*f) * f)
	rest := float64(s*(half+(odd+even))) + float64(k*ln2Low)
	return float64(k*ln2High) - ((half - rest) - f)
}

// Exp is eˣ with the same bits on every machine, for the same reason as [Log]:
// [math.Exp] rounds otherwise even between two amd64 processors, of which one
// multiplies and adds in one operation. It is 0 below -745.2 and +Inf above
// 709.8. The error is below one unit in the last place.
//
// The method is that of FreeBSD's e_exp.c, as in Go's own math.Exp: with
// x = k ln 2 + r, eˣ is 2ᵏ times a rational function of r.
func Exp(x float64) float64 {
	switch {
	case x > 709.8:
		return math.Inf(1)
	case x < -745.2:
		return 0
	}
	k := math.Round(x * math.Log2E)
	high, low := x-float64(k*ln2High), float64(k*ln2Low)
	r := high - low
	t := float64(r * r)
	c := r - float64(t*polynomial(t, 1.66666666666666657415e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05, -1.65339022054652515390e-06, 4.13813679705723846039e-08))
	y := 1 - ((low - float64(r*c)/(2-c)) - high)
	return math.Ldexp(y, int(k))
}

// polynomial is the sum of the coefficients times the powers of x, each product
// and each sum rounded.
func polynomial(x float64, coefficients ...float64) float64 {
	sum := 0.0
	for i := len(coefficients) - 1; i >= 0; i-- {
		sum = coefficients[i] + float64(x*sum)
	}
	return sum
}
