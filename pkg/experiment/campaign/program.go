package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// A plan with rules that are typed into a cell is worked on by the program of that
// cell, which is in the plan's folder. It is started as in its notebook, with the same
// mode and arguments, and with [assets.WorkEnv]; it plans nothing and runs nothing
// until it comes to the same plan, does what is asked of it there, and ends.
//
// What is asked comes as JSON on file 3, which stays open as long as whoever asks is
// there; what it came to goes to file 4.
const (
	requestFile = 3
	answerFile  = 4
)

// request is what is asked of a program.
type request struct {
	Shard     Shard
	List      string // its text; "" is the whole plan
	Job, Task string
	Until     time.Time
	Workers   int
	OtherCode bool
}

// answer is what it came to. Code says that the error is [ErrCode].
type answer struct {
	Worked Worked
	Error  string
	Code   bool
}

// ask starts the program of a plan.
func (f *Folder) ask(ctx context.Context, w Worker) (out Worked, err error) {
	out.Runs = f.count(w.Shard, w.List)
	if out.Missing = out.Runs; out.Runs == 0 || ctx.Err() != nil {
		return out, nil
	}
	ask := request{w.Shard, "", w.Job, w.Task, w.Until, w.Workers, w.OtherCode}
	if w.List != nil {
		var b strings.Builder
		if err := w.List.Write(&b); err != nil {
			return out, err
		}
		ask.List = b.String()
	}
	dir, err := filepath.Abs(f.Dir)
	if err != nil {
		return out, fmt.Errorf("campaign: %w", err)
	}
	requests, asking, err := os.Pipe()
	if err != nil {
		return out, fmt.Errorf("campaign: %w", err)
	}
	defer asking.Close()
	answers, answering, err := os.Pipe()
	if err != nil {
		return out, fmt.Errorf("campaign: %w", errors.Join(err, requests.Close()))
	}
	defer answers.Close()
	said := &tail{}
	cmd := exec.CommandContext(ctx, filepath.Join(dir, f.Plan.Worker), f.Plan.Arguments...)
	cmd.Env = append(os.Environ(), assets.WorkEnv+"="+dir, assets.ModeEnv+"="+f.Plan.Mode)
	cmd.Stdout, cmd.Stderr = said, said
	cmd.ExtraFiles = []*os.File{requests, answering}
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) } // it stops its runs
	err = cmd.Start()
	requests.Close()
	answering.Close()
	if err != nil {
		return out, fmt.Errorf("campaign: the program of the plan cannot be started here (it was built for %s): %w", f.Plan.Arch, err)
	}
	// A program that ends early does not read it; then there is no answer.
	go func() { _ = json.NewEncoder(asking).Encode(ask) }()
	text, errRead := io.ReadAll(answers)
	errWait := cmd.Wait()
	var a answer
	switch err := json.Unmarshal(text, &a); {
	case errRead == nil && err == nil && a.Code:
		_, names, _ := strings.Cut(a.Error, ErrCode.Error())
		return a.Worked, fmt.Errorf("campaign: %w%s", ErrCode, names)
	case errRead == nil && err == nil && a.Error != "":
		return a.Worked, errors.New(a.Error)
	case errRead == nil && err == nil:
		return a.Worked, nil
	case ctx.Err() != nil:
		return out, nil
	}
	how := "ended"
	if errWait != nil {
		how += " (" + errWait.Error() + ")"
	}
	return out, fmt.Errorf("campaign: the program of the plan %s %s before it came to the plan %s; it said: %s", filepath.Join(f.Dir, f.Plan.Worker), how, f.Plan.Fingerprint, said)
}

// tail keeps the end of what a program says.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if extra := len(t.text) - 2000; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	if text := strings.TrimSpace(string(t.text)); text != "" {
		return text
	}
	return "nothing"
}

// Serve does what is asked of this program if the plan is the one that it was started
// for, and says whether it is; the program is to end then. It stops when the context
// ends, and when whoever asks is gone. The error is that of a folder that cannot be
// read or of an answer that nobody takes; others are told.
func Serve(ctx context.Context, plan experiment.Plan) (bool, error) {
	f, err := Open(os.Getenv(assets.WorkEnv))
	if err != nil {
		return false, err
	}
	if mine, err := plan.File(); err != nil || mine.Fingerprint != f.Plan.Fingerprint {
		return false, err
	}
	in := json.NewDecoder(os.NewFile(requestFile, "request"))
	var ask request
	if err := in.Decode(&ask); err != nil {
		return true, fmt.Errorf("campaign: nothing is asked of this program: %w", err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		var more json.RawMessage
		_ = in.Decode(&more) // nothing follows but the end
		stop()
	}()
	var a answer
	a.Worked, err = f.serve(ctx, plan, ask)
	if err != nil {
		a.Error, a.Code = err.Error(), errors.Is(err, ErrCode)
	}
	out := os.NewFile(answerFile, "answer")
	return true, errors.Join(json.NewEncoder(out).Encode(a), out.Close())
}

// serve works with the engines and the puzzles of a plan.
func (f *Folder) serve(ctx context.Context, plan experiment.Plan, ask request) (out Worked, err error) {
	w := Worker{Shard: ask.Shard, Job: ask.Job, Task: ask.Task, Until: ask.Until, Workers: ask.Workers, OtherCode: ask.OtherCode}
	if ask.List != "" {
		if w.List, err = f.ReadList("the list", strings.NewReader(ask.List)); err != nil {
			return out, err
		}
	}
	engines := map[string]solver.Solver{}
	for _, e := range plan.Engines {
		engines[e.Describe().Hash()] = e
	}
	type name struct {
		id   string
		hash puzzle.Hash
	}
	puzzles := map[name]puzzle.Puzzle{}
	for _, p := range plan.Puzzles {
		puzzles[name{p.ID(), p.Hash()}] = p
	}
	// The fingerprint says that all are there.
	w.Rebuild = func(d solver.Description) (solver.Solver, error) { return engines[d.Hash()], nil }
	w.Open = func(o sets.Origin) (puzzle.Puzzle, error) { return puzzles[name{o.ID, o.Hash}], nil }
	return f.work(ctx, w)
}
