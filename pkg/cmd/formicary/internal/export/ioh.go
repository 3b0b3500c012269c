package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// ErrRefused is the error of records, or of a folder, that the format cannot take.
var ErrRefused = errors.New("refused")

// iohMost is the highest dimension and number of an instance: readers keep them as UINT16.
const iohMost = 1<<16 - 1

// iohProblem is a kind of puzzles. highest is the highest known cost of each puzzle.
type iohProblem struct {
	number    int
	instances map[string]int // of puzzles by content, numbered from 1
	highest   map[string]float64
}

// iohMeta is a meta file of IOHprofiler: what one algorithm did on one problem.
type iohMeta struct {
	file      string
	header    map[string]any
	scenarios []*iohScenario
}

// iohScenario is what was done in one dimension; path is that of the data, of letters, digits and dots.
type iohScenario struct {
	dimension int
	path      string
	runs      []iohRun
	points    []byte // that are not in the file yet
	begun     bool
}

// iohRun is a run in a meta file.
type iohRun struct {
	Best     iohBest       `json:"best"`
	Evals    int64         `json:"evals"`
	Instance int           `json:"instance"`
	Puzzle   string        `json:"puzzle"`
	Run      int           `json:"run"`
	Seed     uint64        `json:"seed"`
	Status   solver.Status `json:"status"`
}

// iohBest is the best of a run. The board, as a vector of numbers, is always empty.
type iohBest struct {
	Evals int64   `json:"evals"`
	X     [0]int  `json:"x"`
	Y     float64 `json:"y"`
}

// iohPoint is a line of the data.
type iohPoint struct {
	evaluations int64
	cost        float64
}

// IOH writes a folder in the format of IOHprofiler (C. Doerr et al., "IOHprofiler:
// a benchmarking and profiling tool for iterative optimization heuristics", 2018): for
// each algorithm and problem a meta file of JSON, and for each dimension a file of
// data. It says how many runs cannot be written.
func IOH(dir, suite string, all iter.Seq2[Run, error]) (left int, err error) {
	if old, _ := filepath.Glob(filepath.Join(dir, "*", "IOHprofiler_*.json")); len(old) > 0 {
		return 0, fmt.Errorf("%w: %s has an export, whose files readers would mix with these: delete it, or name another folder", ErrRefused, dir)
	}
	problems := map[string]*iohProblem{}
	err = each(all, func(r *Run) error {
		p := problems[r.Kind]
		if p == nil {
			p = &iohProblem{len(problems) + 1, map[string]int{}, map[string]float64{}}
			problems[r.Kind] = p
		}
		if p.instances[r.Content] == 0 {
			p.instances[r.Content] = len(p.instances) + 1
		}
		for _, point := range append(r.Trace[:len(r.Trace):len(r.Trace)], experiment.Point{Cost: r.Cost}) {
			if high, known := p.highest[r.Content]; point.Cost >= 0 && (!known || point.Cost > high) {
				p.highest[r.Content] = point.Cost
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	var metas []*iohMeta
	places := map[[3]string]*iohMeta{}
	names, taken := map[[2]string]string{}, map[string]bool{} // of algorithms by label and parameters
	err = each(all, func(r *Run) error {
		p := problems[r.Kind]
		if _, known := p.highest[r.Content]; !known || r.Status == experiment.Failed {
			left++
			return nil
		}
		if r.Cells() > iohMost || p.instances[r.Content] > iohMost {
			return fmt.Errorf("%w: the format has %d cells and %d puzzles of a kind at most, and %s is beyond", ErrRefused, iohMost, iohMost, r.Puzzle)
		}
		algorithm := [2]string{r.Label(), r.ConfigHash}
		if names[algorithm] == "" { // another engine of this label has its parameters in its name
			names[algorithm] = r.Label()
			if taken[r.Label()] {
				names[algorithm] += " " + r.ConfigHash
			}
			taken[names[algorithm]] = true
		}
		name, key := names[algorithm], [3]string{r.Label(), r.ConfigHash, r.Kind}
		m := places[key]
		if m == nil {
			m = &iohMeta{filepath.Join(fmt.Sprintf("%d-%s", len(metas)+1, arffName(name)), fmt.Sprintf("IOHprofiler_f%d_%s.json", p.number, arffName(r.Kind))), map[string]any{
				"version": "0.3.5", "suite": suite, "function_id": p.number, "function_name": r.Kind, "maximization": false, // the version is that of the format
				"algorithm":             map[string]string{"name": name, "info": fmt.Sprintf("parameters %s, code %s", r.ConfigHash, r.Code)},
				"experiment_attributes": []string{}, // none: some readers evaluate their texts as programs
				"attributes":            []string{"evaluations", "raw_y"}, "run_attributes": []string{"puzzle", "run", "seed", "status"},
			}, nil}
			places[key], metas = m, append(metas, m)
		}
		return m.add(dir, p, &r.Record)
	})
	if err != nil {
		return 0, err
	}
	for _, m := range metas {
		if err := m.write(dir); err != nil {
			return 0, err
		}
	}
	return left, nil
}

// add gives a run its place in the files.
func (m *iohMeta) add(dir string, p *iohProblem, r *experiment.Record) error {
	var s *iohScenario
	for _, other := range m.scenarios {
		if other.dimension == r.Cells() {
			s = other
		}
	}
	if s == nil {
		base := fmt.Sprintf("f%d_%s", p.number, arffName(r.Kind))
		s = &iohScenario{dimension: r.Cells(), path: fmt.Sprintf("data_%s/IOHprofiler_%s_DIM%d.dat", base, base, r.Cells())}
		m.scenarios = append(m.scenarios, s)
	}
	points := p.points(r)
	best := points[0]
	for _, point := range points {
		if point.cost < best.cost {
			best = point
		}
	}
	s.runs = append(s.runs, iohRun{iohBest{Evals: best.evaluations, Y: best.cost}, points[len(points)-1].evaluations, p.instances[r.Content], r.Puzzle, r.Run, r.Seed, r.Status})
	s.points = append(s.points, "evaluations raw_y\n"...)
	for _, point := range points {
		s.points = fmt.Appendf(s.points, "%d %s\n", point.evaluations, strconv.FormatFloat(point.cost, 'f', -1, 64))
	}
	if len(s.points) < 1<<16 {
		return nil
	}
	return m.flush(dir, s)
}

// flush adds points to the file of a scenario, which is open no longer than that: there may be more than a process
// may open.
func (m *iohMeta) flush(dir string, s *iohScenario) error {
	path := filepath.Join(dir, filepath.Dir(m.file), filepath.FromSlash(s.path))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	how := os.O_CREATE | os.O_WRONLY | os.O_TRUNC
	if s.begun {
		how = os.O_APPEND | os.O_WRONLY
	}
	s.begun = true
	file, err := os.OpenFile(path, how, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(s.points)
	s.points = s.points[:0]
	return errors.Join(err, file.Close())
}

// points are the lines of a run: the first at evaluation 1, the last where it ended,
// each at more evaluations than the one in front of it.
func (p *iohProblem) points(r *experiment.Record) []iohPoint {
	out := []iohPoint{{1, p.highest[r.Content]}}
	put := func(at int64, cost float64) {
		last := &out[len(out)-1]
		switch {
		case at > last.evaluations:
			out = append(out, iohPoint{at, cost})
		default:
			last.cost = min(last.cost, cost)
		}
	}
	for _, point := range r.Trace {
		if point.Cost >= 0 {
			put(point.Evaluations, point.Cost)
		}
	}
	cost := out[len(out)-1].cost
	if r.Cost >= 0 {
		cost = min(cost, r.Cost)
	}
	put(r.Evaluations, cost)
	return out
}

// write ends the files of one algorithm on one problem.
func (m *iohMeta) write(dir string) error {
	for _, s := range m.scenarios {
		if err := m.flush(dir, s); err != nil {
			return err
		}
	}
	header, err := json.MarshalIndent(m.header, "", "\t")
	if err != nil {
		return err
	}
	return create(filepath.Join(dir, m.file), func(out io.Writer) error { // whose first error is its last, too
		encoder := json.NewEncoder(out)
		fmt.Fprintf(out, "%s,\n\t\"scenarios\": [", header[:len(header)-len("\n}")])
		for i, s := range m.scenarios {
			fmt.Fprintf(out, "%s\n\t\t{\"dimension\": %d, \"path\": %q, \"runs\": [\n", comma(i), s.dimension, s.path)
			for i := range s.runs { // package encoding/json holds what it encodes: a million runs several times
				_, _ = io.WriteString(out, comma(i))
				if err := encoder.Encode(&s.runs[i]); err != nil {
					return err
				}
			}
			_, _ = io.WriteString(out, "\t\t]}")
		}
		_, err := io.WriteString(out, "\n\t]\n}\n")
		return err
	})
}

// comma is what stands in front of an element.
func comma(at int) string {
	if at == 0 {
		return ""
	}
	return ","
}
