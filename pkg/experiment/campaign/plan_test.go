package campaign

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/nonogram/combinatorial"
	"formicary/pkg/nonogram/exact"
	"formicary/pkg/nonogram/genetic"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/nonogram/nonogramtest"
	"formicary/pkg/nonogram/pushfit"
	"formicary/pkg/solver"
)

// six are all engines for nonograms, one of them twice.
func six() []solver.Solver {
	logicAgain := *logic.New()
	logicAgain.Variant = "again"
	return []solver.Solver{exact.New(), pushfit.New(), logic.New(), &logicAgain, combinatorial.New(), genetic.New()}
}

// planOf is a plan of so many runs of six engines on each of so many puzzles.
func planOf(puzzles, runs int) experiment.Plan {
	pictures := nonogramtest.Pictures(rand.New(rand.NewPCG(16, 5)), "p%04d", puzzles)
	return experiment.Plan{Name: "small pictures", Puzzles: pictures, Engines: six(), Runs: runs, Seed: 16, Budget: solver.Iterations(5), Workers: 1}
}

// write writes a plan into a folder and opens it.
func write(t testing.TB, dir string, p experiment.Plan) *Folder {
	t.Helper()
	file, err := p.File()
	if err == nil {
		err = file.Save(dir)
	}
	alltest.OK(t, err)
	return alltest.Must(Open(dir))(t)
}

// worker is one for a part of a plan.
func worker(index, of int) Worker {
	return Worker{Shard: Shard{index, of}, Job: "j", Task: fmt.Sprint(index), Workers: 2, Rebuild: engines.FromDescription, Open: engines.Open}
}
