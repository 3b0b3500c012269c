package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
)

type exportCommand struct {
	CSV     bool   `name:"csv" xor:"format" required:"" help:"A line for each run, without traces and statistics, to the standard output; with --out, runs.csv and traces.csv."`
	JSON    bool   `name:"json" xor:"format" required:"" help:"A line of JSON for each run, with everything, to the standard output."`
	Parquet bool   `xor:"format" required:"" help:"runs.parquet and traces.parquet, with everything."`
	ASlib   bool   `name:"aslib" xor:"format" required:"" help:"A scenario of algorithm selection: description.txt, algorithm_runs.arff and feature_values.arff."`
	IOH     bool   `name:"ioh" xor:"format" required:"" help:"A folder for IOHanalyzer and iohinspector: meta files of JSON, and the best costs by evaluations."`
	Out     string `placeholder:"DIR" help:"Folder for the files, which is made; the journal's name and the format by default."`
	Name    string `arg:"" help:"A plan's folder, its name below .formicary/runs, or a published study."`
}

func (c *exportCommand) Help() string {
	return `Of a folder that “formicary collect” has sealed, the sealed file is read. Git ignores the folder that is made by default.

The columns of runs: puzzle is the id, content the start of the content hash, kind, rows and cols are those of the puzzle,
and set is the set that has it, where one is here or in the plan's file. engine, variant, and the hash of all parameters;
parameter_NAME has the value of each parameter of any engine, and is empty for engines without it. run, seed, status; cost is
that of the best board, 0 for a solution, -1 where there is no board; iterations, evaluations; seconds and cpu are wall and
processor time in seconds; error; code is the version of the code. plan is the name of the plan, and design is race or
tuning for runs that a sequential design chose. budget_iterations, budget_evaluations, budget_wall and budget_cpu (in seconds)
are what the run was allowed, 0 for no limit. board is the best board, packed: journals have it. row numbers the runs from 0.
traces has the improvements of a run: its row, iterations, evaluations, seconds and cost. “formicary import” reads what
--csv writes.

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
	x, err := g.exported()
	if err != nil {
		return badInput(err)
	}
	switch {
	case c.CSV && c.Out == "":
		return exportCSV(s.raw, x)
	case c.JSON:
		return exportJSON(s.raw, x)
	}
	base, err := filepath.Abs(c.Name)
	if err != nil {
		return err
	}
	format, write := "parquet", func(dir string, _ []experiment.Record) error { return exportParquet(dir, x) }
	switch {
	case c.CSV:
		format, write = "csv", func(dir string, _ []experiment.Record) error { return exportTables(dir, x) }
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
	if c.Out == "" { // nobody chose the place: Git does not ask about it
		if err := os.WriteFile(filepath.Join(out, ".gitignore"), []byte("*\n"), 0o666); err != nil {
			return err
		}
	}
	if err := write(out, records); err != nil {
		return err
	}
	_, err = io.WriteString(s.stdout, out+"\n")
	return err
}

func exportJSON(to io.Writer, x exported) error {
	out := bufio.NewWriter(to)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for i, r := range x.records {
		values := map[string]string{}
		for _, p := range x.engines[r.ConfigHash].Parameters {
			values[p.Name] = p.Value
		}
		err := encoder.Encode(struct {
			experiment.Record
			Plan   string            `json:"plan"`
			Set    string            `json:"set,omitempty"`
			Values map[string]string `json:"values"`
		}{r, x.plan(i), x.sets[r.Content], values})
		if err != nil {
			return err
		}
	}
	return out.Flush()
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
