package exact

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/sudokus"
)

// All figures of the Sudoku engines on one core, this one's and those of
// sudoku/aco, sudoku/acs and the cuckoo search with its comparators, are printed
// in about half an hour by
//
//	FORMICARY_DATA=… go test -run '^$' -bench 'Unique|Large|Paper|Boards|Table|Iteration' \
//		-benchtime 1x -timeout 0 -p 1 ./pkg/sudoku/...

// rounds is how often a set is gone through at least, so that a single turn of
// a benchmark tells something.
const rounds = 9

// benchmarks are sets of other people, from easy to hard.
var benchmarks = []string{"17-clue-5000", "magictour-top1465", "forum-hardest-1905-3000"}

// BenchmarkUnique proves the puzzles of the benchmark sets unique, on one
// core, and reports puzzles a second of processor time: the median over rounds
// through the whole set. A program that FORMICARY_PEER names is run after each
// round: it gets the set's file and prints the same rate of its own. The ratio is
// the median of ours over its rate of the same round.
//
//	FORMICARY_DATA=… FORMICARY_PEER=… go test -run '^$' -bench Unique ./pkg/sudoku/exact
func BenchmarkUnique(b *testing.B) {
	if os.Getenv(sets.DataEnv) == "" {
		b.Skipf("%s does not name the benchmarks", sets.DataEnv)
	}
	for _, name := range benchmarks {
		b.Run(name, func(b *testing.B) {
			var puzzles []*sudoku.Puzzle
			for _, item := range sudokus.Kind.MustOpen(name).Items {
				puzzles = append(puzzles, item.Puzzle.(*sudoku.Puzzle))
			}
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			var rates, ratios []float64
			peer := os.Getenv("FORMICARY_PEER")
			var guesses int64
			for b.Loop() {
				for range rounds {
					guesses = 0
					start := threadTime()
					for _, p := range puzzles {
						q := search{limit: 2}
						if q.run(p); q.found != 1 {
							b.Fatalf("%s has %d solutions", p.ID(), q.found)
						}
						guesses += q.guesses
					}
					rate := float64(len(puzzles)) / (threadTime() - start).Seconds()
					rates = append(rates, rate)
					if peer != "" {
						out := alltest.Must(exec.Command(peer, filepath.Join(os.Getenv(sets.DataEnv), "sudoku", name+".txt")).Output())(b)
						ratios = append(ratios, rate/alltest.Must(strconv.ParseFloat(strings.Fields(string(out))[0], 64))(b))
					}
				}
			}
			slices.Sort(rates)
			b.ReportMetric(rates[len(rates)/2], "puzzles/cpu-s")
			b.ReportMetric(float64(guesses)/float64(len(puzzles)), "guesses/puzzle")
			if peer != "" {
				slices.Sort(ratios)
				b.ReportMetric(ratios[len(ratios)/2], "ratio")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkLarge finds a solution and looks for a second one on the boards of
// the sets by Lloyd and Amos with 45 % of the cells fixed, the hardest share.
func BenchmarkLarge(b *testing.B) {
	if os.Getenv(sets.DataEnv) == "" {
		b.Skipf("%s does not name the benchmarks", sets.DataEnv)
	}
	for _, name := range []string{"lloyd-amos-general-16x16", "lloyd-amos-general-25x25"} {
		b.Run(name, func(b *testing.B) {
			set := sudokus.Kind.MustOpen(name).Where(func(i puzzle.Item) bool { return strings.HasPrefix(i.ID(), "45 ") })
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			var most, sum time.Duration
			runs := 0
			for b.Loop() {
				for _, item := range set.Items {
					start := threadTime()
					q := search{limit: 1}
					if q.run(item.Puzzle.(*sudoku.Puzzle)); q.found == 0 {
						b.Fatalf("%s has no solution", item.ID())
					}
					took := threadTime() - start
					most, sum, runs = max(most, took), sum+took, runs+1
				}
			}
			b.ReportMetric(sum.Seconds()*1e3/float64(runs), "cpu-ms/puzzle")
			b.ReportMetric(most.Seconds()*1e3, "cpu-ms/worst")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// threadTime is the processor time of the calling thread.
func threadTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
