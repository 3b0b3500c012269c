// Package puzzletest is what the tests of all puzzles share. [Formats]: what is
// written reads the same, and a reader stands any input; its mistakes stand in files
// of cases ([ReadCases]). [OpenSets]: the sets of
// data/ are what their manifests say. [Look] and [Golden]: drawings are
// well-formed and as somebody has seen them.
//
// Its limits: only tests import it. Whether a drawing is a good one people must
// see for themselves.
package puzzletest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// Formats are the formats of one kind of puzzle and what is expected of them.
type Formats struct {
	Kind sets.Kind
	// Keeps says what each format, by name, keeps of an item besides the
	// puzzle itself, as its Doc tells people.
	Keeps map[string]Kept
	// Solution, if any, is asked what a format that keeps solutions keeps of
	// this item's.
	Solution func(format string, item puzzle.Item) puzzle.Grid
	// ReadsMore names formats that read puzzles which they cannot write.
	ReadsMore []string
	// Undetected names formats that the content does not tell from another one:
	// Kind.Read takes them for something else.
	Undetected []string
	// Seeds are inputs for the fuzzers to start from.
	Seeds []string
}

// Kept says what a format keeps.
type Kept struct{ ID, Solution, Grade bool }

// Difference says how a set that was written in a format and read again
// differs from what it was; nothing where it does not.
func (f Formats) Difference(format string, was, is puzzle.Set) string {
	keep := f.Keeps[format]
	if was.Len() != is.Len() {
		return fmt.Sprintf("%d puzzles became %d", was.Len(), is.Len())
	}
	for i, a := range was.Items {
		b := is.Items[i]
		id, solution, grade := strconv.Itoa(i+1), puzzle.Grid{}, ""
		if keep.ID {
			id = a.ID()
		}
		if keep.Solution {
			solution = a.Solution
			if f.Solution != nil {
				solution = f.Solution(format, a)
			}
		}
		if keep.Grade {
			grade = a.Grade
		}
		switch {
		case a.Hash() != b.Hash():
			return fmt.Sprintf("puzzle %d has become another", i)
		case b.ID() != id:
			return fmt.Sprintf("id %q has become %q", id, b.ID())
		case !b.Solution.Equal(solution):
			return fmt.Sprintf("the solution of %d has become %v", i, b.Rows(b.Solution))
		case b.Grade != grade:
			return fmt.Sprintf("grade %q has become %q", grade, b.Grade)
		}
	}
	return ""
}

// RoundTrip checks that what a format writes it reads again, by its own reader
// and by the one that has to find out the format first, and that each puzzle's Text
// is read as the same puzzle. draw makes a set that the format can hold.
func (f Formats) RoundTrip(t *testing.T, draw func(t *rapid.T, format string) puzzle.Set) {
	for _, format := range f.Kind.Formats {
		t.Run(format.Name, rapid.MakeCheck(func(t *rapid.T) {
			s := draw(t, format.Name)
			var b bytes.Buffer
			alltest.OK(t, format.Write(&b, s))
			reads := []func(string, io.Reader) (puzzle.Set, error){format.Read, f.Kind.Read}
			if slices.Contains(f.Undetected, format.Name) {
				reads = reads[:1]
			}
			for _, read := range reads {
				again, err := read("dir/made.x", bytes.NewReader(b.Bytes()))
				alltest.Require(t, err == nil, "%v\n%s", err, b.Bytes())
				alltest.Require(t, again.Name == "made", "the set is called %q", again.Name)
				d := f.Difference(format.Name, s, again)
				alltest.Require(t, d == "", "%s\n%s", d, b.Bytes())
			}
			for _, item := range s.Items {
				again, err := f.Kind.Read("text", strings.NewReader(item.Text()))
				alltest.Require(t, err == nil && again.Len() == 1 && again.Items[0].Hash() == item.Hash(),
					"the puzzle's text is read as %v, %v:\n%s", again.Items, err, item.Text())
			}
		}))
	}
}

// Fuzz checks the reader of a format: whatever the input, it does not panic;
// an error names a place; and what it reads its writer writes so that it reads
// the same.
func (f Formats) Fuzz(fz *testing.F, name string) {
	f.start(fz)
	fz.Fuzz(func(t *testing.T, data []byte) { f.Stands(t, name, data) })
}

// Stands checks the reader of a format on one input as [Formats.Fuzz] does on many.
func (f Formats) Stands(t *testing.T, name string, data []byte) {
	format, err := f.Kind.Format(name)
	alltest.OK(t, err)
	set, err := format.Read("in", bytes.NewReader(data))
	if err != nil {
		checkParseError(t, data, err)
		return
	}
	var b bytes.Buffer
	if err := format.Write(&b, set); err != nil {
		if slices.Contains(f.ReadsMore, name) {
			return
		}
		t.Fatalf("%q is read but not written: %v", data, err)
	}
	again, err := format.Read("in", bytes.NewReader(b.Bytes()))
	alltest.Require(t, err == nil, "%q is written as %q, which is not read: %v", data, b.Bytes(), err)
	d := f.Difference(name, set, again)
	alltest.Require(t, d == "", "%q is written as %q: %s", data, b.Bytes(), d)
}

// FuzzRead checks the reader that finds out the format: what it reads can be
// put into every format that can hold it, and keeps what that format keeps.
func (f Formats) FuzzRead(fz *testing.F) {
	f.start(fz)
	fz.Fuzz(func(t *testing.T, data []byte) {
		set, err := f.Kind.Read("in", bytes.NewReader(data))
		if err != nil {
			checkParseError(t, data, err)
			return
		}
		for _, format := range f.Kind.Formats {
			var b bytes.Buffer
			if format.Write(&b, set) != nil {
				continue
			}
			read := f.Kind.Read
			if slices.Contains(f.Undetected, format.Name) {
				read = format.Read
			}
			again, err := read("in", bytes.NewReader(b.Bytes()))
			alltest.Require(t, err == nil, "%q is written in %s as %q, which is not read: %v", data, format.Name, b.Bytes(), err)
			d := f.Difference(format.Name, set, again)
			alltest.Require(t, d == "", "%q is written in %s as %q: %s", data, format.Name, b.Bytes(), d)
		}
	})
}

func (f Formats) start(fz *testing.F) {
	for _, s := range f.Seeds {
		fz.Add([]byte(s))
	}
}

// checkParseError checks that an error of a reader is one and names a place of
// the input, or the one just behind a line of it.
func checkParseError(t *testing.T, data []byte, err error) {
	t.Helper()
	var parse *puzzle.ParseError
	alltest.Require(t, errors.As(err, &parse) && parse.Source == "in" && parse.Expected != "", "%q: %v", data, err)
	lines := bytes.Split(data, []byte("\n"))
	alltest.Require(t, parse.Line >= 1 && parse.Line <= len(lines) && parse.Column >= 1 && parse.Column <= len(lines[parse.Line-1])+1,
		"%q: no such place: %v", data, err)
}
