package exact

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
)

// coldEnv names the puzzle, in one line, that a process of [BenchmarkCold] decides.
const coldEnv = "FORMICARY_COLD_SUDOKU"

// BenchmarkCold decides puzzles of each set in a fresh process each: time to make
// the tables of this package, and processor time of the first and of the tenth
// decision of the same puzzle. The means over 40 puzzles, evenly spaced in the set.
//
//	FORMICARY_DATA=… go test -run '^$' -bench Cold -benchtime 1x ./pkg/sudoku/exact
func BenchmarkCold(b *testing.B) {
	if line := os.Getenv(coldEnv); line != "" {
		fmt.Print(decisions(b, line))
		return
	}
	if os.Getenv(sets.DataEnv) == "" {
		b.Skipf("%s does not name the benchmarks", sets.DataEnv)
	}
	made := regexp.MustCompile(`init formicary/pkg/sudoku/exact @\S+ ms, (\S+) ms clock`)
	for _, name := range benchmarks {
		b.Run(name, func(b *testing.B) {
			items := sudoku.Kind.MustOpen(name).Items
			var sum [3]float64
			const puzzles = 40
			for b.Loop() {
				for k := range puzzles {
					line := items[k*len(items)/puzzles].Puzzle.(*sudoku.Puzzle).Text()
					child := exec.CommandContext(b.Context(), os.Args[0], "-test.run", "^$", "-test.bench", "Cold", "-test.benchtime", "1x")
					child.Env = append(os.Environ(), coldEnv+"="+line, "GODEBUG=inittrace=1")
					out, err := child.CombinedOutput()
					if err != nil {
						b.Fatalf("%v\n%s", err, out)
					}
					_, after, _ := strings.Cut(string(out), "cold ")
					words := strings.Fields(after)
					init := made.FindSubmatch(out)
					if init == nil || len(words) < 2 {
						b.Fatalf("no figures in\n%s", out)
					}
					for i, word := range []string{string(init[1]), words[0], words[1]} {
						x, err := strconv.ParseFloat(word, 64)
						if err != nil {
							b.Fatal(err)
						}
						sum[i] += x
					}
				}
			}
			for i, unit := range []string{"ms/tables", "cpu-µs/first", "cpu-µs/tenth"} {
				b.ReportMetric(sum[i]/float64(puzzles*b.N), unit)
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// decisions are the microseconds of the first and the tenth decision.
func decisions(b *testing.B, line string) string {
	set, err := sudoku.Kind.Read("cold", strings.NewReader(line))
	if err != nil {
		b.Fatal(err)
	}
	var took [10]float64
	for i := range took {
		q := search{limit: 2}
		start := threadTime()
		q.run(set.Items[0].Puzzle.(*sudoku.Puzzle))
		took[i] = float64((threadTime() - start).Nanoseconds()) / 1e3
	}
	return fmt.Sprintf("cold %.3f %.3f\n", took[0], took[9])
}
