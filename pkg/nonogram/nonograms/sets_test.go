package nonograms

import (
	"os"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// TestBenchmarks reads every set of the benchmarks, and checks the solutions
// that they have.
func TestBenchmarks(t *testing.T) {
	if os.Getenv(sets.DataEnv) == "" {
		t.Skipf("%s is not set: no benchmarks", sets.DataEnv)
	}
	for _, tt := range []struct {
		name              string
		puzzles, solved   int
		id                string
		size              puzzle.Size
		colours, distinct int
	}{
		{"survey", 30, 0, "webpbn-00001-dancer", puzzle.Size{Rows: 10, Cols: 5}, 1, 30},
		{"janko", 1169, 1168, "1051_10x10", puzzle.Size{Rows: 10, Cols: 10}, 1, 1161},
		{"assorted", 76, 0, "data148", puzzle.Size{Rows: 9, Cols: 8}, 1, 76},
		{"colour", 14, 0, "alladin", puzzle.Size{Rows: 23, Cols: 30}, 7, 14},
		{"tournament/taai2011-first500", 500, 0, "500", puzzle.Size{Rows: 25, Cols: 25}, 1, 500},
		{"tournament/icga2023-first500", 500, 0, "1", puzzle.Size{Rows: 25, Cols: 25}, 1, 500},
		{"tournament", 1000, 0, "taai2011-first500/7", puzzle.Size{Rows: 25, Cols: 25}, 1, 1000},
	} {
		set, err := Kind.Open(tt.name)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		item, err := set.Get(tt.id)
		if err != nil {
			t.Error(err)
			continue
		}
		p := item.Puzzle.(*nonogram.Puzzle)
		solved := 0
		for _, item := range set.Items {
			alltest.Check(t, item.Puzzle.(*nonogram.Puzzle).Fits(), "%s %s does not fit", tt.name, item.ID())
			if item.Solution.IsZero() {
				continue
			}
			solved++
			broken := item.Check(item.Solution)
			alltest.Check(t, len(broken) == 0, "%s %s: %v", tt.name, item.ID(), broken)
		}
		alltest.Check(t, set.Len() == tt.puzzles && solved == tt.solved && p.Size() == tt.size && p.Colours() == tt.colours && set.Distinct().Len() == tt.distinct,
			"%s: %d puzzles, %d solved, %d distinct; %s is %v in %d colours", tt.name, set.Len(), solved, set.Distinct().Len(), tt.id, p.Size(), p.Colours())
	}
}
