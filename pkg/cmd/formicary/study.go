package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/study"
)

type studyRunCommand struct {
	Workers int    `placeholder:"N" help:"Runs at a time; by default one for each processor."`
	Runs    string `type:"path" placeholder:"DIR" help:"The folder of the journals; .formicary/studies of the checkout by default."`
	Afresh  bool   `help:"Make published runs again, except for those in the journals."`
	Others  bool   `name:"other-code" help:"Reuse the runs in the journals that other code has made, too; the packages that differ are named."`
	JSON    bool   `name:"json" help:"Without a study: print the list as JSON, for programs."`
	Name    string `arg:"" optional:"" help:"A study; without it all are listed."`
}

func (c *studyRunCommand) Run(s *streams) error {
	if c.Name == "" {
		return (&studyListCommand{c.JSON}).Run(s)
	}
	chosen, err := study.Get(c.Name)
	if err != nil {
		return badInput(err)
	}
	if c.Workers < 0 {
		return badInput(errors.New("expected no negative number for --workers"))
	}
	dir := c.Runs
	if dir == "" {
		root, err := sets.Root()
		if err != nil {
			return err
		}
		dir = filepath.Join(root, ".formicary", "studies")
	}
	told := time.Time{}
	var options []experiment.Option
	if c.Afresh {
		options = append(options, experiment.Archive(nil))
	}
	if c.Others {
		options = append(options, experiment.OtherCode())
	}
	made, planned, warnings, err := chosen.Run(s.ctx, dir, c.Workers, append(options, experiment.OnProgress(func(p experiment.Progress) {
		if now := time.Now(); p.Finished || now.Sub(told) >= 10*time.Second {
			told = now
			fmt.Fprintf(s.stderr, "%s: %d of %d runs, %d solved, %d failed", p.Name, p.Done, p.Total, p.Solved, p.Failed)
			if p.Remaining > 0 {
				fmt.Fprintf(s.stderr, ", about %v left", p.Remaining.Round(time.Second))
			}
			fmt.Fprintln(s.stderr)
			if p.Finished && p.Reuse != "" {
				fmt.Fprintf(s.stderr, "%s: %s\n", p.Name, p.Reuse)
			}
		}
	}))...)
	if s.notes(warnings...); err != nil {
		if made > 0 {
			s.notes(fmt.Sprintf("%d of %d runs are made", made, planned))
		}
		return badInput(err)
	}
	fmt.Fprintf(s.stdout, "data/records/%s: %d of %d runs\n", chosen.Name, made, planned)
	return failed(made < planned)
}
