package sets_test

import (
	"errors"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/puzzle/sets"
)

// yajilin is a kind with two names, a flag that says nothing and one that changes the rules.
var yajilin = sets.Addresses{Title: "Yajilin", Names: []string{"yajilin", "yajirin"}, Most: 400, Flags: map[rune]string{'b': "", 'o': "all shaded cells are outside"}}

// readAddresses reads addresses whose body is letters, @ and %, of one sign for each cell of the board or a run z of all.
func readAddresses(text string) (puzzle.Set, error) {
	return sets.ReadAddresses(yajilin, func(a *sets.Address) puzzle.Puzzle {
		column, body := a.Column(), a.Rest()
		if at := strings.IndexFunc(body, func(r rune) bool { return !strings.ContainsRune("abcz/@+", r) }); at >= 0 {
			a.Take(len([]rune(body[:at])))
			panic(a.Errorf(a.Column(), "expected a letter, found %q", a.Peek()))
		}
		if strings.Contains(body, "c") {
			a.Warn(column, "c is left out")
		}
		return plain{a.ID, a.Size, body}
	})("in", strings.NewReader(text))
}

// TestReadAddresses: however the sites write an address, it is the same puzzle; the column is that in the line.
func TestReadAddresses(t *testing.T) {
	for _, c := range puzzletest.ReadCases(t, "addresses.txt") {
		set, err := readAddresses(c[0])
		if err != nil {
			t.Errorf("%s: %v", c[0], err)
			continue
		}
		var warnings []string
		for _, w := range set.Warnings {
			warnings = append(warnings, w.Error())
		}
		p := set.Items[0].Puzzle.(plain)
		got := strings.Join(warnings, "\n")
		alltest.Check(t, p.size.String() == c[1] && p.content == c[2] && p.id == "1" && got == c[3], "%s is read as %v %q with %q", c[0], p.size, p.content, got)
	}
}

// TestAddressErrors: an address that is not read is named in one sentence, at the character that does not fit.
func TestAddressErrors(t *testing.T) {
	for _, c := range puzzletest.ReadCases(t, "address_errors.txt") {
		_, err := readAddresses(c[0])
		var parse *puzzle.ParseError
		alltest.Check(t, errors.As(err, &parse) && err.Error() == c[1], "%s: %v, want %s", c[0], err, c[1])
	}
	kenken := sets.Addresses{Title: "KenKen"}
	for text, want := range map[string]string{
		"kenken/3/2/": "in:1:1: addresses of KenKen are not read",
		"3/2":         `in:1:1: expected a puzzle, found "3/2"`,
		"tapa/3/2/":   `in:1:1: "tapa" is not a kind of this lab`,
	} {
		_, err := sets.ReadAddresses(kenken, nil)("in", strings.NewReader(text))
		alltest.Check(t, err != nil && err.Error() == want, "%s: %v, want %s", text, err, want)
	}
}
