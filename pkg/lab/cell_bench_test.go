//go:build unix

package lab_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/puzzle/sets"
)

// mostRatio is how much longer than a hello-world cell as GoNB makes it a warm cell
// may take that imports everything a notebook needs.
const mostRatio = 1.5

// cellRounds is how many cells of each kind are measured, after one that is not: it
// finds the kernel cold.
const cellRounds = 15

// BenchmarkWarmCell compares cells through the real kernel: a hello world and one
// that links what notebooks link, with the lab's own go command and without it. Each kind has
// a kernel of its own (imports stay with a kernel), and they take turns, so that
// whatever else the machine does meets all. It prints medians over the rounds:
//
//	s/hello-cell, s/warm-cell
//	           the time from the request to the answer, by the clock
//	ratio      of the warm cell to the hello world of the same round as GoNB makes
//	           it, without the lab's go command: what a stock kernel is at best
//	cpu-ratio  as ratio, of processor times of all of the kernel's processes, which
//	           is the measure where the machine is never idle
//	stock-ratio, stock-cpu-ratio
//	           the same of both without it
//
// and fails where the first two ratios are mostRatio or more.
func BenchmarkWarmCell(b *testing.B) {
	stock := map[string]string{"FORMICARY_PLAIN_GO": "1"}
	kinds := []cellKind{
		{Cells: []string{helloCell}},
		{Cells: []string{everythingCell}},
		{Cells: []string{helloCell}, Env: stock},
		{Cells: []string{everythingCell}, Env: stock},
	}
	var took [][]cellTime
	for b.Loop() {
		took = timeCells(b, 1+cellRounds, kinds)
	}
	const own, warm, plainHello, plainWarm = 0, 1, 2, 3
	median := func(of func(round int) float64) float64 {
		var all []float64
		for round := 1; round <= cellRounds; round++ {
			all = append(all, of(round))
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	wall := func(kind, by int) float64 {
		return median(func(i int) float64 { return took[kind][i].Wall / took[by][i].Wall })
	}
	cpu := func(kind, by int) float64 {
		return median(func(i int) float64 { return took[kind][i].CPU / took[by][i].CPU })
	}
	seconds := func(kind int, cpu bool) float64 {
		return median(func(i int) float64 {
			if cpu {
				return took[kind][i].CPU
			}
			return took[kind][i].Wall
		})
	}
	var all strings.Builder
	for _, m := range []struct {
		value float64
		unit  string
	}{
		{seconds(own, false), "s/hello-cell"},
		{seconds(warm, false), "s/warm-cell"},
		{seconds(own, true), "cpu-s/hello-cell"},
		{seconds(warm, true), "cpu-s/warm-cell"},
		{wall(warm, plainHello), "ratio"},
		{cpu(warm, plainHello), "cpu-ratio"},
		{wall(plainWarm, plainHello), "stock-ratio"},
		{cpu(plainWarm, plainHello), "stock-cpu-ratio"},
	} {
		b.ReportMetric(m.value, m.unit)
		fmt.Fprintf(&all, "\n%7.3f %s", m.value, m.unit)
	}
	least := min(wall(warm, plainHello), cpu(warm, plainHello))
	alltest.Check(b, least < mostRatio, "a warm cell takes %.2f times a hello-world cell, less than %.2f is required%s", least, mostRatio, &all)
}

// BenchmarkFirstPicture measures how long after the request a cell shows the first
// picture of a race: a race that was defined in an earlier cell, with a rule in the cell that
// has changed, of runs of 20 s each. It prints the median and the most, in seconds.
func BenchmarkFirstPicture(b *testing.B) {
	var took [][]cellTime
	for b.Loop() {
		took = timeCells(b, 1+cellRounds/3, []cellKind{{Cells: []string{raceCell}}})
	}
	var all []float64
	for _, cell := range took[0][1:] {
		alltest.Require(b, cell.First != nil, "a race has shown nothing")
		all = append(all, *cell.First)
	}
	slices.Sort(all)
	b.ReportMetric(all[len(all)/2], "s/first-picture")
	b.ReportMetric(all[len(all)-1], "s/slowest")
}

// cellKind is one kind of cells, which take turns, and what their kernel has in its
// environment; "ROUND" in a cell stands for the number of the round.
type cellKind struct {
	Cells []string          `json:"cells"`
	Env   map[string]string `json:"env"`
}

// cellTime is what a cell took, in seconds: by the clock, of processor time, and until
// the first display, if any (see testdata/cells.py).
type cellTime struct {
	Kind, Round int
	Wall, CPU   float64
	First       *float64
}

// timeCells returns what the cells of each kind took in each round.
func timeCells(b *testing.B, rounds int, kinds []cellKind) [][]cellTime {
	env := labtest.Env(b)
	for i := range kinds {
		given := map[string]string{assets.ModeEnv: assets.ModeQuick}
		for name, value := range kinds[i].Env {
			given[name] = value
		}
		kinds[i].Env = given
	}
	task := alltest.Must(json.Marshal(map[string]any{"rounds": rounds, "kinds": kinds}))(b)
	script := alltest.Must(filepath.Abs(filepath.Join("testdata", "cells.py")))(b)
	cmd := exec.CommandContext(b.Context(), filepath.Join(env.Python, "bin", "python"), script)
	cmd.Dir = b.TempDir()
	cmd.Stdin = bytes.NewReader(task)
	cmd.Env = append(os.Environ(),
		"JUPYTER_PATH="+filepath.Join(env.Kernel, "share", "jupyter"), "JUPYTER_PREFER_ENV_PATH=1", "JUPYTER_RUNTIME_DIR="+b.TempDir(),
		"FORMICARY_GO="+env.Go, sets.RootEnv+"="+env.Root, assets.HomeEnv+"="+env.Home, assets.EchartsEnv+"="+env.EchartsFile())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	alltest.Require(b, err == nil, "%v\n%s", err, stderr.String())
	took := make([][]cellTime, len(kinds))
	for line := range bytes.Lines(out) {
		var t cellTime
		err := json.Unmarshal(line, &t)
		alltest.Require(b, err == nil, "%v: %s", err, line)
		took[t.Kind] = append(took[t.Kind], t)
	}
	return took
}

// raceCell is the source of a cell that changes a rule and races it.
const raceCell = `import (
	"os"
	"time"

	"formicary/pkg/colony"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/race"
	"formicary/pkg/show"
	"formicary/pkg/solver"
)

%%
rule := acs.Named("rule ROUND")
rule.GlobalUpdate = func(t *colony.Trail, best []int32, amount float64) {}
go func() {
	time.Sleep(5 * time.Second)
	os.Exit(0)
}()
show.Race(race.Race{
	Puzzles: nurikabes.Kind.MustOpen("open-908").Between(300, 400).Puzzles(), Budget: solver.CPU(20 * time.Second),
	Seed: 1, Baseline: acs.Named("paper's rules"), Variants: []solver.Solver{rule},
})
`

// helloCell is the source of the smallest cell that prints; what it prints
// tells cells apart, for the same cell again is not built again.
const helloCell = "import \"fmt\"\n\n%%\nfmt.Println(\"hello ROUND\")\n"

// everythingCell is the source of a cell that imports all that a notebook about Nurikabe does, and uses each as a cell
// does, so that the linker keeps it; but what it links it does not run.
const everythingCell = `import (
	"fmt"
	"os"

	"formicary/pkg/analysis"
	"formicary/pkg/analysis/stats"
	"formicary/pkg/charts"
	"formicary/pkg/colony"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/nurikabe/paper"
	"formicary/pkg/nurikabe/portfolio"
	"formicary/pkg/puzzle"
	"formicary/pkg/race"
	"formicary/pkg/show"
	"formicary/pkg/solver"
	"formicary/pkg/tune"
)

%%
if len(os.Args) > 100 {
	puzzles := nurikabes.Kind.MustOpen("open-908").Between(50, 100).Take(3)
	runs := show.Run(experiment.Plan{Puzzles: puzzles.Puzzles(), Engines: []solver.Solver{acs.New(), exact.New(), portfolio.New()}}, show.Live(charts.SuccessBySize))
	show.Chart(charts.SuccessByClass(analysis.Of(runs).By(analysis.Size).Success(), paper.Table1()...))
	answer := analysis.Of(runs).Compare(analysis.Question{})
	fmt.Println(answer, stats.Holm(nil), analysis.Group(runs.Records()).CriticalDifferences(analysis.SuccessRate()).Cliques)
	out, frames := show.Solve(acs.New(), puzzles.Items[0], solver.Iterations(100), 1)
	show.Draw(puzzles.Items[0], puzzle.View{Board: out.Best})
	show.Film(show.Frames("", puzzles.Items[0], frames))
	rule := acs.Named("rule")
	rule.GlobalUpdate = func(t *colony.Trail, best []int32, amount float64) {}
	show.Race(race.Race{Puzzles: puzzles.Puzzles(), Baseline: acs.New(), Variants: []solver.Solver{rule}})
	show.Tune(tune.Tuner{New: func() solver.Configurable { return acs.New() }, Space: tune.Space{tune.Real("q0", 0, 1)}})
}
fmt.Println("hello ROUND")
`
