package external

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Request is what a worker reads, as one line of JSON: a run.
type Request struct {
	Puzzle string `json:"puzzle"`
	Seed   uint64 `json:"seed"`
	// Iterations, Evaluations and Seconds are the run's budget, 0 where it has none.
	Iterations  int64   `json:"iterations"`
	Evaluations int64   `json:"evaluations"`
	Seconds     float64 `json:"seconds"`
	// Parameters are the values of [Command.Numbers].
	Parameters map[string]any `json:"parameters,omitempty"`
}

// worker is a process that answers one run after another.
type worker struct {
	family *family
	in     io.WriteCloser
	out    *bufio.Scanner
	stderr tail
	ended  chan struct{} // closed behind the process and all that it has started
	failed error         // how the process ended, once ended is closed
	idle   *time.Timer
}

// resting is how long a worker waits for its next run before it is dismissed.
const resting = 10 * time.Second

// idle are the workers that wait, by their program and its arguments.
var idle struct {
	sync.Mutex
	workers map[string][]*worker
}

// looked are the files of commands as they were seen last: a look takes as long as a run may take.
var looked sync.Map

// staff names the workers of a command, with their arguments. Files are looked at once a second.
func (c *Command) staff() (key string, args []string) {
	type staff struct {
		key  string
		args []string
		at   time.Time
	}
	command := fmt.Sprint(c.Args, c.Files, c.Numbers, c.Version, c.Memory)
	if known, ok := looked.Load(command); ok && time.Since(known.(staff).at) < time.Second {
		return known.(staff).key, known.(staff).args
	}
	args = c.filled(map[string]string{})
	key = fmt.Sprintf("%q %s %d", args, c.Program(), c.Memory)
	looked.Store(command, staff{key, args, time.Now()})
	return key, args
}

// ask has a worker answer one run: one that waits, or a new one. It waits for the next run afterwards, unless this one
// has failed or its budget is used up.
func (a *answers) ask(ctx context.Context, text []byte) (end ending) {
	c := a.command
	key, args := c.staff()
	w, err := hire(key, args, c.Memory)
	if err != nil {
		return ending{err: fmt.Errorf("the program does not start: %w", err)}
	}
	b := a.given.Budget
	request := Request{Puzzle: string(text), Seed: a.given.Seed >> 33, Iterations: b.Iterations, Evaluations: b.Evaluations, Seconds: max(b.Wall, b.CPU).Seconds()}
	for _, n := range c.Numbers {
		if request.Parameters == nil {
			request.Parameters = map[string]any{}
		}
		request.Parameters[n.Name] = n.Get()
	}
	line, _ := json.Marshal(request) // of texts and finite numbers
	wall, cpu := limits(b)
	a.start = time.Now()
	before := w.family.begin()
	stopped, watching := make(chan struct{}), sync.WaitGroup{}
	watching.Add(1)
	first := time.AfterFunc(time.Millisecond, func() { // most runs end before, and a goroutine for each costs as much as they do
		defer watching.Done()
		end.expired = w.family.guard(wall, cpu, a.start, ctx.Done(), stopped)
	})
	complete := false
	if _, err = w.in.Write(append(line, '\n')); err == nil {
		complete, err = a.listen(w.out)
	}
	end.elapsed = time.Since(a.start)
	close(stopped)
	if first.Stop() {
		watching.Done()
	}
	watching.Wait()
	end.cpu, end.memory = w.family.used()-before, w.family.memory()
	if complete && err == nil && !end.expired {
		w.rest(key)
		return end
	}
	w.dismiss()
	end.stderr = w.stderr
	if !end.expired {
		end.err = cmp.Or(err, w.failed, errors.New("the program has ended without an answer"))
		if said := end.said(); err == nil || said != "" {
			end.err = fmt.Errorf("%w%s", end.err, said)
		}
	}
	return end
}

// listen takes lines up to the answer's last one, or to the end of the program.
func (a *answers) listen(out *bufio.Scanner) (complete bool, err error) {
	for n := 0; out.Scan(); {
		line := out.Bytes()
		if n += len(line) + 1; n > mostOutput {
			return false, errFlood
		}
		last := a.last
		if a.line(line); a.err != nil {
			return false, a.err
		}
		if a.last != last && a.last.Status != "" {
			return true, nil
		}
	}
	if errors.Is(out.Err(), bufio.ErrTooLong) {
		return false, errFlood
	}
	return false, nil
}

// hire takes a worker that waits, or starts one.
func hire(key string, args []string, memory uint64) (*worker, error) {
	idle.Lock()
	defer idle.Unlock()
	for waiting := idle.workers[key]; len(waiting) > 0; waiting = idle.workers[key] {
		w := waiting[len(waiting)-1]
		idle.workers[key] = waiting[:len(waiting)-1]
		if !w.idle.Stop() {
			continue // it is being dismissed
		}
		select {
		case <-w.ended:
		default:
			return w, nil
		}
	}
	return start(args, memory)
}

// rest has a worker wait for its next run.
func (w *worker) rest(key string) {
	idle.Lock()
	defer idle.Unlock()
	if idle.workers == nil {
		idle.workers = map[string][]*worker{}
	}
	idle.workers[key] = append(idle.workers[key], w)
	if w.idle == nil {
		w.idle = time.AfterFunc(resting, w.dismiss)
	} else {
		w.idle.Reset(resting)
	}
}

// dismiss ends a worker with all that it has started.
func (w *worker) dismiss() {
	_ = w.in.Close()
	w.family.end(syscall.SIGKILL)
	<-w.ended
}

// start starts a worker.
func start(args []string, memory uint64) (*worker, error) {
	from, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	mark := newMark()
	w := &worker{out: bufio.NewScanner(from), ended: make(chan struct{})}
	w.out.Buffer(make([]byte, 0, 4096), mostOutput)
	cmd := exec.Command(args[0], args[1:]...) //nolint:gosec // the command is its author's
	cmd.Env = append(os.Environ(), mark)
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = to, &w.stderr, grace
	if w.in, err = cmd.StdinPipe(); err != nil {
		return nil, errors.Join(err, from.Close(), to.Close())
	}
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // the worker ends with the thread that has started it
		defer runtime.UnlockOSThread()
		err := launch(cmd, mark)
		if err == nil {
			limitMemory(cmd.Process.Pid, memory)
			w.family = newFamily(cmd.Process.Pid, mark)
		}
		_ = to.Close()
		if started <- err; err != nil {
			_ = from.Close()
			return
		}
		var exit *exec.ExitError
		if err := cmd.Wait(); errors.As(err, &exit) {
			w.failed = ended(exit)
		}
		w.family.bury()
		_ = from.SetReadDeadline(time.Now().Add(grace)) // for those that hold its output open
		close(w.ended)
	}()
	return w, <-started
}

// ended says how a program ended that has failed.
func ended(exit *exec.ExitError) error {
	switch {
	case exit.ExitCode() >= 0:
		return fmt.Errorf("the program failed (%w)", exit)
	case strings.Contains(exit.String(), "killed"):
		return fmt.Errorf("the program was ended by a signal (%s); it may have run out of memory", exit.String())
	}
	return fmt.Errorf("the program was ended by a signal (%s)", exit.String())
}
