package exact

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// janko is the paper's own instances: ids 0001 to 0911 without the three with
// an unknown clue.
func janko(t testing.TB) puzzle.Set {
	if os.Getenv(sets.DataEnv) == "" {
		t.Skip("needs Janko's instances, which are not part of this repository: ", sets.DataEnv, " is not set")
	}
	set, err := nurikabes.Kind.Open("janko-911")
	if err != nil {
		t.Skip("needs Janko's instances: ", err)
	}
	return set
}

// hard are the two that no solver is known to decide within a minute by
// search.
var hard = []string{"0029", "0753"}

// TestPublished decides every instance but the hardest, the three with an
// unknown clue included, within 40,000 conflicts, and compares with the
// published solution.
func TestPublished(t *testing.T) {
	for _, item := range janko(t).Items {
		if slices.Contains(hard, item.ID()) {
			continue
		}
		out := alltest.Must(New().Solve(context.Background(), item, solver.Run{Budget: solver.Iterations(40000)}))(t)
		alltest.Check(t, out.Status == solver.Unique && out.Best.Equal(item.Solution),
			"%s: %s, and the published solution: %v", item.ID(), out.Status, out.Best.Equal(item.Solution))
	}
}

// TestReasons asks for the reason of everything that is implied on the way to
// the published solutions, which none of them may break.
func TestReasons(t *testing.T) {
	for i, item := range janko(t).Items {
		if item.Size().Cells() > 400 || i%alltest.Of(3, 1) > 0 {
			continue
		}
		for _, e := range []*Solver{{Trials: 1}, {WallBudget: true}} {
			meter := solver.Start(context.Background(), item, solver.Run{Budget: solver.Iterations(300)})
			p := alltest.Must(solver.Cast[*nurikabe.Puzzle](item))(t)
			x := e.start(p, meter)
			x.prop = audit(t, p.ID(), x.rules, []puzzle.Grid{item.Solution})
			status := x.decide()
			alltest.Check(t, status == solver.Solved || status == solver.Exhausted, "%s: %s", p.ID(), status)
			_, err := meter.Finish(solver.Outcome{})
			alltest.Check(t, err == nil, "%v", err)
		}
	}
}

// BenchmarkDecide prints, for each size class of the paper, how many of the
// 908 instances of the lab's own benchmark, and of the paper's where they are
// there, are decided as unique within 60 seconds of processor time each, and
// how long that took. It compares with the published solutions, those of the two
// that the tests leave out included:
//
//	FORMICARY_DATA=… go test -run xxx -bench Decide -benchtime 1x -timeout 0 ./pkg/nurikabe/exact
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
	b.Run("open-908", func(b *testing.B) {
		set := nurikabes.Kind.MustOpen("open-908")
		for b.Loop() {
			printTable(b, set, limit)
		}
	})
	b.Run("janko-911", func(b *testing.B) {
		set := janko(b).Where(nurikabe.Known)
		for b.Loop() {
			printTable(b, set, limit)
		}
	})
}

// classes are the size classes of the paper's tables: cells, from and to.
var classes = []struct {
	name     string
	from, to int
}{
	{"0–99", 0, 99}, {"100–199", 100, 199}, {"200–299", 200, 299}, {"300–399", 300, 399}, {"≥400", 400, math.MaxInt}, {"all", 0, math.MaxInt},
}

func printTable(b *testing.B, set puzzle.Set, limit time.Duration) {
	type result struct {
		id      string
		cells   int
		status  solver.Status
		seconds float64
		grade   Grade
	}
	var results []result
	for _, item := range set.Items {
		out := alltest.Must(New().Solve(context.Background(), item, solver.Run{Budget: solver.CPU(limit)}))(b)
		alltest.Check(b, out.Status != solver.Unique || item.Solution.IsZero() || out.Best.Equal(item.Solution),
			"%s: the solution is not the published one", item.ID())
		results = append(results, result{item.ID(), item.Size().Cells(), out.Status, out.CPU.Seconds(), GradeOf(out)})
	}
	fmt.Printf("\n| cells | n | unique | median ms | mean ms | 95 %% ms | worst s | deduction | trial | learning |\n|---|---|---|---|---|---|---|---|---|---|\n")
	for _, c := range classes {
		var times []float64
		unique, sum := 0, 0.0
		grades := [Learning + 1]int{}
		for _, r := range results {
			if r.cells < c.from || r.cells > c.to {
				continue
			}
			times = append(times, r.seconds)
			if r.status == solver.Unique {
				unique++
				sum += r.seconds
				grades[r.grade]++
			}
		}
		if len(times) == 0 {
			continue
		}
		slices.Sort(times)
		at := func(q float64) float64 { return times[min(int(q*float64(len(times))), len(times)-1)] }
		fmt.Printf("| %s | %d | %d | %.3f | %.2f | %.2f | %.3f | %d | %d | %d |\n", c.name, len(times), unique,
			1e3*at(0.5), 1e3*sum/float64(max(unique, 1)), 1e3*at(0.95), at(1), grades[Deduction], grades[Trial], grades[Learning])
	}
	slices.SortStableFunc(results, func(x, y result) int { return int(1e6*y.seconds) - int(1e6*x.seconds) })
	var slow []string
	for _, r := range results[:min(8, len(results))] {
		slow = append(slow, fmt.Sprintf("%s %s %.3f s", r.id, r.status, r.seconds))
	}
	fmt.Println("slowest:", strings.Join(slow, ", "))
}
