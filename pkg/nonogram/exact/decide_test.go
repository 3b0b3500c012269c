package exact

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// open reads a set of the benchmarks.
func open(t testing.TB, name string) puzzle.Set {
	if os.Getenv(sets.DataEnv) == "" {
		t.Skip("needs the benchmarks, which are not part of this repository: ", sets.DataEnv, " is not set")
	}
	set, err := nonogram.Kind.Open(name)
	if err != nil {
		t.Skip("needs the benchmarks: ", err)
	}
	return set
}

// result is how one instance was decided.
type result struct {
	id      string
	size    puzzle.Size
	out     solver.Outcome
	seconds float64
}

// All figures of the nonogram engines on one core, this one's, those of a line
// (nonogram/line) and of logic on the sizes of the paper's Table I
// (nonogram/logic), are printed in a minute or two by
//
//	FORMICARY_DATA=… go test -run '^$' -bench 'Decide|Line|Table1' \
//		-benchtime 1x -timeout 0 -p 1 ./pkg/nonogram/...

// BenchmarkDecide decides every instance of the benchmarks within a minute of
// processor time each, and prints a table for each set; instances of the survey
// by themselves. It compares with published solutions. The last set is of
// large line-solvable pictures that the benchmark draws itself.
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
	for _, name := range []string{"survey", "tournament/taai2011-first500", "tournament/icga2023-first500", "janko", "assorted", "colour", "large"} {
		b.Run(strings.ReplaceAll(name, "/", " "), func(b *testing.B) {
			var set puzzle.Set
			if name == "large" {
				set = large(b)
			} else {
				set = open(b, name)
			}
			for b.Loop() {
				results := decideAll(b, set, limit)
				if name == "survey" || name == "large" {
					printEach(results)
				}
				printSummary(name, results)
			}
		})
	}
}

// large is the set of large pictures.
func large(b *testing.B) puzzle.Set {
	set := puzzle.Set{Name: "large"}
	for _, size := range largeSizes {
		set.Items = append(set.Items, puzzle.Item{Puzzle: blobs(b, size)})
	}
	return set
}

// decideAll decides the instances of a set.
func decideAll(b *testing.B, set puzzle.Set, limit time.Duration) []result {
	var results []result
	for _, item := range set.Items {
		out, err := New().Solve(context.Background(), item, solver.Run{Budget: solver.CPU(limit)})
		if err != nil {
			b.Fatal(err)
		}
		if out.Status == solver.Unique && !item.Solution.IsZero() && !out.Best.Equal(item.Solution) {
			b.Errorf("%s: the solution is not the published one", item.ID())
		}
		results = append(results, result{item.ID(), item.Size(), out, out.CPU.Seconds()})
	}
	return results
}

func printEach(results []result) {
	slices.SortStableFunc(results, func(x, y result) int { return int(1e7*x.seconds) - int(1e7*y.seconds) })
	fmt.Printf("\n| instance | rows×columns | verdict | grade | ms |")
	for _, s := range results[0].out.Statistics[1:] {
		fmt.Printf(" %s |", s.Name)
	}
	fmt.Printf("\n|---|---|---|---|---|%s\n", strings.Repeat("---|", len(results[0].out.Statistics)-1))
	for _, r := range results {
		fmt.Printf("| %s | %v | %s | %v | %.2f |", r.id, r.size, r.out.Status, GradeOf(r.out), 1e3*r.seconds)
		for _, s := range r.out.Statistics[1:] {
			fmt.Printf(" %.0f |", s.Value)
		}
		fmt.Println()
	}
}

func printSummary(name string, results []result) {
	status, grades := map[solver.Status]int{}, [Search + 1]int{}
	var times []float64
	sum := 0.0
	for _, r := range results {
		status[r.out.Status]++
		grades[GradeOf(r.out)]++
		times = append(times, r.seconds)
		sum += r.seconds
	}
	slices.Sort(times)
	at := func(q float64) float64 { return 1e3 * times[min(int(q*float64(len(times))), len(times)-1)] }
	fmt.Printf("\n| set | n | unique | multiple | unsolvable | undecided | line | probe | search | median ms | mean ms | 95 %% ms | worst ms |\n|%s\n", strings.Repeat("---|", 13))
	fmt.Printf("| %s | %d | %d | %d | %d | %d | %d | %d | %d | %.3f | %.3f | %.2f | %.1f |\n", name, len(results),
		status[solver.Unique], status[solver.Multiple], status[solver.Unsolvable], status[solver.Solved]+status[solver.Exhausted],
		grades[Line], grades[Probe], grades[Search], at(0.5), 1e3*sum/float64(len(times)), at(0.95), at(1))
	slices.SortStableFunc(results, func(x, y result) int { return int(1e7*y.seconds) - int(1e7*x.seconds) })
	var slow []string
	for _, r := range results[:min(6, len(results))] {
		slow = append(slow, fmt.Sprintf("%s %s %.3f s", r.id, r.out.Status, r.seconds))
	}
	fmt.Println("slowest:", strings.Join(slow, ", "))
}
