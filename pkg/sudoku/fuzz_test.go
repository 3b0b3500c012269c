package sudoku

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"formicary/pkg/puzzle"
)

// seeds are inputs of every format for the fuzzers to start from: good ones,
// and ones that end or go wrong in an interesting place.
var seeds = []string{
	"", "\n", "#\n", "1...............\n", "# c\n.2.............. # a b\n1234341221434321 solution=1234341221434321 grade=x%20y #%25",
	strings.Repeat(".", 35) + "6 boxes=3x2", strings.Repeat("g", 256), strings.Repeat("f", 256), strings.Repeat("9", 625),
	"1 . | . 4\n. . | 1 .\n----+----\n. 1 | 4 .\n4 . | . 1\n\nid: two\n----\n----\n----\n----\n",
	"boxes: 2x5\n10 1 2 3 4 5 6 7 8 9\n" + strings.Repeat(". 0 - . . . . . . .\n", 9),
	"┌──┬──┐\n│1.│.4│\n│..│1.│\n├──┼──┤\n│.1│4.│\n│4.│.1│\n└──┴──┘\n",
	"*-----------*\n" + strings.Repeat("|..4|.86|...|\n", 9) + "*-----------*\n",
	"#DFive\n#L Easy \n[Puzzle]\n" + strings.Repeat("..4.86...\n", 9) + "[State]\n1\n",
	"begin\npuzzle sudoku\nsize 4\npatternx 2\npatterny 2\nproblem\n1 - - -\n- - - -\n- - - -\n- - - 4\nsolution\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\nmoves\na\nend\n",
	"https://puzz.link/p?sudoku/4/4/1t4\nsudoku/6/6/zv", "sudoku/v:/16/16/-10zzzzzzzzzzzzu", "\uFEFF....\r\n....\r\n....\r\n....", "\xff", "begin", "sudoku/", "[Puzzle]", "|", "+-+", "----",
}

// fuzz checks a reader: whatever the input, it does not panic; an error names
// a place; and what it reads its writer writes so that it reads the same.
func fuzz(f *testing.F, name string) {
	format, err := FormatByName(name)
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		set, err := format.Read("in", bytes.NewReader(data))
		if err != nil {
			checkParseError(t, data, err)
			return
		}
		var b bytes.Buffer
		if err := format.Write(&b, set); err != nil {
			if name == "ss" {
				return // reads more than it writes
			}
			t.Fatalf("%q is read but not written: %v", data, err)
		}
		again, err := format.Read("in", bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatalf("%q is written as %q, which is not read: %v", data, b.Bytes(), err)
		}
		if d := difference(name, set, again); d != "" {
			t.Fatalf("%q is written as %q: %s", data, b.Bytes(), d)
		}
	})
}

func checkParseError(t *testing.T, data []byte, err error) {
	t.Helper()
	var parse *puzzle.ParseError
	if !errors.As(err, &parse) || parse.Source != "in" || parse.Expected == "" {
		t.Fatalf("%q: %v", data, err)
	}
	lines := bytes.Split(data, []byte("\n"))
	if parse.Line < 1 || parse.Line > len(lines) || parse.Column < 1 || parse.Column > len(lines[parse.Line-1])+1 {
		t.Fatalf("%q: no such place: %v", data, err)
	}
}

func FuzzLine(f *testing.F)  { fuzz(f, "line") }
func FuzzText(f *testing.F)  { fuzz(f, "text") }
func FuzzJanko(f *testing.F) { fuzz(f, "janko") }
func FuzzURL(f *testing.F)   { fuzz(f, "url") }
func FuzzSDK(f *testing.F)   { fuzz(f, "sdk") }
func FuzzSS(f *testing.F)    { fuzz(f, "ss") }

// FuzzRead checks the reader that finds out the format: what it reads can be
// put into every format that can hold it, and keeps what that format keeps.
func FuzzRead(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		set, err := Read("in", bytes.NewReader(data))
		if err != nil {
			checkParseError(t, data, err)
			return
		}
		for _, format := range Formats() {
			var b bytes.Buffer
			if format.Write(&b, set) != nil {
				continue
			}
			again, err := Read("in", bytes.NewReader(b.Bytes()))
			if err != nil {
				t.Fatalf("%q is written in %s as %q, which is not read: %v", data, format.Name, b.Bytes(), err)
			}
			if d := difference(format.Name, set, again); d != "" {
				t.Fatalf("%q is written in %s as %q: %s", data, format.Name, b.Bytes(), d)
			}
		}
	})
}
