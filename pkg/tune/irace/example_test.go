package irace_test

import (
	"fmt"
	"os"
	"path/filepath"

	"formicary/pkg/analysis"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
	"formicary/pkg/tune"
	"formicary/pkg/tune/irace"
)

// A tuner becomes a folder in which irace runs, with a file for each puzzle.
func Example() {
	dir, err := os.MkdirTemp("", "irace")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	t := tune.Tuner{
		New: ants, Puzzles: nurikabes.Kind.MustOpen("open-908").Take(5).Puzzles(), Budget: solver.Evaluations(1000), Measure: analysis.Evaluations, Runs: 500,
		Space: tune.Space{tune.Whole("ants", 2, 50).OnLog(), {Name: "bve", High: 0.1, When: "ants > 4"}},
	}
	if err := irace.Write(dir, t, nurikabes.Kind); err != nil {
		panic(err)
	}
	text, _ := os.ReadFile(filepath.Join(dir, "parameters.txt"))
	fmt.Print(string(text))
	again, err := irace.Read(filepath.Join(dir, "scenario.txt"), nurikabes.Kind, ants)
	fmt.Println(len(again.Puzzles), again.Runs, again.Budget, err)
	// Output:
	// ants "--ants=" i,log (2, 50)
	// bve "--bve=" r (0, 0.1) | ants > 4
	// 5 500 {0 1000 0s 0s} <nil>
}
