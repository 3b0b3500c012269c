package journal

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// runningFolder has a marker for each attempt that makes runs, in the form of
// [flightFile]. The attempt removes it when it ends; one that was killed leaves it.
// Nobody removes another's: its process may live on where nobody sees it.
const runningFolder = "running"

func markerPath(dir, attempt string) string {
	return filepath.Join(dir, runningFolder, attempt+".jsonl")
}

// openMarker knows the runs in flight of all other attempts. Whether these have
// ended cannot be seen, but for those of a process on this host that is alive. So all
// are suspects, which are made last and alone; a run counts as deadly where [Deadly]
// attempts seem to have ended during it, and its record gives way to that of an
// attempt that lives on after all.
func openMarker(dir, attempt string) *InFlight {
	f := newFlights(dir)
	f.attempt = attempt
	if err := os.MkdirAll(filepath.Join(dir, runningFolder), 0o777); err != nil {
		f.broken = err
		return f
	}
	paths, _ := filepath.Glob(filepath.Join(EscapeGlob(dir), runningFolder, attemptFiles))
	for _, path := range paths {
		if path == f.running() {
			continue
		}
		head, runs, at := ReadMarker(path)
		lives := head.Host == f.head.Host && head.lives()
		for _, run := range runs {
			d := f.Crashes[run.Mark]
			if d == nil {
				d = &crash{What: run.What}
				f.Crashes[run.Mark] = d
			}
			if lives {
				continue
			}
			d.Ends = append(d.Ends, end{head.Session, at, max(0, at.Sub(run.Started).Seconds()), run.Alone})
			d.Crash = cmp.Or(head.crash(), d.Crash)
		}
	}
	for _, d := range f.Crashes {
		slices.SortStableFunc(d.Ends, func(a, b end) int { return a.At.Compare(b.At) })
	}
	return f
}

// lives says whether the process of a marker of this host exists. One with this
// process's number is another one, unless it is this very process: in containers all
// have the same.
func (h flightHead) lives() bool {
	if h.Process == os.Getpid() {
		return sharesCrashes(h.Session)
	}
	p, err := os.FindProcess(h.Process)
	if h.Process <= 0 || err != nil {
		return false
	}
	// One that has ended, and that nobody has waited for, takes signals still.
	if text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", h.Process)); err == nil {
		if _, after, _ := strings.Cut(string(text[bytes.LastIndexByte(text, ')')+1:]), " "); strings.HasPrefix(after, "Z") || strings.HasPrefix(after, "X") {
			return false
		}
	}
	if runtime.GOOS == "windows" { // a process that was found exists, and takes no signal
		return p.Release() == nil
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, os.ErrPermission)
}

// Attempt is what is known of the attempt of a worker beside the records in its
// journal ([Journals]).
type Attempt struct {
	// Name is W-JOB_TASK-RESTART.
	Name string
	// Host is where it runs or ran, Process its number there while it runs.
	Host    string
	Process int
	// Started is when it began, Finished when it ended; zero where it still runs, or
	// was killed. Both are by the clock of its host.
	Started, Finished time.Time
	// Seen is when it last showed a sign of life, every second, by the same clock; zero
	// where it has ended by itself.
	Seen time.Time
	// Killed says that it was killed: its process is gone, and has not ended by itself.
	// Only on its own host this is known.
	Killed bool
	// Runs are those that it makes, or made when it was killed, in words.
	Runs []string
}

// silence is after how long without a sign of life an attempt is not taken for alive.
// File systems of networks may show what was written half a minute later.
const silence = 90 * time.Second

// Alive says whether an attempt showed a sign of life lately. The scheduler knows better.
func (a Attempt) Alive(now time.Time) bool {
	return !a.Killed && !a.Seen.IsZero() && now.Sub(a.Seen) < silence
}

// AttemptOf is the attempt of a journal.
func AttemptOf(journal string) Attempt {
	a := Attempt{Name: strings.TrimSuffix(filepath.Base(journal), ".jsonl")}
	if p, err := readProcess(processPath(journal)); err == nil {
		a.Host, a.Started, a.Finished = p.Host, p.Started, p.Finished
	}
	head, runs, at := ReadMarker(markerPath(filepath.Dir(filepath.Dir(journal)), a.Name))
	if head.Session != "" {
		a.Host, a.Process, a.Seen = cmp.Or(head.Host, a.Host), head.Process, at
		host, _ := os.Hostname()
		a.Killed = host == head.Host && !head.lives()
	}
	for _, run := range runs {
		a.Runs = append(a.Runs, run.What)
	}
	return a
}
