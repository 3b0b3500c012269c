package experiment

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/puzzle"
)

// journalFile is the journal's name in the folder of an experiment: JSON
// Lines, one [Record] a line, in the order in which the runs ended.
const journalFile = "journal.jsonl"

// ErrLocked is wrapped by the error of an experiment whose journal another
// process is writing.
var ErrLocked = errors.New("another process is writing this journal")

// errLost is wrapped by the error of a journal that is not where it was, or not
// as it was left, while it is being written.
var errLost = errors.New("while the plan ran")

// syncEvery bounds what a power failure can destroy. A kill destroys nothing:
// each record is handed to the system before the run counts as done.
const syncEvery = time.Second

// journal is a journal that is being written, or one that can only be read.
type journal struct {
	path string
	// readonly is why the journal can only be read.
	readonly error

	mu     sync.Mutex
	file   *os.File
	size   int64
	synced time.Time
	dirty  bool // something was written since
	closed bool
	lost   error // wraps errLost
	buffer bytes.Buffer
}

// openJournal opens or creates the journal of a folder for this process alone,
// reads its records, and repairs it: a last line that holds a whole record is
// ended, any other is cut off, and lines that are no records are moved to
// [damagedFile]. Where two records have one key the first counts. A journal that
// cannot be written is read.
func openJournal(dir string) (*journal, map[key]Record, []string, error) {
	j := &journal{path: filepath.Join(dir, journalFile), synced: time.Now()}
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
	return j, c.records, c.warnings, nil
}

func (j *journal) repair() (c content, err error) {
	if j.readonly == nil {
		switch ok, err := assets.TryLock(j.file); {
		case err != nil:
			return c, err
		case !ok:
			return c, ErrLocked
		}
	}
	if c, err = readJournal(j.path, j.file); err != nil {
		return c, err
	}
	if j.readonly != nil {
		c.warnings = append(c.warnings, fmt.Sprintf("the journal cannot be written and is only read: %v", j.readonly))
		return c, nil
	}
	j.size, j.dirty = c.size, c.torn || c.open
	if c.torn {
		if err := j.file.Truncate(c.size); err != nil {
			return c, err
		}
		c.warnings = append(c.warnings, fmt.Sprintf("%s: the torn last line was cut off; its run is made again", j.path))
	}
	if c.open {
		if _, err := j.file.Write([]byte{'\n'}); err != nil {
			return c, err
		}
		j.size++
	}
	if len(c.damaged) > 0 {
		c.warnings = append(c.warnings, j.heal(c.damaged))
	}
	c.warnings = append(c.warnings, j.takeOver(c.records)...)
	return c, nil
}

// content is what a journal holds.
type content struct {
	records  map[key]Record
	warnings []string
	damaged  []span // the lines that are no records, without their ends
	size     int64  // without a torn end
	torn     bool   // the last line has no end, and is no record
	open     bool   // the last record is whole but for the end of its line
}

// maxLineWarnings keeps the warnings about a file that is no journal at all
// readable.
const maxLineWarnings = 20

// readJournal reads a journal. A line that is no record is a warning with its
// place. Lines may be of any length; empty ones are skipped. Two records of one
// run that ended differently are an error.
func readJournal(source string, r io.Reader) (content, error) {
	c := content{records: map[key]Record{}}
	lines := map[key]int{}
	bad, doubled := 0, 0
	in := bufio.NewReaderSize(r, 1<<16)
	for number, whole := 1, true; whole; number++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return c, err
		}
		whole = err == nil
		if len(bytes.TrimSpace(line)) > 0 {
			record, sealed, err := parseRecord(source, number, line)
			if c.torn = err != nil && !whole && !sealed; c.torn {
				break
			}
			if err != nil {
				if bad++; bad <= maxLineWarnings {
					c.warnings = append(c.warnings, err.Error())
				}
				if !sealed {
					c.damaged = append(c.damaged, span{c.size, c.size + int64(len(line)) - 1})
				}
			} else if first, ok := c.records[record.key()]; ok {
				if err := contradiction(first, record, lines[record.key()], number); err != nil {
					return c, err
				}
				doubled++
			} else {
				c.records[record.key()], lines[record.key()] = record, number
			}
		}
		c.size += int64(len(line))
		c.open = len(line) > 0 && !whole
	}
	if bad > maxLineWarnings {
		c.warnings = append(c.warnings, fmt.Sprintf("%s: %d more lines are not records", source, bad-maxLineWarnings))
	}
	if doubled > 0 {
		c.warnings = append(c.warnings, fmt.Sprintf("%s: %d runs are there more than once; the first of each counts", source, doubled))
	}
	return c, nil
}

// errContradiction is wrapped by the error of a journal with two outcomes of one
// run.
var errContradiction = errors.New("one run has two outcomes")

// contradiction is the error of two records of one run that cannot both be true.
// With a limit of time they can.
func contradiction(a, b Record, first, second int) error {
	if a.timed() || same(a, b) || same(b, a) { // one may tell less
		return nil
	}
	return fmt.Errorf("%w: lines %d and %d are of run %d of %s on %s, one says %s, the other %s; remove the wrong line", errContradiction, first, second, a.Run, a.Label(), a.Puzzle, tell(a), tell(b))
}

// add appends a record: one line, one write. Goroutines may call it
// simultaneously. When the write fails, what was written of the line is taken
// back as far as the system allows.
func (j *journal) add(r Record) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case j.closed:
		return fmt.Errorf("experiment: journal: %w", os.ErrClosed)
	case j.lost != nil:
		return j.lost
	}
	j.buffer.Reset()
	if err := writeRecord(&j.buffer, r); err != nil {
		return fmt.Errorf("experiment: journal: %w", err)
	}
	if _, err := j.file.Write(j.buffer.Bytes()); err != nil {
		return fmt.Errorf("experiment: %w", errors.Join(err, j.file.Truncate(j.size)))
	}
	j.size += int64(j.buffer.Len())
	j.dirty = true
	return j.flush(false)
}

// check is [journal.flush] for other goroutines.
func (j *journal) check(now bool) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.flush(now)
}

// flush writes everything to the disk and looks whether the journal is still
// there: now, or if that was not done for [syncEvery].
func (j *journal) flush(now bool) error {
	at := time.Now()
	if j.readonly != nil || j.lost != nil || !now && at.Sub(j.synced) < syncEvery {
		return j.lost
	}
	j.synced = at
	if j.dirty {
		j.dirty = false
		if err := j.file.Sync(); err != nil {
			return fmt.Errorf("experiment: %w", err)
		}
	}
	mine, err := j.file.Stat()
	if err != nil {
		return fmt.Errorf("experiment: %w", err)
	}
	lost := func(what string) error {
		j.lost = fmt.Errorf("experiment: %s was %s %w", j.path, what, errLost)
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
	j.closed = true
	var err error
	if j.dirty {
		err = j.file.Sync()
	}
	if err = errors.Join(err, j.file.Close()); err != nil {
		return fmt.Errorf("experiment: %w", err)
	}
	return nil
}
