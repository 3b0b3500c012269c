package labtest

import (
	"fmt"
	"strings"
)

// CellImports are the packages of this module that the notebooks about Nurikabe
// import: the most that a notebook does.
var CellImports = []string{
	"formicary/pkg/analysis",
	"formicary/pkg/analysis/stats",
	"formicary/pkg/charts",
	"formicary/pkg/colony",
	"formicary/pkg/experiment",
	"formicary/pkg/nurikabe",
	"formicary/pkg/nurikabe/acs",
	"formicary/pkg/nurikabe/exact",
	"formicary/pkg/nurikabe/paper",
	"formicary/pkg/nurikabe/portfolio",
	"formicary/pkg/puzzle",
	"formicary/pkg/race",
	"formicary/pkg/show",
	"formicary/pkg/solver",
	"formicary/pkg/tune",
}

// HelloCell is the source of the smallest cell that prints; what it prints
// tells cells apart, for the same cell again is not built again.
func HelloCell(n int) string {
	return fmt.Sprintf("import \"fmt\"\n\n%%%%\nfmt.Println(\"hello %d\")\n", n)
}

// EverythingCell is the source of a cell that imports all of [CellImports] and
// uses each as a cell does, so that the linker keeps it; but what it links it
// does not run.
func EverythingCell(n int) string {
	var b strings.Builder
	b.WriteString("import (\n\t\"fmt\"\n\t\"os\"\n\n")
	for _, name := range CellImports {
		b.WriteString("\t\"" + name + "\"\n")
	}
	fmt.Fprintf(&b, `)

%%%%
if len(os.Args) > 100 {
	puzzles := nurikabe.Kind.MustOpen("open-908").Between(50, 100).Take(3)
	runs := show.Run(experiment.Plan{Puzzles: puzzles.Puzzles(), Engines: []solver.Solver{acs.New(), exact.New(), portfolio.New()}}, show.Live(charts.SuccessBySize))
	show.Chart(charts.SuccessByClass(analysis.Default.SuccessBySize(runs.Records), paper.Table1()...))
	answer, err := analysis.Default.Compare(runs.Records, analysis.Question{Correction: stats.Shaffer})
	fmt.Println(answer, err, analysis.Default.CriticalDifferences(runs.Records, analysis.SuccessRate()).Cliques)
	out, frames := show.Solve(acs.New(), puzzles.Items[0], solver.Iterations(100), 1)
	show.Draw(puzzles.Items[0], puzzle.View{Board: out.Best})
	show.Chart(charts.Pheromone(frames, puzzles.Items[0]))
	rule := acs.Named("rule")
	rule.GlobalUpdate = func(t *colony.Trail, best []int32, amount float64) {}
	show.Race(race.Race{Puzzles: puzzles.Puzzles(), Baseline: acs.New(), Variants: []solver.Solver{rule}})
	show.Tune(tune.Tuner{New: func() solver.Configurable { return acs.New() }, Space: tune.Space{tune.Real("q0", 0, 1)}})
}
fmt.Println("hello %d")
`, n)
	return b.String()
}
