package experiment

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// row is a published run: the places of its puzzle and its engine in the plan,
// and what its record has that the plan does not say.
type row struct {
	puzzle, engine, run     int
	status                  solver.Status
	cost                    float64
	iterations, evaluations int64
	seconds, cpu            float64
	statistics              []float64
	failure                 string
}

func (r *row) fields() []any {
	return []any{&r.puzzle, &r.engine, &r.run, &r.status, &r.cost, &r.iterations, &r.evaluations, &r.seconds, &r.cpu, &r.statistics, &r.failure}
}

// MarshalJSON writes a row as an array.
func (r row) MarshalJSON() ([]byte, error) { return json.Marshal(r.fields()) }

// UnmarshalJSON reads what MarshalJSON writes.
func (r *row) UnmarshalJSON(text []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(text, &parts); err != nil {
		return err
	}
	fields := r.fields()
	if len(parts) != len(fields) {
		return fmt.Errorf("%s instead of %d", puzzle.Plural(len(parts), "value"), len(fields))
	}
	for i, part := range parts {
		if err := json.Unmarshal(part, fields[i]); err != nil {
			return err
		}
	}
	return nil
}

// rowOf is the row of a record.
func (p PublishedPlan) rowOf(r Record) (row, error) {
	out := row{
		engine: slices.IndexFunc(p.Engines, func(e publishedEngine) bool { return e.Hash == r.ConfigHash }),
		puzzle: slices.IndexFunc(p.Puzzles, func(q manifestPuzzle) bool { return q.ID == r.Puzzle && strings.HasPrefix(q.Hash, r.Content) }),
		run:    r.Run, status: r.Status, cost: r.Cost, iterations: r.Iterations, evaluations: r.Evaluations,
		seconds: r.Seconds, cpu: r.CPU, statistics: []float64{}, failure: r.Error,
	}
	if out.engine < 0 || out.puzzle < 0 {
		return out, fmt.Errorf("experiment: the plan %q has no run of %s on %s", p.Name, r.Label(), r.Puzzle)
	}
	if all := p.Engines[out.engine].Statistics; len(r.Statistics) > 0 && !slices.Equal(all, names(r)) {
		return out, fmt.Errorf("experiment: runs of %s have the statistics %v, and %v", r.Label(), all, names(r))
	}
	for _, s := range r.Statistics {
		out.statistics = append(out.statistics, s.Value)
	}
	back, err := p.recordOf(out)
	if err == nil && !reflect.DeepEqual(back, r) {
		err = errors.New("it says of itself what the plan does not")
	}
	if err != nil {
		return out, fmt.Errorf("experiment: run %d of %s on %s is not one of the plan %q: %w", r.Run, r.Label(), r.Puzzle, p.Name, err)
	}
	return out, nil
}

// recordOf is the record of a row.
func (p PublishedPlan) recordOf(r row) (out Record, err error) {
	if r.engine < 0 || r.engine >= len(p.Engines) || r.puzzle < 0 || r.puzzle >= len(p.Puzzles) || r.run < 0 || !known(r.status) {
		return out, fmt.Errorf("no run %d of engine %d on puzzle %d with status %q", r.run, r.engine, r.puzzle, r.status)
	}
	e, q := p.Engines[r.engine], p.Puzzles[r.puzzle]
	var hash puzzle.Hash
	if n, err := hex.Decode(hash[:], []byte(q.Hash)); err != nil || n != len(hash) {
		return out, fmt.Errorf("no content hash of puzzle %s", q.ID)
	}
	if len(r.statistics) != 0 && len(r.statistics) != len(e.Statistics) {
		return out, fmt.Errorf("%d statistics instead of %d", len(r.statistics), len(e.Statistics))
	}
	out = Record{
		Puzzle: q.ID, Kind: q.Kind, Content: hash.String(), Rows: q.Rows, Cols: q.Cols,
		Engine: e.Engine, Variant: e.Variant, ConfigHash: e.Hash, Code: e.Code,
		Run: r.run, Seed: solver.Seed(p.Seed, hash, e.Engine, r.run), Budget: p.Budget,
		Status: r.status, Cost: r.cost, Iterations: r.iterations, Evaluations: r.evaluations, Seconds: r.seconds, CPU: r.cpu, Error: r.failure,
	}
	for i, value := range r.statistics {
		out.Statistics = append(out.Statistics, solver.Statistic{Name: e.Statistics[i], Value: value})
	}
	return out, nil
}
