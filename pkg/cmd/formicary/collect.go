package main

import (
	"errors"
	"fmt"
	"io/fs"

	"formicary/pkg/experiment/campaign"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/puzzle"
)

type collectCommand struct {
	Name string `arg:"" help:"A plan's folder, or its name below .formicary/runs."`
}

func (c *collectCommand) Help() string {
	return `Reads all journals of the folder and writes sealed.columns there: each run once, with everything that its record has, in a
thirtieth of the size. It is read in place of the journals as long as it is newer than all of them. The journals stay as
they are. Two records of one run that cannot both be true are an error that names both. Where the folder has a plan.json it
says how many runs of the plan are missing, too; “formicary submit” makes them.`
}

func (c *collectCommand) Run(s *streams) error {
	dir, err := journal(c.Name)
	if err != nil {
		return badInput(err)
	}
	sealed, err := columns.Seal(dir)
	if err != nil {
		return badInput(err)
	}
	for _, w := range sealed.Warnings {
		fmt.Fprintln(s.stderr, "note: "+w)
	}
	fmt.Fprintf(s.stdout, "%s: %s of %s, %s", sealed.Path, puzzle.Plural(sealed.Records, "run"), puzzle.Plural(sealed.Journals, "journal"), size(sealed.Bytes))
	if sealed.Doubled > 0 {
		fmt.Fprintf(s.stdout, "; %s of these runs", puzzle.Plural(sealed.Doubled, "line more", "lines more"))
	}
	if sealed.Failed > 0 {
		fmt.Fprintf(s.stdout, "; %s", puzzle.Plural(sealed.Failed, "run failed", "runs failed"))
	}
	switch f, err := campaign.Open(dir); {
	case errors.Is(err, fs.ErrNotExist): // nothing says what the plan wants
	case err != nil:
		fmt.Fprintf(s.stderr, "note: what is missing is not known: %v\n", err)
	default:
		p, err := f.Progress()
		if err != nil {
			fmt.Fprintf(s.stderr, "note: what is missing is not known: %v\n", err)
			break
		}
		fmt.Fprintf(s.stdout, "; %s of %s missing", puzzle.Thousands(p.Missing), puzzle.Thousands(p.Runs))
	}
	fmt.Fprintln(s.stdout)
	return nil
}
