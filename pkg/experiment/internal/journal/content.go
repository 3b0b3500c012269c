package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"sync"

	"formicary/pkg/experiment/internal/record"
)

// content is what journals hold: one of them, or all of a folder.
type content struct {
	Records  *record.Set
	places   []origin // of the records
	Warnings []string
	// The rest is about the journal that was read last.
	damaged []span // the lines that are no records, without their ends
	size    int64  // without a torn end
	torn    bool   // the last line has no end, and is no record
	open    bool   // the last record is whole but for the end of its line
}

// origin is a line of a file.
type origin struct {
	source string
	line   int
}

func (p origin) String() string { return fmt.Sprintf("%s:%d", p.source, p.line) }

// MostWarnings keeps the warnings about a file that is no journal at all
// readable.
const MostWarnings = 20

// readJournal reads a journal.
func readJournal(source string, r io.Reader) (content, error) {
	c := content{Records: &record.Set{}}
	return c, c.read(source, r)
}

// read reads one more journal. A line that is no record is a warning with its
// place. Lines may be of any length; empty ones are skipped. Where two records have
// one key the better one counts ([record.Record.before]). Two records of one run that ended
// differently are an error.
func (c *content) read(source string, r io.Reader) error {
	c.damaged, c.size, c.torn, c.open = nil, 0, false, false
	bad, doubled := 0, 0
	for line, err := range parsedLines(source, r) {
		if err != nil {
			return err
		}
		if !line.empty {
			if c.torn = line.err != nil && !line.Whole && !line.sealed; c.torn {
				break
			}
			if line.err != nil {
				if bad++; bad <= MostWarnings {
					c.Warnings = append(c.Warnings, line.err.Error())
				}
				if !line.sealed {
					c.damaged = append(c.damaged, span{line.Offset, line.Offset + int64(len(line.Text)) - 1})
				}
			} else {
				first, err := c.take(line.record, origin{source, line.Number})
				if err != nil {
					return err
				}
				if first.source == source {
					doubled++
				}
			}
		}
		c.size = line.Offset + int64(len(line.Text))
		c.open = !line.Whole
	}
	if bad > MostWarnings {
		c.Warnings = append(c.Warnings, fmt.Sprintf("%s: %d more lines are not records", source, bad-MostWarnings))
	}
	if doubled > 0 {
		c.Warnings = append(c.Warnings, fmt.Sprintf("%s: %d runs are there more than once; the first of each counts", source, doubled))
	}
	return nil
}

// parsedLine is a line with what was read of it.
type parsedLine struct {
	TextLine
	empty  bool
	record record.Record
	sealed bool  // it is as it was written
	err    error // of a line that is no record
}

// batch is how many lines are read at a time.
const batch = 256

// parsedLines yields the lines of a journal in their order, which are read on all processors. An error of the file ends
// them.
func parsedLines(source string, r io.Reader) iter.Seq2[parsedLine, error] {
	return func(yield func(parsedLine, error) bool) {
		read, done := make(chan chan []parsedLine, runtime.GOMAXPROCS(0)), make(chan struct{})
		var failed error
		var busy sync.WaitGroup
		defer busy.Wait()
		defer close(done)
		hand := func(lines []parsedLine) bool {
			out := make(chan []parsedLine, 1)
			select {
			case read <- out:
			case <-done:
				return false
			}
			busy.Go(func() {
				for i := range lines {
					if l := &lines[i]; !l.empty {
						l.record, l.sealed, l.err = record.Parse(source, l.Number, l.Text)
					}
				}
				out <- lines
			})
			return true
		}
		busy.Go(func() {
			defer close(read)
			var lines []parsedLine
			for line, err := range Lines(r) {
				if failed = err; err != nil {
					break
				}
				line.Text = bytes.Clone(line.Text)
				lines = append(lines, parsedLine{TextLine: line, empty: len(bytes.TrimSpace(line.Text)) == 0})
				if len(lines) == batch {
					if !hand(lines) {
						return
					}
					lines = nil
				}
			}
			hand(lines)
		})
		for out := range read {
			for _, line := range <-out {
				if !yield(line, nil) {
					return
				}
			}
		}
		if failed != nil {
			yield(parsedLine{}, failed)
		}
	}
}

// take takes a record. Where its run has one that counts as much, its place is
// returned, and of the two that one counts that came first.
func (c *content) take(r record.Record, at origin) (first origin, err error) {
	k := r.Key()
	other, ok := c.Records.Get(k)
	switch {
	case !ok || r.Before(other):
		n := c.Records.Put(k, r)
		c.places = append(c.places, make([]origin, max(0, n+1-len(c.places)))...) // rescued ones have none
		c.places[n] = at
		return origin{}, nil
	case other.Before(r):
		return origin{}, nil
	}
	if n := c.Records.Find(k); n < len(c.places) {
		first = c.places[n]
	}
	return first, contradiction(other, r, first, at)
}

// ErrContradiction is wrapped by the error of journals with two outcomes of one
// run.
var ErrContradiction = errors.New("one run has two outcomes")

// contradiction is the error of two records of one run that cannot both be true.
// Reports of killed processes can.
func contradiction(a, b record.Record, first, second origin) error {
	if a.Killed() || !a.Contradicts(b) {
		return nil
	}
	one, other := record.TellApart(a, b)
	lines := fmt.Sprintf("lines %d and %d", first.line, second.line)
	if first.source != second.source {
		lines = fmt.Sprintf("%v and %v", first, second)
	}
	return fmt.Errorf("%w: %s are of run %d of %s on %s, one says %s, the other %s; remove the wrong line", ErrContradiction, lines, a.Run, a.Label(), a.Puzzle, one, other)
}
