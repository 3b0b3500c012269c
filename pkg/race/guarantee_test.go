package race

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// pebble is a puzzle whose number says how engines fare on it.
type pebble struct {
	stone
	hash puzzle.Hash
}

func (p pebble) Hash() puzzle.Hash { return p.hash }

// pebbles are puzzles of sizes around which classes of 100 cells lie evenly.
func pebbles(n, classes int) (out []puzzle.Puzzle) {
	for i := range n {
		size := puzzle.Size{Rows: 10, Cols: 5 + 10*(i%classes)}
		out = append(out, pebble{stone{id: fmt.Sprint("p", i), size: size}, puzzle.HashOf("pebble", strconv.Itoa(i))})
	}
	return out
}

// nobody is an engine that never runs.
type nobody string

func (n nobody) Describe() solver.Description {
	return solver.Description{Engine: "pebble/nobody", Variant: string(n)}
}

func (n nobody) Solve(context.Context, puzzle.Puzzle, solver.Run) (solver.Outcome, error) {
	panic("a race of fakes asks for a run")
}

// law is how an engine fares on a puzzle: its chance of a solution, the number
// of iterations of a run that finds one, on average, and the seconds of each.
type law struct{ chance, iterations, seconds float64 }

// fakes make records without runs: outcomes are drawn by the law of the puzzle
// and the engine, 0 for the baseline, from the run's seed.
type fakes struct {
	race Race
	of   func(place, engine int) law
	own  float64 // the share of variants' runs that are not the baseline's
	done int
}

func (f *fakes) Counts() (done, reused int) { return f.done, 0 }

func (f *fakes) Do(_ context.Context, trials ...experiment.Trial) ([]experiment.Record, error) {
	records := make([]experiment.Record, len(trials))
	for i, t := range trials {
		g := rand.New(rand.NewPCG(f.race.Seed, uint64(t.Puzzle)<<40|uint64(t.Engine)<<32|uint64(t.Run)))
		if f.own < 1 && t.Engine > 0 && g.Float64() >= f.own {
			g, t.Engine = rand.New(rand.NewPCG(f.race.Seed, uint64(t.Puzzle)<<40|uint64(t.Run))), 0
		}
		l := f.of(t.Puzzle, t.Engine)
		digest := 1 + (uint64(t.Puzzle)<<40 | uint64(t.Engine)<<32 | uint64(t.Run))
		r := experiment.Record{Status: solver.Exhausted, Run: t.Run, Digest: digest, Iterations: int64(f.race.limit)}
		if g.Float64() < l.chance {
			r.Status = solver.Solved
			r.Iterations = min(int64(1+g.ExpFloat64()*l.iterations), r.Iterations)
		}
		r.CPU = float64(r.Iterations) * l.seconds
		records[i] = r
	}
	f.done += len(trials)
	return records, nil
}

// simulate runs a race of fakes: all of [Race.Run] but the runs and the journal.
func simulate(t *testing.T, r Race, of func(place, engine int) law) *Result {
	t.Helper()
	return simulateShare(t, r, 1, of)
}

// simulateShare is simulate with variants of which only a share of the runs is not the
// baseline's.
func simulateShare(t *testing.T, r Race, own float64, of func(place, engine int) law) *Result {
	t.Helper()
	if r.Baseline == nil {
		r.Baseline = nobody("baseline")
	}
	if r.Budget == (solver.Budget{}) {
		r.Budget = solver.Iterations(1000)
	}
	r = alltest.Must(r.complete())(t)
	result := r.start()
	alltest.OK(t, r.race(t.Context(), result, &fakes{race: r, of: of, own: own}, nil))
	return result
}

// entrants are variants that never run.
func entrants(n int) (out []solver.Solver) {
	for i := range n {
		out = append(out, nobody(fmt.Sprint("v", i)))
	}
	return out
}

// manyRaces is how many races a simulation runs: a third of n unless all tests are asked
// for, or as many as FORMICARY_RACES says.
func manyRaces(n int) int {
	if !alltest.Asked() {
		n /= 3
	}
	if m, err := strconv.Atoi(os.Getenv("FORMICARY_RACES")); err == nil {
		return m
	}
	return n
}

// wrong says whether a sequence ever settled something false about its mean,
// known to lie between low and high.
func wrong(s *sequence, low, high float64) bool {
	for _, b := range s.tests {
		if b.wasAbove && high <= b.original || b.wasBelow && low >= b.original {
			return true
		}
	}
	return false
}

// TestGuarantee runs whole races in worlds in which nothing differs on average:
// the share of them that ever say anything false is at most alpha, and so is the
// share of those that do so by size. (It is a fifth of alpha in truth, so that no
// slack is needed.) With several variants and sizes an error that is not divided
// by their number is several times as large.
//
// In a race about others the variant is the stronger on every second puzzle, at
// random, and the weaker on the others. In a race about these all fare alike.
func TestGuarantee(t *testing.T) {
	const alpha = 0.2
	var classes []analysis.Class
	for i := range 16 {
		classes = append(classes, analysis.Class{Least: 100 * i, Most: 100*i + 99})
	}
	for _, w := range []struct {
		name string
		race Race
	}{
		{"eight variants", Race{Variants: entrants(8), Puzzles: pebbles(120, 1)}},
		{"eight variants, success alone", Race{Variants: entrants(8), Puzzles: pebbles(100, 1), Decide: Success}},
		{"eight variants, effort alone", Race{Variants: entrants(8), Puzzles: pebbles(100, 1), Decide: Effort}},
		{"eight variants, two runs", Race{Variants: entrants(8), Puzzles: pebbles(100, 1), Runs: 2}},
		{"two variants, by size", Race{Variants: entrants(2), Puzzles: pebbles(400, 8), Classes: classes, EachSize: true}},
		{"eight variants, these two", Race{Variants: entrants(8), Puzzles: pebbles(2, 1), Scope: FixedInstances, Blocks: 100}},
		{"two variants, these by size", Race{Variants: entrants(2), Puzzles: pebbles(16, 16), Classes: classes, Scope: FixedInstances, Blocks: 50, EachSize: true}},
	} {
		races := manyRaces(60)
		var whole, bySize, blocks int
		for seed := range races {
			r := w.race
			r.Alpha, r.Seed, r.blind = alpha, uint64(seed), true
			result := simulate(t, r, func(place, engine int) law {
				easier := 0.05 * float64(place%5)
				if r.Scope == FixedInstances {
					return law{0.4 + easier, 100, 1e-3}
				}
				// The baseline is what the first variant is not.
				coin := rand.New(rand.NewPCG(r.Seed, uint64(place)<<8|uint64(max(engine, 1)))).IntN(2)
				if (coin == 0) == (engine == 0) {
					return law{0.8 + easier, 10, 1e-3}
				}
				return law{easier, 300, 1e-3}
			})
			blocks += result.Blocks
			said, saidBySize := false, false
			for _, v := range result.Variants {
				said = said || lies(r, v.Finding)
				for _, s := range v.Sizes {
					saidBySize = saidBySize || lies(r, s.Finding)
				}
			}
			if said {
				whole++
			}
			if saidBySize && r.EachSize {
				bySize++
			}
		}
		n := float64(races)
		t.Logf("%-30s false %.3f, by size %.3f; %d blocks on average", w.name, float64(whole)/n, float64(bySize)/n, blocks/races)
		alltest.Check(t, float64(whole)/n <= alpha && float64(bySize)/n <= alpha,
			"%s: of all races %.3f say something false, %.3f by size; allowed are %v", w.name, float64(whole)/n, float64(bySize)/n, alpha)
	}
}

// lies says whether a finding ever claimed a difference where there is none.
func lies(r Race, f Finding) bool {
	return r.Decide.asks(Success) && wrong(f.questions.success, 0, 0) || r.Decide.asks(Effort) && wrong(f.questions.effort, 0, 0) ||
		f.Verdict != Open && f.Verdict != Alike
}

// TestBetterHidesNothing races a variant that needs half the iterations and
// solves 10 points less: the share of races that call it better, in whatever, is
// at most alpha, where effort alone would call nearly all of them so.
func TestBetterHidesNothing(t *testing.T) {
	of := func(_, engine int) law {
		if engine > 0 {
			return law{0.65, 60, 1e-3}
		}
		return law{0.75, 250, 1e-3}
	}
	races := manyRaces(100)
	for _, c := range []struct {
		decide      Question
		least, most float64 // share that says better
	}{{Both, 0, 0.05}, {Success, 0, 0.05}, {Effort, 0.9, 1}} {
		verdicts := map[Verdict]int{}
		for seed := range races {
			r := Race{Variants: entrants(1), Puzzles: pebbles(400, 1), Decide: c.decide, Seed: uint64(seed), blind: true}
			v := simulate(t, r, of).Variants[0]
			verdicts[v.Verdict]++
			alltest.Check(t, v.Verdict == Better || v.Verdict == Open || !strings.Contains(v.String(), "better"), "%v: %s", v.Verdict, v)
		}
		better := float64(verdicts[Better]) / float64(races)
		t.Logf("decide %d: %v", c.decide, verdicts)
		alltest.Check(t, better >= c.least && better <= c.most, "decide %d: %.3f of the races say better, want %v to %v", c.decide, better, c.least, c.most)
		alltest.Check(t, c.decide != Both || verdicts[Mixed] >= races/4,
			"decide %d: %d of %d races say that it solves less and takes fewer iterations", c.decide, verdicts[Mixed], races)
	}
}

// TestEstimates measures how far the reported difference of success rates is
// from the true one, where the race says better. At the verdict it is too large by
// a quarter and more. Of that the blocks after the verdict leave a fifth at most,
// with three standard errors: they have no part in the verdict, but a mean of
// theirs on the wrong side of no difference is moved there.
func TestEstimates(t *testing.T) {
	for _, w := range []struct{ mine, other float64 }{{0.55, 0.45}, {0.525, 0.475}, {0.7, 0.4}} {
		truth := w.mine - w.other
		var stop, reported, all, square float64
		n, unmarked := 0, 0
		races := manyRaces(300)
		for seed := range races {
			r := Race{Variants: entrants(1), Puzzles: pebbles(400, 1), Alpha: 0.2, Decide: Success, Seed: uint64(seed), blind: true}
			v := simulate(t, r, func(_, engine int) law {
				if engine > 0 {
					return law{w.mine, 100, 1e-3}
				}
				return law{w.other, 100, 1e-3}
			}).Variants[0]
			if v.Verdict != Better {
				continue
			}
			if v.After == 0 {
				unmarked++
				alltest.Has(t, v.String(), "too large on average", "says nothing of it: %s", v)
				continue
			}
			n++
			var at means
			for _, p := range v.pairs[:v.Decided] {
				at.add(p.observation)
			}
			stop += at.variant - at.baseline
			all += v.all.variant - v.all.baseline
			reported += v.Success.Value
			square += v.Success.Value * v.Success.Value
		}
		k := float64(n)
		stop, all, reported = stop/k, all/k, reported/k
		spread := 3 * math.Sqrt((square/k-reported*reported)/k)
		t.Logf("true %+.3f: at the verdict %+.3f, over all blocks %+.3f, reported %+.3f ± %.3f; better in %d races of %d, %d of them marked", truth, stop, all, reported, spread, n, races, unmarked)
		alltest.Check(t, math.Abs(reported-truth) <= (stop-truth)/5+spread, "reports %.4f on average, true is %.4f", reported, truth)
		alltest.Check(t, stop >= truth*1.25, "at the verdict %.4f: the test tests nothing", stop)
	}
}

// TestThese: a race about one puzzle settles, where the same puzzle as a sample
// of others says nothing.
func TestThese(t *testing.T) {
	of := func(_, engine int) law { return law{[]float64{0.42, 0.813}[engine], 100, 1e-3} }
	r := Race{Variants: entrants(1), Puzzles: pebbles(1, 1), Scope: FixedInstances, Blocks: 300, Decide: Success}
	v := simulate(t, r, of).Variants[0]
	alltest.Check(t, v.Verdict == Better && v.Decided <= 100 && v.Success.Interval.Low > 0 && v.Success.Interval.High <= 0.7, "%v", v)
	if text := v.String(); !strings.Contains(text, " on this puzzle, with up to 1,000 iterations a run. It solves ") || !strings.Contains(text, " rounds; the estimates are from the ") {
		t.Errorf("it says %s", text)
	}
	r.Puzzles = pebbles(3, 3)
	v = simulate(t, r, of).Variants[0]
	text := v.String()
	alltest.Check(t, v.Verdict == Better && strings.Contains(text, " on these 3 puzzles, with up to 1,000 iterations a run. It solves "), "it says %s", text)
	alltest.Check(t, len(v.pairs) == 3*v.Blocks && len(v.Sizes) == 3 && v.Sizes[0].Blocks == v.Blocks, "%d pairs in %d rounds, sizes %+v", len(v.pairs), v.Blocks, v.Sizes)
	r.Scope = InstanceSample
	if v = simulate(t, r, of).Variants[0]; v.Verdict != Open || !strings.Contains(v.String(), " is not settled on puzzles like these 3, with up to 1,000 iterations a run. ") {
		t.Errorf("of others it says %s", v)
	}
}

// TestForecast stops races early and asks how many more blocks would settle
// them: the middle answer is within a factor of two of the middle of what it then
// takes, and one of no difference at all is never within reach.
func TestForecast(t *testing.T) {
	var said, took []float64
	for seed := range manyRaces(80) {
		r := Race{Variants: entrants(1), Puzzles: pebbles(3000, 1), Decide: Success, Seed: uint64(seed), blind: true}
		of := func(_, engine int) law { return law{[]float64{0.4, 0.55}[engine], 100, 1e-3} }
		v := simulate(t, r, of).Variants[0]
		r.Blocks = 60
		short := simulate(t, r, of).Variants[0]
		if short.Verdict == Open {
			said, took = append(said, short.More), append(took, float64(v.Decided-60))
		}
		alltest.Check(t, short.Verdict == Open == (short.More > 0) && v.More == 0, "%v %v, %v %v", short.Verdict, short.More, v.Verdict, v.More)
	}
	slices.Sort(said)
	slices.Sort(took)
	middle := len(said) / 2
	t.Logf("%d races open: they say %v more in the middle, it takes %v", len(said), said[middle], took[middle])
	q := said[middle] / took[middle]
	alltest.Check(t, q >= 0.5 && q <= 2, "%v times what it takes", q)
	none := Race{Variants: entrants(1), Puzzles: pebbles(60, 1)}
	v := simulate(t, none, func(int, int) law { return law{0.5, 100, 1e-3} }).Variants[0]
	text := v.String()
	alltest.Check(t, v.More > 600 && strings.HasSuffix(text, " After 60 puzzles, more than 10 times as many would be needed by these estimates."), "%v more: %s", v.More, text)
}

// claimed is the part of a sentence that claims something about both engines:
// without the question that is open, and without "no worse".
func claimed(found string) string {
	if strings.HasPrefix(found, "Whether ") {
		return ""
	}
	found, _, _ = strings.Cut(found, "; whether ")
	return regexp.MustCompile(`and no (better|worse) in (typical )?\w+`).ReplaceAllString(found, "")
}

// TestWordsAndNumbers holds the words of random races against their numbers.
func TestWordsAndNumbers(t *testing.T) {
	seen := map[string]int{}
	for seed := range manyRaces(400) {
		g := rand.New(rand.NewPCG(uint64(seed), 1))
		laws := []law{{g.Float64(), 300 * g.Float64(), 1e-3 * (0.2 + g.Float64())}}
		laws = append(laws, law{min(max(laws[0].chance+0.3*g.NormFloat64(), 0), 1), laws[0].iterations * math.Exp(g.NormFloat64()), 1e-3 * (0.2 + g.Float64())})
		if g.IntN(5) == 0 {
			laws[0].chance, laws[1] = 0.99, laws[0]
			laws[1].chance = 0.99
		}
		r := Race{
			Variants: entrants(1), Puzzles: pebbles(20+g.IntN(300), 3), Decide: Question(g.IntN(3)), Scope: Scope(g.IntN(2)),
			EachSize: g.IntN(2) == 0, Runs: 1 + g.IntN(2), Seed: uint64(seed), blind: true,
		}
		if r.Scope == FixedInstances {
			r.Puzzles, r.Blocks = r.Puzzles[:1+g.IntN(5)], 100
		}
		v := simulate(t, r, func(_, engine int) law { return laws[engine] }).Variants[0]
		text := v.String()
		found, _, _ := strings.Cut(text, ":")
		for pattern, holds := range map[string]bool{
			"better .*in success( and|$| on)":                     v.Success.Interval.Low >= 0 && v.Success.Value >= 0,
			"worse .*in success( and|$| on)":                      v.Success.Interval.High <= 0 && v.Success.Value <= 0,
			`better .*in typical effort \(\w+\)( and| on)`:        v.Effort.Interval.High <= 1 && v.Effort.Value <= 1,
			`worse .*in typical effort \(\w+\)( and| on)`:         v.Effort.Interval.Low >= 1 && v.Effort.Value >= 1,
			"no worse in success":                                 v.Success.Interval.Low >= -v.Margin-1e-9,
			"no better in success":                                v.Success.Interval.High <= v.Margin+1e-9,
			"no worse in typical effort":                          v.Effort.Interval.High <= EffortMargin+1e-9,
			"no better in typical effort":                         v.Effort.Interval.Low >= 1/EffortMargin-1e-9,
			"solves more than":                                    v.Success.Interval.Low >= 0,
			"(solves less than|but solves less)":                  v.Success.Interval.High <= 0,
			"takes fewer":                                         v.Effort.Interval.High <= 1,
			"takes more iterations (than|on|;)":                   v.Effort.Interval.Low >= 1,
			"performs like .* of success":                         v.Success.Interval.Low >= -v.Margin-1e-9 && v.Success.Interval.High <= v.Margin+1e-9,
			"performs like .* factor of 1.25 of the typical":      v.Effort.Interval.Low >= 1/EffortMargin-1e-9 && v.Effort.Interval.High <= EffortMargin+1e-9,
			"(better|worse|performs|but typically takes|but sol)": v.Verdict != Open,
			"not settled":                                         v.Verdict == Open,
		} {
			claim := claimed(found)
			if strings.HasPrefix(pattern, "no") {
				claim = found
			}
			if matched, err := regexp.MatchString(pattern, claim); err != nil {
				t.Fatal(err)
			} else if matched {
				seen[pattern]++
				alltest.Check(t, holds, "seed %d: %q does not hold: %s", seed, pattern, text)
			}
		}
		for _, f := range append([]Finding{v.Finding}, findings(v.Sizes)...) {
			check(t, f)
		}
		alltest.Equal(t, (v.Verdict == Better), strings.Contains(claimed(found), "is better than"), "seed %d: %v: %s", seed, v.Verdict, text)
	}
	t.Logf("%v", seen)
	alltest.Check(t, len(seen) >= 14, "only %d of the sentences were seen: %v", len(seen), seen)
}

func findings(sizes []SizeResult) (out []Finding) {
	for _, s := range sizes {
		if s.Blocks > 0 {
			out = append(out, s.Finding)
		}
	}
	return out
}

// check holds the numbers of a finding against each other, and its few words
// against them.
func check(t *testing.T, f Finding) {
	t.Helper()
	for _, e := range []Estimate{f.Success, f.Effort, f.CPU} {
		alltest.Check(t, e.Interval.Low <= e.Value && e.Value <= e.Interval.High, "an estimate outside of its interval: %+v", e)
	}
	if d := f.VariantRate - f.BaselineRate; math.Abs(d-f.Success.Value) > 1e-9 && f.Success.Value != f.Success.Interval.Low && f.Success.Value != f.Success.Interval.High {
		t.Errorf("rates differ by %v, the difference is %v", d, f.Success.Value)
	}
	success, less := f.signs()
	for words, holds := range map[string]bool{
		"better in success": success > 0 && less >= 0, "worse in success": success < 0 && less <= 0,
		"better in effort": less > 0 && success >= 0, "worse in effort": less < 0 && success <= 0,
		"better in success and effort": success > 0 && less > 0, "worse in success and effort": success < 0 && less < 0,
		"solves more, but typically takes more iterations": success > 0 && less < 0, "typically takes fewer iterations, but solves less": success < 0 && less > 0,
		"alike": success == 0 && less == 0, "alike in success": success == 0, "alike in effort": less == 0,
		"not settled": f.Decided == 0 && f.More > 0,
	} {
		alltest.Check(t, f.Words() != words || holds, "%s: %+v, %+v", words, f.Success, f.Effort)
	}
	alltest.Check(t, (f.Decided > 0) == (f.Verdict != Open) && f.After <= f.Blocks-f.Decided,
		"%v after %d blocks, estimates from %d of %d", f.Verdict, f.Decided, f.After, f.Blocks)
}
