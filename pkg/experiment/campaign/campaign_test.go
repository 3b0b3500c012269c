package campaign

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/solver"
)

// whole compares what a folder has with what one process comes to.
func whole(t *testing.T, dir string, plan experiment.Plan, but func(experiment.Record) bool) {
	t.Helper()
	want := experimenttest.Timeless(plan.MustRun(t.Context()).Records())
	result := plan.MustRun(t.Context(), experiment.In(dir), experiment.OnProgress(func(p experiment.Progress) {
		alltest.Check(t, !p.Finished || p.Reused == p.Total, "%d of %d runs reused", p.Reused, p.Total)
	}))
	got := experimenttest.Timeless(result.Records())
	alltest.Require(t, len(got) == len(want), "%d records, want %d", len(got), len(want))
	for i := range got {
		got[i].Retry = 0
		if but == nil || !but(got[i]) {
			diff := cmp.Diff(want[i], got[i])
			alltest.Require(t, diff == "", "%v", diff)
		}
	}
}

// All parts of a plan come to what one process comes to, whatever their number, and
// nothing is made twice.
func TestWork(t *testing.T) {
	plan := planOf(7, 3)
	plan.Puzzles = append(plan.Puzzles, plan.Puzzles[2]) // its runs are another's
	dir := t.TempDir()
	f := write(t, dir, plan)
	total := 7 * 6 * 3
	made := 0
	for round, of := range []int{4, 3, 1} {
		for index := range of {
			if round == 0 && index == 2 {
				continue // it was lost
			}
			worked, err := f.Work(t.Context(), worker(index, of))
			alltest.Require(t, err == nil && worked.Missing <= 0 && worked.Found+worked.Made == worked.Runs && len(worked.Warnings) == 0,
				"%d of %d: %+v, %v", index, of, worked, err)
			made += worked.Made
		}
		p, err := f.Progress()
		if err != nil || p.Done != made || p.Missing != total-made || p.Runs != total || p.Doubled != 0 || p.Other != 0 || p.Running != 0 {
			t.Fatalf("round %d: %+v, %v", round, p, err)
		}
	}
	alltest.Equal(t, made, total, "runs made")
	whole(t, dir, plan, nil)
	list, err := f.Missing(true)
	alltest.Check(t, list == nil && err == nil, "missing: %+v, %v", list, err)
}

// Every run is in exactly one shard, whatever their number, also of a list.
func TestShards(t *testing.T) {
	f := write(t, t.TempDir(), planOf(9, 4))
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		var list *List
		if rapid.Bool().Draw(t, "list") {
			list = f.newList()
			for _, r := range slices.Sorted(slices.Values(rapid.SliceOfDistinct(rapid.IntRange(0, f.Plan.Total()-1), rapid.ID).Draw(t, "runs"))) {
				list.add(row{run(r), run(r) + 1, 0})
			}
		}
		seen := set{}
		all := 0
		largest, smallest := 0, f.Plan.Total()
		for i := range n {
			blocks := map[[2]int]bool{}
			for r := range f.runs(Shard{i, n}, list) {
				alltest.Require(t, !seen.has(r), "run %d is in two shards", r)
				seen.add(r)
				all++
				trial := f.trial(r)
				blocks[[2]int{trial.Puzzle, trial.Run}] = true
			}
			if n, k := f.count(Shard{i, n}, list), len(slices.Collect(f.runs(Shard{i, n}, list))); n != k {
				t.Fatalf("%d runs are counted in a shard of %d", n, k)
			}
			largest, smallest = max(largest, len(blocks)), min(smallest, len(blocks))
		}
		if n := f.count(Shard{0, 1}, list); n != all {
			t.Fatalf("%d runs are counted, and there are %d", n, all)
		}
		alltest.Require(t, largest <= smallest+1, "shards have %d to %d blocks", smallest, largest)
		for r := range run(f.Plan.Total()) {
			alltest.Require(t, seen.has(r) == (list == nil || list.has(r)), "run %d is in no shard, or should be in none", r)
		}
	})
}

// A list is read as it was written, and mistakes in it have a place.
func TestList(t *testing.T) {
	f := write(t, t.TempDir(), planOf(5, 2))
	rapid.Check(t, func(t *rapid.T) {
		l := f.newList()
		runs := rapid.SliceOfNDistinct(rapid.IntRange(0, f.Plan.Total()-1), 1, -1, rapid.ID).Draw(t, "runs")
		for _, r := range slices.Sorted(slices.Values(runs)) {
			l.add(row{run(r), run(r) + 1, rapid.IntRange(0, 2).Draw(t, "again")})
		}
		for r := range run(f.Plan.Total()) {
			alltest.Require(t, l.has(r) == slices.Contains(runs, int(r)), "run %d of %v: %v", r, runs, l.has(r))
		}
		var text bytes.Buffer
		alltest.OK(t, l.Write(&text))
		read := alltest.Must(f.ReadList("k.list", &text))(t)
		diff := cmp.Diff(l, read, cmp.AllowUnexported(List{}, row{}))
		alltest.Require(t, diff == "", "%v", diff)
	})
	head := listFormat + f.Plan.Fingerprint + "\n"
	for text, want := range map[string]string{
		"":                          "k.list:1:1: expected at least one run",
		"x\n1\n":                    "k.list:1:1: expected",
		head:                        "k.list:1:1: expected at least one run",
		head + "1\n60\n":            "k.list:3:1: expected numbers of runs below 60",
		head + "5-4\n":              "k.list:2:1: ",
		head + "-1\n":               "k.list:2:1: ",
		head + "1 again 0\n":        "k.list:2:1: ",
		head + "1 again 9999999999": "k.list:2:1: ",
		head + "\n":                 "k.list:2:1: ",
		head + "4-9\n9\n":           "k.list:3:1: expected runs behind 9",
		head + "4\n3\n":             "k.list:3:1: expected runs behind 4",
	} {
		_, err := f.ReadList("k.list", strings.NewReader(text))
		alltest.Check(t, err != nil && strings.HasPrefix(err.Error(), want), "%q: %v, want %s", text, err, want)
	}
}

// Only what is missing is asked for, and with failed what failed; its new record
// counts, and the old one stays where it is.
func TestMissingAndFailed(t *testing.T) {
	plan := planOf(3, 2)
	dir := t.TempDir()
	f := write(t, dir, plan)
	alltest.Must(f.Work(t.Context(), worker(0, 3)))(t)
	before := alltest.Must(f.Progress())(t)
	list, err := f.Missing(true)
	alltest.Require(t, err == nil && list.Len() == before.Missing && before.Failed == 0 && before.Done == 12, "%+v, %v", before, err)
	// Two runs of the journal fail.
	journals, _ := experiment.Journals(dir)
	spoil(t, journals[0], 3, experiment.Failed, "killed: for the test")
	spoil(t, journals[0], 5, experiment.Failed, "for the test")
	p, err := f.Progress()
	alltest.Require(t, err == nil && p.Failed == 2 && p.Killed == 1 && p.Missing == before.Missing && p.Done == 12, "%+v, %v", p, err)
	plain, _ := f.Missing(false)
	failed, _ := f.Missing(true)
	alltest.Require(t, plain.Len() == 24 && failed.Len() == 26, "%d missing, %d with the failed ones", plain.Len(), failed.Len())
	for round := range 2 {
		w := worker(0, 1)
		w.List = failed
		worked, err := f.Work(t.Context(), w)
		alltest.Require(t, err == nil && worked.Runs == 26 && worked.Made == 26*(1-round), "%+v, %v", worked, err)
	}
	p, err = f.Progress()
	alltest.Require(t, err == nil && p.Failed == 0 && p.Missing == 0 && p.Doubled == 2, "%+v, %v", p, err)
	whole(t, dir, plan, nil)
}

// spoil gives a line of a journal another outcome.
func spoil(t *testing.T, path string, line int, status solver.Status, problem string) {
	t.Helper()
	text := alltest.Must(os.ReadFile(path))(t)
	lines := bytes.SplitAfter(text, []byte("\n"))
	old := lines[line-1]
	at := bytes.Index(old, []byte(`"status":"`)) + len(`"status":"`)
	end := at + bytes.IndexByte(old[at:], '"')
	changed := string(old[:at]) + string(status) + string(old[end:])
	changed = strings.Replace(changed, `,"host":`, `,"error":"`+problem+`","host":`, 1)
	changed = changed[:strings.LastIndex(changed, `,"crc32c"`)] + "}\n" // lines without a checksum are taken
	lines[line-1] = []byte(changed)
	alltest.OK(t, os.WriteFile(path, bytes.Join(lines, nil), 0o666))
}

// Any bit of a journal that is another one costs the run of that line, which is named
// and rerun, and nothing else.
func TestFlippedBits(t *testing.T) {
	plan := planOf(2, 1)
	dir := t.TempDir()
	f := write(t, dir, plan)
	alltest.Must(f.Work(t.Context(), worker(0, 1)))(t)
	journals, _ := experiment.Journals(dir)
	text := alltest.Must(os.ReadFile(journals[0]))(t)
	first := bytes.IndexByte(text, '\n')
	for at := range first {
		changed := bytes.Clone(text)
		changed[at] ^= 1 << (at % 8)
		alltest.OK(t, os.WriteFile(journals[0], changed, 0o666))
		p, err := f.Progress()
		alltest.Require(t, err == nil && p.Done == 11 && len(p.Warnings) != 0 && strings.HasPrefix(p.Warnings[0], journals[0]+":1:"), "byte %d: %+v, %v", at, p, err)
	}
	worked, err := f.Work(t.Context(), worker(0, 1))
	alltest.Check(t, err == nil && worked.Made == 1 && len(worked.Warnings) != 0, "%+v, %v", worked, err)
	whole(t, dir, plan, nil)
}

// A worker whose code is not the plan's refuses, naming what differs.
func TestOtherCode(t *testing.T) {
	plan := planOf(2, 1)
	dir := t.TempDir()
	write(t, dir, plan)
	path := filepath.Join(dir, experiment.PlanName)
	text := alltest.Must(os.ReadFile(path))(t)
	file := alltest.Must(plan.File())(t)
	for i, e := range file.Engines {
		text = bytes.ReplaceAll(text, []byte(e.Code), []byte("src-00000000000"+string(rune('0'+i))))
	}
	const changed = "pkg/nonogram/line"
	text = bytes.ReplaceAll(text, []byte(file.Code[changed]), []byte("000000000000"))
	alltest.OK(t, os.WriteFile(path, text, 0o666))
	f := alltest.Must(Open(dir))(t)
	if _, err := f.Work(t.Context(), worker(0, 1)); !errors.Is(err, ErrCode) || !strings.Contains(err.Error(), "yours differs in "+changed) {
		t.Errorf("%v", err)
	}
	journals, _ := experiment.Journals(dir)
	alltest.Check(t, len(journals) <= 0, "%q", journals)
	w := worker(0, 1)
	w.OtherCode = true
	for _, made := range []int{12, 0} {
		worked, err := f.Work(t.Context(), w)
		alltest.Check(t, err == nil && worked.Made == made && worked.Missing <= 0, "%+v, %v", worked, err)
	}
	p, err := f.Progress()
	alltest.Check(t, err == nil && p.Done == 0 && p.Other == 12, "%+v, %v", p, err)
}

// A worker without time, or whose context has ended, makes nothing and says so.
func TestNoTime(t *testing.T) {
	f := write(t, t.TempDir(), planOf(2, 1))
	w := worker(0, 1)
	w.Until = time.Now().Add(-time.Second)
	worked, err := f.Work(t.Context(), w)
	alltest.Check(t, err == nil && worked.Missing == 12 && worked.Made == 0, "%+v, %v", worked, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	alltest.Equal(t, alltest.Must(f.Work(ctx, worker(0, 1)))(t).Missing, 12)
	alltest.Refused(f.Work(t.Context(), worker(2, 2)))(t, "", "a shard that is not there")
}

// TestManyRuns: what a plan takes of memory does not depend on its number of runs, for
// workers, for their lists, and for what tells how far they are.
func TestManyRuns(t *testing.T) {
	plan := planOf(2, 500_000_000)
	plan.Engines = plan.Engines[:1]
	f := write(t, t.TempDir(), plan)
	few := worker(3, 200_000_000)
	alltest.Equal(t, alltest.Must(f.Work(t.Context(), few))(t).Made, 5)
	allocated := func(what string, most uint64, do func()) {
		t.Helper()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		n := after.TotalAlloc - before.TotalAlloc
		alltest.Check(t, n <= most, "%s takes %d bytes", what, n)
	}
	var list *List
	allocated("progress", 1<<20, func() {
		p, err := f.Progress()
		alltest.Check(t, err == nil && p.Done == 5 && p.Missing == plan.Runs*2-5, "%+v, %v", p, err)
	})
	allocated("a list", 1<<20, func() {
		var err error
		if list, err = f.Missing(true); err != nil || list.Len() != plan.Runs*2-5 {
			t.Fatalf("%+v, %v", list, err)
		}
		var text bytes.Buffer
		alltest.OK(t, list.Write(&text))
		if list, err = f.ReadList("k.list", &text); err != nil || list.Len() != plan.Runs*2-5 {
			t.Fatalf("%+v, %v", list, err)
		}
	})
	dir := t.TempDir() // nothing is made in it yet
	whole := write(t, dir, plan)
	for what, w := range map[string]Worker{"the plan": worker(0, 1), "a list": {Shard: Shard{0, 1}, List: list, Rebuild: engines.FromDescription, Open: engines.Open}} {
		w.Job, w.Task = "until", strings.ReplaceAll(what, " ", "")
		made := 0
		for limit := 300 * time.Millisecond; made == 0; limit *= 2 { // a busy machine may need longer to begin
			w.Until = time.Now().Add(limit)
			allocated("work on "+what, 200<<20, func() { // with what some thousand runs allocate
				worked, err := whole.Work(t.Context(), w)
				alltest.Require(t, err == nil && worked.Missing+worked.Made+worked.Found == worked.Runs, "%s: %+v, %v", what, worked, err)
				made = worked.Made
			})
		}
		whole = write(t, t.TempDir(), plan)
	}
}
