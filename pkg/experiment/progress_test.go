package experiment

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

func TestProgressCounts(t *testing.T) {
	dir := t.TempDir()
	plan := examplePlan(3, 2)
	mustRun(t, plan, In(dir))
	plan.Runs = 4
	plan.Engines = append(plan.Engines, flips{variant: "bad", crash: func(puzzle.Puzzle, solver.Run) (solver.Outcome, error) { panic("bad") }})
	var reports []Progress
	runs := mustRun(t, plan, In(dir), Report(nil, ReporterFunc(func(p Progress) { reports = append(reports, p) })))
	if len(reports) < 2 {
		t.Fatalf("%d reports", len(reports))
	}
	first, last := reports[0], reports[len(reports)-1]
	if first.Total != 36 || first.Done != 12 || first.Reused != 12 || first.Finished || first.Remaining != -1 {
		t.Errorf("first report %+v", first)
	}
	solved := 0
	for r := range runs.All() {
		if r.Solved() {
			solved++
		}
	}
	if last.Name != "coins" || last.Total != 36 || last.Done != 36 || last.Reused != 12 || last.Failed != 12 || last.Solved != solved ||
		!last.Finished || last.Interrupted || last.Remaining != 0 || last.Rate <= 0 || last.Last.Engine == "" {
		t.Errorf("last report %+v", last)
	}
	for i, p := range reports {
		if p.Finished != (i == len(reports)-1) {
			t.Errorf("report %d of %d: finished %v", i, len(reports), p.Finished)
		}
	}
}

// Between the first and the last report there are never two closer together
// than the cadence, whatever the rate of the runs.
func TestCadence(t *testing.T) {
	var reported []time.Duration
	track := newTracker("", 1000, []Reporter{ReporterFunc(func(p Progress) { reported = append(reported, p.Elapsed) })})
	now := track.start
	track.report(now)
	for range 1000 {
		now = now.Add(time.Millisecond)
		track.add(Record{}, false)
		track.tick(now)
	}
	if len(reported) != 11 {
		t.Errorf("%d reports in a second of work, want 11", len(reported))
	}
	reported = nil
	for range 5000 { // nothing is done any more
		now = now.Add(time.Millisecond)
		track.tick(now)
	}
	if len(reported) != 5 {
		t.Errorf("%d reports in five idle seconds, want 5", len(reported))
	}
}

func TestRate(t *testing.T) {
	cases := []struct {
		done, missing int
		elapsed       time.Duration
		perSecond     float64
		remaining     time.Duration
	}{
		{0, 10, time.Second, 0, -1},
		{5, 10, time.Second, 5, 2 * time.Second},
		{5, 0, time.Second, 5, 0},
		{0, 0, 0, 0, 0},
		{1, 1 << 40, time.Hour, 1.0 / 3600, 100 * 365 * 24 * time.Hour},
	}
	for _, c := range cases {
		if r, left := rate(c.done, c.missing, c.elapsed); r != c.perSecond || left != c.remaining {
			t.Errorf("rate(%d, %d, %v) = %v, %v", c.done, c.missing, c.elapsed, r, left)
		}
	}
}

func TestTerminalElsewhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := Terminal(file) // a file is no terminal
	p := Progress{Name: "table 1", Total: 2400}
	for second := range 31 {
		p.Elapsed, p.Done, p.Rate, p.Remaining = time.Duration(second)*time.Second, second*10, 10, time.Duration(240-second)*time.Second
		r.Report(p)
	}
	p.Done, p.Solved, p.Failed, p.Reused, p.Finished, p.Elapsed = 2400, 1811, 2, 600, true, 200*time.Second
	r.Report(p)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := `table 1: 100/2400 runs · 10/s · 3m50s left
table 1: 200/2400 runs · 10/s · 3m40s left
table 1: 300/2400 runs · 10/s · 3m30s left
table 1: 2,400 runs in 3m20s · 1,811 solved · 2 failed · 600 reused
`
	if string(text) != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

func TestTerminalLive(t *testing.T) {
	var b strings.Builder
	r := &terminal{w: &b, live: true}
	p := Progress{Total: 1 << 40, Done: 1 << 39, Rate: 1e9, Failed: 1 << 38, Remaining: 1e18}
	r.Report(p)
	p = Progress{Total: 4, Done: 1, Remaining: -1, Interrupted: true, Finished: true, Elapsed: time.Second}
	r.Report(p)
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\r")
	if len(lines) != 3 || lines[0] != "" || strings.Contains(lines[1], "\n") {
		t.Fatalf("%q", lines)
	}
	for _, line := range lines[1:] {
		if n := utf8.RuneCountInString(line); n != terminalWidth {
			t.Errorf("%d runes: %q", n, line)
		}
	}
	if want := "interrupted after 1 of 4 runs in 1.0s · 0 solved"; strings.TrimSpace(lines[2]) != want {
		t.Errorf("%q, want %q", lines[2], want)
	}
	if got := (Progress{Total: 8, Done: 3}).line(true); got != "███████░░░░░░░░░░░░░ 3/8 runs" {
		t.Errorf("%q", got)
	}
}

func TestClock(t *testing.T) {
	cases := []struct {
		d    time.Duration
		want string
	}{
		{-time.Second, "0.0s"},
		{0, "0.0s"},
		{440 * time.Millisecond, "0.4s"},
		{9949 * time.Millisecond, "9.9s"},
		{9950 * time.Millisecond, "10s"},
		{59 * time.Second, "59s"},
		{59600 * time.Millisecond, "1m00s"},
		{185 * time.Second, "3m05s"},
		{time.Hour - time.Millisecond, "1h00m"},
		{127 * time.Minute, "2h07m"},
		{24*time.Hour - time.Second, "1d00h"},
		{76 * time.Hour, "3d04h"},
	}
	for _, c := range cases {
		if got := Clock(c.d); got != c.want {
			t.Errorf("Clock(%v) = %q, want %q", c.d, got, c.want)
		}
	}
	for x, want := range map[float64]string{123.4: "123", 9.96: "10", 3.14: "3.1", 0.96: "1.0", 0.123: "0.12"} {
		if got := digits(x); got != want {
			t.Errorf("digits(%v) = %q, want %q", x, got, want)
		}
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000", -100: "-100"} {
		if got := thousands(n); got != want {
			t.Errorf("thousands(%d) = %q, want %q", n, got, want)
		}
	}
}

// The order in which runs are made is even over the plan: after any part of
// it, no engine and no puzzle is more than one run ahead of another.
func TestOrderOfRuns(t *testing.T) {
	m, _, err := newManifest(examplePlan(7, 3), "v")
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := m.jobs()
	if err != nil {
		t.Fatal(err)
	}
	if len(jobs) != 42 {
		t.Fatalf("%d jobs", len(jobs))
	}
	count := map[[2]int]int{}
	var puzzles []int
	for i, j := range jobs {
		if j.run != count[[2]int{j.puzzle, j.engine}] || j.run != i/14 {
			t.Fatalf("job %d is run %d of puzzle %d", i, j.run, j.puzzle)
		}
		count[[2]int{j.puzzle, j.engine}]++
		if j.engine == 0 {
			puzzles = append(puzzles, j.puzzle)
		} else if j.puzzle != jobs[i-1].puzzle {
			t.Fatalf("job %d: engines on one puzzle are apart", i)
		}
	}
	if slices.IsSorted(puzzles[:7]) {
		t.Errorf("the puzzles are in the plan's order: %v", puzzles)
	}
}
