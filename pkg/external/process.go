package external

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// ending is how a program came to its end.
type ending struct {
	elapsed, cpu time.Duration
	memory       uint64 // the peak of all processes, as far as it was seen
	expired      bool   // the budget has ended it
	stderr       tail
	err          error
}

// grace is how long a program may take to end after it was asked to.
const grace = 300 * time.Millisecond

// run starts the program, hands the lines that it writes on, and ends it with all that it has started.
func (a *answers) run(ctx context.Context, args []string, input []byte) (end ending) {
	runtime.LockOSThread() // the program ends with the thread that has started it
	defer runtime.UnlockOSThread()
	wall, cpu := limits(a.given.Budget)
	mark := newMark()
	out := &lines{take: a.line}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), mark)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), out, &end.stderr
	cmd.WaitDelay = grace // for those that hold its output open after its end
	a.start = time.Now()
	if err := launch(cmd, mark); err != nil {
		end.err = fmt.Errorf("the program does not start: %w", err)
		return end
	}
	limitMemory(cmd.Process.Pid, a.command.Memory)
	family := newFamily(cmd.Process.Pid, mark)
	stopped, watching := make(chan struct{}), sync.WaitGroup{}
	watching.Go(func() { end.expired = family.guard(wall, cpu, a.start, ctx.Done(), stopped) })
	waited := cmd.Wait()
	end.elapsed = time.Since(a.start)
	close(stopped)
	watching.Wait()
	end.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime() + family.bury()
	end.memory = family.memory()
	out.end()
	var exit *exec.ExitError
	switch {
	case out.full:
		end.err = errFlood
	case end.expired || waited == nil || errors.Is(waited, exec.ErrWaitDelay):
	case errors.As(waited, &exit):
		end.err = fmt.Errorf("%w%s", ended(exit), end.said())
	default:
		end.err = fmt.Errorf("the program failed (%w)%s", waited, end.said())
	}
	return end
}

// launch starts a program apart from this one, so that it can be ended with all that it starts.
func launch(cmd *exec.Cmd, mark string) error {
	attr, started := attributes(mark)
	cmd.SysProcAttr = attr
	err := cmd.Start()
	started(err)
	return err
}

// errFlood is the error of a program that writes without end.
var errFlood = fmt.Errorf("the program has written more than %d MB", mostOutput>>20)

// guard ends the program once it has used its time up or the context has ended, and says so; not if it has stopped before.
func (f *family) guard(wall, cpu time.Duration, start time.Time, done, stopped <-chan struct{}) (expired bool) {
	if !f.watch(wall, cpu, start, done, stopped) {
		return false
	}
	f.end(syscall.SIGTERM)
	select {
	case <-stopped:
	case <-time.After(grace):
		f.end(syscall.SIGKILL)
	}
	return true
}

// lines hands whole lines on that are written to it.
type lines struct {
	take func(line []byte)
	rest []byte
	n    int
	full bool // more was written than is read
}

func (l *lines) Write(text []byte) (int, error) {
	if l.n += len(text); l.n > mostOutput {
		l.full = true
		return 0, io.ErrShortWrite // the program is told that nobody reads it
	}
	l.rest = append(l.rest, text...)
	for {
		at := bytes.IndexByte(l.rest, '\n')
		if at < 0 {
			return len(text), nil
		}
		l.take(bytes.TrimSuffix(l.rest[:at], []byte("\r")))
		l.rest = l.rest[at+1:]
	}
}

// end hands a last line on that has no end.
func (l *lines) end() {
	if len(l.rest) > 0 {
		l.take(l.rest)
	}
}

// said is the end of what the program wrote to the standard error, for an error.
func (e *ending) said() string {
	text := strings.TrimSpace(strings.ToValidUTF8(string(e.stderr.bytes), "?"))
	if text == "" {
		return ""
	}
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return strings.Trim(line, " ^~") == "" }) // marks below a line
	words := []rune(strings.Join(lines[max(0, len(lines)-3):], " / "))
	return "; its last words: " + strconv.Quote(string(words[max(0, len(words)-mostWords):]))
}

// tail keeps the end of what is written.
type tail struct{ bytes []byte }

func (t *tail) Write(text []byte) (int, error) {
	t.bytes = append(t.bytes, text[max(0, len(text)-mostSaid):]...)
	t.bytes = t.bytes[max(0, len(t.bytes)-mostSaid):]
	return len(text), nil
}
