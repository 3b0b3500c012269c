package campaign_test

import (
	"context"
	"fmt"
	"os"
	"strconv"

	_ "formicary/data" // the open sets, wherever this runs
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/campaign"
	"formicary/pkg/nonogram/exact"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/solver"
)

// A plan is written into a folder; two workers make a half each, here one after the
// other, elsewhere on two machines.
func Example() {
	dir, err := os.MkdirTemp("", "campaign")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	plan, err := experiment.Plan{
		Name: "halves", Puzzles: nonograms.Kind.MustOpen("open").Take(10).Puzzles(), Runs: 2, Seed: 1,
		Engines: []solver.Solver{exact.New(), logic.New()},
	}.File()
	if err != nil {
		panic(err)
	}
	if err := plan.Save(dir); err != nil {
		panic(err)
	}
	f, err := campaign.Open(dir)
	if err != nil {
		panic(err)
	}
	for half := range 2 {
		worked, err := f.Work(context.Background(), campaign.Worker{
			Shard: campaign.Shard{Index: half, Of: 2}, Job: "example", Task: strconv.Itoa(half), Workers: 1,
			Rebuild: engines.FromDescription, Open: engines.Open,
		})
		if err != nil {
			panic(err)
		}
		p, err := f.Progress()
		if err != nil {
			panic(err)
		}
		fmt.Printf("%d made; %d of %d done, %d missing\n", worked.Made, p.Done, p.Runs, p.Missing)
	}
	// Output:
	// 20 made; 20 of 40 done, 20 missing
	// 20 made; 40 of 40 done, 0 missing
}
