//go:build linux || darwin

package experiment

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// What ends without the process leaves no run in flight: a context, an error of
// the journal, a panic in a hook.
func TestEndsThatAreNoDeaths(t *testing.T) {
	for name, finish := range map[string]func(s *Session, cancel context.CancelFunc){
		"cancelled": func(_ *Session, cancel context.CancelFunc) { cancel() },
		"journal":   func(s *Session, _ context.CancelFunc) { s.folder.journal.file.Close() },
		"panic":     func(*Session, context.CancelFunc) { panic("in a hook") },
	} {
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		func() {
			defer func() { _ = recover() }()
			s, err := killPlan().open(settings{dir: dir})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			s.settings.hooks = append(s.settings.hooks, func(Record) {
				finish(s, cancel)
			})
			_, _ = s.all(ctx)
		}()
		cancel()
		tidy(t, dir)
		if result := mustRun(t, killPlan(), In(dir)); len(result.Warnings) > 0 || slices.ContainsFunc(result.Records, func(r Record) bool { return r.Status == Failed }) {
			t.Errorf("%s: %q", name, result.Warnings)
		}
	}
}

// A run that was cancelled is not in flight any more, though it has no record.
func TestCancelledRunIsNotInFlight(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	plan := killPlan()
	plan.Engines = []solver.Solver{flips{crash: func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) {
		if _, runs, _ := readMarker((&inFlight{dir: dir}).running()); len(runs) == 0 {
			t.Error("no run in flight is noted")
		}
		cancel()
		return solver.Outcome{Status: solver.Cancelled}, nil
	}}}
	s, err := plan.Open(In(dir))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Do(ctx, Trial{}, Trial{Run: 1}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, runs, _ := readMarker(s.flying().running()); len(runs) > 0 {
		t.Errorf("in flight are %+v", runs)
	}
}

// A func that ends the process when its run is made a second time is not asked
// for ever whether its runs repeat.
func TestPoisonInTheSecondRun(t *testing.T) {
	plan := examplePlan(2, 1)
	plan.Engines = []solver.Solver{flips{bias: 0.1, custom: true}}
	want := mustRun(t, plan)
	s, err := plan.open(settings{})
	if err != nil {
		t.Fatal(err)
	}
	// As a process leaves it that ended while it made a run again, twice.
	dir := t.TempDir()
	f := inFlight{dir: dir, crashes: map[string]*crash{
		shortName("again " + s.pool.repeats.rules[0]): {What: "run 0, made again", Ends: []end{{Session: "a"}, {Session: "b", Alone: true}}},
	}}
	if err := f.save(); err != nil {
		t.Fatal(err)
	}
	got := mustRun(t, plan, In(dir))
	if diff := cmp.Diff(timeless(want.Records), timeless(got.Records)); diff != "" || !contains(got.Warnings, "repeat is not known: the process ended 2 times") {
		t.Errorf("%q\n%s", got.Warnings, diff)
	}
	// And once while it made a record's run again, before it was reused.
	f.crashes = map[string]*crash{}
	for _, r := range got.Records {
		f.crashes[shortName("check "+r.key().mark())] = &crash{What: "run 0 made again", Ends: []end{{Session: "c"}}}
	}
	if err := f.save(); err != nil {
		t.Fatal(err)
	}
	again := mustRun(t, plan, In(dir))
	if len(again.Records) != 2 || again.Records[0].Code == got.Records[0].Code || !strings.Contains(again.Reuse, "made again ended the process") {
		t.Errorf("%q", again.Reuse)
	}
}

// Plans that run at the same time share the process's crash output: it goes to
// the first, and the others know where it is.
func TestSharedCrashOutput(t *testing.T) {
	var all []*inFlight
	crash := func(f *inFlight) string {
		head, _, _ := readMarker(f.running())
		return head.Crash
	}
	for range 3 {
		f, _ := openFlights(t.TempDir(), nil)
		f.start(2)
		all = append(all, f)
	}
	for _, f := range all {
		if got := crash(f); got != all[0].path(crashFile) {
			t.Errorf("crash output to %q", got)
		}
	}
	all[0].close(true)
	for _, f := range all[1:] {
		if got := crash(f); got != all[1].path(crashFile) {
			t.Errorf("after the first: crash output to %q", got)
		}
	}
	all[2].close(true)
	all[1].close(true)
	if len(crashes.open) != 0 {
		t.Error("a plan is left")
	}
	for _, f := range all {
		tidy(t, f.dir)
	}
}

// Names of any length and kind fit into a slot, with the path of the crash output
// or without it.
func TestLongNames(t *testing.T) {
	for _, what := range []string{strings.Repeat("ä", 400), strings.Repeat("\x01", 300), strings.Repeat("\"\\", 300), "plain"} {
		f, _ := openFlights(t.TempDir(), nil)
		f.start(1)
		f.tellCrash(strings.Repeat("/long", 150))
		f.begin(0, "mark", what, true)
		head, runs, _ := readMarker(f.running())
		if len(runs) != 1 || runs[0].Mark != "mark" || runs[0].What == "" || !runs[0].Alone || head.Session == "" {
			t.Errorf("%q: %+v, %+v", what, head, runs)
		}
		f.end(0)
		if _, runs, _ := readMarker(f.running()); len(runs) != 0 {
			t.Errorf("%+v", runs)
		}
		f.close(true)
	}
}

// Damaged files about runs in flight hinder nothing.
func TestDamagedFlights(t *testing.T) {
	for _, text := range []string{"", "\x00\x00", "{}", "[]", `{"session":1}`, strings.Repeat("x\n", 99), "null", "{\"session\":\"a\"}\n{\"mark\":\"m\"}\n{\"mark"} {
		dir := t.TempDir()
		if err := errors.Join(os.WriteFile(filepath.Join(dir, flightFile), []byte(text), 0o666), os.WriteFile(filepath.Join(dir, crashesFile), []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
		if result := mustRun(t, examplePlan(2, 1), In(dir)); len(result.Records) != 4 {
			t.Errorf("%q: %d records", text, len(result.Records))
		}
	}
}

// Without room for the notes the plan runs, and says so.
func TestNoRoomForNotes(t *testing.T) {
	f, _ := openFlights(t.TempDir(), nil)
	free := filesUpTo(t, 700)
	f.start(2)
	free()
	f.begin(0, "mark", "what", false)
	f.end(0)
	if w := f.warnings(); len(w) != 1 || !strings.Contains(w[0], "cannot be noted") {
		t.Errorf("%q", w)
	}
	f.close(true)
	tidy(t, f.dir)
}

// What a crash output says is told from where it was.
func TestHeadline(t *testing.T) {
	for crash, want := range map[string][2]string{
		"": {noCrash, ""},
		"runtime stack:\nruntime.throw({0x1?, 0x2})\n\tpanic.go:1\nruntime.newstack()\n\tx\n": {"fatal error: stack overflow", "runtime stack:\nruntime.throw({0x1?, 0x2})\n\tpanic.go:1\nruntime.newstack()\n\tx"},
		"goroutine 1:\nruntime.throw({0x1})\n\tpanic.go:1\nruntime.(*mcache).allocLarge(0x1)": {"fatal error: out of memory", "goroutine 1:\nruntime.throw({0x1})\n\tpanic.go:1\nruntime.(*mcache).allocLarge(0x1)"},
		"goroutine 1:\nruntime.throw({0x1})\n\tpanic.go:1\nruntime.unlock2(0x1)":              {"fatal error in runtime.unlock2", "goroutine 1:\nruntime.throw({0x1})\n\tpanic.go:1\nruntime.unlock2(0x1)"},
		"g\nruntime.throw(": {"fatal error in runtime.", "g\nruntime.throw("},
		"panic: boom\n\ngoroutine 5 [running]:\nmain.f()\n":                 {"panic: boom", "goroutine 5 [running]:\nmain.f()"},
		"runtime: sp=1\nfatal error: stack overflow\n\nruntime stack:\nx\n": {"fatal error: stack overflow", "runtime stack:\nx"},
		"fatal error: out of memory\n":                                      {"fatal error: out of memory", ""},
		"panic: a\n\tpanic: b\n[signal SIGSEGV]\n\ngoroutine 1":             {"panic: a\n\tpanic: b\n[signal SIGSEGV]", "goroutine 1"},
		"SIGABRT: abort\nPC=0x1\n\ngoroutine 1":                             {"SIGABRT: abort\nPC=0x1", "goroutine 1"},
		"panic: 1\n2\n3\n4\n5\n6\n7":                                        {"panic: 1\n2\n3\n4\n5", "6\n7"},
	} {
		if says, where := headline(crash); says != want[0] || where != want[1] {
			t.Errorf("%q: %q and %q", crash, says, where)
		}
	}
}

// BenchmarkRecord is what a record costs: as in the first release, with a
// checksum, and with the notes about the run in flight, too.
func BenchmarkRecord(b *testing.B) {
	plan := examplePlan(2, 1)
	r := plan.MustRun(b.Context()).Records[3]
	r.Board = ""
	j, _, _, err := openJournal(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer j.close()
	f, _ := openFlights(b.TempDir(), nil)
	f.start(2)
	defer f.close(true)
	b.Run("first release", func(b *testing.B) {
		var buffer bytes.Buffer
		encoder := json.NewEncoder(&buffer)
		encoder.SetEscapeHTML(false)
		for b.Loop() {
			buffer.Reset()
			if err := encoder.Encode(r); err != nil {
				b.Fatal(err)
			}
			if _, err := j.file.Write(buffer.Bytes()); err != nil {
				b.Fatal(err)
			}
		}
	})
	j.synced = time.Now().Add(time.Hour) // the disk is not what is measured
	b.Run("checksum", func(b *testing.B) {
		for b.Loop() {
			if err := j.add(r); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("checksum and the board of 400 cells", func(b *testing.B) {
		r.Board = puzzle.NewGrid(puzzle.Size{Rows: 20, Cols: 20}, 1).Pack()
		for b.Loop() {
			if err := j.add(r); err != nil {
				b.Fatal(err)
			}
		}
		r.Board = ""
	})
	b.Run("checksum and notes", func(b *testing.B) {
		for b.Loop() {
			f.begin(0, r.key().mark(), "run 0 of fair on c00", false)
			if err := j.add(r); err != nil {
				b.Fatal(err)
			}
			f.end(0)
		}
	})
}
