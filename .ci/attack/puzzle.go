package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"formicary/pkg/engines"
	"formicary/pkg/nonogram"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
)

// randomPuzzles puts puzzles that nobody made before all engines.
func randomPuzzles(f *field) error { return f.batches("puzzles", f.rand.Uint64(), 60) }

// onePuzzle lets all engines of a kind work on a random puzzle, and looks for
// contradictions: between engines, and with a search through all boards where
// there are few.
func onePuzzle(seed uint64, number int) error {
	r := rand.New(rand.NewPCG(seed, uint64(number)))
	p, err := []func(*rand.Rand) (puzzle.Puzzle, error){randomNurikabe, randomSudoku, randomNonogram}[r.IntN(3)](r)
	if err != nil {
		return err
	}
	kind := p.Kind()
	solutions := map[string]bool{} // boards that somebody has found
	said := map[solver.Status]string{}
	if n, ok := count(p, solutions); ok {
		said[[]solver.Status{solver.Unsolvable, solver.Unique, solver.Multiple}[min(n, 2)]] = "a search through all boards"
	}
	for _, e := range engines.All() {
		if e.Kind != kind {
			continue
		}
		budget := solver.Budget{Iterations: 100, Wall: 3 * time.Second}
		if e.Complete {
			budget.Iterations = 0
		}
		out, err := e.New().Solve(context.Background(), p, solver.Run{Seed: seed, Budget: budget})
		switch {
		case errors.Is(err, solver.ErrPuzzle):
			continue
		case err != nil:
			return fmt.Errorf("%s: %w on a %s", e.Name, err, kind)
		case out.Status.HasSolution():
			if broken := p.Check(out.Best); len(broken) > 0 {
				return fmt.Errorf("%s: its solution breaks %v of a %s", e.Name, broken[0], kind)
			}
			solutions[fmt.Sprint(out.Best.Values)] = true
		}
		if out.Status == solver.Multiple {
			solutions[fmt.Sprint(out.Second.Values)] = true
		}
		if out.Status.Decided() && out.Status != solver.Solved {
			said[out.Status] = e.Name
		}
	}
	switch {
	case said[solver.Unsolvable] != "" && len(solutions) > 0:
		return fmt.Errorf("%s says that there is no solution, and there is one of a %s", said[solver.Unsolvable], kind)
	case said[solver.Unique] != "" && len(solutions) > 1:
		return fmt.Errorf("%s says that there is one solution, and there are %d of a %s", said[solver.Unique], len(solutions), kind)
	case len(said) > 1:
		return fmt.Errorf("%v of one %s", said, kind)
	}
	return nil
}

// fewBoards is how many boards a search through all of them tries at most.
const fewBoards = 1 << 12

// count counts the solutions of a puzzle with few boards, those above two not
// all, and keeps them.
func count(p puzzle.Puzzle, solutions map[string]bool) (n int, ok bool) {
	values := 2
	switch p := p.(type) {
	case *sudoku.Puzzle:
		return 0, false
	case *nonogram.Puzzle:
		values = p.Colours() + 1
	}
	boards := 1
	for range p.Size().Cells() {
		if boards *= values; boards > fewBoards {
			return 0, false
		}
	}
	g := puzzle.NewGrid(p.Size(), 0)
	for board := range boards {
		for i := range g.Values {
			g.Values[i] = uint8(board % values)
			board /= values
		}
		if len(p.Check(g)) == 0 {
			solutions[fmt.Sprint(g.Values)] = true
			if n++; n == 2 {
				break
			}
		}
	}
	return n, true
}

// randomNurikabe has clues anywhere: mostly it has no solution.
func randomNurikabe(r *rand.Rand) (puzzle.Puzzle, error) {
	size := puzzle.Size{Rows: 1 + r.IntN(7), Cols: 1 + r.IntN(7)}
	if r.IntN(2) == 0 {
		size = puzzle.Size{Rows: 1 + r.IntN(4), Cols: 1 + r.IntN(3)}
	}
	clues := make([]int, size.Cells())
	for i := range clues {
		if r.IntN(6) == 0 {
			clues[i] = 1 + r.IntN(1+r.IntN(6))
		}
		if r.IntN(200) == 0 {
			clues[i] = nurikabe.Unknown
		}
	}
	return nurikabe.New("random", size, clues)
}

// randomSudoku has some of the digits of a solved board, or any.
func randomSudoku(r *rand.Rand) (puzzle.Puzzle, error) {
	box := []puzzle.Size{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 3}}[r.IntN(3)]
	n := box.Cells()
	share, wild := r.Float64(), r.IntN(3) == 0
	givens := make([]uint8, n*n)
	digits := r.Perm(n)
	for i := range givens {
		row, col := i/n, i%n
		givens[i] = uint8(1 + digits[(row*box.Cols+row/box.Rows+col)%n]) // rows that are shifted
		if wild && r.IntN(n*n) == 0 {
			givens[i] = uint8(1 + r.IntN(n))
		}
		if r.Float64() > share {
			givens[i] = puzzle.Unset
		}
	}
	return sudoku.New("random", box, givens)
}

// randomNonogram has the clues of a random picture, and sometimes a mistake in
// them.
func randomNonogram(r *rand.Rand) (puzzle.Puzzle, error) {
	size := puzzle.Size{Rows: 1 + r.IntN(10), Cols: 1 + r.IntN(10)}
	if r.IntN(2) == 0 {
		size = puzzle.Size{Rows: 1 + r.IntN(4), Cols: 1 + r.IntN(3)}
	}
	palette := []nonogram.Ink(nil)
	colours := 1
	if r.IntN(3) == 0 {
		palette = append(nonogram.BlackAndWhite(), nonogram.Ink{Name: "red", RGB: [3]uint8{255}})
		colours = 2
	}
	g := puzzle.NewGrid(size, 0)
	filled := r.Float64()
	for i := range g.Values {
		if r.Float64() < filled {
			g.Values[i] = uint8(1 + r.IntN(colours))
		}
	}
	p, err := nonogram.FromPicture("random", g, palette)
	if err != nil || r.IntN(3) > 0 {
		return p, err
	}
	var rows, cols []nonogram.Clue
	for i := range size.Rows {
		rows = append(rows, append(nonogram.Clue{}, p.Row(i)...))
	}
	for i := range size.Cols {
		cols = append(cols, append(nonogram.Clue{}, p.Col(i)...))
	}
	if wrong := rows[r.IntN(len(rows))]; len(wrong) > 0 {
		wrong[r.IntN(len(wrong))].Length = 1 + r.IntN(3)
	}
	return nonogram.New("random", rows, cols, palette)
}
