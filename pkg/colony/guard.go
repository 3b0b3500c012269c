package colony

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"formicary/pkg/solver"
)

// RuleError is the error of a rule of your own that panicked, did not return or
// returned nonsense, with the place in its source. [Guard.Call] and [Guard.Refuse]
// panic with it, [Rules.Solve] returns it.
type RuleError struct {
	// Rule is the name of the field that the rule was assigned to.
	Rule string
	// File and Line are where it went wrong: the line that panicked or does not
	// return, else the line on which the func begins.
	File string
	Line int
	// Problem says what went wrong.
	Problem string
}

// Error writes the place on a line of its own, as stack traces do: that is what
// a notebook's kernel translates into a line of a cell. (GoNB 0.11.4 crashes
// where anything with colons comes before the place.)
func (e *RuleError) Error() string {
	return fmt.Sprintf("rule %s: %s\n\t%s:%d", e.Rule, e.Problem, e.File, e.Line)
}

// Rule is a func of somebody else's, with its place in the source.
type Rule struct {
	name     string
	file     string
	line     int
	function string
}

// NewRule describes the func that was assigned to the field of a name.
func NewRule(name string, function any) *Rule {
	r := &Rule{name: name}
	if f := runtime.FuncForPC(reflect.ValueOf(function).Pointer()); f != nil {
		r.file, r.line = f.FileLine(f.Entry())
		r.function = f.Name()
	}
	return r
}

// Guard watches the calls of one run's rules. The zero Guard is ready. Its
// limits: it does not notice a rule that keeps to its form and changes what it
// was lent (a board, a list) behind the ant's back.
type Guard struct {
	calls atomic.Uint64 // begun and ended
	now   atomic.Pointer[Rule]
}

// Call calls a rule by way of f, and panics with a [*RuleError] where it
// panics, ends its goroutine, or comes to ask itself.
func (g *Guard) Call(r *Rule, f func()) {
	before := g.now.Load()
	if before == r {
		g.Refuse(r, "it calls itself (a Choose rule calls ChooseGreedy or ChooseRoulette, not Choose)")
	}
	g.now.Store(r)
	g.calls.Add(1)
	returned := false
	defer func() {
		g.now.Store(before)
		g.calls.Add(1)
		if returned {
			return
		}
		v := recover()
		if e, ok := v.(*RuleError); ok {
			panic(e)
		}
		e := &RuleError{Rule: r.name, File: r.file, Line: r.line, Problem: "it ended its goroutine (runtime.Goexit)"}
		if v != nil {
			e.File, e.Line = r.panicked()
			e.Problem = fmt.Sprintf("it panicked: %v", v)
		}
		panic(e)
	}()
	f()
	returned = true
}

// Refuse panics with a [*RuleError] about a rule's answer.
func (g *Guard) Refuse(r *Rule, format string, args ...any) {
	panic(&RuleError{Rule: r.name, File: r.file, Line: r.line, Problem: fmt.Sprintf(format, args...)})
}

// panicked is where a panic came from that a deferred func is looking at: the
// innermost line of the rule's own package, else where the rule begins.
func (r *Rule) panicked() (file string, line int) {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	file, line = r.file, r.line
	found, below := false, false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			// The frames of the panic that came first are the last ones.
			found, below = false, true
		case below && !found && solver.PackageOf(f.Function) == solver.PackageOf(r.function):
			file, line, found = f.File, f.Line, true
		}
		if !more {
			return file, line
		}
	}
}

// GuardPlace puts a rule that picks one of a list under a guard: it is to
// answer a place in the list, whose members things names in the error. A nil
// rule stays nil.
func GuardPlace[V any](g *Guard, name, things string, f func(v V, list []int32) int) func(v V, list []int32) int {
	if f == nil {
		return nil
	}
	rule := NewRule(name, f)
	return func(v V, list []int32) (place int) {
		n := len(list)
		g.Call(rule, func() { place = f(v, list) })
		if place < 0 || place >= n {
			g.Refuse(rule, "it returned place %d of %d %s", place, n, things)
		}
		return place
	}
}

// GuardCost puts a rule that judges a board that is no solution under a guard:
// it is to answer a finite number above 0. A nil rule stays nil.
func GuardCost[V any](g *Guard, name string, f func(v V) float64) func(v V) float64 {
	if f == nil {
		return nil
	}
	rule := NewRule(name, f)
	return func(v V) (cost float64) {
		g.Call(rule, func() { cost = f(v) })
		if !(cost > 0) || math.IsInf(cost, 1) {
			g.Refuse(rule, "it returned %v for a board that is no solution: expected a finite number above 0", cost)
		}
		return cost
	}
}

// Solve makes a run of the engine with the given label. Where rules are
// replaced (custom) they are asked under a guard, each call for at most
// [Rules.CallLimit], and a rule that breaks is an error that wraps its
// [*RuleError]; otherwise run gets no guard.
func (r *Rules) Solve(ctx context.Context, label string, custom bool, run func(g *Guard) (solver.Outcome, error)) (solver.Outcome, error) {
	if !custom {
		return run(nil)
	}
	g := new(Guard)
	out, err := g.attempt(ctx, r.CallLimit, func() (solver.Outcome, error) { return run(g) })
	var broken *RuleError
	if errors.As(err, &broken) {
		return solver.Outcome{}, fmt.Errorf("%s: %w", label, err)
	}
	return out, err
}

// callLimit is how long one call of a rule may take where [Rules.CallLimit] is
// 0.
const callLimit = 10 * time.Second

// ticks is how often a guard looks at a rule before it has had its time: a
// machine that sleeps or stalls in between does not count against it.
const ticks = 10

// attempt makes a run that asks the guard's rules, on a goroutine of its own.
// It returns what run returns, or a [*RuleError] as soon as a rule breaks or
// one call of a rule takes longer than limit (0 means callLimit; a tenth of
// it once the context has ended). Go cannot end a func that does not return:
// its goroutine goes on until the program ends. Other panics are passed on
// with their stack as text.
func (g *Guard) attempt(ctx context.Context, limit time.Duration, run func() (solver.Outcome, error)) (solver.Outcome, error) {
	if limit <= 0 {
		limit = callLimit
	}
	type result struct {
		out   solver.Outcome
		err   error
		crash string
	}
	done := make(chan result, 1)
	go func() {
		r := result{err: fmt.Errorf("colony: the run ended its goroutine (runtime.Goexit)")}
		defer func() {
			if v := recover(); v != nil {
				if e, ok := v.(*RuleError); ok {
					r = result{err: e}
				} else {
					r = result{crash: fmt.Sprintf("%v\n\n%s", v, stacks(false))}
				}
			}
			done <- r
		}()
		out, err := run()
		r = result{out: out, err: err}
	}()
	clock := time.NewTicker(max(limit/ticks, time.Millisecond))
	defer clock.Stop()
	seen, same := uint64(0), 0
	for {
		select {
		case r := <-done:
			if r.crash != "" {
				panic(r.crash)
			}
			return r.out, r.err
		case <-clock.C:
			r := g.now.Load()
			if calls := g.calls.Load(); r == nil || calls != seen {
				seen, same = calls, 0
				continue
			}
			if same++; same >= ticks || ctx.Err() != nil {
				e := &RuleError{Rule: r.name, Problem: fmt.Sprintf("it has not returned for %v", limit)}
				e.File, e.Line = r.stuck(g)
				return solver.Outcome{}, e
			}
		}
	}
}

// stuck is where a rule is that does not return, as far as the stacks of all
// goroutines tell.
func (r *Rule) stuck(g *Guard) (file string, line int) {
	mark := fmt.Sprintf("(*Guard).Call(%p", g)
	for _, goroutine := range strings.Split(stacks(true), "\n\n") {
		if !strings.Contains(goroutine, mark) {
			continue
		}
		lines := strings.Split(goroutine, "\n")
		for i := 1; i+1 < len(lines); i += 2 {
			if !strings.HasPrefix(lines[i], solver.PackageOf(r.function)+".") {
				continue
			}
			place, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " ")
			colon := strings.LastIndexByte(place, ':')
			if colon < 0 {
				continue
			}
			// In a loop without a body the stack tells line 1, of no func.
			if _, err := fmt.Sscan(place[colon+1:], &line); err == nil && line > 1 {
				return place[:colon], line
			}
		}
	}
	return r.file, r.line
}

// stacks are the stacks of all goroutines, or of this one, as text.
func stacks(all bool) string {
	text := make([]byte, 1<<20)
	return string(text[:runtime.Stack(text, all)])
}

// guarded returns the rules with every one that is set under guard.
func (r Rules) guarded(g *Guard) Rules {
	out := r
	if f := r.Choose; f != nil {
		rule := NewRule("Choose", f)
		out.Choose = func(t *Trail, candidates []int32) (place int) {
			g.Call(rule, func() { place = f(t, candidates) })
			if place < 0 || place >= len(candidates) {
				g.Refuse(rule, "it returned place %d of %d candidates", place, len(candidates))
			}
			return place
		}
	}
	if f := r.LocalUpdate; f != nil {
		rule := NewRule("LocalUpdate", f)
		out.LocalUpdate = func(tau, tau0 float64) (after float64) {
			g.Call(rule, func() { after = f(tau, tau0) })
			return g.amount(rule, after)
		}
	}
	if f := r.Deposit; f != nil {
		rule := NewRule("Deposit", f)
		out.Deposit = func(cost float64) (deposit float64) {
			g.Call(rule, func() { deposit = f(cost) })
			return g.amount(rule, deposit)
		}
	}
	if f := r.GlobalUpdate; f != nil {
		rule := NewRule("GlobalUpdate", f)
		out.GlobalUpdate = func(t *Trail, best []int32, amount float64) {
			n := len(t.Tau)
			g.Call(rule, func() { f(t, best, amount) })
			g.trail(rule, t, n)
		}
	}
	if f := r.Evaporate; f != nil {
		rule := NewRule("Evaporate", f)
		out.Evaporate = func(tauBest float64) (after float64) {
			g.Call(rule, func() { after = f(tauBest) })
			return g.amount(rule, after)
		}
	}
	if f := r.Restart; f != nil {
		rule := NewRule("Restart", f)
		out.Restart = func(s State) (again bool) {
			n := len(s.Trail.Tau)
			g.Call(rule, func() { again = f(s) })
			g.trail(rule, s.Trail, n)
			return again
		}
	}
	return out
}

// amount refuses what cannot be an amount of pheromone.
func (g *Guard) amount(r *Rule, x float64) float64 {
	if !(x >= 0) || math.IsInf(x, 1) {
		g.Refuse(r, "it returned %v, which is no amount of pheromone: expected a finite number, at least 0", x)
	}
	return x
}

// trail refuses a pheromone matrix that a rule has spoilt.
func (g *Guard) trail(r *Rule, t *Trail, components int) {
	if len(t.Tau) != components {
		g.Refuse(r, "it left pheromone for %d components of %d", len(t.Tau), components)
	}
	for i, x := range t.Tau {
		if !(x >= 0) || math.IsInf(x, 1) {
			g.Refuse(r, "it left pheromone %v on component %d: expected a finite number, at least 0", x, i)
		}
	}
}
