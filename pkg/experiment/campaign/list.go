package campaign

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
)

// ListsFolder is the folder in that of a plan with the lists of its submissions, K.list.
const ListsFolder = "shards"

// listFormat is the start of a list, in front of the fingerprint of its plan.
const listFormat = "formicary list 1 "

// List is what a submission wants where that is not the whole plan: runs by their
// numbers. As text it has one line for its plan, and then one for each row of runs with
// consecutive numbers:
//
//	formicary list 1 0123456789ab
//	17
//	40-95
//	96 again 1
//
// A run that failed and is to be made again has the number of its next [experiment.Record.Again],
// and the record with the highest number counts. So the failed record stays where it
// is, and is superseded.
type List struct {
	fingerprint string
	wanted      set
	total       int
	again       map[run]int // where it is not 0
}

func (l *List) has(r run) bool { return l.wanted.has(r) }

// Len is the number of its runs.
func (l *List) Len() int { return l.wanted.len() }

// Write writes the list. The same list gives the same bytes.
func (l *List) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s%s\n", listFormat, l.fingerprint)
	for start := run(0); int(start) < l.total; start++ {
		if !l.has(start) {
			continue
		}
		end := start
		for int(end)+1 < l.total && l.has(end+1) && l.again[end+1] == l.again[start] {
			end++
		}
		fmt.Fprint(b, int(start))
		if end > start {
			fmt.Fprintf(b, "-%d", end)
		}
		if n := l.again[start]; n > 0 {
			fmt.Fprintf(b, " again %d", n)
		}
		fmt.Fprintln(b)
		start = end
	}
	return b.Flush()
}

// ReadList reads a list of runs of the folder's plan. What is wrong is a
// [*puzzle.ParseError]; source names the input in it.
func (f *Folder) ReadList(source string, r io.Reader) (*List, error) {
	l := f.newList()
	in := bufio.NewScanner(r)
	for number := 1; in.Scan(); number++ {
		line := in.Text()
		if number == 1 {
			if line != listFormat+l.fingerprint {
				return nil, puzzle.Errorf(source, 1, 1, "expected %q, the list of a submission of this plan, found %s", listFormat+l.fingerprint, puzzle.Quote(line))
			}
			continue
		}
		row, again, asked := strings.Cut(line, " again ")
		first, last, many := strings.Cut(row, "-")
		if !many {
			last = first
		}
		if !asked {
			again = "0"
		}
		a, errA := strconv.ParseUint(first, 10, 31)
		b, errB := strconv.ParseUint(last, 10, 31)
		n, errN := strconv.ParseUint(again, 10, 31)
		if errA != nil || errB != nil || errN != nil || a > b || int(b) >= l.total || asked && n == 0 {
			return nil, puzzle.Errorf(source, number, 1, `expected numbers of runs below %d, such as "17", "40-95" or "96 again 1", found %s`, l.total, puzzle.Quote(line))
		}
		for i := run(a); i <= run(b); i++ {
			l.wanted.add(i)
			if n > 0 {
				l.again[i] = int(n)
			}
		}
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	if l.Len() == 0 {
		return nil, puzzle.Errorf(source, 1, 1, "expected at least one run, found none")
	}
	return l, nil
}

func (f *Folder) newList() *List {
	return &List{fingerprint: f.Plan.Fingerprint, wanted: newSet(f.Plan.Total()), total: f.Plan.Total(), again: map[run]int{}}
}
