package generate

import (
	"math/rand/v2"

	"formicary/pkg/solver"
)

// layers cut the area under e⁻ˣ, from above, into 256 parts of equal size: the
// last one is the tail with what lies below it, the others are rectangles,
// which reach beyond the curve.
type layers struct {
	inside [256]uint32  // in units of 2⁻³² of its width, what of a layer lies under the curve all the way up
	width  [256]float32 // of a layer, times 2⁻³²
	height [256]float32 // of the curve at the layer's end
}

// tail is where the tail begins, and part is the area of each layer.
const (
	tail = 7.69711747013104972
	part = 3.9496598225815571993e-3
)

var ziggurat = cut()

// cut computes the layers as Marsaglia and Tsang do: "The ziggurat method for
// generating random variables", Journal of Statistical Software 5(8), 2000.
func cut() *layers {
	const units = 1 << 32
	z := new(layers)
	end, at := part/solver.Exp(-tail), tail
	z.inside[0], z.width[0], z.height[0] = uint32(at/end*units), float32(end/units), 1
	z.width[255], z.height[255] = float32(at/units), float32(solver.Exp(-at))
	for i := 254; i >= 1; i-- {
		next := -solver.Log(part/at + solver.Exp(-at))
		z.inside[i+1] = uint32(next / at * units)
		at = next
		z.width[i], z.height[i] = float32(at/units), float32(solver.Exp(-at))
	}
	return z
}

// exponential draws from the exponential distribution of mean 1: the numbers of
// [rand.Rand.ExpFloat64], but the same ones on every machine. That one compares
// with what math.Exp returns, whose last bit depends on the processor.
func exponential(r *rand.Rand) float64 {
	for {
		u := r.Uint64()
		j, i := uint32(u), uint8(u>>32)
		x := float64(j) * float64(ziggurat.width[i])
		if j < ziggurat.inside[i] {
			return x
		}
		if i == 0 {
			return tail - solver.Log(r.Float64())
		}
		upper, lower := ziggurat.height[i-1], ziggurat.height[i]
		if lower+float32(float32(r.Float64())*(upper-lower)) < float32(solver.Exp(-x)) {
			return x
		}
	}
}
