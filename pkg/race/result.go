package race

import (
	"math"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
)

// Verdict says what a race found about a variant.
type Verdict int

// The verdicts.
const (
	// Open: nothing is settled.
	Open Verdict = iota
	// Better: it solves more often, or needs less.
	Better
	// Worse: it solves less often, or needs more.
	Worse
	// Alike: the difference of success rates is smaller than the margin, and
	// the ratio of effort closer to 1 than [EffortMargin].
	Alike
	// Mixed: one question says better, the other worse.
	Mixed
)

// String is the verdict in a word or two.
func (v Verdict) String() string {
	return [...]string{"not settled", "better", "worse", "alike", "mixed"}[v]
}

// Result is what came of a race.
type Result struct {
	// Race is the race with its defaults put in.
	Race Race
	// Measure is what effort is told in.
	Measure analysis.Measure
	// Comparisons has one for each variant, in the race's order.
	Comparisons []Comparison
	// Blocks is how many puzzles were used.
	Blocks int
	// Records are the runs that were looked at, block by block.
	Records []experiment.Record
	// Interrupted says that the race was stopped from outside.
	Interrupted bool
	// Warnings tell of what was met and put right.
	Warnings []string

	done, reused int
}

// Counts are the runs that were made or found in the journal, and how many of
// them were found there. Some may be of blocks after the last that was looked
// at.
func (res *Result) Counts() (done, reused int) { return res.done, res.reused }

// Comparison is a variant against the baseline.
type Comparison struct {
	// Variant and Baseline are the labels.
	Variant, Baseline string
	// Verdict is what was found, Blocks how many puzzles it rests on.
	Verdict Verdict
	Blocks  int
	// Level is the confidence of Success and of Effort: each may be wrong with
	// probability 1−Level, at any time of the race.
	Level float64
	// Success is the difference of the success rates, variant less baseline;
	// VariantRate and BaselineRate are the means over blocks.
	Success                   Estimate
	VariantRate, BaselineRate float64
	// Effort is the ratio of what runs took, variant to baseline: a geometric
	// mean over blocks of runs that count with all of their budget where they
	// found nothing. Measure says of what.
	Effort  Estimate
	Measure analysis.Measure
	// Sizes are the differences of success by size, for sizes that there are
	// puzzles of.
	Sizes []SizeResult
	// Path is the way there: after each block, or of long races after some.
	Path []Look

	questions questions
	blocks    []block
	stale     bool
}

// Estimate is a number with its interval, which holds at all times together.
type Estimate struct {
	Value    float64
	Interval analysis.Interval
	// Evidence is the e-value against no difference: 1 for none; the difference
	// is settled at 2/(1−Level).
	Evidence float64
	// Settled says that the interval excludes no difference, now or earlier.
	Settled bool
}

// SizeResult is a [Comparison] on puzzles of a size.
type SizeResult struct {
	Class   analysis.Class
	Verdict Verdict
	Blocks  int
	// Cells is the mean size of the puzzles' boards.
	Cells                     float64
	VariantRate, BaselineRate float64
	Success, Effort           Estimate
	// Level is the confidence of each interval: all sizes together have that
	// of the whole.
	Level float64

	questions questions
}

// Look is what was known after a number of blocks.
type Look struct {
	Blocks          int
	Success, Effort Estimate
}

// looks is how many steps of a path are told one by one; after them the
// distance grows with the number of blocks.
const looks = 60

// add takes a block.
func (c *Comparison) add(b block) {
	c.blocks = append(c.blocks, b)
	c.Blocks++
	n := float64(c.Blocks)
	c.VariantRate += (b.variant - c.VariantRate) / n
	c.BaselineRate += (b.baseline - c.BaselineRate) / n
	c.Verdict = c.questions.add(b)
	for i := range c.Sizes {
		s := &c.Sizes[i]
		if !s.Class.Contains(b.cells) {
			continue
		}
		s.Blocks++
		n := float64(s.Blocks)
		s.Cells += (float64(b.cells) - s.Cells) / n
		s.VariantRate += (b.variant - s.VariantRate) / n
		s.BaselineRate += (b.baseline - s.BaselineRate) / n
		s.Verdict = s.questions.add(b)
	}
	c.stale = true
	if step := max(1, c.Blocks/looks); c.Blocks%step == 0 {
		c.look()
	}
}

// look brings the estimates up to date and adds them to the path.
func (c *Comparison) look() {
	if !c.stale {
		return
	}
	c.stale = false
	c.Success, c.Effort = c.questions.estimates()
	for i := range c.Sizes {
		if s := &c.Sizes[i]; s.Blocks > 0 {
			s.Success, s.Effort = s.questions.estimates()
		}
	}
	c.Path = append(c.Path, Look{c.Blocks, c.Success, c.Effort})
}

// finish brings everything up to date.
func (res *Result) finish() {
	for i := range res.Comparisons {
		if c := &res.Comparisons[i]; c.Blocks > 0 {
			c.look()
		}
	}
}

// Find returns the comparison of a variant.
func (res *Result) Find(variant string) (Comparison, bool) {
	for _, c := range res.Comparisons {
		if c.Variant == variant {
			return c, true
		}
	}
	return Comparison{}, false
}

// Example is a puzzle on which variant and baseline differ, with the run: one
// that only the better of the two solved, on the smallest such board, else the
// one with the largest ratio of effort. ok is false where they never differ.
func (res *Result) Example(variant string) (p puzzle.Puzzle, run int, ok bool) {
	c, found := res.Find(variant)
	if !found {
		return nil, 0, false
	}
	sign := 1.0
	if c.Verdict == Worse || c.Verdict != Better && c.Success.Value < 0 {
		sign = -1
	}
	best, cells, gain := -1, 0, 0.0
	for _, b := range c.blocks {
		d := sign * (b.variant - b.baseline)
		if d > 0 && (best < 0 || b.cells < cells) {
			best, cells = b.puzzle, b.cells
		}
	}
	if best < 0 {
		for _, b := range c.blocks {
			if g := math.Abs(b.ratio); g > gain {
				best, gain = b.puzzle, g
			}
		}
	}
	if best < 0 {
		return nil, 0, false
	}
	p = res.Race.Puzzles[best]
	return p, res.differing(p, c, sign), true
}

// differing is the run of a puzzle on which two engines differ most.
func (res *Result) differing(p puzzle.Puzzle, c Comparison, sign float64) int {
	type pair struct{ variant, baseline float64 }
	pairs := map[int]pair{}
	content := p.Hash().String()
	score := func(r experiment.Record) float64 {
		if r.Solved() {
			return 2 - res.Race.effort(r)/res.Race.limit()
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
	best, most := 0, math.Inf(-1)
	for run := range res.Race.Runs {
		if d := sign * (pairs[run].variant - pairs[run].baseline); d > most {
			best, most = run, d
		}
	}
	return best
}
