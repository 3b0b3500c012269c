package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"formicary/pkg/experiment/internal/record"
)

// content is what journals hold: one of them, or all of a folder.
type content struct {
	Records  map[record.Key]record.Record
	places   map[record.Key]origin // of the records
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
	c := content{Records: map[record.Key]record.Record{}, places: map[record.Key]origin{}}
	return c, c.read(source, r)
}

// read reads one more journal. A line that is no record is a warning with its
// place. Lines may be of any length; empty ones are skipped. Where two records have
// one key the better one counts ([record.Record.before]). Two records of one run that ended
// differently are an error.
func (c *content) read(source string, r io.Reader) error {
	c.damaged, c.size, c.torn, c.open = nil, 0, false, false
	bad, doubled := 0, 0
	for line, err := range Lines(r) {
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(line.Text)) > 0 {
			record, sealed, err := record.Parse(source, line.Number, line.Text)
			if c.torn = err != nil && !line.Whole && !sealed; c.torn {
				break
			}
			if err != nil {
				if bad++; bad <= MostWarnings {
					c.Warnings = append(c.Warnings, err.Error())
				}
				if !sealed {
					c.damaged = append(c.damaged, span{line.Offset, line.Offset + int64(len(line.Text)) - 1})
				}
			} else {
				first, err := c.take(record, origin{source, line.Number})
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

// take takes a record. Where its run has one that counts as much, its place is
// returned, and of the two that one counts that came first.
func (c *content) take(record record.Record, at origin) (first origin, err error) {
	k := record.Key()
	other, ok := c.Records[k]
	switch {
	case !ok || record.Before(other):
		c.Records[k], c.places[k] = record, at
		return origin{}, nil
	case other.Before(record):
		return origin{}, nil
	}
	return c.places[k], contradiction(other, record, c.places[k], at)
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
