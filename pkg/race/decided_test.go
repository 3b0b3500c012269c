package race

import (
	"math"
	"strings"
	"testing"

	"formicary/pkg/puzzle"
)

// TestDecided runs whole races of a variant that solves 3 points more, within the
// margin of 5: a third of the races find it alike, and some of these would find it
// better in the blocks that follow. A race that ends at the block that a sentence
// names has the same verdict. The estimate is the mean of the blocks after it,
// without bias for either verdict, but for those on the wrong side of no difference,
// which are moved there.
func TestDecided(t *testing.T) {
	const truth = 0.03
	type estimates struct{ n, sum, square, told float64 }
	found := map[Verdict]*estimates{}
	for seed := range manyRaces(120) {
		r := Race{Variants: entrants(1), Puzzles: pebbles(16000, 1), Decide: Success, Seed: uint64(seed), blind: true}
		of := func(_, engine int) law { return law{0.5 + truth*float64(engine), 10, 1e-3} }
		v := simulate(t, r, of).Variants[0]
		if v.Verdict == Open {
			continue
		}
		r.Blocks = v.Decided
		then := simulate(t, r, of).Variants[0]
		at := " on puzzles like these "
		if said, _, _ := strings.Cut(v.Short(), at); then.Decided != v.Decided || !strings.HasPrefix(then.Short(), said+at) {
			t.Fatalf("seed %d says %s\nwhere it says after %d blocks %s", seed, v, v.Decided, then)
		}
		if v.After == 0 {
			continue
		}
		if text := v.String(); !strings.Contains(text, " Decided after "+puzzle.Thousands(v.Decided)+" puzzles; the estimates are from the "+puzzle.Thousands(v.After)+" after them.") {
			t.Errorf("seed %d says %s", seed, text)
		}
		mean := 0.0
		for _, p := range v.pairs[v.Decided:] {
			mean += (p.variant - p.baseline) / float64(v.After)
		}
		if i := v.Success.Interval; math.Abs(min(max(mean, i.Low), i.High)-v.Success.Value) > 1e-9 || v.Decided+v.After != v.Blocks {
			t.Errorf("seed %d: the blocks after the verdict differ by %v: %s", seed, mean, v)
		}
		if found[v.Verdict] == nil {
			found[v.Verdict] = &estimates{}
		}
		e := found[v.Verdict]
		e.n, e.sum, e.square, e.told = e.n+1, e.sum+mean, e.square+mean*mean, e.told+v.Success.Value
	}
	for verdict, e := range found {
		mean, told := e.sum/e.n, e.told/e.n
		spread := 3 * math.Sqrt(max(e.square/e.n-mean*mean, 0)/e.n)
		t.Logf("%v in %v races: %+.4f ± %.4f, told as %+.4f", verdict, e.n, mean, spread, told)
		if e.n >= 8 && (math.Abs(mean-truth) > spread || verdict != Worse && math.Abs(told-truth) > spread+0.004) {
			t.Errorf("%v: %+.4f on average, told as %+.4f, true is %+.4f", verdict, mean, told, truth)
		}
	}
	if found[Alike] == nil || found[Alike].n < 8 {
		t.Errorf("few races find the variant alike: %v", found)
	}
}
