package study_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/study"
)

// small is a study of two puzzles, whose records go to a folder of the test.
func small(t *testing.T) study.Study {
	t.Helper()
	puzzles := nurikabes.Kind.MustOpen("open-908").Between(25, 36).Take(2).Puzzles()
	long := nurikabes.Kind.MustOpen("open-908").Between(300, 360).Take(2).Puzzles() // long enough to be interrupted
	root := t.TempDir()
	alltest.OK(t, os.WriteFile(root+"/go.mod", []byte("module formicary\n"), 0o644))
	t.Setenv(sets.RootEnv, root)
	return study.Study{Name: "small", Question: "Does it work?", Plans: func() ([]experiment.Plan, error) {
		plan := experiment.Plan{Name: "one", Puzzles: puzzles, Engines: []solver.Solver{acs.New()}, Runs: 3, Budget: solver.Iterations(200), Seed: 1}
		other := plan
		other.Name, other.Seed = "two", 2
		other.Puzzles, other.Budget = long, solver.Iterations(1000)
		return []experiment.Plan{plan, other}, nil
	}}
}

// A study whose journal is taken away while it runs drops no run: all are
// published, and the error says what happened.
func TestStudyWithALostJournal(t *testing.T) {
	s, dir := small(t), t.TempDir()
	seen := 0
	made, planned, _, err := s.Run(t.Context(), dir, 1, experiment.OnRecord(func(experiment.Record) {
		if seen++; seen == 2 {
			alltest.OK(t, os.RemoveAll(dir))
		}
	}))
	alltest.Fails(t, err, "journal.jsonl was removed while the plan ran")
	back := records(t)
	if s, failed := archive.Open("small"); failed != nil || made != 12 || planned != 12 || len(back) != made || s.Provenance().First < "2020" {
		t.Errorf("%d records of %d, %d published, %v", made, planned, len(back), failed)
	}
}

// A study is interrupted, goes on where it stopped, is published whole, and its
// runs come out the same; a record that was changed is found.
func TestStudy(t *testing.T) {
	s, dir := small(t), t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	_, _, _, err := s.Run(ctx, dir, 1, experiment.OnRecord(func(experiment.Record) { stop() }))
	alltest.Require(t, err != nil && strings.Contains(err.Error(), "not published: there are no records yet of 1 of its 2 plans"), "interrupted in its first plan: %v", err)
	alltest.Refused(archive.Open("small"))(t, os.ErrNotExist, "an unfinished study is published")
	fresh := 0
	made, planned, warnings, err := s.Run(t.Context(), dir, 2, counting(&fresh))
	alltest.Require(t, err == nil && len(warnings) == 0, "%v %v", err, warnings)
	alltest.Check(t, made == 12 && planned == 12 && fresh < 12 && fresh != 0, "%d records of %d, %d of them made after the interruption", made, planned, fresh)
	alltest.Equal(t, verified(t, "small", archive.Sample{Runs: 12, Seed: 1}).String(), "files as published; 12 of 12 identical")
	if _, err := os.ReadFile(filepath.Join(dir, "small", "two", experiment.PlanName)); err != nil {
		t.Error(err)
	}
	// Another folder has no journals: all comes from what is published.
	if made, _, _, err := s.Run(t.Context(), t.TempDir(), 1, experiment.OnProgress(func(p experiment.Progress) {
		alltest.Check(t, p.Done <= p.Reused, "%d of %d runs were rerun", p.Done-p.Reused, p.Done)
	})); made != 12 || err != nil {
		t.Error(made, err)
	}
	before := alltest.Must(archive.Open("small"))(t)
	p := before.Provenance()
	alltest.Check(t, p.First != "" && len(p.Machines) == 1, "%+v", p)
	// Afresh: the journals have all.
	fresh = 0
	if _, _, _, err := s.Run(t.Context(), t.TempDir(), 2, experiment.Archive(nil), counting(&fresh)); fresh != 12 || err != nil {
		t.Errorf("%d runs made afresh, %v", fresh, err)
	}
	// Afresh and interrupted in its second plan: what was published stays.
	ctx, stop = context.WithCancel(t.Context())
	fresh = 0
	made, _, _, err = s.Run(ctx, t.TempDir(), 1, experiment.Archive(nil), experiment.OnRecord(func(experiment.Record) {
		if fresh++; fresh == 7 {
			stop()
		}
	}))
	if err == nil || made < 7 || made >= 12 || !strings.HasSuffix(err.Error(), fmt.Sprintf("study small: not published: there are only %d runs yet, and 12 are published", made)) || len(records(t)) != 12 {
		t.Errorf("%d made afresh, %d published: %v", made, len(records(t)), err)
	}
	change(t, func(all []experiment.Record) { all[0].Iterations++ })
	v := verified(t, "small", archive.Sample{Runs: 12, Seed: 1})
	if text := v.String(); v.Right() || text != "files as published; 11 of 12 identical" || !strings.HasPrefix(v.Plans[0].Differences[0], "run 0 of ants on ") {
		t.Errorf("a changed record: %s, %q", text, v.Plans[0].Differences)
	}
}

// A study whose plans were changed goes on in their folders: what both have is not made
// again, and the folder has the new plan.
func TestStudyThatChanges(t *testing.T) {
	s, dir := small(t), t.TempDir()
	if made, _, _, err := s.Run(t.Context(), dir, 1); made != 12 || err != nil {
		t.Fatal(made, err)
	}
	before := s.Plans
	s.Plans = func() ([]experiment.Plan, error) {
		plans, err := before()
		plans[0].Runs = 4
		return plans, err
	}
	fresh := 0
	made, planned, _, err := s.Run(t.Context(), dir, 1, counting(&fresh))
	alltest.Check(t, made == 14 && planned == 14 && fresh == 2 && err == nil && len(records(t)) == 14, "%d of %d, %d of them made now, %v", made, planned, fresh, err)
	file, err := experiment.OpenPlan(filepath.Join(dir, "small", "one"))
	alltest.Check(t, err == nil && file.Runs == 4, "%d runs, %v", file.Runs, err)
	alltest.Equal(t, verified(t, "small", archive.Sample{Runs: 14, Seed: 1}).String(), "files as published; 14 of 14 identical")
}

// A run that failed is not published. One that was published is rerun.
func TestStudyWithAFailedRun(t *testing.T) {
	s := small(t)
	made, _, _, err := s.Run(t.Context(), t.TempDir(), 1)
	alltest.Require(t, made == 12 && err == nil, "%v %v", made, err)
	change(t, func(all []experiment.Record) {
		all[0].Status, all[0].Cost, all[0].Error = experiment.Failed, -1, "it broke"
	})
	fresh := 0
	if made, _, _, err := s.Run(t.Context(), t.TempDir(), 1, counting(&fresh)); made != 12 || fresh != 1 || err != nil || len(study.Failures(slices.All(records(t)))) > 0 {
		t.Errorf("%d runs, %d of them made now, %v; %d that failed are published", made, fresh, err, len(study.Failures(slices.All(records(t)))))
	}
	before := s.Plans
	s.Plans = func() ([]experiment.Plan, error) {
		plans, err := before()
		plans[1].Engines = []solver.Solver{broken{}}
		return plans, err
	}
	if _, _, _, err := s.Run(t.Context(), t.TempDir(), 1); err == nil ||
		!strings.Contains(err.Error(), `study small: not published: of the plan "two" 6 runs failed, the first one run 0 of broken on`) {
		t.Errorf("a study with a broken engine: %v", err)
	}
	alltest.Equal(t, len(records(t)), 12, "runs are published, 12 were")
}

// broken is an engine whose runs fail.
type broken struct{}

func (broken) Describe() solver.Description { return solver.Description{Engine: "broken"} }

func (broken) Solve(context.Context, puzzle.Puzzle, solver.Run) (solver.Outcome, error) {
	return solver.Outcome{}, errors.New("it broke")
}

// counting adds the runs that a plan makes and does not take from elsewhere.
func counting(fresh *int) experiment.Option {
	return experiment.OnProgress(func(p experiment.Progress) {
		if p.Finished {
			*fresh += p.Done - p.Reused
		}
	})
}

// verified makes runs of a published study again.
func verified(t *testing.T, name string, sample archive.Sample) archive.Verification {
	t.Helper()
	s := alltest.Must(archive.Open(name))(t)
	return alltest.Must(s.Verify(t.Context(), study.Makers(engines.FromDescription), sample))(t)
}

// records are those that are published of the small study.
func records(t *testing.T) []experiment.Record {
	t.Helper()
	s := alltest.Must(archive.Open("small"))(t)
	return alltest.Must(s.Records())(t)
}

// change publishes the small study with other records of its first plan.
func change(t *testing.T, how func([]experiment.Record)) {
	t.Helper()
	s := alltest.Must(archive.Open("small"))(t)
	var parts []archive.Part
	for i, p := range s.Plans {
		file := alltest.Must(p.File())(t)
		all := alltest.Must(s.Records(p.Name))(t)
		if i == 0 {
			how(all)
		}
		parts = append(parts, archive.Part{Plan: file, Records: slices.All(all)})
	}
	alltest.OK(t, archive.Publish(filepath.Dir(s.Folder), s.Name, s.Question, parts...))
}

// Every study has a name that makes a file and a command, and every published
// file belongs to one, is as it was published, and says when and where it was made.
func TestStudies(t *testing.T) {
	name := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	var names []string
	for _, s := range study.All() {
		alltest.Check(t, name.MatchString(s.Name) && strings.HasSuffix(s.Question, "?"), "%q asks %q", s.Name, s.Question)
		names = append(names, s.Name)
	}
	alltest.Check(t, slices.IsSorted(names) && len(slices.Compact(names)) == len(study.All()), "not sorted, or twice: %v", names)
	files, err := os.ReadDir("../../data/records")
	alltest.Require(t, err == nil || errors.Is(err, os.ErrNotExist), "%v", err)
	for _, f := range files {
		if f.Name() == "README.md" {
			continue
		}
		if !slices.Contains(names, f.Name()) {
			t.Errorf("data/records/%s belongs to no study", f.Name())
			continue
		}
		s, err := archive.Read(filepath.Join("../../data/records", f.Name()))
		if err == nil {
			err = s.Check()
		}
		if err != nil {
			t.Error(err)
			continue
		}
		for _, p := range s.Plans {
			if of := p.Provenance; of.First == "" || of.Last == "" || len(of.Machines) == 0 || len(of.Go) == 0 {
				t.Errorf("data/records/%s, plan %s: when, where or with which Go its runs were made is not told: %+v", s.Name, p.Name, of)
			}
		}
	}
	size := int64(0)
	err = filepath.WalkDir("../../data/records", func(_ string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			info, failed := e.Info()
			if err = failed; err == nil {
				size += info.Size()
			}
		}
		return err
	})
	alltest.Check(t, err == nil && size <= 25_000_000, "the published records have %d bytes: expected at most 25 MB (%v)", size, err)
}

// The files of the repository stay below 60 MB in all.
func TestSizeOfRepository(t *testing.T) {
	list, err := exec.Command("git", "-C", "../..", "ls-files", "-z").Output()
	if err != nil {
		t.Skip("this is no checkout of git: ", err)
	}
	size, largest, most := int64(0), "", int64(0)
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		info, err := os.Lstat(filepath.Join("../..", name))
		if errors.Is(err, fs.ErrNotExist) {
			continue // it is being deleted
		} else if err != nil {
			t.Fatal(err)
		}
		if size += info.Size(); info.Size() > most {
			largest, most = name, info.Size()
		}
	}
	t.Logf("%.1f MB", float64(size)/1e6)
	alltest.Check(t, size >= 1_000_000 && size <= 60_000_000, "the files of the repository have %d bytes: expected at most 60 MB; the largest is %s with %d", size, largest, most)
}

// What is published is what the study would run: the same plans, engines with
// the same parameters, puzzles of the same content; no run failed. A few short runs of each are
// rerun. Studies of sets that are not here are skipped.
func TestPublished(t *testing.T) {
	for _, s := range study.All() {
		t.Run(s.Name, func(t *testing.T) {
			p := alltest.Must(archive.Open(s.Name))(t)
			alltest.OK(t, p.Check())
			if all, err := p.Records(); err != nil || len(study.Failures(slices.All(all))) > 0 {
				t.Errorf("%v, or published runs that failed: %v", err, study.Failures(slices.All(all)))
			}
			if s.Name == "pencil-engines" || s.Name == "pencil-pheromone" {
				alltest.Only(t, "sets of 34 kinds take a gigabyte; pencil-hardness opens them, too")
			}
			plans, err := s.Plans()
			if errors.Is(err, os.ErrNotExist) {
				t.Skip(err)
			} else if err != nil {
				t.Fatal(err)
			}
			alltest.Check(t, p.Question == s.Question && len(p.Plans) == len(plans),
				"%d plans ask %q; published are %d that ask %q", len(plans), s.Question, len(p.Plans), p.Question)
			for i, plan := range plans[:min(len(plans), len(p.Plans))] {
				file := alltest.Must(plan.File())(t)
				if was := p.Plans[i]; was.Name != plan.Name || was.Fingerprint != file.Fingerprint || was.Planned != file.Total() {
					t.Errorf("plan %q, %s, was published as %q, %s, %d runs", plan.Name, file.Fingerprint, was.Name, was.Fingerprint, was.Planned)
				}
			}
			v, err := p.Verify(t.Context(), study.Makers(engines.FromDescription), archive.Sample{Runs: 3, Longest: 0.5, Seed: 1})
			absent := false             // a solver of others, for which tests have a Python of their own
			for _, p := range v.Plans { // every engine and puzzle comes back
				missing := slices.DeleteFunc(p.Missing, func(m archive.Missing) bool {
					program := os.Getenv("FORMICARY_PYTHON") == "" && strings.Contains(m.Why, "pip install")
					absent = absent || program
					return program
				})
				alltest.Check(t, len(missing) <= 0, "plan %q: %v", p.Name, missing)
			}
			made, _ := v.Counts()
			alltest.Check(t, err == nil && (made != 0 || absent) && v.Right(), "%v, %v", v, err)
		})
	}
}

func ExampleGet() {
	_, err := study.Get("none")
	before, _, _ := strings.Cut(err.Error(), ":")
	fmt.Println(before)
	// Output: no study "none"
}
