package acs_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis/stats"
	"formicary/pkg/model"
	"formicary/pkg/model/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
	"formicary/pkg/sudoku"
	special "formicary/pkg/sudoku/acs"
	"formicary/pkg/sudoku/sudokus"
)

// declared is a Sudoku as a declared puzzle.
func declared(t testing.TB, p *sudoku.Puzzle) *model.Puzzle {
	l := p.Layout()
	kind := &model.Kind{
		Name: "sudoku", Title: "Sudoku", Parts: []*model.Part{model.Clues},
		Declare: func(m *model.Model, in *model.Instance) {
			digits := m.Cells(model.Number, l.N, nil)
			unit := make([][]model.Var, 3*l.N)
			for cell, v := range digits {
				row, col := cell/l.N, cell%l.N
				for _, u := range [3]int{row, l.N + col, 2*l.N + row/l.Box.Rows*l.Box.Rows + col/l.Box.Cols} {
					unit[u] = append(unit[u], v)
				}
				if n, ok := in.Number(model.Clues, cell); ok {
					m.Is(v.Is(n - 1))
				}
			}
			for _, u := range unit {
				m.Different(u...)
			}
		},
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d", l.N, l.N)
	for cell, v := range p.Values() {
		b.WriteByte(" \n"[b2i(cell%l.N == 0)])
		if v == puzzle.Unset {
			b.WriteString(model.None)
		} else {
			fmt.Fprint(&b, v)
		}
	}
	q := alltest.Must(kind.New(p.ID(), "sudoku", b.String()))(t)
	return q
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// BenchmarkSudoku holds declared Sudoku against package sudoku/acs, with the same seeds and 200 iterations each, on boards of
// Lloyd and Amos: all of 16×16 with 40 % given, the hardest share, and of 25×25 with 45 %, and prints runs solved with the
// interval at 95 % (Clopper and Pearson), iterations and time. Two minutes.
//
//	FORMICARY_DATA=… go test -run '^$' -bench Sudoku -benchtime 1x -timeout 0 ./pkg/model/acs
func BenchmarkSudoku(b *testing.B) {
	if os.Getenv(sets.DataEnv) == "" {
		b.Skipf("%s does not name the benchmarks", sets.DataEnv)
	}
	paper, blind := acs.New(&model.Kind{Name: "sudoku"}), acs.New(&model.Kind{Name: "sudoku"})
	paper.Sequence, paper.Patience, paper.Facts = acs.Raster, 0, false
	blind.Rho, blind.Xi = 0, 0
	for b.Loop() {
		for _, c := range []struct{ set, share string }{{"lloyd-amos-general-16x16", "40 "}, {"lloyd-amos-general-25x25", "45 "}} {
			set := sudokus.Kind.MustOpen(c.set).Where(func(i puzzle.Item) bool { return strings.HasPrefix(i.ID(), c.share) })
			for _, e := range []struct {
				name string
				solver.Solver
			}{
				{"sudoku/acs", special.New()},
				{"declared", acs.New(&model.Kind{Name: "sudoku"})},
				{"declared, no pheromone", blind},
				{"declared, paper's order, no patience, no facts", paper},
			} {
				solved, runs, iterations, cpu := 0, 0, int64(0), 0.0
				for _, item := range set.Items {
					var p puzzle.Puzzle = item
					if e.name != "sudoku/acs" {
						p = declared(b, item.Puzzle.(*sudoku.Puzzle))
					}
					for seed := range uint64(2) {
						out := solvertest.Solve(b, e, p, solver.Run{Seed: seed + 1, Budget: solver.Iterations(200)})
						if runs++; out.Status == solver.Solved {
							solved++
						}
						iterations, cpu = iterations+out.Iterations, cpu+out.CPU.Seconds()
					}
				}
				in := stats.ClopperPearson(float64(solved), float64(runs), 0.95)
				fmt.Printf("%-26s %-48s %3d of %3d (%.3f to %.3f), %5d iterations, %7.2f s\n", c.set, e.name, solved, runs, in.Low, in.High, iterations, cpu)
			}
		}
	}
}
