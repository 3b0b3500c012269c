package campaign

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/lists"
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
// A run that failed and is to be rerun has the number of its next [experiment.Record.Retry],
// and the record with the highest number counts. So the failed record stays where it
// is, and is superseded.
type List struct {
	fingerprint string
	rows        []row // in order, none touches another
	total       int
}

// row is the runs from first up to end, which is not among them, to be rerun so
// many times.
type row struct {
	first, end run
	again      int
}

// add adds a row behind all others.
func (l *List) add(r row) {
	if n := len(l.rows); n > 0 && l.rows[n-1].end == r.first && l.rows[n-1].again == r.again {
		l.rows[n-1].end = r.end
		return
	}
	l.rows = append(l.rows, r)
}

func (l *List) find(r run) (row, bool) {
	i, _ := slices.BinarySearchFunc(l.rows, r, func(have row, r run) int { return cmp.Compare(have.end, r+1) })
	if i == len(l.rows) || l.rows[i].first > r {
		return row{}, false
	}
	return l.rows[i], true
}

func (l *List) has(r run) bool {
	_, ok := l.find(r)
	return ok
}

// Len is the number of its runs.
func (l *List) Len() int {
	return lists.Sum(l.rows, func(r row) int { return int(r.end - r.first) })
}

// Write writes the list. The same list gives the same bytes.
func (l *List) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s%s\n", listFormat, l.fingerprint)
	for _, r := range l.rows {
		fmt.Fprint(b, int(r.first))
		if r.end > r.first+1 {
			fmt.Fprintf(b, "-%d", r.end-1)
		}
		if r.again > 0 {
			fmt.Fprintf(b, " again %d", r.again)
		}
		fmt.Fprintln(b)
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
		numbers, again, asked := strings.Cut(line, " again ")
		first, last, many := strings.Cut(numbers, "-")
		if !many {
			last = first
		}
		if !asked {
			again = "0"
		}
		a, errA := strconv.ParseUint(first, 10, 62)
		b, errB := strconv.ParseUint(last, 10, 62)
		n, errN := strconv.ParseUint(again, 10, 31)
		if errA != nil || errB != nil || errN != nil || a > b || int(b) >= l.total || asked && n == 0 {
			return nil, puzzle.Errorf(source, number, 1, `expected numbers of runs below %d, such as "17", "40-95" or "96 again 1", found %s`, l.total, puzzle.Quote(line))
		}
		if k := len(l.rows); k > 0 && run(a) < l.rows[k-1].end {
			return nil, puzzle.Errorf(source, number, 1, "expected runs behind %d, each once and in order, found %s", l.rows[k-1].end-1, puzzle.Quote(line))
		}
		l.add(row{run(a), run(b) + 1, int(n)})
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
	return &List{fingerprint: f.Plan.Fingerprint, total: f.Plan.Total()}
}
