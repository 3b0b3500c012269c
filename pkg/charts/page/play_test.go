package page_test

import (
	"encoding/json"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/puzzle"
)

// TestDrawingsFollow: a drawing that is changed into the next one equals one that
// was drawn afresh.
func TestDrawingsFollow(t *testing.T) {
	alltest.Only(t, "it looks at pages in a browser")
	size := puzzle.Size{Rows: 5, Cols: 6}
	p, walls := sample.Puzzle(size), puzzle.NewGrid(size, 0)
	heat := make([]float64, size.Cells())
	var drawings []string
	for i := range 12 {
		for c := range heat {
			heat[c] = 1 / float64(1+(i*c)%7)
		}
		walls.Values[2*i] = 1
		view := puzzle.View{Board: walls}
		if i%4 != 2 {
			view.Heat, view.HeatMax = heat, 1
		}
		if i%5 == 3 {
			view = puzzle.View{Title: `<b>&"`}
		}
		drawings = append(drawings, string(p.Draw(view)))
	}
	drawings = append(drawings, string(sample.Puzzle(puzzle.Size{Rows: 3, Cols: 3}).Draw(puzzle.View{})), drawings[0])
	text := alltest.Must(json.Marshal(drawings))(t)
	b := opened(t, page.Script())
	labtest.Eval[any](t, b, `window.drawings = `+string(text)+`, window.box = document.body.appendChild(document.createElement("div")), null`)
	if wrong := labtest.Eval[[]int](t, b, `drawings.map((text, i) => {
		formicary.playParts.show(box, text);
		return box.children.length === 1 && box.firstChild.isEqualNode(formicary.drawing(text)) ? -1 : i;
	}).filter(i => i >= 0)`); len(wrong) > 0 {
		t.Errorf("drawings %v differ", wrong)
	}
}
