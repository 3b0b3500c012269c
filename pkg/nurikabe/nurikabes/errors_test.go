package nurikabes

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"formicary/pkg/puzzle"
)

// TestErrors: malformed input of every kind, and the place and words of the
// error.
func TestErrors(t *testing.T) {
	head := "nurikabe/2/2/"
	janko := "begin\nrows 1\ncols 2\n"
	tests := []struct {
		format, text, want string
	}{
		{"text", "", "in:1:1: expected a grid, found the end"},
		{"text", "# only\n# comments", "in:2:11: expected a grid, found the end"},
		{"text", "id: a\n", "in:1:6: expected a grid, found the end"},
		{"text", "..\n.x\n", `in:2:2: expected ., -, ? or a digit from 1 to 9, found "x"`},
		{"text", "é.\n", `in:1:1: expected ., -, ? or a digit from 1 to 9, found "é"`},
		{"text", "..\n.é0\n", `in:2:2: expected ., -, ? or a digit from 1 to 9, found "é"`},
		{"text", ".0\n", `in:1:2: expected ., -, ? or a digit from 1 to 9, found "0"`},
		{"text", ". 0\n", `in:1:3: expected ., -, ? or a number from 1 to 32767, found "0"`},
		{"text", ". 32768\n", `in:1:3: expected ., -, ? or a number from 1 to 32767, found "32768"`},
		{"text", ". -3\n", `in:1:3: expected ., -, ? or a number from 1 to 32767, found "-3"`},
		{"text", "..\n...\n", "in:2:3: expected 2 cells as in the first row, found 3"},
		{"text", ". .\n.\n", "in:2:2: expected 2 cells as in the first row, found 1"},
		{"text", "..\n# a comment inside\n..\n", `in:2:1: expected a row of clues (comments stand between grids), found "# a comment inside"`},
		{"text", "# # . #\n", `in:1:1: expected a comment with a letter or a row of clues, found "# # . #"`},
		{"text", "..\n\n ##.\n", `in:3:2: expected a comment with a letter or a row of clues, found "##."`},
		{"text", "..\n##\n", `in:2:1: expected a row of clues (comments stand between grids), found "##"`},
		{"text", "id: \n..\n", `in:1:5: expected one id, found ""`},
		{"text", "id: a\nid: b\n..\n", `in:2:5: expected one id, found "b"`},
		{"text", "size: 2\n..\n", `in:1:7: expected one size such as 10x12, found "2"`},
		{"text", "size:  2x3\n..\n..\n", "in:1:8: expected the size of the grid, 2x2, found 2x3"},
		{"text", "size: 99999999999x2\n..\n", `in:1:7: expected one size such as 10x12, found "99999999999x2"`},
		{"text", "id: a\n..\n\n..\n\nid:  a\n..\n", `in:6:6: expected another id, found "a" a second time`},
		{"text", "id: 2\n..\n\n..\n", `in:4:1: expected another id, found "2" a second time`},
		{"text", strings.Repeat(strings.Repeat(".", 256)+"\n", 256), "in:1:1: nurikabe 1: a board of 256x256: expected 1 to 65535 cells"},
		{"text", "10\n.2\n", `in:1:2: expected ., -, ? or a digit from 1 to 9, found "0"`},
		{"text", "12\n345\n", "in:2:3: expected 2 cells as in the first row, found 3"},
		{"text", "1,2\n3\n", "in:2:2: expected 2 cells as in the first row, found 1"},
		{"text", "1,x\n", `in:1:3: expected ., -, ? or a number from 1 to 32767, found "x"`},
		{"text", "..\n \nid: a\n \n", "in:4:2: expected a grid, found the end"},
		{"text", "..\n.\xff\n", "in:2:2: expected UTF-8 text, found the byte 0xff"},

		{"janko", "", "in:1:1: expected begin, found the end"},
		{"janko", "\n puzzle nurikabe\n", `in:2:2: expected begin, found "puzzle nurikabe"`},
		{"janko", "begin\npuzzle sudoku\n", `in:2:1: expected puzzle nurikabe, found "puzzle sudoku"`},
		{"janko", "begin\nrows 0\n", `in:2:1: expected rows and a number from 1 to 65535, found "rows 0"`},
		{"janko", "begin\nsize 1e1\n", `in:2:1: expected size and a number from 1 to 65535, found "size 1e1"`},
		{"janko", "begin\nsize 3\nrows 3\n", "in:3:1: expected the size once, found rows again"},
		{"janko", "begin\nrows 400\ncols 400\n", "in:3:1: expected at most 65535 cells, found 400x400"},
		{"janko", "begin\nrows 4\nproblem\n", "in:3:1: expected rows and cols before the problem, found none"},
		{"janko", janko + "problem 1\n", `in:4:9: expected the end of the line, found "1"`},
		{"janko", janko + "problem\n- x\n", `in:5:3: expected -, ? or a number from 1 to 32767, found "x"`},
		{"janko", janko + "problem\n- - -\n", "in:5:5: expected 2 cells, found 3"},
		{"janko", janko + "problem\n-\n", "in:5:2: expected 2 cells, found 1"},
		{"janko", janko + "problem\n", "in:4:8: expected row 1 of 1 of the problem, found the end"},
		{"janko", janko + "problem\n- -\n- -\nend\n", `in:6:1: expected a keyword, found "-"`},
		{"janko", janko + "problem\n- -\nproblem\n", "in:6:1: expected one problem, found a second"},
		{"janko", janko + "problem\n- -\nsolution\n- 1\n", `in:7:3: expected x or -, found "1"`},
		{"janko", janko + "end\n", "in:4:4: expected a problem, found the end of the puzzle"},
		{"janko", janko + "problem\n- -\nend of it\n", `in:6:5: expected the end of the line, found "of"`},
		{"janko", janko + "problem\n- -\nend\nmore\n", `in:7:1: expected begin, found "more"`},
		{"janko", janko + "title\n", "in:4:6: expected a title, found the end of the line"},
		{"janko", janko + "title a\nproblem\n- -\nend\n" + janko + "title a\nproblem\n- -\nend\n", `in:11:7: expected another id, found "a" a second time`},

		{"legup", "", "in:1:1: expected a <board> of <Legup>, found the end"},
		{"legup", "<html>", "in:1:1: expected <Legup> with a <board>, found <html>"},
		{"legup", "<Legup>\n<board", "in:2:7: expected XML: unexpected EOF"},
		{"legup", `<puzzle name="LightUp">`, `in:1:1: expected a puzzle of the name Nurikabe, found "LightUp"`},
		{"legup", `<board height="0" width="2">`, `in:1:1: expected one board with height and width, of at most 65535 cells, found "0" and "2"`},
		{"legup", `<board height="1" width="1"><cell x="0" y="1" value="1"/>`, `in:1:29: expected x and y of a cell of a board of 1x1, found "0" and "1"`},
		{"legup", `<board height="1" width="1"><cell x="0" y="0" value="-3"/>`, `in:1:29: expected a value from -2 to 32767, found "-3"`},

		{"url", "# none\n", "in:1:7: expected an address such as https://puzz.link/p?nurikabe/10/10/…, found the end"},
		{"url", head + "j and more\n", `in:1:16: expected one address a line, found "and"`},
		{"url", "https://puzz.link/p?sudoku/9/9/z\n", "in:1:21: expected Nurikabe, found an address of Sudoku"},
		{"url", "nurikabe\n", "in:1:9: expected / after the kind of puzzle, found the end of the address"},
		{"url", "https://puzz.link/p?nurikabe/10\n", "in:1:32: expected / after the number of columns, found the end of the address"},
		{"url", "nurikabe/x/2/j\n", "in:1:10: expected the number of columns, found 'x': no flag of Nurikabe"},
		{"url", "nurikabe/v:/2/-2/j\n", `in:1:15: expected the number of rows, found "-2"`},
		{"url", "nurikabe/600/600/z\n", "in:1:18: expected at most 65535 cells, found 600x600"},
		{"url", head + "i\n", "in:1:15: expected 1 more cells, found the end of the address"},
		{"url", head + "k\n", "in:1:14: expected 4 more cells, found 5 ('k')"},
		{"url", head + "1j\n", "in:1:15: expected 3 more cells, found 4 ('j')"},
		{"url", head + "j1//\n", `in:1:15: expected the end after 4 cells, found "1/"`},
		{"url", head + "i0\n", `in:1:15: expected a number from 1 to 4095, found "0"`},
		{"url", head + "i-0\n", `in:1:15: expected 2 hexadecimal digits after -, found "0"`},
		{"url", head + "i+12g\n", `in:1:15: expected 3 hexadecimal digits after +, found "12g"`},
		{"url", head + "-0000\n", `in:1:14: expected a number from 1 to 4095, found "-00"`},
		{"url", head + "F\n", `in:1:14: expected a hexadecimal digit, -, +, . or a letter from g to z, found 'F'`},
		{"url", "ééé?" + head + "gé\n", `in:1:19: expected a hexadecimal digit, -, +, . or a letter from g to z, found 'é'`},
		{"url", head + "=000\n", `in:1:14: expected a hexadecimal digit, -, +, . or a letter from g to z, found '='`},

		{"compact", "", "in:1:1: expected a line with an id and a puzzle, found the end"},
		{"compact", "a\n", `in:1:2: expected an id and a puzzle, found "a" alone`},
		{"compact", "a https://puzz.link/p?" + head + "j\n", `in:1:3: expected nurikabe/COLS/ROWS/…, found "` + "https://puzz.link/p?nurikabe/2/2/j" + `"`},
		{"compact", "a " + head + "i\n", "in:1:17: expected 1 more cells, found the end of the address"},
		{"compact", "a%2 " + head + "j\n", `in:1:1: expected % and two hexadecimal digits, found "%2"`},
		{"compact", "a%FF " + head + "j\n", `in:1:1: expected UTF-8 text, found "a%FF"`},
		{"compact", "a " + head + "j seed=1\n", `in:1:18: expected grade=… or solution=…, each once, found "seed=1"`},
		{"compact", "a " + head + "j grade=\n", `in:1:18: expected grade=… or solution=…, each once, found "grade="`},
		{"compact", "a " + head + "j grade=a grade=b\n", `in:1:26: expected grade=… or solution=…, each once, found "grade=b"`},
		{"compact", "a " + head + "j grade=%\n", `in:1:24: expected % and two hexadecimal digits, found "%"`},
		{"compact", "a " + head + "j solution=F\n", `in:1:27: expected 1 hexadecimal digits, found "F"`},
		{"compact", "a nurikabe/3/1/i solution=f\n", `in:1:27: expected zeros behind the last of 3 cells, found the digit 'f'`},
		{"compact", "a " + head + "j\na " + head + "j\n", `in:2:1: expected another id, found "a" a second time`},

		{"puzzlekit", "", "in:1:1: expected a JSON object with a puzzlekit set, found the end"},
		{"puzzlekit", "[]", "in:1:1: expected a JSON object with a puzzlekit set, found ["},
		{"puzzlekit", "{", "in:1:2: expected a member of the set or }, found the end"},
		{"puzzlekit", "{}", `in:1:2: expected "data" with at least one puzzle, found none`},
		{"puzzlekit", "{\"name\": \"Sudoku\"}", `in:1:10: expected "Nurikabe", found "Sudoku"`},
		{"puzzlekit", "{\"count\": \"2\"}", `in:1:11: expected a number of puzzles, found "2"`},
		{"puzzlekit", "{\"data\": {},}", "in:1:13: expected a member of the set or }: invalid character '}' looking for beginning of object key string"},
		{"puzzlekit", "{\"data\":\n []}", "in:2:2: expected an object of puzzles, found ["},
		{"puzzlekit", "{\"data\": {\"a\": 3}}", "in:1:16: expected a puzzle, found 3"},
		{"puzzlekit", "{\"data\": {\n\"é\": {}}}", `in:2:1: expected a puzzle with a problem, found none in "é"`},
		{"puzzlekit", "{\"data\": {\"a\": {\"problem\": 3}}}", "in:1:28: expected the text of a problem, found 3"},
		{"puzzlekit", "{\"data\": {\"a\": {\"problem\": \"1\"}}}", `in:1:29: expected ROWS COLS of at most 65535 cells, found "1"`},
		{"puzzlekit", "{\"data\": {\"a\": {\"problem\": \"1 2\\n- z\"}}}", `in:1:36: expected -, ? or a number from 1 to 32767, found "z"`},
		{"puzzlekit", "{\"data\": {\"a\": {\"problem\": \"1 2\\n\\u002d \\u00e9\"}}}", `in:1:41: expected -, ? or a number from 1 to 32767, found "é"`},
		{"puzzlekit", "{\"data\": {\"a\": {\"problem\": \"1 2\\n- - 1\"}}}", "in:1:38: expected 2 cells, found 3"},
		{"puzzlekit", "{\"data\": {\"a\": {\"problem\": \"2 2\\n- -\\n-\\n\"}}}", "in:1:40: expected 2 cells (-, a number or ?), found 1"},
		{"puzzlekit", "{\"data\": {\"a\": {\"problem\": \"2 2\\n- -\"}}}", "in:1:37: expected 2 rows, found 1"},
		{"puzzlekit", "{\"data\": {\"a\": {\"problem\": \"1 1\\n-\\nx\"}}}", `in:1:37: expected the end after 1 rows, found "x"`},
		{"puzzlekit", "{\"data\": {\"a\": {\"problem\": \"1 1\\n-\", \"solution\": \"1 1\\n2\"}}}", `in:1:56: expected x or -, found "2"`},
		{"puzzlekit", "{\"data\": {\"a\": {\"problem\": \"1 1\\n-\", \"solution\": \"1 2\\nx x\"}}}", "in:1:50: expected a solution of 1x1 as the problem, found one of 1x2"},
		{"puzzlekit", "{\"data\": {\"a\": {\"problem\": \"1 1\\n-\"},\n\"a\": {\"problem\": \"1 1\\n-\"}}}", `in:2:1: expected each member of the puzzles once, found "a" again`},
		{"puzzlekit", "{\"count\": 2, \"data\": {\"a\": {\"problem\": \"1 1\\n-\"}}}", `in:1:11: expected "count" to be 1, as many as there are, found 2`},
		{"puzzlekit", "{\"count_sol\": 1, \"data\": {\"a\": {\"problem\": \"1 1\\n-\"}}}", `in:1:15: expected "count_sol" to be 0, as many as there are, found 1`},
		{"puzzlekit", "{\"data\": {\"a\": {\"problem\": \"1 1\\n-\"}}}\nx", "in:2:1: expected the end, found 'x'"},
		{"puzzlekit", "{\"data\": {\"a\": \xff", "in:1:16: expected UTF-8 text, found the byte 0xff"},
	}
	for _, tt := range tests {
		f, err := Kind.Format(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		set, err := f.Read("in", strings.NewReader(tt.text))
		var parse *puzzle.ParseError
		if !errors.As(err, &parse) || set.Len() > 0 {
			t.Errorf("%s %q: %d puzzles, error %v", tt.format, tt.text, set.Len(), err)
		} else if err.Error() != tt.want {
			t.Errorf("%s %q:\n got %s\nwant %s", tt.format, tt.text, err, tt.want)
		}
	}
}

// TestBrokenInput: what goes wrong below the text is told as it is.
func TestBrokenInput(t *testing.T) {
	broken := errors.New("the disk is on fire")
	for _, f := range Kind.Formats {
		for _, before := range []string{"", "begin\n", "pzprv3\nnurikabe\n", "# a\n", "1.\n"} {
			r := io.MultiReader(strings.NewReader(before), iotest.ErrReader(broken))
			set, err := f.Read("in", r)
			if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "in: ") || set.Len() > 0 {
				// A line that is wrong by itself is found before the fire.
				var parse *puzzle.ParseError
				if !errors.As(err, &parse) {
					t.Errorf("%s after %q: %v", f.Name, before, err)
				}
			}
		}
	}
}
