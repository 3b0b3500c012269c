package tabu

import (
	"slices"

	"formicary/pkg/lists"
	"formicary/pkg/model"
)

// judge keeps the measure of one constraint up to date while its literals change.
type judge interface {
	// flip says that the literal at a place changed; the board has its new value.
	flip(place int32, now bool)
	measure() int
	// blame are literals of which at least one must change.
	blame(out []model.Lit) []model.Lit
}

// judge makes the judge of a constraint, and the literals of its places.
func (b *board) judge(c model.Constraint) (judge, []model.Lit) {
	switch c := c.(type) {
	case *model.Clause:
		return &disjunction{lits: c.Lits}, c.Lits
	case *model.Linear:
		l := &linear{Linear: c}
		lits := lists.Map(c.Terms, func(t model.Term) model.Lit { return t.Lit })
		l.board = b
		return l, lits
	case *model.Different:
		d := &different{Different: c, board: b}
		var lits []model.Lit
		most, none := 0, 0
		for i, v := range c.Vars {
			if v.Values() == 0 {
				none++
			}
			most = max(most, v.Values())
			for x := range v.Values() {
				lits = append(lits, v.Is(x))
				d.value, d.of = append(d.value, int32(x)), append(d.of, int32(i))
			}
		}
		d.count, d.twice = make([]int, most), max(none-1, 0)
		return d, lits
	case *model.Connected:
		return newConnected(b, c), c.Nodes
	case *model.Forest:
		lits := lists.Map(c.Edges, func(e model.Edge) model.Lit { return e.Lit })
		return &forest{Forest: c, board: b, up: make([]int32, c.Nodes), ends: make([]int32, c.Nodes)}, lits
	}
	j := &plain{Constraint: c, board: b}
	edges := func(all []model.Edge) {
		for _, e := range all {
			j.lits = append(j.lits, e.Lit)
		}
	}
	switch c := c.(type) {
	case *model.Matched:
		j.lits = slices.Concat(c.Left, c.Right)
	case *model.Pieces:
		j.lits = c.Nodes
	case *model.Reach:
		j.lits = c.Nodes
	case *model.Division:
		edges(c.Edges)
	case *model.Paths:
		edges(c.Edges)
	default:
		panic("model/tabu: a constraint that it does not know")
	}
	return j, j.lits
}

// disjunction counts its literals that hold.
type disjunction struct {
	lits []model.Lit
	true int
}

func (c *disjunction) flip(_ int32, now bool) { c.true += sign(now) }

func (c *disjunction) measure() int {
	if c.true > 0 {
		return 0
	}
	return 1
}

func (c *disjunction) blame(out []model.Lit) []model.Lit { return append(out, c.lits...) }

func sign(now bool) int {
	if now {
		return 1
	}
	return -1
}

// linear keeps its sum.
type linear struct {
	*model.Linear
	board *board
	sum   int
}

func (l *linear) flip(place int32, now bool) { l.sum += sign(now) * l.Terms[place].Weight }

func (l *linear) measure() int {
	away := max(l.Least-l.sum, l.sum-l.Most)
	if away <= 0 {
		return 0
	}
	largest := 1
	for _, t := range l.Terms {
		largest = max(largest, t.Weight, -t.Weight)
	}
	return (away + largest - 1) / largest
}

// blame are the terms whose change brings the sum nearer.
func (l *linear) blame(out []model.Lit) []model.Lit {
	for _, t := range l.Terms {
		if up := (t.Weight > 0) != l.board.holds(t.Lit); up == (l.sum < l.Least) {
			out = append(out, t.Lit)
		}
	}
	return out
}

// different counts the variables of each value.
type different struct {
	*model.Different
	board *board
	value []int32 // of places
	of    []int32 // of places: the variable
	count []int   // of values
	twice int     // variables whose value an earlier one has
}

func (d *different) flip(place int32, now bool) {
	n := &d.count[d.value[place]]
	if now {
		if *n++; *n > 1 {
			d.twice++
		}
		return
	}
	if *n > 1 {
		d.twice--
	}
	*n--
}

func (d *different) measure() int { return d.twice }

func (d *different) blame(out []model.Lit) []model.Lit {
	for place, x := range d.value {
		if l := d.Vars[d.of[place]].Is(int(x)); d.count[x] > 1 && d.board.holds(l) {
			out = append(out, l)
		}
	}
	return out
}

// plain judges by the constraint's plain meaning, anew each time.
type plain struct {
	model.Constraint
	board *board
	lits  []model.Lit
}

func (*plain) flip(int32, bool) {}

func (j *plain) measure() int {
	_, measure := j.Broken(j.board.values)
	return measure
}

// blame are all literals: what is too small wants more, and what is left out wants partners.
func (j *plain) blame(out []model.Lit) []model.Lit { return append(out, j.lits...) }
