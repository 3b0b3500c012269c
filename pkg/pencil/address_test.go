package pencil_test

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// TestAddressesOfSets writes every puzzle of third-party sets as an address and reads it again: the board, the
// clues and the solution stay what they were. A puzzle that an address cannot say is refused with the reason.
func TestAddressesOfSets(t *testing.T) {
	// What addresses cannot say of the sets: heights below the number of columns, and diagonals.
	refused := map[string]string{"skyscraper": "where it means"}
	for _, kind := range pencil.Kinds() {
		if len(pencils.Of(kind).Addresses) == 0 {
			continue
		}
		t.Run(kind.Name, func(t *testing.T) {
			format, set := addresses(t, kind)
			reasons := map[string]int{}
			for i, item := range set.Items {
				if i%alltest.Of(10, 1) > 0 {
					continue
				}
				var b bytes.Buffer
				if err := format.Write(&b, puzzle.Set{Items: []puzzle.Item{item}}); err != nil {
					reason := refused[kind.Name]
					if reasons[reason]++; reason == "" || !strings.Contains(err.Error(), reason) {
						t.Errorf("%s: %v", item.ID(), err)
					}
					continue
				}
				again, err := pencils.Of(kind).Read("x", bytes.NewReader(b.Bytes()))
				if err != nil {
					t.Errorf("%s: %v\n%s", item.ID(), err, b.Bytes())
					continue
				}
				read := again.Items[0]
				was, is := normal(kind, item.Text()), normal(kind, read.Text())
				alltest.Check(t, was == is, "%s has become another puzzle:\n%s\n%s\n%s", item.ID(), b.Bytes(), was, is)
				bad := read.Check(item.Solution)
				alltest.Check(t, item.Solution.IsZero() || bad == nil, "%s has lost its solution: %v", item.ID(), bad)
				var twice bytes.Buffer
				if err := format.Write(&twice, again); err != nil || twice.String() != b.String() {
					t.Errorf("%s: written as %s, then %v as %s", item.ID(), b.Bytes(), err, twice.Bytes())
				}
			}
			if len(reasons) > 0 {
				t.Logf("of %d refused: %v", set.Len(), reasons)
			}
		})
	}
}

// addresses are the kind's format of addresses, and its set of others; the test is skipped without one.
func addresses(t *testing.T, kind *model.Kind) (sets.Format, puzzle.Set) {
	t.Helper()
	format, err := pencils.Of(kind).Format("url")
	alltest.OK(t, err)
	set, err := pencils.Of(kind).Open("janko")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip(err)
	}
	alltest.OK(t, err)
	return format, set
}

// normal is a puzzle's text with regions named in the order of their first cells, and clues of regions in these
// cells where an address says no more.
func normal(kind *model.Kind, text string) string {
	lines := strings.Split(text, "\n")
	rows := make([][]string, len(lines))
	for i, line := range lines {
		rows[i] = strings.Fields(line)
	}
	last := kind.Parts[len(kind.Parts)-1]
	if last != model.Regions {
		return text
	}
	n := (len(rows) - 1) / len(kind.Parts)
	clues, regions := rows[1:1+n], rows[len(rows)-n:]
	first := map[string]*string{}
	names := map[string]string{}
	for i := range regions {
		for j, name := range regions[i] {
			if names[name] == "" {
				names[name], first[name] = string(rune('a'+len(names))), &clues[i][j]
			}
			if clue := clues[i][j]; len(kind.Parts) > 1 && kind.Name != "hakyuu" && clue != model.None {
				clues[i][j] = model.None
				*first[name] = clue
			}
			regions[i][j] = names[name]
		}
	}
	for i := range rows {
		lines[i] = strings.Join(rows[i], " ")
	}
	return strings.Join(lines, "\n")
}
