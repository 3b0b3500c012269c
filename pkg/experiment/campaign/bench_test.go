package campaign

import (
	"fmt"
	"os"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/solver"
)

// BenchmarkOverhead is what a worker takes for a run beside the time of its engine:
// the seed, the goroutine, the notes about it in flight, the check of the solution and
// the record on its way to the disk. One op is one run.
func BenchmarkOverhead(b *testing.B) {
	plan := planOf(500, 1)
	plan.Engines = plan.Engines[:3]
	plan.Runs = 8
	for _, budget := range []solver.Budget{{}, solver.Iterations(1000)} {
		b.Run(fmt.Sprintf("limit %d", budget.Iterations), func(b *testing.B) {
			plan.Budget = budget
			runs, spent, engines, begins := 0, 0.0, 0.0, 0.0
			for b.Loop() {
				f := write(b, b.TempDir(), plan)
				w := worker(0, 1)
				w.Workers = 1
				begin := time.Now()
				w.Until = begin
				alltest.Must(f.Work(b.Context(), w))(b)
				begins += time.Since(begin).Seconds()
				w.Until = time.Time{}
				begin = time.Now()
				worked, err := f.Work(b.Context(), w)
				alltest.Require(b, err == nil && worked.Missing <= 0, "%+v, %v", worked, err)
				spent += time.Since(begin).Seconds()
				runs += worked.Made
				engines += seconds(b, f)
			}
			b.ReportMetric((spent-begins-engines)/float64(runs)*1e6, "µs-overhead/run")
			b.ReportMetric(engines/float64(runs)*1e6, "µs-engine/run")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// seconds is the time of all engines in a folder.
func seconds(b *testing.B, f *Folder) (sum float64) {
	b.Helper()
	paths := alltest.Must(experiment.Journals(f.Dir))(b)
	for _, path := range paths {
		for l, err := range journal.Scan(path, nil) {
			alltest.OK(b, err)
			sum += l.Seconds
		}
	}
	return sum
}

// BenchmarkScan is what a look at a journal costs for a line, with all wanted and with
// none.
func BenchmarkScan(b *testing.B) {
	f := write(b, b.TempDir(), planOf(200, 10))
	alltest.Must(f.Work(b.Context(), worker(0, 1)))(b)
	paths, _ := experiment.Journals(f.Dir)
	info := alltest.Must(os.Stat(paths[0]))(b)
	for name, places := range map[string]map[int]bool{"all": nil, "none": {}} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(info.Size())
			for b.Loop() {
				alltest.Must(f.scan(places, nil))(b)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(f.Plan.Total()), "ns/line")
		})
	}
}
