package sets_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// strip is a row with one clue at its left, and its solution: the contents of this
// file's sets, which differ by the number of cells.
func strip(t *testing.T, id string, cells int) puzzle.Item {
	t.Helper()
	p := alltest.Must(nurikabe.New(id, puzzle.Size{Rows: 1, Cols: cells}, append([]int{1}, make([]int, cells-1)...)))(t)
	solution := puzzle.NewGrid(p.Size(), nurikabe.Wall)
	solution.Values[0] = nurikabe.Island
	return puzzle.Item{Puzzle: p, Solution: solution}
}

// compact is a set as text: of each cells a strip "s" and the number.
func compact(t *testing.T, ids string, cells ...int) string {
	t.Helper()
	b, set := &strings.Builder{}, puzzle.Set{}
	for _, n := range cells {
		set.Items = append(set.Items, strip(t, fmt.Sprint(ids, n), n))
	}
	alltest.OK(t, nurikabes.Kind.Formats[0].Write(b, set))
	return b.String()
}

// TestOrigin: a puzzle of our own set, one of no set and one of a file travel as text,
// with their solutions; one of FORMICARY_DATA by its set.
func TestOrigin(t *testing.T) {
	root, shared, away := t.TempDir(), t.TempDir(), t.TempDir()
	t.Setenv(sets.RootEnv, root)
	t.Setenv(sets.DataEnv, shared)
	write(t, compact(t, "s", 41, 42), root, "data", "nurikabe", "ours.nurikabe")
	write(t, compact(t, "s", 51, 52), shared, "nurikabe", "deep", "theirs.nurikabe")
	byPath := write(t, compact(t, "s", 53), shared, "nurikabe", "path.nurikabe")
	elsewhere := write(t, compact(t, "s", 61), away, "mine.nurikabe")
	for _, tt := range []struct {
		set, id, want string
		text          bool
	}{
		{"ours", "s42", "ours", true},
		{"deep/theirs", "s52", "deep/theirs", false},
		{byPath, "s53", "path", false},
		{elsewhere, "s61", "mine", true},
	} {
		item := nurikabes.Kind.MustOpen(tt.set).MustGet(tt.id)
		o := sets.OriginOf(item)
		alltest.Check(t, o.Set == tt.want && o.Text != "" == tt.text && o.Solution != "" == tt.text && o.Kind == "nurikabe" && o.ID == tt.id && o.Size == item.Size() && o.Hash == item.Hash(),
			"%s: %+v", tt.set, o)
		p, err := o.Open(nurikabes.Kind)
		alltest.Require(t, err == nil, "%s: %v", tt.set, err)
		again, ok := p.(puzzle.Item)
		alltest.Check(t, ok && again.ID() == tt.id && again.Hash() == item.Hash() && again.Solution.Equal(item.Solution),
			"%s came back as %v", tt.set, p)
	}
	item := strip(t, "a name of one's own", 71)
	o := sets.OriginOf(item.Puzzle)
	p, err := o.Open(nurikabes.Kind)
	alltest.Check(t, o.Set == "" && err == nil && p.ID() == item.ID() && p.Hash() == item.Hash(), "without a set: %+v: %v, %v", o, p, err)
}

// TestOriginOpen: what another process has written is opened from the set here, under
// the id that it had there. The error of a set that is missing names it and the
// variable.
func TestOriginOpen(t *testing.T) {
	root, shared := t.TempDir(), t.TempDir()
	t.Setenv(sets.RootEnv, root)
	t.Setenv(sets.DataEnv, shared)
	path := write(t, compact(t, "s", 81, 82), shared, "nurikabe", "far.nurikabe")
	of := func(id, set string, cells int) sets.Origin {
		item := strip(t, id, cells)
		return sets.Origin{Kind: "nurikabe", ID: id, Size: item.Size(), Hash: item.Hash(), Set: set}
	}
	for _, o := range []sets.Origin{of("s81", "far", 81), of("other", "far", 82)} {
		p, err := o.Open(nurikabes.Kind)
		alltest.Check(t, err == nil && p.ID() == o.ID && p.Hash() == o.Hash, "%+v: %v, %v", o, p, err)
	}
	alltest.OK(t, os.Remove(path))
	_, err := of("s82", "far", 82).Open(nurikabes.Kind)
	alltest.Check(t, err == nil, "the set was opened twice: %v", err)
	changed := of("s91", "", 91)
	changed.Text = strip(t, "", 92).Text()
	two := of("s91", "", 91)
	two.Text = compact(t, "s", 91, 92)
	unsolved := of("s91", "", 91)
	unsolved.Text, unsolved.Solution = strip(t, "", 91).Text(), "1!"
	write(t, compact(t, "s", 93), shared, "nurikabe", "small.nurikabe")
	for _, tt := range []struct {
		o       sets.Origin
		want    string
		missing bool
	}{
		{of("s91", "nowhere", 91), `nurikabe "s91": expected the set "nowhere", which the plan does not copy; let FORMICARY_DATA name the folder with nurikabe/nowhere: `, true},
		{of("s91", "small", 91), `nurikabe "s91": the set "small" has 1 puzzle, and none has the content `, false},
		{changed, `nurikabe "s91": expected the content `, false},
		{two, "expected one puzzle, found 2", false},
		{unsolved, `its solution: board "1!"`, false},
	} {
		_, err := tt.o.Open(nurikabes.Kind)
		alltest.Check(t, err != nil && strings.Contains(err.Error(), tt.want) && errors.Is(err, fs.ErrNotExist) == tt.missing, "%v, want %s", err, tt.want)
	}
}
