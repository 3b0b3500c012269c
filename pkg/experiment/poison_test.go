//go:build linux || darwin

package experiment

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

const (
	// poisonEnv is how a run ends the process, and which runs do, as
	// "panic c02/3 c05/0".
	poisonEnv = "FORMICARY_TEST_POISON"
	// stepEnv makes the process take steps.
	stepEnv = "FORMICARY_TEST_STEP"
)

// poisoned is [killPlan] with runs that end the process.
func poisoned(how string, runs ...string) Plan {
	plan := killPlan()
	f := plan.Engines[0].(flips)
	seeds := map[uint64]bool{}
	for _, p := range plan.Puzzles {
		for run := range plan.Runs {
			if slices.Contains(runs, fmt.Sprintf("%s/%d", p.ID(), run)) {
				seeds[solver.Seed(plan.Seed, p.Hash(), f.Describe().Engine, run)] = true
			}
		}
	}
	f.crash = func(_ puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
		if seeds[run.Seed] {
			poison[how]()
		}
		return solver.Outcome{}, nil
	}
	plan.Engines[0] = f
	return plan
}

var hoard [][]byte

// poison are ways to end a process that no recover can prevent.
var poison = map[string]func(){
	"stack": func() {
		debug.SetMaxStack(1 << 20)
		var down func(n int) int
		down = func(n int) int { return down(n+1) + n }
		down(0)
	},
	"panic": func() {
		go func() { panic("in a goroutine of its own") }()
		select {}
	},
	"exit": func() { os.Exit(3) },
	"memory": func() {
		for {
			hoard = append(hoard, make([]byte, 64<<20))
		}
	},
}

// says is what is known of each.
var says = map[string]string{
	"stack":  "fatal error: stack overflow",
	"panic":  "panic: in a goroutine of its own",
	"exit":   noCrash,
	"memory": "fatal error: out of memory",
}

// start starts this test as another process on a plan with poison.
func start(t *testing.T, dir, how string, extra ...string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	if strings.HasPrefix(how, "memory") {
		cmd = exec.Command("sh", "-c", `ulimit -v 2000000 && exec "$0"`, program)
	}
	cmd.Env = append(append(os.Environ(), killEnv+"="+dir, poisonEnv+"="+how), extra...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// Runs that end the process do so twice at most each; then they are recorded as
// failed, with what is known, and all other runs come out as ever.
func TestPoisonousRuns(t *testing.T) {
	want := mustRun(t, killPlan())
	for _, c := range []struct {
		how, extra string
		runs       []string
	}{
		{"stack", "", []string{"c03/2"}},
		{"stack", "", []string{"c03/2", "c04/2"}},
		{"panic", "", []string{"c00/0"}},
		{"panic", "", []string{"c07/11", "c01/5"}},
		{"exit", "", []string{"c05/1"}},
		{"exit", "", []string{"c05/1", "c06/1"}},
		{"memory", "", []string{"c02/4"}},
		{"memory", "", []string{"c02/4", "c03/4"}},
		{"panic", stepEnv + "=1", []string{"c02/3"}},
		{"exit", stepEnv + "=1", []string{"c02/3", "c02/4", "c02/5"}},
	} {
		t.Run(strings.TrimSpace(c.how+" "+strings.Join(c.runs, " ")+c.extra), func(t *testing.T) {
			if c.how == "memory" && underRace() {
				t.Skip("the race detector needs more address space than the limit leaves")
			}
			t.Parallel()
			dir := t.TempDir()
			deaths, most := 0, 2*len(c.runs)
			for ; deaths <= most; deaths++ {
				if start(t, dir, c.how+" "+strings.Join(c.runs, " "), c.extra).Wait() == nil {
					break
				}
			}
			if deaths < 2 || deaths > most {
				t.Fatalf("%d processes ended, expected 2 to %d", deaths, most)
			}
			result := mustRun(t, killPlan(), In(dir))
			if len(result.Records) != len(want.Records) || len(result.Warnings) > 0 {
				t.Fatalf("%d records, %q", len(result.Records), result.Warnings)
			}
			got, expected := timeless(result.Records), timeless(want.Records)
			failed := 0
			for i, r := range got {
				name := fmt.Sprintf("%s/%d", r.Puzzle, r.Run)
				if !slices.Contains(c.runs, name) {
					if diff := cmp.Diff(expected[i], r); diff != "" {
						t.Error(diff)
					}
					continue
				}
				failed++
				if r.Status != Failed || !strings.Contains(r.Error, "ended 2 times while this run was made") || !strings.Contains(r.Error, says[c.how]) || !strings.Contains(r.Error, "made alone, after") {
					t.Errorf("%s: %s: %s", name, r.Status, r.Error)
				}
				if (c.how == "exit") != (r.Stack == "") || c.how != "exit" && !strings.Contains(r.Stack, "goroutine ") {
					t.Errorf("%s: the stack is %q", name, r.Stack)
				}
			}
			if failed != len(c.runs) {
				t.Errorf("%d runs failed, expected %d", failed, len(c.runs))
			}
			tidy(t, dir)
		})
	}
}

// underRace says whether this is a test with the race detector.
func underRace() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == "-race" && s.Value == "true" })
}

// tidy wants nothing in a folder but what a finished plan leaves.
func tidy(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{flightFile, deathsFile, crashFile} {
		if _, err := os.Stat(filepath.Join(dir, name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is left: %v", name, err)
		}
	}
}

// The first start after a process ended says which runs were in flight, and a
// stepper that is asked for a run that is dead gives its record at once.
func TestFirstStartAfterADeath(t *testing.T) {
	dir := t.TempDir()
	if start(t, dir, "panic c02/3").Wait() == nil {
		t.Fatal("the process lives")
	}
	s, err := killPlan().Open(In(dir))
	if err != nil {
		t.Fatal(err)
	}
	if w := s.Warnings(); len(w) != 1 || !strings.Contains(w[0], "run 3 of coins/flips on c02") || !strings.Contains(w[0], "panic: in a goroutine of its own") {
		t.Errorf("%q", w)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	// Nothing was run: the next start neither says it again nor counts it twice.
	if start(t, dir, "panic c02/3").Wait() == nil {
		t.Fatal("the process lives")
	}
	if s, err = killPlan().Open(In(dir)); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	records, err := s.Do(t.Context(), Trial{Puzzle: 2, Run: 3})
	if err != nil || len(records) != 1 || records[0].Status != Failed || records[0].Engine != "coins/flips" || records[0].Budget != killPlan().Budget {
		t.Errorf("%+v, %v", records, err)
	}
	if s.flights.any() {
		t.Error("a death is left")
	}
}

// Random kills lose nothing: a run is recorded as failed only if it was killed
// twice, the second time alone.
func TestRandomKills(t *testing.T) {
	want := mustRun(t, killPlan())
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(20, 9))
	killed := map[string][]bool{} // by what a run is called: alone, for each kill
	kills, session := 0, ""
	for kills < 20 {
		cmd := start(t, dir, "")
		lines := func() int {
			text, _ := os.ReadFile(filepath.Join(dir, journalFile))
			return bytes.Count(text, []byte("\n"))
		}
		target := lines() + r.IntN(6)
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		deadline := time.After(time.Minute)
		for done := false; !done; {
			select {
			case err := <-ended:
				if err != nil {
					t.Fatal(err)
				}
				kills, done = 20, true
				continue
			case <-deadline:
				t.Fatal("no progress")
			default:
			}
			if _, err := os.Stat(filepath.Join(dir, flightFile)); err == nil && lines() >= target {
				time.Sleep(time.Duration(r.IntN(5000)) * time.Microsecond)
				_ = cmd.Process.Kill() // it may have ended
				if <-ended != nil {
					kills++
					known := journalledLoosely(dir)
					f := flights{dir: dir}
					head, runs, _ := f.left()
					for _, run := range runs { // of this process, not of one before it
						if !known[run.Mark] && head.Session != session {
							killed[run.What] = append(killed[run.What], run.Alone)
						}
					}
					session = head.Session
				} else {
					kills = 20
				}
				done = true
			}
		}
	}
	result := mustRun(t, killPlan(), In(dir))
	got, expected := timeless(result.Records), timeless(want.Records)
	if len(got) != len(expected) {
		t.Fatalf("%d records", len(got))
	}
	blamed := 0
	for i, r := range got {
		ends := killed[fmt.Sprintf("run %d of coins/flips on %s", r.Run, r.Puzzle)]
		if guilty := len(ends) >= 2 && ends[1]; guilty != (r.Status == Failed) {
			t.Errorf("run %d on %s: %s, killed %v: %s", r.Run, r.Puzzle, r.Status, ends, r.Error)
		} else if guilty {
			blamed++
			continue
		}
		if diff := cmp.Diff(expected[i], r); diff != "" && r.Status != Failed {
			t.Error(diff)
		}
	}
	t.Logf("%d runs were in flight at a kill, %d are recorded as failed", len(killed), blamed)
	tidy(t, dir)
}

// journalledLoosely are the marks of the records in a journal that may be torn.
func journalledLoosely(dir string) map[string]bool {
	marks := map[string]bool{}
	text, _ := os.ReadFile(filepath.Join(dir, journalFile))
	c, _ := readJournal("journal", bytes.NewReader(text))
	for k := range c.records {
		marks[k.mark()] = true
	}
	return marks
}

// What ends without the process leaves no run in flight: a context, an error of
// the journal, a panic in a hook.
func TestEndsThatAreNoDeaths(t *testing.T) {
	for name, finish := range map[string]func(s *Stepper, cancel context.CancelFunc){
		"cancelled": func(_ *Stepper, cancel context.CancelFunc) { cancel() },
		"journal":   func(s *Stepper, _ context.CancelFunc) { s.journal.file.Close() },
		"panic":     func(*Stepper, context.CancelFunc) { panic("in a hook") },
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
		if _, runs, _ := (&flights{dir: dir}).left(); len(runs) == 0 {
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
	if _, runs, _ := s.flights.left(); len(runs) > 0 {
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
	f := flights{dir: dir, deaths: map[string]*death{
		shortName("again " + s.repeats.rules[0]): {What: "run 0, made again", Ends: []end{{Session: "a"}, {Session: "b", Alone: true}}},
	}}
	if err := f.save(); err != nil {
		t.Fatal(err)
	}
	got := mustRun(t, plan, In(dir))
	if diff := cmp.Diff(timeless(want.Records), timeless(got.Records)); diff != "" || !contains(got.Warnings, "repeat is not known: the process ended 2 times") {
		t.Errorf("%q\n%s", got.Warnings, diff)
	}
	// And once while it made a record's run again, before it was reused.
	f.deaths = map[string]*death{}
	for _, r := range got.Records {
		f.deaths[shortName("check "+r.key().mark())] = &death{What: "run 0 made again", Ends: []end{{Session: "c"}}}
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
	var all []*flights
	crash := func(f *flights) string {
		head, _, _ := f.left()
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
		head, runs, _ := f.left()
		if len(runs) != 1 || runs[0].Mark != "mark" || runs[0].What == "" || !runs[0].Alone || head.Session == "" {
			t.Errorf("%q: %+v, %+v", what, head, runs)
		}
		f.end(0)
		if _, runs, _ := f.left(); len(runs) != 0 {
			t.Errorf("%+v", runs)
		}
		f.close(true)
	}
}

// Damaged files about runs in flight hinder nothing.
func TestDamagedFlights(t *testing.T) {
	for _, text := range []string{"", "\x00\x00", "{}", "[]", `{"session":1}`, strings.Repeat("x\n", 99), "null", "{\"session\":\"a\"}\n{\"mark\":\"m\"}\n{\"mark"} {
		dir := t.TempDir()
		if err := errors.Join(os.WriteFile(filepath.Join(dir, flightFile), []byte(text), 0o666), os.WriteFile(filepath.Join(dir, deathsFile), []byte(text), 0o666)); err != nil {
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
