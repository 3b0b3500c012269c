package theory_test

import (
	"fmt"

	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/model/theory"
	"formicary/pkg/puzzle"
)

// Two cells of a row of three are shaded, side by side: how many boards are there?
func Example() {
	m := model.NewModel(puzzle.Size{Rows: 1, Cols: 3})
	shaded := m.Cells(model.Shade, 2, nil)
	m.Rule("two cells are shaded")
	m.Exactly(2, shaded.Is(1)...)
	m.Rule("shaded cells are connected")
	m.Connected(shaded.Is(1))
	form := m.Form()
	search := theory.New(form)
	for search.Solver.Solve(func() bool { return true }) == cdcl.Satisfiable {
		fmt.Println(form.Board(search.Values()).Values)
		if !search.Block() {
			break
		}
	}
	// Unordered output:
	// [1 1 0]
	// [0 1 1]
}
