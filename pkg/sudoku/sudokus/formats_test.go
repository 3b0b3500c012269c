package sudokus

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/sudoku"
)

// formats are the formats and what they keep.
var formats = puzzletest.Formats{Kind: Kind, Seeds: seeds, Keeps: map[string]puzzletest.Kept{
	"line":       {ID: true, Solution: true, Grade: true},
	"text":       {ID: true},
	"csv":        {ID: true, Solution: true, Grade: true},
	"json":       {ID: true, Solution: true, Grade: true},
	"janko":      {ID: true, Solution: true},
	"url":        {},
	"opensudoku": {Grade: true},
	"sdk":        {ID: true, Grade: true},
	"ss":         {},
}, ReadsMore: []string{"ss", "opensudoku"}}

// drawSet makes a set that a format can hold.
func drawSet(t *rapid.T, format string) puzzle.Set {
	s := puzzle.Set{Name: "made"}
	seen := map[string]bool{}
	one := format == "sdk" || format == "ss"
	count := 1
	if !one {
		count = rapid.IntRange(1, 3).Draw(t, "puzzles")
	}
	for range count {
		side := rapid.IntRange(leastBox, sudoku.MaxBox)
		box := puzzle.Size{Rows: 3, Cols: 3}
		if !one && format != "opensudoku" && rapid.Bool().Draw(t, "any size") {
			box = puzzle.Size{Rows: side.Draw(t, "rows"), Cols: side.Draw(t, "cols")}
		}
		if format == "url" && !inURL(box) {
			box.Cols = box.Rows
		}
		n := box.Cells()
		digit := rapid.IntRange(1, n)
		givens := make([]uint8, n*n)
		filled := rapid.IntRange(0, 3).Draw(t, "filled")
		for i := range givens {
			if givens[i] = puzzle.Unset; rapid.IntRange(0, 3).Draw(t, "given") < filled {
				givens[i] = uint8(digit.Draw(t, "digit"))
			}
		}
		id := strings.TrimSpace(rapid.StringMatching(`[^\n\pZ\pC][^\n]{0,8}`).Draw(t, "id"))
		if id == "" || seen[id] {
			id = fmt.Sprint("puzzle ", len(s.Items))
		}
		seen[id] = true
		p, err := sudoku.New(id, box, givens)
		if err != nil {
			t.Fatal(err)
		}
		item := puzzle.Item{Puzzle: p}
		if rapid.Bool().Draw(t, "solved") {
			item.Solution = puzzle.NewGrid(p.Size(), 1)
			for i := range item.Solution.Values {
				item.Solution.Values[i] = uint8(digit.Draw(t, "cell"))
			}
		}
		if rapid.Bool().Draw(t, "graded") {
			item.Grade = rapid.String().Draw(t, "grade")
			if format == "sdk" || format == "opensudoku" {
				item.Grade = "hard"
			}
		}
		s.Items = append(s.Items, item)
	}
	return s
}

func TestRoundTrip(t *testing.T) { formats.RoundTrip(t, drawSet) }

// TestForms reads the forms that puzzles are met in. Each text is one puzzle,
// or several.
func TestForms(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // id, boxes, cells
	}{
		{"a line", "1...............\n", []string{"1 2x2 1..............."}},
		{"lines with notes and zeros", "# set\n\n1000000000000004 # first one\n.234_---........#not a note: no blank before\n", nil},
		{"lines of 4x4 under each other", strings.Repeat("1000000000000004\n", 16), slices.Collect(func(yield func(string) bool) {
			for i := range 16 {
				if !yield(fmt.Sprint(i+1) + " 2x2 1..............4") {
					return
				}
			}
		})},
		{"a row of 16x16 is no line", "f..............0\n" + strings.Repeat("................\n", 15), []string{"1 4x4 f..............0" + strings.Repeat(".", 240)}},
		{"other boxes", strings.Repeat(".", 35) + "6 boxes=3x2 grade=very%20hard # b", []string{"b 3x2 " + strings.Repeat(".", 35) + "6"}},
		{"upper case, other alphabets", "G" + strings.Repeat(".", 254) + "0\nP" + strings.Repeat(".", 623) + "1", []string{"1 4x4 f" + strings.Repeat(".", 255), "2 5x5 y" + strings.Repeat(".", 623) + "a"}},
		{"a grid as typed", "1..2\n.-0_\n\n....\n3..4\n\n# second\nid: two\n....\n....\n....\n3..4\n", nil},
		{"a grid with boxes drawn", "1 . | . 4\n. . | 1 .\n----+----\n. 1 | 4 .\n4 . | . 1\n", []string{"1 2x2 1..4..1..14.4..1"}},
		{"boxes in box drawing", "┌────┬────┐\n│1 . │ . 4│\n│. . │ 1 .│\n├────┼────┤\n│. 1 │ 4 .│\n│4 . │ . 1│\n└────┴────┘\n", []string{"1 2x2 1..4..1..14.4..1"}},
		{"boxes of 3x2 drawn", "12|34|56\n..|..|..\n..|..|..\n--+--+--\n..|..|..\n..|..|..\n..|..|..\n", []string{"1 3x2 123456" + strings.Repeat(".", 30)}},
		{"only rows between boxes drawn", "123456\n......\n......\n======\n......\n......\n......\n", []string{"1 3x2 123456" + strings.Repeat(".", 30)}},
		{"groups of signs", "12 34\n.. ..\n\n", nil},
		{"decimal numbers", "10 1 2 3 4 5 6 7 8 9\n" + strings.Repeat(". 0 - . . . . . . .\n", 9), []string{"1 2x5 A123456789" + strings.Repeat(".", 90)}},
		{"nothing but dashes", "----\n----\n----\n----\n", []string{"1 2x2 ................"}},
		{"a header", "boxes: 6x2\nid: wide\n" + strings.Repeat("............\n", 12), []string{"wide 6x2 " + strings.Repeat(".", 144)}},
		{
			"Simple Sudoku", "*-----------*\n|..4|.86|...|\n|9.3|47.|1..|\n|.82|5..|.67|\n|---+---+---|\n|.9.|8..|3.2|\n|.5.|...|.4.|\n|2.6|..1|.5.|\n|---+---+---|\n|34.|..9|27.|\n|..5|.34|8.6|\n|...|71.|5..|\n*-----------*\n",
			[]string{"1 3x3 ..4.86...9.347.1...825...67.9.8..3.2.5.....4.2.6..1.5.34...927...5.348.6...71.5.."},
		},
		{
			"SadMan", "#ASomebody\n#DFive\n#LEasy\n[Puzzle]\n..4.86...\n9.347.1..\n.825...67\n.9.8..3.2\n.5.....4.\n2.6..1.5.\n34...927.\n..5.348.6\n...71.5..\n[State]\n1\n",
			[]string{"Five 3x3 ..4.86...9.347.1...825...67.9.8..3.2.5.....4.2.6..1.5.34...927...5.348.6...71.5.."},
		},
		{"SudoCue, without sections", "#DFive\n#LEasy\n" + strings.Repeat(".........\n", 9), []string{"1 3x3 " + strings.Repeat(".", 81)}},
		{"Janko", "begin\npuzzle sudoku\nauthor x\ntitle T\nsize 4\npatternx 2\npatterny 2\nproblem\n1 - - -\n- - - -\n- - - -\n- - - 4\nsolution\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\nmoves\na\nend\n", []string{"T 2x2 1..............4"}},
		{"an address", "https://puzz.link/p?sudoku/4/4/1l4g\nsudoku/6/6/zp", nil},
		{"an address of 16x16", "https://puzz.link/p?sudoku/16/16/-10zzzzzzzzzzzzu", []string{"1 4x4 f" + strings.Repeat(".", 255)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set, err := Kind.Read("in", strings.NewReader(tt.text))
			if tt.want == nil {
				if err == nil {
					t.Errorf("read as %d puzzles: %s", set.Len(), set.Items[0].Puzzle.(*sudoku.Puzzle).Text())
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, item := range set.Items {
				p := item.Puzzle.(*sudoku.Puzzle)
				got = append(got, fmt.Sprintf("%s %v %s", p.ID(), p.Box(), strings.Fields(p.Text())[0]))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// TestErrors: malformed input of every kind, and the place and words of the
// error.
func TestErrors(t *testing.T) {
	rows := strings.Repeat("....\n", 3)
	tests := []struct {
		format, text, want string
	}{
		{"line", "", "in:1:1: expected a line with a puzzle, found the end"},
		{"line", "# c\n123\n", "in:2:1: expected all cells of a board, such as 81, found 3"},
		{"line", " 5...............", `in:1:2: expected ., -, 0 or a digit from 1 to 4, found '5'`},
		{"line", "...é............", `in:1:4: expected ., -, 0 or a digit from 1 to 4, found 'é'`},
		{"line", "................ x", `in:1:18: expected boxes=…, solution=… or grade=…, each once, or # and an id, found "x"`},
		{"line", "................ grade=a grade=b", `in:1:26: expected boxes=…, solution=… or grade=…, each once, or # and an id, found "grade=b"`},
		{"line", "................ boxes=3x2", `in:1:24: expected the rows and columns of boxes of 4 cells, such as 2x2, found "3x2"`},
		{"line", "................ solution=1234", "in:1:27: expected a solution of 16 cells, found 4"},
		{"line", "................ solution=123434122143432.", `in:1:42: expected a digit in every cell of a solution, found '.'`},
		{"line", "................ grade=%", `in:1:24: expected % and two hexadecimal digits, found "%"`},
		{"line", "................ # a\n................ # a", `in:2:18: expected another id, found "a" a second time`},
		{"line", "................ # 2\n................", `in:2:1: expected another id, found "2" a second time`},
		{"line", strings.Repeat("g", 255) + "Z", "in:1:256: expected ., -, 0, a digit or a letter up to g, found 'Z'"},
		{"line", strings.Repeat("f", 255) + "Z", "in:1:256: expected ., - or a digit from 0 to f, found 'Z'"},
		{"line", strings.Repeat("f", 624) + "z", "in:1:625: expected ., - or a letter from a to y, found 'z'"},
		{"line", strings.Repeat("f", 1295) + "?", "in:1:1296: expected ., -, a digit or a letter, found '?'"},
		{"line", ".\xff", "in:1:2: expected UTF-8 text, found the byte 0xff"},

		{"text", "", "in:1:1: expected a grid, found the end"},
		{"text", "id: a\n", "in:1:6: expected a grid, found the end"},
		{"text", "id:\n....", `in:1:4: expected one id, found ""`},
		{"text", "id: a\nid: b\n", `in:2:5: expected one id, found "b"`},
		{"text", "boxes: 7x1\n", `in:1:8: expected one size of boxes such as 3x3, found "7x1"`},
		{"text", "....\nid: a\n", `in:2:1: expected a row or a blank line, found "id: a"`},
		{"text", "...\n", "in:1:1: expected a row of 4 to 36 cells, as many as a box can have, found 3"},
		{"text", "+--+\n", "in:1:5: expected 4 rows, as many as a row has cells, found 0"},
		{"text", "|\n", "in:1:1: expected a row of 4 to 36 cells, as many as a box can have, found 0"},
		{"text", rows, "in:3:5: expected 4 rows, as many as a row has cells, found 3"},
		{"text", rows + ".....\n", "in:4:5: expected 4 cells as in the first row, found 5"},
		{"text", rows + "..|.\n", "in:4:5: expected 4 cells as in the first row, found 3"},
		{"text", rows + "....\n....\n", "in:5:1: expected 4 rows, as many as a row has cells, found more"},
		{"text", rows + ".. x.\n", "in:4:4: expected ., -, 0 or a digit from 1 to 4, found 'x'"},
		{"text", "..|.|.\n" + rows, "in:1:1: expected | after every 2 cells, found one after cell 3 of row 1"},
		{"text", "...|.\n" + rows, "in:1:1: expected lines between boxes of 4 cells, such as 2x2, found them around 4x3"},
		{"text", "....\n====\n....\n====\n....\n....\n", "in:1:1: expected lines between boxes of 4 cells, such as 2x2, found them around 1x4"},
		{"text", "....\n....\n====\n....\n====\n....\n", "in:1:1: expected lines after every 2 rows, found one after row 3"},
		{"text", "boxes: 3x3\n....\n" + rows, "in:1:8: expected boxes of 4 cells as in the grid, found 3x3"},
		{"text", "10 1 2 3 4 5 6 7 8 11\n" + strings.Repeat(". . . . . . . . . .\n", 9), `in:1:20: expected ., -, 0 or a number from 1 to 10, found "11"`},
		{"text", "id: a\n....\n" + rows + "\nid:  a\n....\n" + rows, `in:7:6: expected another id, found "a" a second time`},

		{"line", ":0000:x:+1......x........:11 12:::", "in:1:17: expected ., -, 0 or a digit from 1 to 4, found 'x'"},
		{"line", strings.Repeat(".", 82), "in:1:82: expected 81 cells of a board of 9×9, found 82"},
		{"line", "id ................", "in:1:1: expected all cells of a board, such as 81, found 2"},
		{"line", "................ zero=x", `in:1:23: expected digit or open, found "x"`},
		{"text", "zero: x\n", `in:1:7: expected digit or open, once, found "x"`},
		{"text", "1,2,3,4\n1,2,3\n1,2,3,4\n1,2,3,4\n", "in:2:6: expected 4 cells as in the first row, found 3"},
		{"text", "1,2,3,x\n,,,\n,,,\n,,,\n", "in:1:7: expected ., -, 0 or a digit from 1 to 4, found 'x'"},
		{"text", "1,2,3,5\n,,,\n,,,\n,,,\n", `in:1:7: expected ., -, 0 or a number from 1 to 4, found "5"`},
		{"text", "| 1 |   |   |   |\n|   |   |   |   |\n| . |   |   |   |\n|   |   |   |   |\n", "in:1:1: expected a row of 4 to 36 cells, as many as a box can have, found 1"},
		{"text", "Grid 1\n1...\nGrid 2\n", "in:2:5: expected 4 rows, as many as a row has cells, found 1"},
		{"csv", "", "in:1:1: expected a row with a puzzle, found the end"},
		{"csv", "puzzle,solution\n", "in:1:1: expected a row with a puzzle, found the end"},
		{"csv", "a,b\n1,2\n", "in:2:1: expected a column with all cells of a board, such as 81, found none"},
		{"csv", "a,\"b\n", `in:1:5: expected a table with ',' between columns: extraneous or missing " in quoted-field`},
		{"csv", "puzzle,solution\n1...............,123\n", "in:2:18: expected a solution of 16 cells, found 3"},
		{"csv", "puzzle,solution\n1...............,\n1..x............,\n", "in:3:4: expected ., -, 0 or a digit from 1 to 4, found 'x'"},
		{"csv", "puzzle;solution;id\n1...............;1234341221434329;a\n", "in:2:33: expected ., -, 0 or a digit from 1 to 4, found '9'"},
		{"csv", "id,puzzle\n1,................\n1,................\n", `in:3:1: expected another id, found "1" a second time`},
		{"csv", "id,puzzle\n1,................\n2\n", "in:3:1: expected a row with a puzzle in column 2, found 1 columns"},
		{"json", "", "in:1:1: expected a matrix, an object with a puzzle, or an array of puzzles, found the end"},
		{"json", "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,5]]", `in:1:39: expected ., -, 0 or a number from 1 to 4, found "5"`},
		{"json", "[[1,0,0,0],[0,0,0,0],[0,0,0,0],\n[0,0,0]]", "in:2:1: expected 4 cells in each row, as many as there are rows, found 3"},
		{"json", "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,true]]", "in:1:39: expected a number from 0 to 4 or null, found true"},
		{"json", "[[1,0,0,0]\n[0,0,0,0]]", "in:2:1: expected an element of the array or ]: invalid character '[' after array element"},
		{"json", "[[1,2,3],[1,2,3]]", "in:1:1: expected 4 to 36 rows, as many as a box can have cells, found 2"},
		{"json", "3", "in:1:1: expected a matrix, all cells of a board, or an object with a puzzle, found 3"},
		{"json", `{"a": 1, "b": []}`, `in:1:1: expected an object with a puzzle, such as "puzzle", "board" or "grid", found the members "a", "b"`},
		{"json", `{"board": [[1]]}`, "in:1:11: expected a square matrix or all cells of a board, such as 81, found ["},
		{"json", `{"puzzle": "1..x............"}`, "in:1:16: expected ., -, 0 or a digit from 1 to 4, found 'x'"},
		{"json", `{"puzzle": "................", "solution": "123434122143432."}`, "in:1:60: expected a digit in every cell of a solution, found '.'"},
		{"json", `{"puzzle": "................", "boxes": "4x1"}`, `in:1:41: expected a size of boxes such as 3x3, found "4x1"`},
		{"json", `{"puzzle": "................", "boxes": "x"}`, `in:1:41: expected a size of boxes such as 3x3, found "x"`},
		{"opensudoku", "", "in:1:1: expected a game of <opensudoku>, found the end"},
		{"opensudoku", "<html/>", "in:1:1: expected <opensudoku>, found <html>"},
		{"opensudoku", "<opensudoku>\n<game data='1..x............'/>", "in:2:16: expected ., -, 0 or a digit from 1 to 4, found 'x'"},
		{"opensudoku", "<opensudoku><game data='12'/>", "in:1:25: expected all cells of a board, such as 81, found 2"},
		{"opensudoku", "<opensudoku><game", "in:1:18: expected XML: unexpected EOF"},

		{"janko", "begin\npuzzle nurikabe\n", `in:2:1: expected puzzle sudoku, found "puzzle nurikabe"`},
		{"janko", "begin\nsize 4\nproblem\n- 5\n", `in:4:3: expected - or a number from 1 to 4, found "5"`},
		{"janko", "begin\nsize 4\nsolution\n-\n", `in:4:1: expected a number from 1 to 4, found "-"`},
		{"janko", "begin\nsize 1\nproblem\n-\n", "in:4:1: expected a square board of a size that has boxes, found 1x1"},
		{"janko", "begin\nsize 4\npatternx 2\nproblem\n" + strings.Repeat("- - - -\n", 4), "in:8:1: expected patternx and patterny of boxes with 4 cells, such as 2 and 2, found 2 and 0"},

		{"url", "nurikabe/4/4/", "in:1:1: expected Sudoku, found an address of Nurikabe"},
		{"url", "sudoku/8/8/zzzj", "in:1:1: expected a board of 4x4, 6x6, 9x9, 16x16, 25x25 or 36x36, found 8x8"},
		{"url", "sudoku/4/6/", "in:1:1: expected a board of 4x4, 6x6, 9x9, 16x16, 25x25 or 36x36, found 6x4"},
		{"url", "sudoku/4/4/5u", `in:1:12: expected a number from 1 to 4, found "5"`},
		{"url", "sudoku/4/4/1", "in:1:13: expected 15 more cells, found the end of the address"},

		{"sdk", "", "in:1:1: expected nine rows of a puzzle, found the end"},
		{"sdk", "[Puzzle]\n..a......\n", "in:2:3: expected ., -, 0 or a digit from 1 to 9, found 'a'"},
		{"sdk", "[Puzzle]\n .........1\n", "in:2:11: expected 9 cells, found 10"},
		{"sdk", "[Puzzle]\n.........\n", "in:2:10: expected 9 rows, found 1"},
		{"sdk", strings.Repeat(".........\n", 10), "in:10:1: expected 9 rows, found more"},
		{"sdk", ".........\n[Puzzle]\n", "in:2:1: expected one puzzle, found a second"},
	}
	for _, tt := range tests {
		f, err := Kind.Format(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Read("in", strings.NewReader(tt.text))
		var parse *puzzle.ParseError
		if !errors.As(err, &parse) || err.Error() != tt.want {
			t.Errorf("%s %.60q:\ngot  %v\nwant %s", tt.format, tt.text, err, tt.want)
		}
	}
}

// TestWriteRefuses lists what writers must not write.
func TestWriteRefuses(t *testing.T) {
	item := func(id string, box puzzle.Size) puzzle.Item {
		p := alltest.Must(sudoku.New(id, box, puzzle.NewGrid(puzzle.Size{Rows: box.Cells(), Cols: box.Cells()}, puzzle.Unset).Values))(t)
		return puzzle.Item{Puzzle: p}
	}
	nine, four, wide := puzzle.Size{Rows: 3, Cols: 3}, puzzle.Size{Rows: 2, Cols: 2}, puzzle.Size{Rows: 2, Cols: 4}
	graded, incomplete := item("a", nine), item("a", nine)
	graded.Grade = "\xff"
	incomplete.Solution = puzzle.NewGrid(incomplete.Size(), puzzle.Unset)
	everywhere := []string{"line", "text", "csv", "json", "janko", "url", "opensudoku", "sdk", "ss"}
	ids := []string{"line", "text", "csv", "json", "janko", "sdk"}
	tests := []struct {
		name    string
		items   []puzzle.Item
		refused []string
	}{
		{"nothing wrong", []puzzle.Item{item("", nine)}, nil},
		{"nothing at all", nil, everywhere},
		{"no Sudoku", []puzzle.Item{{}}, everywhere},
		{"a typed nil", []puzzle.Item{{Puzzle: (*sudoku.Puzzle)(nil)}}, everywhere},
		{"two puzzles", []puzzle.Item{item("a", nine), item("b", nine)}, []string{"sdk", "ss"}},
		{"one id twice", []puzzle.Item{item("a", nine), item("a", nine)}, append(ids, "ss")},
		{"an id of two lines", []puzzle.Item{item("a\nb", nine)}, []string{"line", "text", "csv", "janko", "sdk"}},
		{"an id that is not UTF-8", []puzzle.Item{item("\xff", nine)}, ids},
		{"another size", []puzzle.Item{item("a", four)}, []string{"opensudoku", "sdk", "ss"}},
		{"boxes that are not square", []puzzle.Item{item("a", wide)}, []string{"url", "opensudoku", "sdk", "ss"}},
		{"a grade that is not UTF-8", []puzzle.Item{graded}, []string{"line", "csv", "json", "opensudoku", "sdk"}},
		{"an incomplete solution", []puzzle.Item{incomplete}, everywhere},
	}
	for _, tt := range tests {
		for _, f := range Kind.Formats {
			var b bytes.Buffer
			err := f.Write(&b, puzzle.Set{Name: "s", Items: tt.items})
			if refused := slices.Contains(tt.refused, f.Name); (err != nil) != refused {
				t.Errorf("%s: %s: %v, want refused: %v", tt.name, f.Name, err, refused)
			}
			if err != nil && (b.Len() > 0 || !strings.HasPrefix(err.Error(), "sudoku")) {
				t.Errorf("%s: %s: %d bytes written and then: %v", tt.name, f.Name, b.Len(), err)
			}
		}
	}
}

func TestFormatByName(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Kind.Formats {
		if _, ok := formats.Keeps[f.Name]; !ok || seen[f.Extension] || f.Doc == "" {
			t.Errorf("format %s: unknown to the tests, or an extension twice, or no doc", f.Name)
		}
		seen[f.Extension] = true
		if found, err := Kind.Format(strings.ToUpper(f.Extension)); err != nil || found.Name != f.Name {
			t.Errorf("%s: found %s, %v", f.Extension, found.Name, err)
		}
	}
}

// TestOpenGiven: a given that an address leaves open is none, and the set says so.
func TestOpenGiven(t *testing.T) {
	set, err := Kind.Read("in", strings.NewReader("sudoku/4/4/g.1.r"))
	if err != nil || len(set.Warnings) != 1 || set.Warnings[0].Error() != "in:1:12: 2 givens without a digit are left out" {
		t.Fatalf("%v, %v", set.Warnings, err)
	}
	if p := set.Items[0].Puzzle.(*sudoku.Puzzle); p.Givens() != 1 || p.Values()[2] != 1 {
		t.Errorf("%v", p.Values())
	}
}
