package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/cmd/formicary/internal/gathered"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/experiment/bundle"
	"formicary/pkg/lab"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/show"
	"formicary/pkg/solver"
	"formicary/pkg/study"
)

type verifyCommand struct {
	What     string `arg:"" optional:"" name:"study" help:"A published study, the folder of a study, or a bundle; all published studies by default."`
	All      bool   `help:"Verify all published studies."`
	sampling `embed:"" set:"longest=5"`
	Time     time.Duration `placeholder:"DURATION" help:"The time for all studies, such as 1m; they share it. The sample leaves out runs that took more than a tenth of a study's share."`
	programs `embed:""`
	JSON     bool `name:"json" help:"Write progress and results as lines of JSON."`
}

// programs is the flag of those who trust what they verify.
type programs struct {
	RunCode bool `help:"Start the programs that plans name. Of a bundle, execute its notebooks, too, and verify with their code the runs of engines that are typed into them."`
}

// rebuild makes engines of their descriptions.
func (p programs) rebuild() func(solver.Description) (solver.Solver, error) {
	if p.RunCode {
		return engines.WithPrograms
	}
	return engines.FromDescription
}

// sampling are the flags by which runs are drawn. The variable longest is the default of that flag.
type sampling struct {
	Sample  int     `default:"200" placeholder:"N" help:"How many runs of each study are rerun; ${default} by default."`
	Longest float64 `default:"${longest}" placeholder:"SECONDS" help:"The sample has only runs that took at most so much processor time, 0 for any; ${default} by default."`
	Seed    uint64  `default:"1" placeholder:"N" help:"The seed that draws the sample. Samples of several seeds add up."`
}

func (c sampling) valid() error {
	if c.Sample < 1 || c.Longest < 0 {
		return badInput(errors.New("expected at least one for --sample, and no negative number for --longest"))
	}
	return nil
}

func (c *verifyCommand) Run(s *streams) error {
	if err := c.valid(); err != nil {
		return err
	}
	info, err := os.Stat(c.What)
	bundled := err == nil && info.Mode().IsRegular()
	switch {
	case c.Time < 0:
		return badInput(errors.New("expected no negative number for --time"))
	case c.All && c.What != "":
		return badInput(errors.New("expected either --all or one study"))
	case bundled:
		return c.bundle(s)
	case c.What == "":
		all, err := archive.All()
		if err != nil {
			return badInput(err)
		}
		return c.studies(s, all)
	case gathered.Within(c.What, experiment.PlanName) && !gathered.Within(c.What, archive.StudyFile):
		return badInput(fmt.Errorf("%s is the folder of a plan: give formicary journal verify %s", c.What, c.What))
	}
	all, _, err := gathered.Studies(c.What)
	if err != nil {
		return badInput(gathered.NoStudy(err, "study or bundle", c.What, "a bundle, or a folder with a study.json"))
	}
	return c.studies(s, all)
}

// studies verifies studies, which share the time.
func (c *verifyCommand) studies(s *streams, all []*archive.Study) error {
	sum := verified{most: len(all), begun: time.Now()}
	for i, one := range all {
		if err := c.study(s, &sum, one, study.Makers(c.rebuild()), len(all)-i); err != nil || sum.interrupted {
			return c.end(s, sum, err)
		}
	}
	return c.end(s, sum, nil)
}

// study verifies one of the studies that are left.
func (c *verifyCommand) study(s *streams, sum *verified, one *archive.Study, makers archive.Makers, left int) error {
	v, err := one.Verify(s.ctx, makers, c.sample(s, sum.begun, left))
	if err != nil {
		return badInput(err)
	}
	c.add(s, sum, v)
	return nil
}

// sample is that of the next of some studies that are left, which share the time.
func (c *verifyCommand) sample(s *streams, begun time.Time, left int) archive.Sample {
	sample := archive.Sample{Runs: c.Sample, Longest: c.Longest, Seed: c.Seed, Tell: c.tell(s)}
	if c.Time > 0 {
		sample.Time = max((c.Time-time.Since(begun))/time.Duration(left), 1)
	}
	return sample
}

// verified sums up what came of studies, of which there are so many.
type verified struct {
	begun                 time.Time
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

// end says what came of all studies, unless there was an error.
func (c *verifyCommand) end(s *streams, sum verified, err error) error {
	if err != nil {
		return err
	}
	if sum.most > 1 && !c.JSON && !sum.interrupted {
		fmt.Fprintf(s.stdout, "%s: %s of %s identical\n", puzzle.Plural(sum.most, "study", "studies"), puzzle.Thousands(sum.identical), puzzle.Plural(sum.made, "run"))
	}
	return failed(sum.wrong || sum.interrupted)
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
		if time.Since(last) < every && !(c.JSON && v.Finished) {
			return
		}
		if last = time.Now(); !c.JSON && !v.Finished {
			made, identical := v.Counts()
			fmt.Fprintf(s.stderr, "%s: %d of %d rerun, %d identical\n", v.Study, made, v.Asked, identical)
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
		s.notes("what was verified is not remembered: " + v.NotKept)
	}
}

type journalVerifyCommand struct {
	sampling `embed:"" set:"longest=60"`
	programs `embed:""`
	Name     string `arg:"" help:"A journal with the plan.json of its plan."`
}

// Run verifies the runs in the folder of a plan that other code has made.
func (c *journalVerifyCommand) Run(s *streams) error {
	if err := c.valid(); err != nil {
		return err
	}
	dir, err := gathered.Journal(c.Name)
	if err != nil {
		return badInput(err)
	}
	f, err := openCampaign(dir)
	if err != nil {
		return err
	}
	if e := f.Plan.Engines; !slices.ContainsFunc(e, func(e experiment.PlanEngine) bool { return !e.Imported() }) {
		fmt.Fprintf(s.stdout, "%s: another program made the runs (code %s): nothing here can rerun them.\n", line.Replace(orNone(f.Plan.Name)), e[0].Code)
		return failed(true)
	}
	plan, err := experiment.PlanOf(f.Plan, nil, c.rebuild(), engines.Open)
	if err != nil {
		return badInput(err)
	}
	made, err := plan.Verify(s.ctx, dir, experiment.Sampling{Runs: c.Sample, Longest: c.Longest, Seed: c.Seed})
	if err != nil {
		return badInput(err)
	}
	wrong := false
	for _, m := range made {
		for _, d := range m.Differences {
			fmt.Fprintln(s.stdout, d)
		}
		differs := len(m.Differences) > 0 || m.Made == 0
		so := map[bool]string{false: puzzle.Plural(m.Records, "record counts", "records count") + " from now on", true: puzzle.Plural(m.Records, "record does not count", "records do not count")}[differs]
		fmt.Fprintf(s.stdout, "%s, code %s: %d of %s identical when rerun; the %s\n", m.Label(), m.Code, m.Made-len(m.Differences), puzzle.Plural(m.Made, "run"), so)
		wrong = wrong || differs
	}
	if len(made) == 0 {
		fmt.Fprintln(s.stdout, "There are no records of other code.")
	}
	return failed(wrong)
}

// bundle checks all files of a bundle, and verifies its studies. Those with engines of a
// notebook come last, with the notebook's code where that is asked for.
func (c *verifyCommand) bundle(s *streams) error {
	b, err := bundle.Open(c.What)
	if err != nil {
		return badInput(err)
	}
	defer b.Close()
	if err := b.Check(); err != nil {
		fmt.Fprintln(s.stdout, err)
		return failed(true)
	}
	if !c.JSON {
		fmt.Fprintf(s.stdout, "%s: %s as packed\n", c.What, puzzle.Plural(len(b.Names()), "file"))
		for _, n := range b.Manifest.Notebooks {
			if len(n.Beside) > 0 {
				fmt.Fprintf(s.stdout, "%s shows what is not among the records: %s\n", n.Name, line.Replace(strings.Join(n.Beside, ", ")))
			}
		}
	}
	u, err := gathered.Unpack(c.What)
	if err != nil {
		return badInput(err)
	}
	defer u.Free()
	if c.RunCode { // scripts lie beside the notebooks that run them
		path := filepath.Join(u.Dir, "notebooks") + string(filepath.ListSeparator) + os.Getenv("FORMICARY_PROGRAMS")
		if err := os.Setenv("FORMICARY_PROGRAMS", path); err != nil {
			return err
		}
	}
	makers, sum := study.Makers(c.rebuild()), verified{most: len(u.Opened), begun: time.Now()}
	engine := makers.Engine
	makers.Engine = func(name string, e experiment.PlanEngine) (solver.Solver, error) {
		one, err := engine(name, e)
		if err != nil && e.Typed {
			err = errors.New("an engine is typed into a notebook of the bundle; with --run-code its cells verify them")
		}
		return one, err
	}
	var typed []*archive.Study
	for i, one := range u.Opened {
		if c.RunCode && !u.Studies[i].Published {
			file, err := one.Plans[0].File()
			if err != nil {
				return badInput(err)
			}
			if file.Typed() {
				typed = append(typed, one)
				continue
			}
		}
		if err := c.study(s, &sum, one, makers, len(u.Opened)-i); err != nil || sum.interrupted {
			return c.end(s, sum, err)
		}
	}
	if len(typed) > 0 {
		err = c.code(s, u, typed, &sum)
	}
	return c.end(s, sum, err)
}

// code has the notebooks of a bundle verify studies, each of one plan, with the engines
// of their cells.
func (c *verifyCommand) code(s *streams, u *gathered.Unpacked, typed []*archive.Study, sum *verified) error {
	var asked show.ToVerify
	for _, one := range typed {
		asked.Studies = append(asked.Studies, one.Name)
	}
	asked.Sample = c.sample(s, sum.begun, 1)
	asked.Sample.Time /= time.Duration(len(typed))
	text, err := json.Marshal(asked)
	if err != nil {
		return err
	}
	answers := filepath.Join(u.Dir, "verify")
	if err := errors.Join(os.MkdirAll(answers, 0o777), os.WriteFile(filepath.Join(answers, assets.VerifyFile), text, 0o666)); err != nil {
		return err
	}
	env, err := prepare(s)
	if err != nil {
		return err
	}
	for _, n := range u.Notebooks {
		if !slices.ContainsFunc(n.Studies, func(name string) bool { return slices.Contains(asked.Studies, name) }) {
			continue
		}
		s.notes(fmt.Sprintf("the code of %s runs now, with all that you may do", n.Name))
		_, err := env.Execute(s.ctx, filepath.Join(u.Dir, filepath.FromSlash(n.File)), lab.ExecuteOptions{
			Full: n.Mode == assets.ModeFull, Progress: progress(s.stderr, n.Name),
			Env: []string{
				assets.VerifyEnv + "=" + answers, assets.RecordsEnv + "=" + filepath.Join(u.Dir, bundle.Records),
				assets.RunsEnv + "=" + filepath.Join(u.Dir, journalsOfRuns), sets.DataEnv + "=",
			},
			Failed: s.early(n.Name, ""),
		})
		if err != nil {
			return err
		}
	}
	for _, one := range typed {
		v := archive.Verification{Study: one.Name, Asked: c.Sample, Finished: true}
		text, err := os.ReadFile(filepath.Join(answers, one.Name+".json"))
		if err == nil {
			err = json.Unmarshal(text, &v)
		} else if made, _ := one.Counts(); errors.Is(err, fs.ErrNotExist) {
			sum.wrong = true
			v.Plans = []archive.VerifiedPlan{{Name: one.Plans[0].Name, Runs: made, Missing: []archive.Missing{{Runs: made, Why: "no cell of the notebook came to this plan"}}}}
			err = nil
		}
		if err != nil {
			return err
		}
		asked.Sample.Tell(v)
		if c.add(s, sum, v); v.Interrupted {
			break
		}
	}
	return nil
}
