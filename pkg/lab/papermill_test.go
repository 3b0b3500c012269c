package lab_test

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/puzzle/sets"
)

// refusals are what papermill says to each of some sets of parameters, all in one process:
// nothing where it takes them.
const refusals = `
import json, os, sys
from click.testing import CliRunner
from papermill.cli import papermill
said = {}
for text in json.loads(sys.argv[1]):
    with open("set.yaml", "w") as f:
        f.write(text)
    result = CliRunner().invoke(papermill, ["in.ipynb", "refused.ipynb", "--no-progress-bar", "-f", "set.yaml", "--prepare-only"])
    said[text] = "" if os.path.exists("refused.ipynb") else result.output + str(result.exception)
print(json.dumps(said))
`

// TestPapermill installs our package beside papermill and runs a notebook with parameters.
func TestPapermill(t *testing.T) {
	alltest.Only(t, "it starts papermill and a kernel")
	t.Parallel()
	program := os.Getenv("FORMICARY_PYTHON")
	if program == "" {
		t.Skip("FORMICARY_PYTHON names no Python with what .ci/requirements.txt lists")
	}
	env, dir := labtest.Env(t), t.TempDir()
	alltest.OK(t, os.CopyFS(filepath.Join(dir, "source"), os.DirFS("papermill")))
	python := func(args ...string) (string, error) {
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join(dir, "packages"), "JUPYTER_PATH="+filepath.Join(env.Kernel, "share", "jupyter"),
			sets.RootEnv+"="+env.Root, "PATH="+filepath.Join(env.Go, "bin")+":"+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	run := func(args ...string) (string, error) { return python(append([]string{"-m"}, args...)...) }
	if out, err := run("pip", "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--target", "packages", "./source"); err != nil {
		t.Fatalf("pip: %v\n%s", err, out)
	}
	// papermill is its output and the notebook that it writes.
	papermill := func(cells []byte, yaml string, args ...string) (string, lab.Notebook) {
		t.Helper()
		for name, text := range map[string]string{"in.ipynb": string(cells), "set.yaml": yaml} {
			alltest.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
		}
		out, err := run(append([]string{"papermill", "in.ipynb", "out.ipynb", "--no-progress-bar", "-f", "set.yaml"}, args...)...)
		if err != nil {
			return out, lab.Notebook{}
		}
		nb := alltest.Must(lab.ReadNotebook(filepath.Join(dir, "out.ipynb")))(t)
		return out, nb
	}

	const hostile = `name: "</script>` + "`" + `\\\n%%\n!false\n\"+string(0)+\"\u202e\U0001f41c"`
	rest := []string{"var cells = rows * cols", "%%\nfmt.Printf(\"%d %v %v %q %v %v %v\\n\", cells, share/4, limit, name, fast, sizes, costs[\"a\"])"}
	out, nb := papermill(parametrised(parameters, rest...), "rows: 3\nlimit: 1m30s\nfast: true\nsizes: [7]\ncosts: {a: 2}\n"+hostile, "-p", "share", "1")
	alltest.Require(t, len(nb.Cells) != 0 && len(nb.Cells[3].Outputs) != 0, "papermill says\n%s", out)
	if got, want := string(nb.Cells[3].Outputs[0].Text), "36 0.25 1m30s "+`"</script>`+"`"+`\\\n%%\n!false\n\"+string(0)+\"\u202e🐜" true [7] 2`+"\n"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}

	// Without a type in the notebook a value has its own.
	const yaml = "a: 1\nb: 1.5\nc: text\nd: [1, 2.5]\ne: [[1], [2]]\nf: {x: true, y: false}\ng: [1, x, null]\nh: null\nj: 2026-11-26\nk: []\nl: {1: a}\nm: -0.0\n"
	want := []string{
		"// Parameters", "var a int = 1", "var b float64 = 1.5", `var c string = "text"`, "var d []float64 = []float64{1.0, 2.5}", "var e [][]int = [][]int{[]int{1}, []int{2}}",
		`var f map[string]bool = map[string]bool{"x": true, "y": false}`, `var g []any = []any{1, "x", nil}`, "var h any = nil",
		`var j string = "2026-11-26"`, "var k []any = []any{}", `var l map[int]string = map[int]string{1: "a"}`, "var m float64 = math.Copysign(0, -1)",
	}
	out, nb = papermill(parametrised("var other = 1"), yaml, "--prepare-only")
	alltest.Require(t, len(nb.Cells) != 0, "papermill says\n%s", out)
	got := strings.Split(strings.TrimSpace(string(nb.Cells[1].Source)), "\n")
	alltest.Check(t, slices.Equal(got, want), "the cell is\n%s", strings.Join(got, "\n"))

	wants := map[string]string{
		"rows: ten": "line 4: rows: expected a whole number in its range (int), found 'ten'", "seed: -1": "line 10: seed: expected a whole number in its range (uint64), found -1", "share: x": "line 6: share: expected a number (float64), found 'x'", "low: 128": "line 11: low: expected a whole number in its range (int8), found 128",
		`"x = 1; var y": 1`: "expected the name of a variable of Go", "func: 1": "expected the name of a variable of Go", "limit: 5": "line 7: limit: expected a duration such as 90s or 1h30m",
		"sizes: [a]": "line 12: sizes: expected a whole number in its range (int), found 'a'", `name: "\ud800"`: "half of a character", "a: 99999999999999999999": "expected a whole number in its range (int)",
	}
	alltest.OK(t, os.WriteFile(filepath.Join(dir, "in.ipynb"), parametrised(parameters), 0o644))
	text := alltest.Must(json.Marshal(slices.Sorted(maps.Keys(wants))))(t)
	said, err := python("-c", refusals, string(text))
	var answers map[string]string
	alltest.Require(t, err == nil && json.Unmarshal([]byte(said), &answers) == nil, "%v: %s", err, said)
	for set, want := range wants {
		alltest.Has(t, answers[set], want, "%s: papermill", set)
	}
	if out, err := run("papermill", "--help-notebook", "in.ipynb"); err != nil || !strings.Contains(out, "limit: time.Duration (default 5 * time.Minute)") {
		t.Errorf("the help is %v\n%s", err, out)
	}
}
