package model_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// canal is Canal View: a number counts the shaded cells that are seen from it.
var canal = &model.Kind{
	Name: "canalview", Title: "Canal View", Parts: []*model.Part{model.Clues},
	Declare: func(m *model.Model, in *model.Instance) {
		shaded := m.Cells(model.Shade, 2, nil)
		m.Rule("shaded cells are connected")
		m.Connected(shaded.Is(1))
		m.Rule("no 2×2 block is shaded")
		m.NoSquare(shaded.Is(1), 2)
		for cell := range shaded {
			if n, ok := in.Number(model.Clues, cell); ok {
				m.Rule("cells with numbers are not shaded", cell)
				m.Is(shaded[cell].Is(0))
				m.Rule("a number counts the shaded cells that it sees", cell)
				var sees []model.Lit
				for d := model.North; d <= model.West; d++ {
					sees = append(sees, m.Seen(shaded.In(1, m.Ray(cell, d, nil)...))...)
				}
				m.Exactly(n, sees...)
			}
		}
	},
	Sign: func(_ *model.Instance, _ int, values []int) string { return []string{"-", "x"}[values[0]] },
}

// A genetic algorithm for every declared kind, in 32 lines: a population of boards, whose better ones are crossed and changed.
func ExamplePuzzle_Cost() {
	genetic := solver.Sketch("genetic", func(m *solver.Meter, p *model.Puzzle, r *rand.Rand) puzzle.Grid {
		type member struct {
			board puzzle.Grid
			cost  int
		}
		open := p.Open()
		mutated := func(board puzzle.Grid, share float64) member {
			for _, v := range open {
				if r.Float64() < share {
					v.Set(board, v.Can()[r.IntN(len(v.Can()))])
				}
			}
			m.Evaluated(1)
			return member{board, p.Cost(board)}
		}
		var population []member
		for range 50 {
			population = append(population, mutated(p.Board(), 1))
		}
		pick := func() puzzle.Grid { return population[min(r.IntN(50), r.IntN(50))].board }
		for population[0].cost > 0 && m.Continue() {
			child, other := pick().Clone(), pick()
			for _, v := range open {
				if r.IntN(2) == 0 {
					v.Set(child, v.Value(other))
				}
			}
			population[49] = mutated(child, 2/float64(len(open)))
			slices.SortStableFunc(population, func(a, b member) int { return cmp.Compare(a.cost, b.cost) })
		}
		return population[0].board
	})

	p, err := canal.New("1", "typed", "5 5\n- - - - -\n- 2 - 4 -\n- - - - -\n- 3 - - 2\n- - - - -")
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := genetic.Solve(context.Background(), p, solver.Run{Seed: 1, Budget: solver.Evaluations(20_000)})
	fmt.Println(out.Status, err)
	for _, row := range p.Rows(out.Best) {
		fmt.Println(row)
	}
	// Output:
	// solved <nil>
	// ..##.
	// .2#4#
	// #####
	// .3#.2
	// ####.
}

// A typed algorithm asks what is broken, and reads the clues.
func ExamplePuzzle_Broken() {
	p, err := canal.New("1", "typed", "2 3\n- - -\n- 3 -")
	if err != nil {
		fmt.Println(err)
		return
	}
	board := p.Board()
	board.Values[0], board.Values[5] = 1, 1
	n, _ := p.Number(model.Clues, 4)
	fmt.Println("a clue:", n, "- cost:", p.Cost(board), "- open:", len(p.Open()), "of", len(board.Values))
	for rule, cells := range p.Broken(board) {
		fmt.Println(rule, cells)
	}
	for _, fault := range p.Check(board) {
		fmt.Println(fault)
	}
	// Output:
	// a clue: 3 - cost: 3 - open: 5 of 6
	// shaded cells are connected [5]
	// a number counts the shaded cells that it sees [1 3 4 5]
	// shaded cells are connected: broken at r2c3
	// a number counts the shaded cells that it sees: broken for the clue at r2c2, at r1c2, r2c1, r2c3
}
