package nonograms

import "testing"

// seeds are inputs of every format for the fuzzers to start from: good ones,
// and ones that end or go wrong in an interesting place.
var seeds = []string{
	"", "\n", "width 1\nheight 1\nrows\n1\ncolumns\n1\n",
	"catalogue \"x &amp; y\"\ntitle \"t\"\ngrade easy\nwidth 2\nheight 2\n\nrows\n1\n\n\ncolumns\n1\n0\n\ngoal \"1000\"\n====\nwidth 1\nheight 1\ncolumns\n1\nrows\n1\n",
	"color r #f00\ncolor k black\ncolor 0 eeeeee\nwidth 2\nheight 2\nrows\n1r,1k\n2x\ncolumns\n1r,1x\n1k 1x\ngoal \"rkxx\"\n",
	"color black 000000 X\ncolor green 00ff00 %\nwidth 2\nheight 1\nrows\ngreen 1 black 1\ncolumns\ngreen 1\nblack 1\ngoal %X\n",
	"width 2\nheight 1\nrows\n3\ncolumns\nnonsense 1\n1\n", "width 1\nheight 16777217\nrows\n", "color 1 000 %\nwidth 2\nheight 1\nrows\n\ncolumns\n\n\ngoal %0", "rows\n", "====\n", "5\n", "width 1\nheight 1\nrows\n99999999999999999999\ncolumns\n1\n",
	"$1\n1\n1\t1\n2\n0\n$b c\n0\n0\n", "$1\n01\n10\n", "$1\n1\t0\n1\t1\n$2\n1\n", "$1\n1\t1\n1\t1\n", "$\n", "$\x1a\n0\n0", "$1\n1\n",
	"2 3\n2\n1\n\n1\n2\n", "2 3\n2\n1\n0\n1\n2\n", "3 2\n2\n1\n0\n#\n1\n2\n", "2 1\n1\n1 1\n#\n2\n", "1 1\n", "1 x\n", "0 0\n",
	"1 1\n0\n2\n\n1\n1\n1\n", "1\n\n1\n", "1\n\n",
	"3 2\n1\n2 \n1\n-\n2\n3 2\nx -\n- -\nx x\n",
	"a puzzle\n#d\n  0:   white  back\n  1:*  black\n  r:% #ff0000 red\n: rows\n2 1r\n1\n\n: columns\n1 1\n2r\n\n\n: end\nrest\n", "#t\n", ":\n1\n:\n1\n\n", ": rows\n1\n", "#D\n r:# nosuchcolour x\n:\n1r\n:\n1r\n",
	`<?xml version="1.0"?><!DOCTYPE pbn SYSTEM "x"><puzzleset><source>s &copy;</source><puzzle type="grid" defaultcolor="black"><id>#1</id><title>T</title><color name="white" char=".">fff</color><color name="black" char="X">000</color><clues type="columns"><line><count>1</count></line><line></line></clues><clues type="rows"><line><count color="black">1</count></line></clues><solution type="goal"><image>|X.|</image></solution><solution type="saved"><image>|[X.]?|</image></solution></puzzle></puzzleset>`,
	`<puzzle><solution><image>|[X].|..|XX|</image></solution></puzzle>`, `<puzzle type="triddler"></puzzle>`, `<puzzle><clues type="rows"><line><count>?</count></line></clues></puzzle>`, "<a/>", "<puzzle", `<puzzle><solution><image>|X|.</image></solution></puzzle>`,
	`{"rows": [[1, 1], [0], []], "columns": [[1], [], [[1, 1]]]}`,
	`[{"id": "a", "title": "T", "grade": 3, "palette": [["w", "#fff"], ["b", "000000"], ["r", "red"]], "rows": [[1, [1, 2]]], "cols": [[1], [[1, 2]]], "solution": [[1, 2]], "x": {"y": [1]}}, {"rows": [[1]], "columns": [[1]]}]`,
	"license\nwidth 1\nheight 1\nnote 1\nrows\n1\ncolumns\n1\ngoal\n", `{"ver":[[1]],"hor":[[1]]}`, `{"a": {"row_clues": ["1 1"], "colClues": ["1", "", 1]}, "colors": {"r": "#f00"}}`, `{"clues": {"rows": [[{"count": 1, "color": "red"}]], "cols": [[{"n": "1", "c": "#f00"}]]}, "goal": ["1"]}`,
	"{", "[", `{"rows": [[1, 0]]}`, `{"rows": [[[1]]]}`, "[]", "1",
	"https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h", "nonogram/1/1/11\nnonogram/v:/1/1/h", "nonogram/1/1/1.", "nonogram/",
	"P1\n# c\n2 2\n10\n0 1\n", "P4\n9 2\n\xff\x80\x00\x00", "P1 1", "P4 1 1", "P1 1 1 2", "P9",
	"\x89PNG\r\n\x1a\n", "\uFEFFwidth 1\r\nheight 1\r\nrows\r\n1\r\ncolumns\r\n1", "\xff", "%",
}

func FuzzNon(f *testing.F)       { formats.Fuzz(f, "non") }
func FuzzWebpbn(f *testing.F)    { formats.Fuzz(f, "webpbn") }
func FuzzJSON(f *testing.F)      { formats.Fuzz(f, "json") }
func FuzzOlsak(f *testing.F)     { formats.Fuzz(f, "olsak") }
func FuzzBatch(f *testing.F)     { formats.Fuzz(f, "batch") }
func FuzzNin(f *testing.F)       { formats.Fuzz(f, "nin") }
func FuzzMk(f *testing.F)        { formats.Fuzz(f, "mk") }
func FuzzKeen(f *testing.F)      { formats.Fuzz(f, "keen") }
func FuzzPuzzlekit(f *testing.F) { formats.Fuzz(f, "puzzlekit") }
func FuzzURL(f *testing.F)       { formats.Fuzz(f, "url") }
func FuzzPBM(f *testing.F)       { formats.Fuzz(f, "pbm") }
func FuzzPNG(f *testing.F)       { formats.Fuzz(f, "png") }
func FuzzRead(f *testing.F)      { formats.FuzzRead(f) }
