//go:build unix

// Command kernelproxy runs the Go kernel of a notebook and ends all of the kernel's processes together. These are gonb, the
// program of a cell, the compiler and gopls.
//
// # Design
//
// What belongs together ends together. Jupyter, which asked for the kernel, gonb and the proxy can each be killed, and nobody
// is then left who could stop the others. A cell would go on computing and keep the journal of its experiment locked. So the
// proxy waits for gonb, and looks whether its own parent is still there. Its watchdog reads from a pipe that ends with the
// proxy, and the proxy waits for the watchdog in turn. Whichever ends first, the proxy or the watchdog interrupts the rest, so
// that an experiment ends in good order. A few seconds later it kills what is left.
//
// The proxy also listens to what Jupyter and gonb say to one another, and says a cell's error in terms of the cell. That is
// needed because gonb knows only the program that it makes of all cells, and most of a stack is the lab's. The proxy passes
// compile errors once, by the cell's line. Of a panic it keeps the lines of cells that led there. It keeps the lab's own lines
// only where Go found a mistake in the lab's packages. It tells a cell without %% what is missing, and does not run one
// that declares a name twice. Everything else passes as it comes.
//
// By the name of gopls the proxy is gopls to gonb, which looks for it at its start only. It starts the real one when it is
// there and somebody asks. So cells have completion as soon as gopls is built, and a kernel without a person never starts it.
//
// The kernel is everything in the proxy's session, or in its process group where it cannot have a session of its own.
//
// # Limits
//
// The proxy runs on Linux and macOS. What a cell starts in a session of its own (setsid) escapes it. The proxy holds a
// program's standard error back after a line that begins like the last words of Go's (panic: …). It shows that when the cell
// ends.
//
// Usage: kernelproxy PARENT PROGRAM [ARGUMENT…], with the process number of the parent.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"formicary/pkg/assets"
)

const (
	// watchdog is the argument of the process that waits for the proxy's end.
	watchdog = "-watchdog"
	// look is how often the proxy looks for its parent.
	look = 200 * time.Millisecond
	// grace is how long processes may take to end after a signal: less than the
	// five seconds that Jupyter gives a kernel.
	grace = 4 * time.Second
	// sessionLog is the environment variable by which the lab names the kernel's
	// log. Then it has a folder for temporary files, too, and removes it. Other
	// Jupyters have none, and gonb, when it is killed, leaves its own.
	sessionLog = "FORMICARY_KERNEL_LOG"
)

func main() {
	if filepath.Base(os.Args[0]) == "gopls" {
		if err := standIn(os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, "gopls:", err)
			os.Exit(1)
		}
		return
	}
	if len(os.Args) == 3 && os.Args[1] == watchdog {
		watch(os.Args[2])
		return
	}
	parent := 0
	if len(os.Args) > 2 {
		parent, _ = strconv.Atoi(os.Args[1])
	}
	if parent <= 0 {
		fmt.Fprintln(os.Stderr, "kernelproxy: expected the number of the parent process and a program")
		os.Exit(2)
	}
	// A new session is refused to the leader of a process group, as which Jupyter
	// starts a kernel, in a session of its own.
	_, _ = syscall.Setsid()
	_ = syscall.Setpgid(0, 0)
	code, err := run(parent, os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "kernelproxy:", err)
	}
	os.Exit(code)
}

// run runs the program until it, the watchdog or the parent has ended, and then ends
// what is left. It returns the program's exit status.
func run(parent int, command []string) (code int, err error) {
	folder := ""
	if os.Getenv(sessionLog) == "" {
		dir, free, err := assets.Scratch("gonb-")
		if err != nil {
			return 1, err
		}
		defer free()
		folder = dir
	}

	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
	guard, mate, err := startWatchdog(folder)
	if err != nil {
		return 1, err
	}
	defer endOthers(mate)
	sockets, err := os.MkdirTemp(folder, "k-")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(sockets)
	if at := slices.Index(command, "--kernel") + 1; at > 0 && at < len(command) {
		if command[at], err = between(command[at], sockets, newListener()); err != nil {
			return 1, err
		}
	}
	program := exec.Command(command[0], command[1:]...)
	if folder != "" {
		program.Env = append(os.Environ(), "TMPDIR="+folder)
	}
	program.Stdin, program.Stdout, program.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := program.Start(); err != nil {
		return 1, err
	}
	ended := make(chan error, 1)
	go func() { ended <- program.Wait() }()
	// gonb takes an interrupt for the cell's.
	defer func() { _ = program.Process.Signal(syscall.SIGTERM) }()

	clock := time.NewTicker(look)
	defer clock.Stop()
	var late <-chan time.Time
	for {
		select {
		case err := <-ended:
			var exit *exec.ExitError
			if err == nil {
				return 0, nil
			} else if errors.As(err, &exit) && exit.Exited() {
				return exit.ExitCode(), nil
			}
			return 1, err
		case <-guard:
			return 1, errors.New("the watchdog has ended")
		case <-clock.C:
			if os.Getppid() != parent {
				return 1, errors.New("the process that asked for the kernel has ended")
			}
		case s := <-signals:
			// Jupyter sends signals to the whole group, gonb too: it may end in its
			// own time. An interrupt is for the cell, not for the proxy.
			if s != syscall.SIGINT && late == nil {
				late = time.After(grace)
			}
		case <-late:
			return 1, errors.New("the kernel did not end after a signal")
		}
	}
}

// startWatchdog starts the watchdog and returns what is closed at its end, and its number.
func startWatchdog(folder string) (ended <-chan struct{}, pid int, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, 0, err
	}
	r, w, err := os.Pipe() // its other end, w, closes with this process
	if err != nil {
		return nil, 0, err
	}
	cmd := exec.Command(self, watchdog, folder)
	cmd.Stdin = r
	if err := cmd.Start(); err != nil {
		return nil, 0, errors.Join(err, r.Close(), w.Close())
	}
	done := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		_ = w.Close()
		close(done)
	}()
	return done, cmd.Process.Pid, r.Close()
}

// watch is the watchdog: it ends what is left when the proxy is gone.
func watch(folder string) {
	signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
	_, _ = io.Copy(io.Discard, os.Stdin)
	endOthers(0)
	if folder != "" {
		_ = os.RemoveAll(folder)
	}
}
