package exact

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// open reads a set of the benchmarks.
func open(t testing.TB, name string) puzzle.Set {
	if os.Getenv(sets.DataEnv) == "" {
		t.Skip("needs the benchmarks, which are not part of this repository: ", sets.DataEnv, " is not set")
	}
	set, err := nonograms.Kind.Open(name)
	if err != nil {
		t.Skip("needs the benchmarks: ", err)
	}
	return set
}

// BenchmarkDecide decides every instance of the benchmarks within a minute of
// processor time each, and reports for each set how many were decided, and the
// median, mean and worst time. It compares with published solutions.
//
//	FORMICARY_DATA=… go test -run '^$' -bench Decide -benchtime 1x -timeout 0 ./pkg/nonogram/exact
//
// FORMICARY_LIMIT sets another limit.
func BenchmarkDecide(b *testing.B) {
	limit := time.Minute
	if text := os.Getenv("FORMICARY_LIMIT"); text != "" {
		var err error
		if limit, err = time.ParseDuration(text); err != nil {
			b.Fatal(err)
		}
	}
	for _, name := range []string{"survey", "tournament/taai2011-first500", "tournament/icga2023-first500", "janko", "assorted", "colour"} {
		b.Run(strings.ReplaceAll(name, "/", " "), func(b *testing.B) {
			set := open(b, name)
			for b.Loop() {
				var times []float64
				decided, sum := 0, 0.0
				for _, item := range set.Items {
					out := alltest.Must(New().Solve(b.Context(), item, solver.Run{Budget: solver.CPU(limit)}))(b)
					alltest.Check(b, out.Status != solver.Unique || item.Solution.IsZero() || out.Best.Equal(item.Solution),
						"%s: the solution is not the published one", item.ID())
					if GradeOf(out) != Ungraded {
						decided++
					}
					times = append(times, 1e3*out.CPU.Seconds())
					sum += 1e3 * out.CPU.Seconds()
				}
				slices.Sort(times)
				b.ReportMetric(float64(decided)/float64(set.Len()), "decided/instance")
				b.ReportMetric(times[len(times)/2], "median-ms")
				b.ReportMetric(sum/float64(len(times)), "mean-ms")
				b.ReportMetric(times[len(times)-1], "worst-ms")
			}
		})
	}
}
