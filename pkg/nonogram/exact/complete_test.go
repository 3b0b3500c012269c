package exact

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/cdcl"
	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/nonogramtest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// auditor asks the completer for the reason of everything it implies, at once
// and again when the search wants to know, and compares with all arrangements of
// the line.
type auditor struct {
	*completer
	t      *testing.T
	all    map[int][][]uint8 // the arrangements of lines seen so far
	checks int
}

func (a *auditor) Propagate() bool {
	before := len(a.m.s.Trail())
	if !a.completer.Propagate() {
		return false
	}
	for _, lit := range slices.Clone(a.m.s.Trail()[before:]) {
		note, ok := a.m.s.Note(lit)
		alltest.Require(a.t, ok, "implied without a note")
		a.Explain(lit, note, nil)
	}
	return true
}

func (a *auditor) Explain(lit cdcl.Lit, note int32, out []cdcl.Lit) []cdcl.Lit {
	why := a.completer.Explain(lit, note, nil)
	if a.checks++; a.checks > 200 {
		return append(out, why...) // enough of this puzzle
	}
	line := int(note)
	for _, l := range why {
		alltest.Require(a.t, a.m.s.Value(l) == 1 && a.m.s.TrailIndex(l.Var()) < a.m.s.TrailIndex(lit.Var()),
			"%v is given as a reason of %v, and is not true before it", l, lit)
	}
	alltest.Require(a.t, a.follows(line, why, lit), "line %d: %v does not follow from %v", line, lit, why)
	for i := range why {
		less := slices.Delete(slices.Clone(why), i, i+1)
		alltest.Require(a.t, !a.follows(line, less, lit), "line %d: %v follows from a part of %v", line, lit, why)
	}
	return append(out, why...)
}

// follows says whether a literal holds in all arrangements of a line that fit
// what was known before the search and the given literals.
func (a *auditor) follows(line int, because []cdcl.Lit, lit cdcl.Lit) bool {
	first, step, length := a.m.p.LineCells(line)
	holds := func(cells []uint8, l cdcl.Lit) bool {
		pair := int(a.m.pairs[l.Var()])
		return (int(cells[(pair/a.b.colours-first)/step]) == pair%a.b.colours) == l.Positive()
	}
	root, words := a.root[a.b.masks[line]:], a.b.words[line]
	if a.all[line] == nil {
		a.all[line] = slices.Collect(nonogramtest.Arrangements(a.m.p.Line(line), length))
	}
next:
	for _, cells := range a.all[line] {
		for i, v := range cells {
			if root[int(v)*words+i/64]>>(i%64)&1 == 0 {
				continue next
			}
		}
		for _, l := range because {
			if !holds(cells, l) {
				continue next
			}
		}
		if !holds(cells, lit) {
			return false
		}
	}
	return true
}

func TestReasons(t *testing.T) {
	checks := 0
	for seed := range uint64(12) {
		random, g := rand.New(rand.NewPCG(seed, 5)), puzzle.NewGrid(puzzle.Size{Rows: 16, Cols: 15}, nonogram.Blank)
		colours := 1 + int(seed%3)
		for i := range g.Values {
			if random.IntN(5) < 2 {
				g.Values[i] = uint8(1 + random.IntN(colours))
			}
		}
		p := alltest.Must(nonogram.FromPicture("random", g, palette(colours)))(t)
		meter := solver.Start(context.Background(), p, solver.Run{})
		e := &Solver{Learn: true, Complete: true, Proof: true}
		x := &search{Solver: e, puzzle: p, meter: meter, board: newBoard(p)}
		alltest.Require(t, x.board.propagate(), "refuted")
		m, ok := newModel(p, x.board, mostVars, x.meter.Continue)
		alltest.Require(t, ok, "too large")
		a := &auditor{newCompleter(m), t, map[int][][]uint8{}, 0}
		m.s.SetPropagator(a)
		// Up to 5 solutions, the picture among them or not.
		for range 5 {
			if m.s.Solve(func() bool { return true }) != cdcl.Satisfiable {
				break
			}
			if broken := p.Check(m.grid()); len(broken) > 0 {
				t.Fatal(broken[0])
			}
			m.s.AddBlockingClause()
		}
		checks += a.checks
		alltest.Must(meter.Finish(solver.Outcome{}))(t)
	}
	alltest.Check(t, checks >= 100, "only %d reasons", checks)
}
