package pencil_test

import (
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/exact"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// TestJanko solves the sets of janko.at, where they are there.
func TestJanko(t *testing.T) {
	for _, kind := range pencil.Kinds() {
		t.Run(kind.Name, func(t *testing.T) {
			start := time.Now()
			set, err := pencils.Of(kind).Open("janko")
			if err != nil {
				t.Skip(err)
			}
			read := time.Since(start)
			n := min(20, set.Len())
			solved, total := 0, 0.0
			worst := 0.0
			for i := range n {
				item := set.Items[i*set.Len()/n]
				checkSolution(t, kind, item)
				out := alltest.Must(exact.New(kind).Solve(t.Context(), item, solver.Run{Budget: solver.CPU(3 * time.Second)}))(t)
				if out.Status == solver.Unique || out.Status == solver.Multiple {
					solved++
				}
				alltest.Check(t, out.Status != solver.Unsolvable, "%s: unsolvable", item.ID())
				alltest.Check(t, out.Status != solver.Unique || out.Best.Equal(item.Solution), "%s: another solution", item.ID())
				total += out.CPU.Seconds()
				worst = max(worst, out.CPU.Seconds())
			}
			t.Logf("%d puzzles read in %.1f s, %d of %d decided, mean %.3f s, worst %.3f", set.Len(), read.Seconds(), solved, n, total/float64(n), worst)
		})
	}
}

func checkSolution(t *testing.T, kind *model.Kind, item puzzle.Item) {
	t.Helper()
	bad := item.Check(item.Solution)
	alltest.Check(t, bad == nil, "%s: the solution breaks %v", item.ID(), bad)
}
