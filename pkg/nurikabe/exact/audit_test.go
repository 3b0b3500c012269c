package exact

import (
	"fmt"
	"reflect"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/cdcl"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
)

// auditor stands between the search and the rules and asks for the reason of
// everything that they imply. A reason that a known solution breaks, or that
// is younger than what it implies, is a bug.
type auditor struct {
	*rules
	t        testing.TB
	name     string
	solution []puzzle.Grid
	truth    []map[cdcl.Lit]bool // by solution
	checked  int
	failures int
}

func audit(t testing.TB, name string, r *rules, solutions []puzzle.Grid) *auditor {
	a := &auditor{rules: r, t: t, name: name, solution: solutions}
	for _, g := range solutions {
		island := make([]int, r.cells)
		for i := range island {
			island[i] = -1
		}
		var fill func(c int32, id int)
		fill = func(c int32, id int) {
			if c < 0 || island[c] >= 0 || g.Values[c] != nurikabe.Island {
				return
			}
			island[c] = id
			for _, d := range r.around[c] {
				fill(d, id)
			}
		}
		for c, id := range r.clueAt {
			if id >= 0 {
				fill(int32(c), int(id))
			}
		}
		truth := map[cdcl.Lit]bool{}
		set := func(l cdcl.Lit, v bool) { truth[l], truth[l.Not()] = v, !v }
		for c := range int32(r.cells) {
			set(white(c), g.Values[c] == nurikabe.Island)
		}
		for p := range r.pairCell {
			set(r.member(int32(p)), island[r.pairCell[p]] == int(r.pairIsland[p]))
		}
		a.truth = append(a.truth, truth)
	}
	return a
}

func (a *auditor) clause(what string, lits []cdcl.Lit) {
	for i, truth := range a.truth {
		ok := false
		for _, l := range lits {
			ok = ok || truth[l]
		}
		if !ok {
			a.failures++
			board := ""
			for c := range int32(a.cells) {
				if c%int32(a.cols) == 0 {
					board += "\n"
				}
				board += string("#?."[a.s.Value(white(c))+1])
			}
			a.t.Log(board)
			a.t.Fatalf("%s: %s breaks solution %d: %s", a.name, what, i, a.text(lits))
		}
	}
}

func (a *auditor) text(lits []cdcl.Lit) string {
	out := ""
	for _, l := range lits {
		v := int32(l.Var())
		sign := " "
		if !l.Positive() {
			sign = " not "
		}
		if v < int32(a.cells) {
			out += fmt.Sprintf("%swhite(%d,%d)", sign, v/int32(a.cols), v%int32(a.cols))
		} else {
			c := a.pairCell[v-int32(a.cells)]
			out += fmt.Sprintf("%s(%d,%d)in%d", sign, c/int32(a.cols), c%int32(a.cols), a.pairIsland[v-int32(a.cells)])
		}
	}
	return out
}

// conflict is the clause that a solver's last conflict violates, which only this
// audit reads.
func conflict(s *cdcl.Solver) (lits []cdcl.Lit) {
	field := reflect.ValueOf(s).Elem().FieldByName("conflict")
	for i := range field.Len() {
		lits = append(lits, cdcl.Lit(field.Index(i).Int()))
	}
	return lits
}

func (a *auditor) after(what string, ok bool) bool {
	if !ok {
		lits := conflict(a.s)
		a.clause(what+" conflict", lits)
		for _, l := range lits {
			alltest.Require(a.t, a.s.Value(l) == -1, "%s: %s conflict with a literal that is not false: %s", a.name, what, a.text(lits))
		}
	}
	trail := a.s.Trail()
	for ; a.checked < len(trail); a.checked++ {
		l := trail[a.checked]
		because := a.s.Because(l)
		if len(because) == 0 {
			continue
		}
		lits := []cdcl.Lit{l}
		for _, b := range because {
			lits = append(lits, b.Not())
			alltest.Require(a.t, a.s.Value(b) == 1 && a.s.TrailIndex(b.Var()) < a.s.TrailIndex(l.Var()),
				"%s: %s: a reason that is not older: %s", a.name, what, a.text(lits))
		}
		a.clause(what, lits)
	}
	return ok
}

func (a *auditor) Assigned(l cdcl.Lit) bool { return a.after("local", a.rules.Assigned(l)) }
func (a *auditor) Propagate() bool          { return a.after("far", a.rules.Propagate()) }
func (a *auditor) Undone(l cdcl.Lit) {
	a.rules.Undone(l)
	a.checked = min(a.checked, int(a.s.TrailIndex(l.Var())))
}
