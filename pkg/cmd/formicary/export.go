package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"formicary/pkg/experiment"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
)

type exportCommand struct {
	CSV     bool   `name:"csv" xor:"format" required:"" help:"A line for each run, without traces and statistics, to the standard output."`
	JSON    bool   `name:"json" xor:"format" required:"" help:"A line of JSON for each run, with everything, to the standard output."`
	Parquet bool   `xor:"format" required:"" help:"runs.parquet and traces.parquet, with everything."`
	ASlib   bool   `name:"aslib" xor:"format" required:"" help:"A scenario of algorithm selection: description.txt, algorithm_runs.arff and feature_values.arff."`
	IOH     bool   `name:"ioh" xor:"format" required:"" help:"A folder for IOHanalyzer and iohinspector: meta files of JSON, and the best costs by evaluations."`
	Out     string `placeholder:"DIR" help:"Folder for the files, which is made; the journal's name and the format by default."`
	Name    string `arg:"" help:"A plan's folder, its name below .formicary/runs, or a published study."`
}

func (c *exportCommand) Help() string {
	return `Of a folder that “formicary collect” has sealed, the sealed file is read.

--parquet: in runs, row numbers the runs from 0, and traces has the row of each improvement; it is not written where there are none. seed and digest are UINT64, so
they are exact; cost, seconds, cpu and the values of statistics are DOUBLE; iterations and evaluations INT64. A budget of 0
is none; budget_wall and budget_cpu are seconds. Columns are compressed with zstd.

--csv: a text that begins with = + - @, a tab or a carriage return gets an apostrophe in front of it, since spreadsheets
take it for a formula otherwise. Numbers stay as they are.

--aslib: the format 2.0 of ASlib. Each engine is an algorithm and each puzzle an instance with its rows, columns, cells and
the features of its kind, where a set here has the puzzle. The measure of performance is processor time. The cutoff is the limit of
time, or the time of the longest run where no run has one. Runs without a solution have the status timeout, crash or other.

--ioh: the format of IOHprofiler. Each engine is an algorithm, each kind of puzzles a function, the cells are the dimension, and
each puzzle is an instance, numbered from 1. The puzzle's name, run, seed (UINT64) and status are attributes of a run. The format
wants a cost after the first evaluation: where it is not known it is the highest that any run of the puzzle had, and that of a
run without a board stays so. Failed runs, and puzzles on which no run has a cost, are left out; a note counts them.
Evaluations are judged boards: complete solvers have few of them.`
}

func (c *exportCommand) Run(s *streams) error {
	var g gathered
	if err := g.anything(s, c.Name); err != nil {
		return badInput(err)
	}
	records := g.records
	if len(records) == 0 {
		return badInput(errors.New("there are no runs to export"))
	}
	switch {
	case c.CSV:
		return exportCSV(s.raw, records)
	case c.JSON:
		return exportJSON(s.raw, records)
	}
	base, err := filepath.Abs(c.Name)
	if err != nil {
		return err
	}
	format, write := "parquet", exportParquet
	switch {
	case c.ASlib:
		format, write = "aslib", func(dir string, records []experiment.Record) error {
			without, err := exportASlib(dir, filepath.Base(base), records)
			if err == nil && without > 0 {
				fmt.Fprintf(s.stderr, "note: %s without features beside the size: no set here has them\n", puzzle.Plural(without, "puzzle"))
			}
			return err
		}
	case c.IOH:
		format, write = "ioh", func(dir string, records []experiment.Record) error {
			left, err := exportIOH(dir, filepath.Base(base), records)
			if err == nil && left > 0 {
				fmt.Fprintf(s.stderr, "note: %s left out: failed, or on a puzzle without any cost\n", puzzle.Plural(left, "run"))
			}
			return err
		}
	}
	out := c.Out
	if out == "" {
		out = filepath.Base(base) + "-" + format
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return badInput(err)
	}
	if err := write(out, records); err != nil {
		return err
	}
	_, err = io.WriteString(s.stdout, out+"\n")
	return err
}

func exportJSON(to io.Writer, records []experiment.Record) error {
	out := bufio.NewWriter(to)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for _, r := range records {
		if err := encoder.Encode(r); err != nil {
			return err
		}
	}
	return out.Flush()
}

func exportCSV(to io.Writer, records []experiment.Record) error {
	w := csv.NewWriter(to)
	_ = w.Write([]string{"puzzle", "kind", "content", "rows", "cols", "engine", "variant", "parameters", "run", "seed", "status", "cost", "iterations", "evaluations", "seconds", "cpu", "error", "code"}) // Flush has its error
	float := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	for _, r := range records {
		_ = w.Write([]string{
			markup.Cell(r.Puzzle), markup.Cell(r.Kind), markup.Cell(r.Content), strconv.Itoa(r.Rows), strconv.Itoa(r.Cols), markup.Cell(r.Engine), markup.Cell(r.Variant), markup.Cell(r.ConfigHash), strconv.Itoa(r.Run),
			strconv.FormatUint(r.Seed, 10), markup.Cell(string(r.Status)), float(r.Cost), strconv.FormatInt(r.Iterations, 10), strconv.FormatInt(r.Evaluations, 10), float(r.Seconds), float(r.CPU),
			markup.Cell(r.Error), markup.Cell(r.Code),
		})
	}
	w.Flush()
	return w.Error()
}

// create writes a file.
func create(path string, write func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(file)
	err = write(out)
	return errors.Join(err, out.Flush(), file.Close())
}
