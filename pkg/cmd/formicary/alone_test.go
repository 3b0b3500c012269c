package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle/sets"
)

// build is the command: this test program under its name or, where all tests are asked
// for, as a user builds it, in a folder that is this process's as long as free is kept.
// The next test's removes it.
type build struct {
	program string
	free    func()
	err     error
}

var built = sync.OnceValue(func() build {
	if !alltest.Asked() {
		program, err := exec.LookPath("formicary")
		return build{program: program, err: err}
	}
	dir, free, err := assets.Scratch("formicary-alone-")
	if err != nil {
		return build{err: err}
	}
	cmd := exec.Command("go", "build", "-o", dir, ".")
	cmd.Stderr = os.Stderr
	return build{filepath.Join(dir, "formicary"), free, cmd.Run()}
})

// alone is the command in an empty folder: its home and its cache are empty, and
// no variable leads it to a checkout.
type alone struct {
	program, dir string
	env          []string
}

func newAlone(t *testing.T) alone {
	t.Helper()
	b := built()
	alltest.OK(t, b.err)
	home := t.TempDir()
	return alone{b.program, t.TempDir(), []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}}
}

// run runs a command to its end, or to Ctrl-C after it has printed a text.
func (a alone) run(t *testing.T, until string, args ...string) (out string, status int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, a.program, args...)
	cmd.Dir, cmd.Env = a.dir, a.env
	read, write := io.Pipe()
	cmd.Stdout, cmd.Stderr = write, write
	stdin, err := cmd.StdinPipe() // which nobody writes to
	alltest.OK(t, err)
	defer stdin.Close()
	alltest.OK(t, cmd.Start())
	done := make(chan string, 1)
	go func() {
		var all bytes.Buffer
		part, sent := make([]byte, 4096), until == ""
		for {
			n, err := read.Read(part)
			all.Write(part[:n])
			if !sent && strings.Contains(all.String(), until) {
				sent = cmd.Process.Signal(syscall.SIGINT) == nil
			}
			if err != nil {
				done <- all.String()
				return
			}
		}
	}()
	err = cmd.Wait()
	write.Close()
	var exit *exec.ExitError
	alltest.Require(t, err == nil || errors.As(err, &exit), "%v", err)
	return <-done, cmd.ProcessState.ExitCode()
}

// wants runs a command that succeeds and says something.
func (a alone) wants(t *testing.T, says string, args ...string) {
	t.Helper()
	out, status := a.run(t, "", args...)
	alltest.Check(t, status == 0 && strings.Contains(out, says), "formicary %s: status %d, want 0 and %q in\n%s", strings.Join(args, " "), status, says, out)
}

// TestAlone: where a path is given no checkout is needed; open sets are there by their
// names; what needs a checkout says in one sentence how to get one.
func TestAlone(t *testing.T) {
	bundle, _ := smallBundle(t)
	root := alltest.Must(sets.Root())(t)
	a := newAlone(t)
	plan := alltest.Must(plan24(false).File())(t)
	folder := filepath.Join(a.dir, "plan")
	alltest.OK(t, errors.Join(os.Mkdir(folder, 0o777), plan.Save(folder)))
	records := filepath.Join(root, "data", "records", "nonogram-colour")

	a.wants(t, `"status":"unique"`, "solve", "--engine", "akari/exact", "--json", "open")
	a.wants(t, "24 made", "cluster", "work", "--plan", "plan")
	a.wants(t, "\na,nonogram,", "journal", "export", "--csv", "plan")
	a.wants(t, "24 of 24", "journal", "show", "plan")
	a.wants(t, "560 of 560 runs", "study", "show", records)
	a.wants(t, "A and B are the same.", "diff", records, records)
	a.wants(t, "small/pages/", "bundle", "open", "--no-browser", bundle)
	a.wants(t, "2 of 2 identical", "verify", "--sample", "2", bundle)

	for _, args := range [][]string{{"lab"}, {"study", "list"}, {"study", "show", "nonogram-colour"}, {"study", "run", "nonogram-colour"}, {"verify", "--all"}, {"verify", "nonogram-colour"}, {"journal", "export", "--csv", "nonogram-colour"}, {"journal", "list"}} {
		out, status := a.run(t, "", args...)
		alltest.Check(t, status != 0 && strings.Count(out, "\n") == 1 && strings.Contains(out, "git clone"),
			"formicary %q: status %d, want one line that says how to get a checkout:\n%s", args, status, out)
	}
}

// TestCtrlC: after Ctrl-C the command ends with 130 and says so, once.
func TestCtrlC(t *testing.T) {
	a := newAlone(t)
	out, status := a.run(t, "\n", "solve", "--engine", "nurikabe/acs", "--time", "1h", "--watch", "open-908")
	alltest.Check(t, status == 130 && strings.Count(out, "interrupted") == 1 && !strings.Contains(out, "context canceled"),
		"status %d, want 130 and the word once:\n%.2000s", status, out)
}

// TestInterrupted: so does every command that was interrupted before it had its result,
// and one that waits for its input; another signal has its own status.
func TestInterrupted(t *testing.T) {
	root := alltest.Must(sets.Root())(t)
	t.Setenv(assets.HomeEnv, t.TempDir())
	t.Setenv(assets.EchartsEnv, "")
	t.Chdir(t.TempDir())
	notebook, study := filepath.Join(root, "pkg", "lab", "testdata", "ok.ipynb"), filepath.Join(root, "data", "records", "nonogram-colour")
	ended, end := context.WithCancelCause(context.Background())
	end(caught{os.Interrupt})
	for _, args := range [][]string{
		{"lab"},
		{"run", "--out", "out", notebook},
		{"bundle", "pack", "--out", "out.zip", notebook},
		{"run", "--check", notebook},
		{"gallery", "--out", "out", notebook},
		{"play", "--out", "play.html"},
		{"explore", "--out", "explore.html", "nonogram-colour"},
		{"cluster", "plan", "--out", "out", notebook},
		{"lab", "doctor", "--prepare"},
		{"journal", "export", "--csv", "nonogram-colour"},
		{"solve", "--engine", "nurikabe/acs", "open-908"},
		{"solve", "--engine", "nurikabe/acs", "-"},
		{"generate", "slitherlink"},
		{"convert", "--kind", "sudoku", "--to", "url", "-"},
		{"study", "show", study},
		{"verify", study},
		{"diff", study, study},
	} {
		waiting, _ := io.Pipe()
		var out bytes.Buffer
		if code := run(ended, args, waiting, &out, &out); code != 130 || strings.Count(out.String(), "interrupted") != 1 || strings.Contains(out.String(), "context canceled") {
			t.Errorf("formicary %q: status %d, want 130 and the word once:\n%.1000s", args, code, out.String())
		}
	}
	terminated, end := context.WithCancelCause(context.Background())
	end(caught{syscall.SIGTERM})
	alltest.Equal(t, run(terminated, []string{"verify", study}, nil, io.Discard, io.Discard), 143, "status after SIGTERM")
}

// TestJSON: whoever prints a table prints it for programs, too, with the same numbers.
func TestJSON(t *testing.T) {
	root, err := sets.Root()
	alltest.OK(t, err)
	runs := t.TempDir()
	t.Setenv(assets.RunsEnv, runs)
	plan := plan24(false)
	alltest.Must(plan.Run(t.Context(), experiment.In(filepath.Join(runs, "small"))))(t)
	file, err := plan.File()
	if err == nil {
		folder := filepath.Join(runs, "plan")
		err = errors.Join(os.Mkdir(folder, 0o777), file.Save(folder))
	}
	alltest.OK(t, err)
	study := filepath.Join(root, "data", "records", "nonogram-colour")
	for _, tt := range []struct {
		args []string
		code int
		want []string
	}{
		{[]string{"study", "list"}, 0, []string{`"name": "nonogram-colour"`, `"runs_made": 560`}},
		{[]string{"study", "show", "nonogram-colour"}, 0, []string{`"runs_each": 1`, `"solved": 56`, `"fingerprint": "a2333429735e"`}},
		{[]string{"journal", "list"}, 0, []string{`"name": "small"`, `"runs_made": 24`, `"runs_planned": 24`}},
		{[]string{"journal", "show", "small"}, 0, []string{`"name": "small"`, `"seed": 1`, `"runs_made": 8`}},
		{[]string{"diff", "small"}, 0, []string{`"puzzles": 2`, `"intervals": "`, `"low": `}},
		{[]string{"cluster", "plan", filepath.Join(runs, "plan")}, 0, []string{`"runs": 24`, `"code_differs_in": []`}},
		{[]string{"diff", study, study}, 0, []string{`"in_both": 560`, `"same": true`, `"changes": []`}},
		{[]string{"diff", "small", study}, 1, []string{`"in_both": 0`, `"same": false`}},
	} {
		var out bytes.Buffer
		code := run(t.Context(), append(tt.args, "--json"), nil, &out, io.Discard)
		alltest.Check(t, code == tt.code && json.Valid(out.Bytes()),
			"formicary %q --json: status %d, valid JSON %v:\n%.1000s", tt.args, code, json.Valid(out.Bytes()), out.String())
		for _, want := range tt.want {
			alltest.Check(t, strings.Contains(out.String(), want), "formicary %q --json lacks %s:\n%.1500s", tt.args, want, out.String())
		}
	}
}

// TestCompletion: shells are told what fits.
func TestCompletion(t *testing.T) {
	a := newAlone(t)
	for _, shell := range []string{"bash", "zsh", "fish"} {
		a.wants(t, a.program, "completion", "--code", shell)
	}
	a.env = append(a.env, "COMP_LINE=formicary play --no", "COMP_POINT=19")
	a.wants(t, "--no-browser\n")
}
