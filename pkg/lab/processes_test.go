//go:build unix

package lab_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
)

// childEnv makes the test program play the command: "run" executes the notebook
// that its argument names, "lab" opens JupyterLab on a folder and prints the
// address. markEnv is how the processes of one case are told from all others.
const (
	childEnv = "FORMICARY_TEST_CHILD"
	markEnv  = "FORMICARY_TEST_MARK"
)

func TestMain(m *testing.M) {
	if role := os.Getenv(childEnv); role != "" {
		if err := child(role, os.Args[1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(labtest.Main(m))
}

func child(role, path string) error {
	ctx := context.Background()
	env, err := lab.Prepare(ctx, lab.Options{})
	if err != nil {
		return err
	}
	if role == "run" {
		executed, err := env.Execute(ctx, path, lab.ExecuteOptions{})
		if err != nil {
			return err
		}
		_, err = os.Stdout.Write(executed)
		return err
	}
	env.Home = os.Getenv("TMPDIR")
	server, err := env.Serve(ctx, lab.ServeOptions{Folder: path})
	if err != nil {
		return err
	}
	fmt.Println(server.URL)
	return server.Wait()
}

// heldNotebook makes as many runs as RUNS says of a puzzle without a solution. It
// also starts a program in a process group of its own, as gonb does with gopls.
func heldNotebook() []byte {
	return labtest.Notebook([]string{`import (
	"os/exec"
	"strings"
	"syscall"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/show"
	"formicary/pkg/solver"
)

%%
server := exec.Command("sleep", "100000")
server.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
if err := server.Start(); err != nil {
	panic(err)
}
set, _ := nurikabes.Kind.Read("cell", strings.NewReader("2...\n....\n....\n...2\n"))
runs, _ := strconv.Atoi(os.Getenv("RUNS"))
show.Run(experiment.Plan{Name: "held", Puzzles: set.Puzzles(), Engines: []solver.Solver{acs.New()}, Runs: runs, Budget: solver.Iterations(300), Seed: 1, Workers: 1})
`}, false)
}

// process is one that bears the mark of a case, with its command line.
type process struct {
	pid  int
	args []string
}

// marked are the processes that live and bear a mark.
func marked(t *testing.T, mark string) []process {
	t.Helper()
	environs := alltest.Must(filepath.Glob("/proc/[0-9]*/environ"))(t)
	var out []process
	for _, path := range environs {
		text, err := os.ReadFile(path)
		if err != nil || !slices.Contains(strings.Split(string(text), "\x00"), markEnv+"="+mark) {
			continue
		}
		line, err := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
		if err != nil || len(line) == 0 {
			continue
		}
		pid := alltest.Must(strconv.Atoi(filepath.Base(filepath.Dir(path))))(t)
		out = append(out, process{pid, strings.Split(strings.TrimSuffix(string(line), "\x00"), "\x00")})
	}
	return out
}

// is says which member of the chain a process is.
func (p process) is(member string) bool {
	program, rest := filepath.Base(p.args[0]), strings.Join(p.args[1:], " ")
	switch member {
	case "formicary":
		return strings.HasSuffix(program, ".test")
	case "python":
		return strings.HasPrefix(program, "python") && (strings.Contains(rest, "jupyter.py") || strings.Contains(rest, "jupyter-execute"))
	case "kernelproxy":
		return program == "kernelproxy" && p.args[1] != "-watchdog"
	case "watchdog":
		return program == "kernelproxy" && p.args[1] == "-watchdog"
	case "gonb":
		return program == "gonb"
	}
	return strings.HasPrefix(program, "gonb_")
}

// held is a case: a command that runs the notebook, and what it may leave.
type held struct {
	mark, temp, runs, notebook string
	cmd                        *exec.Cmd
	out                        bytes.Buffer
}

// hold prepares a case of a command.
func hold(t *testing.T, runs int, name string, args ...string) *held {
	t.Helper()
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("no /proc: processes cannot be told apart")
	}
	h := &held{mark: t.Name(), temp: t.TempDir(), runs: t.TempDir(), notebook: filepath.Join(t.TempDir(), "held.ipynb")}
	alltest.OK(t, os.WriteFile(h.notebook, heldNotebook(), 0o644))
	h.command(runs, name, args...)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("output: %s", &h.out)
		}
		for _, p := range marked(t, h.mark) {
			_ = syscall.Kill(p.pid, syscall.SIGKILL)
		}
	})
	return h
}

func (h *held) command(runs int, name string, args ...string) {
	h.cmd = exec.Command(name, append(args, h.notebook)...)
	h.cmd.Env = append(os.Environ(), markEnv+"="+h.mark, "TMPDIR="+h.temp, assets.RunsEnv+"="+h.runs, "RUNS="+strconv.Itoa(runs))
	h.cmd.Stderr = &h.out
	h.cmd.WaitDelay = time.Second
}

// journal is the journal of the notebook's plan.
func (h *held) journal() string { return filepath.Join(h.runs, "held", "journal.jsonl") }

// await waits until a condition holds.
func await(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(labtest.Patience); !condition(); time.Sleep(50 * time.Millisecond) {
		alltest.Require(t, !time.Now().After(end), "not after %v: %s", labtest.Patience, what)
	}
}

// kill waits until the notebook's plan is under way, kills one member of the
// chain and waits until all others are gone and the journal is free.
func (h *held) kill(t *testing.T, member string) {
	t.Helper()
	await(t, "runs in the journal", func() bool {
		text, _ := os.ReadFile(h.journal())
		return bytes.Count(text, []byte("\n")) > 3
	})
	alltest.Require(t, !h.free(t), "nobody holds the journal of a plan that runs")
	all := marked(t, h.mark)
	at := slices.IndexFunc(all, func(p process) bool { return p.is(member) })
	alltest.Require(t, at >= 0, "no %s among %v", member, all)
	alltest.OK(t, syscall.Kill(all[at].pid, syscall.SIGKILL))
	await(t, "the end of all others", func() bool { return len(marked(t, h.mark)) == 0 })
	await(t, "a free journal", func() bool { return h.free(t) })
	// The cell was asked to end: none of its runs is held to have killed it.
	flight, err := os.ReadFile(filepath.Join(h.runs, "held", "running.jsonl"))
	alltest.Check(t, member == "cell" || !bytes.Contains(flight, []byte(`"mark"`)), "runs are in flight: %s, %v", flight, err)
}

// free says whether nobody holds the journal.
func (h *held) free(t *testing.T) bool {
	t.Helper()
	f := alltest.Must(os.Open(h.journal()))(t)
	defer f.Close()
	return alltest.Must(assets.TryLock(f))(t)
}

// forever is more runs than a test waits for.
const forever = 1_000_000

// TestKilledRun kills each member of the chain from formicary run to the program
// of a cell: nothing goes on, the plan continues at the next start, and that
// start clears away what the killed one left.
func TestKilledRun(t *testing.T) {
	alltest.Only(t, "it starts a kernel for each program that it kills")
	t.Parallel()
	labtest.Env(t)
	for _, member := range []string{"formicary", "python", "kernelproxy", "watchdog", "gonb", "cell"} {
		t.Run(member, func(t *testing.T) {
			t.Parallel()
			h := hold(t, forever, os.Args[0])
			h.cmd.Env = append(h.cmd.Env, childEnv+"=run")
			alltest.OK(t, h.cmd.Start())
			go func() { _ = h.cmd.Wait() }()
			h.kill(t, member)
			if member != "formicary" {
				return
			}
			h.command(3, os.Args[0])
			h.cmd.Env = append(h.cmd.Env, childEnv+"=run")
			executed, err := h.cmd.Output()
			alltest.Check(t, err == nil && strings.Contains(string(executed), "3 reused"), "the plan does not continue: %v, %.4000s", err, executed)
			await(t, "the end of all programs of the kernel", func() bool { return len(marked(t, h.mark)) == 0 })
			left, _ := filepath.Glob(filepath.Join(h.temp, "*"))
			alltest.Check(t, len(left) <= 0, "folders are left: %q", left)
		})
	}
}

// TestKilledStock runs the notebook with Jupyter's own command and our kernel.
func TestKilledStock(t *testing.T) {
	alltest.Only(t, "it starts a kernel for each program that it kills")
	t.Parallel()
	env := labtest.Env(t)
	for _, member := range []string{"python", "kernelproxy", "gonb"} {
		t.Run(member, func(t *testing.T) {
			t.Parallel()
			h := hold(t, forever, filepath.Join(env.Python, "bin", "jupyter-execute"))
			h.cmd.Env = append(h.cmd.Env, "JUPYTER_PATH="+filepath.Join(env.Kernel, "share", "jupyter"), "JUPYTER_RUNTIME_DIR="+t.TempDir(), "FORMICARY_ROOT="+env.Root, "FORMICARY_HOME="+env.Home)
			alltest.OK(t, h.cmd.Start())
			go func() { _ = h.cmd.Wait() }()
			h.kill(t, member)
			await(t, "the end of the kernel's folder", func() bool {
				left, _ := filepath.Glob(filepath.Join(h.temp, "gonb*"))
				return len(left) == 0
			})
		})
	}
}

// TestKilledLab kills JupyterLab while a cell runs.
func TestKilledLab(t *testing.T) {
	alltest.Only(t, "it starts JupyterLab for each program that it kills")
	t.Parallel()
	labtest.Env(t)
	for _, member := range []string{"formicary", "python"} {
		t.Run(member, func(t *testing.T) {
			t.Parallel()
			h := hold(t, forever, os.Args[0])
			b, _ := h.lab(t)
			menu(t, b, "4" /* Run */, "runmenu:run-all")
			h.kill(t, member)
		})
	}
}

// lab opens the notebook in a JupyterLab of another process.
func (h *held) lab(t *testing.T) (b *labtest.Browser, address string) {
	t.Helper()
	h.cmd.Args[1] = filepath.Dir(h.notebook)
	h.cmd.Env = append(h.cmd.Env, childEnv+"=lab")
	out := alltest.Must(h.cmd.StdoutPipe())(t)
	alltest.OK(t, h.cmd.Start())
	lines := bufio.NewScanner(out)
	alltest.Require(t, lines.Scan(), "no address")
	go func() { _ = h.cmd.Wait() }()
	return open(t, strings.Replace(lines.Text(), "/lab?", "/lab/tree/held.ipynb?", 1)), lines.Text()
}

// TestSecrets prints the environment of a cell and looks at the arguments of all
// programs of a lab: the token is in neither.
func TestSecrets(t *testing.T) {
	alltest.Only(t, "it starts JupyterLab")
	labtest.Env(t)
	t.Parallel()
	h := hold(t, 0, os.Args[0])
	h.cmd.Env = append(h.cmd.Env, "JUPYTER_TOKEN=the-users-own-token")
	alltest.OK(t, os.WriteFile(h.notebook, labtest.Notebook([]string{"%%\nfmt.Println(len(os.Environ()), os.Environ())"}, false), 0o644))
	b, address := h.lab(t)
	token := address[strings.LastIndex(address, "=")+1:]
	menu(t, b, "4" /* Run */, "runmenu:run-all")
	b.Await(t, labtest.Patience, `document.querySelector('[data-mime-type="application/vnd.jupyter.stdout"]')?.textContent.includes("`+markEnv+`=")`)
	text := labtest.Eval[string](t, b, `document.querySelector('[data-mime-type="application/vnd.jupyter.stdout"]').textContent`)
	for _, secret := range []string{token, "the-users-own-token", "TOKEN", "COOKIE"} {
		alltest.Check(t, !strings.Contains(text, secret), "a cell sees %s in its environment", secret)
	}
	for _, p := range marked(t, h.mark) {
		if strings.Contains(strings.Join(p.args, " "), token) {
			t.Errorf("the token is among the arguments of %s", p.args[0])
		}
		environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.pid))
		if err == nil && bytes.Contains(environ, []byte(token)) {
			t.Errorf("the token is in the environment of %s", p.args[0])
		}
	}
	// The server writes the token into files: nobody else comes to them.
	sessions, err := filepath.Glob(filepath.Join(h.temp, "formicary-*"))
	alltest.Require(t, err == nil && len(sessions) == 1, "session folders %q, %v", sessions, err)
	if info, err := os.Stat(sessions[0]); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the session folder has mode %v, %v", info.Mode(), err)
	}
}
