package show

import (
	"encoding/json"
	"os"
	"sync"

	"formicary/pkg/assets"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// planned is what a notebook wants to run, as its cell has written it.
type planned struct {
	What    string        `json:"what"` // "run", "race", "tune", "ablate" or "solve"
	Name    string        `json:"name,omitempty"`
	Mode    string        `json:"mode"`
	Puzzles int           `json:"puzzles"` // how many, of so many cells
	Least   int           `json:"least"`
	Most    int           `json:"most"`
	Runs    int           `json:"runs,omitempty"`   // of an engine on a puzzle; of a tuner in all
	Blocks  int           `json:"blocks,omitempty"` // at most; 0 means all puzzles
	Budget  solver.Budget `json:"budget"`
	Engines []string      `json:"engines"`
}

// plans is the file that [assets.PlansEnv] names, or nil.
var plans = sync.OnceValue(func() *json.Encoder {
	path := os.Getenv(assets.PlansEnv)
	if path == "" {
		return nil
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	check(err)
	return json.NewEncoder(file)
})

// onlyPlanned writes what is to be run to the file of [assets.PlansEnv], and
// says whether there is one: nothing is run then.
func onlyPlanned(p planned, puzzles []puzzle.Puzzle, engines ...solver.Solver) bool {
	if plans() == nil {
		return false
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
