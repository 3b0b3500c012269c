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
		got := f.of(item)
		alltest.Check(t, math.Abs(got-f.want) <= 1e-12, "%s is %g, want %g", f.name, got, f.want)
		got = f.of(puzzle.Item{})
		alltest.Check(t, math.IsNaN(got), "%s of no nonogram: %g", f.name, got)
	}
	got := Cells(item)
	alltest.Check(t, got == 8 && math.IsNaN(Cells(puzzle.Item{})), "%g cells", got)
	blank := alltest.Must(nonogram.New("blank", make([]nonogram.Clue, 2), make([]nonogram.Clue, 2), nil))(t)
	got = MeanSlack(puzzle.Item{Puzzle: blank})
	alltest.Check(t, got == 1, "the slack of blank lines is %g", got)
	tight := alltest.Must(nonogram.New("tight", []nonogram.Clue{{{Length: 3, Colour: 1}}}, []nonogram.Clue{nil}, nil))(t)
	got = MeanSlack(puzzle.Item{Puzzle: tight})
	alltest.Check(t, got == 0.5, "the slack with a clue that does not fit is %g", got)
	alltest.Check(t, !Colourful(item), "black and white is called colourful")
}
