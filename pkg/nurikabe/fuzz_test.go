package nurikabe

import (
	"bytes"
	"errors"
	"testing"

	"formicary/pkg/puzzle"
)

// seeds are inputs of every format for the fuzzers to start from: good ones,
// and ones that end or go wrong in an interesting place.
var seeds = []string{
	"", "\n", "#\n", "# c\n" + small, "id: a b\nsize: 2x1\n12\n?\n", ". . 10\n- ? .\n\n1\n",
	"begin\npuzzle nurikabe\nsize 2\nproblem\n- 2\n? -\nsolution\nx -\n- x\nmoves\naa,1\nend\n",
	"[begin]\ntitle t\nrows 1\ncols 2\n[problem]\n- 1\n[begin]\nsize 1\n[problem]\n?",
	"https://puzz.link/p?nurikabe/10/10/j2g2i2m2j2m2j2n2g2j2r2g2j2l22j2r2g\nnurikabe/v:/3/1/.+fff-10",
	"pzprv3/nurikabe/2/2/. # /- + /", "pzprv3\nnurikabe\n1\n3\n1 # .\ninfo:{\"a\": [\"\\\"}\"]}\npzprv3/nurikabe/1/1/4 /",
	"# made\na nurikabe/3/2/h21h grade=x%20y solution=c8\n%25 nurikabe/1/1/g\n",
	`{"name": "Nurikabe", "count": 1, "data": {"é": {"problem": "1 2\n- \u003f", "solution": "1 2\nx -", "x": [{}]}}}`,
	`{"data": {"a": {"problem": "1 1\n1"}}, "count_sol": 0}`, `{"data": {"a": {"problem": "\ud800`,
	"\uFEFF1.\r\n..", "\xff", "nurikabe/1", "pzprv3", "begin", "{", "a nurikabe/",
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

func FuzzCompact(f *testing.F)   { fuzz(f, "compact") }
func FuzzText(f *testing.F)      { fuzz(f, "text") }
func FuzzJanko(f *testing.F)     { fuzz(f, "janko") }
func FuzzURL(f *testing.F)       { fuzz(f, "url") }
func FuzzPzprv3(f *testing.F)    { fuzz(f, "pzprv3") }
func FuzzPuzzlekit(f *testing.F) { fuzz(f, "puzzlekit") }

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
