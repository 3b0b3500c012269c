package lab_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
)

// TestPrepare prepares twice at the same time: both get the same environment,
// and it has everything.
func TestPrepare(t *testing.T) {
	var envs [2]*lab.Env
	var errs [2]error
	var wait sync.WaitGroup
	for i := range envs {
		wait.Go(func() { envs[i], errs[i] = lab.Prepare(t.Context(), lab.Options{Log: os.Stderr}) })
	}
	wait.Wait()
	alltest.OK(t, errors.Join(errs[:]...))
	alltest.Equal(t, *envs[0], *envs[1], "two environments")
	env := envs[0]
	for _, path := range []string{
		env.EchartsFile(), filepath.Join(env.Kernel, "bin", "gonb"), filepath.Join(env.Kernel, "bin", "goimports"),
		filepath.Join(env.Python, "bin", "jupyter-lab"),
	} {
		info, err := os.Stat(path)
		alltest.Check(t, err == nil && info.Size() != 0, "%s: %v", path, err)
	}
}

func TestPrepareCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	alltest.Refused(lab.Prepare(ctx, lab.Options{}))(t, context.Canceled)
}

// outputs are the texts that the cells of a notebook wrote to their standard
// output.
func outputs(t *testing.T, executed []byte) []string {
	t.Helper()
	nb := alltest.Must(lab.ParseNotebook("executed", executed))(t)
	var out []string
	for _, cell := range nb.Cells {
		for _, o := range cell.Outputs {
			if o.Type == "stream" && o.Name == "stdout" {
				out = append(out, string(o.Text))
			}
		}
	}
	return out
}

// broken are funcs that break down, for cells.
const broken = `import (
	"strings"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/show"
	"formicary/pkg/solver"
)

func spread(cost float64) float64 {
	var m map[string]float64
	_ = cost
	m["a"] = cost
	return 1
}

func square() []puzzle.Puzzle {
	set, _ := nurikabes.Kind.Read("cell", strings.NewReader("2...\n....\n....\n...2\n"))
	return set.Puzzles()
}

func search(*solver.Meter, *nurikabe.Puzzle, *rand.Rand) puzzle.Grid { panic("no way") }
`

// TestExecute: one kernel runs cells that print and cells that fail, each in another way,
// and goes on after them, as it is told of each, once and in terms of the cells.
func TestExecute(t *testing.T) {
	env := labtest.Env(t)
	path := filepath.Join(t.TempDir(), "failing.ipynb")
	cells := []string{
		"import \"formicary/pkg/puzzle\"\n\nfunc size() puzzle.Size { return puzzle.Size{Rows: 3, Cols: 4} }",
		"%%\nfmt.Println(\"cells:\", size().Cells(), os.Getenv(\"FORMICARY_MODE\"))",
		"%%\npanic(\"the ants have left\")",
		"%%\nvar n int = \"text\"\nfmt.Println(n)",
		"%%\nfmt.Println(\"after\")",
		"fmt.Println(1)",
		"type T struct{}\n\nfunc (t T) F() {}\n\nfunc (*T) F() {}",
		"func size() puzzle.Size { return puzzle.Size{Rows: 1, Cols: 1} }\n%%\nfmt.Println(size().Cells())",
		"func lost() int { return \"\" }",
		"%%\nlost()\nfmt.Printl(2)",
		"%%\n!true\nvar m map[string]int\nprintln(\"panic: not yet\")\nm[\"a\"] = 1",
		broken + "\n%%\nrule := acs.Named(\"own\")\nrule.Deposit = spread\nshow.Solve(rule, square()[0], solver.Iterations(9), 1)",
		"%%\nshow.Solve(nil, nil, solver.Iterations(9), 1)",
		"%%\nshow.Run(experiment.Plan{Puzzles: square(), Engines: []solver.Solver{solver.Sketch(\"own\", search)}, Budget: solver.Iterations(9)})",
		"%wasm\n\n%%\nfmt.Println(42)", // the last: GoNB stays in that mode
	}
	alltest.OK(t, os.WriteFile(path, labtest.Notebook(cells, false), 0o644))
	var failed []string
	executed := alltest.Must(env.Execute(t.Context(), path, lab.ExecuteOptions{Failed: func(cell int, why string) { failed = append(failed, fmt.Sprint(cell, " ", why)) }}))(t)
	alltest.Equal(t, strings.Join(outputs(t, executed), ""), "cells: 12 quick\nafter\n1\n")
	// What notebook 42 says of GoNB: where the last fails, %wasm may serve.
	wants := []string{
		"3 panic: the ants have left\n\tcell 3, line 2: panic(\"the ants have left\")",
		"4 cell 4, line 2: cannot use \"text\" (untyped string constant) as int value in variable declaration",
		"6 cell 6, line 1: a cell that runs statements begins with a line %%: above it are declarations only (expected declaration, found fmt)",
		"7 cell 7, line 5: T.F is declared a second time in this cell\ncell 7, line 3: the first time",
		"9 cell 9, line 1: cannot use \"\" (untyped string constant) as int value in return statement",
		"10 cell 10, line 2: undefined: lost (cell 9, which declares it, does not compile)\ncell 10, line 3: undefined: fmt (no package fmt with Printl can be imported, and the cell has no variable of that name)",
		"11 panic: not yet\npanic: assignment to entry in nil map\n\tcell 11, line 5: m[\"a\"] = 1",
		"12 panic: show: ants, own on 1: rule Deposit: it panicked: assignment to entry in nil map\n\tcell 12, line 15\n\tThe line: m[\"a\"] = cost\n\tcell 12, line 29: show.Solve(rule, square()[0], solver.Iterations(9), 1)",
		"13 panic: runtime error: invalid memory address or nil pointer dereference",
		"failed to prepare `%wasm`: failed to read '$GOROOT/misc/wasm/wasm_exec.js'",
	}
	alltest.Require(t, len(failed) == len(wants), "%q have failed", failed)
	// Where Go found a mistake in a package, its lines are there, too.
	for _, want := range []string{"formicary/pkg/show.Solve, " + env.Root, "\n\tcell 13, line 2: show.Solve(nil, nil, solver.Iterations(9), 1)"} {
		alltest.Has(t, failed[8], want, "does not say")
	}
	// A run that fails ends no cell: its warning names the cell's line, and none of the lab's.
	warned := ""
	nb := alltest.Must(lab.ParseNotebook("executed", executed))(t)
	for _, o := range nb.Cells[13].Outputs {
		warned += string(o.Data["text/html"])
	}
	want := ">main.search\n\tcell 12, line 24\n</pre>"
	alltest.Check(t, strings.Contains(warned, want), "no %q in %q", want, warned)
	for i, want := range wants {
		if !strings.Contains(failed[i], want) || strings.Contains(failed[i], "goroutine") || strings.Contains(failed[i], "\x1b") || strings.Contains(failed[i], "gonb_") || strings.HasSuffix(want, "\"") && failed[i] != want {
			t.Errorf("%q does not say %q, or has a stack or colours", failed[i], want)
		}
	}
}

// TestExecuteStops: a notebook ends at the first cell that fails and when it is out of
// time, and what it did is kept.
func TestExecuteStops(t *testing.T) {
	alltest.Only(t, "it starts a kernel for each notebook")
	env := labtest.Env(t)
	for _, c := range []struct {
		name   string
		limit  time.Duration
		output string   // of all cells; "?" is not checked
		cell   int      // that fails
		says   []string // in its error
		cause  error
	}{
		{"error", 0, "before\n", 2, []string{"panic: the ants have left", "\tcell 2, line 2"}, nil},
		{"slow", 2 * time.Second, "?", 1, []string{"out of time after 2s"}, lab.ErrTimeout},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join("testdata", c.name+".ipynb")
			var progress []int
			executed, err := env.Execute(t.Context(), path, lab.ExecuteOptions{
				Timeout: c.limit, Progress: func(cell, of int) { progress = append(progress, cell, of) },
			})
			got := strings.Join(outputs(t, executed), "")
			alltest.Check(t, c.output == "?" || got == c.output, "output %q, want %q", got, c.output)
			for _, want := range append(c.says, fmt.Sprintf("%s: code cell %d: ", path, c.cell)) {
				alltest.Fails(t, err, want, "error does not say")
			}
			alltest.Check(t, err == nil || !strings.Contains(err.Error(), "goroutine") && !strings.Contains(err.Error(), "\x1b"), "error %q has a stack, or colours", err)
			alltest.Check(t, c.cause == nil || errors.Is(err, c.cause), "error %v does not wrap %v", err, c.cause)
			n := len(progress)
			alltest.Check(t, n == 2*c.cell && progress[n-2] == c.cell, "progress %v", progress)
		})
	}
}

// TestExecuteFullCell: --full after a cell's %% also reaches the variables that
// are set before its flags are parsed, and no other cell.
func TestExecuteFullCell(t *testing.T) {
	alltest.Only(t, "it starts two kernels")
	t.Parallel()
	env := labtest.Env(t)
	path := filepath.Join(t.TempDir(), "full.ipynb")
	const prints = "fmt.Println(early, show.Pick(1, 1000), show.Quick())"
	notebook := labtest.Notebook([]string{
		"import \"formicary/pkg/show\"\n\nvar early = show.Pick(\"sample\", \"everything\")",
		"%% --full\n" + prints, "%%\n" + prints, "%% --full=false\n" + prints,
	}, false)
	alltest.OK(t, os.WriteFile(path, notebook, 0o644))
	for _, c := range []struct {
		full bool
		want string
	}{
		{false, "everything 1000 false\nsample 1 true\nsample 1 true\n"},
		{true, "everything 1000 false\neverything 1000 false\nsample 1 true\n"},
	} {
		executed := alltest.Must(env.Execute(t.Context(), path, lab.ExecuteOptions{Full: c.full}))(t)
		alltest.Equal(t, strings.Join(outputs(t, executed), ""), c.want, "full %v: the cells printed", c.full)
	}
}

// TestExecuteStartsAgain executes a notebook whose kernel dies at its first
// start, as it does where another process has taken one of its ports.
func TestExecuteStartsAgain(t *testing.T) {
	alltest.Only(t, "it starts a kernel")
	t.Parallel()
	env := labtest.Env(t)
	dir := t.TempDir()
	spec := filepath.Join(dir, "kernels", lab.KernelName)
	alltest.OK(t, os.MkdirAll(spec, 0o755))
	starts := filepath.Join(dir, "starts")
	script := "echo start >>" + starts + "\n[ $(wc -l <" + starts + ") -gt 1 ] && exec " + filepath.Join(env.Kernel, "kernel.sh") + " \"$1\"\nexit 1\n"
	text := alltest.Must(json.Marshal(map[string]any{"argv": []string{"sh", "-c", script, "kernel", "{connection_file}"}, "display_name": "dies once", "language": "go", "interrupt_mode": "message"}))(t)
	alltest.OK(t, os.WriteFile(filepath.Join(spec, "kernel.json"), text, 0o644))
	executed := alltest.Must(env.Execute(t.Context(), "testdata/ok.ipynb", lab.ExecuteOptions{Env: []string{"JUPYTER_PATH=" + dir}}))(t)
	alltest.Equal(t, strings.Join(outputs(t, executed), ""), "cells: 12 quick\n")
	alltest.Equal(t, string(alltest.Must(os.ReadFile(starts))(t)), "start\nstart\n", "starts; want two")
}

// TestExecuteCancelled interrupts a cell by the context: it ends in its own
// time and what it wrote is kept.
func TestExecuteCancelled(t *testing.T) {
	alltest.Only(t, "it starts a kernel")
	t.Parallel()
	env := labtest.Env(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	started := filepath.Join(t.TempDir(), "started") // the cell writes this file
	go func() {
		for ; ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
			if _, err := os.Stat(started); err == nil {
				cancel()
			}
		}
	}()
	executed, err := env.Execute(ctx, "testdata/slow.ipynb", lab.ExecuteOptions{Env: []string{"STARTED=" + started}})
	alltest.Fails(t, err, context.Canceled)
	alltest.Equal(t, strings.Join(outputs(t, executed), ""), "started\nstopped cleanly\n")
}

func TestExecuteNoNotebook(t *testing.T) {
	env := labtest.Env(t)
	alltest.Refused(env.Execute(t.Context(), "testdata/none.ipynb", lab.ExecuteOptions{}))(t, os.ErrNotExist)
	path := filepath.Join(t.TempDir(), "not.ipynb")
	alltest.OK(t, os.WriteFile(path, []byte("text"), 0o644))
	alltest.Refused(env.Execute(t.Context(), path, lab.ExecuteOptions{}))(t, "not a notebook")
}

// TestServe checks who can talk to JupyterLab and what it offers, at an address
// other than the default where the machine has one.
func TestServe(t *testing.T) {
	env := labtest.Env(t)
	ip := "127.0.0.2"
	if free, err := net.Listen("tcp", ip+":0"); err != nil {
		ip = "127.0.0.1"
	} else if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	// A port that nobody has on any address: other tests serve on other addresses.
	free := alltest.Must(net.Listen("tcp", ":0"))(t)
	port := free.Addr().(*net.TCPAddr).Port
	alltest.OK(t, free.Close())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	server := alltest.Must(env.Serve(ctx, lab.ServeOptions{Folder: "testdata", Listen: ip, Port: port}))(t)
	address, err := url.Parse(server.URL)
	alltest.Require(t, err == nil && address.Hostname() == ip && address.Path == "/lab" && len(address.Query().Get("token")) >= 20, "address %s, %v", server.URL, err)
	get := func(path string) (int, string) {
		answer := alltest.Must(http.Get("http://" + address.Host + path))(t)
		defer answer.Body.Close()
		body := alltest.Must(io.ReadAll(answer.Body))(t)
		return answer.StatusCode, string(body)
	}
	token := "?token=" + address.Query().Get("token")
	status, _ := get("/lab" + token)
	alltest.Check(t, status == http.StatusOK, "with the token: status %d", status)
	if status, body := get("/api/kernelspecs"); status != http.StatusForbidden {
		t.Errorf("without the token: status %d: %s", status, body)
	}
	_, body := get("/api/kernelspecs" + token)
	var specs struct {
		Default     string
		KernelSpecs map[string]any
	}
	alltest.Check(t, json.Unmarshal([]byte(body), &specs) == nil && specs.Default == lab.KernelName && len(specs.KernelSpecs) == 1,
		"kernels: %s", body)
	onlyAt(t, address)
	cancel()
	if err := server.Wait(); err != nil {
		t.Errorf("closing: %v", err)
	}
	alltest.Refused(http.Get("http://"+address.Host))(t, "", "it still answers after its end")
}

// onlyAt checks that nothing answers at the port of an address on this machine's
// other addresses.
func onlyAt(t *testing.T, address *url.URL) {
	t.Helper()
	addresses := alltest.Must(net.InterfaceAddrs())(t)
	for _, a := range addresses {
		ip, ok := a.(*net.IPNet)
		if !ok || ip.IP.IsLinkLocalUnicast() || ip.IP.String() == address.Hostname() {
			continue
		}
		connection, err := net.DialTimeout("tcp", net.JoinHostPort(ip.IP.String(), address.Port()), time.Second)
		if err == nil {
			connection.Close()
			t.Errorf("JupyterLab listens on %s, too", ip.IP)
		}
	}
}

func TestServePortTaken(t *testing.T) {
	env := labtest.Env(t)
	listener := alltest.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer listener.Close()
	port := listener.Addr().(*net.TCPAddr).Port
	alltest.Refused(env.Serve(t.Context(), lab.ServeOptions{Folder: "testdata", Port: port}))(t, "not free")
	alltest.Refused(env.Serve(t.Context(), lab.ServeOptions{Folder: "testdata", Listen: "everywhere"}))(t, "not an IP address")
	alltest.Refused(env.Serve(t.Context(), lab.ServeOptions{Folder: "none"}))(t, "no folder")
}
