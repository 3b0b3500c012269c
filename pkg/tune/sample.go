package tune

import (
	"math/rand/v2"
	"slices"
)

// model is where the offspring of an elite is looked for: normal distributions
// around its numbers and probabilities of its choices, which become narrower
// from iteration to iteration (López-Ibáñez et al. 2016, section 2.2).
type model struct {
	spread float64              // standard deviation, of the unit range
	chance map[string][]float64 // by parameter
}

// firstModel knows nothing.
func (space Space) firstModel() model {
	m := model{spread: 0.5, chance: map[string][]float64{}}
	for _, p := range space {
		if p.Values == nil {
			continue
		}
		even := make([]float64, len(p.Values))
		for i := range even {
			even[i] = 1 / float64(len(even))
		}
		m.chance[p.Name] = even
	}
	return m
}

// narrowed is the model around a configuration: the spread by a factor, the
// choices by a share towards those of the configuration.
func (m model) narrowed(space Space, c Config, factor, share float64) model {
	out := model{spread: m.spread * factor, chance: map[string][]float64{}}
	for _, p := range space {
		if p.Values == nil {
			continue
		}
		chance := slices.Clone(m.chance[p.Name])
		if at := slices.Index(p.Values, c[p.Name]); at >= 0 {
			for i := range chance {
				chance[i] *= 1 - share
			}
			chance[at] += share
		}
		out.chance[p.Name] = chance
	}
	return out
}

// drawn is a configuration with a value of each parameter that matters.
func (space Space) drawn(value func(p Parameter) string) Config {
	c := Config{}
	for _, p := range space {
		if space.Holds(p.When, c) {
			c[p.Name] = value(p)
		}
	}
	return c
}

// uniform draws from the whole space.
func (space Space) uniform(r *rand.Rand) Config {
	return space.drawn(func(p Parameter) string {
		if p.Values != nil {
			return p.Values[r.IntN(len(p.Values))]
		}
		return p.text(r.Float64())
	})
}

// near draws from the model around a parent. What the parent has no value for
// is drawn from the whole range.
func (space Space) near(r *rand.Rand, parent Config, m model) Config {
	return space.drawn(func(p Parameter) string {
		if p.Values != nil && !p.Ordered {
			return p.Values[draw(r, m.chance[p.Name])]
		}
		if u, ok := p.unit(parent[p.Name]); ok {
			return p.text(truncated(r, u, m.spread))
		}
		return p.text(r.Float64())
	})
}

// draw picks a place with the given chances.
func draw(r *rand.Rand, chance []float64) int {
	x := r.Float64()
	for i, p := range chance {
		if x -= p; x < 0 {
			return i
		}
	}
	return len(chance) - 1
}

// truncated draws from a normal distribution within 0 and 1. The mean lies
// there, so that at least a third of the draws do.
func truncated(r *rand.Rand, mean, spread float64) float64 {
	for {
		if x := mean + spread*r.NormFloat64(); x >= 0 && x <= 1 {
			return x
		}
	}
}
