package main

import (
	"encoding/csv"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"

	"formicary/pkg/experiment"
	"formicary/pkg/markup"
	"formicary/pkg/solver"
)

// exported are records with what a table of them has besides.
type exported struct {
	records []experiment.Record
	plans   []string                      // the names of their plans, where they are known
	sets    map[string]string             // of the puzzles, by content
	engines map[string]solver.Description // by the hash of their parameters
}

// exported adds the sets of the puzzles: what the plans' files say, and otherwise those
// that are here and have the content.
func (g *gathered) exported() (x exported, err error) {
	x = exported{g.records, g.plans, map[string]string{}, map[string]solver.Description{}}
	for _, d := range g.engines {
		x.engines[d.Hash()] = d
	}
	for _, file := range g.files {
		f, err := file()
		if err != nil {
			return x, err
		}
		x.of(f)
	}
	var left []experiment.Record
	for _, r := range g.records {
		if x.sets[r.Content] == "" {
			left = append(left, r)
		}
	}
	found, err := findBoards(left, nil)
	if err == nil {
		maps.Copy(x.sets, found.sets)
	}
	return x, err
}

// of takes the sets and engines of a plan.
func (x exported) of(f experiment.PlanFile) {
	for _, o := range f.Puzzles {
		if o.Set != "" {
			x.sets[o.Hash.String()] = o.Set
		}
	}
	for _, e := range f.Engines {
		x.engines[e.Hash] = e.Description
	}
}

func (x exported) plan(row int) string {
	if row < len(x.plans) {
		return x.plans[row]
	}
	return ""
}

// parameters are the names of all parameters of the engines that ran, in their order.
func (x exported) parameters() []string {
	names := map[string]bool{}
	for _, d := range x.engines {
		for _, p := range d.Parameters {
			names[p.Name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// value is that of a parameter of an engine, by the hash of its parameters.
func (x exported) value(config, name string) (text string, ok bool) {
	all := x.engines[config].Parameters
	i := slices.IndexFunc(all, func(p solver.Parameter) bool { return p.Name == name })
	if i < 0 {
		return "", false
	}
	return all[i].Value, true
}

func float(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// exportTables writes runs.csv, and traces.csv where there are some.
func exportTables(dir string, x exported) error {
	if err := create(filepath.Join(dir, "runs.csv"), func(out io.Writer) error { return exportCSV(out, x) }); err != nil || !traced(x.records) {
		return err
	}
	return create(filepath.Join(dir, "traces.csv"), func(out io.Writer) error {
		w := csv.NewWriter(out)
		_ = w.Write([]string{"row", "iterations", "evaluations", "seconds", "cost"}) // Flush has its error
		for i, r := range x.records {
			for _, p := range r.Trace {
				_ = w.Write([]string{strconv.Itoa(i), strconv.FormatInt(p.Iterations, 10), strconv.FormatInt(p.Evaluations, 10), float(p.Seconds), float(p.Cost)})
			}
		}
		w.Flush()
		return w.Error()
	})
}

// traced says whether a run has its improvements.
func traced(records []experiment.Record) bool {
	return slices.ContainsFunc(records, func(r experiment.Record) bool { return len(r.Trace) > 0 })
}

func exportCSV(to io.Writer, x exported) error {
	w := csv.NewWriter(to)
	header := []string{
		"puzzle", "kind", "content", "rows", "cols", "engine", "variant", "parameters", "run", "seed", "status", "cost", "iterations", "evaluations", "seconds", "cpu", "error", "code",
		"plan", "design", "set", "budget_iterations", "budget_evaluations", "budget_wall", "budget_cpu", "board", "row",
	}
	parameters := x.parameters()
	for _, name := range parameters {
		header = append(header, experiment.ParameterPrefix+name)
	}
	_ = w.Write(header) // Flush has its error
	for i, r := range x.records {
		row := []string{
			markup.Cell(r.Puzzle), markup.Cell(r.Kind), markup.Cell(r.Content), strconv.Itoa(r.Rows), strconv.Itoa(r.Cols), markup.Cell(r.Engine), markup.Cell(r.Variant), markup.Cell(r.ConfigHash), strconv.Itoa(r.Run),
			strconv.FormatUint(r.Seed, 10), markup.Cell(string(r.Status)), float(r.Cost), strconv.FormatInt(r.Iterations, 10), strconv.FormatInt(r.Evaluations, 10), float(r.Seconds), float(r.CPU),
			markup.Cell(r.Error), markup.Cell(r.Code),
			markup.Cell(x.plan(i)), markup.Cell(r.Design), markup.Cell(x.sets[r.Content]),
			strconv.FormatInt(r.Budget.Iterations, 10), strconv.FormatInt(r.Budget.Evaluations, 10), float(r.Budget.Wall.Seconds()), float(r.Budget.CPU.Seconds()), markup.Cell(r.Board), strconv.Itoa(i),
		}
		for _, name := range parameters {
			value, _ := x.value(r.ConfigHash, name)
			if _, err := strconv.ParseFloat(value, 64); err != nil {
				value = markup.Cell(value)
			}
			row = append(row, value)
		}
		_ = w.Write(row)
	}
	w.Flush()
	return w.Error()
}
