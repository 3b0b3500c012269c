package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/external"
	"formicary/pkg/lists"
	"formicary/pkg/solver"
	"formicary/pkg/study"
	"formicary/pkg/tune/irace"
)

// outside is a program of the user's that runs on the puzzles of a study.
type outside struct {
	Command string `placeholder:"WORDS" help:"Run this program on the study's puzzles instead of its engines, and print its row. Blanks separate the arguments."`
	Worker  bool   `help:"The program of --command answers a line of JSON for each puzzle."`
	Format  string `placeholder:"FORMAT" help:"The format in which the program of --command reads puzzles."`
}

// suite runs the program on the plans of a study, and prints a table of each: the published rows, and the program's.
func (c *studyRunCommand) suite(s *streams, chosen study.Study, dir string, options []experiment.Option) error {
	plans, err := chosen.Plans()
	if err != nil {
		return badInput(err)
	}
	published, _ := archive.Open(chosen.Name) // there may be none
	for _, plan := range plans {
		kind, err := engines.FindKind(plan.Puzzles[0].Kind())
		if err != nil {
			return err
		}
		args := strings.Fields(c.Command)
		mine := &external.Command{Kind: kind, Format: c.Format, Args: args, Worker: c.Worker}
		for _, a := range args { // the last one that is the same in each run, such as the name of a script
			if !strings.Contains(a, "{") {
				mine.Name = filepath.Base(a)
			}
		}
		if slices.ContainsFunc(plan.Engines, func(e solver.Solver) bool { return e.Describe().Engine == mine.Name }) {
			mine.Name += ", yours" // the published rows are of another program
		}
		if err := mine.Validate(); err != nil {
			return badInput(err)
		}
		if err := mine.Missing(); err != nil {
			return badInput(err)
		}
		plan.Engines, plan.Workers = []solver.Solver{mine}, c.Workers
		result, err := plan.Run(s.ctx, append(options, experiment.In(filepath.Join(dir, chosen.Name+"-"+experiment.Slug(mine.Name))))...)
		if err != nil {
			return badInput(err)
		}
		s.notes(result.Warnings...)
		fmt.Fprintf(s.stdout, "%s: %d puzzles, %s\n\n| solver | solved | share of puzzles, 95 %% interval | PAR-2 (s) |\n|---|---|---|---|\n", plan.Name, len(plan.Puzzles), budgetWords(plan.Budget))
		var records []experiment.Record
		if published != nil {
			records, _ = published.Records(plan.Name)
		}
		printRows(s, append(slices.Clone(records), result.Records()...))
		if failed := study.Failures(result.All()); len(failed) > 0 {
			s.notes(fmt.Sprintf("%d runs failed, the first one on %s: %s", len(failed), failed[0].Puzzle, failed[0].Error))
		}
	}
	return nil
}

// printRows prints a row for each engine: what it solves, and PAR-2, the mean processor time, that of a puzzle without a
// solution twice the budget.
func printRows(s *streams, records []experiment.Record) {
	runs := analysis.Group(records)
	par := runs.Scores(analysis.PAR(analysis.CPU, 2))
	for i, row := range runs.By(analysis.Size).Success().Totals {
		sum := lists.Sum(par.Values, func(values []float64) float64 { return values[i] })
		fmt.Fprintf(s.stdout, "| %s | %d of %d | %.2f, %.2f to %.2f | %.3f |\n", row.Label, row.Runs.Successes, row.Runs.Trials, row.Runs.Rate, row.Across.Low, row.Across.High, sum/float64(len(par.Values)))
	}
	fmt.Fprintln(s.stdout)
}

// iraceCommand is what the target runner of a scenario calls that package irace wrote.
type iraceCommand struct {
	Folder string   `arg:"" type:"path" help:"The folder of the scenario."`
	Args   []string `arg:"" passthrough:"" help:"Configuration, instance, seed, file of the puzzle, --NAME=VALUE for each parameter."`
}

func (c *iraceCommand) Run(s *streams) error {
	cost, seconds, err := irace.Target(s.ctx, c.Folder, c.Args, engines.WithPrograms, engines.FindKind)
	if err != nil {
		return badInput(err)
	}
	fmt.Fprintln(s.stdout, cost, seconds)
	return nil
}
