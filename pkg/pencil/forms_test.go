package pencil_test

import (
	"bytes"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku/sudokus"
)

// wings are the kinds with a package of their own, with an address of each.
var wings = map[string]sets.Kind{"nurikabe/5/5/g5k2o1k3g": nurikabes.Kind, "sudoku/4/4/u1": sudokus.Kind, "nonogram/1/1/11": nonograms.Kind}

// TestForms: every kind reads its addresses as the sites' editors write them, with and without a slash at the end, and names
// the kind of another one.
func TestForms(t *testing.T) {
	addresses := map[string]sets.Kind{}
	for address, kind := range wings {
		addresses[address] = kind
	}
	for _, b := range boards {
		if b.address != "" {
			addresses[b.address] = pencils.Of(kindOf(b.kind))
		}
	}
	for address, kind := range addresses {
		name, rest, _ := strings.Cut(address, "/")
		plain, err := kind.Read("in", strings.NewReader(address))
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		for _, form := range []string{
			address + "/", name + "_edit/" + rest, "https://puzz.link/p?type=editor&" + name + "/" + rest + "/", "<http://pzv.jp/p.html?" + address + ">",
			name + "//" + rest, "https://puzz.link/p?" + strings.ReplaceAll(address, "/", "%2F"), name + "/v:/" + rest,
		} {
			set, err := kind.Read("in", strings.NewReader(form))
			alltest.Check(t, err == nil && set.Items[0].Hash() == plain.Items[0].Hash(), "%s is read otherwise than %s: %v", form, address, err)
			said := len(set.Warnings) > len(plain.Warnings)
			alltest.Check(t, err != nil || said == strings.Contains(form, "v:"), "%s: %v", form, set.Warnings)
		}
		other := pencils.Of(pencil.Slitherlink)
		if kind.Name == other.Name {
			other = nurikabes.Kind
		}
		for _, name := range append(kind.Addresses, name) {
			want := "in:1:1: expected " + other.Title + ", found an address of " + kind.Title
			_, err := other.Read("in", strings.NewReader(name+"/"+rest))
			alltest.Check(t, err != nil && err.Error() == want, "%s: %v, want %s", name, err, want)
		}
	}
	for _, kind := range pencil.Kinds() {
		for text, want := range map[string]string{
			"p?yajilin-regions/3/3/00": "in:1:3: Regional Yajilin is not a kind of this lab",
			"p?tapa/3/3/l":             `in:1:3: "tapa" is not a kind of this lab`,
		} {
			_, err := pencils.Of(kind).Read("in", strings.NewReader(text))
			alltest.Check(t, err != nil && err.Error() == want, "%s reads %s: %v", kind.Name, text, err)
		}
	}
}

// TestLeftOut: what an address has and a kind does not is a warning where the puzzle stays the same, and otherwise an error.
func TestLeftOut(t *testing.T) {
	for _, c := range []struct{ kind, address, text, said string }{
		// Grey cells are a matter of drawing.
		{"yajilin", "yajilin/b/3/1/10b", "1 3\n0n - -", ""},
		{"yajilin", "yajilin/o/3/1/10b", "", "in:1:9: the flag 'o' of Yajilin is not read: all shaded cells are outside the loop"},
		{"slitherlink", "slither/f/2/2/j", "", "in:1:9: the flag 'f' of Slitherlink is not read: the loop visits all points"},
		{"countryroad", "country/e/2/2/00g", "", "in:1:9: the flag 'e' of Country Road is not read: the road need not visit every region"},
		{"fillomino", "fillomino/t/2/2/j", "", "in:1:11: the flag 't' of Fillomino is not read: no group has more than 3 cells"},
		{"lits", "lits/d/2/2/1111", "", "in:1:6: the flag 'd' of LITS is not read: the body is in an older code"},
		{"creek", "creek/d/1/1/9999", "", "in:1:7: the flag 'd' of Creek is not read: the body is in an older code"},
		{"gokigennaname", "gokigen/d/1/1/9999", "", "in:1:9: the flag 'd' of Gokigen Naname is not read: the body is in an older code"},
		{"masyu", "mashu/b/3/1/0", "", "in:1:7: expected the number of columns, found 'b': no flag of Masyu"},
		// Borders of 2×2: two characters.
		{"fillomino", "fillomino/2/2/1h300", "2 2\n1 -\n- 3", ""},
		{"fillomino", "fillomino/2/2/1h30g", "", `in:1:18: given borders of Fillomino are not read, found "0g"`},
		{"fillomino", "fillomino/2/2/1h3!", "", `in:1:18: expected the end, found "!"`},
		// A tail of 2×2 has one character for its cells: in 0 none is void, in 8, 01000, the second one.
		{"galaxies", "tentaisho/2/2/je0", "2 2\n3 -\n- -", ""},
		{"galaxies", "tentaisho/2/2/je8", "", `in:1:17: void cells of Galaxies are not read, found "8"`},
		{"galaxies", "tentaisho/2/2/jf", "2 2\n3 -\n- -", "in:1:16: the colour of 1 black dot is left out: here all dots are alike"},
		{"galaxies", "tentaisho/3/1/323", "1 3\n0 0 0", "in:1:15: the colour of 2 black dots is left out: here all dots are alike"},
		// 11000 is o: both lines of the first row, which end beside the second.
		{"heyawake", "heyawake/3/2/o00", "2 3\n0 - -\n- - -\n1 1 1\n1 1 1", "in:1:14: 2 borders that end inside a region are left out: regions are what counts"},
		{"countryroad", "country/2/2/80h", "", "in:1:15: expected 1 more signs, found 2"},
		{"countryroad", "country/2/2/80g", "2 2\n- -\n- -\n1 1\n1 1", "in:1:13: 1 border that ends inside a region is left out: regions are what counts"},
		// Between columns 11000, o, none between rows: one region, and one border in it; a number that does not fit.
		{"suguru", "suguru/2/1/g4g", "", `in:1:13: expected a number that fits into the cell, found "4"`},
		{"suguru", "suguru/2/2/g04i", "2 2\n4 -\n- -\n1 1\n1 1", "in:1:12: 1 border that ends inside a region is left out: regions are what counts"},
		// No number is a dot.
		{"hitori", "hitori/2/2/1.12", "2 2\n1 -\n1 2", ""},
		{"yajilin", "yajilin/2/1/1.0.", "1 2\nx x", "in:1:13: an arrow without a number is left out: the cell is blocked all the same"},
		{"starbattle", "starbattle/1/1/1", "1 1 1\n1", ""},
	} {
		set, err := pencils.Of(kindOf(c.kind)).Read("in", strings.NewReader(c.address))
		said := ""
		for _, w := range set.Warnings {
			said += w.Error()
		}
		if err != nil {
			said = err.Error()
		}
		alltest.Check(t, said == c.said, "%s: %q, want %q", c.address, said, c.said)
		if err == nil && set.Items[0].Text() != c.text {
			t.Errorf("%s is read as %s", c.address, set.Items[0].Text())
		}
	}
}

// TestBlankHitori writes what only some addresses can say: cells of Hitori without a number.
func TestBlankHitori(t *testing.T) {
	kind := pencils.Of(pencil.Hitori)
	set, err := kind.Read("in", strings.NewReader("hitori/3/1/.@2"))
	alltest.OK(t, err)
	again, err := kind.Read("in", strings.NewReader("hitori/3/1/.%2")) // as older editors wrote it
	alltest.Check(t, err == nil && again.Items[0].Hash() == set.Items[0].Hash() && set.Items[0].Text() == "1 3\n- ? 2", "%v, %v", again.Items, err)
	format := alltest.Must(kind.Format("url"))(t)
	var b bytes.Buffer
	err = format.Write(&b, set)
	alltest.Check(t, err == nil && b.String() == "https://puzz.link/p?hitori/3/1/.@2\n", "written as %s, %v", b.Bytes(), err)
}

// TestOpenClues: a number that is left open is the sign ?, in every kind that may have one.
func TestOpenClues(t *testing.T) {
	for _, c := range []struct{ kind, address, text string }{
		{"countryroad", "country/2/2/00.", "2 2\n? -\n- -\n1 1\n1 1"},
		{"creek", "creek/1/1/.i", "1 1\n? -\n- -"},
		{"fillomino", "fillomino/2/1/.g", "1 2\n? -"},
		{"gokigennaname", "gokigen/1/1/i.", "1 1\n- -\n- ?"},
		{"hakyuu", "ripple/2/1/0.g", "1 2\n? -\n1 1"},
		{"hashi", "hashi/3/1/.g2", "1 3\n? - 2"},
		{"heyawake", "heyawake/2/1/0.", "1 2\n? -\n1 1"},
		{"hitori", "hitori/2/1/@1", "1 2\n? 1"},
		{"kuromasu", "kurodoko/2/1/g.", "1 2\n- ?"},
		{"numberlink", "numlin/2/1/..", "1 2\n? ?"},
		{"shikaku", "shikaku/2/1/.g", "1 2\n? -"},
		{"skyscraper", "skyscrapers/1/1/.i", "1 1 1\n?\n-\n-\n-\n-"},
		{"slitherlink", "slither/2/1/.a", "1 2\n? 0"},
		{"tent", "tents/2/1/.hj", "1 2\n? -\n-\n- -"},
		// 6×6 of a public collection: islands without a number.
		{"hashi", "hashi/6/6/3g1g2.g.g2h.g2g.h.g4g3h4g.g2g.h2", "6 6\n3 - 1 - 2 ?\n- ? - 2 - -\n? - 2 - ? -\n- ? - 4 - 3\n- - 4 - ? -\n2 - ? - - 2"},
	} {
		kind := pencils.Of(kindOf(c.kind))
		set, err := kind.Read("in", strings.NewReader("https://puzz.link/p?"+c.address))
		if err != nil || set.Items[0].Text() != c.text {
			t.Errorf("%s is read as %v, %v", c.address, set.Items, err)
			continue
		}
		format := alltest.Must(kind.Format("url"))(t)
		var b bytes.Buffer
		err = format.Write(&b, set)
		alltest.Check(t, err == nil && b.String() == "https://puzz.link/p?"+c.address+"\n", "%s is written as %s, %v", c.address, b.Bytes(), err)
	}
}
