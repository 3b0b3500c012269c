package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/experiment/campaign"
	"formicary/pkg/puzzle"
	"formicary/pkg/study"
)

type verifyCommand struct {
	What    string        `arg:"" optional:"" help:"A published study by its name, the folder of a study, a bundle, or the folder of a plan; without it all published studies."`
	All     bool          `help:"All published studies."`
	Sample  int           `default:"200" placeholder:"N" help:"How many runs of each study are made again; ${default} by default."`
	Time    time.Duration `placeholder:"DURATION" help:"Make no more runs after this time, such as 1m, which all studies share. Runs that took more than a tenth of a study's share are left out."`
	Longest *float64      `placeholder:"SECONDS" help:"Draw only from runs that took at most so much processor time; 0 stands for any. 5 for studies and 60 for the folder of a plan by default."`
	Seed    uint64        `default:"1" placeholder:"N" help:"Draws the sample. Another seed draws other runs; what came out the same adds up."`
	RunCode bool          `help:"Of a bundle: execute its notebooks, and verify with their code the runs of engines that are typed into them."`
	JSON    bool          `name:"json" help:"Of studies: write progress and results as lines of JSON."`
}

func (c *verifyCommand) Help() string {
	return `Of a study, every file is checked by its SHA-256. Then a sample of the published runs is made again and compared. The
sample is spread over plans, engines and the ways in which runs end. Runs with a limit of time get the iterations that they
had. Each run that came out otherwise is named, with what it was and what it is now. Runs on puzzles of sets that are not
here (FORMICARY_DATA) are counted and left out. What came out the same is remembered in .formicary/verified until the
records change, and pages say how many runs that is. The exit status is 1 where a file or a run is not as published.

Of a bundle (“formicary pack”), every file is checked, and then its studies are verified. The exit status is 2 where its
manifest or its list of files was changed, so that it cannot be opened. Engines that are typed into a notebook are in its
cells only. With --run-code the notebooks of the bundle that have such engines are executed: each plan of theirs has a sample of its
runs in the bundle rerun with the engines of its cell, and no other run is made. A notebook is a program that can do all
that you can: use --run-code only with bundles of people whom you trust.

Of the folder of a plan, a sample is made again of the runs that other versions of the code have made. It is spread over
engines, versions of the code, the ways in which runs end, and puzzles; runs that failed are left out. Where all of an
engine's runs came out the same, verified.json in the folder says so, and its records count from then on as if this program
had made them. The exit status is 1 where a run came out otherwise, or where none could be repeated.`
}

func (c *verifyCommand) Run(s *streams) error {
	if c.Sample < 1 || c.Longest != nil && *c.Longest < 0 || c.Time < 0 {
		return badInput(errors.New("expected at least one for --sample, and no negative number for --longest and --time"))
	}
	info, err := os.Stat(c.What)
	bundled := err == nil && info.Mode().IsRegular()
	switch {
	case c.RunCode && !bundled:
		return badInput(errors.New("expected a bundle for --run-code"))
	case c.All && c.What != "":
		return badInput(errors.New("expected either --all or one study"))
	case c.What == "":
		all, err := archive.All()
		if err != nil {
			return badInput(err)
		}
		return c.studies(s, all)
	case within(c.What, archive.StudyFile):
		one, err := archive.Read(c.What)
		if err != nil {
			return badInput(err)
		}
		return c.studies(s, []*archive.Study{one})
	case within(c.What, experiment.PlanName):
		return c.plan(s)
	case bundled:
		return c.bundle(s)
	}
	one, err := archive.Open(c.What)
	if errors.Is(err, fs.ErrNotExist) {
		return badInput(missing(fs.ErrNotExist, "study, bundle or plan", c.What, "the name of a published study (“formicary records” lists them), a bundle, or a folder with a study.json or a plan.json"))
	} else if err != nil {
		return badInput(err)
	}
	return c.studies(s, []*archive.Study{one})
}

// within says whether a folder has a file.
func within(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

func (c *verifyCommand) longest(byDefault float64) float64 {
	if c.Longest != nil {
		return *c.Longest
	}
	return byDefault
}

// studies verifies studies, which share the time.
func (c *verifyCommand) studies(s *streams, all []*archive.Study) error {
	makers, begun := study.Makers(), time.Now()
	sum := verified{most: len(all)}
	for i, one := range all {
		v, err := one.Verify(s.ctx, makers, c.sample(s, begun, len(all)-i))
		if err != nil {
			return badInput(err)
		}
		if c.add(s, &sum, v); v.Interrupted {
			break
		}
	}
	return c.end(s, sum)
}

// sample is that of the next of some studies that are left, which share the time.
func (c *verifyCommand) sample(s *streams, begun time.Time, left int) archive.Sample {
	sample := archive.Sample{Runs: c.Sample, Longest: c.longest(5), Seed: c.Seed, Tell: c.tell(s)}
	if c.Time > 0 {
		sample.Time = max((c.Time-time.Since(begun))/time.Duration(left), 1)
	}
	return sample
}

// verified sums up what came of studies, of which there are so many.
type verified struct {
	most, made, identical int
	wrong, interrupted    bool
}

// add takes what came of a study, and says it.
func (c *verifyCommand) add(s *streams, sum *verified, v archive.Verification) {
	made, identical := v.Counts()
	sum.wrong, sum.interrupted = sum.wrong || !v.Right(), sum.interrupted || v.Interrupted
	sum.made, sum.identical = sum.made+made, sum.identical+identical
	if !c.JSON {
		c.print(s, v, sum.most > 1)
	}
}

// end says what came of all studies.
func (c *verifyCommand) end(s *streams, sum verified) error {
	if sum.most > 1 && !c.JSON && !sum.interrupted {
		fmt.Fprintf(s.stdout, "%s: %s of %s identical\n", puzzle.Plural(sum.most, "study", "studies"), puzzle.Thousands(sum.identical), puzzle.Plural(sum.made, "run"))
	}
	if sum.wrong || sum.interrupted {
		return failure{1, nil}
	}
	return nil
}

// tell reports how far a study is: as a line of JSON four times a second, or to people
// every ten seconds.
func (c *verifyCommand) tell(s *streams) func(archive.Verification) {
	every := 10 * time.Second
	if c.JSON {
		every = time.Second / 4
	}
	last := time.Now()
	return func(v archive.Verification) {
		now := time.Now()
		if now.Sub(last) < every && !(c.JSON && v.Finished) {
			return
		}
		last = now
		if !c.JSON && !v.Finished {
			made, identical := v.Counts()
			fmt.Fprintf(s.stderr, "%s: %d of %d made again, %d identical\n", v.Study, made, v.Asked, identical)
		} else if c.JSON {
			_ = json.NewEncoder(s.stdout).Encode(v) // its reader may be gone
		}
	}
}

// print says what came of a study: in a line, and one for each plan where it is the only
// study.
func (c *verifyCommand) print(s *streams, v archive.Verification, short bool) {
	for _, text := range v.Damaged {
		fmt.Fprintln(s.stdout, text)
	}
	for _, p := range v.Plans {
		for _, text := range p.Differences {
			fmt.Fprintf(s.stdout, "%s: %s: %s\n", v.Study, line.Replace(p.Name), text)
		}
		if short || len(v.Plans) == 1 {
			continue
		}
		fmt.Fprintf(s.stdout, "  %s: %s, %s of %s identical; %s verified here in all\n", line.Replace(p.Name), puzzle.Plural(p.Runs, "run"),
			puzzle.Thousands(p.Made-len(p.Differences)), puzzle.Thousands(p.Made), puzzle.Thousands(p.Before))
	}
	fmt.Fprintf(s.stdout, "%s: %v\n", v.Study, v)
	if v.NotKept != "" {
		fmt.Fprintln(s.stderr, "note: what was verified is not remembered: "+v.NotKept)
	}
}

// plan verifies the runs in the folder of a plan that other code has made.
func (c *verifyCommand) plan(s *streams) error {
	if c.Time > 0 || c.JSON {
		return badInput(errors.New("--time and --json are for studies"))
	}
	f, err := campaign.Open(c.What)
	if err != nil {
		return badInput(err)
	}
	if e := f.Plan.Engines; !slices.ContainsFunc(e, func(e experiment.PlanEngine) bool { return !e.Imported() }) {
		fmt.Fprintf(s.stdout, "%s: another program made the runs (code %s): nothing here can rerun them.\n", line.Replace(orNone(f.Plan.Name)), e[0].Code)
		return failure{1, nil}
	}
	plan, err := experiment.PlanOf(f.Plan, nil, engines.FromDescription, engines.Open)
	if err != nil {
		return badInput(err)
	}
	made, err := plan.Verify(s.ctx, c.What, experiment.Sampling{Runs: c.Sample, Longest: c.longest(60), Seed: c.Seed})
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
			fmt.Fprintf(s.stdout, "; the %s\n", puzzle.Plural(m.Records, "record does not count", "records do not count"))
		case m.Made == 0:
			fmt.Fprintf(s.stdout, "; whether the %s is not known\n", puzzle.Plural(m.Records, "record counts", "records count"))
		default:
			fmt.Fprintf(s.stdout, "; the %s from now on\n", puzzle.Plural(m.Records, "record counts", "records count"))
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
