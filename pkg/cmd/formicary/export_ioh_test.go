package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/cmd/formicary/internal/export"
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// iohRun is a run in a meta file.
type iohRun struct {
	Instance int
	Evals    int64
	Best     struct {
		Evals int64
		Y     float64
		X     []int
	}
	Puzzle string
	Run    int
	Seed   uint64
	Status string
}

// iohPoint is a line of the data.
type iohPoint struct {
	evaluations int64
	cost        float64
}

// iohBack is a run as the files have it, with the lines of its block.
type iohBack struct {
	iohRun
	algorithm, function string
	dimension           int
	lines               []iohPoint
}

// readIOH reads an export.
func readIOH(t *testing.T, dir string) (out []iohBack) {
	t.Helper()
	metas, err := filepath.Glob(filepath.Join(dir, "*", "IOHprofiler_*.json"))
	alltest.Require(t, err == nil && len(metas) != 0, "%d meta files, %v", len(metas), err)
	for _, path := range metas {
		text := alltest.Must(os.ReadFile(path))(t)
		var m struct {
			Name      string `json:"function_name"`
			Algorithm struct{ Name string }
			Scenarios []struct {
				Dimension int
				Path      string
				Runs      []iohRun
			}
		}
		alltest.OK(t, json.Unmarshal(text, &m))
		for _, s := range m.Scenarios {
			text := alltest.Must(os.ReadFile(filepath.Join(filepath.Dir(path), s.Path)))(t)
			blocks := strings.Split(string(text), "evaluations raw_y\n")[1:]
			alltest.Require(t, len(blocks) == len(s.Runs), "%s: %d blocks of %d runs", s.Path, len(blocks), len(s.Runs))
			for i, block := range blocks {
				b := iohBack{iohRun: s.Runs[i], algorithm: m.Algorithm.Name, function: m.Name, dimension: s.Dimension}
				for line := range strings.Lines(block) {
					var p iohPoint
					_, err := fmt.Sscanf(line, "%d %g\n", &p.evaluations, &p.cost)
					alltest.Require(t, err == nil, "%q: %v", line, err)
					b.lines = append(b.lines, p)
				}
				out = append(out, b)
			}
		}
	}
	return out
}

// TestExportIOH: the files have the runs, costs and evaluations of the records, and
// iohinspector finds them there.
func TestExportIOH(t *testing.T) {
	_, records := keptRuns(t, "small")
	out := filepath.Join(t.TempDir(), "ioh")
	text, notes, code := command(t, "journal", "export", "--ioh", "--out", out, "small")
	alltest.Require(t, code == 0 && notes == "", "status %d\n%s%s", code, text, notes)
	_, notes, code = command(t, "journal", "export", "--ioh", "--out", out, "small")
	alltest.Check(t, code == 2 && strings.Contains(notes, "has an export"), "over an export: status %d, %s", code, notes)
	type sums struct {
		Runs, Evaluations, Loaded, Last, Lines, Algorithms, Dimensions int64
		Cost, Least                                                    float64
	}
	type run struct {
		algorithm, puzzle string
		run               int
	}
	got := map[run]iohBack{}
	var want sums
	for _, b := range readIOH(t, out) {
		got[run{b.algorithm, b.Puzzle, b.Run}] = b
		want.Lines += int64(len(b.lines))
	}
	alltest.Check(t, len(got) == len(records), "%d runs of %d", len(got), len(records))
	algorithms := map[string]bool{}
	for _, r := range records {
		b := got[run{r.Label(), r.Puzzle, r.Run}]
		if b.Seed != r.Seed || b.Status != string(r.Status) || b.Best.Y != r.Cost || b.Evals != r.Evaluations || b.dimension != r.Rows*r.Cols || b.function != r.Kind {
			t.Fatalf("%+v of\n%+v", b, r)
		}
		alltest.Check(t, b.lines[0].evaluations == 1 && b.lines[len(b.lines)-1] == (iohPoint{r.Evaluations, r.Cost}), "lines %v of %+v", b.lines, r)
		for _, p := range r.Trace { // what was the best after so many evaluations is found there
			best := math.Inf(1)
			for _, q := range b.lines {
				if q.evaluations <= p.Evaluations {
					best = min(best, q.cost)
				}
			}
			alltest.Check(t, best <= p.Cost, "%g after %d evaluations, not %g", best, p.Evaluations, p.Cost)
		}
		algorithms[r.Label()] = true
		want.Runs++
		want.Evaluations += r.Evaluations
		want.Cost += r.Cost
		want.Dimensions += int64(r.Rows * r.Cols)
	}
	want.Loaded, want.Last, want.Least, want.Algorithms = want.Runs, want.Evaluations, want.Cost, int64(len(algorithms))
	var read *sums
	alltest.OK(t, json.Unmarshal(python(t, script(t, "ioh.py"), out), &read))
	if read == nil {
		t.Skip("this Python has no iohinspector")
	}
	alltest.Equal(t, *read, want, "iohinspector")
}

// TestExportIOHEdges: a run without a board has the highest cost of its puzzle until
// something better is known, costs that are no whole numbers stay exact, and what
// cannot be written is counted.
func TestExportIOHEdges(t *testing.T) {
	at := func(run int, r experiment.Record) experiment.Record {
		r.Kind, r.Puzzle, r.Engine, r.Rows, r.Cols, r.Run, r.Seed = "k", "p/"+r.Content, "e", 2, 3, run, 1<<64-1
		return r
	}
	dir := t.TempDir()
	left, err := export.IOH(dir, "s", export.Of(experiment.Held([]experiment.Record{
		at(0, experiment.Record{Content: "a", Cost: 0.25, Evaluations: 9, Trace: []experiment.Point{{Evaluations: 0, Cost: 7}, {Evaluations: 4, Cost: 2}, {Evaluations: 4, Cost: 1.5}, {Evaluations: 8, Cost: 0.25}}}),
		at(1, experiment.Record{Content: "a", Cost: -1, Evaluations: 5, Status: solver.Exhausted}),
		at(2, experiment.Record{Content: "a", Cost: 1, Evaluations: 30, Trace: []experiment.Point{{Evaluations: 20, Cost: 1}}}),
		at(3, experiment.Record{Content: "a", Cost: -1, Status: experiment.Failed}),
		at(0, experiment.Record{Content: "b", Cost: -1, Evaluations: 5}),
		at(0, experiment.Record{Content: "a", Cost: 3, ConfigHash: "other"}),
	}...), "").All)
	alltest.Require(t, err == nil && left == 2, "%d left, %v", left, err)
	var text []string
	for _, b := range readIOH(t, dir) {
		alltest.Check(t, b.Seed == 1<<64-1, "seed %d", b.Seed)
		text = append(text, fmt.Sprint(b.algorithm, b.Run, b.Instance, b.dimension, b.Evals, b.Best, b.lines))
	}
	want := []string{
		"e0 1 6 9 {8 0.25 []} [{1 7} {4 1.5} {8 0.25} {9 0.25}]", "e1 1 6 5 {1 7 []} [{1 7} {5 7}]", "e2 1 6 30 {20 1 []} [{1 7} {20 1} {30 1}]",
		"e other0 1 6 1 {1 3 []} [{1 3}]",
	}
	got := strings.Join(text, "\n")
	alltest.Check(t, got == strings.Join(want, "\n"), "got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
}
