package colony

import "math"

// exponent is β of τ·η^β, in steps of 2⁻¹⁰. Powers are products of squares and of
// square roots, which are the same bits on all processors; those of package math
// are not.
type exponent struct {
	of       float64
	whole    uint
	fraction uint // in units of 2⁻¹⁰
}

const fractionBits = 10

// mostBeta is the largest β.
const mostBeta = 64

// newExponent is β, 0 to mostBeta, rounded to the next step.
func newExponent(beta float64) exponent {
	steps := uint(math.Round(beta * (1 << fractionBits)))
	return exponent{beta, steps >> fractionBits, steps & (1<<fractionBits - 1)}
}

// power is x^β for x of at least 0; 0^0 is 1. One that is too large for a number
// is the largest number.
func (e exponent) power(x float64) float64 {
	if e.whole == 1 && e.fraction == 0 || x == 1 {
		return x
	}
	out := 1.0
	for n, square := e.whole, x; n > 0; n >>= 1 {
		if n&1 == 1 {
			out *= square
		}
		square *= square
	}
	root := x
	for bit := uint(1) << (fractionBits - 1); bit > 0 && e.fraction != 0; bit >>= 1 {
		root = math.Sqrt(root)
		if e.fraction&bit != 0 {
			out *= root
		}
	}
	return min(out, math.MaxFloat64)
}
