package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"formicary/pkg/experiment"
)

// iohMost is the highest dimension and number of an instance: readers keep them as UINT16.
const iohMost = 1<<16 - 1

// iohMeta is a meta file of IOHprofiler: what one algorithm did on one problem.
type iohMeta struct {
	Version      string        `json:"version"` // of the format
	Suite        string        `json:"suite"`
	FunctionID   int           `json:"function_id"`
	FunctionName string        `json:"function_name"`
	Maximization bool          `json:"maximization"`
	Algorithm    iohAlgorithm  `json:"algorithm"`
	Experiment   []string      `json:"experiment_attributes"` // none: some readers evaluate their texts as programs
	Attributes   []string      `json:"attributes"`            // columns of the data
	RunNames     []string      `json:"run_attributes"`
	Scenarios    []iohScenario `json:"scenarios"`
}

type iohAlgorithm struct {
	Name string `json:"name"`
	Info string `json:"info"`
}

// iohScenario is what was done in one dimension; Path is that of the data.
type iohScenario struct {
	Dimension int      `json:"dimension"`
	Path      string   `json:"path"`
	Runs      []iohRun `json:"runs"`

	records []*experiment.Record
}

type iohRun struct {
	Instance int     `json:"instance"`
	Evals    int64   `json:"evals"`
	Best     iohBest `json:"best"`
	Puzzle   string  `json:"puzzle"`
	Run      int     `json:"run"`
	Seed     uint64  `json:"seed"`
	Status   string  `json:"status"`
}

type iohBest struct {
	Evals int64   `json:"evals"`
	Y     float64 `json:"y"`
	X     []int   `json:"x"` // always empty: a board is not a vector of numbers
}

// iohPoint is a line of the data.
type iohPoint struct {
	evaluations int64
	cost        float64
}

// ioh is an export.
type ioh struct {
	functions map[string]int // the kinds of puzzles, numbered from 1
	instances map[[2]string]int
	last      map[string]int        // the number of instances of a kind
	highest   map[[2]string]float64 // the highest known cost of a puzzle
	metas     []*iohMeta
	places    map[[3]string]*iohMeta
	names     map[string]string // algorithms by label and parameters
	taken     map[string]bool   // their names
}

// exportIOH writes a folder in the format of IOHprofiler (C. Doerr et al., "IOHprofiler:
// a benchmarking and profiling tool for iterative optimization heuristics", 2018): for
// each algorithm and problem a meta file of JSON, and for each dimension a file of
// data. It says how many runs cannot be written.
func exportIOH(dir, suite string, records []experiment.Record) (left int, err error) {
	if old, _ := filepath.Glob(filepath.Join(dir, "*", "IOHprofiler_*.json")); len(old) > 0 {
		return 0, badInput(fmt.Errorf("%s has an export, whose files readers would mix with these: delete it, or name another folder", dir))
	}
	x := ioh{
		functions: map[string]int{}, instances: map[[2]string]int{}, last: map[string]int{}, highest: map[[2]string]float64{},
		places: map[[3]string]*iohMeta{}, names: map[string]string{}, taken: map[string]bool{},
	}
	for i := range records {
		x.look(&records[i])
	}
	for i := range records {
		r := &records[i]
		if _, known := x.highest[iohPuzzle(r)]; !known || r.Status == experiment.Failed {
			left++
			continue
		}
		if cells := r.Rows * r.Cols; cells > iohMost || x.instances[iohPuzzle(r)] > iohMost {
			return 0, badInput(fmt.Errorf("the format has %d cells and %d puzzles of a kind at most, and %s is beyond", iohMost, iohMost, r.Puzzle))
		}
		x.add(suite, r)
	}
	for _, m := range x.metas {
		if err := x.write(dir, m); err != nil {
			return 0, err
		}
	}
	return left, nil
}

func iohPuzzle(r *experiment.Record) [2]string { return [2]string{r.Kind, r.Content} }

// look numbers the puzzle of a record and takes its highest cost.
func (x *ioh) look(r *experiment.Record) {
	if x.functions[r.Kind] == 0 {
		x.functions[r.Kind] = len(x.functions) + 1
	}
	p := iohPuzzle(r)
	if x.instances[p] == 0 {
		x.last[r.Kind]++
		x.instances[p] = x.last[r.Kind]
	}
	cost := func(c float64) {
		if high, known := x.highest[p]; c >= 0 && (!known || c > high) {
			x.highest[p] = c
		}
	}
	cost(r.Cost)
	for _, point := range r.Trace {
		cost(point.Cost)
	}
}

// add gives a run its place in the files.
func (x *ioh) add(suite string, r *experiment.Record) {
	key := [3]string{r.Label(), r.ConfigHash, r.Kind}
	m := x.places[key]
	if m == nil {
		m = &iohMeta{
			Version: "0.3.5", Suite: suite, FunctionID: x.functions[r.Kind], FunctionName: r.Kind,
			Algorithm:  iohAlgorithm{x.name(r), fmt.Sprintf("parameters %s, code %s", r.ConfigHash, r.Code)},
			Experiment: []string{}, Attributes: []string{"evaluations", "raw_y"}, RunNames: []string{"puzzle", "run", "seed", "status"},
		}
		x.places[key], x.metas = m, append(x.metas, m)
	}
	cells, at := r.Rows*r.Cols, 0
	for at < len(m.Scenarios) && m.Scenarios[at].Dimension != cells {
		at++
	}
	if at == len(m.Scenarios) {
		base := fmt.Sprintf("f%d_%s", m.FunctionID, arffName(m.FunctionName))
		m.Scenarios = append(m.Scenarios, iohScenario{Dimension: cells, Path: fmt.Sprintf("data_%s/IOHprofiler_%s_DIM%d.dat", base, base, cells)})
	}
	points := x.points(r)
	best := iohBest{X: []int{}}
	for i, p := range points {
		if i == 0 || p.cost < best.Y {
			best.Evals, best.Y = p.evaluations, p.cost
		}
	}
	s := &m.Scenarios[at]
	s.records = append(s.records, r)
	s.Runs = append(s.Runs, iohRun{x.instances[iohPuzzle(r)], points[len(points)-1].evaluations, best, r.Puzzle, r.Run, r.Seed, string(r.Status)})
}

// name is the algorithm of a record: its label, and for another engine of this label
// the parameters, too.
func (x *ioh) name(r *experiment.Record) string {
	key := r.Label() + "\x00" + r.ConfigHash
	if _, ok := x.names[key]; !ok {
		name := r.Label()
		if x.taken[name] {
			name += " " + r.ConfigHash
		}
		x.names[key], x.taken[name] = name, true
	}
	return x.names[key]
}

// points are the lines of a run: the first at evaluation 1, the last where it ended,
// each at more evaluations than the one in front of it.
func (x *ioh) points(r *experiment.Record) []iohPoint {
	out := []iohPoint{{1, x.highest[iohPuzzle(r)]}}
	put := func(at int64, cost float64) {
		if last := &out[len(out)-1]; at <= last.evaluations {
			last.cost = min(last.cost, cost)
			return
		}
		out = append(out, iohPoint{at, cost})
	}
	for _, p := range r.Trace {
		if p.Cost >= 0 {
			put(p.Evaluations, p.Cost)
		}
	}
	cost := out[len(out)-1].cost
	if r.Cost >= 0 {
		cost = min(cost, r.Cost)
	}
	put(r.Evaluations, cost)
	return out
}

// write writes the files of one algorithm on one problem.
func (x *ioh) write(dir string, m *iohMeta) error {
	at := 1
	for _, other := range x.metas {
		if other == m {
			break
		}
		at++
	}
	folder := filepath.Join(dir, fmt.Sprintf("%d-%s", at, arffName(m.Algorithm.Name)))
	for _, s := range m.Scenarios {
		path := filepath.Join(folder, filepath.FromSlash(s.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		err := create(path, func(out io.Writer) error {
			var err error
			for _, r := range s.records {
				var b strings.Builder
				b.WriteString("evaluations raw_y\n")
				for _, p := range x.points(r) {
					fmt.Fprintf(&b, "%d %s\n", p.evaluations, strconv.FormatFloat(p.cost, 'f', -1, 64))
				}
				_, wrong := io.WriteString(out, b.String())
				err = errors.Join(err, wrong)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return create(filepath.Join(folder, fmt.Sprintf("IOHprofiler_f%d_%s.json", m.FunctionID, arffName(m.FunctionName))), func(out io.Writer) error {
		encoder := json.NewEncoder(out)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "\t")
		return encoder.Encode(m)
	})
}
