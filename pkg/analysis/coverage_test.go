package analysis

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// unlike draws the run times of puzzles that differ: each has a rate of its own,
// whose logarithm is normal with the given deviation, and runs are exponential
// with it. A run is watched for an exponential time of mean 3, and not beyond 4.
func unlike(r *rand.Rand, puzzles, runs int, deviation float64) [][]survival {
	out := make([][]survival, puzzles)
	for i := range out {
		rate := math.Exp(deviation * r.NormFloat64())
		for range runs {
			event, watched := r.ExpFloat64()/rate, min(3*r.ExpFloat64(), 4)
			out[i] = append(out[i], survival{min(event, watched), event <= watched})
		}
	}
	return out
}

// solvedBy is the share of runs on such puzzles that have a solution by a time.
func solvedBy(at, deviation float64) float64 {
	left := 0.0
	z := floats.Span(make([]float64, 4001), -8, 8)
	for _, x := range z {
		left += distuv.UnitNormal.Prob(x) * math.Exp(-at*math.Exp(deviation*x))
	}
	return 1 - left*(z[1]-z[0])
}

// The band over several puzzles must hold what is true of new puzzles: 1,000
// experiments of heterogeneous puzzles whose runs are censored. The bound of
// 0.92 leaves room for their number (±0.014) and for what few puzzles tell of
// a skewed population. A band that takes the runs for independent is far
// below, and is so here.
func TestCoverageForNewPuzzles(t *testing.T) {
	const draws, runs = 1000, 10
	for _, c := range []struct {
		puzzles       int
		deviation, at float64
	}{
		{10, 1, 0.3}, {10, 1, 1}, {10, 1, 3}, {10, 2, 1}, {10, 2, 3}, {30, 1, 1}, {30, 2, 0.3}, {30, 2, 1}, {30, 2, 3},
	} {
		random := rand.New(rand.NewPCG(1, uint64(c.puzzles)))
		truth := solvedBy(c.at, c.deviation)
		held, pooled := 0, 0
		for range draws {
			times := unlike(random, c.puzzles, runs, c.deviation)
			var all []survival
			for _, p := range times {
				all = append(all, p...)
			}
			if s, _ := (RunTime{Steps: Default.kaplanMeier(times...)}).At(c.at); s.Low <= truth && truth <= s.High {
				held++
			}
			if s, _ := (RunTime{Steps: Default.kaplanMeier(all)}).At(c.at); s.Low <= truth && truth <= s.High {
				pooled++
			}
		}
		t.Logf("%d puzzles, deviation %v, at %v (%.3f): %.3f, pooled %.3f", c.puzzles, c.deviation, c.at, truth, float64(held)/draws, float64(pooled)/draws)
		if share := float64(held) / draws; share < 0.92 || share > 0.985 {
			t.Errorf("%d puzzles, deviation %v, at %v: held in %.3f of %d experiments", c.puzzles, c.deviation, c.at, share, draws)
		}
		if share := float64(pooled) / draws; share > 0.88 {
			t.Errorf("%d puzzles, deviation %v, at %v: a band of pooled runs held in %.3f", c.puzzles, c.deviation, c.at, share)
		}
	}
}
