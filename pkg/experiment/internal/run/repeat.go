package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Engines with funcs of somebody else's promise what the engines of this module
// are tested for: one seed, one run. A func that keeps something in a variable
// outside itself, or takes random numbers from a global generator, breaks it
// without a word. So one run of every set of such funcs is made twice.

// Repeats are the runs of a plan that are made twice. Workers share it.
type Repeats struct {
	sync.Mutex
	Rules   []string          // of the plan's engines; "" where there are none
	Checked map[string]string // by rules: the warning, "" where both runs were the same
	claimed map[string]bool   // by rules: a worker is at it
}

// NewRepeats chooses none yet of the runs of a plan.
func NewRepeats(b *identity.Bound) *Repeats {
	s := &Repeats{Checked: map[string]string{}, claimed: map[string]bool{}}
	for i, e := range b.Parts {
		rules := ""
		if d := b.Engines[i]; d.Custom || e.Program() {
			code, _, _ := strings.Cut(d.Code, identity.Given)
			rules = strings.TrimSpace(d.Engine + " " + strings.Join(e.Names(), ", ") + " " + code)
		}
		s.Rules = append(s.Rules, rules)
	}
	return s
}

// Substantial is how many iterations or evaluations make a run in which funcs
// were asked often enough to tell.
const Substantial = 10

// Claim says whether a run is to be rerun: it ended well, it is the first
// of its funcs, and it is not a trivial one unless that will do.
func (s *Repeats) Claim(engine int, r record.Record, trivial bool) bool {
	rules := s.Rules[engine]
	if rules == "" || r.Status == record.Failed || !trivial && r.Rounds() < Substantial {
		return false
	}
	s.Lock()
	defer s.Unlock()
	if _, ok := s.Checked[rules]; ok || s.claimed[rules] {
		return false
	}
	s.claimed[rules] = true
	return true
}

// Asks says whether a run of an engine is still to be rerun.
func (s *Repeats) Asks(engine int) bool {
	s.Lock()
	defer s.Unlock()
	_, ok := s.Checked[s.Rules[engine]]
	return !ok && s.Rules[engine] != ""
}

// Again makes a run a second time and keeps a warning where it differs. Nothing
// is known after a run that was cancelled, or that cannot be repeated.
func (s *Repeats) Again(ctx context.Context, engine int, r record.Record, e solver.Solver, p puzzle.Puzzle) {
	rules := s.Rules[engine]
	warning, ok := twice(ctx, r, e, p)
	s.Lock()
	defer s.Unlock()
	delete(s.claimed, rules)
	if ok && (warning != "" || r.Rounds() >= Substantial) {
		s.Checked[rules] = warning
	}
}

// Came notes that a run of an engine came out the same when it was rerun.
func (s *Repeats) Came(engine int, r record.Record) {
	s.Lock()
	defer s.Unlock()
	if rules := s.Rules[engine]; rules != "" && s.Checked[rules] == "" && r.Rounds() >= Substantial {
		s.Checked[rules] = ""
	}
}

// GiveUp keeps a warning in place of making a run again.
func (s *Repeats) GiveUp(rules, warning string) {
	s.Lock()
	defer s.Unlock()
	if _, ok := s.Checked[rules]; !ok && rules != "" {
		s.Checked[rules] = warning
	}
}

// Warnings are those of the plan's engines, in its order.
func (s *Repeats) Warnings() (out []string) {
	s.Lock()
	defer s.Unlock()
	for _, rules := range s.Rules {
		if w := s.Checked[rules]; w != "" && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// twice makes the run of a record again and says how it differs; ok is false
// where nothing can be said.
func twice(ctx context.Context, r record.Record, e solver.Solver, p puzzle.Puzzle) (warning string, ok bool) {
	second, ok := Again(ctx, r, e, p)
	if !ok || record.Same(r, second) {
		return "", ok
	}
	differs := fmt.Sprintf("gave %s; again with the same seed it gave %s", record.Tell(r), record.Tell(second))
	if record.Tell(r) == record.Tell(second) {
		differs = fmt.Sprintf("gave %s, twice with the same seed, on different ways", record.Tell(r))
	}
	funcs := ""
	if names := identity.PartsOf(e).Names(); len(names) > 0 {
		funcs = " Its funcs: " + strings.Join(names, ", ") + "."
	}
	return fmt.Sprintf("The runs of %s do not repeat, and results may depend on the number of workers. Run %d on %s %s.%s A func that keeps something in a variable outside itself belongs into Each, which makes it anew for every run; random numbers come from the run (t.Random, t.Float64, v.Intn, or the generator that a sketch is given), not from a global generator.",
		r.Label(), r.Run, r.Puzzle, differs, funcs), true
}

// Again makes the run of a record a second time. One that ended by a limit of
// time gets the iterations that it made. ok is false where it cannot be made
// Again, or ends before what it is to be compared with.
func Again(ctx context.Context, r record.Record, e solver.Solver, p puzzle.Puzzle) (second record.Record, ok bool) {
	budget := r.Budget
	switch {
	case !r.Timed():
	case r.Status.Decided():
		// The solution may come in a round that is not counted.
		budget.Iterations = r.Iterations + 1
	case r.Iterations > 0:
		budget = solver.Iterations(r.Iterations)
	case r.Evaluations > 0:
		budget = solver.Evaluations(r.Evaluations)
	default:
		return record.Record{}, false
	}
	second, cancelled := solveAs(ctx, e, p, solver.Run{Seed: r.Seed, Budget: budget}, r.Timed())
	early := r.Timed() && r.Status.Decided() && second.Status == solver.Exhausted && second.Iterations <= r.Iterations
	return second, !cancelled && !early
}

// Repeat makes the run of a published record a second time and says how it differs; ""
// where it came out the same (Plan.Repeat).
func Repeat(ctx context.Context, p identity.Task, r record.Record) (difference string, err error) {
	engine := slices.IndexFunc(p.Solvers, func(e solver.Solver) bool { return e.Describe().Hash() == r.ConfigHash })
	instance := slices.IndexFunc(p.Puzzles, func(q puzzle.Puzzle) bool { return q.Hash().String() == r.Content })
	what := fmt.Sprintf("run %d of %s on %s", r.Run, r.Label(), r.Puzzle)
	switch {
	case engine < 0:
		return "", fmt.Errorf("experiment: %w: %q has no engine of %s", identity.ErrPlan, p.Name, what)
	case instance < 0:
		return "", fmt.Errorf("experiment: %w: %q has no puzzle of %s", identity.ErrPlan, p.Name, what)
	}
	if seed := p.RunSeed(p.Puzzles[instance].Hash(), r.Engine, r.Run); seed != r.Seed {
		return fmt.Sprintf("%s had the seed %d, the plan gives it %d", what, r.Seed, seed), nil
	}
	second, ok := Again(ctx, r, p.Solvers[engine], p.Puzzles[instance])
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case !ok:
		return "", fmt.Errorf("experiment: %s ended by a limit of time: %w", what, errors.ErrUnsupported)
	case !record.Same(r, second):
		before, now := record.TellApart(r, second)
		return fmt.Sprintf("%s gave %s, now %s", what, before, now), nil
	}
	return "", nil
}
