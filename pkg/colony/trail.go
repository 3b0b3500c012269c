package colony

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"formicary/pkg/solver"
)

// Trail is what the ants of a colony share: the pheromone and the random
// source.
type Trail struct {
	// Tau is the pheromone, one value a component.
	Tau []float64
	// Tau0 is the initial pheromone.
	Tau0 float64
	// Random is the colony's only source of randomness.
	Random *rand.PCG

	components int // the length of Tau
	turning
	replaced
	attraction *Attraction   // of the ant whose turn it is, or nil
	weights    []float64     // τ·η^β of the candidates
	meter      *solver.Meter // of the iteration
	over       bool          // it said that time ran out
}

// turning is what turns need of the settings.
type turning struct {
	xi     float64
	greedy uint64 // q0 in units of 2⁻⁵³
	first  bool
	turn   bool // of the choice under way: it is greedy
}

// replaced are the rules that ants ask in every turn.
type replaced struct {
	choose           func(t *Trail, candidates []int32) int
	local            func(tau, tau0 float64) float64
	chooses, updates *Rule // choose and local, under the guard
}

// Attract says what the ant whose turn it is expects of components by themselves: all
// choices of the turn are by τ·η^β then. An ant that has such information calls it in
// every turn.
func (t *Trail) Attract(a *Attraction) { t.attraction = a }

// set takes over what the ants' turns need of the settings.
func (t *Trail) set(p Settings) { t.xi, t.greedy, t.first = p.Xi, uint64(p.Q0*(1<<53)), p.FirstTie }

func (t *Trail) reset() {
	for i := range t.Tau {
		t.Tau[i] = t.Tau0
	}
}

// Greedy draws q and says whether the next choice is greedy: once a turn,
// before the first [Trail.Choose] of it.
func (t *Trail) Greedy() bool { return t.Random.Uint64()>>11 < t.greedy }

// Chooser is the rule that replaces Choose, nil where none does: it is to blame
// where an ant finds that its list of candidates was overwritten.
func (t *Trail) Chooser() *Rule { return t.chooses }

// Choose picks one of the candidates, at least two, and returns its place.
//
// An ant whose test of a candidate is costly tests the chosen one only, takes
// it away when it fails, and chooses again with the same greedy: that has the
// same distribution as testing all candidates first, for the greedy choice
// because the largest of those that pass is the first to pass from the largest
// down, for the roulette because drawing until one passes is drawing among
// those that pass.
func (t *Trail) Choose(candidates []int32, greedy bool) int {
	if t.choose != nil {
		return t.ask(candidates, greedy)
	}
	if greedy {
		return t.ChooseGreedy(candidates)
	}
	return t.ChooseRoulette(candidates)
}

// ask asks the rule that replaces Choose. It stands alone, as asked does, so
// that the way to the paper's rules is as short as it was.
func (t *Trail) ask(candidates []int32, greedy bool) int {
	t.turn = greedy
	before := t.chooses.Begin()
	place := t.choose(t, candidates)
	t.chooses.End(before)
	if uint(place) >= uint(len(candidates)) {
		t.chooses.Refuse("it returned place %d of %d candidates", place, len(candidates))
	}
	if len(t.Tau) != t.components {
		t.chooses.spoilt(t)
	}
	return place
}

// GreedyTurn says, to a Choose rule, whether the turn's choice is to be greedy:
// so it is with probability q0, drawn once a turn by [Trail.Greedy].
func (t *Trail) GreedyTurn() bool { return t.turn }

// ChooseGreedy picks the candidate with the most pheromone (equation 1), or the
// largest τ·η^β ([Trail.Attract]); of several one at random, or the one with the
// lowest number where [Settings.FirstTie] says so.
func (t *Trail) ChooseGreedy(candidates []int32) int {
	if t.attraction != nil {
		return t.mostAttractive(candidates)
	}
	// Pheromone is never negative, and such numbers stand in the order of
	// their bits; comparing integers compiles without branches, which nothing
	// could predict here.
	tau := t.Tau
	most, place, ties := uint64(0), 0, 0
	for i, c := range candidates {
		v := math.Float64bits(tau[c])
		if v == most {
			ties++
		}
		if v > most {
			ties = 1
		}
		if v > most {
			place = i
		}
		most = max(most, v)
	}
	if ties > 1 && t.first {
		for i, c := range candidates {
			if math.Float64bits(tau[c]) == most && c < candidates[place] {
				place = i
			}
		}
		return place
	}
	if ties > 1 {
		skip := t.Intn(ties)
		for ; skip > 0; skip-- {
			place++
			for math.Float64bits(tau[candidates[place]]) != most {
				place++
			}
		}
	}
	return place
}

// mostAttractive is [Trail.ChooseGreedy] by τ·η^β.
func (t *Trail) mostAttractive(candidates []int32) int {
	weights := t.attraction.weigh(t, candidates)
	most, place, ties := -1.0, 0, 0
	for i, w := range weights {
		switch {
		case w > most:
			most, place, ties = w, i, 1
		case w == most:
			ties++
			if t.first && candidates[i] < candidates[place] {
				place = i
			}
		}
	}
	if ties > 1 && !t.first {
		for skip := t.Intn(ties); skip > 0; skip-- {
			place++
			for weights[place] != most {
				place++
			}
		}
	}
	return place
}

// ChooseRoulette picks a candidate with probability in proportion to its
// pheromone (equation 2), or to τ·η^β ([Trail.Attract]); where that is 0 for all,
// each with the same probability.
func (t *Trail) ChooseRoulette(candidates []int32) int {
	if t.attraction != nil {
		return t.spin(t.attraction.weigh(t, candidates))
	}
	tau := t.Tau
	sum := 0.0
	for _, c := range candidates {
		sum += tau[c]
	}
	if sum == 0 {
		return t.Intn(len(candidates))
	}
	point := t.Float64() * sum
	for i, c := range candidates {
		point -= tau[c]
		if point < 0 {
			return i
		}
	}
	return len(candidates) - 1
}

// spin is [Trail.ChooseRoulette] by weights.
func (t *Trail) spin(weights []float64) int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	if sum == 0 {
		return t.Intn(len(weights))
	}
	point := t.Float64() * sum
	for i, w := range weights {
		if point -= w; point < 0 {
			return i
		}
	}
	return len(weights) - 1
}

// Took does the local update (equation 4) on a component that an ant took. It
// is written τ + ξ(τ0-τ), which leaves τ0 exactly where it is: otherwise
// rounding would tell a component that was taken from one that never was.
func (t *Trail) Took(component int32) {
	tau := &t.Tau[component]
	if t.local != nil {
		*tau = t.asked(*tau)
		return
	}
	*tau += float64(t.xi * (t.Tau0 - *tau))
}

// asked is what the rule that replaces the local update makes of an amount.
func (t *Trail) asked(tau float64) float64 {
	before := t.updates.Begin()
	after := t.local(tau, t.Tau0)
	t.updates.End(before)
	if !amount(after) {
		t.noAmount(tau, after)
	}
	return after
}

// noAmount refuses what a local update made of an amount of pheromone, or the
// amount, which only a Choose rule can have spoilt.
func (t *Trail) noAmount(before, after float64) {
	if t.chooses != nil && !amount(before) {
		t.chooses.Refuse("it left pheromone %v on a component: expected a finite number, at least 0", before)
	}
	t.updates.noAmount(after)
}

// Float64 is uniform in [0, 1).
func (t *Trail) Float64() float64 { return float64(t.Random.Uint64()>>11) * 0x1p-53 }

// Intn is uniform in 0 to n-1, for n of 1 to 2³¹: the high word of a product,
// whose bias is below n/2⁶⁴.
func (t *Trail) Intn(n int) int {
	high, _ := bits.Mul64(t.Random.Uint64(), uint64(n))
	return int(high)
}

// Expired says whether time ran out, for an ant whose Step or [Improver] takes long: it ends
// at once then, and its board counts for nothing; Step answers that the ant is not finished. See [solver.Meter.Expired].
func (t *Trail) Expired() bool {
	if t.meter != nil && !t.over {
		t.over = t.meter.Expired()
	}
	return t.over
}
