package show

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"

	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// planned is what a notebook wants to run, as its cell has written it.
type planned struct {
	What string `json:"what"` // "run", "race", "tune", "ablate" or "solve"
	Name string `json:"name,omitempty"`
	Mode string `json:"mode"`
	sizes
	Runs    int           `json:"runs,omitempty"`   // of an engine on a puzzle; of a tuner in all
	Blocks  int           `json:"blocks,omitempty"` // at most; 0 means all puzzles
	Budget  solver.Budget `json:"budget"`
	Engines []string      `json:"engines"`
	Folder  string        `json:"folder,omitempty"` // of the plan's file, below the folder of all
}

// sizes are how many puzzles there are, of so many cells.
type sizes struct {
	Puzzles int `json:"puzzles"`
	Least   int `json:"least"`
	Most    int `json:"most"`
}

// planning says whether nothing is to be run: it is only planned ([assets.PlansEnv]),
// or this program is to work on one plan alone and is on its way there
// ([assets.WorkEnv]), or to verify runs ([assets.VerifyEnv]), which is the same way.
func planning() bool { return os.Getenv(assets.PlansEnv) != "" || working() || verifying() }

// working says whether this program is to work on one plan of its cell alone.
func working() bool { return os.Getenv(assets.WorkEnv) != "" }

// plans is the list in the folder that [assets.PlansEnv] names.
var plans = sync.OnceValue(func() *json.Encoder {
	file, err := os.OpenFile(filepath.Join(os.Getenv(assets.PlansEnv), assets.PlansFile), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	check(err)
	return json.NewEncoder(file)
})

// onlyPlanned lists what is to be run, and says whether it is only planned: nothing
// is run then.
func onlyPlanned(p planned, puzzles []puzzle.Puzzle, engines ...solver.Solver) bool {
	if !planning() || working() || verifying() {
		return planning()
	}
	p.Mode, p.Puzzles = mode(), len(puzzles)
	for i, each := range puzzles {
		cells := each.Size().Cells()
		if i == 0 {
			p.Least = cells
		}
		p.Least, p.Most = min(p.Least, cells), max(p.Most, cells)
	}
	for _, e := range engines {
		p.Engines = append(p.Engines, e.Describe().Label())
	}
	check(plans().Encode(p))
	return true
}

// instead is what a cell has in place of what it would run, where its runs are only
// verified, which is what they come to, or planned: none.
func instead[R any](none R, run func(context.Context, ...experiment.Option) (*R, error), verify func() experiment.Option, plan func()) (result *R, done bool) {
	switch {
	case verifying():
		if found := verify(); found != nil {
			ctx, stop := interruptible()
			defer stop()
			result, err := run(ctx, found)
			check(err)
			return result, true
		}
	case planning():
		plan()
	default:
		return nil, false
	}
	return &none, true
}

// writePlan writes the file of a plan to a folder of its own, and lists it as p. The folder
// has the name that the plan's journal has in the folder of all; a plan without a name
// is called by its fingerprint. If rules are typed into the cell, its own program is
// copied there: no other program can make these runs.
func writePlan(plan experiment.Plan, p planned) {
	if working() {
		work(plan)
		return
	}
	file, err := plan.File()
	check(err)
	name := "plan-" + file.Fingerprint
	home := os.Getenv(assets.PlansEnv)
	if plan.Name != "" {
		name = filepath.Base(folderOf(home, plan.Name))
	}
	check(writePlanFile(file, filepath.Join(home, name)))
	p.Name, p.Budget, p.Folder = plan.Name, plan.Budget, name
	onlyPlanned(p, plan.Puzzles, plan.Engines...)
}

// writePlanFile writes the file of a plan, with what belongs to it.
func writePlanFile(file experiment.PlanFile, folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	if file.Typed() {
		file.Worker = experiment.WorkerName
		file.Arguments = os.Args[1:]
		if file.Mode = assets.ModeQuick; assets.Full() { // its cell may have a flag besides
			file.Mode = assets.ModeFull
		}
		if err := errors.Join(copyProgram(filepath.Join(folder, file.Worker)), sets.WriteCarried(filepath.Join(folder, experiment.SetsName))); err != nil {
			return err
		}
	}
	return file.Save(folder)
}

// copyProgram copies the program that runs; the kernel writes that of the next cell
// to the same place.
func copyProgram(to string) error {
	path, err := os.Executable()
	if err != nil {
		return err
	}
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o777)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, from)
	return errors.Join(err, out.Close())
}
