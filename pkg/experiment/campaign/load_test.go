package campaign

import (
	"math"
	"testing"

	"formicary/pkg/experiment"
)

// The load of shards is what is summed over the runs that each of them makes.
func TestLoad(t *testing.T) {
	plan := planOf(7, 3)
	plan.Puzzles = append(plan.Puzzles, plan.Puzzles[2]) // its runs are another's
	f := write(t, t.TempDir(), plan)
	records := plan.MustRun(t.Context()).Records()[:7*6*3]
	for i := range records {
		records[i].CPU = float64(1 + i*i)
	}
	const shards = 5
	want := make([]float64, shards)
	for i := range want {
		for r := range f.runs(Shard{i, shards}, nil) {
			want[i] += records[r].CPU
		}
	}
	stranger := records[0]
	stranger.ConfigHash = "0123456789abcdef"
	got := f.Load(shards, append([]experiment.Record{stranger}, records...))
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-9 {
			t.Errorf("shard %d: %g, want %g", i, got[i], want[i])
		}
	}
}
