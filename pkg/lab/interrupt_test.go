package lab_test

import (
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/lab/labtest"
)

// stuckCells never return, each in another way; the text is what the page says
// after an interrupt. The first runs an engine that returns beside it.
var stuckCells = []struct{ cell, says string }{
	{
		"show.Run(experiment.Plan{Name: \"stuck\", Puzzles: puzzles, Engines: []solver.Solver{acs.New(), solver.Sketch(\"for ever\", spin)}, Budget: solver.Iterations(50), Workers: 2})",
		"for ever on 1, run 0: the engine has not returned 3 s after the interrupt",
	},
	{
		"rule := acs.Named(\"stuck rule\")\nrule.Deposit = func(float64) float64 {\n\tprintln(\"started\")\n\tfor {\n\t}\n}\nshow.Run(experiment.Plan{Puzzles: puzzles, Engines: []solver.Solver{rule}, Budget: solver.Iterations(50)})",
		"rule Deposit: it has not returned for 1s",
	},
	{
		"show.Solve(solver.Sketch(\"for ever\", spin), puzzles[0], solver.Iterations(50), 1)",
		"for ever on 1: the engine has not returned 3 s after the interrupt. The cell is ended.",
	},
	{"println(\"started\")\nfor {\n}", "signal: interrupt"},
	{"signal.Ignore(os.Interrupt)\nprintln(\"started\")\nfor {\n}", "signal: killed"},
}

// TestInterruptStuck interrupts cells that never return: each says why it ends,
// and the kernel runs the next cell.
func TestInterruptStuck(t *testing.T) {
	alltest.Only(t, "it starts JupyterLab, and cells that never return")
	t.Parallel()
	cells := []string{`import (
	"os/signal"
	"strings"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/show"
	"formicary/pkg/solver"
)

func spin(m *solver.Meter, p *nurikabe.Puzzle, random *rand.Rand) puzzle.Grid {
	println("started")
	for {
	}
}

var puzzles = func() []puzzle.Puzzle {
	set, _ := nurikabes.Kind.Read("cell", strings.NewReader("2...\n....\n....\n...2\n"))
	return set.Puzzles()
}()`}
	for _, c := range stuckCells {
		cells = append(cells, "%%\n"+c.cell)
	}
	cells = append(cells, "%%\nfmt.Println(\"the kernel\", \"lives\")")
	at := serve(t, map[string][]byte{"stuck.ipynb": labtest.Notebook(cells, true)})
	b := open(t, at("stuck.ipynb"))
	const next = "runmenu:run"
	menu(t, b, "4" /* Run */, next)
	b.Await(t, labtest.Patience, idle+" && !("+busy+")")
	says := func(text string) string {
		return `[...document.querySelectorAll(".jp-OutputArea-output")].some(e => e.textContent.includes("` + text + `"))`
	}
	const starts = `[...document.querySelectorAll(".jp-OutputArea-output")].map(e => e.textContent).join("").split("started").length`
	for n, c := range stuckCells {
		menu(t, b, "4" /* Run */, next)
		before := labtest.Eval[int](t, b, starts)
		b.Await(t, labtest.Patience, starts+" > "+string(rune('0'+before)))
		menu(t, b, "5" /* Kernel */, "kernelmenu:interrupt")
		b.Await(t, labtest.Patience, idle+" && !("+busy+")")
		b.Await(t, labtest.Patience, says(strings.ReplaceAll(c.says, `"`, `\"`)))
		b.Screenshot(t, "stuck-"+string(rune('0'+n)))
	}
	menu(t, b, "4" /* Run */, next)
	b.Await(t, labtest.Patience, says("the kernel lives"))
}
