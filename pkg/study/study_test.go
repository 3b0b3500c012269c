package study_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/study"
)

// small is a study of two puzzles, whose records go to a folder of the test.
func small(t *testing.T) study.Study {
	t.Helper()
	puzzles := nurikabe.Kind.MustOpen("open-908").Between(25, 36).Take(2).Puzzles()
	root := t.TempDir()
	if err := os.WriteFile(root+"/go.mod", []byte("module formicary\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv(puzzle.RootEnv, root)
	return study.Study{Name: "small", Question: "Does it work?", Plans: func() ([]experiment.Plan, error) {
		plan := experiment.Plan{Name: "one", Puzzles: puzzles, Engines: []solver.Solver{acs.New()}, Runs: 3, Budget: solver.Iterations(200), Seed: 1}
		other := plan
		other.Name, other.Seed = "two", 2
		return []experiment.Plan{plan, other}, nil
	}}
}

// A study whose journal is taken away while it runs drops no run: all are
// published, and the error says what happened.
func TestStudyWithALostJournal(t *testing.T) {
	s, dir := small(t), t.TempDir()
	seen := 0
	p, _, err := s.Run(t.Context(), dir, 1, experiment.OnRecord(func(experiment.Record) {
		if seen++; seen == 2 {
			if err := os.RemoveAll(dir); err != nil {
				t.Error(err)
			}
		}
	}))
	if err == nil || !strings.Contains(err.Error(), "journal.jsonl was removed while the plan ran") {
		t.Errorf("%v", err)
	}
	back, failed := experiment.Published("small")
	if n := len(p.Records()); failed != nil || n != 12 || len(back.Records()) != n || back.Plans[0].Recorded < "2020" {
		t.Errorf("%d records returned, %d published, %v", n, len(back.Records()), failed)
	}
}

// A study is interrupted, goes on where it stopped, is published whole, and its
// runs come out the same; a record that was changed is found.
func TestStudy(t *testing.T) {
	s, dir := small(t), t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	_, _, err := s.Run(ctx, dir, 1, experiment.OnRecord(func(experiment.Record) { stop() }))
	if err == nil || !strings.Contains(err.Error(), "1 of its 2 plans have no records yet") {
		t.Fatalf("interrupted in its first plan: %v", err)
	}
	if _, err := experiment.Published("small"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an unfinished study is published: %v", err)
	}
	made := 0
	p, warnings, err := s.Run(t.Context(), dir, 2, experiment.OnProgress(func(p experiment.Progress) {
		if p.Finished {
			made += p.Done - p.Reused
		}
	}))
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	if n := len(p.Records()); n != 12 || made >= 12 || made == 0 {
		t.Errorf("%d records, %d of them made after the interruption", n, made)
	}
	if same, differences, err := s.Verify(t.Context(), 12, 60, 1); same != 12 || len(differences) > 0 || err != nil {
		t.Errorf("%d of 12 runs came out the same: %v, %v", same, differences, err)
	}
	back, err := experiment.Published("small")
	if err != nil {
		t.Fatal(err)
	}
	back.Plans[1].Records[0].Iterations++
	path, err := experiment.PublishedPath("small")
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(back.Write(file), file.Close()); err != nil {
		t.Fatal(err)
	}
	if made, differences, err := s.Verify(t.Context(), 12, 60, 1); made != 12 || len(differences) != 1 || err != nil {
		t.Errorf("a changed record among %d: %v, %v", made, differences, err)
	}
}

// Every study has a name that makes a file and a command, and every published
// file belongs to one.
func TestStudies(t *testing.T) {
	name := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	var names []string
	for _, s := range study.All() {
		if !name.MatchString(s.Name) || !strings.HasSuffix(s.Question, "?") {
			t.Errorf("%q asks %q", s.Name, s.Question)
		}
		names = append(names, s.Name)
	}
	if !slices.IsSorted(names) || len(slices.Compact(names)) != len(study.All()) {
		t.Errorf("not sorted, or twice: %v", names)
	}
	files, err := os.ReadDir("../../data/records")
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for _, f := range files {
		if of, ok := strings.CutSuffix(f.Name(), ".jsonl"); ok && !slices.Contains(names, of) {
			t.Errorf("data/records/%s belongs to no study", f.Name())
		}
		if info, err := f.Info(); err == nil && info.Size() > 2_000_000 {
			t.Errorf("data/records/%s has %d bytes: expected at most 2 MB", f.Name(), info.Size())
		}
	}
}

// What is published is what the study would run: the same plans, engines with
// the same parameters, puzzles of the same content. A few short runs of each are
// made again. Studies of sets that are not here are skipped.
func TestPublished(t *testing.T) {
	for _, s := range study.All() {
		t.Run(s.Name, func(t *testing.T) {
			p, err := experiment.Published(s.Name)
			if err != nil {
				t.Fatal(err)
			}
			plans, err := s.Plans()
			if errors.Is(err, os.ErrNotExist) {
				t.Skip(err)
			} else if err != nil {
				t.Fatal(err)
			}
			if p.Question != s.Question || len(p.Plans) != len(plans) {
				t.Errorf("%d plans ask %q; published are %d that ask %q", len(plans), s.Question, len(p.Plans), p.Question)
			}
			for i, plan := range plans[:min(len(plans), len(p.Plans))] {
				if was := p.Plans[i]; was.Name != plan.Name || was.Seed != plan.Seed || was.Runs != max(plan.Runs, 1) || was.Budget != plan.Budget {
					t.Errorf("plan %q was published as %q, seed %d, %d runs, %+v", plan.Name, was.Name, was.Seed, was.Runs, was.Budget)
				}
				for k, e := range plan.Engines {
					if was := p.Plans[i].Engines; k >= len(was) || was[k].Hash != e.Describe().Hash() {
						t.Errorf("%s: engine %s is not the one that was run", plan.Name, e.Describe().Label())
					}
				}
				for k, q := range plan.Puzzles {
					if was := p.Plans[i].Puzzles; k >= len(was) || !strings.HasPrefix(was[k].Hash, q.Hash().String()) {
						t.Fatalf("%s: puzzle %s is not the one that was run", plan.Name, q.ID())
					}
				}
			}
			made, differences, err := s.Verify(t.Context(), 3, 0.5, 1)
			if made == 0 || len(differences) > 0 || err != nil {
				t.Errorf("%d runs made again: %v, %v", made, differences, err)
			}
		})
	}
}

// Every engine of a published plan comes back from its description, except for those
// with a func. Those of a study whose sets are here are the engines of its plans
// ([TestPublished]).
func TestFromDescription(t *testing.T) {
	rebuilt := 0
	for _, s := range study.All() {
		p, err := experiment.Published(s.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, plan := range p.Plans {
			for _, e := range plan.Engines {
				again, err := engines.FromDescription(e.Description)
				switch {
				case e.Custom != (err != nil):
					t.Errorf("%s: %s: %v", plan.Name, e.Label(), err)
				case err == nil && again.Describe().Hash() != e.Hash:
					t.Errorf("%s: %s came back as %+v", plan.Name, e.Label(), again.Describe())
				case err == nil:
					rebuilt++
				}
			}
		}
	}
	if rebuilt == 0 {
		t.Error("no engine was rebuilt")
	}
}

func ExampleGet() {
	_, err := study.Get("none")
	before, _, _ := strings.Cut(err.Error(), ":")
	fmt.Println(before)
	// Output: no study "none"
}
