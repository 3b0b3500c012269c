package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// Makers have again what a published plan names.
type Makers struct {
	// Engine makes an engine of a study's plan. Its error says why it cannot be made
	// in this program.
	Engine func(study string, e experiment.PlanEngine) (solver.Solver, error)
	// Puzzle opens a puzzle. Its error wraps [fs.ErrNotExist] where the set is not here.
	Puzzle func(sets.Origin) (puzzle.Puzzle, error)
}

// Sample says which runs of a study are rerun.
type Sample struct {
	// Runs is how many, at least 1.
	Runs int
	// Longest leaves out runs that took more processor time, in seconds; 0 leaves
	// out none.
	Longest float64
	// Seed draws the sample.
	Seed uint64
	// Time is when no more runs are made; 0 is never. Runs that took more than a tenth
	// of it are left out.
	Time time.Duration
	// Tell is told how far it is, after every run. It may be nil.
	Tell func(Verification) `json:"-"`
}

// Verification is what came of verifying a study.
type Verification struct {
	Study string `json:"study"`
	// Files is how many files were checked. Damaged names those that are not what was
	// published; nothing is rerun then.
	Files   int      `json:"files"`
	Damaged []string `json:"damaged,omitempty"`
	// Asked is how many runs were to be rerun.
	Asked int            `json:"asked"`
	Plans []VerifiedPlan `json:"plans"`
	// Finished marks the last report. TimeUp says that the time was used up before all
	// runs that were asked for were rerun, Interrupted that somebody ended it.
	Finished    bool `json:"finished,omitempty"`
	TimeUp      bool `json:"time_up,omitempty"`
	Interrupted bool `json:"interrupted,omitempty"`
	// NotKept says why what was verified is not remembered; "" where it is.
	NotKept string `json:"not_kept,omitempty"`
}

// VerifiedPlan is a plan of a [Verification].
type VerifiedPlan struct {
	Name string `json:"name"`
	// Runs is how many are published, Made how many were rerun. Differences says of
	// each that differs what it was and what it is.
	Runs        int      `json:"runs"`
	Made        int      `json:"made"`
	Differences []string `json:"differences,omitempty"`
	// Missing are the runs that cannot be rerun here, by the reason.
	Missing []Missing `json:"missing,omitempty"`
	// Long is how many were left out since they took too long, or had failed.
	Long int `json:"long,omitempty"`
	// Before is how many have come out the same on this machine, in earlier samples, too.
	Before int `json:"before"`
}

// Missing are runs that cannot be rerun here.
type Missing struct {
	Runs int    `json:"runs"`
	Why  string `json:"why"`
}

// Counts are the runs that were rerun, and those that came out the same.
func (v Verification) Counts() (made, identical int) {
	for _, p := range v.Plans {
		made, identical = made+p.Made, identical+p.Made-len(p.Differences)
	}
	return made, identical
}

// Right says whether every file is what was published, and every run that was rerun
// came out the same.
func (v Verification) Right() bool {
	made, identical := v.Counts()
	return len(v.Damaged) == 0 && made == identical
}

// String says what came out, in one sentence.
func (v Verification) String() string {
	if n := len(v.Damaged); n > 0 {
		return puzzle.Plural(n, "file is", "files are") + " not as published; no run was rerun"
	}
	made, identical := v.Counts()
	text := "files as published; "
	switch {
	case made > 0:
		text += fmt.Sprintf("%s of %s identical", puzzle.Thousands(identical), puzzle.Thousands(made))
	case v.Interrupted || v.TimeUp:
		text += "no run was rerun"
	default:
		text += "no run could be rerun"
	}
	var why []string
	if v.Interrupted {
		why = append(why, fmt.Sprintf("stopped before all %s were rerun", puzzle.Thousands(v.Asked)))
	} else if v.TimeUp {
		why = append(why, "the time was used up")
	}
	runs, long, missing := 0, 0, map[string]int{}
	var order []string
	for _, p := range v.Plans {
		runs, long = runs+p.Runs, long+p.Long
		for _, m := range p.Missing {
			if missing[m.Why] == 0 {
				order = append(order, m.Why)
			}
			missing[m.Why] += m.Runs
		}
	}
	for _, reason := range order {
		why = append(why, fmt.Sprintf("%s of %s cannot be rerun here: %s", puzzle.Thousands(missing[reason]), puzzle.Plural(runs, "run"), reason))
	}
	if long > 0 && made < v.Asked && !v.Interrupted && !v.TimeUp {
		why = append(why, puzzle.Plural(long, "run took too long or failed, and was not drawn", "runs took too long or failed, and were not drawn"))
	}
	switch {
	case len(why) == 0:
	case made == 0:
		text += ": " + strings.Join(why, "; ")
	default:
		text += "; " + strings.Join(why, "; ")
	}
	return text
}

// Verify sees that every file is what was published ([Study.Check]), then draws published
// runs, spread over plans, engines and the ways in which runs end
// ([experiment.Replicate]), reruns them, and compares. Runs whose puzzles or engines
// cannot be had here are counted and left out. Where the context ends first, what was made
// until then is returned. What came out the same is remembered for [Find], if the study
// is one of [All]. The error is that of a file that cannot be read.
func (s *Study) Verify(ctx context.Context, m Makers, sample Sample) (v Verification, err error) {
	v = Verification{Study: s.Name, Files: len(s.files), Asked: sample.Runs}
	tell := func() {
		if sample.Tell != nil {
			sample.Tell(v)
		}
	}
	defer func() {
		v.Finished = true
		tell()
	}()
	if err := s.Check(); err != nil {
		v.Damaged = strings.Split(err.Error(), "\n")
		return v, nil
	}
	limited, longest := ctx, sample.Longest
	if sample.Time > 0 {
		var stop context.CancelFunc
		limited, stop = context.WithTimeout(ctx, sample.Time)
		defer stop()
		if tenth := sample.Time.Seconds() / 10; longest == 0 || tenth < longest {
			longest = tenth
		}
	}
	var evidence []experiment.Evidence
	var kept []*keeper
	for _, p := range s.Plans {
		e, k, plan, err := s.evidence(m, p, longest)
		if err != nil {
			return v, err
		}
		evidence, kept, v.Plans = append(evidence, e), append(kept, k), append(v.Plans, plan)
	}
	sampling := experiment.Sampling{Runs: sample.Runs, Longest: longest, Seed: sample.Seed, Each: func(i int, r experiment.Record, difference string) {
		p := &v.Plans[i]
		if p.Made++; difference != "" {
			p.Differences = append(p.Differences, difference)
		}
		kept[i].add(r, difference == "")
		p.Before = kept[i].count()
		tell()
	}}
	_, err = experiment.Replicate(limited, sampling, evidence...)
	switch {
	case err != nil && ctx.Err() != nil:
		v.Interrupted, err = true, nil
	case err != nil && limited.Err() != nil:
		v.TimeUp, err = true, nil
	}
	if s.published() {
		for _, k := range kept {
			if failed := k.write(); failed != nil {
				v.NotKept = failed.Error()
			}
		}
	}
	return v, err
}

// evidence are the records of a plan whose runs can be rerun here.
func (s *Study) evidence(m Makers, p Plan, longest float64) (e experiment.Evidence, k *keeper, v VerifiedPlan, err error) {
	v = VerifiedPlan{Name: p.Name, Runs: p.Made}
	file, err := p.File()
	if err != nil {
		return e, nil, v, err
	}
	records, err := p.Records()
	if err != nil {
		return e, nil, v, err
	}
	e.Plan = experiment.Plan{Name: file.Name, Seed: file.Seed, Seeds: file.Seeds, Design: file.Design, Runs: file.Runs, Budget: file.Budget}
	without := map[string]string{} // why, by hash of the parameters or content
	for _, d := range file.Engines {
		engine, err := m.Engine(s.Name, d)
		if err != nil {
			without[d.Hash] = err.Error()
			continue
		}
		e.Plan.Engines = append(e.Plan.Engines, engine)
	}
	for _, o := range file.Puzzles {
		q, err := m.Puzzle(o)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			without[o.Hash.String()] = fmt.Sprintf("the set %s/%s is not here", o.Kind, o.Set)
		case err != nil:
			without[o.Hash.String()] = err.Error()
		default:
			e.Plan.Puzzles = append(e.Plan.Puzzles, q)
		}
	}
	var possible []experiment.Record
	for _, r := range records {
		why := without[r.Content]
		why = cmp.Or(why, without[r.ConfigHash])
		switch {
		case why != "":
			v.miss(why)
		case r.Status == experiment.Failed || longest > 0 && r.CPU > longest:
			v.Long++
		default:
			possible = append(possible, r)
		}
	}
	e.Records = experiment.Held(possible...)
	k, err = s.keeper(p, e.Plan, records)
	if err == nil {
		v.Before = k.count()
	}
	return e, k, v, err
}

// miss counts a run that cannot be rerun.
func (v *VerifiedPlan) miss(why string) {
	for i := range v.Missing {
		if v.Missing[i].Why == why {
			v.Missing[i].Runs++
			return
		}
	}
	v.Missing = append(v.Missing, Missing{1, why})
}
