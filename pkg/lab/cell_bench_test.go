//go:build unix

package lab_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
)

// mostRatio is how much longer than a hello-world cell a warm cell may take
// that imports everything a notebook needs.
const mostRatio = 2.0

// fewCells and manyCells are the lengths of the notebooks that are timed: what
// the longer one takes more is the cells' alone.
const (
	fewCells  = 2
	manyCells = 10
)

// BenchmarkWarmCell compares cells through the real kernel: a hello world, one
// that links what notebooks link, one with a chart of its own, and one about the
// papers. Each kind has a kernel of its own
// (imports stay with a kernel), and they take turns, so that whatever else
// the machine does meets both. It prints
//
//	ratio      of the times on the clock, of the fastest cells of each kind,
//	           because a machine that does other things only ever adds time
//	cpu-ratio  of processor times, in the mean over all cells, which is the
//	           measure where the machine is never idle
//	own-chart-ratio
//	           as ratio, of a cell that also draws a chart of go-echarts
//	papers-ratio
//	           as ratio, of a cell that judges the rows of the papers
//
// and fails where the first two are mostRatio or more.
func BenchmarkWarmCell(b *testing.B) {
	env := labtest.Env(b)
	kinds := []*cellKind{
		{cell: helloCell},
		{cell: func(n int) string { return everythingCell(n, false) }},
		{cell: func(n int) string { return everythingCell(n, true) }},
		{cell: papersCell},
	}
	for b.Loop() {
		for range 3 {
			for _, k := range kinds {
				k.measure(b, env)
			}
		}
	}
	hello, everything, chart, papers := kinds[0], kinds[1], kinds[2], kinds[3]
	ratio := slices.Min(everything.wall) / slices.Min(hello.wall)
	cpuRatio := everything.cpu / hello.cpu
	b.ReportMetric(slices.Min(hello.wall), "s/hello-cell")
	b.ReportMetric(slices.Min(everything.wall), "s/warm-cell")
	b.ReportMetric(ratio, "ratio")
	b.ReportMetric(cpuRatio, "cpu-ratio")
	b.ReportMetric(slices.Min(chart.wall)/slices.Min(hello.wall), "own-chart-ratio")
	b.ReportMetric(slices.Min(papers.wall)/slices.Min(hello.wall), "papers-ratio")
	if min(ratio, cpuRatio) >= mostRatio {
		b.Errorf("a warm cell takes %.2f times a hello-world cell (%.2f times its processor time), less than %.1f is required", ratio, cpuRatio, mostRatio)
	}
}

// cellKind is one kind of cell and what its cells took, in seconds.
type cellKind struct {
	cell func(n int) string
	wall []float64
	cpu  float64 // of all cells together
}

// measure runs a short and a long notebook of such cells.
func (k *cellKind) measure(b *testing.B, env *lab.Env) {
	_, few := k.run(b, env, fewCells)
	starts, many := k.run(b, env, manyCells)
	k.cpu += many - few
	// The first cell finds the kernel cold, the last one's end nothing marks.
	for i := 1; i+1 < len(starts); i++ {
		k.wall = append(k.wall, starts[i+1].Sub(starts[i]).Seconds())
	}
}

// run executes a notebook of n cells and returns when each started and what
// processor time all programs took together.
func (k *cellKind) run(b *testing.B, env *lab.Env, n int) (starts []time.Time, cpu float64) {
	var cells []string
	for i := range n {
		cells = append(cells, k.cell(1000*n+i))
	}
	path := filepath.Join(b.TempDir(), "cells.ipynb")
	if err := os.WriteFile(path, labtest.Notebook(cells, false), 0o644); err != nil {
		b.Fatal(err)
	}
	before := childrenCPU(b)
	_, err := env.Execute(b.Context(), path, lab.ExecuteOptions{
		Progress: func(int, int) { starts = append(starts, time.Now()) },
	})
	if err != nil {
		b.Fatal(err)
	}
	return starts, childrenCPU(b) - before
}

// childrenCPU is the processor time of all programs that have ended and their
// children, in seconds.
func childrenCPU(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(rusageChildren, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

// rusageChildren is RUSAGE_CHILDREN of getrusage(2).
const rusageChildren = -1

// helloCell is the source of the smallest cell that prints; what it prints
// tells cells apart, for the same cell again is not built again.
func helloCell(n int) string {
	return fmt.Sprintf("import \"fmt\"\n\n%%%%\nfmt.Println(\"hello %d\")\n", n)
}

// everythingCell is the source of a cell that imports all of [labtest.CellImports],
// and [labtest.ChartImports] if it draws a chart of its own, and uses each as a
// cell does, so that the linker keeps it; but what it links it does not run.
func everythingCell(n int, ownChart bool) string {
	var b strings.Builder
	b.WriteString("import (\n\t\"fmt\"\n\t\"os\"\n\n")
	names, draw := labtest.CellImports, ""
	if ownChart {
		names = slices.Concat(names, labtest.ChartImports)
		draw = `line := echarts.NewLine()
	line.AddSeries("cost", []opts.LineData{{Value: 1}})
	show.Chart(charts.Of("own", "", 1, line))`
	}
	for _, name := range names {
		if name == "github.com/go-echarts/go-echarts/v2/charts" {
			b.WriteString("\techarts") // the lab's package has that name, too
		}
		b.WriteString("\t\"" + name + "\"\n")
	}
	fmt.Fprintf(&b, `)

%%%%
if len(os.Args) > 100 {
	puzzles := nurikabe.Kind.MustOpen("open-908").Between(50, 100).Take(3)
	runs := show.Run(experiment.Plan{Puzzles: puzzles.Puzzles(), Engines: []solver.Solver{acs.New(), exact.New(), portfolio.New()}}, show.Live(charts.SuccessBySize))
	show.Chart(charts.SuccessByClass(analysis.Default.SuccessBySize(runs.Records), paper.Table1()...))
	answer := analysis.Default.Compare(runs.Records, analysis.Question{Correction: stats.Shaffer})
	fmt.Println(answer, analysis.Default.CriticalDifferences(runs.Records, analysis.SuccessRate()).Cliques)
	out, frames := show.Solve(acs.New(), puzzles.Items[0], solver.Iterations(100), 1)
	show.Draw(puzzles.Items[0], puzzle.View{Board: out.Best})
	show.Film(show.Frames("", puzzles.Items[0], frames))
	rule := acs.Named("rule")
	rule.GlobalUpdate = func(t *colony.Trail, best []int32, amount float64) {}
	show.Race(race.Race{Puzzles: puzzles.Puzzles(), Baseline: acs.New(), Variants: []solver.Solver{rule}})
	%s
	show.Tune(tune.Tuner{New: func() solver.Configurable { return acs.New() }, Space: tune.Space{tune.Real("q0", 0, 1)}})
}
fmt.Println("hello %d")
`, draw, n)
	return b.String()
}

// papersCell is the source of a cell that imports all of [labtest.PaperImports]
// and uses each; what it links it does not run.
func papersCell(n int) string {
	return fmt.Sprintf(`import (
	"fmt"
	"os"

	"%s"
)

%%%%
if len(os.Args) > 100 {
	rows, err := papers.All()[0].Judge()
	fmt.Println(err)
	show.Markdown("%%s", show.Raw(papers.Markdown(rows)))
	show.Chart(charts.SuccessBySize(nil))
	show.Conclusion(analysis.Fact("none"))
}
fmt.Println("hello %d")
`, strings.Join(labtest.PaperImports, "\"\n\t\""), n)
}
