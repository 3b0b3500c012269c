package analysis

import (
	"math"
	"math/rand/v2"
	"testing"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// Scores 1 to 7 and a time-out of twice ten: the quarters 1, 2 and 7, 20 are cut
// off. A run without budget has no score.
func TestAggregatesByHand(t *testing.T) {
	var records []experiment.Record
	for i := range 7 {
		records = append(records, trial("a", i%3, i, true, float64(i+1)))
	}
	records = append(records, trial("a", 0, 8, false, 10))
	free := trial("a", 4, 0, false, 3)
	free.Budget = solver.Budget{}
	a := Aggregates(append(records, free), PAR(Seconds, 2))[0]
	if a.Middle != 4.5 || a.Mean != 6 || a.Runs != 8 || a.Missing != 1 || a.Puzzles != 3 || !(a.MiddleInterval.Low <= 4.5 && 4.5 <= a.MiddleInterval.High) {
		t.Errorf("%+v", a)
	}
	none := Aggregates([]experiment.Record{free}, PAR(Seconds, 2))[0]
	if !math.IsNaN(none.Middle) || !math.IsNaN(none.MeanInterval.Low) || none.Missing != 1 {
		t.Errorf("%+v", none)
	}
}

// Over 300 experiments of ten runs on each of 20 puzzles that stay the same, the
// interval of the mean holds what the puzzles' means come to.
func TestCoverageOfAggregates(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	const draws = 300
	held := 0
	s := Settings{Resamples: 200}
	mean := func(p int) float64 { return 1 + float64(p)/4 }
	truth := 0.0
	for p := range 20 {
		truth += mean(p) / 20
	}
	for i := range draws {
		s.Seed = uint64(i + 1)
		var records []experiment.Record
		for p := range 20 {
			for run := range 10 {
				records = append(records, trial("a", p, run, true, mean(p)*random.ExpFloat64()))
			}
		}
		if a := s.Aggregates(records, PAR(Seconds, 2))[0]; a.MeanInterval.Contains(truth) {
			held++
		}
	}
	if share := float64(held) / draws; share < 0.9 || share > 0.97 {
		t.Errorf("held in %.3f of %d", share, draws)
	}
}
