package exact

import (
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
)

// blobs draws a picture of smooth blobs: noise, averaged three times over squares
// of 7×7 cells, of which the upper half is filled. Where lines alone leave cells
// open, these are filled, until lines solve it. The same size gives the same
// picture.
func blobs(t testing.TB, size puzzle.Size) *nonogram.Puzzle {
	random := rand.New(rand.NewPCG(uint64(size.Rows), uint64(size.Cols)))
	noise := make([]float64, size.Cells())
	for i := range noise {
		noise[i] = random.Float64()
	}
	for range 3 {
		noise = average(average(noise, size, true), size, false)
	}
	sorted := slices.Sorted(slices.Values(noise))
	threshold, lift := sorted[len(sorted)/2], make([]float64, len(noise))
	picture := puzzle.NewGrid(size, nonogram.Blank)
	for i, v := range noise {
		if v > threshold {
			picture.Values[i] = nonogram.Filled
		}
	}
	for range 100 {
		p, err := nonogram.FromPicture("blobs "+size.String(), picture, nil)
		if err != nil {
			t.Fatal(err)
		}
		known, ok := Deduce(p)
		if !ok {
			t.Fatalf("%s is refuted", p.ID())
		}
		if !slices.Contains(known.Values, puzzle.Unset) {
			return p
		}
		// The threshold sinks where cells are open, and around them: the blobs
		// there grow.
		for i, v := range known.Values {
			if v == puzzle.Unset {
				lift[i] += 0.01
			}
		}
		soft := average(average(lift, size, true), size, false)
		for i := range picture.Values {
			if noise[i]+soft[i] > threshold {
				picture.Values[i] = nonogram.Filled
			}
		}
	}
	t.Fatalf("no line-solvable picture of %v", size)
	return nil
}

// average replaces every cell by the mean of seven cells of its row or column.
func average(cells []float64, size puzzle.Size, alongRows bool) []float64 {
	out := make([]float64, len(cells))
	for i := range cells {
		at, sum, n := size.At(i), 0.0, 0.0
		for d := -3; d <= 3; d++ {
			c := at
			if alongRows {
				c.Col += d
			} else {
				c.Row += d
			}
			if size.Contains(c) {
				sum += cells[size.Index(c)]
				n++
			}
		}
		out[i] = sum / n
	}
	return out
}

// largeSizes are the sizes of the largest picture of the paper's Table I, and
// of two beyond it.
var largeSizes = []puzzle.Size{{Rows: 60, Cols: 145}, {Rows: 200, Cols: 200}, {Rows: 512, Cols: 512}}

func TestLarge(t *testing.T) {
	for _, size := range largeSizes[:2] {
		p := blobs(t, size)
		out := solve(t, New(), p)
		if out.Status != "unique" || GradeOf(out) != Line {
			t.Errorf("%s: %s, %v", p.ID(), out.Status, GradeOf(out))
		}
	}
}
