// Package tune finds parameters of an engine by iterated racing, as irace does
// (López-Ibáñez, Dubois-Lacoste, Pérez Cáceres, Birattari and Stützle, "The
// irace package: iterated racing for automatic algorithm configuration",
// Operations Research Perspectives 3 (2016), 43–58).
//
//  1. A [Space] says which parameters may take which values.
//  2. In each iteration configurations are drawn, first from the whole space,
//     then around the best so far (the elites).
//  3. They race on puzzles with seeds, block after block: after some, those
//     that are worse than the best by Friedman's test are dropped. Elites stay
//     until the others have seen all blocks that the elites have.
//  4. A challenger that has spent more than the elites did on the same blocks,
//     with some slack, is given up, and a run of it gets no more than it may
//     still spend (adaptive capping: Pérez Cáceres, López-Ibáñez, Hoos and
//     Stützle, "An experimental study of adaptive capping in irace", Learning
//     and Intelligent Optimization 2017, 235–250).
//  5. What survives are the elites of the next iteration. It ends when the
//     runs are used up.
//
// [Tuner.Ablate] then shows which of the changes from one configuration to
// another matter, and of which it is not settled.
//
// **Design**: what a configurator finds is a candidate. It has seen the
// puzzles, and picks the luckiest of many: race it against the default on
// puzzles that it has not seen (package race) before believing anything.
//
// **Limits**: one measure, the mean of what runs take, with a penalty for
// those that find nothing. It can be killed and goes on from its journal,
// which needs a budget that does not depend on the clock, or nearly so. It knows
// no engine, and takes any that has parameters.
package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"unsafe"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// ErrTuner is wrapped by the error of a tuner that cannot run as it is.
var ErrTuner = errors.New("invalid tuner")

// Tuner says what to tune.
type Tuner struct {
	// Name is for people, and names the journal's folder in notebooks.
	Name string
	// New returns the engine with its default parameters, as the registry's
	// entries do.
	New func() solver.Configurable
	// Space is what to tune. nil stands for all that has a range of its own ([Tuner.Tuned]): numbers of typed rules
	// ([solver.Knobs]) and fields of sketches ([solver.SketchWith]).
	Space Space
	// Forbidden are conditions of which none holds for a configuration that Run tries.
	Forbidden []Condition
	// Puzzles are those to train on, all equally important.
	Puzzles []puzzle.Puzzle
	// Budget limits every run; it must limit the measure.
	Budget solver.Budget
	// Runs is how many runs to spend, at least 100 times the iterations it
	// takes to be useful, a few hundred for four parameters.
	Runs int
	// Seed is what draws, order and the runs' seeds are derived from.
	Seed uint64
	// Measure is what a run costs.
	Measure analysis.Measure
	// Penalty is what a run without a solution counts as, in budgets; 0 means
	// 10 (PAR10).
	Penalty float64
	// Capping is how many times the elites' spending a challenger may spend on
	// the same blocks; 0 means 2, and less than 0 any.
	Capping float64
	// First is the number of blocks before the first test; 0 means 5.
	First int
	// Alpha is the level of the tests; 0 means 0.05. They are made after each
	// block, uncorrected: a good configuration is dropped now and then.
	Alpha float64
	// Start are configurations to begin with, besides the default one.
	Start []Config
	// Workers is how many runs go on at a time; 0 means one for each processor.
	// It changes no result.
	Workers int
}

// Result is what came of tuning.
type Result struct {
	// Best is the first elite.
	Best Config
	// Elites are the best configurations, best first.
	Elites []*Candidate
	// Candidates are all configurations that ever ran, in order of birth; the
	// first is the default.
	Candidates []*Candidate
	// Reference is the place in Candidates of the configuration that costs are
	// compared with: of the elites, or before there are any of all, the one
	// that has seen the most blocks.
	Reference int
	// Used is the number of runs made, Blocks that of blocks seen.
	Used, Blocks int
	// Interrupted says that it was stopped from outside.
	Interrupted bool
	Warnings    []string

	plan experiment.Plan // without its engines and runs
	runs *experiment.Result
}

// Plan is the plan of all runs that were made: every configuration that ever ran, on
// all puzzles, as often as the tuner went through them. It made some of these runs
// ([Result.Runs]), those of challengers with less than the plan's budget.
func (r *Result) Plan() experiment.Plan {
	p := r.plan
	p.Runs = 1
	for _, c := range r.Candidates {
		if len(c.costs) > 0 {
			p.Engines = append(p.Engines, c.engine)
		}
		for _, t := range c.costs {
			p.Runs = max(p.Runs, t.record.Run+1)
		}
	}
	return p
}

// Runs are the records of all candidates as what was made of the plan ([Result.Plan]),
// with where they come from; nil for a tuner that was not run.
func (r *Result) Runs() *experiment.Result {
	if r.runs == nil {
		return nil
	}
	var all []experiment.Record
	for _, c := range r.Candidates {
		for _, block := range blocksOf(c.costs) {
			all = append(all, *c.costs[block].record)
		}
	}
	return r.runs.With(all)
}

// Candidate is a configuration and how it did.
type Candidate struct {
	Config Config
	// Born is the iteration that drew it, from 1; 0 for those it began with.
	Born int
	// Parent is the place in Candidates of the elite that it was drawn around;
	// -1 for none.
	Parent int
	Seen
	// Dropped says why it is out: "", "test", "capped".
	Dropped string

	racer
}

// Seen is what a candidate did on the blocks that it has seen.
type Seen struct {
	// Blocks is how many they are, Mean what a run took there on
	// average, penalties included; Solved is the share that found a solution.
	// Others saw other blocks, so that the means of two do not compare.
	Blocks       int
	Mean, Solved float64
	// Relative is Mean over the Common blocks that the reference has seen too,
	// divided by the reference's mean there: 1 for the reference itself, NaN
	// without common blocks.
	Common   int
	Relative float64
}

// Outcome says in a word what became of a candidate.
func (r *Result) Outcome(candidate int) string {
	switch c := r.Candidates[candidate]; {
	case slices.Contains(r.Elites, c):
		return "elite"
	case c.Dropped == "capped":
		return "dropped: too costly"
	case c.Dropped == "test":
		return "dropped by the test"
	}
	return "not among the best"
}

// racer is a candidate as it races.
type racer struct {
	place  int
	engine solver.Solver
	model  model
	costs  map[int]trial
}

// trial is a run of a candidate on a block.
type trial struct {
	cost   float64
	spent  float64 // without penalty
	solved bool
	capped bool
	record *experiment.Record
}

func (t Tuner) complete() (Tuner, error) {
	t.Penalty, t.Capping = cmp.Or(t.Penalty, 10), cmp.Or(t.Capping, 2)
	t.First, t.Alpha = cmp.Or(t.First, 5), cmp.Or(t.Alpha, 0.05)
	fail := func(format string, args ...any) (Tuner, error) {
		return t, fmt.Errorf("tune: %s: %w: %s", cmp.Or(t.Name, "a tuner without a name"), ErrTuner, fmt.Sprintf(format, args...))
	}
	if t.New == nil {
		return fail("it has no engine")
	}
	t.Space = t.Tuned()
	if err := t.Space.validate(t.New()); err != nil {
		return t, err
	}
	if err := solver.Apart(t.New(), t.New()); err != nil {
		return fail("%v", err)
	}
	switch {
	case len(t.Puzzles) == 0:
		return fail("it has no puzzles")
	case !(t.Measure.Limit(t.Budget) > 0):
		return fail("its budget does not limit the %v", t.Measure)
	case t.Runs < t.First*(t.rounds()+1):
		return fail("%d runs are too few: one race takes %d", t.Runs, t.First*(t.rounds()+1))
	case t.First < 2 || !(t.Alpha > 0 && t.Alpha < 1) || !(t.Penalty >= 1):
		return fail("a first test after %d blocks (at least 2), alpha %v (between 0 and 1) or penalty %v (at least 1) is out of range", t.First, t.Alpha, t.Penalty)
	}
	for _, c := range t.Forbidden {
		if err := c.Check(t.Space); err != nil {
			return fail("forbidden: %v", err)
		}
	}
	for _, c := range t.Start {
		if err := c.Apply(t.New()); err != nil {
			return t, err
		}
	}
	return t, nil
}

// Complete is the tuner with the values that zeros stand for, and the configurations that it begins with as Start. The error
// is that of a tuner that cannot run.
func (t Tuner) Complete() (Tuner, error) {
	t, err := t.complete()
	if err == nil {
		t.Start = t.starts()
	}
	return t, err
}

// starts are the configurations to begin with: the default one, and those of Start.
func (t Tuner) starts() []Config {
	return append([]Config{t.Space.defaults(t.New())}, t.Start...)
}

// Cost is what a run counts as: the measure of it, and the penalty if it found no solution.
func (t Tuner) Cost(r experiment.Record) float64 {
	limit := t.Measure.Limit(t.Budget)
	if r.Solved() {
		return min(t.Measure.Of(r), limit)
	}
	return cmp.Or(t.Penalty, 10) * limit
}

// rounds is the number of races, and of survivors of each, as irace has them:
// 2 + log2 of the number of parameters.
func (t Tuner) rounds() int { return 2 + int(math.Log2(float64(len(t.Space)))) }

// made has the engines that tuners of this process have used, by maker.
var made sync.Map

// maker is the func object of [Tuner.New], and the hash of what it made.
type maker struct {
	object      unsafe.Pointer
	description string
}

// engine is the engine with a configuration, the same each time. New makes another func of a
// typed rule that captured something at each call, and records of one engine are those
// of one func.
func (t Tuner) engine(c Config) (solver.Configurable, error) {
	s := t.New()
	if err := c.Apply(s); err != nil {
		return s, err
	}
	// The value of a func is the address of its object (Go 1.1 function calls, Russ Cox, 2013).
	key := maker{*(*unsafe.Pointer)(unsafe.Pointer(&t.New)), s.Describe().Hash()}
	first, _ := made.LoadOrStore(key, engineOf{t.New, s})
	return first.(engineOf).engine, nil
}

// engineOf is an engine with its maker, whose object it keeps alive.
type engineOf struct {
	maker  func() solver.Configurable
	engine solver.Configurable
}

// Run tunes. Options are those of a stepwise runner ([experiment.Plan.Open]): with
// experiment.In it goes on where it was killed, and gives what it would have
// given. Watch is called after each block with the result so far, which it must
// not change; nil is not called. Cancelling the context returns what was found
// with Interrupted set and no error.
func (t Tuner) Run(ctx context.Context, watch func(*Result), options ...experiment.Option) (*Result, error) {
	t, err := t.complete()
	if err != nil {
		return nil, err
	}
	w := &work{Tuner: t, options: options, watch: watch, design: "tuning", known: map[string]*Candidate{}, random: rand.New(rand.NewPCG(t.Seed, 0x74756e65))}
	w.result = &Result{plan: w.plan()}
	var elites []*Candidate
	for _, c := range t.starts() {
		if e := w.candidate(t.Space.active(c), 0, -1, t.Space.firstModel()); e != nil {
			elites = append(elites, e)
		}
	}
	rounds := t.rounds()
	for j := 1; ; j++ {
		left := t.Runs - w.result.Used
		budget := left / max(rounds-j+1, 1)
		drawn := budget/(t.First+min(5, j)) - len(elites)
		if drawn < 1 || budget < t.First*(t.rounds()+1) && j > 1 {
			break
		}
		racers := append(append([]*Candidate(nil), elites...), w.draw(j, drawn, elites)...)
		elites, err = w.race(ctx, budget, racers, len(elites))
		if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			w.result.Interrupted, err = true, nil
		}
		w.finish(elites)
		if err != nil || w.result.Interrupted {
			return w.result, err
		}
	}
	return w.result, nil
}

func (w *work) finish(elites []*Candidate) {
	w.result.Elites = elites
	if len(elites) > 0 {
		w.result.Best = elites[0].Config
	}
	w.sum()
	if w.watch != nil {
		w.watch(w.result)
	}
}

func (w *work) sum() {
	all := w.result.Candidates
	eligible := w.result.Elites
	if len(eligible) == 0 {
		eligible = all
	}
	reference := eligible[0]
	for _, c := range eligible {
		if len(c.costs) > len(reference.costs) {
			reference = c
		}
	}
	w.result.Reference = reference.place
	for _, c := range all {
		c.sum()
		c.relate(reference)
	}
}

func (c *Candidate) relate(reference *Candidate) {
	var common []int
	for _, block := range blocksOf(c.costs) {
		if _, ok := reference.costs[block]; ok {
			common = append(common, block)
		}
	}
	c.Common, c.Relative = len(common), c.total(common)/reference.total(common)
}

func (c *Candidate) sum() {
	c.Blocks, c.Mean, c.Solved = len(c.costs), 0, 0
	if c.Blocks == 0 {
		return
	}
	for _, block := range blocksOf(c.costs) {
		x := c.costs[block]
		c.Mean += x.cost
		if x.solved {
			c.Solved++
		}
	}
	c.Mean /= float64(c.Blocks)
	c.Solved /= float64(c.Blocks)
}
