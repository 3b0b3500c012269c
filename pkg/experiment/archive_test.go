package experiment

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/experiment/internal/folder"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// tallied is a plan whose engines count their runs.
func tallied(made *atomic.Int64) Plan {
	plan := examplePlan(3, 4)
	for i, e := range plan.Engines {
		f := e.(experimenttest.Flips)
		f.Crash = func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) {
			made.Add(1)
			return solver.Outcome{}, nil
		}
		plan.Engines[i] = f
	}
	return plan
}

// published has the records of a plan as an archive would have them.
func published(t *testing.T, plan Plan) Archived {
	t.Helper()
	records := slices.Clone(mustRun(t, plan).Records())
	for i := range records {
		records[i].Host, records[i].Session, records[i].Board = "", "", ""
	}
	return Archived{Study: "coins", Records: records, Provenance: Provenance{First: "2026-11-22", Last: "2026-11-22", Machines: []string{"a machine"}}}
}

// finds is an archive with one plan, or its error.
func finds(t *testing.T, plan Plan, a Archived, err error) Option {
	t.Helper()
	file := alltest.Must(plan.File())(t)
	return Archive(func(fingerprint string) (Archived, bool, error) {
		return a, fingerprint == file.Fingerprint, err
	})
}

// same as what was published, in the plan's order.
func sameRecords(t *testing.T, got, want []Record) {
	t.Helper()
	bare := func(all []Record) []Record {
		all = experimenttest.Timeless(all)
		for i := range all {
			all[i].Host, all[i].Board, all[i].Code = "", "", ""
		}
		return all
	}
	alltest.Equal(t, gocmp.Diff(bare(want), bare(got)), "")
}

// What is published is not run, and nothing is written. What is missing is run, and
// that alone is in the folder. What the folder has counts first.
func TestArchive(t *testing.T) {
	var made atomic.Int64
	plan := tallied(&made)
	all := published(t, plan)
	half := all
	half.Records = nil
	for i, r := range all.Records {
		if i%2 == 0 {
			half.Records = append(half.Records, r)
		}
	}
	said := `24 runs recorded on 2026-11-22 (a machine), published with the study "coins", code `
	code, hash := all.Records[0].Code, plan.Engines[1].Describe().Hash()
	verified := folder.Verified{
		{Parameters: all.Records[0].ConfigHash, Theirs: "src-0", Ours: code, Runs: 150},
		{Parameters: hash, Theirs: code, Ours: code, Runs: 50},
		{Parameters: hash, Theirs: code, Ours: "src-0", Runs: 1000}, // what other code came to says nothing of today's
	}
	for _, tt := range []struct {
		name    string
		archive Archived
		err     error
		before  int // runs that the folder has
		made    int64
		reuse   string
		warning string
		only    int // the records, where they are not all
		written bool
	}{
		{name: "all", archive: all, reuse: said},
		{name: "half", archive: half, made: 12, reuse: "12 runs recorded", written: true},
		{name: "none of the plan", archive: Archived{Study: "coins"}, made: 24, written: true},
		{name: "broken", archive: all, err: errors.New("torn"), made: 24, warning: "published records cannot be read: torn", written: true},
		{name: "beside own", archive: all, before: 5, reuse: "19 runs recorded", written: true},
		{name: "half beside own", archive: half, before: 5, made: 10, written: true},
		{name: "none more", archive: func() Archived { a := half; a.NoMore = true; return a }(), reuse: "12 runs recorded", only: 12},
		{name: "verified", archive: Archived{Study: "coins", Records: all.Records, Provenance: all.Provenance, Verified: verified}, reuse: said},
	} {
		dir := filepath.Join(t.TempDir(), "runs")
		if tt.before > 0 {
			s := alltest.Must(plan.Open(In(dir)))(t)
			for run := range tt.before {
				alltest.Must(s.Do(t.Context(), Trial{Puzzle: run % 3, Engine: run % 2, Run: run % 4}))(t)
			}
			alltest.OK(t, s.Close())
		}
		made.Store(0)
		seen, progress := 0, Progress{}
		result := mustRun(t, plan, In(dir), finds(t, plan, tt.archive, tt.err), OnRecord(func(Record) { seen++ }), OnProgress(func(p Progress) { progress = p }))
		records := cmp.Or(tt.only, 24)
		if tt.only == 0 {
			sameRecords(t, result.Records(), all.Records)
		}
		alltest.Equal(t, made.Load(), tt.made, "%s runs were made", tt.name)
		alltest.Check(t, strings.HasPrefix(result.Reuse, tt.reuse) && (tt.reuse != "" || tt.before != 0 || result.Reuse == ""), "%s: it says %q", tt.name, result.Reuse)
		alltest.Check(t, tt.before <= 0 || strings.Contains(result.Reuse, "; 5 of 24 runs reused: same puzzles, seeds, parameters"),
			"%s: the folder's own do not count: %q", tt.name, result.Reuse)
		alltest.Equal(t, strings.HasSuffix(result.Reuse, "; 200 verified here"), (tt.name == "verified"), "%s: it says %q", tt.name, result.Reuse)
		alltest.Check(t, (tt.warning == "" || contains(result.Warnings, tt.warning)) && (tt.warning != "" || len(result.Warnings) == 0),
			"%s: it warns %q", tt.name, result.Warnings)
		if result.Interrupted != (records < 24) || seen != records || len(result.Records()) != records || progress.Done != records || int64(progress.Done-progress.Reused) != made.Load() || progress.Reuse != result.Reuse {
			t.Errorf("%s: interrupted %v, %d seen, %+v", tt.name, result.Interrupted, seen, progress)
		}
		text, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
		_, none := os.Stat(dir)
		alltest.Check(t, tt.written == (none == nil) && tt.written == (err == nil), "%s: the folder is there: %v; its journal: %v", tt.name, none, err)
		alltest.Equal(t, int64(strings.Count(string(text), "\n")), made.Load()+int64(tt.before), "%s: lines in the journal", tt.name)
	}
}

// Without a folder, too, and the plan that is interrupted has what is published and
// goes on.
func TestArchiveInterrupted(t *testing.T) {
	var made atomic.Int64
	plan := tallied(&made)
	plan.Workers = 1
	all := published(t, plan)
	part := all
	part.Records = all.Records[:10]
	made.Store(0)
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	for i, e := range plan.Engines {
		// Runs are made faster than they are told of, and faster than a context's end
		// reaches all contexts made of it: the fourth waits for both.
		f := e.(experimenttest.Flips)
		count := f.Crash
		f.Crash = func(p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
			if made.Load() == 3 {
				<-stopped
			}
			return count(p, run)
		}
		plan.Engines[i] = f
	}
	seen := 0
	result := mustRunIn(t, ctx, plan, finds(t, plan, part, nil), OnRecord(func(Record) {
		if seen++; seen == 13 {
			stop()
			close(stopped)
		}
	}))
	alltest.Check(t, result.Interrupted && len(result.Records()) >= 13 && len(result.Records()) != 24 && made.Load() <= 5,
		"interrupted %v after %d records, %d made", result.Interrupted, len(result.Records()), made.Load())
	made.Store(0)
	ended, stop := context.WithCancel(t.Context())
	stop()
	result = mustRunIn(t, ended, plan, finds(t, plan, all, nil))
	alltest.Check(t, !result.Interrupted && made.Load() <= 0, "all is published, and the context had ended: interrupted %v, %d made", result.Interrupted, made.Load())
}

func mustRunIn(t *testing.T, ctx context.Context, p Plan, options ...Option) *Result {
	t.Helper()
	result := alltest.Must(p.Run(ctx, options...))(t)
	return result
}

// Records of other code are taken where it was verified to come to the same, or after
// runs rerun came out the same; where one differs they are left aside with the
// reason, and made. Records of another plan, seed or budget are never taken.
func TestArchiveOfOtherCode(t *testing.T) {
	var made atomic.Int64
	plan := tallied(&made)
	all := published(t, plan)
	mine := all.Records[0].Code
	changed := func(how func(r *Record)) Archived {
		a := all
		a.Records = slices.Clone(all.Records)
		for i := range a.Records {
			how(&a.Records[i])
		}
		return a
	}
	other := func(r *Record) { r.Code = "src-other" }
	lie := func(r *Record) {
		if r.Variant == "fair" {
			r.Iterations++
			r.Digest = 0
		}
	}
	var equal folder.Verified
	for _, e := range plan.Engines {
		d := e.Describe()
		equal = append(equal, folder.Equal{Engine: d.Engine, Variant: d.Variant, Parameters: d.Hash(), Theirs: "src-other", Ours: mine, Runs: 7})
	}
	verified := changed(other)
	verified.Verified = equal
	for _, tt := range []struct {
		name    string
		archive Archived
		made    int64
		says    []string
	}{
		{"rerun", changed(other), 6, []string{"24 runs recorded", "; 6 runs rerun now came out the same"}},
		{"verified", verified, 0, []string{"24 runs recorded"}},
		{"one engine differs", changed(func(r *Record) { other(r); lie(r) }), 3 + 1 + 12, []string{"12 runs recorded", `; 12 published records of coins/flips "fair" are left aside: other code made them, and run `, "rerun gave ", "; 3 runs rerun now came out the same"}},
		{"two codes, of which one differs", changed(func(r *Record) {
			if other(r); r.Run%2 == 1 {
				r.Code, r.Digest = "src-third", 0
				r.Iterations++
			}
		}), 2*(3+1) + 12, []string{"12 runs recorded", "code other; ", `; 6 published records of coins/flips "fair" are left aside: other code made them, and run `, "; 6 runs rerun now came out the same"}},
		{"one of another code", changed(func(r *Record) {
			if r.Puzzle == all.Records[0].Puzzle && r.Variant == "fair" && r.Run == 0 {
				other(r)
				lie(r)
			}
		}), 2, []string{"23 runs recorded", `; 1 published record of coins/flips "fair" is left aside: other code made them, and run `}},
		{"all failed", changed(func(r *Record) { other(r); r.Status, r.Error = Failed, "it failed" }), 24, []string{"12 published records of coins/flips \"loaded\" are left aside: other code made them, and none of their runs could be rerun"}},
		{"other seeds", changed(func(r *Record) { r.Seed++ }), 24, nil},
		{"another budget", changed(func(r *Record) { r.Budget.Iterations++ }), 24, nil},
		{"other parameters", changed(func(r *Record) { r.ConfigHash = "0" }), 24, nil},
		{"other puzzles", changed(func(r *Record) { r.Content = "0" }), 24, nil},
	} {
		for _, in := range []string{"", filepath.Join(t.TempDir(), "runs")} {
			made.Store(0)
			result := mustRun(t, plan, In(in), finds(t, plan, tt.archive, nil))
			alltest.Equal(t, made.Load(), tt.made, "%s runs were made", tt.name)
			sameRecords(t, result.Records(), all.Records)
			for _, want := range tt.says {
				alltest.Has(t, result.Reuse, want, "%s: no in", tt.name)
			}
			alltest.Check(t, len(tt.says) != 0 || result.Reuse == "", "%s: it says %q", tt.name, result.Reuse)
			// What was made is in the folder, and is not rerun.
			made.Store(0)
			again := mustRun(t, plan, In(in), finds(t, plan, tt.archive, nil))
			if n := made.Load(); in != "" && n > 6 || !slices.EqualFunc(again.Records(), result.Records(), func(a, b Record) bool { return record.Same(a, b) }) {
				t.Errorf("%s: %d runs were made the second time", tt.name, n)
			}
		}
	}
}

// An engine with funcs of a cell never gets published records: another func may have
// been there.
func TestArchiveOfTypedEngines(t *testing.T) {
	var made atomic.Int64
	plan := tallied(&made)
	typed := plan.Engines[1].(experimenttest.Flips)
	typed.Custom = true
	plan.Engines[1] = typed
	all := published(t, plan)
	dir := filepath.Join(t.TempDir(), "runs")
	made.Store(0)
	result := mustRun(t, plan, In(dir), finds(t, plan, all, nil))
	if n := made.Load(); n < 12 || n > 13 { // one is made twice, since it has rules
		t.Errorf("%d runs were made, not the 12 of the engine with funcs", n)
	}
	alltest.Check(t, strings.HasPrefix(result.Reuse, "12 runs recorded"), "%v", result.Reuse)
	sameRecords(t, result.Records(), all.Records)
}

// A session takes published records as a plan does, and keeps what goes beyond them.
func TestArchiveOfASession(t *testing.T) {
	var made atomic.Int64
	plan := tallied(&made)
	all := published(t, plan)
	dir := filepath.Join(t.TempDir(), "runs")
	for i := range 2 {
		made.Store(0)
		s := alltest.Must(plan.Open(In(dir), finds(t, plan, all, nil)))(t)
		records, err := s.Do(t.Context(), Trial{Run: 3}, Trial{Run: 4}, Trial{Puzzle: 2, Engine: 1})
		alltest.Require(t, err == nil && len(records) == 3 && records[1].Run == 4, "%v %v", err, records)
		alltest.Equal(t, made.Load(), int64(1-i), "runs were made the %d. time", i+1)
		done, reused := s.Counts()
		alltest.Check(t, done == 3 && reused == 2+i, "%d done, %d reused", done, reused)
		alltest.OK(t, s.Close())
	}
}
