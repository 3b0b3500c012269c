package show

import (
	"formicary/pkg/play/service"
	"formicary/pkg/play/session"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Play serves the engine to the page that this program runs in, and does not
// return.
func Play(_ puzzle.Puzzle, engine solver.Solver) {
	session.Register(map[string]solver.Solver{playName(engine): engine})
	service.Serve()
}
