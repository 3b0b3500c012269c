package exact_test

import (
	"context"
	"fmt"

	"formicary/pkg/model"
	"formicary/pkg/model/exact"
	"formicary/pkg/solver"
)

// mines is a kind of puzzle: numbers count the mines around them.
var mines = &model.Kind{
	Name: "mines", Title: "Mines", Parts: []*model.Part{model.Clues},
	Declare: func(m *model.Model, in *model.Instance) {
		mine := m.Cells(model.Shade, 2, nil)
		for cell := range mine {
			n, ok := in.Number(model.Clues, cell)
			if !ok {
				continue
			}
			m.Rule("no mine on a number")
			m.Is(mine[cell].Is(0))
			m.Rule("numbers count the mines around them")
			at := m.Size().At(cell)
			m.Exactly(n, mine.In(1, m.Block(at.Row-1, at.Col-1, 3, 3)...)...)
		}
	},
	Sign: func(_ *model.Instance, _ int, values []int) string { return []string{"-", "x"}[values[0]] },
}

// A declared puzzle is decided, and every step is told.
func Example() {
	p, err := mines.New("1", "example", "3 3\n- 0 -\n- - 1\n1 - -")
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := exact.New(mines).Solve(context.Background(), p, solver.Run{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(out.Status)
	fmt.Println(p.SolutionText(out.Best))
	trace, err := exact.New(mines).Explain(context.Background(), p)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, step := range trace.Steps {
		fmt.Println(step.Text)
	}
	// Output:
	// unique
	// 3 3
	// - - -
	// - - -
	// - x -
	// r1c2 is not shaded: no mine on a number.
	// r1c1 is not shaded: numbers count the mines around them, and no more fit.
	// r1c3 is not shaded: numbers count the mines around them, and no more fit.
	// r2c1 is not shaded: numbers count the mines around them, and no more fit.
	// r2c2 is not shaded: numbers count the mines around them, and no more fit.
	// r2c3 is not shaded: numbers count the mines around them, and no more fit.
	// r3c1 is not shaded: no mine on a number.
	// r3c2 is shaded: numbers count the mines around them, and all that are left are needed.
	// r3c3 is not shaded: numbers count the mines around them, and no more fit.
}
