package nurikabe

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

// made is an instance with a random board, for benchmarks: what is measured
// does not depend on whether it is a solution.
func made(b *testing.B, side int) (*Puzzle, puzzle.Grid, []float64) {
	r := rand.New(rand.NewPCG(7, uint64(side)))
	clues := make([]int, side*side)
	heat := make([]float64, len(clues))
	board := puzzle.NewGrid(puzzle.Size{Rows: side, Cols: side}, Wall)
	for i := range clues {
		if r.IntN(6) == 0 {
			clues[i] = 1 + r.IntN(20)
		}
		if r.IntN(5) < 2 {
			board.Values[i] = Island
		}
		heat[i] = r.Float64()
	}
	p := alltest.Must(New(fmt.Sprint(side), board.Size, clues))(b)
	return p, board, heat
}

func BenchmarkCheck(b *testing.B) {
	for _, side := range []int{10, 20, 50} {
		p, board, _ := made(b, side)
		b.Run(fmt.Sprint(side), func(b *testing.B) {
			for b.Loop() {
				p.Check(board)
			}
		})
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, side := range []int{10, 20, 50} {
		p, board, heat := made(b, side)
		b.Run(fmt.Sprint(side), func(b *testing.B) {
			size := 0
			for b.Loop() {
				size = len(p.Draw(puzzle.View{Board: board, Heat: heat}))
			}
			b.ReportMetric(float64(size), "bytes/drawing")
		})
	}
}
