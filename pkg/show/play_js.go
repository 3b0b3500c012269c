package show

import (
	"formicary/pkg/experiment"
	"formicary/pkg/model"
	"formicary/pkg/model/notation"
	"formicary/pkg/play/service"
	"formicary/pkg/play/session"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// Play serves the engine to the page that this program runs in, and does not
// return.
func Play(p puzzle.Puzzle, engine solver.Solver, _ ...solver.Budget) {
	var kinds []sets.Kind
	if declared, err := solver.Cast[*model.Puzzle](p); err == nil {
		kinds = append(kinds, notation.Of(declared.Declaration(), nil))
	}
	session.Register(map[string]solver.Solver{playName(engine): engine}, kinds...)
	service.Serve()
}

// work does nothing: no folders are in a page.
func work(experiment.Plan) {}
