package sudokus

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
)

// A 9×9 of our own in the forms below, and its solution.
const (
	ownCells    = "..7.3.2..3.....7...2.7..31...2....4.4.1...9.8.7....6...54..9.3...9.....1..3.4.8.."
	ownSolution = "517934286396218754824756319982367145461529978273481695654189237849273561135642897" // only its form matters
)

func ownRows(open string) []string {
	var rows []string
	for row := range slices.Chunk([]byte(ownCells), 9) {
		rows = append(rows, strings.ReplaceAll(string(row), ".", open))
	}
	return rows
}

// TestPublishedForms: how puzzles are published elsewhere. Each is one puzzle,
// or several, given as id, boxes, cells, and where there are any its solution and
// grade; warnings are a part of each.
func TestPublishedForms(t *testing.T) {
	own := "1 3x3 " + ownCells
	solved := func(id, grade string) string {
		return strings.TrimSpace(id + " 3x3 " + ownCells + " " + ownSolution + " " + grade)
	}
	rows := func(open, between, end string) string {
		var b strings.Builder
		for _, row := range ownRows(".") {
			b.WriteString(strings.ReplaceAll(strings.Join(strings.Split(row, ""), between), ".", open) + end + "\n")
		}
		return b.String()
	}
	matrix := "[[" + strings.ReplaceAll(strings.TrimSuffix(rows("0", ",", "],["), "],[\n"), "\n", "") + "]]"
	grid, zeros := strings.Join(ownRows("."), "\n")+"\n", strings.ReplaceAll(ownCells, ".", "0")
	six := "....5." + "2....." + ".6..3." + "......" + ".1...4" + "3....."
	tests := []struct {
		name, text string
		want       []string
		warnings   []string
	}{
		{"Project Euler", "Grid 01\n" + strings.Join(ownRows("0"), "\n") + "\nGrid 02\n" + grid, []string{"Grid 01 3x3 " + ownCells, "Grid 02 3x3 " + ownCells}, nil},
		{"lines of = between grids", grid + "========\n" + grid, []string{own, "2 3x3 " + ownCells}, nil},
		{"lines of nine dashes between grids", grid + "---------\n" + grid, []string{own, "2 3x3 " + ownCells}, nil},
		{"stars in a line", strings.ReplaceAll(ownCells, ".", "*"), []string{own}, nil},
		{"stars in rows", strings.Join(ownRows("*"), "\n"), []string{own}, nil},
		{"a row of stars", "****\n1234\n****\n****\n", []string{"1 2x2 ....1234........"}, nil},
		{"commas", rows("0", ",", ""), []string{own}, nil},
		{"commas with nothing between", rows("", ",", ""), []string{own}, nil},
		{"commas at the ends", rows("", ", ", ","), []string{own}, nil},
		{"semicolons", rows("", ";", ""), []string{own}, nil},
		{"commas, numbers of 12", "12,,,,,,,,,,,\n" + strings.Repeat(",,,,,,,,,,,10\n", 1) + strings.Repeat(",,,,,,,,,,,\n", 10), []string{"1 3x4 C......................A" + strings.Repeat(".", 120)}, []string{"boxes of 3x4"}},
		{"all cells between commas", strings.Join(strings.Split(zeros, ""), ",") + "\n" + strings.Join(strings.Split(zeros, ""), ", ") + "\n", []string{own, "2 3x3 " + ownCells}, nil},
		{"all cells between blanks", strings.Join(strings.Split(ownCells, ""), " "), []string{own}, nil},
		{"tabs with nothing between", rows("", "\t", ""), []string{own}, nil},
		{"numbers with leading zeros", "10 01 00 00 00 00 00 00 00 00\n" + strings.Repeat("00 00 00 00 00 00 00 00 00 00\n", 9), []string{"1 2x5 A1" + strings.Repeat(".", 98)}, []string{"boxes of 2x5"}},
		{"rules of as many dashes as a row has cells", "1.....\n......\n------\n......\n......\n------\n......\n......\n", []string{"1 2x3 1" + strings.Repeat(".", 35)}, nil},
		{"JSON, all cells in one array", "[" + strings.Join(strings.Split(zeros, ""), ",") + "]", []string{own}, nil},
		{"JSON Lines", `{"puzzle":"` + zeros + `"}` + "\n" + `{"puzzle":"` + zeros + `","id":"x"}` + "\n", []string{own, "x 3x3 " + ownCells}, nil},
		{"Kaggle", "quizzes,solutions\n" + zeros + "," + ownSolution + "\n", []string{solved("1", "")}, nil},
		{"Kaggle with more columns", "id,puzzle,solution,clues,difficulty\n7," + ownCells + "," + ownSolution + ",27,2.2\n8," + ownCells + ",,27,\n", []string{solved("7", "2.2"), "8 3x3 " + ownCells}, []string{`columns are left out: "clues"`}},
		{"Kaggle, misspelt", "puzzzle,soluton\n" + zeros + "," + ownSolution + "\n", []string{solved("1", "")}, []string{`the column "puzzzle" is taken for the puzzle`, `"soluton" is taken for the solution`}},
		{"a table without a heading", zeros + "," + ownSolution + "\n", []string{solved("1", "")}, nil},
		{"a table with a column that is no solution", "xs,ys\n1...............,12..............\n", []string{"1 2x2 1..............."}, []string{`"xs" is taken for the puzzle`, `left out: "ys"`}},
		{"a table of one column", "puzzle\n1...............\n", []string{"1 2x2 1..............."}, nil},
		{"a table with quotes and semicolons", "\"puzzle\";\"level\"\n\"" + zeros + "\";\"very hard\"\n", []string{"1 3x3 " + ownCells + "  very hard"}, nil},
		{"a JSON matrix", matrix, []string{own}, nil},
		{"a JSON matrix of texts", strings.ReplaceAll(strings.ReplaceAll(matrix, "0", `"."`), "7", `"7"`), []string{own}, nil},
		{"JSON with null", strings.ReplaceAll(matrix, "0", "null"), []string{own}, nil},
		{"JSON, several", "[" + matrix + "," + matrix + "]", []string{own, "2 3x3 " + ownCells}, nil},
		{"JSON under a name", `{"board":` + matrix + `,"solution":"` + ownSolution + `","difficulty":"easy"}`, []string{solved("1", "easy")}, nil},
		{"JSON deep inside", `{"newboard":{"grids":[{"value":` + matrix + `,"difficulty":"Hard"}],"results":1}}`, []string{"1 3x3 " + ownCells + "  Hard"}, []string{`the member "results" is left out`}},
		{"JSON by names", `{"a":{"puzzle":"` + ownCells + `"},"b":` + matrix + `}`, []string{"a 3x3 " + ownCells, "b 3x3 " + ownCells}, nil},
		{"JSON, rows as texts", `{"grid":["` + strings.Join(ownRows("."), `","`) + `"]}`, []string{own}, nil},
		{"JSON with boxes", `{"boxes":"3x2","puzzle":"` + six + `"}`, []string{"1 3x2 " + six}, nil},
		{"HoDoKu's library", ":0000:x:" + strings.Replace(ownCells, "3", "+3", 1) + ":325 126::\n", []string{own}, []string{`such as "325"`, "are read as givens"}},
		{"HoDoKu's plain lines", strings.Replace(ownCells, "3", "+3", 1), []string{own}, []string{"are read as givens"}},
		{"Sudoku Exchange", "# bank\n0000183b305c " + zeros + "  1.2\n0000183b305d " + zeros + " 10.4\n", []string{"0000183b305c 3x3 " + ownCells + "  1.2", "0000183b305d 3x3 " + ownCells + "  10.4"}, nil},
		{"a line with its solution", ownCells + "\t" + ownSolution + "\n", []string{solved("1", "")}, nil},
		{"OpenSudoku 1", `<?xml version="1.0" encoding="UTF-8"?><opensudoku><name>mine</name><level>easy</level><game data="` + zeros + `" /></opensudoku>`, []string{"1 3x3 " + ownCells + "  easy"}, []string{"<name> is left out"}},
		{"OpenSudoku 2", `<opensudoku version="2"><folder name="hard"><game data="` + zeros + `" time="0" /></folder></opensudoku>`, []string{"1 3x3 " + ownCells + "  hard"}, nil},
		{"an empty 16x16", strings.Repeat(strings.Repeat(".", 16)+"\n", 16), []string{"1 4x4 " + strings.Repeat(".", 256)}, []string{"one board of 16×16"}},
		{"an empty 16x16 of zeros", strings.Repeat(strings.Repeat("0", 16)+"\n", 16), []string{"1 4x4 " + strings.Repeat(".", 256)}, []string{"0 is read as an open cell", "one board of 16×16"}},
		{"an empty 36x36 of zeros", strings.Repeat(strings.Repeat("0", 36)+"\n", 36), []string{"1 6x6 " + strings.Repeat(".", 1296)}, []string{"0 is read as an open cell", "one board of 36×36"}},
		{"a 16x16 of digits that a 4x4 has, too", "1..2" + strings.Repeat(".", 12) + "\n" + strings.Repeat(strings.Repeat(".", 16)+"\n", 15), []string{"1 4x4 1..2" + strings.Repeat(".", 252)}, []string{"one board of 16×16"}},
		{"16x16 in A to P", "AP" + strings.Repeat(".", 14) + "\n" + strings.Repeat(strings.Repeat(".", 16)+"\n", 15), []string{"1 4x4 0f" + strings.Repeat(".", 254)}, nil},
		{"25x25 in A to Y", "AY" + strings.Repeat(".", 23) + "\n" + strings.Repeat(strings.Repeat(".", 25)+"\n", 24), []string{"1 5x5 ay" + strings.Repeat(".", 623)}, nil},
		{"6x6 without boxes", six + "\n", []string{"1 2x3 " + six}, []string{"boxes of 2x3"}},
		{"6x6 whose solution tells the boxes", "1" + strings.Repeat(".", 35) + " 123456345612561234214365436521652143", []string{"1 3x2 1" + strings.Repeat(".", 35) + " 123456345612561234214365436521652143"}, nil},
		{"6x6 whose givens contradict the usual boxes", "1....." + "..1..." + strings.Repeat(".", 24), []string{"1 3x2 1.......1..." + strings.Repeat(".", 24)}, []string{"boxes of 3x2 are assumed"}},
		{"6x6 whose givens contradict the usual boxes one step later", "123..." + "....4." + strings.Repeat(".", 24), []string{"1 3x2 123.......4." + strings.Repeat(".", 24)}, []string{"boxes of 3x2 are assumed"}},
		{"6x6 that is contradicted either way", "11" + strings.Repeat(".", 34), []string{"1 2x3 11" + strings.Repeat(".", 34)}, []string{"boxes of 2x3"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set := alltest.Must(Kind.Read("in", strings.NewReader(tt.text)))(t)
			var got []string
			for _, item := range set.Items {
				p := item.Puzzle.(*sudoku.Puzzle)
				solution := sudoku.Signs(p.N(), item.Solution.Values)
				got = append(got, strings.TrimSpace(fmt.Sprintf("%s %v %s %s %s", p.ID(), p.Box(), strings.Fields(p.Text())[0], solution, item.Grade)))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
			checkWarnings(t, set, tt.warnings)
		})
	}
}

// checkWarnings checks that the warnings of a set have the parts, in this order.
func checkWarnings(t *testing.T, set puzzle.Set, parts []string) {
	t.Helper()
	ok := len(set.Warnings) == len(parts)
	for i := 0; ok && i < len(parts); i++ {
		ok = strings.Contains(set.Warnings[i].Error(), parts[i])
	}
	if !ok {
		t.Errorf("warnings %v, want %q", set.Warnings, parts)
	}
}

// TestWithBoxes: what is asked for holds where the input does not say it, and
// what else the input says is an error.
func TestWithBoxes(t *testing.T) {
	open := strings.Repeat(".", 36)
	kind := WithBoxes(puzzle.Size{Rows: 3, Cols: 2})
	for text, want := range map[string]string{
		open:                          "3x2",
		strings.Repeat("......\n", 6): "3x2",
		"[" + strings.Repeat(`"......",`, 5) + `"......"]`:              "3x2",
		"puzzle,level\n" + open + ",1\n":                                "3x2",
		"sudoku/6/6/zv":                                                 "3x2",
		"begin\nsize 6\nproblem\n" + strings.Repeat("- - - - - -\n", 6): "3x2",
		open + " boxes=3x2":                                             "3x2",
		open + " boxes=2x3":                                             "in:1:1: expected boxes of 3x2, which were asked for, found 2x3",
		strings.Repeat(".", 81):                                         "in:1:1: expected a board of 6×6 cells, as boxes of 3x2 make, found 9×9",
	} {
		set, err := kind.Read("in", strings.NewReader(text))
		got := fmt.Sprint(err)
		if err == nil {
			got = set.Items[0].Puzzle.(*sudoku.Puzzle).Box().String()
			checkWarnings(t, set, nil)
		}
		if got != want {
			t.Errorf("%.30q: %s, want %s", text, got, want)
		}
	}
}

// TestTextsStayThemselves: a text of a puzzle that a reader would take for
// another says what it is.
func TestTextsStayThemselves(t *testing.T) {
	six, sixteen := puzzle.Size{Rows: 2, Cols: 3}, puzzle.Size{Rows: 4, Cols: 4}
	clash := slices.Repeat([]uint8{puzzle.Unset}, 36)
	clash[0], clash[8] = 1, 1
	for want, p := range map[string]struct {
		box    puzzle.Size
		givens []uint8
	}{
		strings.Repeat(".", 36):                              {six, slices.Repeat([]uint8{puzzle.Unset}, 36)},
		"1.......1" + strings.Repeat(".", 27) + " boxes=2x3": {six, clash},
		strings.Repeat("0", 256) + " zero=digit":             {sixteen, slices.Repeat([]uint8{1}, 256)},
	} {
		made, err := sudoku.New("p", p.box, p.givens)
		if err != nil {
			t.Fatal(err)
		}
		set, err := Kind.Read("in", strings.NewReader(made.Text()))
		if made.Text() != want || err != nil || set.Items[0].Hash() != made.Hash() {
			t.Errorf("the text %s, want %s; read with %v", made.Text(), want, err)
		}
	}
}
