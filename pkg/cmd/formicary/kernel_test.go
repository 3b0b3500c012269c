package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/lab"
	"formicary/pkg/puzzle/sets"
)

// TestKernelElsewhere: a virtual environment that knows nothing of the lab but its
// installed kernel runs a notebook in an empty folder with nbconvert and papermill,
// without Go on the PATH. jupytext and nbdime read it, and JupyterLab's server lists the kernel.
func TestKernelElsewhere(t *testing.T) {
	alltest.Only(t, "it starts kernels for nbconvert and papermill")
	prefix, site, _ := strings.Cut(strings.TrimSpace(string(python(t, "import sys, sysconfig; print(sys.prefix, sysconfig.get_path('purelib'), sep='\\n')"))), "\n")
	venv, folder := t.TempDir(), t.TempDir()
	base := []string{"HOME=" + t.TempDir(), "PATH=/usr/bin:/bin", assets.RunsEnv + "=" + t.TempDir()}
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} { // which are below HOME
		text := alltest.Must(exec.CommandContext(t.Context(), "go", "env", name).Output())(t)
		base = append(base, name+"="+strings.TrimSpace(string(text)))
	}
	// run runs a module of Python in the folder and fails the test where that fails.
	run := func(args ...string) (stdout, stderr string) {
		t.Helper()
		var out, said bytes.Buffer
		cmd := exec.CommandContext(t.Context(), filepath.Join(venv, "bin", "python"), append([]string{"-m"}, args...)...)
		cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = folder, base, &out, &said
		if err := cmd.Run(); err != nil {
			t.Fatalf("%s: %v\n%s%s", strings.Join(args, " "), err, out.String(), said.String())
		}
		return out.String(), said.String()
	}
	python(t, "import sys, venv; venv.create(sys.argv[1], symlinks=True)", venv)
	found, err := filepath.Glob(filepath.Join(venv, "lib", "python3.*", "site-packages"))
	alltest.Require(t, err == nil && len(found) == 1, "%v, %v", found, err)
	templates := filepath.Join("share", "jupyter", "nbconvert")
	for _, err := range []error{
		os.WriteFile(filepath.Join(found[0], "tools.pth"), []byte(site), 0o644),
		os.MkdirAll(filepath.Join(venv, filepath.Dir(templates)), 0o755),
		os.Symlink(filepath.Join(prefix, templates), filepath.Join(venv, templates)),
	} {
		alltest.OK(t, err)
	}
	t.Setenv("VIRTUAL_ENV", venv)
	t.Setenv("JUPYTER_DATA_DIR", t.TempDir()) // no gonb of the user's
	if out, said, code := command(t, "lab", "kernel", "install", "--sys-prefix"); code != 0 || out != "Installed the kernel gonb in "+filepath.Join(venv, "share", "jupyter", "kernels", "gonb")+"\n" {
		t.Fatalf("status %d: %s%s", code, out, said)
	}
	const cell = `%%
plan := experiment.Plan{Name: "elsewhere", Puzzles: nurikabes.Kind.MustOpen("open-908").Take(2).Puzzles(), Engines: []solver.Solver{acs.New()}, Runs: 2, Budget: solver.Iterations(9), Seed: 1}
show.Chart(charts.SuccessBySize(show.Run(plan).Records()))`
	imports := "import (\n"
	for _, name := range []string{"charts", "experiment", "nurikabe/nurikabes", "nurikabe/acs", "show", "solver"} {
		imports += "\"formicary/pkg/" + name + "\"\n"
	}
	type object = map[string]any
	notebook := alltest.Must(json.Marshal(object{
		"nbformat": 4, "nbformat_minor": 5, "metadata": object{"kernelspec": object{"name": lab.KernelName, "display_name": "Go", "language": "go"}},
		"cells": []object{{"cell_type": "code", "id": "a", "metadata": object{}, "outputs": []any{}, "execution_count": nil, "source": imports + ")\n" + cell}},
	}))(t)
	alltest.OK(t, os.WriteFile(filepath.Join(folder, "in.ipynb"), notebook, 0o644))
	html, said := run("nbconvert", "--execute", "--to", "html", "--stdout", "in.ipynb")
	alltest.Check(t, strings.Contains(html, "formicary-chart") && strings.Contains(html, "echarts"), "nbconvert's page has no chart")
	loud := regexp.MustCompile(`(?im)^.*([IWEF]\d{4} \d\d:|gopls|gonb_).*$`).FindAllString(said, -1)
	alltest.Check(t, len(loud) == 0, "the kernel is not quiet: %q", loud)
	run("papermill", "in.ipynb", "out.ipynb")
	nb, err := lab.ReadNotebook(filepath.Join(folder, "out.ipynb"))
	if err != nil || !slices.ContainsFunc(nb.Cells[len(nb.Cells)-1].Outputs, func(o lab.Output) bool { return strings.Contains(string(o.Data["text/html"]), "formicary-chart") }) {
		t.Errorf("papermill's notebook has no chart: %v", err)
	}
	run("jupytext", "--test", "--to", "md", "in.ipynb")
	run("jupytext", "--test", "--to", "go:percent", "in.ipynb")
	if out, _ := run("nbdime", "diff", "--sources", "in.ipynb", "out.ipynb"); strings.Contains(out, "source") {
		t.Errorf("papermill has changed a source: %s", out)
	}
	if out, _ := run("jupyterlab", "--version"); out == "" {
		t.Error("no JupyterLab")
	}
	if out, _ := run("jupyter_client.kernelspecapp", "list", "--json"); !strings.Contains(out, `"gonb"`) {
		t.Errorf("kernels: %s", out)
	}

	// Without its module the kernel says so as the first output of the notebook.
	file := filepath.Join(venv, "share", "jupyter", "kernels", "gonb", "kernel.json")
	spec := alltest.Must(os.ReadFile(file))(t)
	root := alltest.Must(sets.Root())(t)
	alltest.OK(t, os.WriteFile(file, bytes.ReplaceAll(spec, []byte(root), []byte("/gone")), 0o644))
	out, _ := run("nbconvert", "--execute", "--allow-errors", "--to", "notebook", "--stdout", "in.ipynb")
	var failed struct {
		Cells []struct{ Outputs []struct{ Evalue string } }
	}
	const why = "The kernel cannot run Go: no formicary module in /gone: run `formicary lab kernel install`"
	if err := json.Unmarshal([]byte(out), &failed); err != nil || len(failed.Cells[0].Outputs) == 0 || !strings.HasPrefix(failed.Cells[0].Outputs[0].Evalue, why) {
		t.Errorf("the notebook's first output, %v: %s", err, out)
	}
	if out, said, code := command(t, "lab", "kernel", "list"); code != 0 || !strings.Contains(out, "it dangles: /gone/go.mod is gone") {
		t.Errorf("status %d: %s%s", code, out, said)
	}
	if out, said, code := command(t, "lab", "kernel", "uninstall", "--prefix", venv); code != 0 || !strings.HasPrefix(out, "Removed the kernel gonb in ") {
		t.Errorf("status %d: %s%s", code, out, said)
	}
}
