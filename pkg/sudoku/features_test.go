package sudoku_test

import (
	"math"
	"testing"

	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
)

func TestFeatures(t *testing.T) {
	read := func(text string) puzzle.Item {
		p, err := sudoku.ReadLine("p", text)
		if err != nil {
			t.Fatal(err)
		}
		return puzzle.Item{Puzzle: p}
	}
	nan := math.NaN()
	for _, c := range []struct {
		name string
		item puzzle.Item
		want []float64 // cells, givens, share, freedom, forced
	}{
		{"empty", read("................"), []float64{16, 0, 0, 4, 0}},
		// Row by row: the last cell of the first is forced; the second sees 1 and
		// 2 on the left and 3 on the right; of the others each sees its column.
		{"a row but one", read("123............."), []float64{16, 3, 18.75, (1.0 + 2 + 2 + 3 + 3 + 3 + 3 + 3 + 4 + 3 + 3 + 3 + 4) / 13, 1.0 / 13}},
		{"full", read("1234341221434321"), []float64{16, 16, 100, nan, nan}},
		{"another kind", puzzle.Item{}, []float64{nan, nan, nan, nan, nan}},
	} {
		features := sudoku.Features()
		if len(features) != len(c.want) {
			t.Fatalf("%d features", len(features))
		}
		for i, f := range features {
			if got := f.Of(c.item); !(math.Abs(got-c.want[i]) < 1e-12) && !(math.IsNaN(got) && math.IsNaN(c.want[i])) {
				t.Errorf("%s: %s is %v, want %v", c.name, f.Name, got, c.want[i])
			}
		}
	}
}
