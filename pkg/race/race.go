// Package race compares variants of an engine with a baseline, puzzle by
// puzzle, and stops as soon as the answer is settled.
//
//  1. A [Race] names the baseline, the variants, the puzzles, a budget and a
//     seed. A block is one puzzle: baseline and variant run on it with the same
//     seeds. Blocks come in a shuffled order.
//  2. After each block two questions are asked of each variant: does it solve
//     more often (the mean difference of the blocks' success rates), and does
//     it need less (the mean of log(variant/baseline) of what runs took, a run
//     without a solution counting as all of its budget).
//  3. A variant is settled when a confidence sequence of either
//     question excludes no difference, or when both exclude all differences
//     that matter. It then runs no more; the race ends when all variants are
//     settled, or with the last block. With [Race.EachSize] the same is asked
//     for each size of board.
//  4. [Result] has the verdicts with effects and intervals, over all sizes and
//     by size, the way there, and the records.
//
// Its opinion: anyone who watches an experiment stops it when it looks good, so
// the intervals hold at all looks together. The chance that a race says anything
// false about its variants, over both questions and all variants, is at most
// alpha, whenever it stops and whoever stops it. What it says by size is false
// with at most another alpha, over all sizes. The price is about twice the
// blocks of a single test after the right number of blocks, chosen in advance;
// easy cases cost far less.
//
// Its limits: the puzzles are taken for a random sample of those one wants to
// know about, each is used once, and its runs are averaged, so that blocks are
// independent. The ratio of what runs take is cut off at a factor of
// [MostRatio] a block, and says nothing beyond the budget. It sees plans and
// records, no engine and no chart.
package race

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

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

// MostRatio is the largest ratio of what two runs took that counts; a larger
// one counts as this. The bound is what the confidence sequence needs.
const MostRatio = 100.0

// EffortMargin is the ratio of effort, up or down, that does not matter where
// success does not differ either.
const EffortMargin = 1.25

// Race says what to compare.
type Race struct {
	// Name is for people, and names the journal's folder in notebooks.
	Name string
	// Puzzles are the instances; of several with equal content the first.
	Puzzles []puzzle.Puzzle
	// Baseline is what the variants are compared with.
	Baseline solver.Solver
	// Variants are compared with the baseline, each for itself. Those of the
	// same engine get the baseline's seeds.
	Variants []solver.Solver
	// Budget limits every run. What it limits is what effort is measured in: the
	// first of iterations, evaluations, processor time and time.
	Budget solver.Budget
	// Runs is how often each engine runs on each puzzle; 0 means once.
	Runs int
	// Seed is what order and seeds are derived from.
	Seed uint64
	// Alpha is the chance of any false statement, 0 to 1; 0 means 0.05.
	Alpha float64
	// Margin is the difference of success rates that does not matter (see
	// [Alike]); 0 means 0.05.
	Margin float64
	// EachSize goes on until each size is settled, too.
	EachSize bool
	// Blocks is the most puzzles to use; 0 means all.
	Blocks int
	// Classes are the sizes that have results of their own; nil means
	// [analysis.SizeClasses].
	Classes []analysis.Class
	// Workers is how many runs go on at a time; 0 means one for each processor.
	// It changes no result.
	Workers int

	measure analysis.Measure // that the budget limits
	limit   float64          // and how far
}

// complete puts defaults in and checks what is left.
func (r Race) complete() (Race, error) {
	fail := func(format string, args ...any) (Race, error) {
		return r, fmt.Errorf("race: %s: %w: %s", cmp.Or(r.Name, "a race without a name"), ErrRace, fmt.Sprintf(format, args...))
	}
	r.Alpha, r.Margin = cmp.Or(r.Alpha, 0.05), cmp.Or(r.Margin, 0.05)
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
	r.Blocks = min(cmp.Or(r.Blocks, len(distinct)), len(distinct))
	if r.Blocks < 1 {
		return fail("%d blocks are too few", r.Blocks)
	}
	return r, nil
}

// plan is the race as an experiment: what its seeds, its journal and its
// manifest are.
func (r Race) plan() experiment.Plan {
	return experiment.Plan{
		Name: r.Name, Puzzles: r.Puzzles, Engines: append([]solver.Solver{r.Baseline}, r.Variants...),
		Runs: r.Runs, Budget: r.Budget, Seed: r.Seed, Workers: r.Workers,
	}
}

// order is the order of the puzzles.
func (r Race) order() []int {
	return rand.New(rand.NewPCG(r.Seed, 0x7ace)).Perm(len(r.Puzzles))[:r.Blocks]
}

// effort is what a run took, and all of the budget where it found nothing. A
// run too short for the clock counts as a billionth of the budget.
func (r Race) effort(record experiment.Record) float64 {
	if !record.Solved() {
		return r.limit
	}
	return min(max(r.measure.Of(record), r.limit*1e-9), r.limit)
}

// block is one puzzle with the means over its runs.
type block struct {
	puzzle            int
	cells             int
	variant, baseline float64 // success rates
	ratio             float64 // mean log(variant/baseline) of effort
}

// compare makes a block of the records of a puzzle, run by run.
func (r Race) compare(place int, baseline, variant []experiment.Record) block {
	b := block{puzzle: place, cells: r.Puzzles[place].Size().Cells()}
	n := float64(len(variant))
	for i := range variant {
		if variant[i].Solved() {
			b.variant += 1 / n
		}
		if baseline[i].Solved() {
			b.baseline += 1 / n
		}
		b.ratio += math.Log(r.effort(variant[i])/r.effort(baseline[i])) / n
	}
	return b
}
