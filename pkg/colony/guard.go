package colony

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// RuleError is the error of a rule of your own that panicked, did not return or
// returned nonsense, with the place in its source. [Guard.Run] and [Rule.Refuse]
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

// late is the error of a rule that was still at work when its run was cancelled.
type late struct {
	*RuleError
	cause error
}

func (l late) Unwrap() []error { return []error{l.RuleError, l.cause} }

// Rule is a func of somebody else's under a guard, with its place in the source.
type Rule struct {
	guard    *Guard
	number   uint32 // from 1
	name     string
	file     string
	line     int
	function string

	asked, changed int64 // see [solver.RuleCount]
}

// Guard watches the rules of one run. The zero Guard is ready, and belongs to
// the run's goroutine. A call of a rule costs a few plain instructions: panics
// are caught once an iteration ([Guard.Run]). Its limits: it does not notice a
// rule that keeps to its form and changes what it was lent (a board, a list)
// behind the ant's back, unless the change shows in what the ant does next.
type Guard struct {
	known sync.Mutex
	rules []*Rule
	// counting says that the run counts; own are the engine's own rules, and colony is its.
	counting bool
	own      Rules
	colony   *Colony
	// now is the number of the rule that is asked, 0 where none is, and calls
	// counts those that it answered. Both are read by the goroutine that waits for the run, too
	// (see look).
	now, calls uint32
}

// Rule describes the func that was assigned to the field of a name.
func (g *Guard) Rule(name string, function any) *Rule {
	g.known.Lock()
	defer g.known.Unlock()
	r := &Rule{guard: g, number: uint32(len(g.rules) + 1), name: name}
	if f := runtime.FuncForPC(reflect.ValueOf(function).Pointer()); f != nil {
		r.file, r.line = f.FileLine(f.Entry())
		r.function = f.Name()
	}
	g.rules = append(g.rules, r)
	return r
}

// rule is the one of a number.
func (g *Guard) rule(number uint32) *Rule {
	g.known.Lock()
	defer g.known.Unlock()
	return g.rules[number-1]
}

// Begin notes that a rule is asked, until End of its answer. It panics with a
// [*RuleError] where the rule comes to ask itself. What comes in between is to
// be inside of [Guard.Run].
func (r *Rule) Begin() (before uint32) {
	before, r.guard.now = r.guard.now, r.number
	if before == r.number {
		r.recurses()
	}
	return
}

// End notes that a rule has answered; before is what Begin returned.
func (r *Rule) End(before uint32) {
	r.guard.now = before
	r.guard.calls++
}

// recurses stands alone so that Begin can be inlined.
//
//go:noinline
func (r *Rule) recurses() {
	r.Refuse("it calls itself (a Choose rule calls ChooseGreedy or ChooseRoulette, not Choose)")
}

// Refuse panics with a [*RuleError] about a rule's answer.
func (r *Rule) Refuse(format string, args ...any) {
	panic(&RuleError{Rule: r.name, File: r.file, Line: r.line, Problem: fmt.Sprintf(format, args...)})
}

// Run calls f, which asks rules, and panics with a [*RuleError] where one of
// them panics or ends its goroutine. Other panics pass.
func (g *Guard) Run(f func()) {
	returned := false
	defer func() {
		if returned || g.now == 0 {
			return
		}
		v := recover()
		if e, ok := v.(*RuleError); ok {
			panic(e)
		}
		r := g.rule(g.now)
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

// look is what the goroutine that waits for the run sees of it. Nothing orders
// these reads and the run's writes: a lock or an atomic store in every call
// would cost more than most rules. Each is a word, of which Go's memory model
// promises some value that was written; a rule that does not return has
// written its last ones long ago.
//
//go:norace
//go:noinline
func (g *Guard) look() (rule, calls uint32) { return g.now, g.calls }

// panicked is where a panic came from that a deferred func is looking at: the
// innermost line of the rule's own package, else where the rule begins.
func (r *Rule) panicked() (file string, line int) {
	pcs := make([]uintptr, 1<<12)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
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

// Each calls a rule that makes the other rules of one run, on a copy of the
// engine that belongs to the run. It is to leave the parameters as they are, of which describe tells.
func Each[S any](g *Guard, each func(S), own S, describe func() solver.Description) {
	rule := g.Rule("Each", each)
	before := describe()
	g.Run(func() {
		was := rule.Begin()
		each(own)
		rule.End(was)
	})
	if after := describe(); !slices.Equal(after.Parameters, before.Parameters) || after.Variant != before.Variant {
		rule.Refuse("it changed a parameter or the name: set those where the engine is made, so that records tell them")
	}
}

// Solve makes a run of an engine on a puzzle. begin makes its colony; nil says that the
// puzzle has no solution, or that the meter expired meanwhile. Where rules are replaced (custom) they are asked under a
// guard, each call for at most [Rules.CallLimit], and a rule that breaks is an error,
// its [*RuleError]; otherwise begin gets no guard. Of several colonies begin makes each, on the
// goroutine of its first iterations.
func (r *Rules) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run, of Parallel, custom bool, begin func(g *Guard, m *solver.Meter, seed uint64) *Colony) (solver.Outcome, error) {
	if of.Several() {
		return r.together(ctx, p, run, of, custom, begin)
	}
	solve := func(g *Guard) (solver.Outcome, error) {
		m := solver.Start(ctx, p, run)
		if m.Expired() {
			return m.Finish(solver.Outcome{Status: m.Undecided(), Cost: -1})
		}
		r.Act()
		switch c := begin(g, m, run.Seed); {
		case c != nil:
			c.knobs = &r.Knobs
			return m.Finish(c.Run(m))
		case m.Expired():
			return m.Finish(solver.Outcome{Status: m.Undecided(), Cost: -1})
		}
		return m.Finish(solver.Outcome{Status: solver.Unsolvable, Cost: -1})
	}
	if !custom {
		return solve(nil)
	}
	g := new(Guard).counted(ctx)
	return g.attempt(ctx, r.CallLimit, func() (solver.Outcome, error) { return solve(g) })
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
// it once the context has ended, whose error it then wraps, too). Go cannot end a func that does not return:
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
	done, started := make(chan result, 1), make(chan string, 1)
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
		started <- goroutine()
		g.Run(func() {
			out, err := run()
			r = result{out: out, err: err}
		})
	}()
	name := <-started
	clock := time.NewTicker(max(limit/ticks, time.Millisecond))
	defer clock.Stop()
	seen, same := uint32(0), 0
	for {
		select {
		case r := <-done:
			if r.crash != "" {
				panic(r.crash)
			}
			return r.out, r.err
		case <-clock.C:
			rule, calls := g.look()
			if rule == 0 || calls != seen {
				seen, same = calls, 0
				continue
			}
			if same++; same >= ticks || ctx.Err() != nil {
				r := g.rule(rule)
				e := &RuleError{Rule: r.name, Problem: fmt.Sprintf("it has not returned for %v", time.Duration(same)*limit/ticks)}
				e.File, e.Line = r.stuck(name)
				if same < ticks { // it may be a slow one that nobody waits for
					return solver.Outcome{}, late{e, ctx.Err()}
				}
				return solver.Outcome{}, e
			}
		}
	}
}

// stuck is where a rule is that does not return, as far as the stack of the
// goroutine of a name tells.
func (r *Rule) stuck(name string) (file string, line int) {
	for _, stack := range strings.Split(stacks(true), "\n\n") {
		if !strings.HasPrefix(stack, name) {
			continue
		}
		lines := strings.Split(stack, "\n")
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

// goroutine is how the stack of the goroutine that calls it begins: "goroutine
// 7 [".
func goroutine() string {
	text := make([]byte, 64)
	name, _, _ := strings.Cut(string(text[:runtime.Stack(text, false)]), "[")
	return name + "["
}

// stacks are the stacks of all goroutines, or of this one, as text.
func stacks(all bool) string {
	text := make([]byte, 1<<20)
	return string(text[:runtime.Stack(text, all)])
}

// guarded returns the rules with every one that is set under guard.
func (r Rules) guarded(g *Guard) Rules {
	out := r
	// The two that ants ask in every turn are under the guard where the trail
	// asks them, which saves a call.
	if r.Choose != nil {
		out.chooses = g.Rule("Choose", r.Choose)
		out.Choose = out.chooses.countChoose(r.Choose)
	}
	if r.LocalUpdate != nil {
		out.updates = g.Rule("LocalUpdate", r.LocalUpdate)
		if f := r.LocalUpdate; g.counting {
			out.LocalUpdate = func(tau, tau0 float64) float64 {
				after := f(tau, tau0)
				out.updates.count(unequal(after, tau+float64(g.colony.trail.xi*(tau0-tau))))
				return after
			}
		}
	}
	if f := r.Deposit; f != nil {
		rule := g.Rule("Deposit", f)
		f = rule.countAmount(f, g.deposits)
		out.Deposit = func(cost float64) float64 {
			before := rule.Begin()
			deposit := f(cost)
			rule.End(before)
			if !amount(deposit) {
				rule.noAmount(deposit)
			}
			return deposit
		}
	}
	if f := r.Update; f != nil {
		rule := g.Rule("Update", f)
		if r.GlobalUpdate != nil || r.Evaporate != nil {
			rule.Refuse("it stands in place of GlobalUpdate and Evaporate: leave those nil")
		}
		f = rule.countUpdate(f)
		out.Update = func(g *Generation) {
			before := rule.Begin()
			f(g)
			rule.End(before)
			rule.check(rule, g.Trail)
			if !amount(g.TauBest) {
				rule.Refuse("it left the amount TauBest at %v: expected a finite number, at least 0", g.TauBest)
			}
		}
	}
	if f := r.GlobalUpdate; f != nil {
		rule := g.Rule("GlobalUpdate", f)
		f = rule.countGlobal(f)
		out.GlobalUpdate = func(t *Trail, best []int32, amount float64) {
			before := rule.Begin()
			f(t, best, amount)
			rule.End(before)
			rule.check(rule, t)
		}
	}
	if f := r.Evaporate; f != nil {
		rule := g.Rule("Evaporate", f)
		f = rule.countAmount(f, func(x float64) float64 { return x * (1 - g.colony.BVE) })
		out.Evaporate = func(tauBest float64) float64 {
			before := rule.Begin()
			after := f(tauBest)
			rule.End(before)
			if !amount(after) {
				rule.noAmount(after)
			}
			return after
		}
	}
	if f := r.Restart; f != nil {
		rule := g.Rule("Restart", f)
		out.Restart = func(s State) bool {
			before := rule.Begin()
			again := f(s)
			rule.End(before)
			rule.check(rule, s.Trail)
			rule.count(again)
			return again
		}
	}
	return out
}

// amount says whether a number can be an amount of pheromone.
func amount(x float64) bool { return x >= 0 && x <= math.MaxFloat64 }

// noAmount refuses what cannot be an amount of pheromone.
func (r *Rule) noAmount(x float64) {
	r.Refuse("it returned %v, which is no amount of pheromone: expected a finite number, at least 0", x)
}

// spoilt refuses a pheromone matrix of another length.
func (r *Rule) spoilt(t *Trail) {
	r.Refuse("it left pheromone for %d components of %d", len(t.Tau), t.components)
}

// check refuses a pheromone matrix that a rule has spoilt; one without any
// pheromone is the fault of the rule empty.
func (r *Rule) check(empty *Rule, t *Trail) {
	if len(t.Tau) != t.components {
		r.spoilt(t)
	}
	most := 0.0
	for i, x := range t.Tau {
		if !amount(x) {
			r.Refuse("it left pheromone %v on component %d: expected a finite number, at least 0", x, i)
		}
		most = max(most, x)
	}
	if most == 0 {
		empty.Refuse("it left no pheromone on any component: ants have nothing to choose by")
	}
}
