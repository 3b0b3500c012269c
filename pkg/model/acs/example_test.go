package acs_test

import (
	"context"
	"fmt"

	"formicary/pkg/model"
	"formicary/pkg/model/acs"
	"formicary/pkg/solver"
)

// A kind of puzzle of one's own, and its ants: shaded cells do not touch, unshaded ones are connected,
// and numbers count the shaded cells of their row.
func Example() {
	kind := &model.Kind{
		Name: "rows", Title: "Rows", Parts: []*model.Part{model.Left},
		Declare: func(m *model.Model, in *model.Instance) {
			shaded := m.Cells(model.Shade, 2, nil)
			m.Rule("shaded cells do not touch")
			m.Apart(shaded.Is(1))
			m.Rule("unshaded cells are connected")
			m.Connected(shaded.Is(0))
			m.Rule("a number counts the shaded cells of its row")
			for row := range in.Size.Rows {
				if n, ok := in.Number(model.Left, row); ok {
					m.Exactly(n, shaded.In(1, m.Row(row)...)...)
				}
			}
		},
	}
	p, err := kind.New("1", "example", "5 5\n3 0 2 1 2")
	if err != nil {
		panic(err)
	}
	out, err := acs.New(kind).Solve(context.Background(), p, solver.Run{Seed: 1, Budget: solver.Iterations(100)})
	fmt.Println(out.Status, err)
	for _, row := range p.Rows(out.Best) {
		fmt.Println(row)
	}
	// Output:
	// solved <nil>
	// #.#.#
	// .....
	// .#.#.
	// ..#..
	// .#..#
}
