package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"text/tabwriter"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/study"
)

type studyCommand struct {
	Workers int     `placeholder:"N" help:"Runs at a time; by default one for each processor."`
	Runs    string  `type:"path" placeholder:"DIR" help:"The folder of the journals; .formicary/studies of the checkout by default."`
	Verify  int     `placeholder:"N" help:"Make N of the published runs again and compare them, instead of running the study."`
	Longest float64 `default:"5" placeholder:"SECONDS" help:"With --verify: draw from the runs that took at most so much processor time."`
	Others  bool    `name:"other-code" help:"Reuse the runs in the journals that other code has made, too; the packages that differ are named."`
	Seed    uint64  `default:"1" placeholder:"N" help:"With --verify: draws the sample."`
	Name    string  `arg:"" optional:"" help:"A study; without it all are listed."`
}

func (c *studyCommand) Help() string {
	return `A study is a long experiment whose records are published in data/records and quoted by the notebooks. Interrupt it
when you like: the same command goes on where it stopped. At its end, and when it is interrupted, the records made so
far are written to data/records/NAME.jsonl. The exit status is 1 where runs are missing, or came out otherwise.`
}

func (c *studyCommand) Run(s *streams) error {
	if c.Name == "" {
		return c.list(s)
	}
	chosen, err := study.Get(c.Name)
	if err != nil {
		return badInput(err)
	}
	if c.Verify < 0 || c.Workers < 0 {
		return badInput(errors.New("expected no negative numbers for --verify and --workers"))
	}
	if c.Verify > 0 {
		return c.verify(s, chosen)
	}
	dir := c.Runs
	if dir == "" {
		root, err := puzzle.Root()
		if err != nil {
			return err
		}
		dir = filepath.Join(root, ".formicary", "studies")
	}
	told := time.Time{}
	var options []experiment.Option
	if c.Others {
		options = append(options, experiment.OtherCode())
	}
	published, warnings, err := chosen.Run(s.ctx, dir, c.Workers, append(options, experiment.OnProgress(func(p experiment.Progress) {
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
	for _, w := range warnings {
		fmt.Fprintln(s.stderr, "note: "+w)
	}
	made, planned := published.Counts()
	if err != nil {
		if made > 0 {
			fmt.Fprintf(s.stderr, "note: %d of %d runs are made\n", made, planned)
		}
		return badInput(err)
	}
	fmt.Fprintf(s.stdout, "data/records/%s.jsonl: %d of %d runs\n", chosen.Name, made, planned)
	if made < planned {
		return failure{1, nil}
	}
	return nil
}

// verify makes published runs again.
func (c *studyCommand) verify(s *streams, chosen study.Study) error {
	made, differences, err := chosen.Verify(s.ctx, c.Verify, c.Longest, c.Seed)
	if err != nil {
		return badInput(err)
	}
	for _, d := range differences {
		fmt.Fprintln(s.stdout, d)
	}
	fmt.Fprintf(s.stdout, "%d of %d runs of %s came out the same\n", made-len(differences), made, chosen.Name)
	if len(differences) > 0 {
		return failure{1, nil}
	}
	return nil
}

// list prints the studies and what is published of each.
func (c *studyCommand) list(s *streams) error {
	table := tabwriter.NewWriter(s.stdout, 0, 8, 2, ' ', 0)
	for _, each := range study.All() {
		state := "not published"
		if p, err := experiment.Published(each.Name); err == nil {
			made, planned := p.Counts()
			first, last := p.Recorded()
			if first != last {
				last = first + " to " + last
			}
			state = fmt.Sprintf("%d of %d runs, %s", made, planned, last)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", each.Name, state, each.Question)
	}
	return table.Flush()
}
