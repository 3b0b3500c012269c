package identity_test

import (
	"fmt"

	_ "formicary/data" // the open sets, wherever this runs
	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/nonogram/exact"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/solver"
)

// A plan that is bound to this program gives each run a key; more runs make another
// plan, of which the first runs have the same keys.
func Example() {
	task := identity.Task{
		Terms:   identity.Terms{Name: "two engines", Seed: 1, Runs: 2},
		Puzzles: nonograms.Kind.MustOpen("open").Take(3).Puzzles(),
		Solvers: []solver.Solver{exact.New(), logic.New()},
	}
	few, err := task.Bind()
	if err != nil {
		panic(err)
	}
	task.Runs = 5
	many, err := task.Bind()
	if err != nil {
		panic(err)
	}
	fmt.Println(few.Total(), "and", many.Total(), "runs; one plan:", few.Fingerprint() == many.Fingerprint())

	first := few.Key(2, 1, 0, solver.Budget{})
	fmt.Println(first.Engine, "run", first.Run, "has one key:", first == many.Key(2, 1, 0, solver.Budget{}))
	fmt.Println("one seed for two runs:", first.Seed == few.Key(2, 1, 1, solver.Budget{}).Seed)
	// Output:
	// 12 and 30 runs; one plan: false
	// nonogram/logic run 0 has one key: true
	// one seed for two runs: false
}
