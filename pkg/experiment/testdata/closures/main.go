// Command closures is a program of somebody's own, as a cell of a notebook is:
// its rules take a number k from outside themselves. The test that builds it runs
// it with other numbers, and looks at what it takes from the journal.
//
//	closures DIR KIND [K]...
//
// Without a K it is that of the environment. Each runs the plan once, and prints
// the costs of its runs and what was reused.
package main

import (
	"context"
	"fmt"
	"os"
	"strconv"

	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

var k float64

func global(v *acs.View) float64 { return k * float64(v.Missing()+v.Blocks()) }

type times float64

func (f times) cost(v *acs.View) float64 { return float64(f) * float64(v.Missing()+v.Blocks()) }

// rules are an engine whose cost is the paper's times k.
func rules(kind string, k float64) solver.Solver {
	s := acs.Named("times k")
	switch kind {
	case "global":
		s.Cost = global
	case "method":
		s.Cost = times(k).cost
	case "closure":
		s.Cost = func(v *acs.View) float64 { return k * float64(v.Missing()+v.Blocks()) }
	case "variant":
		s.Variant = fmt.Sprintf("k=%v", k)
		s.Cost = func(v *acs.View) float64 { return k * float64(v.Missing()+v.Blocks()) }
	case "field":
		return scaled{s, k}
	}
	return s
}

// scaled is an engine whose number is a field that its description leaves out.
type scaled struct {
	*acs.Solver
	K float64
}

func (s scaled) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	own := *s.Solver
	own.Cost = func(v *acs.View) float64 { return s.K * float64(v.Missing()+v.Blocks()) }
	return own.Solve(ctx, p, run)
}

func main() {
	dir, kind, numbers := os.Args[1], os.Args[2], os.Args[3:]
	if len(numbers) == 0 {
		numbers = []string{os.Getenv("FORMICARY_TEST_K")}
	}
	for _, text := range numbers {
		number, err := strconv.ParseFloat(text, 64)
		if err != nil {
			panic(err)
		}
		k = number
		result, err := experiment.Plan{
			Name: "closures", Puzzles: nurikabes.Kind.MustOpen("open-908").Between(100, 144).Take(3).Puzzles(),
			Engines: []solver.Solver{acs.New(), rules(kind, k)}, Runs: 2, Budget: solver.Iterations(12), Seed: 1, Workers: 1,
		}.Run(context.Background(), experiment.In(dir))
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, r := range result.Records() {
			fmt.Print(r.Cost, " ")
		}
		fmt.Println("|", result.Reuse)
	}
}
