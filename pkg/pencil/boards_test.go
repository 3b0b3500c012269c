package pencil_test

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// board is a small puzzle made by hand, with a solution and its address, encoded on paper.
type board struct {
	kind, problem, solution string
	// address is what follows the question mark; why says how it comes about. In runs of places without
	// a sign g is 1, h is 2, and so on.
	address, why string
}

const around = "\nse ew sw\nns - ns\nne ew nw" // a loop around the middle of 3×3

var boards = []board{
	{
		"akari", "2 3\n2 - -\n- - x", "2 3\n2 o -\no - x", "akari/3/2/ch.",
		"2 with two places behind it is 2+10, c; two more are h; a wall without number is a dot",
	},
	{"binairo", "2 2\n1 -\n- -", "2 2\n1 2\n2 1", "", ""},
	{"cave", "2 3\n3 - -\n- - ?", "2 3\nx x x\n- - x", "cave/3/2/3j.", "3, four places, a number left open"},
	{
		"countryroad", "2 2\n2 -\n- -\n1 1\n2 2", "2 2\nse sw\nne nw", "country/2/2/0o2g",
		"between columns 00, filled up 00000; between rows 11, 11000 is 24, o; the first room has 2, the other none",
	},
	{
		"creek", "2 2\n- - -\n- 2 -\n- - 0", "2 2\nx x\n- -", "creek/2/2/jcga",
		"four points; 2 with two behind it is c; one more; 0 at the end, with nothing behind it, is 0+10",
	},
	{"fillomino", "2 2\n1 -\n- 3", "2 2\n1 3\n3 3", "fillomino/2/2/1h3", "1, two places, 3"},
	{
		"galaxies", "2 2\n3 -\n- -", "2 2\n1 1\n1 1", "tentaisho/2/2/je",
		"of 3×3 places in and between cells four, then a white dot with seven or more behind it",
	},
	{
		"gokigennaname", "2 2\n- 0 -\n- 4 -\n- - -", "2 2\n\\ /\n/ \\", "gokigen/2/2/gaeh",
		"one point; 0 and 4, each with two behind it, are a and e; two more",
	},
	{"hakyuu", "2 2\n1 -\n- -\n1 1\n2 2", "2 2\n1 2\n2 1", "ripple/2/2/0o1i", "borders as of countryroad; 1, three places"},
	{"hashi", "3 3\n3 - 3\n- - -\n1 - 1", "3 3\n- 2 -\na - a\n- - -", "hashi/3/3/3g3i1g1", "numbers, and one or three places"},
	{
		"heyawake", "2 3\n1 - -\n- - -\n1 1 2\n1 1 2", "2 3\n- x -\n- - -", "heyawake/3/2/a01g",
		"between columns 01 01, 01010 is 10, a; between rows 000; the first room has 1, the other none",
	},
	{"hitori", "2 2\n1 1\n40 1", "2 2\n- x\n- -", "hitori/2/2/11-141", "40 is 14 to the base 36"},
	{
		"kakuro", "3 3\n- 3, 4,\n,3 0 0\n,4 0 0", "3 3\n- - -\n- 2 1\n- 1 3", "kakuro/2/2/n3434",
		"without the walls at its head the board has 2×2 white cells: k is 1, n is 4; the sums of columns, then of rows",
	},
	{"kenken", "2 2\n3+ .\n3+ .\n1 1\n2 2", "2 2\n1 2\n2 1", "", ""},
	{
		"killersudoku", "4 4\n3 - 7 -\n7 - 3 -\n3 - 7 -\n7 - 3 -\na a b b\nc c d d\ne e f f\ng g h h",
		"4 4\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1", "", "",
	},
	{"kuromasu", "2 3\n3 - -\n- - -", "2 3\n- - x\n- - -", "kurodoko/3/2/3k", "3, five places"},
	{"kurotto", "2 2\n1 -\n- o", "2 2\n- x\n- -", "kurotto/2/2/1h.", "1, two places, a number left open"},
	{"lits", "2 3\n1 1 1\n1 1 1", "2 3\nL L L\nL - -", "lits/3/2/00", "no border between columns, none between rows"},
	{"masyu", "3 3\nb w -\n- - -\n- - -", "3 3" + around, "mashu/3/3/l00", "black, white, nothing: 2·9 + 1·3 is 21, l"},
	{"mosaic", "2 2\n4 -\n- -", "2 2\nx x\nx x", "", ""},
	{"norinori", "2 2\n- -\n- -\n1 1\n1 1", "2 2\nx x\n- -", "norinori/2/2/00", "no border"},
	{"numberlink", "2 2\n1 1\n2 2", "2 2\ne w\ne w", "numlin/2/2/1122", "numbers"},
	{"nurimisaki", "2 3\n3 - ?\n- - -", "2 3\n- - -\nx x x", "nurimisaki/3/2/3g.i", "3, one place, a circle without number, three places"},
	{"shakashaka", "1 2\n0 -", "1 2\n- -", "shakashaka/2/1/a", "0 with nothing but bare places behind it is 0+10"},
	{"shikaku", "2 2\n2 -\n2 -", "2 2\n1 1\n2 2", "shikaku/2/2/2g2g", "2, one place, and again"},
	{"simpleloop", "3 3\n- - -\n- x -\n- - -", "3 3" + around, "simpleloop/3/3/10", "five cells, of which the last is blocked, 00001; then none"},
	{
		"skyscraper", "2 2 2\n1 2\n- -\n- -\n- 1\n- -\n- -", "2 2 2\n2 1\n1 2", "skyscrapers/2/2/12k1",
		"1 and 2 above; none below, none to the left, and none to the right of the first row are five places; 1",
	},
	{"slitherlink", "2 2\n3 -\n- 1", "2 2\nx x\n- -", "slither/2/2/db", "3 with two places behind it is 3+10, d; 1 at the end is 1+10, b"},
	{
		"starbattle", "4 4 1\n1 1 1 1\n2 2 2 2\n3 3 3 3\n4 4 4 4", "4 4 1\n- x - -\n- - - x\nx - - -\n- - x -", "starbattle/4/4/1/000vvo",
		"one star; 12 times nothing between columns; 12 borders between rows, 11111 11111 11000",
	},
	{"suguru", "2 2\n- -\n- 4\n1 1\n1 1", "2 2\n1 2\n3 4", "suguru/2/2/00i4", "no borders; three places, 4"},
	{"tennergrid", "2 10\n- 1 2 3 4 5 6 7 8 9\n0 1 2 3 4 5 6 7 8 9", "2 10\n0 1 2 3 4 5 6 7 8 9\n0 1 2 3 4 5 6 7 8 9", "", ""},
	{
		"tent", "3 3\n0 1 0\n1 0 0\n- - -\n- x -\n- - -", "3 3\n- o -\n- x -\n- - -", "tents/3/3/010100l4",
		"the columns, the rows; four places without a tree before it are l (i is 1); a tree with four behind it",
	},
	{"yajilin", "3 3\n- - -\n- 0n -\n- - -", "3 3" + around, "yajilin/3/3/d10d", "four places (a is 1); up is 1, then the number 0; four places"},
	{"yinyang", "2 2\nw -\n- b", "2 2\nw b\nw b", "yinyang/2/2/9i", "white, nothing, nothing: 1·9; black: 2·9 is 18, i"},
}

// kindOf is the kind with a name; nil where it is not declared.
func kindOf(name string) *model.Kind {
	kinds := pencil.Kinds()
	if i := slices.IndexFunc(kinds, func(k *model.Kind) bool { return k.Name == name }); i >= 0 {
		return kinds[i]
	}
	return nil
}

// set is the JSON set that a board alone is.
func (b board) set(kind *model.Kind) string {
	var out strings.Builder
	sets.Puzzlekit{Name: cmp.Or(kind.Set, kind.Title)}.Append(&out, 0, 1, 1, "1", b.problem, b.solution)
	return out.String()
}

// item is the board as a puzzle.
func (b board) item(t testing.TB, kind *model.Kind) puzzle.Item {
	t.Helper()
	set, err := pencils.Of(kind).Read("made", strings.NewReader(b.set(kind)))
	alltest.Require(t, err == nil, "%s: %v", b.kind, err)
	return set.Items[0]
}

// TestBoards reads the boards in all formats: as they were meant, and written again as they stand.
func TestBoards(t *testing.T) {
	for _, kind := range pencil.Kinds() {
		alltest.Check(t, slices.ContainsFunc(boards, func(b board) bool { return b.kind == kind.Name }), "no board of %s", kind.Name)
	}
	for _, b := range boards {
		kind := kindOf(b.kind)
		if kind == nil {
			continue
		}
		item := b.item(t, kind)
		bad := item.Check(item.Solution)
		alltest.Check(t, bad == nil, "%s: the solution breaks %v", b.kind, bad)
		alltest.Check(t, item.Text() == b.problem && item.Puzzle.(*model.Puzzle).SolutionText(item.Solution) == b.solution,
			"%s: %s", b.kind, item.Text())
		alltest.Check(t, (len(pencils.Of(kind).Addresses) == 0) == (b.address == ""), "%s: address %q", b.kind, b.address)
		for _, format := range pencils.Of(kind).Formats {
			want := map[string]string{"puzzlekit": b.set(kind), "text": b.problem + "\n", "url": "https://puzz.link/p?" + b.address + "\n"}[format.Name]
			set, err := pencils.Of(kind).Read("made", strings.NewReader(want))
			if err != nil || set.Len() != 1 || set.Items[0].Hash() != item.Hash() {
				t.Errorf("%s: %s is read as %v, %v", b.kind, want, set.Items, err)
				continue
			}
			set.Items[0].Solution = item.Solution
			var out bytes.Buffer
			err = format.Write(&out, set)
			alltest.Check(t, err == nil && out.String() == want, "%s: written in %s as %q, %v", b.kind, format.Name, out.Bytes(), err)
		}
	}
}

// TestMoreAddresses are addresses, encoded on paper, of what the boards do not have.
func TestMoreAddresses(t *testing.T) {
	for _, c := range []struct{ kind, address, text string }{
		// The down sum of a wall inside comes first; it has none, and 5 to the right. Columns that begin with a wall say nothing.
		{"kakuro", "kakuro/3/1/k05k959", "2 4\n- 9, - 5,\n,9 0 ,5 0"},
		// 19 is j, 20 is A; 0 is no sum.
		{"kakuro", "kakuro/2/1/l0Aj", "2 3\n- - 20,\n,19 0 0"},
		// Numbers from 16 on have two digits behind "-", from 256 on three behind "+".
		{"kuromasu", "kurodoko/v:/2/1/-11+111", "1 2\n17 273"},
		// A run of 20 cells is z, more begins anew.
		{"hashi", "hashikake/22/1/1z1", "1 22\n1" + strings.Repeat(" -", 20) + " 1"},
		// Arrows: one place; 17 has the direction down, 2, and 5; a blocked cell is a clue without number; 256 to
		// the left, 3, is behind "-".
		{"yajilin", "yajilin/4/1/a7110.-3100", "1 4\n- 17s x 256w"},
		// The last single digit is z, 35; 36 is 10 to the base 36.
		{"hitori", "hitori/2/1/z-10", "1 2\n35 36"},
		// Trees: nothing outside (20 and 1 places); a tree with 17 places behind it is h; one more is i; a tree.
		{"tent", "tents/20/1/zghi0", "1 20\n-" + strings.Repeat(" -", 19) + "\n-\nx" + strings.Repeat(" -", 18) + " x"},
		// Eight places outside, then what is given in cells.
		{"skyscraper", "building/2/2/n1h2", "2 2 2\n- -\n- -\n- -\n- -\n1 -\n- 2"},
		// Nothing blocked is nothing at all.
		{"simpleloop", "simpleloop/2/2/", "2 2\n- -\n- -"},
		// 0, 1 with one place behind it, and 1 at the end.
		{"slitherlink", "slitherlink/4/1/06b", "1 4\n0 1 - 1"},
	} {
		kind := kindOf(c.kind)
		set, err := pencils.Of(kind).Read("made", strings.NewReader("https://puzz.link/p?"+c.address))
		if err != nil || set.Items[0].Text() != c.text {
			t.Errorf("%s is read as %v, %v", c.address, set.Items, err)
			continue
		}
		// Behind the name it is written as it was.
		format := alltest.Must(pencils.Of(kind).Format("url"))(t)
		var b bytes.Buffer
		_, body, _ := strings.Cut(strings.Replace(c.address, "v:/", "", 1), "/")
		if err := format.Write(&b, set); err != nil || b.String() != "https://puzz.link/p?"+pencils.Of(kind).Addresses[0]+"/"+body+"\n" {
			t.Errorf("%s is written as %s, %v", c.address, b.Bytes(), err)
		}
	}
}

// TestWrongAddresses: errors say where, and what was expected.
func TestWrongAddresses(t *testing.T) {
	for _, c := range []struct{ kind, address, want string }{
		{"slitherlink", "x?nurikabe/2/2/h", "made:1:3: expected Slitherlink, found an address of Nurikabe"},
		{"slitherlink", "slither/2/2", `made:1:12: expected / after the number of rows, found the end of the address`},
		{"slitherlink", "\n slither/2/2/f", `made:2:14: expected a hexadecimal digit up to e, . or a letter from g to z, found 'f'`},
		{"slitherlink", "slither/2/2/g", `made:1:14: expected 3 more signs, found the end of the address`},
		{"slitherlink", "slither/2/2/gz", `made:1:14: expected 3 more signs, found 20`},
		{"shikaku", "shikaku/2/1/1-1", `made:1:14: expected 2 hexadecimal digits after -, found "1"`},
		{"masyu", "mashu/3/1/r", `made:1:11: expected a character from 0 to q, found 'r'`},
		{"lits", "lits/2/2/0w", `made:1:11: expected a character from 0 to v, found 'w'`},
		{"yajilin", "yajilin/2/1/1g", `made:1:13: expected 1 hexadecimal digit of an arrow, found "g"`},
		{"yajilin", "yajilin/2/1/01a", `made:1:13: expected a direction from 1 to 4, found 0`},
		{"yajilin", "yajilin/2/1/-51", `made:1:14: expected a direction from 0 to 4, found '5'`},
		{"hitori", "hitori/2/1/1_", `made:1:13: expected a digit, a small letter, -, . or @, found '_'`},
		{"kakuro", "kakuro/2/1/lz", `made:1:13: expected a sum: a digit, a letter from a to j, a capital or -, found 'z'`},
		{"kakuro", "kakuro/2/1/m", `made:1:13: expected no more cells, found 1`},
		{"starbattle", "starbattle/2/1/x/0", `made:1:16: expected a number and /, found "x/0"`},
		{"tent", "tents/2/1/i!", `made:1:12: expected a digit or a small letter, found '!'`},
		{"heyawake", "heyawake/2/1/012", `made:1:16: expected the end, found "2"`},
		{"skyscraper", "skyscrapers/2/2/n1j", `made:1:19: expected 3 more signs, found 4`},
		{"binairo", "binairo/2/2/4", "made:1:1: addresses of Binairo are not read"},
		// What the rules refuse stands where it was read.
		{"suguru", "1 1\n9\na", "made:2:1: expected a number that fits into the cell, found \"9\""},
		{"hakyuu", "ripple/2/1/03g", "made:1:13: expected a number that fits into the cell, found \"3\""},
		{"slitherlink", "slither/2/2/jj", `made:1:14: expected the end, found "j"`},
	} {
		_, err := pencils.Of(kindOf(c.kind)).Read("made", strings.NewReader(c.address))
		var parse *puzzle.ParseError
		alltest.Check(t, errors.As(err, &parse) && err.Error() == c.want, "%q: %v", c.address, err)
	}
}

// TestUnsaid: what an address cannot say is refused, with the reason.
func TestUnsaid(t *testing.T) {
	for _, c := range []struct{ kind, text, want string }{
		{"skyscraper", "2 2 1\n- -\n- -\n- -\n- -\n- -\n- -", `skyscraper 1: an address cannot say "1" where it means 2`},
		{"skyscraper", "2 2 2 D\n- -\n- -\n- -\n- -\n- -\n- -", `skyscraper 1: an address cannot say "2 D" where it means 2`},
		{"hitori", "1 1\n1296", `hitori 1: an address cannot say "1296" in row 1, column 1 of the clues`},
		{"hitori", "1 2\n1 z", `hitori 1: an address cannot say "z" in row 1, column 2 of the clues`},
		{"kakuro", "2 2\n- 46,\n,1 0", `kakuro 1: an address cannot say "46," in row 1, column 2 of the clues`},
		{"kakuro", "2 2\n- ,3\n,1 0", `kakuro 1: an address cannot say ",3" in row 1, column 2 of the clues`},
		{"kakuro", "2 2\n0 0\n0 0", `kakuro 1: an address cannot say "0" in row 1, column 1 of the clues`},
		{"kakuro", "1 2\n0 0", `kakuro 1: an address cannot say a board of 1x2`},
		{"kakuro", "2 3\n- 3, -\n- - -", `kakuro 1: an address cannot say "3," in row 1, column 2 of the clues`},
		{"norinori", "1 2\n- 2\n1 1", `norinori 1: an address cannot say "2" in row 1, column 2 of the clues`},
		{"akari", "1 1\n5", `akari 1: an address cannot say "5" in row 1, column 1 of the clues`},
	} {
		kind := pencils.Of(kindOf(c.kind))
		set, err := kind.Read("made", strings.NewReader(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.kind, err)
			continue
		}
		format := alltest.Must(kind.Format("url"))(t)
		var b bytes.Buffer
		err = format.Write(&b, set)
		alltest.Check(t, err != nil && err.Error() == c.want, "%s is written as %q, %v", c.text, b.Bytes(), err)
	}
}

// TestIncomplete: a solution that is none is neither read nor written.
func TestIncomplete(t *testing.T) {
	kind := pencils.Of(pencil.SimpleLoop)
	loop := boards[slices.IndexFunc(boards, func(b board) bool { return b.kind == "simpleloop" })]
	text := strings.Replace(loop.set(pencil.SimpleLoop), "se ew", "? ew", 1)
	want := `made:8:19: expected a sign of a solution, found "?"`
	_, err := kind.Read("made", strings.NewReader(text))
	alltest.Check(t, err != nil && err.Error() == want, "%v", err)
	item := loop.item(t, pencil.SimpleLoop)
	for _, c := range []struct {
		board puzzle.Grid
		want  string
	}{
		{puzzle.NewGrid(item.Size(), puzzle.Unset), "simpleloop 1: cannot write the solution: r1c1 has no value"},
		{puzzle.NewGrid(puzzle.Size{Rows: 1, Cols: 1}, 0), "simpleloop 1: cannot write the solution: the board has 1x1 cells, the puzzle 3x3"},
	} {
		err := kind.Formats[0].Write(&bytes.Buffer{}, puzzle.Set{Items: []puzzle.Item{{Puzzle: item.Puzzle, Solution: c.board}}})
		alltest.Check(t, err != nil && err.Error() == c.want, "%v, want %s", err, c.want)
	}
}
