// Package theory makes a declared puzzle a search of package cdcl: atoms become variables,
// small constraints clauses, and the others propagators that explain themselves.
//
// Its opinion: a puzzle is mostly local rules, which clauses say well, and one or two global
// rules, which they say badly. So there are propagators for sums, connectivity, cycles, and sizes of pieces;
// paths and divisions are these with variables of their own. A puzzle of paths alone that takes long is searched by
// the ways in which paths go around each other's ends, not by cells ([sketches]). Unit propagation has the first word: a propagator looks when
// clauses have nothing more to say. Reasons are found when a conflict asks for them, from what was
// known when the literal was implied.
//
// Its limits: variables are encoded value by value, so that sums of large numbers propagate bounds
// only; all-different is pairs of values, and each value's place where there are as many values as variables. A form
// of more than two million atoms is not searched ([Theory.Ended]).
package theory

import (
	"slices"

	"formicary/pkg/cdcl"
	"formicary/pkg/model"
)

// Theory is the search for the solutions of one puzzle.
type Theory struct {
	// Solver is the search; variable n is the puzzle's atom n. [Theory.Block] may begin another one.
	Solver *cdcl.Solver
	form   *model.Form
	wiring
	agenda
	making
	limits
	scratch []cdcl.Lit
	own     bool   // there are variables that boards do not show
	tight   *tight // set where the search is for tight solutions
	loose   *tight // set where it was, and is for all
}

// wiring says which propagators there are, and what each is told.
type wiring struct {
	props []propagator
	// watches has, for each literal, who wants to know that it became true.
	watches [][]watch
	owners  []int32 // of notes: the propagator
	bases   []int32 // of propagators: the first note
	causes  []int32 // of propagators: their constraint
}

// agenda are the propagators that have something to look at.
type agenda struct {
	dirty   []int32 // in order
	waits   []bool  // of propagators: they are among them
	patient []int32 // propagators of connectivity, which let calls pass
}

// making is what holds while constraints are added.
type making struct {
	tells bool  // clauses are propagators
	cause int32 // the constraint that is being added; -1 for definitions
}

// limits end a search.
type limits struct {
	expired func() bool
	spent   int // work since expired was asked
	memory  int // that it takes, in bytes
	ended   bool
}

// propagator is one constraint. Propagate looks at it as a whole; notes are the
// propagator's own numbers, from 0 to what notes says.
type propagator interface {
	assigned(lit cdcl.Lit, index int32)
	undone(lit cdcl.Lit, index int32)
	propagate(t *Theory, base int32) bool
	explain(t *Theory, lit cdcl.Lit, note int32, out []cdcl.Lit) []cdcl.Lit
}

// watch is a place in a propagator.
type watch struct{ prop, index int32 }

var _ cdcl.Propagator = (*Theory)(nil)

// New makes the search. Where clauses alone contradict each other it is unsatisfiable from the
// start.
func New(form *model.Form) *Theory { return start(form, false, nil, nil) }

// Within is [New] for an engine whose time ends. expired is asked again and again while the search is made and while it
// propagates; once it says true the search has [Theory.Ended].
func Within(form *model.Form, expired func() bool) *Theory { return start(form, false, nil, expired) }

// Ended says that the search is over because time was, or because it would take more than some [mostMemory]. What it
// propagated last is not complete; it finds nothing any more. A search that ended while it was made lacks variables.
func (t *Theory) Ended() bool { return t.ended }

// mostMemory bounds what a search is made of, in bytes. Maps and slices that grow take up to twice as much.
const mostMemory = 320_000_000

// What parts of a search take, in bytes: with their watches and places in queues.
const (
	memoryOfVariable = 160
	memoryOfClause   = 48
	memoryOfLiteral  = 4
	memoryOfNote     = 72 // of a propagator: a node or so
)

// grow counts memory that the search is about to take, and says whether it has ended.
func (t *Theory) grow(bytes int) bool {
	if t.memory += bytes; t.memory > mostMemory {
		t.end()
	}
	return t.work(bytes / memoryOfLiteral)
}

// work counts work, in visits of literals or so, and says whether the search has ended.
func (t *Theory) work(visits int) bool {
	const look = 5000
	if t.spent += visits; t.spent >= look && !t.ended {
		t.spent = 0
		if t.expired != nil && t.expired() {
			t.end()
		}
	}
	return t.ended
}

func (t *Theory) end() {
	t.ended = true
	t.Solver.Interrupt()
}

func start(form *model.Form, tells bool, loose *tight, expired func() bool) *Theory {
	t := &Theory{Solver: &cdcl.Solver{}, form: form, making: making{tells, -1}, loose: loose, limits: limits{expired: expired}}
	s := t.Solver
	if t.grow(memoryOfVariable * len(form.Atoms)) {
		return t
	}
	t.watches = make([][]watch, 2*len(form.Atoms))
	s.NewVars(len(form.Atoms))
	s.SetPropagator(t)
	t.any(model.True)
	for i, a := range form.Atoms {
		t.define(model.Lit(2*i), a)
	}
	before := 0 // of the last constraint: notes
	for _, v := range form.Vars {
		var lits []model.Lit
		for x := range v.Values() {
			lits = append(lits, v.Is(x))
		}
		if t.work(len(lits)) {
			return t
		}
		t.linear(&model.Linear{Terms: model.Each(1, lits...), Least: 1, Most: 1})
	}
	for i, c := range form.Constraints {
		if t.work(1 + len(t.owners) - before) {
			return t
		}
		before = len(t.owners)
		t.cause = int32(i)
		switch c := c.Constraint.(type) {
		case *model.Clause:
			t.any(c.Lits...)
		case *model.Linear:
			t.linear(c)
		case *model.Different:
			t.different(c)
		case *model.Connected:
			t.connected(c)
		case *model.Forest:
			t.forest(c)
		case *model.Matched:
			t.matched(c)
		case *model.Division:
			t.division(c)
		case *model.Paths:
			t.paths(c)
		case *model.Pieces:
			t.pieces(c)
		case *model.Reach:
			t.reach(c)
		default:
			panic("theory: a constraint that it does not know")
		}
	}
	return t
}

// any adds a clause.
func (t *Theory) any(lits ...model.Lit) {
	if t.grow(memoryOfClause + memoryOfLiteral*len(lits)) {
		return
	}
	t.scratch = t.scratch[:0]
	for _, l := range lits {
		t.scratch = append(t.scratch, cdcl.Lit(l))
	}
	if t.tells {
		t.tell(slices.Clone(t.scratch))
		return
	}
	t.Solver.AddClause(t.scratch...)
}

// define says how an atom follows from others.
func (t *Theory) define(l model.Lit, a model.Atom) {
	switch a.Op {
	case model.And:
		all := append(make([]model.Lit, 0, 1+len(a.From)), l)
		for _, from := range a.From {
			t.any(l.Not(), from)
			all = append(all, from.Not())
		}
		t.any(all...)
	case model.Xor:
		x, y := a.From[0], a.From[1]
		t.any(l.Not(), x, y)
		t.any(l.Not(), x.Not(), y.Not())
		t.any(l, x, y.Not())
		t.any(l, x.Not(), y)
	}
}

// matched says so with a variable of its own for each pair that may be matched.
func (t *Theory) matched(c *model.Matched) {
	left, right := make([][]model.Lit, len(c.Left)), make([][]model.Lit, len(c.Right))
	for _, p := range c.Pairs {
		if c.Left[p[0]] == model.False || c.Right[p[1]] == model.False {
			continue
		}
		pair := t.variable()
		left[p[0]], right[p[1]] = append(left[p[0]], pair), append(right[p[1]], pair)
	}
	for i, pairs := range slices.Concat(left, right) {
		node := slices.Concat(c.Left, c.Right)[i]
		t.any(append([]model.Lit{node.Not()}, pairs...)...)
		for k, a := range pairs {
			t.any(a.Not(), node)
			for _, b := range pairs[k+1:] {
				t.any(a.Not(), b.Not())
			}
		}
	}
}

// variable is one of the search's own, which boards do not show; in a search that has ended it is any.
func (t *Theory) variable() model.Lit {
	if t.grow(memoryOfVariable) {
		return model.True
	}
	t.watches = append(t.watches, nil, nil)
	t.own = true
	return model.Lit(t.Solver.NewVar().Pos())
}

// Solve is that of the search (see [cdcl.Solver.Solve]), for a solution that was not blocked.
func (t *Theory) Solve(more func() bool) cdcl.Result {
	if t.tight != nil && !t.ended {
		return t.tight.solve(t, more)
	}
	return t.Solver.Solve(more)
}

// Block forbids the present board, and goes back to level 0. It returns false when no other one is left.
func (t *Theory) Block() bool {
	if !t.own {
		return t.Solver.AddBlockingClause()
	}
	var lits []cdcl.Lit
	for i, a := range t.form.Atoms {
		if v := cdcl.Var(i); a.Op == model.Free && i > 0 {
			lits = append(lits, v.Lit(t.Solver.Value(v.Pos()) < 0))
		}
	}
	if t.tight != nil {
		return t.tight.block(t, lits)
	}
	return t.Solver.AddClause(lits...)
}

// different says so in clauses, pair by pair; and where there are as many values as variables
// that each value is one's.
func (t *Theory) different(c *model.Different) {
	most := 0
	for _, v := range c.Vars {
		most = max(most, v.Values())
	}
	values, places := 0, make([][]model.Lit, most)
	for x := range places {
		lits := make([]model.Lit, 0, len(c.Vars))
		for _, v := range c.Vars {
			if l := v.Is(x); l != model.False {
				lits = append(lits, l)
			}
		}
		for i, a := range lits {
			for _, b := range lits[i+1:] {
				t.any(a.Not(), b.Not())
			}
		}
		if places[x] = lits; len(lits) > 0 {
			values++
		}
	}
	for _, lits := range places {
		if values == len(c.Vars) && len(lits) > 0 {
			t.any(lits...)
		}
	}
}

// add plugs a propagator in, which watches literals at its places.
func (t *Theory) add(p propagator, notes int, at func(watch func(l model.Lit, index int32))) {
	if t.grow(memoryOfNote * notes) {
		return
	}
	id := int32(len(t.props))
	t.props = append(t.props, p)
	t.bases, t.causes = append(t.bases, int32(len(t.owners))), append(t.causes, t.cause)
	for range notes {
		t.owners = append(t.owners, id)
	}
	t.waits = append(t.waits, true)
	t.dirty = append(t.dirty, id)
	at(func(l model.Lit, index int32) { t.watches[l] = append(t.watches[l], watch{id, index}) })
}

// Assigned is of [cdcl.Propagator].
func (t *Theory) Assigned(lit cdcl.Lit) bool {
	for _, w := range t.watches[lit] {
		t.props[w.prop].assigned(lit, w.index)
		if !t.waits[w.prop] {
			t.waits[w.prop] = true
			t.dirty = append(t.dirty, w.prop)
		}
	}
	return true
}

// Undone is of [cdcl.Propagator].
func (t *Theory) Undone(lit cdcl.Lit) {
	for _, w := range t.watches[lit] {
		t.props[w.prop].undone(lit, w.index)
	}
}

// Propagate is of [cdcl.Propagator].
func (t *Theory) Propagate() bool {
	if t.ended {
		return true
	}
	before := len(t.Solver.Trail())
	for i := 0; i < len(t.dirty); i++ {
		id := t.dirty[i]
		if t.work(t.notes(id)) {
			return true
		}
		t.waits[id] = false
		if !t.props[id].propagate(t, t.bases[id]) {
			for _, id := range t.dirty[i:] {
				t.waits[id] = false
			}
			t.dirty = t.dirty[:0]
			return false
		}
		if len(t.Solver.Trail()) > before {
			t.dirty = append(t.dirty[:0], t.dirty[i+1:]...)
			return true // clauses come first
		}
	}
	t.dirty = t.dirty[:0]
	if before == t.Solver.Vars() {
		for _, id := range t.patient {
			if !t.props[id].(*connected).settle(t, t.bases[id]) {
				return false
			}
		}
	}
	return true
}

// notes is how many a propagator has.
func (t *Theory) notes(id int32) int {
	if int(id) == len(t.bases)-1 {
		return len(t.owners) - int(t.bases[id])
	}
	return int(t.bases[id+1] - t.bases[id])
}

// Explain is of [cdcl.Propagator].
func (t *Theory) Explain(lit cdcl.Lit, note int32, out []cdcl.Lit) []cdcl.Lit {
	id := t.owners[note]
	return t.props[id].explain(t, lit, note-t.bases[id], out)
}

// before says whether a literal is true, and was before an index of the trail.
func (t *Theory) before(lit cdcl.Lit, index int32) bool {
	return t.Solver.Value(lit) > 0 && t.Solver.TrailIndex(lit.Var()) < index
}

// Values are the values of all atoms where all have one.
func (t *Theory) Values() []bool {
	values := make([]bool, len(t.form.Atoms))
	for i := range values {
		values[i] = t.Solver.Value(cdcl.Var(i).Pos()) > 0
	}
	return values
}
