package charts_test

import (
	"fmt"

	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// A chart is made of statistics and says in words what it shows.
func Example() {
	var records []experiment.Record
	for i, size := range []int{6, 8, 10, 12, 14, 16} {
		for run := range 10 {
			status := solver.Exhausted
			if run < 10-2*i {
				status = solver.Solved
			}
			records = append(records, experiment.Record{
				Puzzle: fmt.Sprintf("p%d", i), Content: fmt.Sprint(i), Rows: size, Cols: size,
				Engine: "nurikabe/acs", Run: run, Status: status, Budget: solver.Iterations(1000),
			})
		}
	}
	published := analysis.Reference{
		Label: "ants", Class: analysis.SizeClasses[0], Instances: 136, Any: 135, Rate: 0.942, Runs: 100,
		Source: "Amos et al. 2019, table 1",
	}
	c := charts.SuccessByClass(analysis.Group(records).By(analysis.Size).Success(), published)
	fmt.Println(c.Title)
	fmt.Println(c.Alt)
	fmt.Println(c.Check())
	// Output:
	// Success by size class, beside the published rates
	// Success rates. ants: 0–99 cells 0.900, 100–199 cells 0.400, 200–299 cells 0.000; published: 0–99 cells 0.942.
	// <nil>
}
