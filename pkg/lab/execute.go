package lab

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"formicary/pkg/assets"
)

// ErrTimeout is wrapped by the error of a notebook that ran out of time.
var ErrTimeout = errors.New("out of time")

// ExecuteOptions says how a notebook is executed. The zero options execute it
// in its quick mode, without a limit of time, in its own folder.
type ExecuteOptions struct {
	// Full asks notebooks for all that the paper did.
	Full bool
	// Timeout limits the whole notebook; zero does not. The running cell is
	// interrupted then and may still show what it has.
	Timeout time.Duration
	// Folder is where the kernel starts; empty means the notebook's folder.
	Folder string
	// Env are further environment variables of the kernel, as "NAME=value".
	Env []string
	// Progress is told of every code cell that starts; nil is told nothing.
	Progress func(cell, of int)
}

// CellError is a cell that failed.
type CellError struct {
	// Notebook is the notebook's path, Cell the number of the code cell in it,
	// from one, and Source its text.
	Notebook string
	Cell     int
	Source   string
	// Text is what the cell said of its error.
	Text string
	// Err is [ErrTimeout] or the context's error where the cell was
	// interrupted, else nil.
	Err error
}

// Error names the notebook and the cell and gives the cell's own words.
func (e *CellError) Error() string {
	what := e.Text
	if e.Err != nil {
		what = e.Err.Error()
	}
	return fmt.Sprintf("%s: code cell %d: %s", e.Notebook, e.Cell, what)
}

// Unwrap returns Err.
func (e *CellError) Unwrap() error { return e.Err }

// Execute runs all code cells of a notebook with the Go kernel and returns the
// notebook with their outputs; the file itself stays as it is. It stops at the
// first cell that fails with a [*CellError], and when the context ends. The
// notebook is returned then, too, with what was done until then.
func (e *Env) Execute(ctx context.Context, path string, o ExecuteOptions) ([]byte, error) {
	before, err := ReadNotebook(path)
	if err != nil {
		return nil, err
	}
	folder := o.Folder
	if folder == "" {
		folder = filepath.Dir(path)
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return nil, err
	}
	session, err := newSession()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(session)

	mode := assets.ModeQuick
	if o.Full {
		mode = assets.ModeFull
	}
	env := append([]string{assets.ModeEnv + "=" + mode, "FORMICARY_PLAIN_ERRORS=1"}, o.Env...)
	out := filepath.Join(session, "out.ipynb")
	// 15 s for the cell to end, 5 s of gonb's own, and some for the shutdown.
	cmd := e.jupyter(ctx, session, env, 30*time.Second, "execute", path, out,
		"--folder", folder, "--timeout", strconv.FormatFloat(o.Timeout.Seconds(), 'f', -1, 64))
	var said bytes.Buffer
	cmd.Stderr = &said
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	last := readEvents(bufio.NewScanner(stdout), o.Progress)
	errRun := cmd.Wait()

	executed, errRead := os.ReadFile(out)
	cellError := func(cause error) error {
		failed := &CellError{Notebook: path, Cell: last.Number, Source: string(before.Cells[last.Index].Source), Text: last.Value, Err: cause}
		if after, err := ParseNotebook(path, executed); err == nil && cause == nil {
			if text := after.Cells[last.Index].Error(); text != "" {
				failed.Text = text
			}
		}
		return failed
	}
	switch {
	case errRead != nil || last.Event != "done" && last.Number == 0:
		if ctx.Err() != nil {
			return executed, ctx.Err()
		}
		log, _ := os.ReadFile(filepath.Join(session, "kernel.log"))
		return executed, fmt.Errorf("%s: the notebook could not be executed: %w\n%s\n%s", path, errors.Join(errRun, errRead), tail(said.String()), tail(string(log)))
	case last.Event == "done":
		return executed, nil
	case last.Event == "timeout":
		return executed, cellError(fmt.Errorf("%w after %v", ErrTimeout, o.Timeout))
	case ctx.Err() != nil:
		return executed, cellError(ctx.Err())
	}
	return executed, cellError(nil)
}

// event is one line of what jupyter.py tells.
type event struct {
	Event             string
	Number, Index, Of int
	Name, Value       string
}

// readEvents passes progress on and returns the last event.
func readEvents(lines *bufio.Scanner, progress func(cell, of int)) event {
	lines.Buffer(nil, 64<<20) // an error text is one line
	var last event
	of := 0
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			continue
		}
		switch e.Event {
		case "cells":
			of = e.Of
		case "cell":
			if progress != nil {
				progress(e.Number, of)
			}
		}
		last = e
	}
	return last
}
