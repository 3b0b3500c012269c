// Package race compares variants of an engine with a baseline, puzzle by
// puzzle, and stops as soon as the answer is settled.
//
//  1. A [Race] names the baseline, the variants, the puzzles, a budget and a
//     seed. It is about puzzles like these ([InstanceSample]): a block is one puzzle, and
//     blocks come in a shuffled order; or about no others ([FixedInstances]): a block is a
//     round, one run on each of them. All engines run with the same seeds, drawn in the
//     name of the baseline's engine (common random numbers).
//  2. After each block two questions are asked of each variant: does it solve
//     more often (the mean difference of the blocks' success rates), and does
//     it need less (the mean of log(variant/baseline) of what runs took, a run
//     without a solution counting as all of its budget).
//     Where all runs of a variant came to the same as the baseline's this is said at
//     once, and at one look, after 59 runs as a rule, the variant is done ([Identical]).
//  3. A verdict takes both: better is better in one and not worse in the other,
//     by more than a margin ([Race.Margin], [EffortMargin]). [Race.Decide] leaves
//     one question out.
//  4. After the verdict, which stays, a variant runs on for as many blocks again, and
//     at least 20, for the estimates. The race ends when all variants are done, or with the
//     last block. With [Race.EachSize] the same is asked for each size of board.
//  5. [Result] has the verdicts with effects and intervals, over all sizes and
//     by size, the way there, and the records.
//
// **Design**: anyone who watches an experiment stops it when it looks good, so the intervals hold at
// all looks together. The chance that a race says anything false, over both questions and all
// variants, is at most alpha. That holds whenever it stops and whoever stops it. What it says by size
// is false with at most another alpha, over all sizes; what it says of processor time, and of the
// share of runs that differ where none did (identical.go has the reason), with another each. The price
// is about twice the blocks of a single test after the right number of blocks, chosen in advance; easy
// cases cost far less.
//
// An effect that ended a race by being large is too large on average. Blocks
// after the verdict had no part in it, so their mean is not: estimates are from
// them alone, where at least half of them were run ([Finding.After]). Wealth that
// grows at a known rate also says how far away a verdict is ([Finding.More]).
//
// **Limits**: the puzzles of a race about others are taken for a random sample of
// those one wants to know about; each is used once, and its runs are averaged, so
// that blocks are independent. The ratio of what runs take is a geometric mean, cut
// off at a factor of [analysis.MostRatio] a block, and says nothing beyond the budget: it is
// typical, and the ratio of the means may lie on the other side of 1. It sees plans and
// records, no engine and no chart.
package race

import (
	"cmp"
	"errors"
	"fmt"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// ErrFailed is wrapped by the error of a race of which a run failed: an engine
// returned an error or panicked.
var ErrFailed = errors.New("a run failed")

// ErrRace is wrapped by the error of a race that cannot be run as it is.
var ErrRace = errors.New("invalid race")

// EffortMargin is the ratio of effort, up or down, that does not matter: an
// engine that takes less than this many times the effort is no worse in it, and
// one that takes more than 1/EffortMargin no better.
const EffortMargin = 1.25

// followUp is how many blocks follow a verdict at least.
const followUp = 20

// rounds is how many blocks a race about its own puzzles has at most, unless it
// says otherwise.
const rounds = 500

// Scope says which puzzles a race is about.
type Scope int

// What a race can be about.
const (
	// InstanceSample: puzzles like those of the race, which are a sample of them. A block
	// is one of them.
	InstanceSample Scope = iota
	// FixedInstances: the puzzles of the race and no others. A block is a round: one run
	// on each of them, with seeds of its own.
	FixedInstances
)

// Race says what to compare.
type Race struct {
	// Name is for people, and names the journal's folder in notebooks.
	Name string
	// Puzzles are the instances; of several with equal content the first. Scope
	// says whether they stand for others.
	Puzzles []puzzle.Puzzle
	Scope   Scope
	// Baseline is what the variants are compared with.
	Baseline solver.Solver
	// Variants are compared with the baseline, each for itself, and get its seeds.
	Variants []solver.Solver
	// Budget limits every run. What it limits is what effort is measured in: the
	// first of iterations, evaluations, processor time and time.
	Budget solver.Budget
	// Runs is how often each engine runs on each puzzle of a block; 0 means once.
	Runs int
	// Seed is what order and seeds are derived from.
	Seed uint64
	// Alpha is the chance of any false statement, 0 to 1; 0 means 0.05.
	Alpha float64
	// Decide is what to decide on; the zero value, [Both], never calls a variant
	// better that gave up one for the other.
	Decide Question
	// Margin is the difference of success rates, 0 to 1, that does not matter: an
	// engine is no worse in success if it solves less by less than this (the
	// margin of a non-inferiority trial). 0 means 0.05.
	Margin float64
	// EachSize goes on until each size is settled, too.
	EachSize bool
	// Blocks is the most puzzles to use, 0 means all; in a race about [FixedInstances] the
	// most rounds, 0 means 500.
	Blocks int
	// Classes are the sizes that have results of their own; nil means
	// [analysis.SizeClasses].
	Classes []analysis.Class
	// Workers is how many runs go on at a time; 0 means one for each processor.
	// It changes no result.
	Workers int

	measure analysis.Measure // that the budget limits
	limit   float64          // and how far
	blind   bool             // keeps no paths: simulations of thousands of races look at none
}

func (r Race) complete() (Race, error) {
	fail := func(format string, args ...any) (Race, error) {
		return r, fmt.Errorf("race: %s: %w: %s", cmp.Or(r.Name, "a race without a name"), ErrRace, fmt.Sprintf(format, args...))
	}
	r.Alpha, r.Margin = cmp.Or(r.Alpha, usualAlpha), cmp.Or(r.Margin, 0.05)
	r.Runs = max(r.Runs, 1)
	if r.Classes == nil {
		r.Classes = analysis.SizeClasses
	}
	if r.Baseline == nil || len(r.Variants) == 0 {
		return fail("it needs a baseline and a variant")
	}
	if !(r.Alpha > 0 && r.Alpha < 1) || !(r.Margin > 0 && r.Margin < 1) {
		return fail("alpha %v and margin %v must lie between 0 and 1", r.Alpha, r.Margin)
	}
	for _, m := range []analysis.Measure{analysis.Iterations, analysis.Evaluations, analysis.CPU, analysis.Seconds} {
		if r.measure, r.limit = m, m.Limit(r.Budget); r.limit > 0 {
			break
		}
	}
	if !(r.limit > 0) {
		return fail("its budget limits nothing")
	}
	labels := map[string]bool{}
	for _, s := range append([]solver.Solver{r.Baseline}, r.Variants...) {
		if s == nil {
			return fail("an engine is nil")
		}
		if label := s.Describe().Label(); labels[label] {
			return fail("two engines are labelled %q: give one of them another variant", label)
		} else {
			labels[label] = true
		}
	}
	seen := map[puzzle.Hash]bool{}
	var distinct []puzzle.Puzzle
	for _, p := range r.Puzzles {
		if p == nil {
			return fail("a puzzle is nil")
		}
		if h := p.Hash(); !seen[h] {
			seen[h] = true
			distinct = append(distinct, p)
		}
	}
	if len(distinct) == 0 {
		return fail("it has no puzzles")
	}
	r.Puzzles = distinct
	if r.Scope == FixedInstances {
		r.Blocks = cmp.Or(r.Blocks, rounds)
	} else {
		r.Blocks = min(cmp.Or(r.Blocks, len(distinct)), len(distinct))
	}
	if r.Blocks < 1 {
		return fail("%d blocks are too few", r.Blocks)
	}
	return r, nil
}

// Plan is the race as a plan: its runs are all that the race can make, with the same seeds. If the
// plan was run in its folder ([experiment.In]), as on a cluster, the race takes them from there.
// Records of the race are of this plan. Plan panics where [Race.Run] refuses the race.
func (r Race) Plan() experiment.Plan {
	r, err := r.complete()
	if err != nil {
		panic(err.Error())
	}
	plan, _ := r.plan()
	return plan
}

// plan is the plan of a complete race, with the place there of each of its puzzles:
// those that no block has are not there.
func (r Race) plan() (plan experiment.Plan, at []int) {
	plan = experiment.Plan{
		Name: r.Name, Engines: append([]solver.Solver{r.Baseline}, r.Variants...), Runs: r.Runs, Budget: r.Budget,
		Seed: r.Seed, Seeds: r.Baseline.Describe().Engine, Design: "race", Workers: r.Workers,
	}
	used := make([]bool, len(r.Puzzles))
	for _, t := range r.tasks() {
		plan.Runs = max(plan.Runs, t.run+r.Runs)
		for _, place := range t.places {
			used[place] = true
		}
	}
	at = make([]int, len(used))
	for i, p := range r.Puzzles {
		if at[i] = len(plan.Puzzles); used[i] {
			plan.Puzzles = append(plan.Puzzles, p)
		}
	}
	return plan, at
}
