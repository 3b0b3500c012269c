package race

import (
	"math"
	"slices"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Verdict says what a race found about a variant.
type Verdict int

// The verdicts.
const (
	// Open: nothing is settled.
	Open Verdict = iota
	// Better: it is better in a question that is decided on, and in the other, if
	// that is, no worse by more than the margin.
	Better
	// Worse: it is worse in a question that is decided on, and in the other, if
	// that is, no better by more than the margin.
	Worse
	// Alike: in what is decided on the difference of success rates is smaller than
	// the margin, and the ratio of effort closer to 1 than [EffortMargin].
	Alike
	// Mixed: it solves more but needs more, or needs less but solves less.
	Mixed
	// Identical: all runs came to the same as the baseline's, up to the only look at
	// this ([Result.Identical]), which ended the variant's part of the race.
	Identical
)

// String is the verdict in a word or two; [Finding.Words] says in what.
func (v Verdict) String() string {
	return [...]string{"not settled", "better", "worse", "alike", "mixed", "identical"}[v]
}

// Result is what came of a race.
type Result struct {
	// Race is the race with its defaults put in.
	Race Race
	// Measure is what effort is measured in.
	Measure analysis.Measure
	// Variants has what was found about each, in the race's order.
	Variants []VariantResult
	// Blocks is how many puzzles were used, or rounds in a race about [FixedInstances].
	Blocks int
	// Records are the runs that were looked at, block by block.
	Records []experiment.Record
	// Interrupted says that the race was stopped from outside.
	Interrupted bool
	// Warnings name what was met and put right.
	Warnings []string
	// Reuse is that of the experiment ([experiment.Result]).
	Reuse string

	counts [2]int // see Counts
	runs   *experiment.Result
}

// Runs are the records as what was made of the race's plan ([Race.Plan]), with where
// they come from; nil for a race that was not run.
func (res *Result) Runs() *experiment.Result { return res.runs }

// Counts are the runs that were made or found in the journal, and how many of
// them were found there. Some may be of blocks after the last that was looked
// at.
func (res *Result) Counts() (done, reused int) { return res.counts[0], res.counts[1] }

// VariantResult is what was found about a variant.
type VariantResult struct {
	// Variant and Baseline are the labels.
	Variant, Baseline string
	Finding
	// Scope says what the findings are about, Puzzles how many the race has.
	Scope   Scope
	Puzzles int
	// Sizes are the findings by size, for sizes that there are puzzles of. All
	// sizes together have the confidence of the whole.
	Sizes []SizeResult
	// Path is the way there: after each block, or of long races after some.
	Path []Look

	history
}

// history is what the blocks of a variant came to.
type history struct {
	twin  twin
	pairs []pair
	stale bool   // the path lacks the last block
	blind bool   // keeps no path
	limit string // of a run: "150 iterations"
}

// SizeResult is what was found about a variant on puzzles of a size.
type SizeResult struct {
	Class analysis.Class
	// Cells is the mean size of the puzzles' boards.
	Cells float64
	Finding
}

// Finding compares a variant with the baseline on some puzzles.
type Finding struct {
	// Verdict is what was found after Decided of the Blocks, 0 where nothing is
	// settled. Blocks after these change neither it nor its words: they are for the
	// estimates and their intervals, which may settle more ([Estimate.Settled]).
	Verdict         Verdict
	Blocks, Decided int
	// After is how many blocks the estimates and the rates rest on: those after
	// the verdict, which had no part in it. 0 means all; after a verdict they are
	// then too large on average, or too small where it is [Alike].
	After int
	// More is how many more blocks would bring a verdict, if all were like those
	// so far: +Inf if none ever would, 0 where there is one.
	More float64
	Terms
	Estimates
	course
}

// Terms is what a finding is made by.
type Terms struct {
	// Decide, Margin and Measure are the race's: what is decided on, and what
	// effort is measured in.
	Decide  Question
	Margin  float64
	Measure analysis.Measure
	// Level is the confidence of Success, Effort and CPU: each may be wrong with
	// probability 1−Level, at any time of the race.
	Level float64
}

// Estimates are the answers of a finding.
type Estimates struct {
	// Success is the difference of the success rates, variant less baseline;
	// VariantRate and BaselineRate are the means over blocks.
	Success                   Estimate
	VariantRate, BaselineRate float64
	// Effort is the typical ratio of what runs took, variant to baseline: a
	// geometric mean over blocks of runs that count with all of their budget where
	// they found nothing, a block's ratio cut at [analysis.MostRatio]. The means of what runs
	// took may differ the other way.
	Effort Estimate
	// CPU is the ratio of the processor time of runs, a geometric mean over
	// blocks. It is never decided on, and differs from race to race.
	CPU Estimate
}

// course is what a finding rests on.
type course struct {
	questions  questions
	all, after means
	decided    *[2]int // the signs at the verdict
}

// means are those over some blocks.
type means struct {
	n float64
	observation
}

// add takes an observation; what questions cut off, the means do, too.
func (m *means) add(o observation) {
	m.n++
	cut := func(x float64) float64 { return min(max(x, -logMostRatio), logMostRatio) }
	m.variant += (o.variant - m.variant) / m.n
	m.baseline += (o.baseline - m.baseline) / m.n
	m.effort += (cut(o.effort) - m.effort) / m.n
	m.clock += (cut(o.clock) - m.clock) / m.n
}

// Estimate is a number with its interval, which holds at all times together.
type Estimate struct {
	Value    float64
	Interval analysis.Interval
	// Evidence is the e-value against no difference: 1 for none; the difference
	// is settled at 2/(1−Level).
	Evidence float64
	// Settled says that this is decided on, and that the interval excludes no
	// difference, now or earlier, before the verdict or after it.
	Settled bool
}

// Look is what was known after a number of blocks, with the means of all of them
// as values.
type Look struct {
	Blocks          int
	Success, Effort Estimate
}

// looks is how many steps of a path are kept one by one; after them the
// distance grows with the number of blocks.
const looks = 60

func (f *Finding) add(o observation) {
	f.Blocks++
	f.all.add(o)
	verdict := f.questions.add(o)
	if f.Decided > 0 {
		f.after.add(o)
	} else if verdict != Open {
		f.conclude(verdict)
	}
}

func (f *Finding) conclude(verdict Verdict) {
	f.Verdict, f.Decided = verdict, f.Blocks
	f.Success, f.Effort, f.CPU = f.estimates(f.all)
	success, less := f.signs()
	f.decided = &[2]int{success, less}
}

// following is how many blocks follow the verdict.
func (f *Finding) following() int { return max(f.Decided, followUp) }

// done says whether there is a verdict and what follows it.
func (f *Finding) done() bool {
	return f.Verdict == Identical || f.Decided > 0 && f.Blocks-f.Decided >= f.following()
}

func (f *Finding) refresh() {
	if f.Blocks == 0 {
		return
	}
	m := f.all
	f.After = 0
	if f.Decided > 0 && 2*f.after.n >= float64(f.following()) {
		m, f.After = f.after, int(f.after.n)
	}
	f.VariantRate, f.BaselineRate = m.variant, m.baseline
	f.Success, f.Effort, f.CPU = f.estimates(m)
	f.More = 0
	if f.Verdict == Open {
		f.More = max(f.questions.forecast()-float64(f.Blocks), 1)
	}
}

// estimates are the answers by some means.
func (f *Finding) estimates(m means) (success, effort, cpu Estimate) {
	q := f.questions
	return estimate(q.success, m.variant-m.baseline, q.decide.asks(Success), same),
		estimate(q.effort, m.effort, q.decide.asks(Effort), math.Exp),
		estimate(q.clock, m.clock, false, math.Exp)
}

func (v *VariantResult) add(pairs []pair) {
	v.pairs = append(v.pairs, pairs...)
	whole, _, _ := observe(pairs, analysis.Class{})
	v.Finding.add(whole)
	for i := range v.Sizes {
		s := &v.Sizes[i]
		if o, cells, ok := observe(pairs, s.Class); ok {
			s.Finding.add(o)
			s.Cells += (cells - s.Cells) / float64(s.Blocks)
		}
	}
	if v.Verdict == Open && v.Blocks == v.twin.look && v.twin.same == v.twin.runs {
		v.conclude(Identical)
		for i := range v.Sizes {
			if v.Sizes[i].Blocks > 0 {
				v.Sizes[i].conclude(Identical)
			}
		}
	}
	v.stale = true
	if step := max(1, v.Blocks/looks); v.Blocks%step == 0 {
		v.note()
	}
}

// note adds what is known to the path.
func (v *VariantResult) note() {
	if !v.stale || v.blind {
		return
	}
	v.stale = false
	success, effort, _ := v.estimates(v.all)
	v.Path = append(v.Path, Look{v.Blocks, success, effort})
}

func (res *Result) refresh() {
	for i := range res.Variants {
		v := &res.Variants[i]
		v.Finding.refresh()
		for k := range v.Sizes {
			v.Sizes[k].Finding.refresh()
		}
	}
}

func (res *Result) finish() {
	res.refresh()
	for i := range res.Variants {
		v := &res.Variants[i]
		v.note()
		if text, against := v.Price(); against {
			res.Warnings = append(res.Warnings, text)
		}
	}
}

// Find returns what was found about a variant, by its label or what tells it from others
// of its engine.
func (res *Result) Find(variant string) (VariantResult, bool) {
	for _, v := range res.Variants {
		if solver.Means(variant, v.Variant) {
			return v, true
		}
	}
	return VariantResult{}, false
}

// Differ is the puzzle on which variant and baseline differ most in favour of the better
// one, with the run: one that only this one solved, and among equals the one with the
// largest ratio of effort, then the smallest board. Where the verdict names no better
// one it is the one that solves more often. ok is false where they never differ.
func (res *Result) Differ(variant string) (p puzzle.Puzzle, run int, ok bool) {
	c, found := res.Find(variant)
	if !found {
		return nil, 0, false
	}
	sign := 1.0
	if c.Verdict == Worse || c.Verdict != Better && c.Success.Value < 0 {
		sign = -1
	}
	var best *pair
	var most [3]float64
	for i := range c.pairs {
		b := &c.pairs[i]
		of := [3]float64{max(sign*(b.variant-b.baseline), 0), -sign * b.effort, -float64(b.cells)}
		if (of[0] > 0 || of[1] > 0) && (best == nil || slices.Compare(of[:], most[:]) > 0) {
			best, most = b, of
		}
	}
	if best == nil {
		return nil, 0, false
	}
	return res.Race.Puzzles[best.puzzle], res.differing(c, *best, sign), true
}

// differing is the run of a pair on which two engines differ most.
func (res *Result) differing(c VariantResult, of pair, sign float64) int {
	type scores struct{ variant, baseline float64 }
	pairs := map[int]scores{}
	content := res.Race.Puzzles[of.puzzle].Hash().String()
	score := func(r experiment.Record) float64 {
		if r.Solved() {
			return 2 - res.Race.effort(r)/res.Race.limit
		}
		return 0
	}
	for _, r := range res.Records {
		if r.Content != content {
			continue
		}
		x := pairs[r.Run]
		switch r.Label() {
		case c.Variant:
			x.variant = score(r)
		case c.Baseline:
			x.baseline = score(r)
		}
		pairs[r.Run] = x
	}
	best, most := of.run, math.Inf(-1)
	for run := of.run; run < of.run+res.Race.Runs; run++ {
		if d := sign * (pairs[run].variant - pairs[run].baseline); d > most {
			best, most = run, d
		}
	}
	return best
}
