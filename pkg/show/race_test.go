package show

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/experiment"
	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/race"
	"formicary/pkg/solver"
)

// ants is a race of a rule against the paper's on small boards.
func ants(rule *acs.Solver) race.Race {
	return race.Race{
		Puzzles: nurikabes.Kind.MustOpen("open-908").Between(64, 120).Sample(40, 1).Puzzles(), Baseline: acs.Named("paper"),
		Variants: []solver.Solver{rule}, Budget: solver.Iterations(20), Seed: 1,
	}
}

// TestRace: a race shows its chart, its sentence and both boards with their
// pheromone on a puzzle where the two differ.
func TestRace(t *testing.T) {
	r := record(t)
	rule := acs.Named("no learning")
	rule.GlobalUpdate = func(*colony.Trail, []int32, float64) {}
	result := Race(ants(rule))
	alltest.Require(t, result.Blocks != 0, "no blocks")
	page := ""
	for _, o := range r.all() {
		page += o.html + o.markdown
	}
	for _, want := range []string{"formicary-chart", "data-points", "pheromone", result.Variants[0].String(), "“ants, no learning” typically takes "} {
		alltest.Has(t, page, want, "the page lacks")
	}
	for _, want := range []string{"The race against ants, paper", "By size of the board", "The puzzle on which they differ most", "ants, no learning on 10x10-105-6: GlobalUpdate was asked ", "no learning: ", "paper: ", " · quick mode"} {
		alltest.Check(t, said(r, want), "the text lacks %q: %+v", want, r.all())
	}
	r = record(t)
	Example(result, "no learning")
	alltest.Check(t, said(r, "The puzzle on which they differ most: ") && said(r, " moments, iteration 1 to "), "no example with its films")
}

// TestRaceIdentical: of a rule that never acts a race says so while it runs and at its
// end, and shows no puzzle on which it differs.
func TestRaceIdentical(t *testing.T) {
	r := record(t)
	result := Race(ants(acs.Named("twin")))
	for _, want := range []string{"· ants, twin: identical in all 40 runs: the parameters never changed a run", "“ants, twin” and “ants, paper” came out identical in all 40 runs on these 40 puzzles"} {
		alltest.Check(t, said(r, want), "it does not say %q", want)
	}
	Example(result, "twin")
	alltest.Check(t, !said(r, "The puzzle on which") && said(r, "“ants, twin” and “ants, paper” differ on no puzzle of 40 puzzles."),
		"an example of a difference")
}

// TestRaceBrokenRule: a rule that fails ends the cell with its name, its line
// and the text of that line.
func TestRaceBrokenRule(t *testing.T) {
	record(t)
	rule := acs.Named("broken")
	_, _, line, _ := runtime.Caller(0)
	rule.Cost = func(v *acs.View) float64 { return -1 } // no cost
	defer func() {
		text := fmt.Sprint(recover())
		alltest.Check(t, strings.HasPrefix(text, "race: ") && !strings.Contains(text, "show: ") && strings.Count(text, "broken") == 1,
			"%q has more than one prefix, or names the variant twice", text)
		for _, want := range []string{"broken on puzzle ", "rule Cost: it returned -1", fmt.Sprintf("race_test.go:%d\n", line+1), "The line: rule.Cost = func", "// no cost"} {
			alltest.Has(t, text, want, "does not say")
		}
	}()
	Race(ants(rule))
}

// TestRaceInterrupted sends the signal that interrupting a kernel sends: what
// is known is shown, and running the race again goes on.
func TestRaceInterrupted(t *testing.T) {
	set := ants(acs.Named("twin"))
	set.Name, set.Workers = "interrupted", 1
	module(t)
	r := record(t)
	runs := 0
	var part *race.Result
	interrupted(t, func(interrupt func()) {
		part = Race(set, experiment.OnRecord(func(experiment.Record) {
			if runs++; runs == 30 {
				interrupt()
			} else if runs > 30 {
				time.Sleep(20 * time.Millisecond) // the signal needs time to reach the race
			}
		}))
	})
	alltest.Require(t, part.Interrupted && part.Blocks != 0 && part.Blocks != 40, "%d blocks, interrupted %v", part.Blocks, part.Interrupted)
	alltest.Check(t, said(r, "Interrupted after ") && said(r, "The race against ants, paper") && !said(r, "The puzzle on which"),
		"it says %+v", r.all())
	whole := Race(set)
	if done, reused := whole.Counts(); whole.Interrupted || reused == 0 || reused == done {
		t.Errorf("again: %d of %d reused, interrupted %v", reused, done, whole.Interrupted)
	}
}

// A cell for each way in which a rule fails. The comment marks the line that
// the error is to name.
var brokenCells = []struct{ rule, says string }{
	{`rule.Order = func(v *acs.View, left []int32) int {
	return int(left[len(left)]) // here
}`, "index out of range"},
	{`rule.CallLimit = time.Second
rule.Choose = func(t *colony.Trail, list []int32) int {
	for n := 0; ; n++ { // here
	}
}`, "has not returned for 1s"},
	{`rule.GlobalUpdate = func(t *colony.Trail, best []int32, amount float64) { // here
	t.Tau[0] = math.NaN()
}`, "pheromone NaN on component 0"},
}

var cellLine = regexp.MustCompile(`cell (\d+), line (\d+)`)

// TestBrokenRulesInKernel types broken rules into cells of the real kernel: the
// error names the cell's line, and the kernel runs the next cell.
func TestBrokenRulesInKernel(t *testing.T) {
	alltest.Only(t, "two kernels run it; TestRaceBrokenRule needs none")
	env := labtest.Env(t)
	cells := []string{`import (
	"formicary/pkg/colony"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/race"
	"formicary/pkg/show"
	"formicary/pkg/solver"
)

func against(rule *acs.Solver) race.Race {
	puzzles := nurikabes.Kind.MustOpen("open-908").Between(64, 100).Take(8).Puzzles()
	return race.Race{Puzzles: puzzles, Baseline: acs.Named("paper"), Variants: []solver.Solver{rule}, Budget: solver.Iterations(50)}
}

var _ colony.Rules`}
	for _, c := range brokenCells {
		cells = append(cells, "%%\nrule := acs.Named(\"mine\")\n"+c.rule+"\nshow.Race(against(rule))")
	}
	cells = append(cells, "%%\nfmt.Println(\"the kernel lives\")")
	path := filepath.Join(t.TempDir(), "broken.ipynb")
	alltest.OK(t, os.WriteFile(path, labtest.Notebook(cells, true), 0o666))
	executed, err := env.Execute(t.Context(), path, lab.ExecuteOptions{})
	alltest.OK(t, err)
	nb := alltest.Must(lab.ParseNotebook(path, executed))(t)
	said := func(cell int) (text string) {
		for _, o := range nb.Cells[cell].Outputs {
			text += string(o.Text) + o.ErrorValue + strings.Join(o.Traceback, "\n")
		}
		return text
	}
	for i, c := range brokenCells {
		text := said(i + 1)
		if !strings.Contains(text, c.says) || !strings.Contains(text, "// here") {
			t.Errorf("%q: %s", c.says, text)
			continue
		}
		want := 1 + strings.Count(cells[i+1][:strings.Index(cells[i+1], "// here")], "\n")
		_, after, _ := strings.Cut(text, "rule ")
		if m := cellLine.FindStringSubmatch(after); m == nil || m[1] != fmt.Sprint(i+2) || m[2] != fmt.Sprint(want) {
			t.Errorf("%q: points at %v, want line %d of cell %d: %s", c.says, m, want, i+2, text)
		}
	}
	alltest.Equal(t, said(len(cells)-1), "the kernel lives\n", "the cell after them")
	// Without a screen the notebook ends at the cell, in the same words.
	alltest.OK(t, os.WriteFile(path, labtest.Notebook(cells[:2], false), 0o666))
	_, err = env.Execute(t.Context(), path, lab.ExecuteOptions{})
	want := regexp.MustCompile(`code cell 2: panic: race: a run failed: ants, mine on puzzle \S+ run \d+: rule Order: it panicked: .*\n\s+cell 2, line 4\n\s*The line: return int\(left\[len\(left\)\]\) // here\n\s+cell 2, line 6: show\.Race\(against\(rule\)\)$`)
	alltest.Check(t, err != nil && want.MatchString(err.Error()), "without a screen: %v", err)
}
