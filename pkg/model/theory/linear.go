package theory

import (
	"cmp"
	"slices"

	"formicary/pkg/cdcl"
	"formicary/pkg/model"
)

// mostClauses is how many clauses a sum may become before it is a propagator.
const mostClauses = 24

// linear adds a sum. Weights become positive: w·x is w - (-w)·¬x.
func (t *Theory) linear(c *model.Linear) {
	l := &linear{least: c.Least, most: c.Most}
	for _, term := range c.Terms {
		lit, weight := cdcl.Lit(term.Lit), term.Weight
		if weight < 0 {
			lit, weight = lit.Not(), -weight
			l.least += weight
			l.most += weight
		}
		l.lits, l.weights = append(l.lits, lit), append(l.weights, weight)
		l.high += weight
	}
	order := make([]int, len(l.lits))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(l.weights[b], l.weights[a]) })
	lits, weights := slices.Clone(l.lits), slices.Clone(l.weights)
	for i, at := range order {
		l.lits[i], l.weights[i] = lits[at], weights[at]
	}
	l.total = l.high
	if l.least > l.high || l.most < 0 {
		t.any()
		return
	}
	if len(l.lits) == 0 || !t.tells && t.counted(l) {
		return
	}
	t.add(l, len(l.lits), func(watch func(model.Lit, int32)) {
		for i, lit := range l.lits {
			watch(model.Lit(lit), int32(i))
			watch(model.Lit(lit.Not()), int32(i))
		}
	})
}

// counted says a sum of equal weights in clauses, where there are few.
func (t *Theory) counted(l *linear) bool {
	n := len(l.lits)
	w := l.weights[0]
	if l.weights[n-1] != w {
		return false
	}
	most := l.most / w
	least := max((l.least+w-1)/w, 0)
	clauses := 0
	if most < n {
		clauses += choose(n, most+1)
	}
	if least > 0 {
		clauses += choose(n, n-least+1)
	}
	if clauses > mostClauses {
		return false
	}
	if most < n {
		subsets(n, most+1, func(of []int) {
			out := make([]cdcl.Lit, len(of))
			for i, at := range of {
				out[i] = l.lits[at].Not()
			}
			t.Solver.AddClause(out...)
		})
	}
	if least > 0 {
		subsets(n, n-least+1, func(of []int) {
			out := make([]cdcl.Lit, len(of))
			for i, at := range of {
				out[i] = l.lits[at]
			}
			t.Solver.AddClause(out...)
		})
	}
	return true
}

// choose is the number of subsets of k of n, or a large number.
func choose(n, k int) int {
	out := 1
	for i := range k {
		if out = out * (n - i) / (i + 1); out > 1<<20 {
			return out
		}
	}
	return out
}

// subsets visits all of k of n.
func subsets(n, k int, visit func(of []int)) {
	of := make([]int, k)
	var from func(i, least int)
	from = func(i, least int) {
		if i == k {
			visit(of)
			return
		}
		for x := least; x <= n-(k-i); x++ {
			of[i] = x
			from(i+1, x+1)
		}
	}
	from(0, 0)
}

// linear is a sum with weights above 0, the largest first.
type linear struct {
	lits        []cdcl.Lit
	weights     []int
	least, most int
	low, high   int // of the sum: weights that are true, and not false
	total       int
}

func (l *linear) assigned(lit cdcl.Lit, index int32) { l.count(lit, index, 1) }

func (l *linear) undone(lit cdcl.Lit, index int32) { l.count(lit, index, -1) }

func (l *linear) count(lit cdcl.Lit, index int32, times int) {
	if lit == l.lits[index] {
		l.low += times * l.weights[index]
	} else {
		l.high -= times * l.weights[index]
	}
}

func (l *linear) propagate(t *Theory, base int32) bool {
	s := t.Solver
	if l.low > l.most {
		return s.Fail(l.because(t, 1, l.most+1, 1<<30, -1, nil))
	}
	if l.high < l.least {
		return s.Fail(l.because(t, -1, l.total-l.least+1, 1<<30, -1, nil))
	}
	over, under := l.most-l.low, l.high-l.least
	for i, w := range l.weights {
		if w <= over && w <= under {
			break
		}
		if s.Value(l.lits[i]) != 0 {
			continue
		}
		lit := l.lits[i]
		if w > over {
			lit = lit.Not()
		}
		if !s.Imply(lit, base+int32(i)) {
			return false
		}
		if w > over && w > under {
			return s.Imply(lit.Not(), base+int32(i))
		}
	}
	return true
}

// because appends true terms (sign 1), or the negations of false ones (-1), from before an
// index of the trail and but for one, until their weights come to enough.
func (l *linear) because(t *Theory, sign int8, enough int, index, but int32, out []cdcl.Lit) []cdcl.Lit {
	for i, lit := range l.lits {
		if enough <= 0 {
			break
		}
		if sign < 0 {
			lit = lit.Not()
		}
		if int32(i) != but && t.before(lit, index) {
			out = append(out, lit)
			enough -= l.weights[i]
		}
	}
	return out
}

func (l *linear) explain(t *Theory, lit cdcl.Lit, note int32, out []cdcl.Lit) []cdcl.Lit {
	index := t.Solver.TrailIndex(lit.Var())
	if lit == l.lits[note] {
		return l.because(t, -1, l.total-l.least+1-l.weights[note], index, note, out)
	}
	return l.because(t, 1, l.most+1-l.weights[note], index, note, out)
}
