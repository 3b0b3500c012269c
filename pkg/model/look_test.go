package model_test

import (
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
)

// halves is a kind of triangles and dots: what no other test draws.
var halves = &model.Kind{
	Name: "halves", Title: "Halves", Parts: []*model.Part{model.Clues},
	Marks:   map[string]model.Mark{"t": model.Plain, "": model.Centre},
	Declare: func(m *model.Model, in *model.Instance) { m.Cells(model.Triangle, 5, nil) },
	Sign: func(_ *model.Instance, _ int, values []int) string {
		return []string{"-", "ne", "se", "sw", "nw"}[values[0]]
	},
}

func read(t *testing.T, kind *model.Kind, text string) *model.Puzzle {
	t.Helper()
	p := alltest.Must(kind.New("1", "typed", text))(t)
	return p
}

func TestTriangles(t *testing.T) {
	p := read(t, halves, "2 3\n0 - 1\n2 t 3")
	board := puzzle.Grid{Size: p.Size(), Values: []uint8{1, 2, 3, 4, 0, puzzle.Unset}}
	alltest.Equal(t, strings.Join(p.Rows(board), " "), "◥◢◣ ◤t?", "rows")
	svg := p.Draw(puzzle.View{Board: board, CellSize: 20})
	d := puzzletest.Look(t, svg)
	alltest.Check(t, d.Counts[".solid"] == 1 && d.Counts["circle"] == 4 && strings.Join(d.Texts["text"], "") == "t", "%v, %v", d.Counts, d.Texts)
	// The board begins at 3, 3. The right angles are where the signs say; dots are in the middle of the cell, on its
	// right side, its lower side, and at its corner.
	for _, part := range []string{
		"M3 3h20v20z", "M43 3v20h-20z", "M43 3v20h20z", "M3 23h20l-20 20z",
		`cx="13" cy="13"`, `cx="63" cy="13"`, `cx="13" cy="43"`, `cx="63" cy="43"`,
	} {
		alltest.Check(t, strings.Contains(string(svg), part), "no %s in %s", part, svg)
	}
}

// TestManyValues: a puzzle whose cells would have more values than a board can hold is refused where it stands.
func TestManyValues(t *testing.T) {
	kind := &model.Kind{
		Name: "many", Title: "Many", Parts: []*model.Part{model.Clues},
		Declare: func(m *model.Model, in *model.Instance) {
			n, _ := in.Number(model.Clues, 0)
			m.Cells(model.Number, n, nil)
			m.Cells(model.Number, 2, nil)
		},
		Sign: func(*model.Instance, int, []int) string { return "" },
	}
	for text, want := range map[string]string{
		"1 1\n127": "", "1 2\n127 1": "", "1 1\n128": "typed:1:1: expected a puzzle with at most 255 values a cell, found 256",
		"1 1\n4000": "typed:1:1: expected a puzzle with at most 255 values a cell, found 4000",
	} {
		_, err := kind.New("1", "typed", text)
		alltest.Check(t, err == nil == (want == "") && (err == nil || err.Error() == want), "%q: %v", text, err)
	}
}
