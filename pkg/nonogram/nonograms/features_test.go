package nonograms

import (
	"math"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
)

// TestFeatures: a board of 2×4 whose rows are "1 2" and nothing; the columns
// are 1, nothing, 1 and 1.
func TestFeatures(t *testing.T) {
	p := alltest.Must(nonogram.FromPicture("p", puzzle.Grid{Size: puzzle.Size{Rows: 2, Cols: 4}, Values: []uint8{1, 0, 1, 1, 0, 0, 0, 0}}, nil))(t)
	item := puzzle.Item{Puzzle: p}
	for _, f := range []struct {
		name string
		of   func(puzzle.Item) float64
		want float64
	}{
		{"blocks", Blocks, 5},
		{"blocks a line", BlocksPerLine, 5.0 / 6},
		{"density", Density, 3.0 / 8},
		// Slack: 0 of 4, 4 of 4; 1 of 2, 2 of 2, 1 of 2, 1 of 2.
		{"mean slack", MeanSlack, (0 + 1 + 0.5 + 1 + 0.5 + 0.5) / 6},
	} {
		if got := f.of(item); math.Abs(got-f.want) > 1e-12 {
			t.Errorf("%s is %g, want %g", f.name, got, f.want)
		}
		if got := f.of(puzzle.Item{}); !math.IsNaN(got) {
			t.Errorf("%s of no nonogram: %g", f.name, got)
		}
	}
	if got := Cells(item); got != 8 || !math.IsNaN(Cells(puzzle.Item{})) {
		t.Errorf("%g cells", got)
	}
	blank := alltest.Must(nonogram.New("blank", make([]nonogram.Clue, 2), make([]nonogram.Clue, 2), nil))(t)
	if got := MeanSlack(puzzle.Item{Puzzle: blank}); got != 1 {
		t.Errorf("the slack of blank lines is %g", got)
	}
	tight := alltest.Must(nonogram.New("tight", []nonogram.Clue{{{Length: 3, Colour: 1}}}, []nonogram.Clue{nil}, nil))(t)
	if got := MeanSlack(puzzle.Item{Puzzle: tight}); got != 0.5 {
		t.Errorf("the slack with a clue that does not fit is %g", got)
	}
	if Colourful(item) {
		t.Error("black and white is called colourful")
	}
}
