package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
)

// A few is puzzles with features, and runs on them. Only the first feature does
// something: effect is what one deviation of it adds to the odds' logarithm and,
// in a world of that, to the time's.
type few struct {
	name            string
	puzzles, runs   int
	features        int
	feature         func(*rand.Rand) float64
	mean, deviation float64 // of the feature
	rate, effect    float64 // of success where the feature has its mean
	alike           float64 // the two counts of a beta around the rate; 0 where all puzzles have it
	impossible      float64 // the share that nobody solves, which the features do not tell
	time            func(*rand.Rand) float64
}

var (
	lognormal = func(sd float64) func(*rand.Rand) float64 {
		return func(r *rand.Rand) float64 { return math.Exp(sd * r.NormFloat64()) }
	}
	rare   = func(r *rand.Rand) float64 { return float64(max(0, 1-r.IntN(10))) }
	normal = (*rand.Rand).NormFloat64
)

// draw makes the records, and the features.
func (w few) draw(source *rand.PCG) (records []experiment.Record, features []Feature) {
	r := rand.New(source)
	for j := range w.features {
		features = append(features, Feature{fmt.Sprint("f", j), map[string]float64{}})
	}
	for p := range w.puzzles {
		var first float64
		id := fmt.Sprintf("p%03d", p)
		for j, f := range features {
			f.Values[id] = w.feature(r)
			if j == 0 && w.effect != 0 {
				first = (f.Values[id] - w.mean) / w.deviation
			}
		}
		rate := min(1/(1+(1/w.rate-1)*math.Exp(-w.effect*first)), 1-1e-9)
		if w.alike > 0 {
			rate = distuv.Beta{Alpha: w.alike * rate, Beta: w.alike * (1 - rate), Src: source}.Rand()
		}
		if r.Float64() < w.impossible {
			rate = 0
		}
		hard := w.effect*first + w.time(r)
		for run := range w.runs {
			solved, seconds := r.Float64() < rate, math.Exp(hard)
			switch {
			case w.effect == 0:
				seconds *= math.Exp(r.NormFloat64() / 2)
			case !solved:
				seconds = 0 // else a solution costs more where fewer runs find one
			}
			records = append(records, trial("a", p, run, solved, seconds))
		}
	}
	return records, features
}

// draws is the number of experiments.
func (w few) draws() float64 {
	n := alltest.Experiments(150, 200)
	if w.puzzles >= 100 {
		n = min(n, 500)
	}
	return float64(n)
}

// TestEffectsCover holds that the effects of all features of a regression hold
// together as often as they say, whatever the number of puzzles: features with a
// heavy tail or a rare value, rates that differ, puzzles that nobody solves. The
// bound leaves three standard errors of the number of experiments.
func TestEffectsCover(t *testing.T) {
	ln := math.Sqrt((math.E - 1) * math.E)
	var worlds []few
	for _, n := range alltest.Of([]int{10, 30}, []int{8, 10, 20, 30, 50, 100, 300}) {
		worlds = append(worlds,
			few{name: "lognormal, impossible", puzzles: n, runs: 10, features: 3, feature: lognormal(1), rate: .98, impossible: .1, time: normal},
			few{name: "rare, unlike", puzzles: n, runs: 10, features: 3, feature: rare, rate: .5, alike: .5, time: (*rand.Rand).ExpFloat64},
			few{name: "normal, impossible", puzzles: n, runs: 10, features: 1, feature: normal, rate: .98, impossible: .1, time: normal},
			few{name: "an effect", puzzles: n, runs: 5, features: 2, feature: normal, deviation: 1, rate: .6, effect: 1, alike: 3, time: normal},
		)
		if alltest.Asked() {
			worlds = append(worlds,
				few{name: "lognormal 2, mostly failing", puzzles: n, runs: 10, features: 3, feature: lognormal(2), rate: .1, alike: .5, time: (*rand.Rand).ExpFloat64},
				few{name: "lognormal, thirty runs", puzzles: n, runs: 30, features: 3, feature: lognormal(1), rate: .5, alike: 4, time: normal},
				few{name: "lognormal, an effect", puzzles: n, runs: 10, features: 1, feature: lognormal(1), mean: math.Exp(.5), deviation: ln, rate: .6, effect: 1, alike: 3, time: lognormal(1)},
				few{name: "one run", puzzles: n, runs: 1, features: 2, feature: normal, rate: .7, time: normal},
			)
		}
	}
	for _, w := range worlds {
		draws := w.draws()
		source := rand.NewPCG(uint64(w.puzzles), 5)
		missed := map[string]float64{}
		effects, told, found := 0.0, 0.0, 0.0
		for range int(draws) {
			records, features := w.draw(source)
			h := Group(records).HardnessOf(Seconds, features...)[0]
			for name, r := range map[string]Regression{"success": h.Success, "time": h.Time} {
				all := true
				for i, claim := range r.Claims("it") {
					e, truth := r.Effects[i], 0.0
					if e.Feature == "f0" && w.effect != 0 {
						truth = w.effect * e.Deviation / w.deviation
						if claim.Settled() {
							found++
						}
					}
					if effects++; e.Needed == 0 {
						told++
					}
					all = all && e.Interval.Contains(truth)
					if effect, ok := claim.(Effect); ok && truth == 0 && effect.Settled() == e.Interval.Contains(0) || !ok && claim.Settled() && e.Needed <= r.Puzzles {
						t.Fatalf("%v of %+v", claim, e)
					}
				}
				if !all {
					missed[name]++
				}
			}
		}
		t.Logf("%s, %d × %d: not all hold in %.3f (success), %.3f (time); %.3f have an interval, %.3f are found", w.name, w.puzzles, w.runs, missed["success"]/draws, missed["time"]/draws, told/effects, found/draws/2)
		alltest.Check(t, w.puzzles < 30 || (w.features >= 3 || told >= .75*effects) && (w.effect <= 0 || found >= .6*draws),
			"%s, %d × %d: %v of %v effects have an interval, %v of %v are found", w.name, w.puzzles, w.runs, told, effects, found, 2*draws)
		alltest.Check(t, max(missed["success"], missed["time"]) <= (.05*draws+3*math.Sqrt(.05*.95*draws)),
			"%s, %d × %d: not all hold in %v of %v experiments", w.name, w.puzzles, w.runs, missed, draws)
	}
}

// TestCurvesCover holds the same of the slope of a success curve and of its band
// at either end and in the middle, each for itself.
func TestCurvesCover(t *testing.T) {
	s := Settings{GridPoints: 3}
	for _, w := range []few{
		{name: "impossible", runs: 10, rate: .98, impossible: .1},
		{name: "unlike", runs: 20, rate: .1, alike: .5},
		{name: "falling", runs: 10, rate: .7, effect: -1, alike: 3},
		{name: "all the same", runs: 30, rate: .9},
		{name: "one run", runs: 1, rate: .7},
	} {
		for i, n := range alltest.Of([]int{8, 20}, []int{8, 10, 20, 30, 50, 100, 300}) {
			if w.runs != 10 && i > 0 && !alltest.Asked() {
				continue
			}
			w.puzzles, w.time = n, normal
			draws, source := w.draws(), rand.NewPCG(uint64(n), 6)
			r := rand.New(source)
			missed := map[string]float64{}
			for range int(draws) {
				cells := make([]float64, 0, n)
				w.features, w.mean, w.deviation = 1, 5, .7
				w.feature = func(*rand.Rand) float64 {
					cells = append(cells, math.Round(math.Exp(5+.7*r.NormFloat64())))
					return math.Log(cells[len(cells)-1])
				}
				records, _ := w.draw(source)
				for i := range records {
					records[i].Cols = max(1, int(cells[i/w.runs]))
				}
				for _, c := range s.Group(records).SuccessCurves() {
					if !c.Interval.Contains(w.effect / w.deviation) {
						missed["slope"]++
					}
					for at, p := range c.Points {
						truth := (1 - w.impossible) / (1 + (1/w.rate-1)*math.Exp(-w.effect*(math.Log(p.X)-w.mean)/w.deviation))
						if !p.Band.Contains(truth) {
							missed[[]string{"left", "middle", "right"}[at]]++
						}
					}
				}
			}
			most := .05*draws + 3*math.Sqrt(.05*.95*draws)
			t.Logf("%s, %d × %d: missed slope %.3f, left %.3f, middle %.3f, right %.3f", w.name, n, w.runs, missed["slope"]/draws, missed["left"]/draws, missed["middle"]/draws, missed["right"]/draws)
			for what, m := range missed {
				alltest.Check(t, m <= most, "%s, %d × %d: %s is missed in %v of %v experiments", w.name, n, w.runs, what, m, draws)
			}
		}
	}
}
