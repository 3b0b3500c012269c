package lab_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/puzzle/sets"
)

// kernelScript runs cells in one kernel, with restarts where a cell is empty, and
// writes what each printed as a line of JSON.
const kernelScript = `
import json, os, sys
from jupyter_client.manager import KernelManager
manager = KernelManager(kernel_name="gonb")
manager.start_kernel()
client = manager.client()
client.start_channels()
client.wait_for_ready(timeout=120)
for cell in json.load(sys.stdin):
    if not cell:
        manager.restart_kernel(now=True)
        client.wait_for_ready(timeout=120)
        continue
    said = []
    def hook(message):
        content = message["content"]
        said.append(content.get("text") or content.get("data", {}).get("text/plain") or "\n".join(content.get("traceback", [])))
    client.execute_interactive(cell, output_hook=hook, timeout=300)
    print(json.dumps("".join(said)), flush=True)
manager.shutdown_kernel(now=True)
`

// cells runs cells in a kernel of the lab whose journals are in a folder.
func cells(t *testing.T, runs string, cells ...string) (said []string) {
	t.Helper()
	env := labtest.Env(t)
	task := alltest.Must(json.Marshal(cells))(t)
	var stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), filepath.Join(env.Python, "bin", "python"), "-c", kernelScript)
	cmd.Dir, cmd.Stdin, cmd.Stderr = t.TempDir(), bytes.NewReader(task), &stderr
	cmd.Env = append(os.Environ(),
		"JUPYTER_PATH="+filepath.Join(env.Kernel, "share", "jupyter"), "JUPYTER_PREFER_ENV_PATH=1", "JUPYTER_RUNTIME_DIR="+t.TempDir(),
		"FORMICARY_GO="+env.Go, sets.RootEnv+"="+env.Root, assets.HomeEnv+"="+env.Home, assets.RunsEnv+"="+runs, assets.EchartsEnv+"="+env.EchartsFile())
	out, err := cmd.Output()
	alltest.Require(t, err == nil, "%v\n%s", err, stderr.String())
	for line := range bytes.Lines(out) {
		var text string
		err := json.Unmarshal(line, &text)
		alltest.Require(t, err == nil, "%v: %s", err, line)
		said = append(said, text)
	}
	return said
}

// journalled counts the records in a folder's journals.
func journalled(t *testing.T, folder string) (lines int) {
	t.Helper()
	files := alltest.Must(filepath.Glob(filepath.Join(folder, "*", "journal.jsonl")))(t)
	for _, file := range files {
		text := alltest.Must(os.ReadFile(file))(t)
		lines += bytes.Count(text, []byte("\n"))
	}
	return lines
}

const typedRule = `import (
	"formicary/pkg/analysis"
	"formicary/pkg/colony"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/race"
	"formicary/pkg/show"
	"formicary/pkg/solver"
	"formicary/pkg/tune"
)

const share = 0.3

// first is the share of turns in which the first candidate is taken.
func first(t *colony.Trail, list []int32) int {
	if t.Float64() < share {
		return 0
	}
	return t.ChooseRoulette(list)
}

func mine() *acs.Solver {
	rule := acs.Named("first")
	rule.Choose = first
	rule.Deposit = func(cost float64) float64 { return rule.Rho / cost }
	return rule
}

var puzzles = nurikabes.Kind.MustOpen("open-908").Between(49, 64).Take(12).Puzzles()`

const typedRuns = `%%
raced := show.Race(race.Race{Name: "typed", Puzzles: puzzles, Budget: solver.Iterations(20), Baseline: acs.New(), Variants: []solver.Solver{mine()}, Seed: 1})
tuned := show.Tune(tune.Tuner{Name: "typed tuner", New: func() solver.Configurable { return mine() }, Space: tune.Space{tune.Real("q0", 0, 1)},
	Puzzles: puzzles, Budget: solver.Iterations(20), Measure: analysis.Iterations, Runs: 60, Seed: 1})
done, reused := raced.Counts()
fmt.Println("counts", done, reused, tuned.Used)`

// TestTypedRulesAreReused: a race and a tuner of a typed rule are made once, whatever
// kernel runs the cell and whatever else is typed. A changed constant makes all anew,
// and the reader is told why, and how to use the records all the same.
func TestTypedRulesAreReused(t *testing.T) {
	alltest.Only(t, "it starts two kernels")
	runs := t.TempDir()
	changed := strings.Replace(typedRule, "share = 0.3", "share = 0.4", 1)
	unrelated := "func unrelated() int { return len(puzzles) }\n\n%%\nfmt.Println(unrelated())"
	counts := regexp.MustCompile(`counts (\d+) (\d+) (\d+)\n`)
	made, first := 0, 0
	said := cells(t, runs, typedRule, typedRuns+"\nfmt.Println(\"a chart\")", "", typedRule, typedRuns, unrelated, typedRuns)
	for i, text := range said {
		m := counts.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if made++; made == 1 {
			for _, n := range []string{m[1], m[3]} {
				runs, _ := strconv.Atoi(n)
				first += runs
			}
		} else if m[1] != m[2] {
			t.Errorf("cell %d: %s of %s runs are reused: %s", i, m[2], m[1], text)
		}
	}
	before := journalled(t, runs)
	alltest.Require(t, made == 3 && before == first, "%d cells, %d records of %d runs: %q", made, before, first, said)
	t.Setenv(assets.RunsEnv, runs)
	path := filepath.Join(t.TempDir(), "typed.ipynb")
	execute := func(rule string) string {
		alltest.OK(t, os.WriteFile(path, labtest.Notebook([]string{rule, typedRuns}, false), 0o666))
		executed := alltest.Must(labtest.Env(t).Execute(t.Context(), path, lab.ExecuteOptions{}))(t)
		return string(executed)
	}
	if execute(typedRule); journalled(t, runs) != before {
		t.Errorf("a notebook that is run: %d records became %d", before, journalled(t, runs))
	}
	text := execute(changed)
	after := journalled(t, runs)
	alltest.Check(t, after > before && strings.Contains(text, "experiment.OtherCode()"), "another constant: %d records became %d: %s", before, after, text)
}
