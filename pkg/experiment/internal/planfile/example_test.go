package planfile_test

import (
	"bytes"
	"fmt"

	_ "formicary/data" // the open sets, wherever this runs
	"formicary/pkg/engines"
	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/planfile"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/solver"
)

// A plan is written as text; another process has its puzzles and engines again.
func Example() {
	bound, err := identity.Task{
		Terms:   identity.Terms{Name: "logic", Seed: 1, Runs: 2},
		Puzzles: nonograms.Kind.MustOpen("open").Take(3).Puzzles(), Solvers: []solver.Solver{logic.New()},
	}.Bind()
	if err != nil {
		panic(err)
	}
	written, err := planfile.Of(bound)
	if err != nil {
		panic(err)
	}
	var text bytes.Buffer
	if err := written.Write(&text); err != nil {
		panic(err)
	}
	read, err := planfile.Read("plan.json", &text)
	if err != nil {
		panic(err)
	}
	task, err := read.Task(nil, engines.FromDescription, engines.Open)
	fmt.Println(task.Name, read.Total(), len(task.Puzzles), task.Solvers[0].Describe().Engine, err)
	fmt.Println(read.Fingerprint == bound.Fingerprint(), read.Typed())
	// Output:
	// logic 6 3 nonogram/logic <nil>
	// true false
}
