package nonograms

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
)

// TestForms reads the forms that puzzles are met in, finding out which they
// are. Each puzzle is written as its id, its rows and its columns.
func TestForms(t *testing.T) {
	// corner is one picture, ".#" over "##", in every format.
	const corner = "1 [1 2] [1 2]"
	tests := []struct {
		name, text string
		want       []string
	}{
		{"Simpson's", "catalogue \"a &quot;b&quot;\"\nby \"me\"\nwidth 2\nheight 2\n\nrows\n1\n2\n\ncolumns\n1\n2\n", []string{`a "b" [1 2] [1 2]`}},
		{"columns first, blank lines", "width 2\nheight 2\ncolumns\n\n1\n\n2\nrows\n1\n2\n", []string{corner}},
		{"blank lines that are clues", "width 3\nheight 2\nrows\n1 1\n\ncolumns\n1\n\n1\n", []string{"1 [1 1 0] [1 0 1]"}},
		{"lines that nobody knows", "%!\nwidth 2\nsecret 5\nheight 2\nrows\n1\n2\nnote this\ncolumns\n1\n2\n", []string{corner}},
		{"colours", "color r #ff0000\nwidth 2\nheight 1\nrows\n1r,1k\ncolumns\n1r\n1k\n", []string{"1 [1 1:2] [1 1:2]"}},
		{"nonny", "color white ffffff .\ncolor black 000000 X\ncolor red ff0000 r\nwidth 2\nheight 1\nrows\nred 1 black 1\ncolumns\nred 1\nblack 1\n", []string{"1 [1:2 1] [1:2 1]"}},
		{"keys without a value", "title\nby\nlicense\ncatalogue\ngrade\nwidth 2\nheight 2\nrows\n1\n2\ncolumns\n1\n2\ngoal\n", []string{corner}},
		{"keys in capitals, sizes behind rows and columns", "Title x\nROWS 2\nColumns 2\nrows\n1\n2\ncolumns\n1\n2\n", []string{corner}},
		{"a bundle", "catalogue \"a\"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n====\ncatalogue \"a\"\nwidth 1\nheight 1\nrows\n0\ncolumns\n0\n=====\n====\n", nil},
		{"a bundle with one origin", "catalogue \"a\"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n====\ncatalogue \"a\"\nwidth 1\nheight 1\nrows\n0\ncolumns\n0\n", []string{"a [1] [1]", "2 [0] [0]"}},
		{"a tournament's batch", "$7\n1\n2\n1\n2\n$8\n1\t1\n0\n0\n1\n", []string{"7 [1 2] [1 2]", "8 [0 1] [1 1 0]"}},
		{"a tournament's solutions", "$7\n0\t1\n1\t1\n$8\n01\n11\n", []string{"7 [1 2] [1 2]", "8 [1 2] [1 2]"}},
		{"nin", "2 2\n1\n2\n1\n2\n", []string{corner}},
		{"nin, wide", "3 1\n1 1\n1\n0\n1\n", []string{"1 [1 1] [1 0 1]"}},
		{"mk", "1 3\n1 1\n#\n1\n\n1\n", []string{"1 [1 1] [1 0 1]"}},
		{"rows and columns apart", "1\n2\n\n1\n2\n", []string{corner}},
		{"Olšák's", "A comment: of two\nlines\n: rows\n1\n2\n: columns\n1\n2\n: end\n5\n", []string{corner}},
		{"Olšák's with colours", "#D\n 0: white\n 1:* black\n r:# #ff0000 red\n g:+ peru\n: r\n1r 1\n\n: c\n1r\n1\n", []string{"1 [1:2 1 0] [1:2 1]"}},
		{"webpbn", `<?xml version="1.0" encoding="ISO-8859-1"?><puzzleset><puzzle><id>#1</id><note>&copy;</note><clues type="columns"><line><count>1</count></line><line><count>2</count></line></clues><clues type="rows"><line><count>1</count></line><line><count>2</count></line></clues></puzzle></puzzleset>`, []string{"#1 [1 2] [1 2]"}},
		{"webpbn, a goal only", "<puzzle><solution type=\"goal\"><image>\n|.X|\n|[X]X|\n</image></solution></puzzle>", []string{corner}},
		{"webpbn, white on black", `<puzzle defaultcolor="white" backgroundcolor="black"><clues type="columns"><line><count>1</count></line></clues><clues type="rows"><line><count>1</count></line></clues></puzzle>`, []string{"1 [1] [1]"}},
		{"JSON", `{"rows": [[1], [2]], "cols": [[1], [2]], "content": [0]}`, []string{corner}},
		{"JSON, several", `[{"id": 7, "rows": [[0]], "columns": [[]]}, {"rows": [[1]], "columns": [[1]]}]`, []string{"7 [0] [0]", "2 [1] [1]"}},
		{"JSON, colours", `{"palette": [["w", "#fff"], ["k", "#000"], ["r", "red"]], "rows": [[[1, 2], 1]], "columns": [[[1, 2]], [1]]}`, []string{"1 [1:2 1] [1:2 1]"}},
		{"JSON of a.teall.info: ver lists rows", `{"ver": [[3]], "hor": [[1], [1], [1]]}`, []string{"1 [3] [1 1 1]"}},
		{"JSON, horizontal lists rows", `{"vertical": [[1], [1], [1]], "horizontal": [[3]]}`, []string{"1 [3] [1 1 1]"}},
		{"JSON, row_clues", `{"row_clues": [[1], [2]], "col_clues": [[1], [2]], "width": 2, "rows": 2}`, []string{corner}},
		{"JSON, rowClues as texts", `{"rowClues": ["1", "2"], "colClues": ["", "1, 1"]}`, []string{"1 [1 2] [0 1 1]"}},
		{"JSON, clues inside", `{"name": "n", "clues": {"rows": [[1], [2]], "columns": [[1], [2]]}}`, []string{corner}},
		{"JSON, several inside", `{"a": {"rows": [[1]], "cols": [[1]]}, "b": [{"rowHints": [[1]], "topHints": [[1]]}]}`, []string{"a [1] [1]", "2 [1] [1]"}},
		{"JSON Lines", "{\"rows\": [[1]], \"cols\": [[1]]}\n{\"rows\": [[0]], \"cols\": [[]]}\n", []string{"1 [1] [1]", "2 [0] [0]"}},
		{"JSON, blocks that are objects", `{"colors": ["#fff", "#000", "#f00"], "rows": [[{"count": 1, "color": "#ff0000"}, {"length": 1}]], "columns": [[[1, "red"]], [1]]}`, []string{"1 [1:2 1] [1:2 1]"}},
		{"JSON, a solution of signs", `{"rows": [[1], [2]], "columns": [[1], [2]], "solution": [".#", "##"]}`, []string{corner}},
		{"JSON, a solution of true and false", `{"rows": [[1]], "columns": [[1], []], "goal": [[true, false]]}`, []string{"1 [1] [1 0]"}},
		{"an address", "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h", []string{"1 [2 1 1 1 1 2 0 1 1 3] [2 1 1 1 1 1 1 1 1 2 1 0]"}},
		{"PBM", "P1\n# a comment\n2 2\n01\n1 1", []string{corner}},
		{"raw PBM", "P4\n9 1\n\x80\xff", []string{"1 [1 1] [1 0 0 0 0 0 0 0 1]"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set, err := Kind.Read("in", strings.NewReader(tt.text))
			if tt.want == nil {
				if err == nil {
					t.Errorf("read as %d puzzles", set.Len())
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, item := range set.Items {
				rows, cols := sides(item.Puzzle.(*nonogram.Puzzle))
				got = append(got, fmt.Sprint(item.ID(), " ", rows, " ", cols))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
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
		`[{"rows": [[{"n": 1, "x": 2}]], "columns": [[1]]}]`:  {`in:1:22: the member "x" of a block is left out`},
	} {
		set, err := Kind.Read("in", strings.NewReader(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		var got []string
		for _, w := range set.Warnings {
			got = append(got, w.Error())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: warnings %q, want %q", text, got, want)
		}
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
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: %q, want %q", text, strings.Join(got, ", "), want)
		}
	}
}

// TestErrors: malformed input of every kind, and the place and words of the
// error.
func TestErrors(t *testing.T) {
	const head = "width 2\nheight 1\n"
	tests := []struct{ format, text, want string }{
		{"non", "", "in:1:1: expected a puzzle, found the end"},
		{"non", "rows\n1\ncolumns\n1\n", "in:4:2: expected height, found the end"},
		{"non", "height 1\nrows\n1\n", "in:3:2: expected width, found the end"},
		{"non", "width x\nheight 1\nrows\n", `in:1:7: expected a number from 1 to 1048576, found "x"`},
		{"non", "width 5000\nheight 5000\nrows\n", "in:2:8: expected at most 1048576 cells, found 5000x5000"},
		{"non", "width\n", "in:1:6: expected the value of width, found the end of the line"},
		{"non", "width 2\nwidth 3\n", "in:2:1: expected width once (==== begins another puzzle), found it again"},
		{"non", head + "rows x\n", `in:3:6: expected the end of the line, found "x"`},
		{"non", head + "rows 1\n", "in:3:1: expected height once (==== begins another puzzle), found it again"},
		{"non", "1\n" + head, `in:1:1: expected a key such as rows, found "1"`},
		{"non", head + "rows\n1\n1\n", "in:5:1: expected 1 rows, found more"},
		{"non", head + "rows\n1\ncolumns\n1\n", "in:6:1: expected 2 columns, found 1"},
		{"non", head + "rows\n", "in:3:1: expected 1 rows, found 0"},
		{"non", head + "rows\n1 0\n", `in:4:3: expected a block's length from 1 to 1048576, found "0"`},
		{"non", head + "rows\n1, -3\n", `in:4:4: expected a block's length from 1 to 1048576, found "-3"`},
		{"non", head + "rows\nred 1 blue\n", `in:4:7: expected a length after the colour "blue", found the end of the line`},
		{"non", "color r\n", "in:1:8: expected a key and a colour such as #ff0000, found the end of the line"},
		{"non", "color r #ff\n", `in:1:9: expected a colour such as #ff0000, found "#ff"`},
		{"non", "color 7 #ff0000\n", `in:1:7: expected a letter or a word for the colour, found "7"`},
		{"non", "color r #ff0000\ncolor r #ff0000\n", `in:2:7: expected at most 254 different colours, found another one, "r"`},
		{"non", head + "rows\n1\ncolumns\n1\n0\ngoal \"1\"\n", "in:8:7: expected a goal of 2 cells, found 1"},
		{"non", head + "rows\n1\ncolumns\n1\n0\ngoal 1x\n", `in:8:7: expected 0 or the sign of a colour, found 'x'`},
		{"non", head + "rows\n1\ncolumns\n1\n0\n====\n" + head + "====\n", "in:11:5: expected rows, found the end"},
		{"non", "catalogue 2\n" + head + "rows\n1\ncolumns\n1\n0\n====\n" + head + "rows\n1\ncolumns\n1\n0\n", `in:10:1: expected another id, found "2" a second time`},

		{"batch", "1\n", `in:1:1: expected $ and a number, found "1"`},
		{"batch", "$\n", `in:1:1: expected $ and a number, found "$"`},
		{"batch", "$1\n1\n1\n2\n", "in:1:1: expected as many rows as columns, found 3 lines"},
		{"batch", "$1\n1\n1\tx\n", `in:3:3: expected a block's length from 1 to 1048576, found "x"`},
		{"batch", "$1\n1\n1\n$1\n1\n1\n", `in:4:1: expected another id, found "1" a second time`},

		{"nin", "", "in:1:1: expected two numbers, the size of the board, found the end"},
		{"nin", "\n2\n", `in:2:1: expected two numbers, the size of the board (at most 1048576 cells), found "2"`},
		{"nin", "1 1\n1\n", "in:2:2: expected the clue of column 1 of 1, found the end"},
		{"nin", "1 1\n1\n1\n1\n", `in:4:1: expected the end, found "1"`},
		{"mk", "1 1\n1\n1\n", `in:3:1: expected # after 1 rows, found "1"`},
		{"mk", "1 1\n1\n", "in:2:2: expected #, found the end"},
		{"keen", "1\n", "in:1:2: expected a blank line and the clue of a column, found the end"},
		{"keen", "1\n\nx\n", `in:3:1: expected a block's length from 1 to 1048576, found "x"`},
		{"puzzlekit", "1 1\n1\n1\n1 2\nx x\n", "in:4:1: expected a solution of 1x1, found one of 1x2"},
		{"puzzlekit", "1 1\n1\n1\n1 1\ny\n", `in:5:1: expected x or -, found "y"`},
		{"puzzlekit", "1 2\n1\n1\n2\n1 2\nx\n", "in:6:2: expected 2 cells, found 1"},

		{"olsak", "nothing\n", "in:1:8: expected : and the clues of all rows, found the end"},
		{"olsak", ":\n1\n", "in:2:2: expected : and the clues of all columns, found the end"},
		{"olsak", ":\n:\n1\n", "in:1:1: expected clues after :, found none"},
		{"olsak", "#triddlers\n", `in:1:1: expected #d and colours (triangular boards are not read), found "#triddlers"`},
		{"olsak", "#d\n%:% red\n", `in:2:1: expected a letter and a colon, found "%:%"`},
		{"olsak", "#d\na:%\n", "in:2:4: expected a colour such as #ff0000, found the end of the line"},
		{"olsak", "#d\na:% #1\n", `in:2:5: expected a colour such as #ff0000, found "#1"`},

		{"webpbn", "", "in:1:1: expected a <puzzle>, found the end"},
		{"webpbn", "<puzzle>\n<id>", "in:2:5: expected XML: unexpected EOF"},
		{"webpbn", "<html></html>", "in:1:1: expected <puzzleset>, found <html>"},
		{"webpbn", `<puzzle type="triddler"></puzzle>`, `in:1:1: expected a puzzle of the type grid, found "triddler"`},
		{"webpbn", "<puzzle>\n<clues type=\"rows\"><line><count>?</count></line></clues></puzzle>", "in:2:33: expected the length of a block: blotted clues are not read"},
		{"webpbn", "<puzzle><clues type=\"rows\"><line><count>x</count></line></clues></puzzle>", `in:1:41: expected a block's length from 1 to 1048576, found "x"`},
		{"webpbn", `<puzzle><clues type="rows"><line><count color="red">1</count></line></clues></puzzle>`, `in:1:53: expected one of the puzzle's colours, found "red"`},
		{"webpbn", `<puzzle><clues></clues></puzzle>`, `in:1:9: expected clues of the type rows and of the type columns, each once, found ""`},
		{"webpbn", `<puzzle><color name="red">reddish</color></puzzle>`, `in:1:27: expected a colour such as ff0000, found "reddish"`},
		{"webpbn", `<puzzle><color>f00</color></puzzle>`, "in:1:9: expected a name of the colour, found none"},
		{"webpbn", `<puzzle><solution><image>|X?|</image></solution></puzzle>`, "in:1:26: expected a goal that is complete, found cells of several colours"},
		{"webpbn", `<puzzle><solution><image>|X|..|</image></solution></puzzle>`, "in:1:26: expected 1 cells in row 2 of the picture as in the first, found 2"},
		{"webpbn", `<puzzle><solution><image>|Y|</image></solution></puzzle>`, "in:1:26: expected the sign of a colour, found 'Y'"},
		{"webpbn", `<puzzle></puzzle>`, "in:1:1: nonogram 1: a board of 0x0: expected 1 to 1048576 cells"},

		{"json", "", "in:1:1: expected a puzzle or an array of puzzles, found the end"},
		{"json", "3", "in:1:1: expected a puzzle or an array of puzzles, found 3"},
		{"json", "[\n3]", "in:2:1: expected a puzzle, found 3"},
		{"json", `{"rows": [1]}`, "in:1:11: expected a clue such as [3, 1], found 1"},
		{"json", `{"rows": [[1, 0]]}`, "in:1:11: expected lengths from 1, or a lone 0, found a 0 among them"},
		{"json", `{"rows": [[-1]]}`, "in:1:12: expected a block's length from 0 to 1048576, found -1"},
		{"json", `{"rows": [[[1]]]}`, "in:1:12: expected a length and a colour, found 1 value"},
		{"json", `{"rows": [[{"color": 1}]]}`, `in:1:12: expected a block such as {"length": 2, "color": 1}, found the members "color"`},
		{"json", `{"rows": [[[1, "dark"]]]}`, `in:1:16: expected a colour of the palette, or such as #ff0000, found "dark"`},
		{"json", `{"rows": ["1 x"]}`, `in:1:11: expected lengths from 0 to 1048576 in a clue, found "1 x"`},
		{"json", `{"rows": [[1]], "cols": 2, "col_hints": [[1]]}`, `in:1:25: expected 1, as many columns as there are clues, found "2"`},
		{"json", `{"row_clues": [[1]], "colour_clues": [[1]]}`, `in:1:1: expected the clues of all columns, such as "columns": [[1, 2], …] (or "col_clues", "vertical"), found the members "row_clues", "colour_clues"`},
		{"json", `{"a": 1, "b": {"c": 2}}`, `in:1:1: expected the clues of all rows, such as "rows": [[1, 2], …] (or "row_clues", "horizontal"), found the members "a", "b"`},
		{"json", `{"rows": [[1]]`, "in:1:15: expected a member of the object or }, found the end"},
		{"json", `{"columns": [[1]], "cols": [[1]]}`, "in:1:20: expected columns once, found them again"},
		{"json", `{"palette": [["red"]]}`, `in:1:14: expected up to 255 names and colours such as ["red", "#ff0000"]`},
		{"json", `{"palette": [["red", "x"]]}`, `in:1:14: expected a colour such as #ff0000, found "x"`},
		{"json", `{"rows": [[1]], "columns": [[1]], "solution": [[1, 0]]}`, "in:1:35: expected a solution of 1x1, found one of 1x2"},
		{"json", `{"rows": [[1]], "columns": [[1]], "solution": [[2]]}`, "in:1:35: expected indices into the palette up to 1, found 2 at r1c1"},
		{"json", `{"rows": [[1]], "columns": [[1]]} x`, "in:1:35: expected the end, found 'x'"},

		{"url", "nurikabe/4/4/", "in:1:1: expected Nonogram, found an address of Nurikabe"},
		{"url", "nonogram/1/1/1.", `in:1:15: expected a number from 1 to 1, found "."`},
		{"url", "nonogram/1/1/1", "in:1:15: expected 1 more cells, found the end of the address"},

		{"pbm", "P5", "in:1:1: expected P1 or P4, the head of a PBM picture"},
		{"pbm", "P1\n2", "in:2:2: expected the height of the picture, from 1 to 1048576"},
		{"pbm", "P1\n2 1\n02", "in:3:2: expected a pixel, 0 or 1, found '2'"},
		{"pbm", "P1\n2 1\n0", "in:3:2: expected 2 pixels, found 1"},
		{"pbm", "P4\n2 2\n\x80", "in:2:4: expected 2 bytes of pixels after the header, found 1"},
		{"png", "\x89PNG\r\n\x1a\n", "in:1:1: expected a PNG picture: unexpected EOF"},
	}
	for _, tt := range tests {
		f, err := Kind.Format(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Read("in", strings.NewReader(tt.text))
		var parse *puzzle.ParseError
		if !errors.As(err, &parse) || err.Error() != tt.want {
			t.Errorf("%s %.70q:\ngot  %v\nwant %s", tt.format, tt.text, err, tt.want)
		}
	}
}

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
	for _, tt := range []struct {
		name    string
		items   []puzzle.Item
		refused []string
	}{
		{"nothing wrong", []puzzle.Item{item("a", nil, "1")}, nil},
		{"nothing at all", nil, all},
		{"no nonogram", []puzzle.Item{{}}, all},
		{"two puzzles", []puzzle.Item{item("a", nil, "1"), item("b", nil, ".")}, []string{"olsak", "nin", "mk", "keen", "puzzlekit", "pbm", "png"}},
		{"one id twice", []puzzle.Item{item("a", nil, "1"), item("a", nil, ".")}, []string{"non", "webpbn", "json", "olsak", "batch", "nin", "mk", "keen", "puzzlekit", "pbm", "png"}},
		{"no id", []puzzle.Item{item("", nil, "1")}, []string{"webpbn", "batch"}},
		{"an id of two lines", []puzzle.Item{item("a\nb", nil, "1")}, []string{"batch"}},
		{"an id that XML cannot hold", []puzzle.Item{item("\x01", nil, "1")}, []string{"webpbn"}},
		{"colours", []puzzle.Item{item("a", red, "1")}, []string{"batch", "nin", "mk", "keen", "puzzlekit", "url", "pbm"}},
		{"colours that look the same", []puzzle.Item{item("a", black, "1.")}, []string{"batch", "nin", "mk", "keen", "puzzlekit", "url", "pbm", "png"}},
		{"no square", []puzzle.Item{item("a", nil, "11")}, []string{"batch"}},
		{"no solution", []puzzle.Item{bare}, []string{"pbm", "png"}},
		{"a wrong solution", []puzzle.Item{wrong}, []string{"pbm", "png"}},
		{"a block too long for addresses", []puzzle.Item{{Puzzle: wide}}, []string{"batch", "url", "pbm", "png"}},
		{"more blocks than fit", []puzzle.Item{{Puzzle: crowded}}, []string{"batch", "url", "pbm", "png"}},
		{"clues like a solution", []puzzle.Item{{Puzzle: odd}}, []string{"batch", "url", "pbm", "png"}},
	} {
		var refused []string
		for _, f := range Kind.Formats {
			var b strings.Builder
			if err := f.Write(&b, puzzle.Set{Name: "s", Items: tt.items}); err != nil {
				refused = append(refused, f.Name)
				if b.Len() > 0 {
					t.Errorf("%s: %s wrote %q before the error", tt.name, f.Name, b.String())
				}
			}
		}
		if !slices.Equal(refused, tt.refused) {
			t.Errorf("%s is refused by %q, want %q", tt.name, refused, tt.refused)
		}
	}
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
		if err != nil {
			t.Fatal(err)
		}
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
		if title := map[bool]string{true: `Tom & "Kim" <x>`}[want.title]; q.Title() != title {
			t.Errorf("%s: the title %q", format, q.Title())
		}
		for i, ink := range q.Palette() {
			if ink.RGB != palette[i].RGB || ink.Name != want.names[i] {
				t.Errorf("%s: colour %d is %v", format, i, ink)
			}
		}
	}
}

// TestFormatBeforeAddress: what begins as a format does is no address, whatever stands in it.
func TestFormatBeforeAddress(t *testing.T) {
	for text, want := range map[string]string{
		"$!&a/\n0\n0\n": "batch", `{"source":"https://a/b","rows":[[1]],"columns":[[1]]}`: "json",
		"<puzzle><source>https://a/b</source></puzzle>": "webpbn", "<https://puzz.link/p?nonogram/1/1/11>": "url",
	} {
		if got := detect([]byte(text)); got != want {
			t.Errorf("%q is taken for %s, not %s", text, got, want)
		}
	}
}
