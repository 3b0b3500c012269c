package campaign

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"formicary/pkg/experiment"
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
				if _, err := f.Work(b.Context(), w); err != nil {
					b.Fatal(err)
				}
				begins += time.Since(begin).Seconds()
				w.Until = time.Time{}
				begin = time.Now()
				worked, err := f.Work(b.Context(), w)
				if err != nil || worked.Missing > 0 {
					b.Fatalf("%+v, %v", worked, err)
				}
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
	paths, err := experiment.Journals(f.Dir)
	if err != nil {
		b.Fatal(err)
	}
	for _, path := range paths {
		for l, err := range experiment.Scan(path, nil) {
			if err != nil {
				b.Fatal(err)
			}
			sum += l.Seconds
		}
	}
	return sum
}

// BenchmarkScan is what a look at a journal costs for a line, with all wanted and with
// none.
func BenchmarkScan(b *testing.B) {
	f := write(b, b.TempDir(), planOf(200, 10))
	if _, err := f.Work(b.Context(), worker(0, 1)); err != nil {
		b.Fatal(err)
	}
	paths, _ := experiment.Journals(f.Dir)
	info, err := os.Stat(paths[0])
	if err != nil {
		b.Fatal(err)
	}
	for name, places := range map[string]map[int]bool{"all": nil, "none": {}} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(info.Size())
			for b.Loop() {
				if _, err := f.scan(places, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(f.Plan.Total()), "ns/line")
		})
	}
}

// BenchmarkBalance is the time of the slowest of n tasks over the mean of all, on one
// plan of six engines whose runs take very different times on puzzles sorted by
// difficulty: with the shards of this package, and with every n-th run in the plan's
// order, which has tasks of one engine only where n is a multiple of six.
func BenchmarkBalance(b *testing.B) {
	f := write(b, b.TempDir(), planOf(1000, 16))
	for _, n := range []int{100, 96} {
		b.Run(fmt.Sprintf("%d tasks", n), func(b *testing.B) {
			for b.Loop() {
				shuffled, strides := balance(f, n)
				b.ReportMetric(shuffled, "slowest/mean")
				b.ReportMetric(strides, "slowest/mean-strides")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// balance gives runs times as engines have them, and the slowest of n tasks over the
// mean: with shards, and with strides in the plan's order.
func balance(f *Folder, n int) (shuffled, strides float64) {
	lasts := func(r run) float64 {
		t := f.trial(r)
		engine := []float64{0.001, 0.01, 0.05, 0.3, 2, 10}[t.Engine]
		difficulty := 0.2 + 4*float64(t.Puzzle)/float64(len(f.Plan.Puzzles))
		return engine * difficulty
	}
	slowest := func(tasks []float64) float64 {
		sum := 0.0
		for _, x := range tasks {
			sum += x
		}
		return slices.Max(tasks) / (sum / float64(len(tasks)))
	}
	ours, others := make([]float64, n), make([]float64, n)
	for i := range n {
		for r := range f.runs(Shard{i, n}, nil) {
			ours[i] += lasts(r)
		}
	}
	// The plan's order has the engines one after another on each puzzle, within all
	// first runs, then within all second ones.
	place := 0
	for number := range f.Plan.Runs {
		for puzzle := range f.Plan.Puzzles {
			for engine := range f.Plan.Engines {
				others[place%n] += lasts(f.run(puzzle, engine, number))
				place++
			}
		}
	}
	return slowest(ours), slowest(others)
}
