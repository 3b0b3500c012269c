package experiment

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"sync"
	"time"

	"formicary/pkg/puzzle"
)

// JournalFile is the journal's name in the folder of an experiment: JSON
// Lines, one [Record] a line, in the order in which the runs ended.
const JournalFile = "journal.jsonl"

// ErrLocked is wrapped by the error of an experiment whose journal another
// process is writing.
var ErrLocked = errors.New("another process is writing this journal")

// ErrTorn is wrapped by the error for a last line that has no end: what a kill
// or a full disk leaves of a record, or a record that is being written.
var ErrTorn = errors.New("the line has no end")

// ReadJournal reads the records of a journal one by one. A line that is no
// record yields an error, a [*puzzle.ParseError] with source and line, and
// reading goes on after it; a torn last line yields one that wraps [ErrTorn]
// as well, unless the record in it is whole. Any other error comes from r and
// ends the reading. Lines may be of any length; empty ones are passed over.
func ReadJournal(source string, r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for line, err := range journalLines(source, r) {
			if err != nil {
				yield(Record{}, err)
				return
			}
			if line.blank() {
				continue
			}
			if !yield(line.record()) {
				return
			}
		}
	}
}

// journalLine is one line of a journal, and where it starts.
type journalLine struct {
	source string
	number int
	offset int64
	text   []byte
	whole  bool // it has an end
}

func (l journalLine) blank() bool { return len(bytes.TrimSpace(l.text)) == 0 }

// record reads the record of a line.
func (l journalLine) record() (Record, error) {
	var r Record
	err := json.Unmarshal(l.text, &r)
	column := 1
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		column = 1 + len([]rune(string(l.text[:min(int(syntax.Offset), len(l.text))])))
	case errors.As(err, &kind):
		column = 1 + len([]rune(string(l.text[:min(int(kind.Offset), len(l.text))])))
	case err == nil && (r.Engine == "" || r.Content == "" || r.Status == ""):
		err = errors.New("engine, content or status is missing")
	}
	if err == nil {
		return r, nil
	}
	bad := puzzle.Errorf(l.source, l.number, column, "expected the record of a run: %v", err)
	if !l.whole {
		return Record{}, errors.Join(bad, ErrTorn)
	}
	return Record{}, bad
}

// journalLines cuts a journal into lines. An error of the reader is the last
// that it yields.
func journalLines(source string, r io.Reader) iter.Seq2[journalLine, error] {
	return func(yield func(journalLine, error) bool) {
		in := bufio.NewReaderSize(r, 1<<16)
		var offset int64
		for number := 1; ; number++ {
			text, err := in.ReadBytes('\n')
			if err != nil && err != io.EOF {
				yield(journalLine{}, err)
				return
			}
			if len(text) == 0 {
				return
			}
			if !yield(journalLine{source, number, offset, text, err == nil}, nil) || err == io.EOF {
				return
			}
			offset += int64(len(text))
		}
	}
}

// syncEvery bounds what a power cut can take away. A kill takes nothing: each
// record is handed to the system before the run counts as done.
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

// openJournal opens or makes the journal of a folder for this process alone,
// reads what it has, and puts right a torn end: a last line that holds a whole
// record gets its end, any other is cut off. Where two records have one key
// the first counts.
func openJournal(dir string) (*journal, map[Key]Record, []string, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, nil, nil, fmt.Errorf("experiment: %w", err)
	}
	path := filepath.Join(dir, JournalFile)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("experiment: %w", err)
	}
	j := &journal{file: file, synced: time.Now()}
	fail := func(err error) (*journal, map[Key]Record, []string, error) {
		file.Close()
		return nil, nil, nil, fmt.Errorf("experiment: %s: %w", path, err)
	}
	if err := lock(file); err != nil {
		return fail(err)
	}
	c, err := readAll(path, file)
	if err != nil {
		return fail(err)
	}
	j.size, j.dirty = c.size, c.torn || c.open
	if c.torn {
		if err := file.Truncate(c.size); err != nil {
			return fail(err)
		}
		c.warnings = append(c.warnings, fmt.Sprintf("%s: the torn last line was cut off; its run is made again", path))
	}
	if c.open {
		if _, err := file.Write([]byte{'\n'}); err != nil {
			return fail(err)
		}
		j.size++
	}
	return j, c.records, c.warnings, nil
}

// content is what a journal holds.
type content struct {
	records  map[Key]Record
	order    []Key // of first appearance
	warnings []string
	size     int64 // without a torn end
	torn     bool  // there is a torn end, which is no record
	open     bool  // the last record is whole but for the end of its line
}

// maxLineWarnings keeps the warnings about a file that is no journal at all
// readable.
const maxLineWarnings = 20

func readAll(source string, r io.Reader) (content, error) {
	c := content{records: map[Key]Record{}}
	bad, doubled := 0, 0
	for line, err := range journalLines(source, r) {
		if err != nil {
			return c, err
		}
		end := line.offset + int64(len(line.text))
		if line.blank() {
			c.size, c.open = end, !line.whole
			continue
		}
		record, err := line.record()
		if errors.Is(err, ErrTorn) {
			c.torn = true
			break
		}
		c.size, c.open = end, !line.whole
		if err != nil {
			if bad++; bad <= maxLineWarnings {
				c.warnings = append(c.warnings, err.Error())
			}
			continue
		}
		key := record.Key()
		if _, ok := c.records[key]; ok {
			doubled++
			continue
		}
		c.records[key] = record
		c.order = append(c.order, key)
	}
	if bad > maxLineWarnings {
		c.warnings = append(c.warnings, fmt.Sprintf("%s: %d more lines are no records", source, bad-maxLineWarnings))
	}
	if doubled > 0 {
		c.warnings = append(c.warnings, fmt.Sprintf("%s: %d runs are there more than once; the first of each counts", source, doubled))
	}
	return c, nil
}

// add appends a record: one line, one write. It may be called by many
// goroutines. When the write fails, what was written of the line is taken back
// as far as the system lets it.
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

// close writes everything to the disk and gives the journal free. Closing
// twice is harmless.
func (j *journal) close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return nil
	}
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
