package tabu_test

import (
	"context"
	"fmt"

	"formicary/pkg/model"
	"formicary/pkg/model/tabu"
	"formicary/pkg/solver"
)

// Queens that do not threaten each other: one in each row and column, none on the same diagonal.
func Example() {
	queens := &model.Kind{
		Name: "queens", Title: "Queens",
		Declare: func(m *model.Model, in *model.Instance) {
			queen := m.Cells(model.Shade, 2, nil)
			n := in.Size.Rows
			lines := map[[2]int][]int{}
			for cell := range queen {
				row, col := cell/n, cell%n
				for kind, line := range []int{row, col, row + col, row - col} {
					lines[[2]int{kind, line}] = append(lines[[2]int{kind, line}], cell)
				}
			}
			for kind := range 4 {
				for line := 1 - n; line < 2*n; line++ {
					if cells := lines[[2]int{kind, line}]; len(cells) > 0 {
						least := 1 - kind/2 // of rows and columns
						m.Count(least, 1, queen.In(1, cells...)...)
					}
				}
			}
		},
	}
	p, err := queens.New("eight", "example", "8 8")
	if err != nil {
		panic(err)
	}
	out, err := tabu.New(queens).Solve(context.Background(), p, solver.Run{Seed: 1, Budget: solver.Iterations(10000)})
	fmt.Println(out.Status, err)
	for _, row := range p.Rows(out.Best) {
		fmt.Println(row)
	}
	// Output:
	// solved <nil>
	// ..#.....
	// .....#..
	// .#......
	// ......#.
	// ....#...
	// #.......
	// .......#
	// ...#....
}
