package analysis

import (
	"math"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
)

// Aggregate is one number for an engine on all puzzles, as R. Agarwal et al.,
// "Deep reinforcement learning at the edge of the statistical precipice",
// NeurIPS 34 (2021), recommend: the interquartile mean of the scores of all
// runs, between the mean, which a few puzzles decide, and the median, which
// says nothing of most. Intervals draw runs anew within each puzzle: they tell
// how other runs on the same puzzles would come out, and nothing of other
// puzzles.
type Aggregate struct {
	Label         string
	Score         Score
	Puzzles, Runs int
	// Missing is the number of runs whose score is not known; they are left out
	// and counted nowhere else.
	Missing int
	// Middle is the interquartile mean over all runs, Mean their mean. Both are
	// NaN without a score.
	Middle, Mean                 float64
	MiddleInterval, MeanInterval Interval
}

// Aggregates is [Settings.Aggregates] with [Default].
func Aggregates(records []experiment.Record, score Score) []Aggregate {
	return Default.Aggregates(records, score)
}

// Aggregates is the score of single runs in one number, for each label. Scores
// of different puzzles are put together as they are: [SuccessRate] and [PAR]
// lend themselves to it.
func (s Settings) Aggregates(records []experiment.Record, score Score) []Aggregate {
	s = s.complete()
	var out []Aggregate
	for _, g := range byLabel(records) {
		a := Aggregate{Label: g.label, Score: score}
		var strata [][]float64
		for _, in := range g.instances {
			var of []float64
			for i := range in.runs {
				if v := score.Of(in.runs[i : i+1]); math.IsNaN(v) {
					a.Missing++
				} else {
					of = append(of, v)
				}
			}
			if len(of) > 0 {
				strata = append(strata, of)
				a.Puzzles++
				a.Runs += len(of)
			}
		}
		middle := func(strata [][]float64) float64 { return stats.InterquartileMean(stats.Pool(strata)) }
		mean := func(strata [][]float64) float64 {
			sum, n := 0.0, 0.0
			for _, of := range strata {
				for _, v := range of {
					sum += v
					n++
				}
			}
			return sum / n
		}
		boot := stats.Bootstrap{Resamples: s.Resamples, Level: s.Level, Seed: g.random(s.Seed, "aggregate "+score.Name).Uint64()}
		a.Middle, a.MiddleInterval = middle(strata), boot.Stratified(strata, middle)
		a.Mean, a.MeanInterval = mean(strata), boot.Stratified(strata, mean)
		out = append(out, a)
	}
	return out
}
