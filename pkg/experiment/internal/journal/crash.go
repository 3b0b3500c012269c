package journal

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"formicary/pkg/puzzle"
)

// longestCrash is how many bytes of a crash output are kept.
const longestCrash = 32 << 10

// crashes are the open plans that make runs. A process has one crash output: it
// goes to the folder of the first of them.
var crashes struct {
	sync.Mutex
	open []*InFlight
}

func shareCrashes(f *InFlight) {
	crashes.Lock()
	defer crashes.Unlock()
	crashes.open = append(crashes.open, f)
	if len(crashes.open) == 1 {
		holdCrashes()
	} else {
		f.tellCrash(crashes.open[0].head.Crash)
	}
}

func unshareCrashes(f *InFlight) {
	crashes.Lock()
	defer crashes.Unlock()
	at := slices.Index(crashes.open, f)
	crashes.open = slices.Delete(crashes.open, at, at+1)
	if at == 0 {
		holdCrashes()
	}
}

// sharesCrashes says whether a session is one of this process that makes runs.
func sharesCrashes(session string) bool {
	crashes.Lock()
	defer crashes.Unlock()
	return slices.ContainsFunc(crashes.open, func(f *InFlight) bool { return f.head.Session == session })
}

// holdCrashes directs the crash output to the first plan and tells all where it
// is. Without a plan there is none.
func holdCrashes() {
	path := ""
	if len(crashes.open) > 0 {
		path, _ = filepath.Abs(crashes.open[0].crashPath())
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|os.O_APPEND, 0o666)
	if err != nil {
		path, file = "", nil
	} else {
		defer file.Close() // SetCrashOutput has a descriptor of its own
	}
	if debug.SetCrashOutput(file, debug.CrashOptions{}) != nil {
		path = ""
	}
	for _, f := range crashes.open {
		f.tellCrash(path)
	}
}

func (f *InFlight) tellCrash(path string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.head.Crash = path
	f.writeHead()
}

// noCrash is what is known where there is no crash output.
const noCrash = "no crash output: os.Exit, the system's out-of-memory killer or a kill"

// Headline separates what a crash output says from where it was: the lines from
// that of the panic to the next empty one. The runtime names a fatal error on
// the standard error output only; then it is told by the func that raised it.
func Headline(crash string) (says, where string) {
	crash = strings.TrimSpace(crash)
	if crash == "" {
		return noCrash, ""
	}
	lines := strings.Split(crash, "\n")
	start := slices.IndexFunc(lines, func(l string) bool {
		return strings.HasPrefix(l, "fatal error: ") || strings.HasPrefix(l, "panic: ")
	})
	if _, after, ok := strings.Cut(crash, "\nruntime.throw("); ok && start < 0 {
		return thrown(after), crash
	}
	start = max(start, 0)
	stop := start + 1
	for stop < len(lines) && stop < start+5 && lines[stop] != "" {
		stop++
	}
	return strings.Join(lines[start:stop], "\n"), strings.TrimSpace(strings.Join(lines[stop:], "\n"))
}

// thrown names a fatal error by the func that raised it, which is two lines below
// that of runtime.throw.
func thrown(stack string) string {
	lines := append(strings.SplitN(stack, "\n", 4), "", "", "")
	name, _, _ := strings.Cut(strings.TrimPrefix(lines[2], "runtime."), "(0x")
	name = strings.TrimSuffix(name, "()")
	switch {
	case name == "newstack":
		return "fatal error: stack overflow"
	case strings.HasPrefix(name, "(*mcache)"), strings.HasPrefix(name, "(*mheap)"), strings.HasPrefix(name, "sys"), strings.HasPrefix(name, "persistentalloc"):
		return "fatal error: out of memory"
	}
	return "fatal error in runtime." + name
}

// Describe says how the process ended during a run.
func (d *crash) Describe() string {
	var ends []string
	for _, e := range d.Ends {
		how := "beside others"
		if e.Alone {
			how = "alone"
		}
		ends = append(ends, fmt.Sprintf("%s, made %s, after %.3g s or more", e.At.Format(time.DateTime), how, e.Seconds))
	}
	says, _ := Headline(d.Crash)
	return fmt.Sprintf("the process ended %s while this run was made (UTC: %s): %s", puzzle.Plural(len(d.Ends), "time"), strings.Join(ends, "; "), says)
}

// Remedy says what to do where it may not have been the run that ended the process.
func (d *crash) Remedy() string {
	if d.Crash != "" {
		return ""
	}
	return ". If it was killed from outside, remove the run's line from the journal, and the run is rerun"
}

// mostNamed is how many runs in flight a warning names.
const mostNamed = 8

// endedDuring is the warning of the first start after a process ended.
func endedDuring(runs []string, at time.Time, crash string) string {
	list := strings.Join(runs[:min(len(runs), mostNamed)], "; ")
	if more := len(runs) - mostNamed; more > 0 {
		list += fmt.Sprintf("; and %d more", more)
	}
	says, _ := Headline(crash)
	if crash != "" {
		says = "it left: " + says
	}
	return fmt.Sprintf("The last process ended (%s UTC) while it made %s: %s (%s). They are made last, one at a time; a run during which the process ends twice is recorded as failed.",
		at.Format(time.DateTime), puzzle.Plural(len(runs), "run"), list, says)
}
