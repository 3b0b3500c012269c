package analysis

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
)

// Shapley values against all orders in which engines can be added.
func TestShapleyAgainstAllOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 5).Draw(t, "engines")
		scores := make([]float64, k)
		for j := range scores {
			scores[j] = float64(rapid.IntRange(0, 6).Draw(t, "score"))
		}
		score := Score{Larger: rapid.Bool().Draw(t, "larger")}
		worst := scores[0]
		for _, v := range scores {
			if score.better(worst, v) {
				worst = v
			}
		}
		want := make([]float64, k)
		orders := 0.0
		var add func(left []int, best float64)
		sums := make([]float64, k)
		add = func(left []int, best float64) {
			if len(left) == 0 {
				orders++
				for j := range want {
					want[j] += sums[j]
				}
				return
			}
			for i, j := range left {
				now := best
				if score.better(scores[j], best) {
					now = scores[j]
				}
				sums[j] = math.Abs(now - best)
				add(slices.Delete(slices.Clone(left), i, i+1), now)
			}
		}
		all := make([]int, k)
		for j := range all {
			all[j] = j
		}
		add(all, worst)
		for j, v := range stats.Shapley(score.costs(scores)) {
			alltest.Require(t, near(v, want[j]/orders, 9), "scores %v: %d has %v, want %v", scores, j, v, want[j]/orders)
		}
	})
}

// a solves p0, p1, p2, b p2 and p3, c what a does; nobody solves p4.
func TestPortfolioByHand(t *testing.T) {
	var records []experiment.Record
	for p := range 5 {
		records = append(records, trial("a", p, 0, p < 3, 1), trial("b", p, 0, p == 2 || p == 3, 1), trial("c", p, 0, p < 3, 1))
	}
	f := Group(records).PortfolioOf(SuccessRate())
	alltest.Check(t, near(f.VirtualBest, 0.8, 12) && f.Single == "a" && near(f.SingleBest, 0.6, 12) && f.Puzzles == 5, "%+v", f)
	// p0, p1: 1/2 for a and c; p2: all alike, no one better than the worst; p3: 1 for b.
	for j, want := range []Contribution{
		{Label: "a", Alone: 0.6, Best: 4, Shapley: 0.2, Share: 1.0 / 3},
		{Label: "b", Alone: 0.4, Best: 3, OnlyBest: 1, Marginal: 0.2, Shapley: 0.2, Share: 1.0 / 3},
		{Label: "c", Alone: 0.6, Best: 4, Shapley: 0.2, Share: 1.0 / 3},
	} {
		got := f.Shares[j]
		if got.Label != want.Label || !near(got.Alone, want.Alone, 12) || got.Best != want.Best || got.OnlyBest != want.OnlyBest ||
			!near(got.Marginal, want.Marginal, 12) || !near(got.Shapley, want.Shapley, 12) || !near(got.Share, want.Share, 12) || !(got.Interval.Low <= got.Shapley && got.Shapley <= got.Interval.High) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if f := Group(records[:3]).PortfolioOf(CostOfSolution(Seconds)); f.Puzzles != 0 || len(f.Warnings) == 0 {
		t.Errorf("infinite scores: %+v", f)
	}
}

// The virtual best is at least as good as any engine and never worse with one
// more; Shapley values add up to what it gains over the worst.
func TestPortfolioProperties(t *testing.T) {
	s := Settings{Resamples: 10}
	rapid.Check(t, func(t *rapid.T) {
		records := limited(draw(t))
		score := PAR(Seconds, 2)
		f := s.Group(records).PortfolioOf(score)
		if f.Puzzles == 0 {
			return
		}
		sum, worst := 0.0, 0.0
		for _, c := range f.Shares {
			if score.better(c.Alone, f.VirtualBest) && !near(c.Alone, f.VirtualBest, 9) || c.Shapley < 0 || c.Marginal > c.Shapley*float64(len(f.Shares))+1e-9 || c.Interval.Low >= c.Interval.High {
				t.Fatalf("%+v in %+v", c, f)
			}
			sum += c.Shapley
		}
		table := s.Group(records).Scores(score).Complete()
		for _, row := range table.Values {
			worst += slices.Max(row) / float64(len(table.Values))
		}
		alltest.Require(t, near(sum, worst-f.VirtualBest, 6), "values add up to %v, the virtual best gains %v", sum, worst-f.VirtualBest)
	})
}

// Half of the runs take 1 s and half 100 s: given up at 1 s, a solution costs
// 2 s; not given up 50.5 s.
func TestRestartByHand(t *testing.T) {
	var records []experiment.Record
	for run := range 40 {
		records = append(records, trial("a", 0, run, true, []float64{1, 100}[run%2]))
	}
	r := Group(records).Restarts(Seconds)[0]
	alltest.Check(t, r.Best == (RestartPoint{1, 2, 20}) && near(r.Without, 50.5, 9) && r.Cutoffs == (Interval{Low: 0, High: math.Inf(1)}),
		"%+v", r)
	alltest.Check(t, len(r.Points) == 2 && r.Points[1].Cutoff == 100 && near(r.Points[1].Expected, 50.5, 9), "%+v", r.Points)
	// Runs that ended at 10 s without a solution are known up to there.
	for i := range records {
		if records[i].Seconds == 100 {
			records[i] = trial("a", 0, i, false, 10)
		}
	}
	r = Group(records).Restarts(Seconds)[0]
	alltest.Check(t, r.Best == (RestartPoint{1, 2, 20}) && near(r.Without, (1+0.5*9)/0.5, 9), "%+v", r)
	none := Group([]experiment.Record{trial("a", 0, 0, false, 10)}).Restarts(Seconds)[0]
	alltest.Check(t, math.IsInf(none.Best.Expected, 1) && len(none.Warnings) != 0, "%+v", none)
}

// cutoffsOf are cutoffs by their definition, from a distribution that is estimated anew.
func cutoffsOf(times []survival) (points []RestartPoint, without float64) {
	integral, share, last, solved := 0.0, 0.0, 0.0, 0
	for _, step := range kaplanMeier(times) {
		integral += (1 - share) * (step.Time - last)
		last, share = step.Time, step.Solved
		if solved += step.Events; step.Events > 0 {
			points = append(points, RestartPoint{step.Time, integral / share, solved})
		}
	}
	if solved == 0 {
		return nil, math.Inf(1)
	}
	return points, integral / share
}

// Counts of ordered times tell what the times of a sample of the runs tell, to the last bit.
func TestCutoffsOfSamples(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) survival {
			return survival{rapid.SampledFrom([]float64{0, 0.1, 1, 2, 2.5, 7}).Draw(t, "time"), rapid.Bool().Draw(t, "solved")}
		}), 1, 30).Draw(t, "times")
		order, drawn := inRanks(times), []survival{}
		counts := make([]int, 2*len(order.times))
		for range times {
			run := rapid.IntRange(0, len(times)-1).Draw(t, "run")
			drawn = append(drawn, times[run])
			counts[order.place[run]]++
		}
		points, without := order.cutoffs(counts, make([]RestartPoint, 3))
		if want, wantWithout := cutoffsOf(drawn); !slices.Equal(points, want) || without != wantWithout {
			t.Fatalf("%v, %v, want %v, %v", points, without, want, wantWithout)
		}
	})
}

// BenchmarkRestarts bootstraps the cutoffs of 1,000 runs by counts of ordered times, and by their definition, and prints the ratio.
func BenchmarkRestarts(b *testing.B) {
	random := rand.New(rand.NewPCG(5, 6))
	times := make([]survival, 1000)
	for i := range times {
		times[i] = survival{random.ExpFloat64(), random.IntN(5) > 0}
	}
	order := inRanks(times)
	counts, drawn, points := make([]int, 2*len(order.times)), make([]survival, len(times)), []RestartPoint{}
	var slow, fast time.Duration
	for b.Loop() {
		begin := time.Now()
		clear(counts)
		for range times {
			counts[order.place[random.IntN(len(times))]]++
		}
		points, _ = order.cutoffs(counts, points)
		_ = cheapest(points, len(times))
		fast += time.Since(begin)
		begin = time.Now()
		for i := range drawn {
			drawn[i] = times[random.IntN(len(times))]
		}
		all, _ := cutoffsOf(drawn)
		_ = cheapest(all, len(times))
		slow += time.Since(begin)
	}
	b.ReportMetric(float64(slow)/float64(fast), "times-faster")
	b.ReportMetric(float64(fast.Nanoseconds())/float64(b.N)/1000, "ns/run")
}

// Exponential times forget how long they have run: no cutoff costs much less. Of a
// heavy tail an early cutoff does.
func TestRestartsOfKnownDistributions(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var records []experiment.Record
	for run := range 2000 {
		records = append(records, trial("exponential", 0, run, true, random.ExpFloat64()),
			trial("Pareto", 0, run, true, math.Pow(random.Float64(), -1/0.8)-1+0.01))
	}
	r := Settings{Resamples: 20}.Group(records).Restarts(Seconds)
	alltest.Check(t, r[0].Without/r[0].Best.Expected <= 1.25 && near(r[0].Without, 1, 1),
		"exponential: best %+v, without %v", r[0].Best, r[0].Without)
	alltest.Check(t, r[1].Without/r[1].Best.Expected >= 1.5 && r[1].Best.Cutoff <= 10, "Pareto: best %+v, without %v", r[1].Best, r[1].Without)
}

func TestCactusByHand(t *testing.T) {
	records := []experiment.Record{
		trial("a", 0, 0, true, 2), trial("a", 1, 0, true, 1), trial("a", 2, 0, false, 10), trial("a", 3, 0, false, 10),
		trial("b", 0, 0, true, 1), trial("b", 1, 0, true, 8), trial("b", 2, 0, true, 5), trial("b", 3, 0, false, 10),
	}
	c := Group(records).CactusCurves(Seconds)
	if a := c[0]; a.Puzzles != 4 || a.Solved != 2 || a.Limit != 10 || a.Points[0] != (CactusPoint{PuzzleKey{"p001", "cp001", 60}, 1, 1, 1}) || a.Points[1] != (CactusPoint{PuzzleKey{"p000", "cp000", 50}, 2, 3, 2}) {
		t.Errorf("%+v", a)
	}
	b := c[1]
	alltest.Check(t, b.Solved == 3 && b.Points[2].At == 8 && b.Points[2].Total == 14, "%+v", b)
}

// A cactus is sorted, and its points are the puzzles that some run solved.
func TestCactusProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := draw(t)
		any := map[string]int{}
		for _, s := range Group(records).By(EachPuzzle).Success().Rows {
			if s.Runs.Successes > 0 {
				any[s.Label]++
			}
		}
		for _, c := range Group(records).CactusCurves(CPU) {
			total := 0.0
			for i, p := range c.Points {
				if total += p.At; p.Solved != i+1 || i > 0 && p.At < c.Points[i-1].At || !near(p.Total, total, 6) {
					t.Fatalf("%+v", c.Points)
				}
			}
			alltest.Require(t, c.Solved == any[c.Label], "%d solved, %d", c.Solved, any[c.Label])
		}
	})
}

// The mean ranks of Demšar 2006, figure 1 (a): 3.143, 2.000, 2.893 and 1.964 of
// C4.5, with m, with cf, and with both, on the areas of his table 6.
func TestCriticalDifferenceOfDemsar(t *testing.T) {
	areas := [][]float64{
		{0.763, 0.768, 0.771, 0.798},
		{0.599, 0.591, 0.590, 0.569},
		{0.954, 0.971, 0.968, 0.967},
		{0.628, 0.661, 0.654, 0.657},
		{0.882, 0.888, 0.886, 0.898},
		{0.936, 0.931, 0.916, 0.931},
		{0.661, 0.668, 0.609, 0.685},
		{0.583, 0.583, 0.563, 0.625},
		{0.775, 0.838, 0.866, 0.875},
		{1.000, 1.000, 1.000, 1.000},
		{0.940, 0.962, 0.965, 0.962},
		{0.619, 0.666, 0.614, 0.669},
		{0.972, 0.981, 0.97501, 0.975},
		{0.957, 0.978, 0.946, 0.970},
	}
	labels := []string{"C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"}
	var records []experiment.Record
	for p, of := range areas {
		for j, v := range of {
			r := trial(labels[j], p, 0, false, 1)
			r.Cost = v
			records = append(records, r)
		}
	}
	area := Score{Name: "area", Larger: true, Of: func(runs []experiment.Record) float64 { return runs[0].Cost }}
	d := Settings{Level: 0.9}.Group(records).CriticalDifferences(area)
	alltest.Check(t, strings.Join(d.Labels, " ") == "C4.5+m+cf C4.5+m C4.5+cf C4.5" && d.Puzzles == 14, "%+v", d)
	for i, want := range []float64{1.964, 2.000, 2.893, 3.143} {
		expect(t, "mean rank", d.Ranks[i], want, 3)
	}
	// All signs counted out in Python, Holm's corrected p of C4.5 against those
	// with m are 0.047 and 0.056, all others above 0.13: at 0.10 it differs from them
	// in order, as by Nemenyi's test. Of fourteen data sets no mean is settled by that.
	alltest.Check(t, len(d.Cliques) == 1 && slices.Equal(d.Cliques[0], []int{0, 1, 2, 3}), "cliques %v", d.Cliques)
	differ := 0
	for _, x := range Group(records).Compare(Question{Score: area}).Contrasts {
		if x.P < 0.1 {
			differ++
		}
	}
	alltest.Equal(t, differ, 2, "pairs differ in order")
	if d := Group(nil).CriticalDifferences(area, "x", "y"); d.Puzzles != 0 || len(d.Warnings) == 0 {
		t.Errorf("%+v", d)
	}
}

// The diagram never contradicts the comparison of the pairs: two engines share a
// bar where it is not settled which is better, and only there. No bar is within
// another.
func TestCliques(t *testing.T) {
	settled, gaps := 0, 0
	random := rand.New(rand.NewPCG(31, 1))
	for range 100 {
		var records []experiment.Record
		shift := random.Float64()
		for p := range 30 + random.IntN(60) {
			hard := random.NormFloat64()
			for e := range 5 {
				records = append(records, trial(string(rune('u'+e)), p, 0, true, math.Exp(hard+shift*float64(e)+random.NormFloat64()/float64(1+e%3))))
			}
		}
		score := PAR(Seconds, 2)
		d := Group(records).CriticalDifferences(score)
		for _, x := range Group(records).Compare(Question{Score: score}).Contrasts {
			a, b := slices.Index(d.Labels, x.First), slices.Index(d.Labels, x.Second)
			under := slices.ContainsFunc(d.Cliques, func(c []int) bool { return slices.Contains(c, a) && slices.Contains(c, b) })
			alltest.Require(t, under == (x.Verdict() == 0), "%v\ncliques %v of %v", x, d.Cliques, d.Labels)
			if !under {
				settled++
			}
		}
		for i, c := range d.Cliques {
			alltest.Require(t, slices.IsSorted(c) && len(c) >= 2, "cliques %v", d.Cliques)
			if c[len(c)-1]-c[0] >= len(c) {
				gaps++
			}
			for j, other := range d.Cliques {
				alltest.Require(t, i == j || slices.ContainsFunc(c, func(m int) bool { return !slices.Contains(other, m) }),
					"cliques %v", d.Cliques)
			}
		}
	}
	t.Logf("%d pairs settled, %d bars with a gap", settled, gaps)
	alltest.Check(t, settled >= 100 && gaps >= 1, "%d pairs settled, %d bars with a gap", settled, gaps)
}
