package lab

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/puzzle/sets"
)

// ErrTimeout is wrapped by the error of a notebook that exceeds its time limit.
var ErrTimeout = errors.New("out of time")

// ExecuteOptions says how a notebook is executed. The zero options execute it
// in its quick mode, without a limit of time, in its own folder.
type ExecuteOptions struct {
	// Full asks notebooks for the full experiment.
	Full bool
	// Timeout limits the whole notebook; zero means no limit. The running cell is
	// then interrupted and may still show what it has.
	Timeout time.Duration
	// Set holds values of the notebook's parameters ([SetParameters]).
	Set []string
	// Env holds further environment variables of the kernel, as "NAME=value".
	Env []string
	// Progress, unless nil, is called when a code cell starts.
	Progress func(cell, of int)
	// Failed, unless nil, lets the notebook go on after a cell that fails. It is
	// called for each of them at the end, with the number of the cell among the code
	// cells, from 1, and what it said.
	Failed func(cell int, why string)
}

// Execute runs all code cells of a notebook with the Go kernel, started in the
// notebook's folder, and returns the notebook with their outputs; the file itself
// does not change. It stops at the first cell that fails (unless o.Failed is set), at
// the time limit ([ErrTimeout]) and when the context ends. The error then names the notebook and
// the cell, and the notebook is returned as far as it came.
func (e *Env) Execute(ctx context.Context, path string, o ExecuteOptions) ([]byte, error) {
	text, err := sets.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if text, err = SetParameters(path, text, o.Set); err != nil {
		return nil, err
	}
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	session, free, err := newSession()
	if err != nil {
		return nil, err
	}
	defer free()

	mode := assets.ModeQuick
	if o.Full {
		mode = assets.ModeFull
	}
	env := append([]string{assets.ModeEnv + "=" + mode}, o.Env...)
	in, out := filepath.Join(session, "in.ipynb"), filepath.Join(session, "out.ipynb")
	if err := os.WriteFile(in, text, 0o600); err != nil {
		return nil, err
	}
	// 15 s for the cell to end, 5 s of gonb's own, and some for the shutdown.
	args := []string{"execute", in, out, "--name", path, "--folder", folder, "--timeout", strconv.FormatFloat(o.Timeout.Seconds(), 'f', -1, 64)}
	if o.Failed != nil {
		args = append(args, "--go-on")
	}
	cmd := e.jupyter(ctx, session, env, 30*time.Second, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	var last event
	var failed []event
	of := 0
	readEvents(bufio.NewScanner(stdout), func(e event) {
		switch last = e; e.Event {
		case "cells":
			of = e.Of
		case "cell":
			if o.Progress != nil {
				o.Progress(e.Number, of)
			}
		case "error":
			failed = append(failed, e)
		}
	})
	errRun := cmd.Wait()

	executed, errRead := os.ReadFile(out)
	stopped := func(cause error) error { return fmt.Errorf("%s: code cell %d: %w", path, last.Number, cause) }
	switch {
	case errRead != nil || last.Event != "done" && last.Number == 0:
		if ctx.Err() != nil {
			return executed, ctx.Err()
		}
		log, _ := os.ReadFile(filepath.Join(session, "kernel.log"))
		return executed, fmt.Errorf("%s: the notebook could not be executed: %w\n%s\n%s", path, errors.Join(errRun, errRead), tail(stderr.String()), tail(string(log)))
	case last.Event == "done":
		for _, cell := range failed {
			o.Failed(cell.Number, said(path, executed, cell))
		}
		return executed, nil
	case last.Event == "timeout":
		return executed, stopped(fmt.Errorf("%w after %v", ErrTimeout, o.Timeout))
	case ctx.Err() != nil:
		return executed, stopped(ctx.Err())
	}
	return executed, stopped(errors.New(said(path, executed, last)))
}

// said is what a cell that failed has said.
func said(path string, executed []byte, cell event) string {
	if after, err := ParseNotebook(path, executed); err == nil {
		return cmp.Or(after.Cells[cell.Index].failure(), cell.Value)
	}
	return cell.Value
}

// event is one line of what jupyter.py tells.
type event struct {
	Event string
	// Of the execution of cells.
	Number, Index, Of int
	Value             string
	// Of a server.
	URL, Token string
	Port       int
}

// readEvents passes events on.
func readEvents(lines *bufio.Scanner, on func(event)) {
	lines.Buffer(nil, 64<<20) // an error text is one line
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) == nil {
			on(e)
		}
	}
}
