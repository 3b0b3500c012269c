package experiment_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
)

// module is a copy of those parts of this module that testdata/campaign is built
// from, in which a test may edit.
type module struct {
	*testing.T
	root string
}

func (m module) run(name string, arguments ...string) string {
	m.Helper()
	cmd := exec.Command(name, arguments...)
	cmd.Dir = m.root
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GIT_CONFIG_GLOBAL=/dev/null")
	out, err := cmd.CombinedOutput()
	if err != nil {
		m.Fatalf("%s %q: %v: %s", name, arguments, err, out)
	}
	return string(out)
}

func copyModule(t *testing.T) module {
	t.Helper()
	m := module{t, filepath.Join(t.TempDir(), "copy")}
	there := alltest.Must(filepath.Abs(filepath.Join("..", "..")))(t)
	out := alltest.Must(exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{$dir := .Dir}}{{range .GoFiles}}{{$dir}}/{{.}}\n{{end}}{{range .IgnoredGoFiles}}{{$dir}}/{{.}}\n{{end}}{{range .EmbedFiles}}{{$dir}}/{{.}}\n{{end}}{{end}}", "./testdata/campaign").Output())(t)
	files := []string{filepath.Join(there, "go.mod"), filepath.Join(there, "go.sum")}
	files = append(files, strings.Fields(string(out))...)
	// What its wing embeds besides is no part of the program.
	besides := alltest.Must(filepath.Glob(filepath.Join(there, "pkg", "nurikabe", "*", "*.go")))(t)
	files = append(files, besides...)
	for _, file := range files {
		name := alltest.Must(filepath.Rel(there, file))(t)
		text := alltest.Must(os.ReadFile(file))(t)
		m.write(name, string(text))
	}
	return m
}

func (m module) write(name, text string) {
	m.Helper()
	path := filepath.Join(m.root, filepath.FromSlash(name))
	alltest.OK(m, os.MkdirAll(filepath.Dir(path), 0o777))
	alltest.OK(m, os.WriteFile(path, []byte(text), 0o666))
}

// edit replaces a text that occurs in a source.
func (m module) edit(name, before, after string) {
	m.Helper()
	text, err := os.ReadFile(filepath.Join(m.root, filepath.FromSlash(name)))
	if err != nil || !strings.Contains(string(text), before) {
		m.Fatalf("%s has no %q (%v)", name, before, err)
	}
	m.write(name, strings.ReplaceAll(string(text), before, after))
}

// session builds the campaign and runs it: how many runs were made, the version of
// the code, and what was reused.
func (m module) session(dir string, build ...string) (made, code, reuse string) {
	m.Helper()
	program := filepath.Join(m.TempDir(), "campaign")
	m.run("go", append(append([]string{"build"}, build...), "-o", program, "./pkg/experiment/testdata/campaign")...)
	return m.again(program, dir)
}

func (m module) again(program, dir string) (made, code, reuse string) {
	m.Helper()
	lines := strings.SplitN(m.run(program, dir), "\n", 3)
	return lines[0], lines[1], lines[2]
}

// A campaign is not orphaned by what decides nothing: 300 runs are made once,
// whatever happens to comments, white space, times of files, the program and the
// checkout. A changed operator makes them anew, and the records of both are kept.
func TestRebuiltProgram(t *testing.T) {
	alltest.Only(t, "it builds the module a few times")
	m := copyModule(t)
	dir := filepath.Join(t.TempDir(), "campaign")
	program := filepath.Join(t.TempDir(), "campaign")
	m.run("go", "build", "-o", program, "./pkg/experiment/testdata/campaign")
	made, first, _ := m.again(program, dir)
	if made != "300 made" || !strings.HasPrefix(first, "src-") || strings.Contains(first, "bin-") {
		t.Fatalf("%s by %s", made, first)
	}
	reused := func(what string, made, code, reuse string) {
		t.Helper()
		if made != "0 made" || code != first || !strings.HasPrefix(reuse, "300 of 300 runs reused: ") {
			t.Errorf("%s: %s by %s instead of %s; %s", what, made, code, first, reuse)
		}
	}

	future := time.Now().Add(time.Hour)
	for _, name := range []string{"pkg/solver/meter.go", "pkg/nurikabe/acs/ant.go"} {
		alltest.OK(t, os.Chtimes(filepath.Join(m.root, filepath.FromSlash(name)), future, future))
	}
	made, code, reuse := m.again(program, dir)
	reused("touched sources", made, code, reuse)
	made, code, reuse = m.session(dir, "-trimpath", "-ldflags=-w")
	reused("rebuilt in another way", made, code, reuse)
	if runtime.GOOS == "linux" && runtime.GOARCH == "amd64" {
		m.run("env", "GOARCH=386", "CGO_ENABLED=0", "go", "build", "-o", program+"-386", "./pkg/experiment/testdata/campaign")
		made, code, reuse = m.again(program+"-386", dir)
		reused("built for another architecture", made, code, reuse)
	}

	m.edit("pkg/solver/meter.go", "package solver\n", "// A new comment.\npackage solver\n\n\n")
	m.edit("pkg/nurikabe/acs/ant.go", "\t", "  ")
	m.write("pkg/nurikabe/acs/more_test.go", "package acs\n")
	made, code, reuse = m.session(dir)
	reused("comments and white space", made, code, reuse)
	alltest.OK(t, os.Rename(m.root, m.root+" elsewhere"))
	m.root += " elsewhere"
	made, code, reuse = m.again(program, dir)
	reused("without the checkout", made, code, reuse)

	m.run("git", "init", "-q")
	commit := func() {
		m.run("git", "add", "-A")
		m.run("git", "-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "m")
	}
	commit()
	m.run("git", "checkout", "-q", "-b", "away")
	m.edit("pkg/nurikabe/cost.go", "cost += max(clue, 1)", "cost += min(clue, 1)")
	commit()
	made, second, reuse := m.session(dir)
	if made != "300 made" || second == first || !strings.Contains(reuse, first) || !strings.Contains(reuse, "300 records of nurikabe/acs were made by other sources (") || !strings.Contains(reuse, "; yours differs in pkg/nurikabe)") {
		t.Errorf("a changed operator: %s by %s; %s", made, second, reuse)
	}
	m.run("git", "checkout", "-q", "-")
	made, code, reuse = m.session(dir)
	reused("checked out again", made, code, reuse)
	m.run("git", "checkout", "-q", "away")
	if made, code, _ := m.session(dir); made != "0 made" || code != second {
		t.Errorf("away again: %s by %s instead of %s", made, code, second)
	}
	made, code, reuse = m.again(program, dir)
	reused("the first program, beside other sources", made, code, reuse)

	asked := filepath.Join(t.TempDir(), "asked")
	m.again(program, asked)
	m.write("pkg/nurikabe/acs/another.go", "package acs\n\nconst another = 1\n")
	m.edit("pkg/experiment/testdata/campaign/main.go", "experiment.In(os.Args[1])", "experiment.In(os.Args[1]), experiment.OtherCode()")
	made, _, reuse = m.session(asked)
	if made != "0 made" || !strings.Contains(reuse, "300 of 300 runs reused") || !strings.Contains(reuse, "300 records of nurikabe/acs made by other sources (") || !strings.Contains(reuse, "; yours differs in pkg/nurikabe, pkg/nurikabe/acs) are reused as asked") {
		t.Errorf("reused as asked: %s; %s", made, reuse)
	}
}
