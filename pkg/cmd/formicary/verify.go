package main

import (
	"errors"
	"fmt"

	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/campaign"
	"formicary/pkg/puzzle"
)

type verifyCommand struct {
	Dir     string  `arg:"" type:"path" help:"The folder of a plan, with its plan.json."`
	Runs    int     `default:"100" placeholder:"N" help:"How many runs are made again."`
	Longest float64 `default:"60" placeholder:"SECONDS" help:"Draw from the runs that took at most so much processor time."`
	Seed    uint64  `default:"1" placeholder:"N" help:"Draws the sample."`
}

func (c *verifyCommand) Help() string {
	return `Makes a sample of those runs of a plan again that another version of the code has made, and compares. The sample is spread
over engines, versions of the code, the ways in which runs end, and puzzles; runs that failed are left out. Where all of an
engine's came out the same, that is written into the folder (verified.json), and its records count from then on as if this
program had made them. The exit status is 1 where one came out otherwise, or where there was no run that could be
repeated. A study's published records are verified by “formicary study --verify”.`
}

func (c *verifyCommand) Run(s *streams) error {
	if c.Runs < 1 || c.Longest < 0 {
		return badInput(errors.New("expected at least one for --runs, and no negative number for --longest"))
	}
	f, err := campaign.Open(c.Dir)
	if err != nil {
		return badInput(missing(err, "plan", c.Dir, "the folder of a plan, with a plan.json"))
	}
	plan, err := f.Plan.Plan(nil, engines.FromDescription, engines.Open)
	if err != nil {
		return badInput(err)
	}
	made, err := plan.Verify(s.ctx, c.Dir, experiment.Sampling{Runs: c.Runs, Longest: c.Longest, Seed: c.Seed})
	if err != nil {
		return badInput(err)
	}
	wrong := false
	for _, m := range made {
		for _, d := range m.Differences {
			fmt.Fprintln(s.stdout, d)
		}
		fmt.Fprintf(s.stdout, "%s, code %s: %d of %s made again came out the same", m.Label(), m.Code, m.Made-len(m.Differences), puzzle.Plural(m.Made, "run"))
		switch {
		case len(m.Differences) > 0:
			fmt.Fprintf(s.stdout, "; the %s do not count\n", puzzle.Plural(m.Records, "record"))
		case m.Made == 0:
			fmt.Fprintf(s.stdout, "; whether the %s count is not known\n", puzzle.Plural(m.Records, "record"))
		default:
			fmt.Fprintf(s.stdout, "; the %s count from now on\n", puzzle.Plural(m.Records, "record"))
		}
		wrong = wrong || len(m.Differences) > 0 || m.Made == 0
	}
	if len(made) == 0 {
		fmt.Fprintln(s.stdout, "There are no records of other code.")
	}
	if wrong {
		return failure{1, nil}
	}
	return nil
}
