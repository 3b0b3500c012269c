package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"formicary/pkg/lab"
)

type doctorCommand struct {
	JSON    bool `help:"Print JSON."`
	Prepare bool `help:"Make what the lab can make by itself first."`
}

func (c *doctorCommand) Help() string {
	return `The exit status is 1 when something is missing that the lab needs and cannot make by itself, and when --prepare
could not make all of the rest.`
}

func (c *doctorCommand) Run(s *streams) error {
	prepared := true
	if c.Prepare {
		if _, err := prepare(s); err != nil {
			fmt.Fprintf(s.stderr, "formicary: %v\n", err)
			prepared = false
		}
	}
	report := lab.Doctor(s.ctx)
	if c.JSON {
		encoder := json.NewEncoder(s.stdout)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(report); err != nil {
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

// printReport writes a line for each check, and what to do below it.
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
