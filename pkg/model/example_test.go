package model_test

import (
	"fmt"
	"os"
	"strings"

	"formicary/pkg/model"
	"formicary/pkg/model/notation"
	"formicary/pkg/puzzle"
)

// rooks is a kind as a stranger declares it: a rook in every row and column, none on blocked cells.
var rooks = &model.Kind{
	Name: "rooks", Title: "Rooks", Parts: []*model.Part{model.Clues},
	Declare: func(m *model.Model, in *model.Instance) {
		free := func(cell int) bool { return in.Sign(model.Clues, cell) == model.None }
		rook := m.Cells(model.Shade, 2, free)
		m.Rule("a rook in every row and column")
		for i := range m.Size().Rows {
			m.Exactly(1, rook.In(1, m.Row(i)...)...)
			m.Exactly(1, rook.In(1, m.Col(i)...)...)
		}
	},
	Sign: func(in *model.Instance, cell int, values []int) string { return []string{"-", "r"}[values[0]] },
}

// A kind has rules that judge, rows for a terminal, a drawing, and formats, without a word about them.
func ExampleKind() {
	p, err := rooks.New("1", "typed", "2 2\n# -\n- -")
	if err != nil {
		fmt.Println(err)
		return
	}
	board := puzzle.Grid{Size: p.Size(), Values: []uint8{0, 1, 0, 1}}
	fmt.Println(strings.Join(p.Rows(board), "\n"))
	for _, bad := range p.Check(board) {
		fmt.Println(bad)
	}
	board.Values = []uint8{0, 1, 1, 0}
	fmt.Println("right:", p.Check(board) == nil)
	fmt.Println(strings.HasPrefix(string(p.Draw(puzzle.View{Board: board})), "<svg "))
	format, err := notation.Of(rooks, nil).Format("json")
	if err == nil {
		err = format.Write(os.Stdout, puzzle.Set{Items: []puzzle.Item{{Puzzle: p, Solution: board}}})
	}
	fmt.Println(err)
	// Output:
	// ##
	// .#
	// a rook in every row and column: broken at r2c1
	// a rook in every row and column: broken at r1c2, r2c2
	// right: true
	// true
	// {
	// "name": "Rooks",
	// "count": 1,
	// "count_sol": 1,
	// "data": {
	// "1": {
	// "problem": "2 2\n# -\n- -",
	// "solution": "2 2\n- r\nr -"
	// }
	// }
	// }
	// <nil>
}
