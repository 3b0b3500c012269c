package main

import (
	"fmt"
	"io"
	"strings"

	"formicary/pkg/lab"
	"formicary/pkg/puzzle"
)

type doctorCommand struct {
	JSON    bool `help:"Print the report as JSON."`
	Prepare bool `help:"First install what the lab installs by itself."`
}

func (c *doctorCommand) Help() string {
	return `The exit status is 1 when something is missing that the lab needs and cannot install by itself, and when --prepare
failed.`
}

func (c *doctorCommand) Run(s *streams) error {
	prepared := true
	if c.Prepare {
		all := prepare
		if _, err := puzzle.Root(); err != nil {
			all = preparePages // what works without a checkout
		}
		if _, err := all(s); err != nil {
			s.report(err)
			prepared = false
		}
	}
	report := lab.Doctor(s.ctx)
	if err := s.ctx.Err(); err != nil {
		return err
	}
	if c.JSON {
		if err := s.json(report); err != nil {
			return err
		}
	} else {
		printReport(s.stdout, report)
	}
	if !report.Fit() || !prepared {
		return failure{1, nil}
	}
	return nil
}

// printReport writes a line for each check, and below it what to do.
func printReport(w io.Writer, r lab.Report) {
	for _, c := range r.Checks {
		mark := "✓"
		switch {
		case c.OK:
		case c.Required:
			mark = "✗"
		default:
			mark = "–"
		}
		line := fmt.Sprintf("%s %-18s %-16s %s", mark, c.Name, c.Found, c.Path)
		fmt.Fprintln(w, strings.TrimRight(line, " "))
		if !c.OK {
			fmt.Fprintf(w, "    %s\n", strings.ReplaceAll(c.Hint, "\n", "\n    "))
		}
	}
}
