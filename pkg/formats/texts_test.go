package formats_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"formicary/pkg/engines"
	"formicary/pkg/formats"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// texts are puzzles with one solution. The game ids are from the generators of Simon Tatham's collection (20230122), the other
// texts made by hand.
var texts = []struct{ kind, text, want string }{
	{"akari", "7x7b20s4d1:b2aBiBe2c0c0e1iBa1b", "7 7\n- - 2 - x - -\n- - - - - - -\nx - - - - - 2\n- - - 0 - - -\n0 - - - - - 1\n- - - - - - -\n- - x - 1 - -"},
	{"binairo", "6x6dt:aaBCGcDbbBcg", ""},
	{"fillomino", "5x4:4c3a5a44e3a554", "4 5\n4 - - - 3\n- 5 - 4 4\n- - - - -\n3 - 5 5 4"},
	{"galaxies", "5x4dn:cojefo", "4 5\n- 0 - - 2\n2 - 3 - -\n- 0 - - 2\n- - - - -"},
	{"gokigennaname", "4x3de:a1b1a21a1b22a1c1", "3 4\n- 1 - - 1\n- 2 1 - 1\n- - 2 2 -\n1 - - - 1"},
	{"hashi", "5x5i30e10m2d0:4a4a3f1c2e3b3", ""},
	{"hitori", "5x5dk:5324251223235514531542554", "5 5\n5 3 2 4 2\n5 1 2 2 3\n2 3 5 5 1\n4 5 3 1 5\n4 2 5 5 4"},
	{"kenken", "4de:_a_3a_ba_a__a3,s1m8s1m4s1a5a6", "4 4\n1- 8* - 1-\n- - 4* -\n1- - - 5+\n6+ - - -\n1 2 2 3\n1 2 4 3\n5 5 4 6\n7 7 7 6"},
	{"killersudoku", "2x2kdb:p,_aa__aaba___aaa,9_3a5b8a6b9d", "4 4\n9 3 - 5\n- - 8 -\n6 - - 9\n- - - -\n1 2 2 3\n1 1 4 3\n5 4 4 6\n5 5 6 6"},
	{"killersudoku", "2x3k:zj,_a_a_______________a__aaca_b__aaaaaaa_ab,8_9a4_7b8_9a10_7c6b8a9a8_10c14b9e", ""},
	{"kuromasu", "5x4:a4c3h8c3a", ""},
	{"masyu", "6x5dt:hWWWaWcWaWhWaB", ""},
	{"mosaic", "5x4:2a3f0a665a2a5b", ""},
	{"nonogram", "5x4:2/1.1/3/1/2/1/3/1.1/4", ""},
	{"shikaku", "5x4:a2d2d2a3_4_4b3a", "4 5\n- 2 - - -\n- 2 - - -\n- 2 - 3 4\n4 - - 3 -"},
	{"skyscraper", "4de:1/2/2/2/4/3/2/1/1/2/3/4/2/2/2/1", "4 4 4\n1 2 2 2\n4 3 2 1\n1 2 3 4\n2 2 2 1\n- - - -\n- - - -\n- - - -\n- - - -"},
	{"skyscraper", "3:1/2/2/////////,a2g", ""},
	{"slitherlink", "4x4t0de:a2a33a3b0a1a3b", ""},
	{"sudoku", "2x3:1a5c4d5_2a3f4a3_5d6c1a2", ""},
	{"sudoku", "3x2:b5b4d1a3_6h4_3a3d2b4b", ""},
	{"sudoku", "# comment\n2:1a3_4_3_4b2a4b3a1\n", ""},
	{"tent", "6x5de:_hdddd_,2,0,2,0,2,0,0,3,0,2,1", "5 6\n2 0 2 0 2 0\n0 3 0 2 1\nx - - - - -\n- - - x - -\n- - x - - -\n- x - - - -\nx - - - - x"},
	{"slitherlink", "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :5:Loopy\nPARAMS  :5:9x9t0\nCPARAMS :5:4x4t0\nDESC    :14:a2a33a3b0a1a3b\nNSTATES :1:1\nSTATEPOS:1:1\n", "4 4\n- 2 - 3\n3 - 3 -\n- 0 - 1\n- 3 - -"},

	{"nurikabe", "https://puzz.link/p?pzprv3/nurikabe/2/3/.%20.%202%20/1%20.%20.%20/", "nurikabe/3/2/h21h"},
	{"shakashaka", "https://x/#m=edit&p=" + strings.NewReplacer("+", "%2B", "/", "%2F", "=", "%3D").Replace(strings.SplitN(penpaURL("square,1,1,38,0,1,1,1,1,1,1,0,0,0,0\n[0,0,0,0]\n{}\n"+`{"number":{"12":["0",7,"1"]},"surface":{"12":4}}`+"\n{}\n[12]\n"), "&p=", 2)[1]), "1 1\n0"},
	{"nurikabe", "pzv.jp/p.html?pzprv3/nurikabe/2/3/.+.+2+/1+.+.+/", ""},
	{"nurikabe", penpaURL("square,3,2,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n" + `{"number":{"18":[2,1,"1"],"23":["1",1,"1"]}}`), "nurikabe/3/2/h21h"},
	{"nonogram", "pzprv3/nonogram/3/2/. . 1 /. 3 1 /2 . . /1 . . /2 . . /", ""},
	{"nonogram", penpaURL("square,3,5,38,0,1,1,1,1,1,1\n[2,0,1,0]\n{}\n" + `{"number":{"18":[1,1,"1"],"25":[1,1,"1"],"24":["3",1,"1"],"30":["2",1,"1"],"37":["1",1,"1"],"44":[2,1,"1"]},"lineE":{"94,101":13,"93,100":2}}`), ""},
	{"sudoku", "pzprv3/sudoku/4/4/1 . 3 4 /3 4 . . /2 . 4 . /. 3 . 1 /", ""},
	{"sudoku", penpaURL("sudoku,4,4,38,0,1,1,1,1,1,1,0,0,0,0\n[0,0,0,0]\n{}\n" + `{"number":{"18":["1",1,"1"],"20":[3,1,"1"],"21":[4,1,"1"],"26":[3,1,"1"],"27":[4,1,"1"],"34":[2,1,"1"],"36":[4,1,"1"],"43":[3,1,"1"],"45":[1,1,"1"]},"lineE":{"75,83":2,"83,91":2,"91,99":2,"99,107":2,"89,90":2,"90,91":2,"91,92":2,"92,93":2}}`), ""},
	{"masyu", penpaURL("square,3,3,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n" + `{"number":{"17":[" ",6,"1"],"23":[" ",6,"1"],"25":["",6,"1"],"31":[" ",6,"1"]}}`), "3 3\n- w -\nw - w\n- w -"},
	{"starbattle", penpaURL("square,2,2,38,0,1,1,1,1,1,1\n[1,0,1,0]\n{}\n" + `{"number":{"14":["1",1,"1"]},"symbol":{"15":[2,"star",2]}}`), ""},
	{"starbattle", "pzprv3.1/starbattle/1/1/1/1/0 /. /", ""},
	{"numberlink", "pzprv3/numlin/2/3/1 . 1 /2 . 2 /0 0 /0 0 /0 0 0 /", "2 3\n1 - 1\n2 - 2"},
	{"numberlink", "\nA.A\n7_7\n", "2 3\n1 - 1\n7 - 7"},
	{"slitherlink", "2 2\n1 1\n1 1\n2 2\n", "4 2\n2 2\n1 1\n1 1\n2 2"},
}

// Texts of other programs are read as what they say, and as puzzles with one solution.
func TestTexts(t *testing.T) {
	for _, c := range texts {
		kind, err := engines.FindKind(c.kind)
		if err != nil {
			t.Fatal(err)
		}
		set, err := kind.Read("in", strings.NewReader(c.text))
		if warned := warnings(set); warned != "" && !strings.Contains(warned, "letters are") {
			t.Errorf("%s %q: %s", c.kind, c.text, warned)
		}
		if err != nil || set.Len() != 1 {
			t.Errorf("%s %q: %v, %d puzzles", c.kind, c.text, err, set.Len())
			continue
		}
		p := set.Items[0].Puzzle
		if text := p.Text(); c.want != "" && text != c.want {
			t.Errorf("%s %q: %s", c.kind, c.text, text)
		}
		engine, err := engines.New(c.kind + "/exact")
		if err != nil {
			t.Fatal(err)
		}
		if out, err := engine.Solve(t.Context(), p, solver.Run{Budget: solver.Iterations(100_000)}); err != nil || out.Status != solver.Unique {
			t.Errorf("%s %q: %v, %v:\n%s", c.kind, c.text, out.Status, err, p.Text())
		}
	}
}

// What does not fit is named with its place, and so is what is left out.
func TestErrors(t *testing.T) {
	drawn := func(parts, rest string) string {
		return "square,3,2,38,0,1,1,1,1,1,1,0,0,0,0\n[0,0,0,0]\n{}\n" + parts + rest
	}
	genres := func(names string) string { return strings.Repeat("\n", 14) + names }
	for _, c := range []struct{ kind, text, want string }{
		{"slitherlink", "pzprv3/slither/2/2/. 3 /. x /", `in:1:27: expected ., - or a number, found "x"`},
		{"slitherlink", "pzprv3\nslither\n2\n2\n. 3\n.\n", `in:6:2: expected row 2 of clues of 2 signs, found 1`},
		{"slitherlink", "pzprv3\nslither\n2\n2\n. 3 3\n", `in:5:5: expected row 1 of clues of 2 signs, found 3`},
		{"slitherlink", "pzprv3/slither/2/2/. 3 /", `in:1:25: expected row 2 of clues, found the end`},
		{"slitherlink", "pzprv3/slither/2/2/. 99999 /. . /", `in:1:22: expected a number`},
		{"slitherlink", "pzprv3.1/slither/2/2/f/. 3 /", `in:1:22: expected the usual rules of Slitherlink, found the flag "f"`},
		{"slitherlink", "pzprv3/lightup/2/2/. 3 /", `in:1:8: expected a puzzle of Slitherlink, found one of lightup (akari)`},
		{"slitherlink", "pzprv3/tapa/2/2/. 3 /", `in:1:8: expected a puzzle of Slitherlink, found one of tapa`},
		{"slitherlink", "pzprv3/slither/2/99999/", `in:1:18: expected the number of columns from 1 to 65535`},
		{"slitherlink", "pzprv3/slither/300/300/", `in:1:20: expected at most 65535 cells`},
		{"slitherlink", "https://puzz.link/p?pzprv3/slither/1/2/.%20x/", `in:1:44: expected ., - or a number, found "x"`},
		{"heyawake", "pzprv3/heyawake/1/2/1/0 a /. . /", `in:1:25: expected the number of a region`},
		{"galaxies", "pzprv3/tentaisho/1/2/1.X/", `in:1:24: expected ., 1 or 2, found 'X'`},
		{"galaxies", "pzprv3/tentaisho/1/2/11./", `in:1:23: expected centres further from each other`},
		{"yajilin", "pzprv3/yajilin/1/2/5,1 . /", `in:1:20: expected . or a direction`},
		{"kakuro", "pzprv3/kakuro/1/2/0 3 4 /3 . x /", `in:1:30: expected . or two sums`},
		{"binairo", "pzprv3/slither/2/2/. 3 /", `in:1:1: expected a text of Binairo, found one of the pzpr editors, of which those of Binairo are not read`},
		{"tennergrid", penpaURL(drawn("{}", "")), `in:1:1: expected a text of Tenner Grid, found one of Penpa`},

		{"slitherlink", "3x3t4:3h", `in:1:4: expected the usual rules of Slitherlink, found the option t: a grid of other cells`},
		{"slitherlink", "3x3t0:3z", `in:1:8: expected a shorter run of places, found 'z'`},
		{"slitherlink", "3x3t0:3h1", `in:1:9: expected the end of the board, found '1'`},
		{"slitherlink", "3x3t0:3g", `in:1:9: expected a letter from a to z, a digit from 0 to 4, found the end`},
		{"slitherlink", "3x3t0d#123456", `in:1:7: expected a colon and the board, found # and a seed`},
		{"binairo", "4x4ud:ab", `in:1:4: expected the usual rules of Binairo, found the option u: no two equal rows or columns`},
		{"hashi", "4x4m3:ab", `in:1:4: expected the usual rules of Hashi, found the option m`},
		{"sudoku", "9j:ab", `in:1:2: expected the usual rules of Sudoku, found the option j: a jigsaw`},
		{"sudoku", "3x3kx:ab", `in:1:4: expected a puzzle of Sudoku, found the option k of killer Sudoku`},
		{"killersudoku", "3x3:ab", `in:1:1: expected the option k of killer Sudoku`},
		{"killersudoku", "2x2k:3o,a", `in:1:6: expected no given cell, found 3`},
		{"kenken", "4:_a,", `in:1:5: expected a letter or _ for the sides between cells, found ','`},
		{"nonogram", "2x2:1/1/1/1,A", `in:1:12: expected the end of the board, found given cells`},
		{"slitherlink", "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nGAME    :4:Solo\nCPARAMS :3:3x3\nDESC    :1:a\n", `in:2:12: expected a puzzle of Slitherlink, found one of Solo (sudoku)`},
		{"slitherlink", "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nGAME    :5:Loopy\nCPARAMS :5:2x2t0\nDESC    :4:a2ax\n", `in:4:15: expected a shorter run of places, found 'x'`},
		{"yajilin", "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\n", `in:1:1: expected a text of Yajilin, found one of Simon Tatham's collection`},

		{"slitherlink", "m=edit&p=%%%", `in:1:10: expected a deflated picture in base64`},
		{"slitherlink", "#m=edit&p=" + base64.StdEncoding.EncodeToString([]byte("xx")), `in:1:11: expected a deflated picture`},
		{"slitherlink", "hex,3,2,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n{}", `in:1:1: expected a picture on a grid of squares, found "hex"`},
		{"slitherlink", "square,3,2,38,90,1,1,1,1,1,1\n[0,0,0,0]\n{}\n{}", `expected a picture that is neither turned nor mirrored, found "90,1,1"`},
		{"slitherlink", drawn(`{"number":{"16":[2,1,"1"],"9":[2,1,"1"]}}`, ""), `expected what a picture of Slitherlink has, found the text "2" in row 0, column 1`},
		{"slitherlink", drawn(`{"symbol":{"18":[2,"star",1]}}`, ""), `found the symbol "star" in row 1, column 3`},
		{"suguru", drawn(`{"surface":{"16":4}}`, ""), `expected what a picture of Suguru has, found a shaded cell in row 1, column 1`},
		{"slitherlink", drawn(`{"thermo":[[16,17]]}`, ""), `expected what a picture of Slitherlink has, found "thermo"`},
		{"slitherlink", drawn(`{"number":{"999":[2,1,"1"]}}`, ""), `expected a place of the picture in "number", found "999"`},
		{"slitherlink", drawn(`{}`, "\n\n[-14,1]"), "in:1:1: expected cells of the grid, found -14"},
		{"slitherlink", drawn(`{}`, "\n\n[14,1,1,5,1]"), `expected a board that is a rectangle, found one without 1 cell`},
		{"slitherlink", drawn(`{}`, genres(`["masyu"]`)), `expected a puzzle of Slitherlink, found one of masyu`},
		{"sudoku", drawn(`{}`, genres(`["classic","thermo"]`)), `expected the usual rules of Sudoku, found the genre "thermo"`},
		{"sudoku", "sudoku,4,4,38,0,1,1,1,1,1,1,0,1,0,0\n[0,0,0,0]\n{}\n{}", `in:1:1: expected the usual rules of Sudoku, found long diagonals`},
		{"lits", drawn(`{"lineE":{"57,58":2}}`, ""), `expected edges around regions, found one that ends inside a region, at the cell in row 1, column 1`},
		{"yajilin", drawn(`{"number":{"18":["2",1,"1"]}}`, ""), `expected a number with an arrow, found the text "2" in row 1, column 3`},
		{"killersudoku", drawn(`{"killercages":[[16,17],[17,18]]}`, ""), `expected cages that do not overlap, found two in row 1, column 2`},

		{"slitherlink", "square,x,2,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n{}", `expected the size of a picture of at most 65535 cells, found "x,2"`},
		{"slitherlink", "square,3,2,38,0,1,1,1,1,1,1\n[0,0]\n{}\n{}", `in:1:1: expected four margins, found "[0,0]"`},
		{"slitherlink", "square,3,2,38,0,1,1,1,1,1,1\n{}\n{}\n{}", `in:1:1: expected four margins, found "{}"`},
		{"slitherlink", "square,3,2,38,0,1,1,1,1,1,1\n[1,1,0,0]\n{}\n{}", `in:1:1: expected a board inside the margins`},
		{"gokigennaname", drawn(`{"lineE":{"57,65":2}}`, ""), `expected edges along the sides of cells, found one from corner 1,0 to corner 2,1`},
		{"slitherlink", drawn(`{"lineE":{"16,17":2}}`, ""), `expected an edge between corners of cells, found "16,17"`},
		{"slitherlink", drawn(`{"killercages":[[16,17]]}`, ""), `expected what a picture of Slitherlink has, found 1 cage`},
		{"sudoku", "square,4,4,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n" + `{"lineE":{"75,83":2}}`, `expected edges around boxes of one size, found other ones at row 2, column 2: a jigsaw is not read`},
		{"sudoku", "square,4,4,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n" + `{"lineE":{"75,83":2,"83,91":2,"91,99":2,"99,107":2}}`, `expected edges around boxes of 4 cells, found them around 4x2`},
		{"killersudoku", "square,4,4,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n" + `{"numberS":{"329":["3",1]}}`, `found the small text "3" in row 1, column 1`},
		{"killersudoku", "2x2k:p", `in:1:7: expected a comma and the cages, found the end`},
		{"killersudoku", "2x2k:p,_aa__aaba___aaa", `in:1:23: expected a comma and the sums, found the end`},
		{"killersudoku", "2x2k:p,z", `in:1:8: expected 24 sides between cells, found more`},
		{"killersudoku", "3x2k:zj,", `in:1:6: expected boxes of 2x2, 2 rows of 3, or 3x3 cells, found boxes of 3x2`},
		{"tent", "2x1:_a,1,0", `in:1:11: expected a comma and a number for each column and row, found the end`},
		{"tent", "2x1:_c,1,0", `in:1:6: expected a place of the board, found 'c'`},
		{"binairo", "2x2:aA", `in:1:7: expected more places, found the end`},
		{"galaxies", "2x1:d", `in:1:5: expected a centre inside the board, found 'd'`},
		{"slitherlink", penpaURL("square,1,1,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n{}\n") + "\n x", `in:2:2: expected an address with #m=edit&p= or #m=solve&p=, found "x"`},
		{"slitherlink", "# one\n m=solve&p=%", `in:2:12: expected a deflated picture`},
		{"skyscraper", "pzprv3/skyscrapers/1/1/. x . /. . . /. . . /", `in:1:26: expected ., - or a number, found "x"`},
		{"tent", "pzprv3/tents/1/1/. 1 /1 x /", `in:1:25: expected ., - or a number, found "x"`},
		{"galaxies", "2x1:1", `in:1:5: expected a letter from a to z or from A to Y, found '1'`},
		{"binairo", "2x2:aA1", `in:1:7: expected a letter, found '1'`},
		{"binairo", "2x2:aAdd", `in:1:7: expected a place of the board, found 'd'`},
		{"tent", "2x1:_a,x", `in:1:8: expected a number from 1 to 65535, found 'x'`},
		{"masyu", "w1\nb.\n", `in:1:2: expected . or -, B, W, b, w, ○, ●, found "1"`},
		{"slitherlink", "pzprv3\nslither/2", `in:2:10: expected the number of columns, found the end`},
		{"slitherlink", "pzprv3\nslither x", `in:2:9: expected the editor's name of the puzzle of 1 sign, found 2`},
		{"hitori", "3 3\n", `in:2:1: expected 3 signs of clues, found 0`},
		{"slitherlink", penpaURL(strings.Repeat(" ", 5<<20)), `in:1:51: expected a deflated picture in base64 (more than 4 MB)`},
		{"slitherlink", penpaURL("square,1,1,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n{}\n") + "\nm=edit&p=%", `in:2:10: expected a deflated picture`},
		{"slitherlink", penpaURL("square,1,1,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n{}\n") + "\n" + penpaURL("hex"), `in:2:51: expected a picture on a grid of squares`},
		{"masyu", drawn(`{"symbol":{"16":[1,"star",1]}}`, ""), `found the symbol "star" in row 1, column 1`},
		{"masyu", drawn(`{"symbol":{"16":[3,"circle_L",1]}}`, ""), `found the symbol "circle_L" in row 1, column 1`},
		{"masyu", drawn(`{"symbol":{"100":[1,"circle_L",1]}}`, ""), `found the symbol "circle_L" in row 1, column 1`},
		{"slitherlink", drawn(`{"number":[]}`, ""), `expected the part "number" of the picture as an object, found "[]"`},
		{"slitherlink", drawn(`{"number":{"16":["1"]}}`, ""), "expected \"number\" of the picture to have lists, found"},
		{"slitherlink", drawn(`{"surface":{"16":4}`, ""), "expected a picture's parts as JSON"},
		{"slitherlink", drawn(`{"lineE":[1]}`, ""), "expected edges as an object"},
		{"killersudoku", drawn(`{"killercages":{"a":1}}`, ""), "expected cages as lists of cells"},
		{"killersudoku", drawn(`{"killercages":[[1,2]]}`, ""), `expected a cage of cells of the board, found "1"`},
		{"kakuro", drawn(`{"numberS":{"233":["3",1]}}`, ""), `expected sums in walls, found the small text "3" in row 1, column 1`},
		{"tent", "square,2,2,38,0,1,1,1,1,1,1\n[0,1,0,0]\n{}\n" + `{"number":{"8":["1",1,"1"],"20":["2",1,"1"]}}`, `expected one number for a line, found 1 and 2`},
		{"slitherlink", "pzprv3/slither/1/1/%zz", `in:1:20: expected ., - or a number, found "%zz"`},
		{"slitherlink", "x?pzprv3/slither/1/1/%zz", `in:1:22: expected ., - or a number, found "%zz"`},
		{"slitherlink", "x?pzprv3/slither/1/1/%ff", `in:1:22: expected ., - or a number, found "%ff"`},
		{"slitherlink", "x?pzprv3/slither/1/1/.%2", `in:1:22: expected ., - or a number, found ".%2"`},
		{"nonogram", "pzprv3/nonogram/1/1/. x /. . /", `in:1:23: expected . or a number, found "x"`},
		{"nonogram", "pzprv3/nonogram/1/1/. . /x . /", `in:1:26: expected . or a number, found "x"`},
		{"kakuro", "pzprv3/kakuro/1/1/0 x /0 . /", `in:1:21: expected a sum, found "x"`},
		{"kakuro", "pzprv3/kakuro/1/1/0 0 /x . /", `in:1:24: expected a sum, found "x"`},
		{"kakuro", "pzprv3/kakuro/1/1/0 0 /0 1,x /", `in:1:26: expected a sum, found "1,x"`},
		{"galaxies", "pzprv3/tentaisho/1/2/.", `in:1:23: expected 3 signs, found 1`},
		{"galaxies", "pzprv3/tentaisho/1/2/....", `in:1:25: expected 3 signs, found more`},
		{"heyawake", "pzprv3/heyawake/1/2/x/0 0 /. . /", `in:1:21: expected the usual rules`},
		{"hakyuu", "pzprv3/ripple/1/2/2 /. . /", `in:1:19: expected 0 or 1, found "2"`},
		{"starbattle", "pzprv3/starbattle/1/1/0/1/0 /", `in:1:23: expected the number of stars from 1 to 65535, found "0"`},
		{"hitori", "2x1:1!", `in:1:6: expected a digit from 1 to 9 or a letter, found '!'`},
		{"hitori", "2x1:10", `in:1:6: expected a digit from 1 to 9 or a letter, found '0'`},
		{"slitherlink", "x?pzprv3/slither/1/1/-%20+", `in:1:26: expected row 1 of clues of 1 sign, found 2`},
		{"akari", `<Legup><puzzle name="LightUp"/></Legup>`, `in:1:1: expected a text of Akari, found one of LEGUP`},

		{"masyu", "w.b\n.x.\n", `in:2:2: expected . or -, B, W, b, w, ○, ●, found "x"`},
		{"masyu", "w.b\n.b\n", `in:2:3: expected 3 signs as in the first row, found 2`},
		{"masyu", "w.b\n.b.w\n", `in:2:4: expected 3 signs as in the first row, found 4`},
		{"binairo", "0.\n.2\n", `in:2:2: expected 0 or 1 on a board with 0, found 2`},
		{"akari", "2#.\n..y\n", `in:2:3: expected . or -, #, B, X, x or a number, found "y"`},
		{"sudoku", "53..7....:1", `in:1:1: expected a row of 4 to 36 cells`},
		{"masyu", "3 3\n- - -\n- -\n", `in:3:4: expected 3 signs of clues, found 2`},
	} {
		kind, err := engines.FindKind(c.kind)
		if err != nil {
			t.Fatal(err)
		}
		if set, err := kind.Read("in", strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q: %v, want %s", c.kind, c.text, err, c.want+show(set))
		}
	}
}

// What is left out or assumed is a warning with its place.
func TestWarnings(t *testing.T) {
	for _, c := range []struct{ kind, text, want string }{
		{"slitherlink", "pzprv3/slither/1/2/3 . /1 1 1 /0 0 /1 1 /", "in:1:25: what somebody filled in is left out"},
		{"slitherlink", "pzprv3/slither/1/2/3 . /0 0 0 /0 0 /0 0 /\ninfo:{\n \"metadata\": {\n  \"author\": \"x\"\n }\n}\n", ""},
		{"akari", "pzprv3/lightup/1/2/# 1 /", "in:1:20: what somebody filled in is left out"},
		{"galaxies", "pzprv3/tentaisho/1/2/2.1/", "in:1:22: black centres are read like white ones"},
		{"galaxies", "2x1:Ab", "in:1:5: black centres are read like white ones"},
		{"numberlink", ".B\nB.\n", "in:1:2: letters are read as numbers: B is 1"},
		{"numberlink", "1B1\n.Bc\nD.c\n..D\n", "in:1:2: letters are read as numbers: B is 2, c is 3, D is 4"},
		{"lits", penpaURL("square,2,1,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n{}\n"), "in:1:51: no edge is drawn inside the board: it is one region"},
		{"binairo", "01\n..\n", "in:1:1: 0 is read as 1, and 1 as 2"},
		{"akari", penpaURL("square,1,1,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n" + `{"surface":{"12":2}}`), "in:1:51: the shading of 1 cell is left out, first a shaded cell in row 1, column 1"},
		{"slitherlink", penpaURL("square,2,1,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n" + `{"lineE":{"38,44":2}}`), "in:1:51: 1 edge inside the board is left out"},
		{"galaxies", penpaURL("square,1,1,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n" + `{"symbol":{"12":[2,"circle_SS",1]}}`), "in:1:51: the black centre in row 1, column 1 is read like a white one"},
		{"slitherlink", penpaURL("square,1,1,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n" + `{"surface":{"12":3}}`), "in:1:51: the shading of 1 cell is left out, first a shaded cell in row 1, column 1"},
		{"slitherlink", penpaURL("square,1,1,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n{}\n" + `{"line":{"12,13":3}}`), "in:1:51: what somebody drew as an answer is left out"},
		{"starbattle", penpaURL("square,1,1,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n{}\n"), "in:1:51: the picture does not say how many stars a line has: 1, as is usual for 1x1, is assumed"},
		{"slitherlink", "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nGAME    :5:Loopy\nCPARAMS :3:1x1\nDESC    :1:a\nNSTATES :1:2\n", "in:5:12: the moves are left out"},
	} {
		kind, err := engines.FindKind(c.kind)
		if err != nil {
			t.Fatal(err)
		}
		set, err := kind.Read("in", strings.NewReader(c.text))
		if got := warnings(set); err != nil || got != c.want {
			t.Errorf("%s %q: %v, %q, want %q", c.kind, c.text, err, got, c.want)
		}
	}
}

func warnings(s puzzle.Set) string {
	var out []string
	for _, w := range s.Warnings {
		out = append(out, w.Error())
	}
	return strings.Join(out, "; ")
}

// A text names its kind, where it says one.
func TestNamed(t *testing.T) {
	genres := func(names string) string {
		return penpaURL("square,1,1,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n{}" + strings.Repeat("\n", 14) + names)
	}
	for text, want := range map[string]string{
		"pzprv3/lightup/2/2/. . /. . /":                    "akari",
		"https://puzz.link/p?pzprv3%2Fripple%2F2%2F2%2F":   "hakyuu",
		genres(`["masyu"]`):                                "masyu",
		genres(`["classic","killer"]`):                     "killersudoku",
		genres(`["masyu","lits"]`):                         "",
		genres(`["tapa"]`):                                 "",
		"pzprv3/tapa/2/2/. . /. . /":                       "",
		`<Legup><puzzle name="Nurikabe">`:                  "nurikabe",
		"SAVEFILE:1:x\nGAME    :4:Solo\nCPARAMS :3:3x3\n":  "sudoku",
		"SAVEFILE:1:x\nGAME    :4:Solo\nCPARAMS :4:3x3k\n": "killersudoku",
		"SAVEFILE:1:x\nGAME    :4:Mine\n":                  "",
		"https://puzz.link/p?lits/6/6/iu9r7445k9g5":        "lits",
		"5x5:aa": "",
	} {
		kind, ok := formats.Named([]byte(text), engines.Kinds())
		if kind.Name != want || ok != (want != "") {
			t.Errorf("%q: %q, %v, want %q", text, kind.Name, ok, want)
		}
	}
}

// What somebody filled in is left out with a warning; foreign formats are not written, and a kind that is not the lab's
// stays as it is.
func TestReadOnly(t *testing.T) {
	kind, err := engines.FindKind("nurikabe")
	if err != nil {
		t.Fatal(err)
	}
	set, err := kind.Read("in", strings.NewReader("pzprv3/nurikabe/2/3/# # 2 /1 # + /"))
	if err != nil || set.Len() != 1 || !set.Items[0].Solution.IsZero() || len(set.Warnings) != 1 {
		t.Errorf("%v, %v", set, err)
	}
	format, err := kind.Format("penpa")
	if err != nil {
		t.Fatal(err)
	}
	if err := format.Write(&strings.Builder{}, set); err == nil {
		t.Error("a picture was written")
	}
	if k := formats.Of(sets.Kind{Name: "chess"}); k.Formats != nil || k.Detect != nil {
		t.Errorf("chess has %v", k.Formats)
	}
}

// An input may have several puzzles, with their numbers as ids.
func TestSeveral(t *testing.T) {
	picture := penpaURL("square,1,1,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n{}\n")
	for _, text := range []string{
		"pzprv3/slither/1/1/. /0 0 /0 /0 /\n\n# comment / here\npzprv3.1\nslither\n1\n1\n3\n0\n0 0\n0\n0\nhistory:{\n\"a/b\": [1]\n}\n",
		"# comment\nx?pzprv3/slither/1/1/./\nx?pzprv3/slither/1/1/3/\n",
		picture + "\n# comment\n\n " + picture + "\n",
		"1x1t0:a\n# comment\n 1x1t0:3\n",
		"# comment\n.\n\n3\n\n",
	} {
		kind, err := engines.FindKind("slitherlink")
		if err != nil {
			t.Fatal(err)
		}
		set, err := kind.Read("in", strings.NewReader(text))
		if err != nil || set.Len() != 2 || set.Items[0].ID() != "1" || set.Items[1].ID() != "2" || len(set.Warnings) > 0 {
			t.Errorf("%q: %v, %v", text, err, show(set))
		}
	}
}

// Small numbers of a large Sudoku are numbers, too: 7 is the seventh digit, which Text writes 6.
func TestLargeSudoku(t *testing.T) {
	kind, err := engines.FindKind("sudoku")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"pzprv3/sudoku/16/16/7" + strings.Repeat(" .", 15) + " /" + strings.Repeat(strings.Repeat(" .", 16)+" /", 15), "4x4:7" + strings.Repeat("z", 9) + "u"} {
		set, err := kind.Read("in", strings.NewReader(text))
		if err != nil || set.Len() != 1 || set.Items[0].Text() != "6"+strings.Repeat(".", 255) {
			t.Errorf("%q: %v, %s", text, err, show(set))
		}
	}
}

// Signs of foreign texts are what they are in the kind's own text, whether or not the puzzle can be solved.
func TestSigns(t *testing.T) {
	picture := func(cols, rows, margins, parts string) string {
		return "square," + cols + "," + rows + ",38,0,1,1,1,1,1,1\n" + margins + "\n{}\n" + parts
	}
	for _, c := range []struct{ kind, text, want string }{
		{"masyu", picture("2", "1", "[0,0,0,0]", `{"number":{"14":[" ",7,"1"],"15":["",5,"1"]}}`), "1 2\nb w"},
		{"kurotto", picture("3", "1", "[0,0,0,0]", `{"number":{"16":[" ",6,"1"],"17":["",1,"1"],"18":["2",6,"1"]}}`), "1 3\no - 2"},
		{"creek", picture("1", "1", "[0,0,0,0]", `{"number":{"31":[0,6,"1"],"37":[" ",1,"1"]},"symbol":{"32":[1,"circle_SS",1]}}`), "1 1\n0 -\n- -"},
		{"nonogram", picture("2", "3", "[1,0,1,0]", `{"number":{"15":[1,1,"1"],"20":["1",1,"1"],"26":[" ",1,"1"]}}`), "width 1\nheight 2\n\nrows\n1\n0\n\ncolumns\n1\n"},
		{"yajilin", picture("3", "1", "[0,0,0,0]", `{"number":{"16":["?",1,"2"],"17":["12_2",1,"2"],"18":["?_0",1,"2"]}}`), "1 3\nx 12e x"},
		{"yajilin", "pzprv3/yajilin/1/4/b/. 0,- # 1,12 /", "1 4\n- x x 12n"},
		{"tent", picture("2", "2", "[0,1,0,1]", `{"number":{"20":["1",1,"1"],"15":["?",1,"1"]},"symbol":{"14":[1,"tents",1]}}`), "1 1\n1\n-\nx"},
		{"tent", "5x6:ze,0,0,0,0,0,0,0,0,0,0,12", "6 5\n0 0 0 0 0\n0 0 0 0 0 12\n" + strings.TrimSuffix(strings.Repeat("- - - - -\n", 6), "\n")},
		{"kenken", picture("1", "1", "[0,0,0,0]", `{"numberS":{"148":["1 ÷",1]}}`), "1 1\n1/\n1"},
		{"kakuro", picture("2", "2", "[0,0,0,0]", `{"surface":{"14":4,"15":3},"symbol":{"20":[1,"kakuro",2]},"numberS":{"205":["4",1],"226":["3",1]}}`), "2 2\n- ,4\n3, 0"},
		{"kakuro", "pzprv3/kakuro/1/2/0 -1 12 /3 0,0 . /", "2 3\n- - 12,\n,3 - 0"},
		{"slitherlink", "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\r\nGAME    :5:Loopy\r\nCPARAMS :5:1x1t0\r\nDESC    :1:3\r\nNSTATES :1:1\r\n", "1 1\n3"},
		{"skyscraper", "pzprv3/skyscrapers/2/2/. 1 2 . /. q1 . . /2 . . 1 /. . 1 . /", "2 2 2\n1 2\n- 1\n- 2\n- 1\n1 -\n- -"},
		{"hitori", "3x1:9aA", "1 3\n9 10 36"},
		{"galaxies", "13x2:y", "2 13\n- - - - - - - - - - - - 0\n- - - - - - - - - - - - -"},
		{"kenken", "1:_,a9", "1 1\n9\n1"},
		{"kuromasu", "2x1:12_3", "1 2\n12 3"},
		{"akari", "\n# board\n#x 4\n", ""},
		{"akari", "#x4\n", "1 3\nx x 4"},
		{"starbattle", picture("1", "1", "[0,0,0,0]", `{}`)[:len("square,1,1,38,0,1,1,1,1,1,1")] + ",0,0,0,0,Title: Two,Author: me,, 2★ a row\n[0,0,0,0]\n{}\n{}", "1 1 2\n1"},
	} {
		kind, err := engines.FindKind(c.kind)
		if err != nil {
			t.Fatal(err)
		}
		set, err := kind.Read("in", strings.NewReader(c.text))
		if c.want == "" && err != nil {
			continue
		}
		if err != nil || set.Len() != 1 || len(set.Warnings) > 0 {
			t.Errorf("%s %q: %v, %s", c.kind, c.text, err, show(set))
			continue
		}
		var own strings.Builder
		format, _ := kind.Format(map[bool]string{false: "text", true: "non"}[c.kind == "nonogram"])
		if err := format.Write(&own, set); err != nil || strings.TrimPrefix(strings.TrimSpace(own.String()), "catalogue \"1\"\n") != strings.TrimSpace(c.want) {
			t.Errorf("%s %q: %v, %s", c.kind, c.text, err, own.String())
		}
	}
}
