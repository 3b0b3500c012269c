package sets

import (
	"fmt"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
)

// Collector gathers the puzzles of one input for a reader.
type Collector struct {
	source string
	set    puzzle.Set
	ids    map[string]bool
	all    amount
}

// Collect returns an empty collector; the set's name is [SetName] of source.
func Collect(source string) *Collector {
	return &Collector{source: source, set: puzzle.Set{Name: SetName(source)}, ids: map[string]bool{}}
}

// NextID is the id of a puzzle that has none: its number in the input, from
// one.
func (c *Collector) NextID() string { return strconv.Itoa(len(c.set.Items) + 1) }

// Has says whether an id was met before.
func (c *Collector) Has(id string) bool { return c.ids[id] }

// Add adds a puzzle; the error is that its id was met before, or that the set
// becomes too large.
func (c *Collector) Add(item puzzle.Item) error {
	if c.ids[item.ID()] {
		return fmt.Errorf("expected another id, found %s a second time", puzzle.Quote(item.ID()))
	}
	if err := c.all.add(item.Puzzle); err != nil {
		return err
	}
	c.ids[item.ID()] = true
	c.set.Items = append(c.set.Items, item)
	return nil
}

// mostWarnings is the number of warnings of a set.
const mostWarnings = 100

// Warn adds a warning to the set: what the reader assumed or left out, and where. Of more than 100 the last one says
// that there are others.
func (c *Collector) Warn(warning *puzzle.ParseError) {
	if len(c.set.Warnings) == mostWarnings {
		warning = puzzle.Errorf(warning.Source, warning.Line, warning.Column, "from here on, further warnings are not listed")
	}
	if c.Warns() {
		c.set.Warnings = append(c.set.Warnings, warning)
	}
}

// Warns says whether a further warning is listed: to find its place takes time.
func (c *Collector) Warns() bool { return len(c.set.Warnings) <= mostWarnings }

// Warnings are those that were added.
func (c *Collector) Warnings() []*puzzle.ParseError { return c.set.Warnings }

// Finish is the set. It ends the reading with the error that ended the lines, or with that of an input without a puzzle, which
// says what was expected ([Reader]).
func (c *Collector) Finish(l *Lines, expected string) puzzle.Set {
	Check(l.Err())
	if len(c.set.Items) == 0 {
		panic(l.EndError(expected))
	}
	return c.set
}

// Done is [Collector.Finish] of an input that is not read in lines.
func (c *Collector) Done(expected string) puzzle.Set {
	return c.Finish(NewLines(c.source, strings.NewReader("")), expected)
}
