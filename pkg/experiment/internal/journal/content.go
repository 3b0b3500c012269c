package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"
	"sync"

	"formicary/pkg/experiment/internal/record"
)

// content is what journals hold: one of them, or all of a folder.
type content struct {
	Records  *record.Set
	places   places // of the records
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

// places are the lines of records, by number: most stand on the line after that of the record before.
type places struct {
	next   int            // more than all numbers
	begins []stretch      // by rising number
	moved  map[int]origin // records in the place of others
}

// stretch is where numbers begin that are on consecutive lines; an empty origin is none.
type stretch struct {
	number int
	origin
}

func (p *places) note(number int, at origin) {
	switch {
	case number < p.next:
		if p.moved == nil {
			p.moved = map[int]origin{}
		}
		p.moved[number] = at
		return
	case number > p.next: // rescued ones have none
		p.begins = append(p.begins, stretch{number: p.next})
	}
	if p.next = number + 1; p.of(number) != at {
		p.begins = append(p.begins, stretch{number, at})
	}
}

func (p *places) of(number int) origin {
	if at, ok := p.moved[number]; ok || number >= p.next {
		return at
	}
	i, _ := slices.BinarySearchFunc(p.begins, number+1, func(s stretch, n int) int { return s.number - n })
	if i == 0 || p.begins[i-1].source == "" {
		return origin{}
	}
	last := p.begins[i-1]
	return origin{last.source, last.line + number - last.number}
}

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
				first, err := c.take(&line.record, origin{source, line.Number})
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

// lot is lines that are read together. Their memory is used again.
type lot struct {
	text  []byte
	lines []parsedLine
}

func (l *lot) parse(source string) {
	rest := l.text
	for i := range l.lines {
		line := &l.lines[i]
		size := len(line.Text)
		line.Text, rest = rest[:size], rest[size:]
		if line.empty = len(bytes.TrimSpace(line.Text)) == 0; !line.empty {
			line.sealed, line.err = line.record.Read(source, line.Number, line.Text)
		}
	}
}

// parsedLines yields the lines of a journal in their order, which are read on all processors. A line is valid until the next
// one is asked for. An error of the file ends them.
func parsedLines(source string, r io.Reader) iter.Seq2[*parsedLine, error] {
	return func(yield func(*parsedLine, error) bool) {
		read, done := make(chan chan *lot, runtime.GOMAXPROCS(0)), make(chan struct{})
		free := sync.Pool{New: func() any { return &lot{lines: make([]parsedLine, batch)} }}
		var failed error
		var busy sync.WaitGroup
		defer busy.Wait()
		defer close(done)
		hand := func(lines *lot) bool {
			out := make(chan *lot, 1)
			select {
			case read <- out:
			case <-done:
				return false
			}
			busy.Go(func() {
				lines.parse(source)
				out <- lines
			})
			return true
		}
		busy.Go(func() {
			defer close(read)
			next, n := free.Get().(*lot), 0
			for line, err := range Lines(r) {
				if failed = err; err != nil {
					break
				}
				next.text = append(next.text, line.Text...)
				next.lines[n].TextLine = line // of which the length of its text counts
				if n++; n == batch {
					if !hand(next) {
						return
					}
					next, n = free.Get().(*lot), 0
				}
			}
			next.lines = next.lines[:n]
			hand(next)
		})
		for out := range read {
			lines := <-out
			for i := range lines.lines {
				if !yield(&lines.lines[i], nil) {
					return
				}
			}
			lines.text = lines.text[:0]
			free.Put(lines)
		}
		if failed != nil {
			yield(nil, failed)
		}
	}
}

// take takes a record. Where its run has one that counts as much, its place is
// returned, and of the two that one counts that came first.
func (c *content) take(r *record.Record, at origin) (first origin, err error) {
	k := r.Key()
	n, is := c.Records.Insert(k, r)
	if is {
		c.places.note(n, at)
		return origin{}, nil
	}
	other := c.Records.At(n)
	switch {
	case r.Before(other):
		c.places.note(c.Records.Put(k, *r), at)
		return origin{}, nil
	case other.Before(*r):
		return origin{}, nil
	}
	first = c.places.of(n)
	return first, contradiction(other, *r, first, at)
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
