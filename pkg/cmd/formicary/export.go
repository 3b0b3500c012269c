package main

import (
	"cmp"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"

	"formicary/pkg/cmd/formicary/internal/export"
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

func (c *exportCommand) Run(s *streams) error {
	g, err := gather(s, c.Name)
	if err != nil {
		return err
	}
	x, err := g.exported()
	if err != nil {
		return badInput(err)
	}
	name, err := filepath.Abs(c.Name)
	if name = filepath.Base(name); err != nil {
		return err
	}
	format, write := "parquet", x.Parquet
	switch {
	case c.CSV && c.Out == "":
		return x.CSV(s.raw)
	case c.JSON:
		return x.JSON(s.raw)
	case c.CSV:
		format, write = "csv", x.Tables
	case c.ASlib:
		format, write = "aslib", func(dir string) error {
			boards, err := export.Find(x.Records, nil)
			if err != nil {
				return err
			}
			without, err := export.ASlib(dir, name, x.Records, boards.Items)
			if err == nil && without > 0 {
				s.notes(puzzle.Plural(without, "puzzle") + " without features beside the size: no set here has them")
			}
			return err
		}
	case c.IOH:
		format, write = "ioh", func(dir string) error {
			left, err := export.IOH(dir, name, x.Records)
			if errors.Is(err, export.ErrRefused) {
				err = badInput(err)
			}
			if err == nil && left > 0 {
				s.notes(puzzle.Plural(left, "run") + " left out: failed, or on a puzzle without any cost")
			}
			return err
		}
	}
	out := cmp.Or(c.Out, name+"-"+format)
	if err := os.MkdirAll(out, 0o777); err != nil {
		return badInput(err)
	}
	if c.Out == "" { // nobody chose the place: Git does not ask about it
		if err := os.WriteFile(filepath.Join(out, ".gitignore"), []byte("*\n"), 0o666); err != nil {
			return err
		}
	}
	if err := write(out); err != nil {
		return err
	}
	_, err = io.WriteString(s.stdout, out+"\n")
	return err
}

// exported adds the sets of the puzzles: what the plans' files say, and otherwise those
// that are here and have the content.
func (g *gathered) exported() (x export.Runs, err error) {
	x = export.Of(g.records, g.plans)
	for _, d := range g.engines {
		x.Engines[d.Hash()] = d
	}
	for _, file := range g.files {
		f, err := file()
		if err != nil {
			return x, err
		}
		x.Take(f)
	}
	var left []experiment.Record
	for _, r := range g.records {
		if x.Sets[r.Content] == "" {
			left = append(left, r)
		}
	}
	found, err := export.Find(left, nil)
	if err == nil {
		maps.Copy(x.Sets, found.Sets)
	}
	return x, err
}
