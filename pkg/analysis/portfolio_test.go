package analysis

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

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
		for j, v := range shapley(scores, score) {
			if !near(v, want[j]/orders, 9) {
				t.Fatalf("scores %v: %d has %v, want %v", scores, j, v, want[j]/orders)
			}
		}
	})
}

// a solves p0, p1, p2, b p2 and p3, c what a does; nobody solves p4.
func TestPortfolioByHand(t *testing.T) {
	var records []experiment.Record
	for p := range 5 {
		records = append(records, trial("a", p, 0, p < 3, 1), trial("b", p, 0, p == 2 || p == 3, 1), trial("c", p, 0, p < 3, 1))
	}
	f := Default.PortfolioOf(records, SuccessRate())
	if !near(f.VirtualBest, 0.8, 12) || f.Single != "a" || !near(f.SingleBest, 0.6, 12) || f.Puzzles != 5 {
		t.Errorf("%+v", f)
	}
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
	if f := Default.PortfolioOf(records[:3], CostOfSolution(Seconds)); f.Puzzles != 0 || len(f.Warnings) == 0 {
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
		f := s.PortfolioOf(records, score)
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
		table := s.Scores(records, score).Complete()
		for _, row := range table.Values {
			worst += slices.Max(row) / float64(len(table.Values))
		}
		if !near(sum, worst-f.VirtualBest, 6) {
			t.Fatalf("values add up to %v, the virtual best gains %v", sum, worst-f.VirtualBest)
		}
	})
}

// Half of the runs take 1 s and half 100 s: given up at 1 s, a solution costs
// 2 s; not given up 50.5 s.
func TestRestartByHand(t *testing.T) {
	var records []experiment.Record
	for run := range 40 {
		records = append(records, trial("a", 0, run, true, []float64{1, 100}[run%2]))
	}
	r := Default.Restarts(records, Seconds)[0]
	if r.Best != (RestartPoint{1, 2, 20}) || !near(r.Without, 50.5, 9) || !near(r.Gain, 25.25, 9) || r.Cutoffs != (Interval{Low: 0, High: math.Inf(1)}) || r.Longest != 100 || r.Successes != 40 {
		t.Errorf("%+v", r)
	}
	if len(r.Points) != 2 || r.Points[1].Cutoff != 100 || !near(r.Points[1].Expected, 50.5, 9) {
		t.Errorf("%+v", r.Points)
	}
	// Runs that ended at 10 s without a solution are known up to there.
	for i := range records {
		if records[i].Seconds == 100 {
			records[i] = trial("a", 0, i, false, 10)
		}
	}
	r = Default.Restarts(records, Seconds)[0]
	if r.Best != (RestartPoint{1, 2, 20}) || !near(r.Without, (1+0.5*9)/0.5, 9) || !math.IsNaN(r.Tail) {
		t.Errorf("%+v", r)
	}
	e := Default.SimulatedRestarts(records, Seconds)[0]
	if !near(e.Mean, 11, 9) || e.Median > 11 || e.Q10 != 1 || len(e.Costs) != 1000 || !slices.IsSorted(e.Costs) {
		t.Errorf("%+v %+v %+v", e.Mean, e.Median, e.Q10)
	}
	none := Default.Restarts([]experiment.Record{trial("a", 0, 0, false, 10)}, Seconds)[0]
	if none.Successes != 0 || !math.IsInf(none.Best.Expected, 1) || !math.IsNaN(none.Gain) || len(none.Warnings) == 0 {
		t.Errorf("%+v", none)
	}
	if s := Default.SimulatedRestarts([]experiment.Record{trial("a", 0, 0, false, 10)}, Seconds)[0]; !math.IsInf(s.Median, 1) || !math.IsInf(s.Mean, 1) {
		t.Errorf("%+v", s)
	}
}

// Of exponential times no cutoff gains anything, and of many cutoffs some looks
// as if it did: what it seems to gain by the runs that chose it is well above
// 1, what it gains by others is not, and its interval holds 1 about as often as
// it says (400 experiments, ±2 %). Hardly ever is a puzzle of twelve named on which restarts gain for sure, though the best of twelve is.
func TestGainIsNotOptimistic(t *testing.T) {
	const experiments = 400
	random := rand.New(rand.NewPCG(31, 32))
	exponential := func(puzzle, runs int) (out []experiment.Record) {
		for run := range runs {
			out = append(out, trial("a", puzzle, run, true, random.ExpFloat64()))
		}
		return out
	}
	naive, honest, held := 0.0, 0.0, 0
	for range experiments {
		r := Settings{Resamples: 1}.Restarts(exponential(0, 60), Seconds)[0]
		naive += math.Log(r.Without/r.Best.Expected) / experiments
		honest += math.Log(r.Gain) / experiments
		if r.GainInterval.Contains(1) {
			held++
		}
	}
	t.Logf("seems to gain %.3f, gains %.3f, 1 held in %d", math.Exp(naive), math.Exp(honest), held)
	if math.Exp(naive) < 1.08 || math.Exp(honest) > 1.04 || float64(held) < 0.92*experiments {
		t.Errorf("seems to gain %.3f, gains %.3f; 1 held in %d of %d", math.Exp(naive), math.Exp(honest), held, experiments)
	}
	const many = 100
	sure := 0
	for range many {
		var records []experiment.Record
		for p := range 12 {
			records = append(records, exponential(p, 40)...)
		}
		g := Default.RestartGains(records, Seconds)[0]
		if len(g.Sure) > 0 {
			sure++
		}
		if g.Puzzles != 12 || g.About.Runs {
			t.Fatalf("%+v", g)
		}
	}
	if sure > 5 {
		t.Errorf("across puzzles: some puzzle sure in %d of %d", sure, many)
	}
	// Where restarts do gain, on one of two puzzles, it is named.
	records := exponential(0, 80)
	for run := range 80 {
		records = append(records, trial("a", 1, run, true, []float64{1, 30}[run%2]*(1+random.Float64())))
	}
	g := Default.RestartGains(records, Seconds)[0]
	if len(g.Sure) != 1 || g.Sure[0].Puzzle != "p001" || g.Sure[0].GainInterval.Low < 3 || g.Sure[0].About.Level != 0.975 {
		t.Errorf("%+v", g)
	}
}

// Exponential times forget how long they have run: no cutoff gains much. Of a
// heavy tail a cutoff gains, and its index is found. Simulated restarts cost on
// average what the ratio says.
func TestRestartsOfKnownDistributions(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var memoryless, heavy, light []experiment.Record
	for run := range 2000 {
		memoryless = append(memoryless, trial("exponential", 0, run, true, random.ExpFloat64()))
		heavy = append(heavy, trial("Pareto", 0, run, true, math.Pow(random.Float64(), -1/0.8)-1+0.01))
		light = append(light, trial("half", 0, run, random.IntN(3) == 0, 1+random.Float64()))
	}
	s := Settings{Resamples: 20}
	r := s.Restarts(memoryless, Seconds)[0]
	if r.Gain > 1.25 || !near(r.Without, 1, 1) || r.Tail < 2 {
		t.Errorf("exponential: gain %v, without %v, tail %v", r.Gain, r.Without, r.Tail)
	}
	r = s.Restarts(heavy, Seconds)[0]
	if r.Gain < 1.5 || math.Abs(r.Tail-0.8) > 0.15 || r.Best.Cutoff > r.Longest/10 {
		t.Errorf("Pareto: gain %v, tail %v, best %+v", r.Gain, r.Tail, r.Best)
	}
	e := Settings{Resamples: 20000}.SimulatedRestarts(light, Seconds)[0]
	mean := 0.0
	for _, c := range e.Costs {
		mean += c / 20000
	}
	if math.Abs(mean/e.Mean-1) > 0.03 || math.Abs(e.Mean-4.5) > 0.3 {
		t.Errorf("simulated mean %v, expected %v", mean, e.Mean)
	}
}

func TestCactusAndProfilesByHand(t *testing.T) {
	records := []experiment.Record{
		trial("a", 0, 0, true, 2), trial("a", 1, 0, true, 1), trial("a", 2, 0, false, 10), trial("a", 3, 0, false, 10),
		trial("b", 0, 0, true, 1), trial("b", 1, 0, true, 8), trial("b", 2, 0, true, 5), trial("b", 3, 0, false, 10),
	}
	c := Default.CactusCurves(records, Seconds)
	if a := c[0]; a.Puzzles != 4 || a.Solved != 2 || a.Limit != 10 || a.Points[0] != (CactusPoint{PuzzleKey{"p001", "cp001", 60}, 1, 1, 1}) || a.Points[1] != (CactusPoint{PuzzleKey{"p000", "cp000", 50}, 2, 3, 2}) {
		t.Errorf("%+v", a)
	}
	if b := c[1]; b.Solved != 3 || b.Points[2].At != 8 || b.Points[2].Total != 14 {
		t.Errorf("%+v", b)
	}
	p := Default.Profiles(records, Seconds)
	if a := p[0]; a.Puzzles != 4 || a.Solved != 2 || a.Best != 1 || !slices.Equal(a.Points, []ProfilePoint{{1, 0.25}, {2, 0.5}}) || len(a.Warnings) != 0 {
		t.Errorf("%+v", a)
	}
	if b := p[1]; b.Best != 2 || !slices.Equal(b.Points, []ProfilePoint{{1, 0.5}, {8, 0.75}}) {
		t.Errorf("%+v", b)
	}
}

// Profiles rise to the share that is solved; somebody is best wherever anybody
// solves; a cactus is sorted, and its points are what HeadToHead says.
func TestCactusAndProfileProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := draw(t)
		best, solved := 0, 0
		for _, p := range Default.Profiles(records, CPU) {
			for i, x := range p.Points {
				if x.Ratio < 1 || i > 0 && (x.Ratio <= p.Points[i-1].Ratio || x.Share <= p.Points[i-1].Share) {
					t.Fatalf("%+v", p.Points)
				}
			}
			if n := len(p.Points); p.Puzzles > 0 && !near(p.Points[n-1].Share, float64(p.Solved)/float64(p.Puzzles), 9) || p.Best > p.Solved {
				t.Fatalf("%+v", p)
			}
			best += p.Best
			solved = max(solved, p.Solved)
		}
		if best < solved {
			t.Fatalf("%d best of %d solved", best, solved)
		}
		any := map[string]int{}
		for _, s := range Default.SuccessByPuzzle(records) {
			if s.Runs.Successes > 0 {
				any[s.Label]++
			}
		}
		for _, c := range Default.CactusCurves(records, CPU) {
			total := 0.0
			for i, p := range c.Points {
				if total += p.At; p.Solved != i+1 || i > 0 && p.At < c.Points[i-1].At || !near(p.Total, total, 6) {
					t.Fatalf("%+v", c.Points)
				}
			}
			if c.Solved != any[c.Label] {
				t.Fatalf("%d solved, %d", c.Solved, any[c.Label])
			}
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
	d := Settings{Level: 0.9}.CriticalDifferences(records, area)
	if strings.Join(d.Labels, " ") != "C4.5+m+cf C4.5+m C4.5+cf C4.5" || d.Puzzles != 14 {
		t.Errorf("%+v", d)
	}
	for i, want := range []float64{1.964, 2.000, 2.893, 3.143} {
		expect(t, "mean rank", d.Ranks[i], want, 3)
	}
	// All signs counted out in Python, Holm's corrected p of C4.5 against those
	// with m are 0.047 and 0.056, all others above 0.13: at 0.10 it differs from them
	// in order, as by Nemenyi's test. Of fourteen data sets no mean is settled by that.
	if len(d.Cliques) != 1 || !slices.Equal(d.Cliques[0], []int{0, 1, 2, 3}) || d.Correction != stats.Holm {
		t.Errorf("cliques %v", d.Cliques)
	}
	differ := 0
	for _, x := range Default.Compare(records, Question{Score: area}).Contrasts {
		if x.P < 0.1 {
			differ++
		}
	}
	if differ != 2 {
		t.Errorf("%d pairs differ in order", differ)
	}
	if d := Default.CriticalDifferences(nil, area, "x", "y"); d.Puzzles != 0 || len(d.Warnings) == 0 {
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
		d := Default.CriticalDifferences(records, score)
		for _, x := range Default.Compare(records, Question{Score: score}).Contrasts {
			a, b := slices.Index(d.Labels, x.First), slices.Index(d.Labels, x.Second)
			under := slices.ContainsFunc(d.Cliques, func(c []int) bool { return slices.Contains(c, a) && slices.Contains(c, b) })
			if under != (x.Verdict() == 0) {
				t.Fatalf("%v\ncliques %v of %v", x, d.Cliques, d.Labels)
			}
			if !under {
				settled++
			}
		}
		for i, c := range d.Cliques {
			if !slices.IsSorted(c) || len(c) < 2 {
				t.Fatalf("cliques %v", d.Cliques)
			}
			if c[len(c)-1]-c[0] >= len(c) {
				gaps++
			}
			for j, other := range d.Cliques {
				if i != j && !slices.ContainsFunc(c, func(m int) bool { return !slices.Contains(other, m) }) {
					t.Fatalf("cliques %v", d.Cliques)
				}
			}
		}
	}
	t.Logf("%d pairs settled, %d bars with a gap", settled, gaps)
	if settled < 100 || gaps < 1 {
		t.Errorf("%d pairs settled, %d bars with a gap", settled, gaps)
	}
}
