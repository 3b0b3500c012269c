package race

import (
	"math"

	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// A rule that never acts leaves every run as it was, and more blocks say no more of it.
// The bets on the two questions would go on to the margins and through the blocks after
// a verdict; the race instead looks once, after a number of blocks that was fixed before
// the first, whether all runs came out the same, and ends the variant's part if so.
//
// What it says of these runs is a fact. What it says of others, that at most a share q
// of runs differs, is wrong with a chance of (1−q)ⁿ at most: blocks about others are
// independent, n of them, and a block in which no run differs has a chance of 1−q at
// most; runs about these are independent, n of them, and the product of their chances
// of not differing is at most the power of the mean. With q = 1−(alpha/variants)^(1/n),
// the exact one-sided interval of Clopper and Pearson for 0 of n, all of these
// statements together are false with another alpha at most; for 95 % and a share of
// 5 % it takes n = 59 (the rule of three: 3/n). What is said of success and effort is
// as true as before: who stops earlier settles nothing that he would not have settled.

// rare is the share of runs that may differ where n is free.
const rare = 0.05

// twin is a variant as far as its runs come to the same as the baseline's.
type twin struct {
	same, runs int     // of so many
	look       int     // after so many blocks it is done if all did; 0 for never
	atMost     float64 // the share of runs that then differ,
	alpha      float64 // with which error
	unmoved    string  // what never changed a run: "the rule"; "" for another engine
}

// twin begins with no runs. There is no look where effort is a time, which two runs that
// came to the same need not have in common.
func (r Race) twin(variant solver.Solver) twin {
	t := twin{alpha: r.Alpha, unmoved: "the parameters"}
	switch v, b := variant.Describe(), r.Baseline.Describe(); {
	case v.Engine != b.Engine:
		t.unmoved = ""
	case v.Custom || b.Custom:
		t.unmoved = "the rule"
	}
	if r.measure.Unit() != "" {
		return t
	}
	each := 1.0 // that count, of a block
	if r.Scope == FixedInstances {
		each = float64(len(r.Puzzles) * r.Runs)
	}
	alpha := math.Log(r.Alpha / float64(len(r.Variants)))
	t.look = min(int(math.Ceil(alpha/math.Log(1-rare)/each)), r.Blocks)
	t.atMost = 1 - math.Exp(alpha/(float64(t.look)*each))
	return t
}

// String says that all runs came to the same, if so: "identical in all 59 runs".
func (t twin) String() string {
	if t.look == 0 || t.runs == 0 || t.same < t.runs {
		return ""
	}
	return "identical in all " + puzzle.Plural(t.runs, "run")
}

// why is what that means.
func (t twin) why() string {
	if t.unmoved == "" {
		return ""
	}
	return ": " + t.unmoved + " never changed a run"
}

// identical counts the runs of a block that came to the same: in all but their times,
// as far as records tell.
func identical(baseline, variant []experiment.Record) (n int) {
	for i, b := range baseline {
		v := variant[i]
		if b.Digest != 0 && b.Digest == v.Digest && b.Seed == v.Seed && b.Status == v.Status && b.Cost == v.Cost && b.Iterations == v.Iterations && b.Evaluations == v.Evaluations {
			n++
		}
	}
	return n
}

// Identical counts the runs of a variant that came to the same as the baseline's with
// the same seed (status, cost, boards, counts and all that was reported on the way;
// times aside), of how many. Where these are all, its rule never changed a run.
func (res *Result) Identical(variant string) (same, of int) {
	v, _ := res.Find(variant)
	return v.twin.same, v.twin.runs
}
