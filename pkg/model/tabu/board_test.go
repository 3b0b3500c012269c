package tabu

import (
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/modeltest"
)

// After every move atoms and measures are those of the board judged anew by the plain meaning of the
// constraints, and what a move adds was foretold, with weights and without.
func TestBoard(t *testing.T) {
	broken, clean := 0, 0
	for seed := range uint64(400) {
		form := modeltest.Random(t, seed).Form()
		r := rand.New(rand.NewPCG(seed, 2))
		b := newBoard(form, form.Variables())
		for i := range b.weights {
			b.weights[i] = 1 + int32(r.IntN(3))
		}
		b.sum()
		for range 40 {
			values, bad := form.Values(form.Show(b.variables, b.current))
			alltest.Require(t, bad == nil && slices.Equal(values, b.values), "declaration %d: atoms %v, want %v %v", seed, b.values, values, bad)
			cost, weighted := 0, 0
			for i, c := range form.Constraints {
				lits, measure := c.Broken(values)
				alltest.Require(t, int(b.measures[i]) == measure,
					"declaration %d, %T: measure %d, want %d", seed, c.Constraint, b.measures[i], measure)
				cost += measure
				weighted += measure * int(b.weights[i])
				if lits == nil {
					clean++
					continue
				}
				broken++
				b.mayMend(t, c.Constraint, int32(i))
			}
			alltest.Require(t, b.cost == cost && b.weighted == weighted,
				"declaration %d: cost %d and %d, want %d and %d", seed, b.cost, b.weighted, cost, weighted)
			variable := int32(r.IntN(len(b.variables)))
			value := int16(r.IntN(b.variables[variable].Values()))
			dc, dw := b.delta(variable, value)
			alltest.Require(t, slices.Equal(values, b.values), "declaration %d: a look changed the board", seed)
			b.set(variable, value)
			alltest.Require(t, b.cost == cost+dc && b.weighted == weighted+dw,
				"declaration %d: a move to %d and %d was foretold as %d and %d", seed, b.cost, b.weighted, cost+dc, weighted+dw)
		}
	}
	alltest.Check(t, broken >= 2000 && clean >= 2000, "%d broken constraints, %d that hold", broken, clean)
}

// mayMend: where a constraint of conditions one by one is broken and one other value of one variable
// mends it, that variable is blamed.
func (b *board) mayMend(t *testing.T, c model.Constraint, i int32) {
	t.Helper()
	switch c.(type) {
	case *model.Clause, *model.Linear, *model.Different, *model.Forest:
	default:
		return
	}
	_, blamed := b.blamed(i, nil, nil)
	for v := range b.variables {
		before := b.current[v]
		for x := range b.variables[v].Values() {
			b.begin()
			b.turn(int32(v), int16(x))
			alltest.Require(t, b.judges[i].measure() != 0 || slices.Contains(blamed, int32(v)),
				"%T: variable %d would mend it, blamed are %v", c, v, blamed)
			b.turn(int32(v), before)
		}
	}
}
