package exact

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/model/theory"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Step is one step of a deduction.
type Step struct {
	// Rules are the rules that the step rests on, as the kind states them; none for a search.
	Rules []string
	// Trial says that the opposite was assumed, and that the rules contradicted each other.
	Trial bool
	// Cells are the cells that the step says something of, and Because those that it rests on, both in
	// raster order.
	Cells, Because []puzzle.Cell
	// Text says in a sentence what is settled and why.
	Text string
	// Settled are the conditions that hold from now on, and Given those of earlier steps that they
	// follow from by the rules; none for trials and searches.
	Settled, Given []model.Lit
}

// Trace is a solution, step by step.
type Trace struct {
	// Steps are in the order in which they follow. Where Status has a solution all of them together
	// settle the board.
	Steps []Step
	// Status is the puzzle's; where it is Multiple the steps lead to what all solutions share, and then
	// to one of them.
	Status solver.Status
	// Grade is what it took; [Ungraded] where the puzzle is not decided.
	Grade  Grade
	puzzle *model.Puzzle
}

// Picture draws the board after n steps, with the cells of the last one in outline and those that it rests on in
// broken outline.
func (t *Trace) Picture(n int) puzzle.SVG {
	var holds []model.Lit
	view := puzzle.View{Coordinates: true}
	for _, step := range t.Steps[:min(max(n, 0), len(t.Steps))] {
		holds = append(holds, step.Settled...)
		view.Changed, view.Because, view.Title = step.Cells, step.Because, step.Text
	}
	return t.puzzle.DrawKnown(holds, view)
}

// Explain solves a puzzle and tells every step: what single constraints imply, then what follows from
// trials of single values, and what a search settles beyond them. The context ends it; the trace has
// the steps until then.
func (e *Solver) Explain(ctx context.Context, p puzzle.Puzzle) (Trace, error) {
	instance, err := e.kind.Ready(e.name(), e, p)
	if err != nil {
		return Trace{}, err
	}
	x := &tracer{form: instance.Form(), theory: theory.Told(instance.Form()), trace: Trace{puzzle: instance}, ctx: ctx}
	if x.theory.Ended() {
		x.trace.Status, x.trace.Grade = solver.Exhausted, Ungraded
		return x.trace, nil
	}
	x.solver = x.theory.Solver
	x.told = make([]bool, len(x.form.Atoms))
	x.told[0] = true
	x.of = map[cdcl.Lit]model.Var{}
	for _, v := range x.form.Vars {
		for value := range v.Values() {
			x.of[cdcl.Lit(v.Is(value))] = v
		}
	}
	if err := x.run(e, p); err != nil {
		return Trace{}, err
	}
	return x.trace, nil
}

// tracer tells the steps of one puzzle.
type tracer struct {
	ctx    context.Context
	form   *model.Form
	theory *theory.Theory
	solver *cdcl.Solver
	of     map[cdcl.Lit]model.Var // of conditions: their variable of three or more values
	told   []bool                 // of atoms
	seen   int                    // of the trail
	trace  Trace
}

func (x *tracer) run(e *Solver, p puzzle.Puzzle) error {
	x.trace.Status, x.trace.Grade = solver.Unique, Deduction
	for x.deduce() {
		if x.ctx.Err() != nil {
			x.trace.Status, x.trace.Grade = solver.Cancelled, Ungraded
			return nil
		}
		if len(x.solver.Trail()) == x.solver.Vars() {
			return nil
		}
		if !x.try() {
			return x.search(e, p)
		}
		x.trace.Grade = Trial
	}
	x.trace.Status = solver.Unsolvable
	x.trace.Steps = append(x.trace.Steps, Step{Text: "Here the rules contradict each other: there is no solution."})
	return nil
}

// deduce tells what single constraints imply; it returns false where they contradict each other.
func (x *tracer) deduce() bool {
	if !x.solver.Propagate() {
		return false
	}
	for trail := x.solver.Trail(); x.seen < len(trail); x.seen++ {
		if l := trail[x.seen]; x.tells(l) {
			x.step(l)
		}
	}
	return true
}

// tells says whether a condition is told where it is settled: that the board has it, and that a
// variable has a value, not that it lacks one.
func (x *tracer) tells(l cdcl.Lit) bool {
	if int(l.Var()) >= len(x.form.Atoms) || x.told[l.Var()] || x.form.Atoms[l.Var()].Op != model.Free {
		return false
	}
	_, several := x.of[l.Var().Pos()]
	return !several || l.Positive()
}

// step tells a condition that is settled.
func (x *tracer) step(l cdcl.Lit) {
	x.told[l.Var()] = true
	s := Step{Settled: []model.Lit{model.Lit(l)}}
	var words []string
	seen := map[cdcl.Lit]bool{l: true}
	var because func(l cdcl.Lit)
	because = func(l cdcl.Lit) {
		if cause, ok := x.theory.Cause(l); ok && (model.Lit(l) == s.Settled[0] || !x.plain(cause)) {
			rule := x.form.Constraints[cause].Rule
			if !slices.Contains(s.Rules, rule) {
				s.Rules = append(s.Rules, rule)
				words = append(words, rule+x.otherwise(cause, l))
			}
		}
		for _, b := range x.solver.Because(l) {
			if seen[b] {
				continue
			}
			seen[b] = true
			if int(b.Var()) < len(x.told) && x.told[b.Var()] {
				if b.Var() != 0 {
					s.Given = append(s.Given, model.Lit(b))
				}
				continue
			}
			because(b)
		}
	}
	because(l)
	s.Cells = x.form.Cells(s.Settled)
	s.Because = slices.DeleteFunc(x.form.Cells(s.Given), func(c puzzle.Cell) bool { return slices.Contains(s.Cells, c) })
	if words == nil {
		words = []string{"nothing else is left"}
	}
	s.Text = x.says(l) + ": " + strings.Join(words, "; ") + "."
	x.trace.Steps = append(x.trace.Steps, s)
}

// says is a condition as the beginning of a sentence.
func (x *tracer) says(l cdcl.Lit) string {
	what := x.trace.puzzle.Says(model.Lit(l))
	if rest, ok := strings.CutPrefix(what, "the "); ok {
		return "The " + rest
	}
	return what
}

// plain says whether a constraint says that one condition holds, such as that a number is not 0.
func (x *tracer) plain(cause int) bool {
	c, ok := x.form.Constraints[cause].Constraint.(*model.Clause)
	return ok && len(c.Lits) == 1
}

// otherwise says what would be if a condition, which a constraint implied, did not hold; "" where the rule
// says enough.
func (x *tracer) otherwise(cause int, l cdcl.Lit) string {
	switch c := x.form.Constraints[cause].Constraint.(type) {
	case *model.Connected:
		var nodes []string
		for _, b := range x.solver.Because(l) {
			if slices.Contains(c.Nodes, model.Lit(b)) && len(nodes) < 2 {
				if cells := x.form.Cells([]model.Lit{model.Lit(b)}); len(cells) > 0 {
					nodes = append(nodes, cells[0].String())
				}
			}
		}
		switch {
		case !slices.Contains(c.Nodes, model.Lit(l)):
			return ", and no way is left to it"
		case len(nodes) == 2 && nodes[0] != nodes[1]:
			return fmt.Sprintf(", and else %s and %s would be parted", nodes[0], nodes[1])
		}
		return ", and else they would be parted"
	case *model.Forest:
		return ", and else a circle would close"
	case *model.Linear:
		for _, t := range c.Terms {
			if (t.Lit == model.Lit(l)) == (t.Weight > 0) && t.Lit.Atom() == model.Lit(l).Atom() {
				return ", and all that are left are needed"
			}
		}
		return ", and no more fit"
	}
	return ""
}

// try settles a value whose opposite the rules refute; it returns false where there is none.
func (x *tracer) try() bool {
	for i, a := range x.form.Atoms {
		v := cdcl.Var(i)
		if a.Op != model.Free || x.solver.Value(v.Pos()) != 0 {
			continue
		}
		for _, l := range [2]cdcl.Lit{v.Pos(), v.Neg()} {
			if x.ctx.Err() != nil {
				return true
			}
			ok := x.solver.Assume(l)
			x.solver.Backtrack(0)
			if ok {
				continue
			}
			l = l.Not()
			x.solver.AddClause(l)
			x.told[i] = true
			s := Step{Trial: true, Settled: []model.Lit{model.Lit(l)}, Text: x.says(l) + ": else the rules would contradict each other."}
			s.Cells = x.form.Cells(s.Settled)
			x.trace.Steps = append(x.trace.Steps, s)
			return true
		}
	}
	return false
}

// search settles the rest.
func (x *tracer) search(e *Solver, p puzzle.Puzzle) error {
	x.trace.Grade = Learning
	out, err := e.Solve(x.ctx, p, solver.Run{})
	if err != nil {
		return err
	}
	if x.trace.Status = out.Status; !out.Status.Decided() {
		x.trace.Grade = Ungraded
	}
	if !out.Status.HasSolution() {
		return nil
	}
	values, _ := x.form.Values(out.Best)
	var s Step
	for i := range x.form.Atoms {
		l := cdcl.Var(i).Lit(values[i])
		if x.tells(l) {
			s.Settled = append(s.Settled, model.Lit(l))
		}
	}
	s.Cells = x.form.Cells(s.Settled)
	s.Text = fmt.Sprintf("A search settles what is left, in %s.", puzzle.Plural(len(s.Cells), "cell"))
	x.trace.Steps = append(x.trace.Steps, s)
	return nil
}
