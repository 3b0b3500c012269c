package archive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// checkout is a checkout of the test with a published study of two plans: 12 runs each,
// those of the second limited by time.
func checkout(t *testing.T) (*Study, string) {
	t.Helper()
	root := root(t)
	other := acs.Named("other")
	other.Q0 = 0.5
	counted := experiment.Plan{
		Name: "counted", Puzzles: nurikabes.Kind.MustOpen("open-908").Between(64, 100).Take(2).Puzzles(),
		Engines: []solver.Solver{acs.New(), other}, Runs: 3, Budget: solver.Iterations(20), Seed: 1,
	}
	timed := counted
	timed.Name, timed.Budget = "timed", solver.Budget{CPU: 10 * time.Millisecond}
	return publish(t, root, "small", part(t, counted), part(t, timed)), root
}

// republish publishes the study with other records of its first plan.
func republish(t *testing.T, s *Study, root string, change func([]experiment.Record)) *Study {
	t.Helper()
	parts := partsOf(t, s)
	all := recordsOf(parts[0])
	change(all)
	parts[0].Records = slices.All(all)
	return publish(t, root, s.Name, parts...)
}

// here has the engines, and the puzzles that this process knows.
func here() Makers {
	return Makers{
		Engine: func(_ string, e experiment.PlanEngine) (solver.Solver, error) {
			return engines.FromDescription(e.Description)
		},
		Puzzle: func(o sets.Origin) (puzzle.Puzzle, error) {
			if s, ok := sets.Known(o.Hash.String()); ok {
				return s.Item, nil
			}
			return nil, fs.ErrNotExist
		},
	}
}

func verify(t *testing.T, s *Study, m Makers, sample Sample) Verification {
	t.Helper()
	return alltest.Must(s.Verify(t.Context(), m, sample))(t)
}

// A study that is right comes out the same, also where time ended its runs; what was
// verified adds up, and counts until the records change.
func TestVerify(t *testing.T) {
	s, root := checkout(t)
	alltest.Equal(t, s.VerifiedHere(), 0, "verified before anything was")
	v := verify(t, s, here(), Sample{Runs: 8, Seed: 1})
	text := v.String()
	alltest.Check(t, v.Right() && v.Finished && v.Files == 4 && text == "files as published; 8 of 8 identical", "%s: %+v", text, v)
	alltest.Equal(t, s.VerifiedHere(), 8, "verified")
	verify(t, s, here(), Sample{Runs: 8, Seed: 1})
	alltest.Equal(t, s.VerifiedHere(), 8, "verified, want 8 after the same sample")
	v = verify(t, s, here(), Sample{Runs: 8, Seed: 3})
	n := s.VerifiedHere()
	alltest.Check(t, n > 8 && n <= 16 && v.Plans[0].Before+v.Plans[1].Before == n, "%d verified after two samples, %+v", n, v.Plans)
	v = verify(t, s, here(), Sample{Runs: 100, Seed: 1})
	all, _ := v.Counts()
	if n := s.VerifiedHere(); n != all || all < 13 || !v.Right() || v.Plans[0].Made != 12 || v.Plans[1].Made == 0 {
		t.Errorf("%d verified of %d, %+v", n, all, v)
	}

	// The archive hands it to plans, with the codes.
	a, ok, err := Find(s.Plans[0].Fingerprint)
	alltest.Require(t, err == nil && ok && len(a.Verified) == 2 && a.Verified[0].Runs+a.Verified[1].Runs == 12, "%+v, %v, %v", a.Verified, ok, err)
	r := a.Records[0]
	if e, ok := a.Verified.Find(r.ConfigHash, r.Code, r.Code); !ok || e.Day < "2026" {
		t.Errorf("%+v, %v", e, ok)
	}

	// A damaged file of what was verified counts for nothing, and is written anew.
	path := filepath.Join(root, ".formicary", "verified", "small", "counted.json")
	alltest.OK(t, os.WriteFile(path, []byte("{"), 0o666))
	alltest.Equal(t, s.VerifiedHere(), all-12, "verified with a damaged file")
	verify(t, s, here(), Sample{Runs: 100, Seed: 1})
	alltest.Equal(t, s.VerifiedHere(), all, "verified")

	// Other records of the plan were never verified, even if they are equal but for a time.
	alltest.Equal(t, republish(t, s, root, func(all []experiment.Record) { all[0].Seconds++ }).VerifiedHere(), all-12, "verified after the records changed")
}

// A changed record with the right checksums is found by making it again. Then none of its
// engine counts as verified, and later ones do not either.
func TestVerifyFindsAChangedRecord(t *testing.T) {
	s, root := checkout(t)
	s = republish(t, s, root, func(all []experiment.Record) { all[0].Cost++ })
	alltest.OK(t, s.Check())
	v := verify(t, s, here(), Sample{Runs: 100, Seed: 1})
	shared := alltest.Must(s.Plans[0].Records())(t)
	want := fmt.Sprintf("run 0 of ants on %s gave %s, cost %v, ", shared[0].Puzzle, shared[0].Status, shared[0].Cost)
	d := v.Plans[0].Differences
	alltest.Check(t, !v.Right() && len(d) == 1 && strings.HasPrefix(d[0], want) && strings.Contains(d[0], ", now "), "%v: %q, want %q", v, d, want)
	alltest.Check(t, v.Plans[0].Before == 6 && strings.HasPrefix(v.String(), "files as published; ") && !strings.Contains(v.String(), "12 of 12"),
		"%v, %d verified", v, v.Plans[0].Before)
	a, _, err := Find(s.Plans[0].Fingerprint)
	alltest.Check(t, err == nil && len(a.Verified) == 1 && a.Verified[0].Variant == "other", "%+v, %v", a.Verified, err)
}

// A file that was changed is named, and nothing is rerun.
func TestVerifyNamesTheFile(t *testing.T) {
	for _, name := range []string{"timed/" + columns.File, StudyFile} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			s, _ := checkout(t)
			path := filepath.Join(s.Folder, filepath.FromSlash(name))
			text := alltest.Must(os.ReadFile(path))(t)
			if at := strings.Index(string(text), `"planned": 12`) + len(`"planned": 12`); name == StudyFile {
				text[at-1]++
			} else {
				text[len(text)/2] ^= 1
			}
			alltest.OK(t, os.WriteFile(path, text, 0o666))
			again := alltest.Must(Read(s.Folder))(t)
			v := verify(t, again, here(), Sample{Runs: 5})
			if v.Right() || len(v.Damaged) != 1 || !strings.Contains(v.Damaged[0], path) || len(v.Plans) > 0 || v.String() != "1 file is not as published; no run was rerun" {
				t.Errorf("%v: %q", v, v.Damaged)
			}
		})
	}
}

// What cannot be rerun is counted, by the reason; the rest is verified.
func TestVerifyWithoutSets(t *testing.T) {
	s, _ := checkout(t)
	m := here()
	all := alltest.Must(s.Plans[0].File())(t)
	gone, whole := all.Puzzles[0].Hash, m.Puzzle
	m.Puzzle = func(o sets.Origin) (puzzle.Puzzle, error) {
		if o.Hash == gone {
			return nil, fmt.Errorf("no set: %w", fs.ErrNotExist)
		}
		return whole(o)
	}
	m.Engine = func(_ string, e experiment.PlanEngine) (solver.Solver, error) {
		if e.Variant == "other" {
			return nil, errors.New("nobody has it")
		}
		return engines.FromDescription(e.Description)
	}
	v := verify(t, s, m, Sample{Runs: 100})
	missing := []Missing{{6, "the set nurikabe/open-908 is not here"}, {3, "nobody has it"}}
	p := v.Plans[0]
	alltest.Check(t, v.Right() && p.Made == 3 && slices.Equal(p.Missing, missing), "%+v", v)
	if text := v.String(); !strings.HasSuffix(text, " identical; 12 of 24 runs cannot be rerun here: the set nurikabe/open-908 is not here; 6 of 24 runs cannot be rerun here: nobody has it") {
		t.Error(text)
	}
	m.Puzzle = func(sets.Origin) (puzzle.Puzzle, error) { return nil, fs.ErrNotExist }
	v = verify(t, s, m, Sample{Runs: 100})
	if text := v.String(); !v.Right() || text != "files as published; no run could be rerun: 24 of 24 runs cannot be rerun here: the set nurikabe/open-908 is not here" {
		t.Errorf("%v: %s", v.Right(), text)
	}
}

// A run that was verified with two versions of today's code counts once.
func TestVerifiedTwice(t *testing.T) {
	s, root := checkout(t)
	all, _ := s.Counts()
	verify(t, s, here(), Sample{Runs: all})
	before := s.VerifiedHere()
	path := filepath.Join(root, ".formicary", "verified", "small", "counted.json")
	text := alltest.Must(os.ReadFile(path))(t)
	text = regexp.MustCompile(`"ours":"[^"]*"`).ReplaceAll(text, []byte(`"ours":"src-0"`))
	alltest.OK(t, os.WriteFile(path, text, 0o666))
	verify(t, s, here(), Sample{Runs: all})
	a, _, err := Find(s.Plans[0].Fingerprint)
	if n := s.VerifiedHere(); n != before || err != nil || len(a.Verified) != 4 || a.Verified[0].Runs != 6 || a.Verified[3].Runs != 6 {
		t.Errorf("%d verified, want %d; %+v, %v", n, before, a.Verified, err)
	}
}

// Runs that took more than a tenth of the time are left out, or more than was said.
func TestVerifyLongRuns(t *testing.T) {
	s, root := checkout(t)
	s = republish(t, s, root, func(all []experiment.Record) {
		for i := range all {
			all[i].CPU = float64(1+i) / 2 // to 6 s
		}
	})
	for _, tt := range []struct {
		sample Sample
		long   int
		says   string
	}{
		{Sample{Runs: 99}, 0, " identical"},
		{Sample{Runs: 99, Longest: 5.6}, 1, " identical; 1 run took too long or failed, and was not drawn"},
		{Sample{Runs: 99, Longest: 2}, 8, " identical; 8 runs took too long or failed, and were not drawn"},
		{Sample{Runs: 99, Time: 51 * time.Second}, 2, " identical; 2 runs took too long or failed, and were not drawn"},
		{Sample{Runs: 99, Time: 51 * time.Second, Longest: 2}, 8, " identical; 8 runs took too long or failed, and were not drawn"},
		{Sample{Runs: 3, Longest: 2}, 8, "; 3 of 3 identical"},
	} {
		v := verify(t, s, here(), tt.sample)
		p := v.Plans[0]
		alltest.Check(t, p.Long == tt.long && p.Made <= 12-tt.long && strings.HasSuffix(v.String(), tt.says), "%+v: %d left out, %v", tt.sample, p.Long, v)
	}
}

// Interrupting keeps what was done, and so does the end of the time; runs that take too
// long for it are left out. A copy elsewhere is verified, and not remembered.
func TestVerifyEnds(t *testing.T) {
	s, _ := checkout(t)
	ctx, stop := context.WithCancel(t.Context())
	told := 0
	v, err := s.Verify(ctx, here(), Sample{Runs: 20, Tell: func(v Verification) {
		if made, _ := v.Counts(); made == 2 {
			stop()
		}
		if told++; v.Finished && !v.Interrupted {
			t.Errorf("the last report: %+v", v)
		}
	}})
	if made, _ := v.Counts(); err != nil || !v.Interrupted || made != 2 || told != 3 || s.VerifiedHere() != 2 {
		t.Errorf("%d made, %d verified, told %d times, %v: %v", made, s.VerifiedHere(), told, v, err)
	}
	alltest.Equal(t, v.String(), "files as published; 2 of 2 identical; stopped before all 20 were rerun")

	v, err = s.Verify(t.Context(), here(), Sample{Runs: 20, Time: 1})
	made, _ := v.Counts()
	alltest.Check(t, err == nil && made <= 0 && v.Plans[0].Long+v.Plans[1].Long == 24, "%+v, %v", v, err)
	slow := here()
	slow.Engine = func(_ string, e experiment.PlanEngine) (solver.Solver, error) {
		engine, err := engines.FromDescription(e.Description)
		return waiting{engine}, err
	}
	v, err = s.Verify(t.Context(), slow, Sample{Runs: 20, Time: time.Second})
	alltest.Check(t, err == nil && v.TimeUp && !v.Interrupted && strings.HasSuffix(v.String(), "no run was rerun: the time was used up"), "%v, %v", v, err)

	copied := filepath.Join(t.TempDir(), "small")
	alltest.OK(t, os.CopyFS(copied, os.DirFS(s.Folder)))
	other := alltest.Must(Read(copied))(t)
	if v = verify(t, other, here(), Sample{Runs: 20}); !v.Right() || s.VerifiedHere() != 2 || other.VerifiedHere() != 0 {
		t.Errorf("%v, %d and %d verified", v, s.VerifiedHere(), other.VerifiedHere())
	}
	text, err := json.Marshal(v)
	var back Verification
	alltest.Check(t, err == nil && json.Unmarshal(text, &back) == nil && back.String() == v.String(), "%s comes back as %v", text, back)
}

// waiting is an engine that goes on until it is told to stop.
type waiting struct{ solver.Solver }

func (w waiting) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	m := solver.Start(ctx, p, run)
	<-ctx.Done()
	return m.Finish(solver.Outcome{Status: solver.Cancelled, Cost: -1})
}
