// Package study holds the lab's long experiments: those whose records are
// published in data/records and whose results the notebooks, the README and the
// table of the papers state.
//
//  1. A [Study] is a list of plans under one name.
//  2. `formicary study NAME` runs it ([Study.Run]), goes on where it was
//     stopped, and writes data/records/NAME.jsonl.
//  3. Notebooks take the records from there (show.Published), so that what they
//     conclude does not depend on how much they run themselves.
//  4. [Study.Verify] makes a sample of the published runs again and compares
//     them.
//
// Its opinion: a finding names a study. Budgets are in iterations or
// evaluations wherever the engine has them, so that each record comes out the
// same on amd64 and arm64; a limit of time is for questions about time.
//
// Its limits: some studies need benchmark sets of others (FORMICARY_DATA).
// Without them their records can be read, but not made again.
package study

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"formicary/pkg/experiment"
)

// Study is a long experiment under one name.
type Study struct {
	// Name is that of the command and of the file of records: small letters,
	// digits and dashes.
	Name string
	// Question is what it is for, in one sentence.
	Question string
	// Plans are what is run. Their names differ. The error is that of a set of
	// puzzles that is not there.
	Plans func() ([]experiment.Plan, error)
}

// All lists the studies, ordered by name.
func All() []Study {
	all := slices.Concat(cuckoos(), nonograms(), parameters(), restarts(), rules(), schemes(), sudokuACO())
	slices.SortFunc(all, func(a, b Study) int { return strings.Compare(a.Name, b.Name) })
	return all
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

// Run runs the plans and publishes their records in data/records. The journal is
// kept in a folder, from which an interrupted study goes on; what is there is
// published then, too, as long as every plan has records. An error of a journal
// ends it in the same way: what was made is published or returned, with the error.
// The options are those of every plan. Warnings are those of the plans.
func (s Study) Run(ctx context.Context, dir string, workers int, options ...experiment.Option) (p experiment.Publication, warnings []string, err error) {
	plans, err := s.Plans()
	if err != nil {
		return p, nil, fmt.Errorf("study %s: %w", s.Name, err)
	}
	var results []*experiment.Result
	var failed error
	for _, plan := range plans {
		plan.Workers = workers
		result, err := plan.Run(ctx, append([]experiment.Option{experiment.In(filepath.Join(dir, s.Name))}, options...)...)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("study %s: %w", s.Name, err))
		}
		if result == nil {
			continue
		}
		warnings = append(warnings, result.Warnings...)
		if len(result.Records) > 0 {
			results = append(results, result)
		}
	}
	p = experiment.NewPublication(s.Name, s.Question, results...)
	if missing := len(plans) - len(results); missing > 0 {
		return p, warnings, errors.Join(failed, fmt.Errorf("study %s: %d of its %d plans have no records yet: not published", s.Name, missing, len(plans)))
	}
	return p, warnings, errors.Join(failed, write(p))
}

// write replaces the file of a study, entirely or not at all.
func write(p experiment.Publication) error {
	path, err := experiment.PublishedPath(p.Study)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := p.Write(&text); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	part := path + ".part"
	if err := os.WriteFile(part, text.Bytes(), 0o644); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	return os.Rename(part, path)
}

// Verify makes so many published runs again, drawn from those that took at most
// the given processor time (seconds), and says how each that came out otherwise
// differs. Runs that cannot be repeated exactly are not drawn: made is how many
// were.
func (s Study) Verify(ctx context.Context, runs int, longest float64, seed uint64) (made int, differences []string, err error) {
	published, err := experiment.Published(s.Name)
	if err != nil {
		return 0, nil, err
	}
	plans, err := s.Plans()
	if err != nil {
		return 0, nil, fmt.Errorf("study %s: %w", s.Name, err)
	}
	var of []experiment.Evidence
	for _, p := range published.Plans {
		i := slices.IndexFunc(plans, func(o experiment.Plan) bool { return o.Name == p.Name })
		if i < 0 {
			return 0, nil, fmt.Errorf("study %s has no plan %q, its records have", s.Name, p.Name)
		}
		of = append(of, experiment.Evidence{Plan: plans[i], Records: func(yield func(experiment.Record, error) bool) {
			for _, r := range p.Records {
				if !yield(r, nil) {
					return
				}
			}
		}})
	}
	remade, err := experiment.MakeAgain(ctx, experiment.Sampling{Runs: runs, Longest: longest, Seed: seed}, of...)
	for _, m := range remade {
		made, differences = made+m.Made, append(differences, m.Differences...)
	}
	return made, differences, err
}
