package experiment

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
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

// syncEvery bounds what a power failure can destroy. A kill destroys nothing:
// each record is handed to the system before the run counts as done.
const syncEvery = time.Second

// journal is a journal that is being written.
type journal struct {
	mu     sync.Mutex
	file   *os.File
	size   int64
	synced time.Time
	dirty  bool // something was written since
	closed bool
	buffer bytes.Buffer
}

// openJournal opens or creates the journal of a folder for this process alone,
// reads its records, and repairs a torn end: a last line that holds a whole
// record is ended, any other is cut off. Where two records have one key the
// first counts.
func openJournal(dir string) (*journal, map[key]Record, []string, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, nil, nil, fmt.Errorf("experiment: %w", err)
	}
	path := filepath.Join(dir, journalFile)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("experiment: %w", err)
	}
	j := &journal{file: file, synced: time.Now()}
	c, err := j.repair(path)
	if err != nil {
		file.Close()
		return nil, nil, nil, fmt.Errorf("experiment: %s: %w", path, err)
	}
	return j, c.records, c.warnings, nil
}

func (j *journal) repair(path string) (c content, err error) {
	switch ok, err := assets.TryLock(j.file); {
	case err != nil:
		return c, err
	case !ok:
		return c, ErrLocked
	}
	if c, err = readJournal(path, j.file); err != nil {
		return c, err
	}
	j.size, j.dirty = c.size, c.torn || c.open
	if c.torn {
		if err := j.file.Truncate(c.size); err != nil {
			return c, err
		}
		c.warnings = append(c.warnings, fmt.Sprintf("%s: the torn last line was cut off; its run is made again", path))
	}
	if c.open {
		if _, err := j.file.Write([]byte{'\n'}); err != nil {
			return c, err
		}
		j.size++
	}
	return c, nil
}

// content is what a journal holds.
type content struct {
	records  map[key]Record
	warnings []string
	size     int64 // without a torn end
	torn     bool  // the last line has no end, and is no record
	open     bool  // the last record is whole but for the end of its line
}

// maxLineWarnings keeps the warnings about a file that is no journal at all
// readable.
const maxLineWarnings = 20

// readJournal reads a journal. A line that is no record is a warning with its
// place. Lines may be of any length; empty ones are skipped.
func readJournal(source string, r io.Reader) (content, error) {
	c := content{records: map[key]Record{}}
	bad, doubled := 0, 0
	in := bufio.NewReaderSize(r, 1<<16)
	for number, whole := 1, true; whole; number++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return c, err
		}
		whole = err == nil
		if len(bytes.TrimSpace(line)) > 0 {
			record, err := parseRecord(source, number, line)
			if c.torn = err != nil && !whole; c.torn {
				break
			}
			if err != nil {
				if bad++; bad <= maxLineWarnings {
					c.warnings = append(c.warnings, err.Error())
				}
			} else if _, ok := c.records[record.key()]; ok {
				doubled++
			} else {
				c.records[record.key()] = record
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

// parseRecord reads one line of a journal.
func parseRecord(source string, number int, line []byte) (r Record, err error) {
	err = json.Unmarshal(line, &r)
	offset := 0
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = int(syntax.Offset)
	case errors.As(err, &kind):
		offset = int(kind.Offset)
	case err == nil && (r.Engine == "" || r.Content == "" || r.Status == ""):
		err = errors.New("engine, content or status is missing")
	}
	if err == nil {
		return r, nil
	}
	column := 1 + len([]rune(string(line[:min(offset, len(line))])))
	return Record{}, puzzle.Errorf(source, number, column, "expected the record of a run: %v", err)
}

// add appends a record: one line, one write. Goroutines may call it
// simultaneously. When the write fails, what was written of the line is taken
// back as far as the system allows.
func (j *journal) add(r Record) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return fmt.Errorf("experiment: journal: %w", os.ErrClosed)
	}
	j.buffer.Reset()
	encoder := json.NewEncoder(&j.buffer) // ends the line
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(r); err != nil {
		return fmt.Errorf("experiment: journal: %w", err)
	}
	if _, err := j.file.Write(j.buffer.Bytes()); err != nil {
		return fmt.Errorf("experiment: %w", errors.Join(err, j.file.Truncate(j.size)))
	}
	j.size += int64(j.buffer.Len())
	j.dirty = true
	if now := time.Now(); now.Sub(j.synced) >= syncEvery {
		j.synced, j.dirty = now, false
		if err := j.file.Sync(); err != nil {
			return fmt.Errorf("experiment: %w", err)
		}
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
