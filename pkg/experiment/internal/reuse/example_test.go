package reuse_test

import (
	"context"
	"fmt"
	"strings"

	_ "formicary/data" // the open sets, wherever this runs
	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/experiment/internal/reuse"
	"formicary/pkg/experiment/internal/run"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/solver"
)

// published is a record of a run, as an archive has it.
func published(k record.Key) record.Record {
	return record.Record{
		Kind: "nonogram", Content: k.Content, Engine: k.Engine, ConfigHash: k.ConfigHash,
		Run: k.Run, Seed: k.Seed, Budget: k.Budget, Code: k.Code, Status: solver.Unique,
	}
}

// Two of a plan's three runs are published; their records stand for them, and one
// run is left to be made.
func Example() {
	bound, err := identity.Task{
		Terms:   identity.Terms{Name: "logic", Seed: 1, Runs: 3},
		Puzzles: nonograms.Kind.MustOpen("open").Take(1).Puzzles(), Solvers: []solver.Solver{logic.New()},
	}.Bind()
	if err != nil {
		panic(err)
	}
	key := func(n int) record.Key { return bound.Key(0, 0, n, solver.Budget{}) }
	decision := reuse.New(bound, 1, run.NewRepeats(bound), false, &reuse.Archived{
		Study: "a-study", Records: []record.Record{published(key(0)), published(key(1))},
	})
	decision.Settle(context.Background())
	for n := range bound.Total() {
		if number := decision.Records.Find(key(n)); number >= 0 {
			r := decision.Records.At(number)
			fmt.Println("run", n, r.Status)
			decision.Deliver(number, &r)
		}
	}
	said, _, _ := strings.Cut(decision.Said(bound.Total(), 2), ", code ")
	fmt.Println(said)
	// Output:
	// run 0 unique
	// run 1 unique
	// 2 runs recorded, published with the study "a-study"
}
