// Package journal alone touches lines of records on disk. It writes, repairs, reads and scans journals, and notes the runs in
// flight beside them.
//
// # Design
//
// One process writes a [Folder], and holds the lock of its journal. An attempt of a worker has a journal of its own.
// [Folder.Add] writes each record as one line with one write, before anything else happens to it. [Open] cuts off a torn last
// line, and names what is damaged and keeps it aside. [Folder.Rescue] makes a copy of a journal that somebody takes away
// while it is written. [InFlight] notes the runs that a process is making, so that the next start knows during which one it
// ended. [Lines] cuts any journal into lines, [Scan] looks at them, and [Gather] finds each run once.
//
// A run can end the process: by a panic on a goroutine that an engine started, a stack overflow, os.Exit or the system's
// out-of-memory killer.
//
//  1. Runs that were in flight when a process ended, and have no record, are suspects. The next start names them.
//  2. The plan makes suspects when all other runs have ended, one at a time.
//  3. It records a suspect as failed during which the process ends again, with what is known.
//
// The second end happens during one run alone. A plan with n such runs is therefore complete after at most 2n ends. SIGTERM
// leaves suspects, too, in a program that does not handle it. A context that ends, an error of the journal and a panic in a
// hook leave none.
//
// # Limits
//
// A power failure may cost the records of the last second, or of four in an attempt.
package journal

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/puzzle"
)

// FileName is the journal's name in the folder of an experiment: JSON
// Lines, one [record.Record] a line, in the order in which the runs ended.
const FileName = "journal.jsonl"

// ErrLocked is wrapped by the error of an experiment whose journal another
// process is writing.
var ErrLocked = errors.New("another process is writing this journal")

// ErrLost is wrapped by the error of a journal that is not where it was, or not
// as it was left, while it is being written.
var ErrLost = errors.New("while the plan ran")

// Disk is what journals do on the disk. Tests replace it, to see what comes of a failure.
var Disk = struct {
	Write func(*os.File, []byte) (int, error)
	Sync  func(*os.File) error
	Lock  func(*os.File) (bool, error)
	// Every is how often what was written goes to the disk, which bounds what a power failure
	// can destroy. A kill destroys nothing: each record is handed to the system before the
	// run counts as done.
	Every time.Duration
}{(*os.File).Write, (*os.File).Sync, assets.TryLock, time.Second}

// Attempts of workers share their disk with hundreds of others: they write to it by so much
// less often.
const attemptsRarer = 4

// journal is a journal that is being written, or one that can only be read.
type journal struct {
	path string
	// attempt is the name of an attempt with a journal of its own; "" of the one
	// journal that a lock protects.
	attempt string
	// readonly is why the journal can only be read.
	readonly error

	mu     sync.Mutex
	file   *os.File
	size   int64
	synced time.Time
	dirty  bool  // something was written since
	lost   error // wraps errLost
}

// openJournal opens or creates the journal of a folder for this process alone,
// reads its records and those of all attempts, and repairs it: a last line that
// holds a whole record is ended, any other is cut off, and lines that are no records
// are moved to [damagedFile]. A journal that cannot be written is read. The error
// wraps errRefused where the system has no locks.
func openJournal(dir string) (*journal, *record.Set, []string, error) {
	j := &journal{path: filepath.Join(dir, FileName), synced: time.Now()}
	err := os.MkdirAll(dir, 0o777)
	if err == nil {
		j.file, err = os.OpenFile(j.path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	}
	if errors.Is(err, os.ErrPermission) || errors.Is(err, syscall.EROFS) {
		if file, missing := os.Open(j.path); missing == nil {
			j.file, j.readonly, err = file, err, nil
		}
	}
	if err != nil {
		return nil, nil, nil, fmt.Errorf("experiment: %w", err)
	}
	c, err := j.repair()
	if err != nil {
		j.file.Close()
		return nil, nil, nil, fmt.Errorf("experiment: %s: %w", j.path, err)
	}
	return j, c.Records, c.Warnings, nil
}

func (j *journal) repair() (c content, err error) {
	if j.readonly == nil {
		if err := lock(j.file); err != nil {
			return c, err
		}
	}
	if c, err = readJournal(j.path, j.file); err != nil {
		return c, err
	}
	if j.readonly != nil {
		c.Warnings = append(c.Warnings, fmt.Sprintf("the journal cannot be written and is only read: %v", j.readonly))
		return c, c.readAttempts(filepath.Dir(j.path))
	}
	j.size, j.dirty = c.size, c.torn || c.open
	if c.torn {
		if err := j.file.Truncate(c.size); err != nil {
			return c, err
		}
		c.Warnings = append(c.Warnings, fmt.Sprintf("%s: the torn last line was cut off; its run is rerun", j.path))
	}
	if c.open {
		if _, err := j.file.Write([]byte{'\n'}); err != nil {
			return c, err
		}
		j.size++
	}
	if len(c.damaged) > 0 {
		c.Warnings = append(c.Warnings, j.heal(c.damaged))
	}
	c.Warnings = append(c.Warnings, j.takeOver(c.Records)...)
	return c, c.readAttempts(filepath.Dir(j.path))
}

// add appends a record: one line, one write. Goroutines may call it
// simultaneously. When the write fails, what was written of the line is taken
// back as far as the system allows.
func (j *journal) add(r record.Record) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case j.file == nil:
		return fmt.Errorf("experiment: journal: %w", os.ErrClosed)
	case j.lost != nil:
		return j.lost
	}
	var line bytes.Buffer
	if err := record.Append(&line, r); err != nil {
		return fmt.Errorf("experiment: journal: %w", err)
	}
	if _, err := Disk.Write(j.file, line.Bytes()); err != nil {
		return fmt.Errorf("experiment: %w", errors.Join(err, j.file.Truncate(j.size)))
	}
	j.size += int64(line.Len())
	j.dirty = true
	return j.flush(false)
}

// every is how often what was written goes to the disk.
func (j *journal) every() time.Duration {
	if j.attempt != "" {
		return attemptsRarer * Disk.Every
	}
	return Disk.Every
}

// check is [journal.flush] for other goroutines.
func (j *journal) check(now bool) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.flush(now)
}

// flush writes everything to the disk and looks whether the journal is still
// there: now, or if that was not done for a while.
func (j *journal) flush(now bool) error {
	at := time.Now()
	if j.readonly != nil || j.lost != nil || !now && at.Sub(j.synced) < j.every() {
		return j.lost
	}
	j.synced = at
	if j.dirty {
		if err := Disk.Sync(j.file); err != nil { // and tried again: dirty it stays
			return fmt.Errorf("experiment: %w", err)
		}
		j.dirty = false
	}
	mine, err := j.file.Stat()
	if err != nil {
		return fmt.Errorf("experiment: %w", err)
	}
	lost := func(what string) error {
		j.lost = fmt.Errorf("experiment: %s was %s %w", j.path, what, ErrLost)
		return j.lost
	}
	switch there, err := os.Stat(j.path); {
	case errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ENOTDIR):
		return lost("removed")
	case err != nil:
		return fmt.Errorf("experiment: %w", err)
	case !os.SameFile(mine, there):
		return lost("replaced")
	case mine.Size() != j.size:
		return lost(fmt.Sprintf("changed from outside (%s instead of %d)", puzzle.Plural(int(mine.Size()), "byte"), j.size))
	}
	return nil
}

// close writes everything to the disk and releases the journal.
func (j *journal) close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	var err error
	if j.dirty {
		err = Disk.Sync(j.file)
	}
	err = errors.Join(err, j.file.Close())
	j.file = nil
	if err != nil {
		return fmt.Errorf("experiment: %w", err)
	}
	return nil
}
