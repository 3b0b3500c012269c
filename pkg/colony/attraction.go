package colony

// Attraction is the heuristic information η of one ant with its exponent β.
type Attraction struct {
	eta  func(component int32) float64
	beta exponent
	rule *Rule // that eta is, under the guard; nil where it is the problem's own
	// counts is told all η of a choice; nil where nobody counts
	counts func(eta []float64)
}

// NewAttraction makes an attraction: η of a component, a finite number of at least 0, and β,
// 0 to 64 in steps of 1/1024.
func NewAttraction(eta func(component int32) float64, beta float64) *Attraction {
	return &Attraction{eta: eta, beta: newExponent(beta)}
}

// weigh is τ·η^β of each candidate.
func (a *Attraction) weigh(t *Trail, candidates []int32) []float64 {
	t.weights = t.weights[:0]
	if a.rule == nil {
		for _, c := range candidates {
			t.weights = append(t.weights, t.Tau[c]*a.beta.power(a.eta(c)))
		}
		return t.weights
	}
	before := a.rule.Begin()
	for _, c := range candidates {
		t.weights = append(t.weights, a.eta(c))
	}
	a.rule.End(before)
	if a.counts != nil {
		a.counts(t.weights)
	}
	for i, c := range candidates {
		eta := t.weights[i]
		if !amount(eta) {
			a.rule.Refuse("it returned %v for component %d: expected a finite number, at least 0", eta, c)
		}
		if a.beta.of != 1 {
			eta = a.beta.power(eta)
		}
		t.weights[i] = t.Tau[c] * eta
	}
	return t.weights
}
