package nurikabe_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// annealing turns one cell at a time, by simulated annealing on
// [nurikabe.Puzzle.Cost].
type annealing struct{ heat float64 }

func (annealing) Describe() solver.Description { return solver.Description{Engine: "annealing"} }

func (a annealing) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	n, err := solver.Cast[*nurikabe.Puzzle](p)
	if err != nil {
		return solver.Outcome{}, err
	}
	r, m := rand.New(solver.NewPCG(run.Seed)), solver.Start(ctx, p, run)
	board := puzzle.NewGrid(n.Size(), nurikabe.Wall)
	for _, cell := range n.ClueCells() {
		board.Values[cell] = nurikabe.Island
	}
	cost := n.Cost(board)
	out := solver.Outcome{Status: solver.Solved, Cost: math.Inf(1)}
	for out.Cost > 0 && m.Continue() {
		cell := r.IntN(n.Size().Cells())
		board.Values[cell] ^= nurikabe.Wall // wall becomes island, island wall
		next := n.Cost(board)
		m.Evaluated(1)
		if r.Float64() >= math.Exp(float64(cost-next)/a.heat) {
			board.Values[cell] ^= nurikabe.Wall
		} else if cost = next; float64(cost) < out.Cost {
			out.Best, out.Cost = board.Clone(), float64(cost)
			m.Improved(out.Cost, out.Best, nil)
		}
		m.Iterated(float64(cost), board, nil)
	}
	if out.Cost > 0 {
		out.Status = m.Undecided()
	}
	return m.Finish(out)
}

// An engine of your own needs little more than the cost of a board; its moves
// may use [puzzle.Size.Neighbours].
func ExamplePuzzle_Cost() {
	p := nurikabes.Kind.MustOpen("open-908").Between(30, 49).Items[0]
	out, err := annealing{heat: 0.35}.Solve(context.Background(), p, solver.Run{Seed: 1, Budget: solver.Iterations(100_000)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Size(), out.Status)
	fmt.Println(strings.Join(p.Rows(out.Best), "\n"))
	// Output:
	// 5x6 solved
	// .#####
	// ##.#.#
	// #.#.##
	// #.##.#
	// ##.###
}
