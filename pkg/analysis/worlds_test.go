package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// world is a population of puzzles and what an experiment on a few of them says.
type world struct {
	name  string
	sizes [][2]int // puzzles and runs
	// draw makes the records of a puzzle.
	draw func(r *rand.Rand, puzzle, runs int) []experiment.Record
	// wrong says of an experiment that it claims what is not so.
	wrong func(records []experiment.Record) bool
}

// ended is a run of so many iterations, of 1,000 that it was allowed.
func ended(label string, puzzle, run int, iterations float64) experiment.Record {
	const limit = 1000
	status := solver.Solved
	if iterations > limit {
		status, iterations = solver.Exhausted, limit
	}
	x := row(label, fmt.Sprintf("p%03d", puzzle), 25, run, status, 1)
	x.Budget, x.Iterations = solver.Iterations(limit), int64(math.Ceil(iterations))
	x.Seconds = float64(x.Iterations) / limit
	return x
}

var never = math.Inf(1)

// often draws runs that succeed with a chance.
func often(r *rand.Rand, label string, puzzle, runs int, chance float64) (out []experiment.Record) {
	for run := range runs {
		took := never
		if r.Float64() < chance {
			took = 1 + r.Float64()*900
		}
		out = append(out, ended(label, puzzle, run, took))
	}
	return out
}

// missing says that an interval does not contain a number.
func missing(in Interval, truth float64) bool { return truth < in.Low-1e-9 || truth > in.High+1e-9 }

// worlds are populations in which nearly all puzzles are alike and a rare kind is not,
// in which efforts have heavy tails, and others that few puzzles tell little of.
func worlds() []world {
	beta := func(r *rand.Rand, a, b float64) float64 { return distuv.Beta{Alpha: a, Beta: b, Src: r}.Rand() }
	success := func(truth float64) func([]experiment.Record) bool {
		return func(all []experiment.Record) bool {
			return missing(Group(all).By(Size).Success().Totals[0].Across, truth)
		}
	}
	shares := func(chance func(r *rand.Rand) float64) func(*rand.Rand, int, int) []experiment.Record {
		return func(r *rand.Rand, puzzle, runs int) []experiment.Record {
			return often(r, "a", puzzle, runs, chance(r))
		}
	}
	rarely := func(rare, usual, other float64) func(r *rand.Rand) float64 {
		return func(r *rand.Rand) float64 {
			if r.Float64() < rare {
				return other
			}
			return usual
		}
	}
	efforts := func(effort func(r *rand.Rand) func() float64) func(*rand.Rand, int, int) []experiment.Record {
		return func(r *rand.Rand, puzzle, runs int) (out []experiment.Record) {
			next := effort(r)
			for run := range runs {
				out = append(out, ended("a", puzzle, run, next()))
			}
			return out
		}
	}
	exponential := func(rare float64) func(*rand.Rand, int, int) []experiment.Record {
		return efforts(func(r *rand.Rand) func() float64 {
			if r.Float64() < rare {
				return func() float64 { return never }
			}
			return func() float64 { return 200 * r.ExpFloat64() }
		})
	}
	// pairs are two engines.
	both := func(chances func(r *rand.Rand) (a, b float64)) func(*rand.Rand, int, int) []experiment.Record {
		return func(r *rand.Rand, puzzle, runs int) []experiment.Record {
			a, b := chances(r)
			return append(often(r, "a", puzzle, runs, a), often(r, "b", puzzle, runs, b)...)
		}
	}
	claims := func(score Score) func([]experiment.Record) bool {
		return func(all []experiment.Record) bool {
			for _, c := range Group(all).Compare(Question{Score: score}).Effects() {
				if c.Settled() {
					return true
				}
			}
			return false
		}
	}
	solvedBy := func(at, truth float64) func([]experiment.Record) bool {
		return func(all []experiment.Record) bool {
			step, _ := Group(all).RunTimes(Iterations)[0].At(at)
			return missing(Interval{Low: step.Low, High: step.High}, truth)
		}
	}
	cost := func(truth float64) func([]experiment.Record) bool {
		return func(all []experiment.Record) bool {
			return missing(Group(all).By(Size).ExpectedRunTime(Iterations).Totals[0].Interval, truth)
		}
	}
	// mean is the mean of a million draws.
	mean := func(of func(r *rand.Rand) float64) float64 {
		r, sum := rand.New(rand.NewPCG(77, 78)), 0.0
		const n = 1_000_000
		for range n {
			sum += of(r)
		}
		return sum / n
	}
	logNormal := func(sd float64) func(r *rand.Rand) func() float64 {
		return func(r *rand.Rand) func() float64 {
			hard := 100 * math.Exp(sd*r.NormFloat64())
			return func() float64 { return hard * r.ExpFloat64() }
		}
	}
	paretoCost := func(r *rand.Rand) float64 { return math.Pow(r.Float64(), -1/1.1) }
	solvedOf := func(sd, at float64) float64 {
		return mean(func(r *rand.Rand) float64 { return 1 - math.Exp(-at/(100*math.Exp(sd*r.NormFloat64()))) })
	}
	area := mean(func(r *rand.Rand) float64 {
		if r.Float64() < 0.2 {
			return 0
		}
		took := math.Ceil(200 * r.ExpFloat64())
		return math.Log(1000/min(max(took, 1), 1000)) / math.Log(1000)
	})
	impossible := mean(func(r *rand.Rand) float64 { return min(1000, math.Ceil(200*r.ExpFloat64())) })/(1-math.Exp(-5)) + 1000*0.05/0.95/(1-math.Exp(-5))
	all := []world{
		{"share, a tenth impossible", [][2]int{{5, 30}, {10, 10}, {10, 50}, {20, 10}, {30, 10}}, shares(rarely(0.1, 0.98, 0)), success(0.882)},
		{"share, beta", [][2]int{{5, 30}, {10, 50}, {20, 10}}, shares(func(r *rand.Rand) float64 { return beta(r, 0.05, 0.45) }), success(0.1)},
		{"share solved by 300, a fifth never", [][2]int{{5, 20}}, exponential(0.2), solvedBy(300, 0.8*(1-math.Exp(-1.5)))},
		{"share solved by 10, hardness log-normal", [][2]int{{10, 10}}, efforts(logNormal(3)), solvedBy(10, solvedOf(3, 10))},
		{"area, a fifth never", [][2]int{{3, 30}, {5, 20}, {10, 10}}, exponential(0.2), func(all []experiment.Record) bool {
			return missing(Settings{GridPoints: 2}.Group(all).TargetCurves(Iterations, 0)[0].Interval, area)
		}},
		{"equal means, a tenth turned round", [][2]int{{8, 30}, {10, 30}, {20, 20}}, both(func(r *rand.Rand) (a, b float64) {
			if r.Float64() < 0.1 {
				return 0, 0.9
			}
			return 1, 0.9
		}), claims(SuccessRate())},
		{"PAR-10, one fails on a twentieth", [][2]int{{5, 10}, {10, 5}, {20, 5}, {50, 1}}, func(r *rand.Rand, puzzle, runs int) (out []experiment.Record) {
			fails := r.Float64() < 0.05
			for run := range runs {
				took := 100.0
				if fails {
					took = never
				}
				out = append(out, ended("a", puzzle, run, took), ended("b", puzzle, run, 100))
			}
			return out
		}, func(all []experiment.Record) bool {
			x := Group(all).Compare(Question{Score: PAR(Iterations, 10)}).Contrasts[0]
			return missing(x.Interval, math.Exp(0.05*math.Log(100)))
		}},
		{"expected running time, a twentieth impossible", [][2]int{{10, 10}, {50, 1}}, exponential(0.05), cost(impossible)},
		{"expected running time, log-normal", [][2]int{{3, 30}, {200, 1}}, efforts(func(r *rand.Rand) func() float64 {
			hard := math.Exp(1.8 * r.NormFloat64())
			return func() float64 { return min(10*hard, 1000) }
		}), cost(mean(func(r *rand.Rand) float64 { return math.Ceil(min(10*math.Exp(1.8*r.NormFloat64()), 1000)) }))},
		{"mean cost, a failure in a hundred", [][2]int{{10, 2}, {50, 1}}, func(r *rand.Rand, puzzle, runs int) (out []experiment.Record) {
			for run := range runs { // equal means: b takes longer, a fails
				a := 100.0
				if r.Float64() < 0.01 {
					a = never
				}
				out = append(out, ended("a", puzzle, run, a), ended("b", puzzle, run, 199))
			}
			return out
		}, func() func([]experiment.Record) bool {
			score := PAR(Iterations, 10)
			score.Ratio = false
			return claims(score)
		}()},
		{"Shapley value of one alone on a twentieth", [][2]int{{10, 10}, {100, 2}}, both(func(r *rand.Rand) (a, b float64) {
			if r.Float64() < 0.05 {
				return 1, 0
			}
			return 0.5, 1
		}), func(all []experiment.Record) bool {
			return missing(Group(all).PortfolioOf(SuccessRate()).Shares[0].Interval, 0.05)
		}},
		{"one puzzle, unequal spread", [][2]int{{1, 10}, {1, 50}}, func(r *rand.Rand, puzzle, runs int) (out []experiment.Record) {
			for run := range runs {
				out = append(out, ended("a", puzzle, run, 500+300*(r.Float64()-0.5)))
			}
			for run := range 500 / runs {
				out = append(out, ended("b", puzzle, run, 500+4*(r.Float64()-0.5)))
			}
			return out
		}, func(all []experiment.Record) bool {
			x := Group(all).Compare(Question{Score: PAR(Iterations, 1)}).Contrasts[0]
			return missing(x.ImprovementInterval, 0.5)
		}},

		// Others, which nobody reported.
		{"share, a hundredth impossible", [][2]int{{3, 10}, {50, 5}, {300, 2}}, shares(rarely(0.01, 1, 0)), success(0.99)},
		{"share, unequal numbers of runs", [][2]int{{5, 20}, {30, 20}}, func(r *rand.Rand, puzzle, runs int) []experiment.Record {
			if r.Float64() < 0.5 {
				runs /= 10
			}
			return often(r, "a", puzzle, runs, rarely(0.15, 0.95, 0.05)(r))
		}, success(0.15*0.05 + 0.85*0.95)},
		{"share, single runs that seldom solve", [][2]int{{4, 1}, {40, 1}}, shares(func(*rand.Rand) float64 { return 0.02 }), success(0.02)},
		{"two of three differ on a fiftieth only", [][2]int{{10, 5}, {60, 2}}, func(r *rand.Rand, puzzle, runs int) []experiment.Record {
			a, b := 0.9, 0.9-0.02/0.98*0.9
			if r.Float64() < 0.02 {
				a, b = 0, 0.9
			}
			out := append(often(r, "a", puzzle, runs, a), often(r, "b", puzzle, runs, b)...)
			return append(out, often(r, "c", puzzle, runs, 0.882)...)
		}, claims(SuccessRate())},
		{"effort, Pareto, equal", [][2]int{{6, 3}, {30, 1}}, func(r *rand.Rand, puzzle, runs int) (out []experiment.Record) {
			for run := range runs {
				out = append(out, ended("a", puzzle, run, 20*paretoCost(r)), ended("b", puzzle, run, 20*paretoCost(r)))
			}
			return out
		}, claims(PAR(Iterations, 2))},
		{"mean effort of Pareto times", [][2]int{{4, 5}, {40, 2}}, efforts(func(r *rand.Rand) func() float64 {
			return func() float64 { return min(5*paretoCost(r), 1000) }
		}), cost(mean(func(r *rand.Rand) float64 { return math.Ceil(min(5*paretoCost(r), 1000)) }))},
		{"time where the budget is in iterations", [][2]int{{8, 10}, {30, 5}}, func(r *rand.Rand, puzzle, runs int) (out []experiment.Record) {
			pace := 0.2 + 2*r.Float64() // slow puzzles are the hard ones, and their runs end late
			for run := range runs {
				x := ended("a", puzzle, run, 400*pace*r.ExpFloat64())
				x.Seconds = pace * float64(x.Iterations) / 1000
				out = append(out, x)
			}
			return out
		}, func() func([]experiment.Record) bool {
			const at = 0.5 // a run of a puzzle of this pace takes pace·took seconds, were it let
			truth := mean(func(r *rand.Rand) float64 { pace := 0.2 + 2*r.Float64(); return 1 - math.Exp(-at*1000/pace/(400*pace)) })
			return func(all []experiment.Record) bool {
				step, _ := Group(all).RunTimes(Seconds)[0].At(at)
				return missing(Interval{Low: step.Low, High: step.High}, truth)
			}
		}()},
		{"a run of one better on most puzzles, much worse on few", [][2]int{{6, 5}, {25, 3}}, func(r *rand.Rand, puzzle, runs int) (out []experiment.Record) {
			a, b := 100.0, 101.0
			if r.Float64() < 0.08 {
				a, b = b, a
			}
			for run := range runs {
				out = append(out, ended("a", puzzle, run, a), ended("b", puzzle, run, b))
			}
			return out
		}, func(all []experiment.Record) bool {
			return missing(Group(all).Compare(Question{Score: PAR(Iterations, 1)}).Contrasts[0].ImprovementInterval, 0.92)
		}},
		{"PAR of a mixture of budgets", [][2]int{{10, 4}, {40, 1}}, func(r *rand.Rand, puzzle, runs int) (out []experiment.Record) {
			took := []float64{10, 500}[r.IntN(2)]
			if r.Float64() < 0.1 {
				took = never
			}
			for run := range runs {
				out = append(out, ended("a", puzzle, run, took), ended("b", puzzle, run, 10))
			}
			return out
		}, func(all []experiment.Record) bool {
			x := Group(all).Compare(Question{Score: PAR(Iterations, 2)}).Contrasts[0]
			return missing(x.Interval, math.Exp(0.45*math.Log(50)+0.1*math.Log(MostRatio)))
		}},
	}
	return all
}

// An interval of a conclusion covers what it says, and a verdict is right, in 95 of
// 100 experiments at least, with few puzzles too, whole experiments through: records
// in, intervals and claims out.
func TestWorlds(t *testing.T) {
	experiments := alltest.Experiments(60, 250)
	n := float64(experiments)
	most := 0.05*n + 3.3*math.Sqrt(0.05*0.95*n) // one chance in two thousand
	for _, w := range worlds() {
		for _, size := range w.sizes {
			start := time.Now()
			r := rand.New(rand.NewPCG(uint64(size[0]), uint64(size[1])))
			wrong := 0
			for range experiments {
				var records []experiment.Record
				for p := range size[0] {
					records = append(records, w.draw(r, p, size[1])...)
				}
				if w.wrong(records) {
					wrong++
				}
			}
			t.Logf("%s, %d puzzles × %d: right in %.3f (%v)", w.name, size[0], size[1], 1-float64(wrong)/n, time.Since(start).Round(time.Millisecond))
			alltest.Check(t, float64(wrong) <= most,
				"%s, %d puzzles × %d: wrong in %d of %d experiments", w.name, size[0], size[1], wrong, experiments)
		}
	}
}
