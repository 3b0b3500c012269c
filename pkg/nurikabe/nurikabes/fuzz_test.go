package nurikabes

import (
	"testing"
)

// seeds are inputs of every format for the fuzzers to start from: good ones,
// and ones that end or go wrong in an interesting place.
var seeds = []string{
	"", "\n", "#\n", "# c\n" + small, "id: a b\nsize: 2x1\n12\n?\n", ". . 10\n- ? .\n\n1\n",
	"begin\npuzzle nurikabe\nsize 2\nproblem\n- 2\n? -\nsolution\nx -\n- x\nmoves\naa,1\nend\n",
	"[begin]\ntitle t\nrows 1\ncols 2\n[problem]\n- 1\n[begin]\nsize 1\n[problem]\n?",
	"https://puzz.link/p?nurikabe/10/10/j2g2i2m2j2m2j2n2g2j2r2g2j2l22j2r2g\nnurikabe/v:/3/1/.+fff-10",
	"# made\na nurikabe/3/2/h21h grade=x%20y solution=c8\n%25 nurikabe/1/1/g\n",
	`{"name": "Nurikabe", "count": 1, "data": {"é": {"problem": "1 2\n- \u003f", "solution": "1 2\nx -", "x": [{}]}}}`,
	`{"data": {"a": {"problem": "1 1\n1"}}, "count_sol": 0}`, `{"data": {"a": {"problem": "\ud800`,
	"0 0 2\n1 0 0\n", "1,,2\n", "  2\n   \n1\n \n..\n", "size: 2x4\n  2\n1\n", `<Legup><puzzle name="Nurikabe"><board height="1" width="2"><cells><cell value="1" x="1" y="0"/><cell value="-1" x="0" y="0"/></cells></board></puzzle></Legup>`, "<a", "<board height='1' width='1'/>",
	"\uFEFF1.\r\n..", "\xff", "nurikabe/1", "pzprv3", "begin", "{", "a nurikabe/",
}

func FuzzCompact(f *testing.F)   { formats.Fuzz(f, "compact") }
func FuzzText(f *testing.F)      { formats.Fuzz(f, "text") }
func FuzzJanko(f *testing.F)     { formats.Fuzz(f, "janko") }
func FuzzURL(f *testing.F)       { formats.Fuzz(f, "url") }
func FuzzPuzzlekit(f *testing.F) { formats.Fuzz(f, "puzzlekit") }
func FuzzLegup(f *testing.F)     { formats.Fuzz(f, "legup") }
func FuzzRead(f *testing.F)      { formats.FuzzRead(f) }
