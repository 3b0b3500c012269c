package experiment

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/solver"
)

// What is wrong with a plan is told with its place, counted from one.
func TestPlaceInABadPlan(t *testing.T) {
	good := examplePlan(3, 1)
	a, b := good.Engines[0], good.Engines[1]
	for want, spoil := range map[string]func(*Plan){
		"experiment: coins: invalid plan: puzzle 2 of 3 is nil":                                                         func(p *Plan) { p.Puzzles[1] = nil },
		"experiment: coins: invalid plan: engine 2 of 2 is nil":                                                         func(p *Plan) { p.Engines = []solver.Solver{a, nil} },
		"experiment: coins: invalid plan: engines 2 and 3 are the same (loaded): give one of them another variant name": func(p *Plan) { p.Engines = []solver.Solver{a, b, b} },
		"experiment: coins: invalid plan: -2 runs":                                                                      func(p *Plan) { p.Runs = -2 },
		"experiment: coins: invalid plan: -3 workers":                                                                   func(p *Plan) { p.Workers = -3 },
		"experiment: a plan without a name: invalid plan: it has no engines":                                            func(p *Plan) { p.Name, p.Engines = "", nil },
		"experiment: coins: invalid plan: a negative budget: {Iterations:-1 Evaluations:0 Wall:0s CPU:0s}":              func(p *Plan) { p.Budget = solver.Iterations(-1) },
		"experiment: coins: invalid plan: a negative budget: {Iterations:0 Evaluations:-1 Wall:0s CPU:0s}":              func(p *Plan) { p.Budget = solver.Evaluations(-1) },
		"experiment: coins: invalid plan: a negative budget: {Iterations:0 Evaluations:0 Wall:0s CPU:-1ns}":             func(p *Plan) { p.Budget = solver.CPU(-1) },
	} {
		plan := good
		plan.Puzzles = slices.Clone(good.Puzzles)
		spoil(&plan)
		err := validated(plan)
		alltest.Check(t, err != nil && err.Error() == want, "%v, want %s", err, want)
	}
	err := validated(Plan{Puzzles: good.Puzzles, Engines: good.Engines})
	alltest.Check(t, err == nil, "a plan of defaults: %v", err)
	plan := Plan{Puzzles: good.Puzzles, Engines: good.Engines}
	if b, err := plan.task().Bind(); err != nil || b.Total() != 6 || plan.workers() < 1 || plan.workers() > runtime.NumCPU() {
		t.Errorf("%d runs, %d workers, %v", b.Total(), plan.workers(), err)
	}
}

func validated(p Plan) error {
	_, err := p.Open()
	return err
}

// A manifest is readable by others, replaced as a whole, and leaves nothing behind
// where it cannot be written; the error says where that was.
func TestManifestFiles(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, examplePlan(1, 1), In(dir))
	m := manifestOf(t, dir)
	if info, err := os.Stat(m.Path(dir)); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	gone := filepath.Join(dir, "gone")
	warnings := m.Begin(gone, nil, false)
	alltest.Check(t, len(warnings) == 1 && contains(warnings, "no such file"), "no folder: %q", warnings)
	// A folder stands where the manifest should.
	other := t.TempDir()
	alltest.OK(t, os.MkdirAll(filepath.Join(m.Path(other), "x"), 0o777))
	warnings = m.Begin(other, nil, false)
	alltest.Check(t, len(warnings) == 2 && contains(warnings, m.Path(other)), "a folder for a file at the start: %q", warnings)
	err := m.Write(m.Path(other))
	alltest.Check(t, err != nil && strings.HasPrefix(err.Error(), "experiment: "), "a folder for a file at the end: %v", err)
	entries, _ := os.ReadDir(other)
	alltest.Check(t, len(entries) == 1, "left behind: %v", entries)
}

// A session refuses trials that are not of its plan, counts what it gives, and is
// shut once closed.
func TestSessionLimits(t *testing.T) {
	s := alltest.Must(examplePlan(3, 1).Open())(t)
	for _, bad := range []Trial{{Puzzle: -1}, {Puzzle: 3}, {Engine: -1}, {Engine: 2}, {Run: -1}} {
		records, err := s.Do(t.Context(), Trial{}, bad)
		alltest.Check(t, errors.Is(err, ErrPlan) && records == nil, "%+v: %v", bad, err)
	}
	done, reused := s.Counts()
	alltest.Check(t, done == 0 && reused == 0, "%d done, %d reused", done, reused)
	// The same trial twice is one run; with another budget it is another.
	records, err := s.Do(t.Context(), Trial{Puzzle: 2, Engine: 1, Run: 9}, Trial{Puzzle: 2, Engine: 1, Run: 9}, Trial{Puzzle: 2, Engine: 1, Run: 9, Budget: solver.Iterations(1)})
	if err != nil || len(records) != 3 || records[0].Run != 9 || cmp.Diff(records[0], records[1]) != "" || records[2].Budget != solver.Iterations(1) || records[2].Iterations != 1 {
		t.Errorf("%+v, %v", records, err)
	}
	done, reused = s.Counts()
	alltest.Check(t, done == 3 && reused == 1, "%d done, %d reused", done, reused)
	alltest.OK(t, errors.Join(s.Close(), s.Close()))
	alltest.Refused(s.Do(t.Context(), Trial{}))(t, os.ErrClosed, "a closed session")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err = examplePlan(3, 1).Open(); err != nil {
		t.Fatal(err)
	}
	if records, err := s.Do(ended, Trial{}); !errors.Is(err, context.Canceled) || records != nil {
		t.Errorf("%v, %v", records, err)
	}
}
