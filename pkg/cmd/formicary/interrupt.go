package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

// caught is the signal that ended a command's context.
type caught struct{ signal os.Signal }

func (c caught) Error() string { return fmt.Sprint(c.signal) }

// untilSignal is a context that ends at the first signal to end. A second one does not
// wait: it ends the process.
func untilSignal() context.Context {
	ctx, end := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		s := <-signals
		signal.Stop(signals)
		end(caught{s})
	}()
	return ctx
}

// interrupted is what a command ends with whose context has ended: the word, and the
// status that shells have for the signal, 130 for Ctrl-C.
func interrupted(ctx context.Context) failure {
	number := syscall.SIGINT
	var c caught
	if errors.As(context.Cause(ctx), &c) {
		number, _ = c.signal.(syscall.Signal)
	}
	return failure{128 + int(number), errors.New("interrupted")}
}

// report prints an error after which the command goes on, unless it is its own end.
func (s *streams) report(err error) {
	if s.ctx.Err() == nil {
		fmt.Fprintf(s.stderr, "formicary: %v\n", err)
	}
}

// abandoned are the commands that read, compute and print without a look at their
// context: when it ends, nobody waits for them.
var abandoned = []string{"convert", "diff", "explore", "export", "records", "runs"}

// unlessInterrupted is what the command comes to, or that it was interrupted.
func unlessInterrupted(ctx context.Context, command string, run func() error) error {
	name, _, _ := strings.Cut(command, " ")
	var leave <-chan struct{}
	if slices.Contains(abandoned, name) {
		leave = ctx.Done()
		if ctx.Err() != nil {
			return interrupted(ctx) // and not a result that comes at once
		}
	}
	ended := make(chan func() error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				ended <- func() error { panic(r) }
			}
		}()
		err := run()
		ended <- func() error { return err }
	}()
	select {
	case result := <-ended:
		if err := result(); err == nil || ctx.Err() == nil {
			return err
		}
	case <-leave:
	}
	return interrupted(ctx)
}

// stoppable reads until the context ends: what waits for a person's input ends with
// Ctrl-C.
type stoppable struct {
	ctx context.Context
	r   io.Reader
}

func (s stoppable) Read(p []byte) (int, error) {
	own, read := make([]byte, len(p)), make(chan error, 1)
	n := 0
	go func() {
		var err error
		n, err = s.r.Read(own)
		read <- err
	}()
	select {
	case err := <-read:
		return copy(p, own[:n]), err
	case <-s.ctx.Done():
		return 0, s.ctx.Err()
	}
}
