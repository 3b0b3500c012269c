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
	// Measure is what effort is measured in.
	Measure analysis.Measure
	// Variants has what was found about each, in the race's order.
	Variants []VariantResult
	// Blocks is how many puzzles were used.
	Blocks int
	// Records are the runs that were looked at, block by block.
	Records []experiment.Record
	// Interrupted says that the race was stopped from outside.
	Interrupted bool
	// Warnings name what was met and put right.
	Warnings []string

	done, reused int
}

// Counts are the runs that were made or found in the journal, and how many of
// them were found there. Some may be of blocks after the last that was looked
// at.
func (res *Result) Counts() (done, reused int) { return res.done, res.reused }

// VariantResult is what was found about a variant.
type VariantResult struct {
	// Variant and Baseline are the labels.
	Variant, Baseline string
	Finding
	// Measure is what effort is measured in.
	Measure analysis.Measure
	// Sizes are the findings by size, for sizes that there are puzzles of. All
	// sizes together have the confidence of the whole.
	Sizes []SizeResult
	// Path is the way there: after each block, or of long races after some.
	Path []Look

	blocks []block
	stale  bool
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
	// found nothing.
	Effort Estimate

	questions questions
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

// Look is what was known after a number of blocks.
type Look struct {
	Blocks          int
	Success, Effort Estimate
}

// looks is how many steps of a path are kept one by one; after them the
// distance grows with the number of blocks.
const looks = 60

// add takes a block.
func (f *Finding) add(b block) {
	f.Blocks++
	n := float64(f.Blocks)
	f.VariantRate += (b.variant - f.VariantRate) / n
	f.BaselineRate += (b.baseline - f.BaselineRate) / n
	f.Verdict = f.questions.add(b)
}

// add takes a block, also for its size.
func (v *VariantResult) add(b block) {
	v.blocks = append(v.blocks, b)
	v.Finding.add(b)
	for i := range v.Sizes {
		if s := &v.Sizes[i]; s.Class.Contains(b.cells) {
			s.Finding.add(b)
			s.Cells += (float64(b.cells) - s.Cells) / float64(s.Blocks)
		}
	}
	v.stale = true
	if step := max(1, v.Blocks/looks); v.Blocks%step == 0 {
		v.look()
	}
}

// look brings the estimates up to date and adds them to the path.
func (v *VariantResult) look() {
	if !v.stale {
		return
	}
	v.stale = false
	v.Success, v.Effort = v.questions.estimates()
	for i := range v.Sizes {
		if s := &v.Sizes[i]; s.Blocks > 0 {
			s.Success, s.Effort = s.questions.estimates()
		}
	}
	v.Path = append(v.Path, Look{v.Blocks, v.Success, v.Effort})
}

// finish brings everything up to date.
func (res *Result) finish() {
	for i := range res.Variants {
		if v := &res.Variants[i]; v.Blocks > 0 {
			v.look()
		}
	}
}

// Find returns what was found about a variant.
func (res *Result) Find(variant string) (VariantResult, bool) {
	for _, v := range res.Variants {
		if v.Variant == variant {
			return v, true
		}
	}
	return VariantResult{}, false
}

// Example is a puzzle on which variant and baseline differ, with the run: one
// that only the better of the two solved, on the smallest such board, otherwise the
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
func (res *Result) differing(p puzzle.Puzzle, c VariantResult, sign float64) int {
	type pair struct{ variant, baseline float64 }
	pairs := map[int]pair{}
	content := p.Hash().String()
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
	best, most := 0, math.Inf(-1)
	for run := range res.Race.Runs {
		if d := sign * (pairs[run].variant - pairs[run].baseline); d > most {
			best, most = run, d
		}
	}
	return best
}
