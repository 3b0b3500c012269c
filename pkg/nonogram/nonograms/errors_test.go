package nonograms

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
)

// TestForms reads the forms that puzzles are met in, finding out which they
// are. Each puzzle is written as its id, its rows and its columns.
func TestForms(t *testing.T) {
	for _, c := range puzzletest.ReadCases(t, "forms.txt") {
		name, text, want := c[0], c[1], c[2:]
		t.Run(name, func(t *testing.T) {
			set, err := Kind.Read("in", strings.NewReader(text))
			if len(want) == 0 {
				alltest.Check(t, err != nil, "read as %d puzzles", set.Len())
				return
			}
			alltest.OK(t, err)
			var got []string
			for _, item := range set.Items {
				rows, cols := sides(item.Puzzle.(*nonogram.Puzzle))
				got = append(got, fmt.Sprint(item.ID(), " ", rows, " ", cols))
			}
			alltest.Check(t, slices.Equal(got, want), "got  %q\nwant %q", got, want)
		})
	}
}

// TestWarnings: what readers assume or leave out.
func TestWarnings(t *testing.T) {
	const non = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"
	for text, want := range map[string][]string{
		"license\nby me\n" + non:                              nil,
		"secret 5\nnote\n% x\nsecret 6\n" + non:               {`in:1:1: the key "secret" is not known: its line is left out`, `in:2:1: the key "note" is not known: its line is left out`},
		non + "rating 5\n":                                    {`in:7:1: the key "rating" is not known: its line is left out`},
		`{"rows": [[1]], "columns": [[1]], "author": "me"}`:   {`in:1:35: the member "author" is left out`},
		`{"c": {"rows": [[1]], "columns": [[1]], "by": 1}}`:   {`in:1:41: the member "by" is left out`},
		`{"ver": [[1]], "hor": [[1]]}`:                        {`in:1:2: "ver" is read as the clues of rows, and "hor" as those of columns`},
		`{"clues": {"horizontal": [[1]], "vertical": [[1]]}}`: {`in:1:12: "horizontal" is read as the clues of rows, and "vertical" as those of columns`},
	} {
		set, err := Kind.Read("in", strings.NewReader(text))
		alltest.Check(t, err == nil, "%q: %v", text, err)
		var got []string
		for _, w := range set.Warnings {
			got = append(got, w.Error())
		}
		alltest.Check(t, slices.Equal(got, want), "%q: warnings %q, want %q", text, got, want)
	}
}

// TestColours reads palettes.
func TestColours(t *testing.T) {
	for text, want := range map[string]string{
		"color r #ff0000\ncolor 0 #eeeeee\nwidth 1\nheight 1\nrows\n1r\ncolumns\n1r\n":                                       "white #eeeeee, r #ff0000",
		"width 1\nheight 1\nrows\n1\ncolumns\n1\n":                                                                           "white #ffffff, black #000000",
		"color v #orange\\black\nwidth 1\nheight 1\nrows\n1v\ncolumns\n1v\n":                                                 "white #ffffff, orange\\black #7f5200",
		"width 2\nheight 1\nrows\n1k,1x\ncolumns\n1k\n1x\n":                                                                  "white #ffffff, k #000000, x #0072b2",
		"#d\n 0: #ddd\n a:# navy\n: r\n1a\n: c\n1a\n":                                                                        "ddd #dddddd, navy #000080",
		`<puzzle defaultcolor="red"><color name="red" char="r">f00</color><solution><image>|r.|</image></solution></puzzle>`: "white #ffffff, red #ff0000",
		`<puzzle defaultcolor="red" backgroundcolor="sky"><color name="sky" char="s">00f</color><color name="red" char="r">f00</color><solution><image>|rs|</image></solution></puzzle>`: "sky #0000ff, red #ff0000",
	} {
		set, err := Kind.Read("in", strings.NewReader(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		var got []string
		for _, ink := range set.Items[0].Puzzle.(*nonogram.Puzzle).Palette() {
			got = append(got, ink.Name+" "+ink.Hex())
		}
		alltest.Check(t, strings.Join(got, ", ") == want, "%q: %q, want %q", text, strings.Join(got, ", "), want)
	}
}

// TestErrors: malformed input of every kind, and the place and words of the
// error.
func TestErrors(t *testing.T) { formats.Errors(t, "errors.txt") }

// grid reads a board: '.' blank, digits colours.
func grid(rows ...string) puzzle.Grid {
	g := puzzle.NewGrid(puzzle.Size{Rows: len(rows), Cols: len(rows[0])}, nonogram.Blank)
	for i, c := range []byte(strings.Join(rows, "")) {
		if c != '.' {
			g.Values[i] = c - '0'
		}
	}
	return g
}

// clues reads clues without colours.
func clues(texts ...string) (out []nonogram.Clue) {
	for _, text := range texts {
		out = append(out, noInks.clue("", textLine{text: text}))
	}
	return out
}

// TestWriteRefuses lists what writers must not write.
func TestWriteRefuses(t *testing.T) {
	item := func(id string, palette []nonogram.Ink, rows ...string) puzzle.Item {
		board := grid(rows...)
		p := alltest.Must(nonogram.FromPicture(id, board, palette))(t)
		return puzzle.Item{Puzzle: p, Solution: board}
	}
	red := append(nonogram.BlackAndWhite()[:1], nonogram.Ink{Name: "red", RGB: [3]uint8{255, 0, 0}})
	wrong, bare := item("a", nil, "1"), item("a", nil, "1")
	wrong.Solution, bare.Solution = grid("."), puzzle.Grid{}
	wide := alltest.Must(nonogram.New("wide", clues("300"), clues("1", "", ""), nil))(t)
	crowded := alltest.Must(nonogram.New("crowded", clues("1 1 1"), clues("", "", ""), nil))(t)
	odd := alltest.Must(nonogram.New("odd", clues("1 1"), clues("1 1"), nil))(t)
	var all []string
	for _, f := range Kind.Formats {
		all = append(all, f.Name)
	}
	black := []nonogram.Ink{{Name: "black", RGB: [3]uint8{}}, {Name: "black", RGB: [3]uint8{}}}
	formats.Refuses(t, "nothing wrong", []puzzle.Item{item("a", nil, "1")}, nil)
	formats.Refuses(t, "nothing at all", nil, all)
	formats.Refuses(t, "no nonogram", []puzzle.Item{{}}, all)
	formats.Refuses(t, "two puzzles", []puzzle.Item{item("a", nil, "1"), item("b", nil, ".")}, []string{"olsak", "nin", "mk", "keen", "puzzlekit", "pbm", "png"})
	formats.Refuses(t, "one id twice", []puzzle.Item{item("a", nil, "1"), item("a", nil, ".")}, []string{"non", "webpbn", "json", "olsak", "batch", "nin", "mk", "keen", "puzzlekit", "pbm", "png"})
	formats.Refuses(t, "no id", []puzzle.Item{item("", nil, "1")}, []string{"webpbn", "batch"})
	formats.Refuses(t, "an id of two lines", []puzzle.Item{item("a\nb", nil, "1")}, []string{"batch"})
	formats.Refuses(t, "an id that XML cannot hold", []puzzle.Item{item("\x01", nil, "1")}, []string{"webpbn"})
	formats.Refuses(t, "colours", []puzzle.Item{item("a", red, "1")}, []string{"batch", "nin", "mk", "keen", "puzzlekit", "url", "pbm"})
	formats.Refuses(t, "colours that look the same", []puzzle.Item{item("a", black, "1.")}, []string{"batch", "nin", "mk", "keen", "puzzlekit", "url", "pbm", "png"})
	formats.Refuses(t, "no square", []puzzle.Item{item("a", nil, "11")}, []string{"batch"})
	formats.Refuses(t, "no solution", []puzzle.Item{bare}, []string{"pbm", "png"})
	formats.Refuses(t, "a wrong solution", []puzzle.Item{wrong}, []string{"pbm", "png"})
	formats.Refuses(t, "a block too long for addresses", []puzzle.Item{{Puzzle: wide}}, []string{"batch", "url", "pbm", "png"})
	formats.Refuses(t, "more blocks than fit", []puzzle.Item{{Puzzle: crowded}}, []string{"batch", "url", "pbm", "png"})
	formats.Refuses(t, "clues like a solution", []puzzle.Item{{Puzzle: odd}}, []string{"batch", "url", "pbm", "png"})
}

// TestKeepsTitlesAndLooks: what formats keep beside what puzzletest asks for.
func TestKeepsTitlesAndLooks(t *testing.T) {
	palette := []nonogram.Ink{{Name: "sand", RGB: [3]uint8{250, 240, 200}}, {Name: "green", RGB: [3]uint8{0, 128, 0}}, {Name: "red", RGB: [3]uint8{255, 0, 0}}}
	board := grid("12.", "2..")
	p := alltest.Must(nonogram.FromPicture("a", board, palette))(t)
	set := puzzle.Set{Name: "s", Items: []puzzle.Item{{Puzzle: p.Titled(`Tom & "Kim" <x>`), Solution: board}}}
	for format, want := range map[string]struct {
		title bool
		names []string
	}{
		"non":    {true, []string{"white", "g", "r"}},
		"webpbn": {true, []string{"sand", "green", "red"}},
		"json":   {true, []string{"sand", "green", "red"}},
		"olsak":  {false, []string{"sand", "green", "red"}},
		"png":    {false, []string{"#faf0c8", "green", "red"}},
	} {
		f, err := Kind.Format(format)
		alltest.OK(t, err)
		var b strings.Builder
		if err := f.Write(&b, set); err != nil {
			t.Errorf("%s: %v", format, err)
			continue
		}
		again, err := Kind.Read("s", strings.NewReader(b.String()))
		if err != nil {
			t.Errorf("%s: %v", format, err)
			continue
		}
		q := again.Items[0].Puzzle.(*nonogram.Puzzle)
		title := map[bool]string{true: `Tom & "Kim" <x>`}[want.title]
		alltest.Check(t, q.Title() == title, "%s: the title %q", format, q.Title())
		for i, ink := range q.Palette() {
			alltest.Check(t, ink.RGB == palette[i].RGB && ink.Name == want.names[i], "%s: colour %d is %v", format, i, ink)
		}
	}
}

// TestFormatBeforeAddress: what begins as a format does is no address, whatever stands in it.
func TestFormatBeforeAddress(t *testing.T) {
	for text, want := range map[string]string{
		"$!&a/\n0\n0\n": "batch", `{"source":"https://a/b","rows":[[1]],"columns":[[1]]}`: "json",
		"<puzzle><source>https://a/b</source></puzzle>": "webpbn", "<https://puzz.link/p?nonogram/1/1/11>": "url",
	} {
		alltest.Equal(t, detect([]byte(text)), want, "%q is taken for", text)
	}
}
