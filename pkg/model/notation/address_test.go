package notation_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/notation"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/puzzle/sets"
)

var (
	clues   = []*model.Part{model.Clues}
	corner  = &model.Part{Name: "corners", At: model.AtCorners}
	regions = []*model.Part{model.Clues, model.Regions}
)

// simple is a kind of cells that are shaded, a, or not.
func simple(name string, parts []*model.Part, unknown bool) *model.Kind {
	return &model.Kind{
		Name: name, Title: puzzle.Capital(name), Parts: parts, Unknown: unknown,
		Declare: func(m *model.Model, _ *model.Instance) { m.Cells(model.Shade, 2, nil) },
		Sign:    func(_ *model.Instance, _ int, values []int) string { return []string{model.None, "a"}[values[0]] },
	}
}

func read(t *testing.T, kind *model.Kind, text string) *model.Puzzle {
	t.Helper()
	p := alltest.Must(kind.New("1", "typed", text))(t)
	return p
}

// coded is a kind for each code of addresses.
var coded = map[string]sets.Kind{}

// declared are the kinds of coded.
var declared = map[string]*model.Kind{}

func init() {
	for name, k := range map[string]struct {
		parts  []*model.Part
		header int
		body   []notation.Code
	}{
		"numbers": {clues, 0, []notation.Code{notation.Numbers("?", model.Clues)}},
		"beside":  {[]*model.Part{model.Above, model.Left}, 0, []notation.Code{notation.Numbers("?", model.Left, model.Above)}},
		"small":   {[]*model.Part{corner}, 0, []notation.Code{notation.Small("?", corner)}},
		"pearls":  {clues, 0, []notation.Code{notation.Pearls(model.Clues)}},
		"dots":    {clues, 0, []notation.Code{notation.Marks(model.Clues, "x")}},
		"trees":   {clues, 0, []notation.Code{notation.Trees(model.Clues, "t")}},
		"letters": {clues, 0, []notation.Code{notation.Letters(model.Clues)}},
		"arrows":  {clues, 0, []notation.Code{notation.Arrows(model.Clues)}},
		"rooms":   {regions, 0, []notation.Code{notation.Borders(), notation.Rooms(model.Clues)}},
		"areas":   {regions, 0, []notation.Code{notation.Borders()}},
		"centres": {clues, 0, []notation.Code{notation.Centres(model.Clues)}},
		"count":   {clues, 2, []notation.Code{notation.Count(), notation.Marks(model.Clues, "x")}},
		"maybe":   {clues, 0, []notation.Code{notation.Maybe(notation.Numbers("?", model.Clues))}},
		"full":    {clues, 1, []notation.Code{notation.Marks(model.Clues, "x"), notation.Full()}},
		"sums":    {clues, 0, []notation.Code{notation.Sums(model.Clues)}},
	} {
		kind, ad := simple(name, k.parts, false), &notation.Address{Name: name, Also: []string{name + "-old"}, Body: k.body, Flags: map[rune]string{'b': "", 'd': "odd"}}
		kind.Header = k.header
		if name == "trees" {
			ad.Tail = "voids"
		}
		declared[name], coded[name] = kind, notation.Of(kind, ad)
	}
}

// written is a puzzle as an address.
func written(t *testing.T, p puzzle.Puzzle) (string, error) {
	t.Helper()
	format, err := coded[p.Kind()].Format("url")
	alltest.OK(t, err)
	var b bytes.Buffer
	err = format.Write(&b, puzzle.Set{Name: "s", Items: []puzzle.Item{{Puzzle: p}}})
	return strings.TrimSuffix(strings.TrimPrefix(b.String(), "https://puzz.link/p?"), "\n"), err
}

// some are so many signs "-".
func some(n int) string { return strings.TrimSpace(strings.Repeat("- ", n)) }

// TestCodes: addresses and the texts that they mean, encoded on paper.
func TestCodes(t *testing.T) {
	for address, text := range map[string]string{
		"numbers/4/1/3g-1fg":       "1 4\n3 - 31 -",
		"numbers/3/2/f-10-ff+100h": "2 3\n15 16 255\n256 - -",
		"numbers/2/1/.+fff":        "1 2\n? 4095",
		"numbers/26/1/zk1":         "1 26\n" + some(25) + " 1",
		"beside/2/1/h.":            "1 2\n- ?\n-",
		"beside/1/2/12-1f":         "2 1\n31\n1 2",
		// Nine corners: 0 with two bare ones, 2·5; 1 with one, 6; 2 with two, 12; and one more.
		"small/2/2/a6cg":  "2 2\n0 - -\n1 - 2\n- - -",
		"small/2/2/h3.ie": "2 2\n- - 3\n? - -\n- 4 -",
		"small/1/1/8e":    "1 1\n3 -\n4 -",
		// Three places are a number of base 3: 120, 200.
		"pearls/2/2/fi": "2 2\nw b\n- b",
		"pearls/3/1/0":  "1 3\n- - -",
		// Five places are one of base 2: 10001, 1.
		"dots/3/2/hg": "2 3\nx - -\n- x x",
		"dots/3/2/":   "2 3\n- - -\n- - -",
		// One with one bare place behind it; i is one bare place, and z are eighteen.
		"trees/3/2/i03":       "2 3\n- t t\n- - -",
		"trees/21/1/hk":       "1 21\nt " + some(20),
		"trees/41/1/zzl0":     "1 41\n" + some(40) + " t",
		"letters/5/1/5z-10.@": "1 5\n5 35 36 - ?",
		// North, south, west and east are 1 to 4, and 5 more with two digits.
		"arrows/7/1/a420.610-312ca24": "1 7\n- 2e x 16n 300w - 4s",
		"arrows/28/1/za1f":            "1 28\n" + some(27) + " 15n",
		"arrows/1/2/9ff-1100":         "2 1\n255e\n256n",
		// 11 between columns, none between rows.
		"rooms/2/2/o05g": "2 2\n5 -\n- -\n1 2\n1 2",
		"rooms/2/2/0og.": "2 2\n- -\n? -\n1 1\n2 2",
		// 01 and 11 between columns, 101 between rows.
		"areas/3/2/ek": "2 3\n- - -\n- - -\n1 1 2\n3 1 4",
		// 5×3 places in and between the cells: dots are at 0 with one bare place behind it, which is 2·1 for a white dot; at 2 with
		// six, c; at 9, below the third cell, with none; and at 10 with nothing but bare places behind it, as if there were seven, e.
		"centres/3/2/2c0e": "2 3\n0 0 2\n0 - -",
		"centres/3/2/2ek":  "2 3\n0 0 -\n- - -",
		"count/2/1/12/8":   "1 2 12\n- x",
		"maybe/3/1/":       "1 3\n- - -",
		"maybe/3/1/g2g":    "1 3\n- 2 -",
		"full/2/1/g":       "1 2 2\nx -",
		// Three white cells; 16 below and 23 to the right; then the sums above and to the left.
		"sums/2/2/mgD3452": "3 3\n- 3, 4,\n,5 0 0\n,2 0 16,23",
		"sums/2/1/04.":     "2 3\n- - -\n- ,4 -",
	} {
		name, _, _ := strings.Cut(address, "/")
		set, err := coded[name].Read("in", strings.NewReader(address))
		if err != nil || set.Items[0].Text() != text {
			t.Errorf("%s is read as %v, %v; want %q", address, set.Items, err, text)
			continue
		}
		got, err := written(t, set.Items[0].Puzzle)
		alltest.Check(t, got == address && err == nil, "%q is written as %s, %v, want %s", text, got, err, address)
	}
}

// TestCodesRandom writes random tables as addresses and reads them again, and the other way round: what is read as a puzzle
// has an address that means the same.
func TestCodesRandom(t *testing.T) {
	signs := map[string]string{
		"numbers": "- - - 0 1 9 15 16 255 256 4095 ?", "beside": "- 3 ? 17", "small": "- - - 0 1 2 3 4 ?", "pearls": "- w b", "dots": "- x",
		"trees": "- - - - - - - - - t", "letters": "- 0 9 10 35 36 1295 ?", "arrows": "- - - x 0n 15s 16w 255e 256n 4095w", "count": "- x",
		"full": "- x", "sums": "- 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", "maybe": "- - - - 7", "rooms": "- - - ? 0 4 17",
	}
	for name, kind := range declared {
		for seed := range uint64(60) {
			r := rand.New(rand.NewPCG(seed, 3))
			size := puzzle.Size{Rows: 1 + r.IntN(6), Cols: 1 + r.IntN(9)}
			if name == "sums" { // its first row and column are beside the board
				size = puzzle.Size{Rows: 1 + size.Rows, Cols: 1 + size.Cols}
			}
			header := map[string][]string{"count": {fmt.Sprint(r.IntN(30))}, "full": {fmt.Sprint(size.Cols)}}[name]
			in, err := kind.Blank(size, header...)
			alltest.OK(t, err)
			if in.Has(model.Regions) {
				in.Divide(r, 1+r.IntN(size.Cells()), 1, 9)
			}
			words := strings.Fields(signs[name])
			for _, part := range kind.Parts {
				rows, cols := part.Of(size)
				for i := range rows * cols {
					if part != model.Regions && len(words) > 0 && (name != "rooms" || first(in, i)) && (name != "sums" || i >= cols && i%cols > 0) {
						in.Put(part, i, words[r.IntN(len(words))])
					}
				}
			}
			p := read(t, kind, in.Text())
			address, err := written(t, p)
			alltest.Require(t, err == nil, "%s: %v", in.Text(), err)
			set, err := coded[name].Read("in", strings.NewReader(address))
			alltest.Require(t, err == nil && set.Items[0].Text() == p.Text() && set.Warnings == nil,
				"%q is written as %s, which is read as %v, %v", p.Text(), address, set, err)
			var b strings.Builder
			for range r.IntN(12) {
				b.WriteByte("0123456789abcdefghijklmnopqrstuvwxyzABCZ-+.@%/"[r.IntN(46)])
			}
			set, err = coded[name].Read("in", strings.NewReader(fmt.Sprintf("%s/%d/%d/%s", name, 1+r.IntN(3), 1+r.IntN(3), b.String())))
			if err != nil {
				alltest.Check(t, strings.HasPrefix(err.Error(), "in:1:"), "%s: %v", b.String(), err)
				continue
			}
			address, err = written(t, set.Items[0].Puzzle)
			again, err2 := coded[name].Read("in", strings.NewReader(address))
			if err != nil || err2 != nil || again.Items[0].Hash() != set.Items[0].Hash() {
				t.Errorf("%s: %q, %v, is written as %s, %v", b.String(), set.Items[0].Text(), err, address, err2)
			}
		}
	}
}

// first says whether a cell is the first of its region.
func first(in *model.Instance, cell int) bool {
	areas, of := in.Areas(nil)
	return areas[of[cell]].Cells[0] == cell
}

// TestCodesRead: addresses that are no puzzle, with what was expected where, and those that say it in another way than they
// are written, with the text and what was left out.
func TestCodesRead(t *testing.T) {
	for _, c := range puzzletest.ReadCases(t, "read.txt") {
		name, _, _ := strings.Cut(c[0], "/")
		set, err := coded[strings.TrimSuffix(name, "-old")].Read("in", strings.NewReader(c[0]))
		got, warnings := "", ""
		if err != nil {
			got = err.Error()
		} else {
			got = set.Items[0].Text()
		}
		for _, w := range set.Warnings {
			warnings += w.Error()
		}
		alltest.Check(t, got == c[1] && warnings == c[2], "%s: %q, %q; want %q, %q", c[0], got, warnings, c[1], c[2])
	}
}

// TestCodesWritten: what an address cannot say is refused, and names its place.
func TestCodesWritten(t *testing.T) {
	for _, c := range puzzletest.ReadCases(t, "written.txt") {
		p, err := declared[c[0]].New("7", "typed", c[1])
		alltest.OK(t, err)
		got, err := written(t, p)
		if err != nil {
			got = err.Error()
		}
		alltest.Check(t, got == c[2], "%q: %s, want %s", c[1], got, c[2])
	}
}
