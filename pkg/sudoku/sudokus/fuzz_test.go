package sudokus

import (
	"strings"
	"testing"
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
	"puzzle,solution,id,difficulty\n1...............,1234341221434321,a,\"x, y\"\n", "1...............,1234341221434321\n", "id;sudok\n1;................\n", "1,,,\n,2,,\n,,3,\n,,,4\n", "a,b\n\"\n",
	"[[1,0,0,0],[null,\".\",\"\",4],[0,0,0,0],[0,0,0,0]]", `{"id": "a", "boxes": "2x2", "board": ["1...", "....", "....", "...."], "x": {"b": [[1, 2]]}}`, `["1...............", {"sudoku": "1..............."}]`, "{{1,2,3,4},{0,0,0,0},{0,0,0,0},{0,0,0,0}};", "[[1", `{"a": 1}`,
	`<opensudoku version="2"><folder name="e&amp;"><game data="` + strings.Repeat("0", 81) + `"/></folder></opensudoku>`, "<a/>", "<", "<opensudoku><level>e</level><game data='" + strings.Repeat(".", 16) + "'/></opensudoku>",
	":0000:x:+1...............:325 126::\n", "0000183b305c 1............... 1.2\n", "Grid 01\n1...\n....\n....\n....\n====\n....\n....\n....\n...4\n",
	"|1| | | |\n| |2| | |\n| | |3| |\n| | | |4|\n", "  A B  C D\n1|1 . |. .|\n2|. . |1 .|\n --------\n3|. 1 |4 .|\n4|4 . |. 1|\n", strings.Repeat("0", 256), strings.Repeat(strings.Repeat("0", 16)+"\n", 16), "zero: digit\n" + strings.Repeat(strings.Repeat("0", 16)+"\n", 16),
	"https://puzz.link/p?sudoku/4/4/1t4\nsudoku/6/6/zv", "sudoku/v:/16/16/-10zzzzzzzzzzzzu", "\uFEFF....\r\n....\r\n....\r\n....", "\xff", "begin", "sudoku/", "[Puzzle]", "|", "+-+", "----",
}

func FuzzLine(f *testing.F)  { formats.Fuzz(f, "line") }
func FuzzText(f *testing.F)  { formats.Fuzz(f, "text") }
func FuzzJanko(f *testing.F) { formats.Fuzz(f, "janko") }
func FuzzURL(f *testing.F)   { formats.Fuzz(f, "url") }
func FuzzSDK(f *testing.F)   { formats.Fuzz(f, "sdk") }
func FuzzSS(f *testing.F)    { formats.Fuzz(f, "ss") }
func FuzzRead(f *testing.F)  { formats.FuzzRead(f) }

func FuzzCSV(f *testing.F)        { formats.Fuzz(f, "csv") }
func FuzzJSON(f *testing.F)       { formats.Fuzz(f, "json") }
func FuzzOpenSudoku(f *testing.F) { formats.Fuzz(f, "opensudoku") }
