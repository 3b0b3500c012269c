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

func TestFilmViews(t *testing.T) {
	f := frame()
	bare := solver.Frame{Board: f.Board}
	if views := sudoku.FilmViews([]solver.Frame{f, bare}); len(views[0].Heat) != 16 || views[1].Heat != nil || len(f.Pheromone) != 64 {
		t.Errorf("%d and %d numbers, %d in the frame that was given", len(views[0].Heat), len(views[1].Heat), len(f.Pheromone))
	}
	defer func() {
		if text, _ := recover().(string); !strings.HasPrefix(text, "sudoku: 63 pheromone values") {
			t.Errorf("panics with %q", text)
		}
	}()
	f.Pheromone = f.Pheromone[1:]
	sudoku.FilmViews([]solver.Frame{f})
}

func TestCommitment(t *testing.T) {
	f := frame()
	for i := range 4 {
		f.Pheromone[i], f.Pheromone[4+i] = 0, 0.5
	}
	for cell, got := range sudoku.FilmViews([]solver.Frame{f})[0].Heat {
		// The strongest digit has cell+1, the other three 0.5 each.
		want := float64(cell+1) / (float64(cell+1) + 1.5)
		switch cell {
		case 0:
			if !math.IsNaN(got) {
				t.Errorf("a cell without pheromone has %v", got)
			}
			continue
		case 1:
			want = 0.25 // all the same
		}
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("cell %d has %v, want %v", cell, got, want)
		}
	}
}

// What the colony is filmed with can be drawn.
func TestFilmOfAColony(t *testing.T) {
	p := item(t, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	film := solver.NewRecorder(10)
	if _, err := acs.New().Solve(context.Background(), p, solver.Run{Seed: 1, Budget: solver.Iterations(20), Observer: film.Observe}); err != nil {
		t.Fatal(err)
	}
	views := sudoku.FilmViews(film.Frames())
	for i, v := range views {
		if v.HeatMin != 0 || v.HeatMax != 1 || len(v.Heat) != 81 || slices.Min(v.Heat) < 1.0/9-1e-9 || slices.Max(v.Heat) > 1 {
			t.Errorf("view %d: shares from %v to %v of %d cells", i+1, slices.Min(v.Heat), slices.Max(v.Heat), len(v.Heat))
		}
		if !strings.Contains(string(p.Draw(v)), v.HeatName) {
			t.Errorf("view %d is drawn without its scale", i+1)
		}
	}
	if len(views) < 2 {
		t.Errorf("%d views", len(views))
	}
}
