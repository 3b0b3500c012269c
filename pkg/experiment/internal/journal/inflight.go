package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/experiment/internal/record"
)

// The files beside a journal about runs in flight.
const (
	// flightFile has a line of slotSize bytes for the session and one for each
	// worker, with the run that it is making. It is not synced: what a process has
	// written survives its end.
	flightFile = "running.jsonl"
	slotSize   = 512
	// deathsFile has the runs that were in flight when a process ended.
	crashesFile = "deaths.json"
	// crashFile is what the Go runtime says when a process ends by a panic or a
	// fatal error.
	crashFile = "crash.txt"
)

// Deadly is with how many crashes a run is recorded as failed.
const Deadly = 2

// InFlight notes the runs that are being made, and knows those during which a
// process ended. The lock of the journal protects its files. A nil one notes
// nothing.
type InFlight struct {
	dir string
	// attempt is the name of an attempt, whose notes and crash output are files of
	// its own; "" where the lock protects them.
	attempt string

	mu      sync.Mutex
	file    *os.File // nil until the first run, and where it cannot be written
	head    flightHead
	beaten  time.Time
	broken  error // runs cannot be noted
	Crashes map[string]*crash
}

// flightHead is the first line of [flightFile].
type flightHead struct {
	Session string    `json:"session"`
	Alive   time.Time `json:"alive"` // at least until then
	Crash   string    `json:"crash"` // the file for the crash output, which may be another plan's
	Host    string    `json:"host"`
	Process int       `json:"process"` // on that host
}

// flight is a run that is being made.
type flight struct {
	Mark    string    `json:"mark"` // of the key
	What    string    `json:"what"` // in words
	Started time.Time `json:"started"`
	Alone   bool      `json:"alone"` // no other run of the plan was in flight
}

// crash has the ends of processes during one run.
type crash struct {
	What  string `json:"what"`
	Ends  []end  `json:"ends"`
	Crash string `json:"crash"` // the output at the last end; "" where there was none
}

type end struct {
	Session string    `json:"session"`
	At      time.Time `json:"at"`      // the last sign of life
	Seconds float64   `json:"seconds"` // that the run had lasted by then
	Alone   bool      `json:"alone"`
}

// openFlights counts a crash for each run that was in flight when the last
// process ended and that has no record, and says so. Runs that have a record by
// now have no crashes.
func openFlights(dir string, records *record.Set) (f *InFlight, warnings []string) {
	f = newFlights(dir)
	text, err := os.ReadFile(f.path(crashesFile))
	if err == nil {
		err = json.Unmarshal(text, &f.Crashes)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		f.Crashes = map[string]*crash{}
		warnings = append(warnings, fmt.Sprintf("%s: which runs ended a process is forgotten: %v", f.path(crashesFile), err))
	}
	head, left, at := ReadMarker(f.running())
	if len(left) == 0 && len(f.Crashes) == 0 {
		return f, warnings
	}
	output := head.crash()
	recorded := map[string]bool{}
	for _, k := range records.Keys() {
		recorded[k.Mark(0)] = true
	}
	for mark := range f.Crashes {
		if recorded[mark] {
			delete(f.Crashes, mark)
		}
	}
	var seen []string
	for _, run := range left {
		if recorded[run.Mark] {
			continue
		}
		if f.Crashes[run.Mark] == nil {
			f.Crashes[run.Mark] = &crash{What: run.What}
		}
		if d := f.Crashes[run.Mark]; len(d.Ends) == 0 || d.Ends[len(d.Ends)-1].Session != head.Session {
			d.Ends = append(d.Ends, end{head.Session, at, max(0, at.Sub(run.Started).Seconds()), run.Alone})
			d.Crash = output
			seen = append(seen, run.What)
		}
	}
	if err := f.save(); err != nil {
		warnings = append(warnings, fmt.Sprintf("which runs were in flight when the last process ended cannot be kept: %v", err))
	}
	if len(seen) > 0 {
		warnings = append(warnings, endedDuring(seen, at, output))
	}
	return f, warnings
}

func newFlights(dir string) *InFlight {
	f := &InFlight{dir: dir, Crashes: map[string]*crash{}}
	f.head.Session = fmt.Sprintf("%d-%d", os.Getpid(), time.Now().UnixNano())
	f.head.Process = os.Getpid()
	f.head.Host, _ = os.Hostname()
	return f
}

// crash is the crash output of a process that ended; "" where there is none.
func (h flightHead) crash() string {
	if h.Crash == "" {
		return ""
	}
	text, err := os.ReadFile(h.Crash)
	if err != nil {
		return ""
	}
	return string(bytes.ToValidUTF8(text[:min(len(text), longestCrash)], []byte("?")))
}

func (f *InFlight) path(name string) string { return filepath.Join(f.dir, name) }

// running is the file with the runs in flight.
func (f *InFlight) running() string {
	if f.attempt != "" {
		return markerPath(f.dir, f.attempt)
	}
	return f.path(flightFile)
}

// crashPath is the file for the crash output.
func (f *InFlight) crashPath() string {
	if f.attempt != "" {
		return strings.TrimSuffix(markerPath(f.dir, f.attempt), ".jsonl") + ".txt"
	}
	return f.path(crashFile)
}

// ReadMarker reads what a process left, or has now: its runs in flight, and when it
// showed the last sign of life.
func ReadMarker(path string) (head flightHead, runs []flight, at time.Time) {
	text, err := os.ReadFile(path)
	if err != nil {
		return head, nil, at
	}
	lines := bytes.Split(text, []byte("\n"))
	if json.Unmarshal(lines[0], &head) != nil {
		return head, nil, at
	}
	at = head.Alive
	for _, path := range []string{path, head.Crash} {
		if info, err := os.Stat(path); err == nil && info.Size() > 0 && info.ModTime().After(at) {
			at = info.ModTime()
		}
	}
	for _, line := range lines[1:] {
		var run flight
		if json.Unmarshal(line, &run) == nil && run.Mark != "" {
			runs = append(runs, run)
		}
	}
	return head, runs, at.UTC().Round(time.Millisecond)
}

// save writes the deaths, entirely or not at all. Those of attempts stand in their
// markers.
func (f *InFlight) save() error {
	if f.attempt != "" {
		return nil
	}
	if len(f.Crashes) == 0 {
		if err := os.Remove(f.path(crashesFile)); !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return nil
	}
	text, err := json.MarshalIndent(f.Crashes, "", " ")
	if err != nil {
		return err
	}
	return assets.ReplaceFile(f.path(crashesFile), append(text, '\n'))
}

// Start makes the slots of workers. It is called before the first run, and again
// harmlessly.
func (f *InFlight) Start(workers int) {
	if f == nil || f.file != nil || f.broken != nil {
		return
	}
	file, err := os.OpenFile(f.running(), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err == nil {
		_, err = file.Write(bytes.Repeat(slot(nil), 1+workers))
	}
	if err != nil {
		f.broken = err
		if file != nil {
			file.Close()
			os.Remove(file.Name())
		}
		return
	}
	f.mu.Lock()
	f.file = file
	f.mu.Unlock()
	shareCrashes(f)
	f.alive()
}

// slot is a line of slotSize bytes.
func slot(text []byte) []byte {
	line := bytes.Repeat([]byte{' '}, slotSize)
	line[copy(line[:slotSize-1], text)] = ' '
	line[slotSize-1] = '\n'
	return line
}

func (f *InFlight) write(place int, text []byte) {
	if _, err := f.file.WriteAt(slot(text), int64(place)*slotSize); err != nil && f.broken == nil {
		f.broken = err
	}
}

// alive notes once a second that the process lives.
func (f *InFlight) alive() {
	if f == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := time.Now(); f.file != nil && now.Sub(f.beaten) >= time.Second {
		f.beaten = now
		f.writeHead()
	}
}

func (f *InFlight) writeHead() {
	f.head.Alive = time.Now()
	text, err := json.Marshal(f.head)
	if len(text) >= slotSize { // a long path
		text, err = json.Marshal(flightHead{Session: f.head.Session, Alive: f.head.Alive, Process: f.head.Process})
	}
	if err == nil {
		f.write(0, text)
	}
}

// Begin notes that a worker makes a run.
func (f *InFlight) Begin(worker int, mark, what string, alone bool) {
	if f == nil || f.file == nil {
		return
	}
	now := time.Now()
	text, err := json.Marshal(flight{mark, what, now, alone})
	if len(text) >= slotSize { // a long name
		text, err = json.Marshal(flight{mark, strings.ToValidUTF8(what[:slotSize/8], "…"), now, alone})
	}
	if err == nil {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.write(1+worker, text)
	}
}

// End notes that a worker makes nothing.
func (f *InFlight) End(worker int) {
	if f == nil || f.file == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.write(1+worker, nil)
}

// Any says whether a process ended during any run that has no record.
func (f *InFlight) Any() bool {
	if f == nil {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.Crashes) > 0
}

// Crashed is how often a process ended during a run.
func (f *InFlight) Crashed(mark string) int {
	if f == nil {
		return 0
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if d := f.Crashes[mark]; d != nil {
		return len(d.Ends)
	}
	return 0
}

// Suspected says whether a process ended during a run, or may still be making it.
func (f *InFlight) Suspected(mark string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.Crashes[mark] != nil
}

// Forget drops the crashes of a run that has a record. Where that cannot be
// written the next start does it.
func (f *InFlight) Forget(mark string) {
	if f.Crashed(mark) == 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.Crashes, mark)
	_ = f.save()
}

// Warnings say that runs could not be noted.
func (f *InFlight) Warnings() []string {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.broken == nil {
		return nil
	}
	return []string{fmt.Sprintf("the runs in flight cannot be noted, and a run that ends the process would not be told: %v", f.broken)}
}

// close removes what is about runs in flight, of which there are none left; or
// leaves it where the folder is another's by now.
func (f *InFlight) close(remove bool) {
	if f == nil || f.file == nil {
		return
	}
	unshareCrashes(f)
	f.file.Close()
	if remove {
		os.Remove(f.running())
		os.Remove(f.crashPath())
	}
}
