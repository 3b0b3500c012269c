package sets_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/puzzle"
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
	varies := "in:1:%d: the address says that the rules vary, not how: the usual rules of Yajilin are taken"
	for _, c := range []struct{ text, size, body, warning string }{
		{"https://puzz.link/p?yajilin/3/2/ab", "2x3", "ab", ""},
		{"HTTP://PZV.JP/p.html?yajirin/3/2/ab/", "2x3", "ab", ""},
		{"  <https://pzprxs.vercel.app/p?yajilin/3/2/ab/>  ", "2x3", "ab", ""},
		{"https://pzplus.tck.mn/p.html?yajilin_edit/3/2/ab#top", "2x3", "ab", ""},
		{"https://puzz.link/p?type=editor&yajilin/3/2/ab", "2x3", "ab", ""},
		{"https://puzz.link/p?yajilin_play/3/2/ab&thumb&frame=5", "2x3", "ab", ""},
		{"https://puzz.link/p?yajilin/3/2/ab=", "2x3", "ab", ""},
		{"https://puzz.link/p.html#yajilin/3/2/ab", "2x3", "ab", ""},
		{"?yajilin/b/3/2/ab", "2x3", "ab", ""},
		{"yajilin//3/2/ab", "2x3", "ab", ""},
		{"yajilin/v:/3/2/ab", "2x3", "ab", fmt.Sprintf(varies, 9)},
		{"p?v:/yajilin/3/2/ab", "2x3", "ab", fmt.Sprintf(varies, 3)},
		{"yajilin/b/v:/3/2/ab", "2x3", "ab", fmt.Sprintf(varies, 11)},
		{"yajilin/v:/b/3/2/ac", "2x3", "ac", fmt.Sprintf(varies, 9) + "\nin:1:18: c is left out"},
		{"yajilin%2F3%2f2%2Fac%2F", "2x3", "ac", "in:1:19: c is left out"},
		{"https%3A%2F%2Fpuzz.link%2Fp%3Fyajilin%2F3%2F2%2Fab", "2x3", "ab", ""},
		{"yajilin/3/2/a%40", "2x3", "a@", ""},
		{"yajilin/3/2/a//", "2x3", "a/", ""},
		{"yajilin/3/2/", "2x3", "", ""},
	} {
		set, err := readAddresses(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		var warnings []string
		for _, w := range set.Warnings {
			warnings = append(warnings, w.Error())
		}
		p := set.Items[0].Puzzle.(plain)
		if got := strings.Join(warnings, "\n"); p.size.String() != c.size || p.content != c.body || p.id != "1" || got != c.warning {
			t.Errorf("%s is read as %v %q with %q", c.text, p.size, p.content, got)
		}
	}
}

// TestAddressErrors: an address that is not read is named in one sentence, at the character that does not fit.
func TestAddressErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"yajilin/o/3/2/ab", "in:1:9: the flag 'o' of Yajilin is not read: all shaded cells are outside"},
		{"yajilin/bo/3/2/ab", "in:1:10: the flag 'o' of Yajilin is not read: all shaded cells are outside"},
		{"yajilin/x/3/2/ab", "in:1:9: expected the number of columns, found 'x': no flag of Yajilin"},
		{"yajilin/v:torus/3/2/ab", `in:1:9: the variant "torus" of Yajilin is not read`},
		{"?v:torus/yajilin/3/2/ab", `in:1:2: the variant "torus" of Yajilin is not read`},
		{"https://puzz.link/p?yajilin-regions/3/2/ab", "in:1:21: Regional Yajilin is not a kind of this lab"},
		{"https://puzz.link/p?type=editor&mines_edit/3/2/ab", "in:1:33: Minesweeper is not a kind of this lab"},
		{"tapa/3/2/ab", `in:1:1: "tapa" is not a kind of this lab`},
		{"slither/3/2/ab", "in:1:1: expected Yajilin, found an address of Slitherlink"},
		{"slither", `in:1:1: expected yajilin/COLS/ROWS/…, found "slither"`},
		{"3/2/ab", `in:1:1: expected yajilin/COLS/ROWS/…, found "3/2/ab"`},
		{"yaji", "in:1:5: expected / after the kind of puzzle, found the end of the address"},
		{"yajilin/b/", "in:1:11: expected / after the number of columns, found the end of the address"},
		{"yajilin/3/x/ab", `in:1:11: expected the number of rows, found "x"`},
		{"yajilin/b3/2/ab", `in:1:9: expected the number of columns, found "b3"`},
		{"yajilin/30/30/ab", "in:1:15: expected at most 400 cells, found 30x30"},
		{"x?problem=3/2/ab", `in:1:3: expected KIND/COLS/ROWS/…, found the parameter "problem="`},
		{"x?pzprv3/yajilin/3/2/ab", "in:1:3: expected an address of Yajilin, found the text of a file of pzpr"},
		{"yajilin/3/2/a!", `in:1:14: expected a letter, found "!"`},
		{"yajilin/3/2/a%40%21", `in:1:17: expected a letter, found "!"`},
		{"yajilin/3/2/a%4", `in:1:14: expected a letter, found "%"`},
		{"yajilin/3/2/ab extra", `in:1:16: expected one address a line, found "extra"`},
	} {
		_, err := readAddresses(c.text)
		var parse *puzzle.ParseError
		if !errors.As(err, &parse) || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
	kenken := sets.Addresses{Title: "KenKen"}
	for text, want := range map[string]string{
		"kenken/3/2/": "in:1:1: addresses of KenKen are not read",
		"3/2":         `in:1:1: expected a puzzle, found "3/2"`,
		"tapa/3/2/":   `in:1:1: "tapa" is not a kind of this lab`,
	} {
		if _, err := sets.ReadAddresses(kenken, nil)("in", strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
