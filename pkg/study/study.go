// Package study holds the lab's long experiments: those whose records are
// published in data/records and whose results the notebooks, the README and the
// table of the papers state.
//
//  1. A [Study] is a list of plans under one name, as studies.json has it: sets of
//     puzzles, how some are drawn, engines, runs, seed and budget. Rules that are funcs
//     stand in Go beside it, under the names that the file uses.
//  2. `formicary study run NAME` runs it ([Study.Run]), goes on where it was
//     stopped, and publishes data/records/NAME (package archive).
//  3. Notebooks take the records from there (show.Published), so that what they
//     conclude does not depend on how much they run themselves.
//  4. `formicary verify NAME` reruns a sample of the published runs and
//     compares them ([Makers]).
//
// Its opinion: a finding names a study. Budgets are in iterations or
// evaluations wherever the engine has them, so that each record comes out the
// same on amd64 and arm64; a limit of time is for questions about time.
//
// Its limits: some studies need third-party benchmark sets (FORMICARY_DATA).
// Without them their records can be read, but not rerun.
package study

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Study is a long experiment under one name.
type Study struct {
	// Name is that of the command and of the folder of records: small letters,
	// digits and dashes.
	Name string
	// Question is what it is for, in one sentence.
	Question string
	// Traces says whether the improvements of the runs are published, too.
	Traces bool
	// Plans are what is run. Their names differ. The error is that of a set of
	// puzzles that is not there; the plans whose sets are there may come with it.
	Plans func() ([]experiment.Plan, error)
}

// Get returns the study of a name.
func Get(name string) (Study, error) {
	var names []string
	for _, s := range All() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Study{}, fmt.Errorf("no study %q: expected one of %v", name, names)
}

// Run runs the plans and publishes their records in data/records. Every plan has a folder
// of its own below dir, DIR/STUDY/PLAN, with its plan.json, where “formicary cluster work” can make
// its runs, too; an interrupted study goes on from there, and from what is published. What is
// there is published in any case, as long as every plan has records; where some are missing,
// and more were published before, that is an error, and they stay. An error of a journal
// ends it in the same way, and is returned. A run that failed is not published: it is an
// error that names the first one, and a published one is rerun. The options are those of every plan;
// with experiment.Archive(nil) published runs are rerun. Warnings are
// those of the plans; made and planned count the records of all plans.
func (s Study) Run(ctx context.Context, dir string, workers int, options ...experiment.Option) (made, planned int, warnings []string, err error) {
	fail := func(err error) error { return fmt.Errorf("study %s: %w", s.Name, err) }
	plans, err := s.Plans()
	if err != nil {
		return 0, 0, nil, fail(err)
	}
	var parts []archive.Part
	var failed error
	for _, plan := range plans {
		file, err := plan.File()
		folder := filepath.Join(dir, s.Name, experiment.Slug(plan.Name))
		if err == nil {
			err = keep(file, folder)
		}
		if err != nil {
			return made, planned, warnings, fail(err)
		}
		plan.Workers = workers
		result, err := plan.Run(ctx, append([]experiment.Option{experiment.In(folder), experiment.Archive(standing)}, options...)...)
		if err != nil {
			failed = errors.Join(failed, fail(err))
		}
		planned += file.Total()
		if result == nil {
			continue
		}
		made += result.Len()
		warnings = append(warnings, result.Warnings...)
		if result.Len() > 0 {
			parts = append(parts, archive.Part{Plan: file, Records: result.All(), Provenance: result.Provenance(), Traces: s.Traces})
		}
	}
	if why := s.unfit(parts, len(plans), made, planned); why != "" {
		return made, planned, warnings, errors.Join(failed, fail(errors.New("not published: "+why)))
	}
	home, err := archive.Home()
	if err == nil {
		err = archive.Publish(home, s.Name, s.Question, parts...)
	}
	return made, planned, warnings, errors.Join(failed, err)
}

// unfit says why the records of a study's plans are not published; "" where they are.
func (s Study) unfit(parts []archive.Part, plans, made, planned int) string {
	if missing := plans - len(parts); missing > 0 {
		return fmt.Sprintf("there are no records yet of %d of its %s", missing, puzzle.Plural(plans, "plan"))
	}
	for _, part := range parts {
		if bad := Failures(part.Records); len(bad) > 0 {
			r := bad[0]
			return fmt.Sprintf("of the plan %q %s failed, the first one run %d of %s on %s: %s", part.Plan.Name, puzzle.Plural(len(bad), "run"), r.Run, r.Label(), r.Puzzle, r.Error)
		}
	}
	if before, err := archive.Open(s.Name); err == nil && made < planned {
		if was, _ := before.Counts(); made < was {
			return fmt.Sprintf("there are only %s yet, and %s published", puzzle.Plural(made, "run"), puzzle.Plural(was, "is", "are"))
		}
	}
	return ""
}

// Failures are the records of runs that failed. No study publishes one.
func Failures(records iter.Seq2[int, experiment.Record]) (out []experiment.Record) {
	for _, r := range records {
		if r.Status == experiment.Failed {
			out = append(out, r)
		}
	}
	return out
}

// standing has the published runs of a plan, for [experiment.Archive], without those
// that failed, which are rerun.
func standing(fingerprint string) (experiment.Archived, bool, error) {
	a, ok, err := archive.Find(fingerprint)
	if len(Failures(slices.All(a.Records))) > 0 {
		a.Records = slices.DeleteFunc(slices.Clone(a.Records), func(r experiment.Record) bool { return r.Status == experiment.Failed })
	}
	return a, ok, err
}

// keep writes the plan to its folder, unless it is there. A plan that has been changed
// since is replaced; the journals stay, and runs that both have are not rerun.
func keep(file experiment.PlanFile, folder string) error {
	switch old, err := experiment.OpenPlan(folder); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case old.Fingerprint == file.Fingerprint:
		return nil
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return file.Save(folder)
}

// Makers have again what the plans of published studies name, for
// [archive.Study.Verify]: engines from their descriptions ([engines.FromDescription], or
// [engines.WithPrograms] where the plans are trusted), those with funcs from the
// study's own plans, and puzzles from the sets that are here.
func Makers(engine func(solver.Description) (solver.Solver, error)) archive.Makers {
	typed := map[string]map[string]solver.Solver{} // by study and parameters
	return archive.Makers{Puzzle: engines.Open, Engine: func(name string, e experiment.PlanEngine) (solver.Solver, error) {
		if !e.Typed {
			return engine(e.Description)
		}
		if typed[name] == nil {
			typed[name] = map[string]solver.Solver{}
			if s, err := Get(name); err == nil {
				plans, _ := s.Plans() // those whose sets are here
				for _, p := range plans {
					for _, engine := range p.Engines {
						typed[name][engine.Describe().Hash()] = engine
					}
				}
			}
		}
		if engine := typed[name][e.Hash]; engine != nil {
			return engine, nil
		}
		return nil, errors.New("an engine has a func that is in the plans of the study only, and their sets are not here")
	}}
}
