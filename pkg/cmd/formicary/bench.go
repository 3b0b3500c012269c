package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"formicary/pkg/cmd/formicary/internal/bench"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

type benchCommand struct {
	Bench      string        `default:"." placeholder:"REGEXP" help:"Benchmarks to measure, as for go test -bench; all by default."`
	Count      int           `default:"10" placeholder:"N" help:"Pairs of measurements; an interval takes at least six."`
	Time       time.Duration `default:"1s" placeholder:"TIME" help:"How long each measurement of a benchmark lasts."`
	Iterations int           `placeholder:"N" help:"Runs of a benchmark in each measurement, instead of --time; for slow benchmarks."`
	Package    []string      `default:"./pkg/..." sep:"none" placeholder:"PATTERN" help:"Package patterns, as for the go command."`
	JSON       bool          `help:"Print the result as JSON."`
	First      string        `arg:"" help:"A commit, as git names it."`
	Second     string        `arg:"" optional:"" default:"HEAD" help:"The other commit."`
}

func (c *benchCommand) Help() string {
	return `Each commit is checked out into a temporary folder and its benchmarks are built there; then the two take turns,
so that both see the same machine. The ratio is the median, over the pairs of turns, of second by first: 0.5 means that
the second takes half. Its interval has a confidence of at least 95 % (order statistics, which assume nothing about how
times are distributed), and "~" marks one that contains 1. Without any difference about one line in twenty or fewer
shows one by chance.

What is not committed is not measured.`
}

func (c *benchCommand) Run(s *streams) error {
	root, err := sets.Root()
	if err != nil {
		return err
	}
	result, err := bench.Run(s.ctx, bench.Options{
		Root: root, First: c.First, Second: c.Second, Packages: c.Package, Bench: c.Bench,
		Count: c.Count, Time: c.Time, Iterations: c.Iterations,
		Log: func(format string, args ...any) { fmt.Fprintf(s.stderr, format+"\n", args...) },
	})
	for _, w := range result.Warnings {
		fmt.Fprintln(s.stderr, "note: "+w)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return s.json(result)
	}
	return printRows(s.stdout, result)
}

// printRows writes a table for each package.
func printRows(w io.Writer, r bench.Result) error {
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	last := ""
	for _, row := range r.Rows {
		if row.Package != last {
			if last != "" {
				fmt.Fprintln(table)
			}
			fmt.Fprintf(table, "%s\tunit\t%.10s\t%.10s\tratio\t95 %%\tpairs\t\n", row.Package, r.First, r.Second)
			last = row.Package
		}
		ratio, interval, mark := "–", "–", "~"
		if row.Ratio != nil {
			ratio = puzzle.Share(*row.Ratio)
		}
		if row.Low != nil {
			interval = puzzle.Share(*row.Low) + " to " + puzzle.Share(*row.High)
		}
		if row.Differs() {
			mark = ""
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\n", row.Name, row.Unit, puzzle.Number(row.First), puzzle.Number(row.Second), ratio, interval, row.Pairs, mark)
	}
	return table.Flush()
}
