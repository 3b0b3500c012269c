package formats_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/puzzle"
)

// writers write boards of kinds in other programs' formats.
var writers = []struct {
	format string
	write  func(b boardOf) string
	kinds  []string
}{
	{"pzprv3", toPzprv3, strings.Fields("akari cave countryroad creek fillomino galaxies gokigennaname hakyuu hashi heyawake hitori kakuro kuromasu kurotto lits masyu norinori numberlink nurimisaki shakashaka shikaku simpleloop skyscraper slitherlink starbattle suguru tent yajilin yinyang")},
	{"penpa", toPenpa, strings.Fields("akari binairo cave countryroad creek fillomino galaxies gokigennaname hakyuu hashi heyawake hitori kakuro kenken killersudoku kuromasu kurotto lits masyu mosaic norinori numberlink nurimisaki shakashaka shikaku simpleloop skyscraper slitherlink starbattle suguru tent yajilin yinyang")},
	{"board", toBoard, strings.Fields("akari binairo cave fillomino hashi hitori kuromasu kurotto masyu mosaic numberlink nurimisaki shakashaka shikaku simpleloop slitherlink yinyang")},
}

// Puzzles of the lab's own sets, written by other code than reads them, are read as the same puzzles.
func TestOwnSets(t *testing.T) {
	read := map[string]int{}
	for _, kind := range engines.Kinds() {
		if !slices.Contains(writers[1].kinds, kind.Name) { // the longest list
			continue
		}
		set := kind.MustOpen("open")
		for i := 0; i < set.Len(); i += alltest.Of(100, 33) {
			want := set.Items[i]
			for _, w := range writers {
				if !slices.Contains(w.kinds, kind.Name) {
					continue
				}
				text := w.write(parse(kind.Name, want.Text()))
				got, err := kind.Read("in", strings.NewReader(text))
				if err != nil || got.Len() != 1 || canonical(kind.Name, got.Items[0].Text()) != canonical(kind.Name, want.Text()) || len(got.Warnings) > 0 {
					t.Errorf("%s %s: %v, %v of\n%s\nwant\n%s", w.format, want.ID(), err, show(got), text, want.Text())
				}
				named := kind.Detect([]byte(text))
				alltest.Check(t, named == w.format, "%s %s: found to be %s:\n%s", w.format, kind.Name, named, text)
				read[w.format]++
			}
		}
	}
	for _, w := range writers {
		alltest.Check(t, read[w.format] >= len(w.kinds), "%s: %d puzzles of %d kinds", w.format, read[w.format], len(w.kinds))
	}
}

// canonical is the text of a puzzle with regions named in the order of their first cells, as sets need not have them.
func canonical(kind, text string) string {
	b := parse(kind, text)
	from := len(b.lines)
	switch kind {
	case "lits", "starbattle":
		from = 0
	case "countryroad", "hakyuu", "heyawake", "kenken", "killersudoku", "norinori", "suguru":
		from = b.rows
	}
	names := map[string]string{}
	return signs(b.lines[:from], " ", "\n", nil) + each(b.lines[from:], " ", "\n", func(_, _ int, name string) string {
		if names[name] == "" {
			names[name] = strconv.Itoa(len(names) + 1)
		}
		return names[name]
	})
}

// show is a set as the texts of its puzzles and its warnings.
func show(s puzzle.Set) string {
	var out []string
	for _, item := range s.Items {
		out = append(out, item.Text())
	}
	for _, w := range s.Warnings {
		out = append(out, w.Error())
	}
	return strings.Join(out, "\n")
}
