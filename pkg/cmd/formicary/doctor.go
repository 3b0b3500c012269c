package main

import (
	"fmt"
	"io"
	"strings"

	"formicary/pkg/lab"
	"formicary/pkg/puzzle/sets"
)

type doctorCommand struct {
	JSON    bool `help:"Print the report as JSON."`
	Prepare bool `help:"First install what the lab installs by itself, and repair installed kernels."`
}

func (c *doctorCommand) Help() string {
	return `The exit status is 1 when something is missing that the lab needs and cannot install by itself, and when --prepare
failed.`
}

func (c *doctorCommand) Run(s *streams) error {
	prepared := true
	if c.Prepare {
		if err := c.prepare(s); err != nil {
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

func (c *doctorCommand) prepare(s *streams) error {
	if _, err := sets.Root(); err != nil {
		_, err := preparePages(s) // what works without a checkout
		return err
	}
	env, err := prepare(s)
	if err != nil {
		return err
	}
	if err := env.MakeGopls(s.ctx, lab.Options{Log: s.stderr}); err != nil && s.ctx.Err() == nil {
		fmt.Fprintln(s.stderr, noGopls(err))
	}
	repaired, err := env.RepairKernels(s.ctx)
	for _, k := range repaired {
		fmt.Fprintf(s.stderr, "  ✓ repaired the kernel %s in %s\n", k.Name, k.Dir)
	}
	return err
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
