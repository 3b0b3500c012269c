package sudoku_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/acs"
)

// frame is a 4×4 frame whose cell c has pheromone c+1 on the digit c%4+1 and
// less on all others.
func frame() solver.Frame {
	f := solver.Frame{Board: puzzle.NewGrid(puzzle.Size{Rows: 4, Cols: 4}, puzzle.Unset), Pheromone: make([]float64, 64)}
	for i := range f.Pheromone {
		f.Pheromone[i] = 0.5
		if cell := i / 4; i%4 == cell%4 {
			f.Pheromone[i] = float64(cell + 1)
		}
	}
	return f
}

func TestStrongest(t *testing.T) {
	f := frame()
	bare := solver.Frame{Board: f.Board}
	got := sudoku.Strongest([]solver.Frame{f, bare})
	for cell, x := range got[0].Pheromone {
		if x != float64(cell+1) {
			t.Errorf("cell %d has %v", cell, x)
		}
	}
	if len(got[0].Pheromone) != 16 || got[1].Pheromone != nil || len(f.Pheromone) != 64 {
		t.Errorf("%d and %d numbers, %d in the frame that was given", len(got[0].Pheromone), len(got[1].Pheromone), len(f.Pheromone))
	}
	defer func() {
		if text, _ := recover().(string); !strings.HasPrefix(text, "sudoku: 63 pheromone values") {
			t.Errorf("panics with %q", text)
		}
	}()
	f.Pheromone = f.Pheromone[1:]
	sudoku.Strongest([]solver.Frame{f})
}

func TestFilmViews(t *testing.T) {
	first, second := frame(), frame()
	for i := range second.Pheromone {
		second.Pheromone[i] *= 10
	}
	for i := range 4 {
		first.Pheromone[i] = 0 // a cell without any
	}
	views := sudoku.FilmViews([]solver.Frame{first, second})
	// The least that is left is 2 on the first frame's second cell, the most
	// 160 on the second frame's last.
	low, high := math.Log10(2), math.Log10(160)
	for i, v := range views {
		if v.HeatMin != low || v.HeatMax != high || len(v.Heat) != 16 {
			t.Errorf("view %d has a scale of %v to %v", i+1, v.HeatMin, v.HeatMax)
		}
	}
	if !math.IsNaN(views[0].Heat[0]) || views[1].Heat[0] != 1 {
		t.Errorf("the first cell has %v and %v", views[0].Heat[0], views[1].Heat[0])
	}
}

// What the colony is filmed with can be drawn.
func TestFilmOfAColony(t *testing.T) {
	p := item(t, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	film := solver.NewFilm(10)
	if _, err := acs.New().Solve(context.Background(), p, solver.Run{Seed: 1, Budget: solver.Iterations(20), Observer: film.Observe}); err != nil {
		t.Fatal(err)
	}
	views := sudoku.FilmViews(film.Frames())
	drawn := make([]puzzle.SVG, len(views))
	for i, v := range views {
		drawn[i] = p.Draw(v)
	}
	if len(drawn) < 2 || slices.Contains(drawn, "") || !strings.Contains(string(drawn[0]), "pheromone (log₁₀)") {
		t.Errorf("%d drawings", len(drawn))
	}
}
