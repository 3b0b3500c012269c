package nurikabe

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

// small is an instance made up for the tests; solved is a solution of it.
const (
	small  = "2...\n....\n..2.\n1...\n"
	solved = ".###\n.#.#\n##.#\n.###\n"
)

// parse reads rows of clues, "?" and "." for none: one character each, or with blanks between.
func parse(t testing.TB, text string) *Puzzle {
	t.Helper()
	separator := ""
	if strings.Contains(text, " ") {
		separator = " "
	}
	var clues []int
	rows := strings.Split(strings.TrimSpace(text), "\n")
	for _, row := range rows {
		for _, sign := range strings.Split(row, separator) {
			clue, _ := strconv.Atoi(sign)
			if sign == "?" {
				clue = Unknown
			}
			if sign != "" {
				clues = append(clues, clue)
			}
		}
	}
	p := alltest.Must(New("1", puzzle.Size{Rows: len(rows), Cols: len(clues) / len(rows)}, clues))(t)
	return p
}

// board reads what [Puzzle.Rows] writes.
func board(text string) puzzle.Grid {
	rows := strings.Fields(text)
	g := puzzle.NewGrid(puzzle.Size{Rows: len(rows), Cols: len(rows[0])}, Island)
	for i, sign := range []byte(strings.Join(rows, "")) {
		switch sign {
		case '#':
			g.Values[i] = Wall
		case '?':
			g.Values[i] = puzzle.Unset
		case '!':
			g.Values[i] = 7
		}
	}
	return g
}

// places writes cells as "r1c1 r1c2".
func places(cells []puzzle.Cell) string {
	var out []string
	for _, c := range cells {
		out = append(out, c.String())
	}
	return strings.Join(out, " ")
}

func TestCheck(t *testing.T) {
	tests := []struct {
		name, clues, board string
		want               []string // "rule | cells | text"
	}{
		{"solved", small, solved, nil},
		{"unknown clues take any size", "?...\n....\n..?.\n1...\n", solved, nil},
		{"all island, one clue: an empty wall is in one piece", "4.\n..\n", "..\n..\n", nil},
		{"one cell", "1\n", ".\n", nil},
		{"no clue, all wall", "..\n", "##\n", nil},
		{"wrong size", small, "..\n", []string{"board-size |  | the board is 1x2 with 2 values, the puzzle 4x4 with 16 cells"}},
		{"clue on wall", small, "####\n##.#\n##.#\n.###\n", []string{
			"clue-is-island | r1c1 | the clue 2 at r1c1 is wall",
			"wall-2x2 | r1c1 r1c2 r2c1 r2c2 | the 2x2 block from r1c1 to r2c2 is all wall",
			"wall-2x2 | r2c1 r2c2 r3c1 r3c2 | the 2x2 block from r2c1 to r3c2 is all wall",
		}},
		{"island too small", small, ".###\n.###\n##.#\n.###\n", []string{
			"wall-2x2 | r1c2 r1c3 r2c2 r2c3 | the 2x2 block from r1c2 to r2c3 is all wall",
			"wall-2x2 | r1c3 r1c4 r2c3 r2c4 | the 2x2 block from r1c3 to r2c4 is all wall",
			"island-size | r3c3 | the island at r3c3 has 1 cell, its clue says 2",
		}},
		{"island too large", small, "..##\n.#.#\n##.#\n.###\n", []string{
			"island-size | r1c1 r1c2 r2c1 | the island at r1c1 has 3 cells, its clue says 2",
		}},
		{"two clues, whose size is not judged", small, ".###\n.#.#\n.#.#\n.###\n", []string{
			"island-two-clues | r1c1 r2c1 r3c1 r4c1 | the island at r1c1 has 2 clues: 2 at r1c1, 1 at r4c1",
		}},
		{"many clues", "111?11\n", "......\n", []string{
			"island-two-clues | r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 | the island at r1c1 has 6 clues: 1 at r1c1, 1 at r1c2, 1 at r1c3, ? at r1c4, 2 more",
		}},
		{"island without clue", small, ".##.\n.#.#\n##.#\n.###\n", []string{
			"island-no-clue | r1c4 | the island at r1c4 has 1 cell and no clue",
		}},
		{"the wall in pieces: all but the largest", ".....\n..1..\n.....\n", "#.###\n..#.#\n#.###\n", []string{
			"wall-connected | r1c1 r3c1 | the wall is in 3 pieces: 2 cells are cut off from the largest piece, the first at r1c1",
			"clue-is-island | r2c3 | the clue 1 at r2c3 is wall",
			"island-no-clue | r1c2 r2c1 r2c2 r3c2 | the island at r1c2 has 4 cells and no clue",
			"island-no-clue | r2c4 | the island at r2c4 has 1 cell and no clue",
		}},
		{"pieces of one size: the first stays", ".1.\n", "#.#\n", []string{
			"wall-connected | r1c3 | the wall is in 2 pieces: 1 cell is cut off from the largest piece, the first at r1c3",
		}},
		{"unset cells", small, ".##?\n.#.#\n##.#\n.##?\n", []string{
			"cell-unset | r1c4 r4c4 | the cell r1c4 is neither wall nor island, nor is 1 other cell",
		}},
		{"an incomplete board shows what no completion mends", small, "..??\n.?##\n??##\n.?..\n", []string{
			"cell-unset | r1c3 r1c4 r2c2 r3c1 r3c2 r4c2 | the cell r1c3 is neither wall nor island, nor are 5 other cells",
			"clue-is-island | r3c3 | the clue 2 at r3c3 is wall",
			"wall-2x2 | r2c3 r2c4 r3c3 r3c4 | the 2x2 block from r2c3 to r3c4 is all wall",
			"island-size | r1c1 r1c2 r2c1 | the island at r1c1 has 3 cells, its clue says 2",
		}},
		{"bad values", small, "!###\n.#.#\n##.#\n!###\n", []string{
			"cell-value | r1c1 r4c1 | the value 7 at r1c1 is neither wall nor island, nor is 1 other cell",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := parse(t, tt.clues)
			got := p.Check(board(tt.board))
			var lines []string
			for _, v := range got {
				lines = append(lines, v.Rule+" | "+places(v.Cells)+" | "+v.Text)
			}
			// Order among the rules is fixed, but the table reads better by cell.
			want := slices.Clone(tt.want)
			slices.Sort(lines)
			slices.Sort(want)
			alltest.Check(t, slices.Equal(lines, want), "got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
		})
	}
}

// TestCheckOrder checks the order that Check promises.
func TestCheckOrder(t *testing.T) {
	p := parse(t, "....\n.1..\n....\n....\n")
	var rules []string
	for _, v := range p.Check(board("##.#\n####\n....\n.##.\n")) {
		if len(rules) == 0 || rules[len(rules)-1] != v.Rule {
			rules = append(rules, v.Rule)
		}
	}
	want := []string{ruleClueWhite, ruleWallConnected, ruleBlock, ruleIslandNoClue}
	alltest.Check(t, slices.Equal(rules, want), "got %v, want %v", rules, want)
}

// solves judges a complete board in another way than Check: islands by growing
// them from their clues, the wall by walking from its first cell, everything
// by the wording of the paper's section 1.
func solves(p *Puzzle, b puzzle.Grid) bool {
	rows, cols := b.Rows, b.Cols
	value := func(r, c int) int {
		if r < 0 || c < 0 || r >= rows || c >= cols {
			return -1
		}
		return int(b.Values[r*cols+c])
	}
	grow := func(start int) map[int]bool {
		in := map[int]bool{start: true}
		for grew := true; grew; {
			grew = false
			for i := range b.Values {
				if in[i] || b.Values[i] != b.Values[start] {
					continue
				}
				r, c := i/cols, i%cols
				if c > 0 && in[i-1] || c+1 < cols && in[i+1] || r > 0 && in[i-cols] || r+1 < rows && in[i+cols] {
					in[i], grew = true, true
				}
			}
		}
		return in
	}
	white, walls, firstWall := 0, 0, -1
	for i, v := range b.Values {
		if v == Wall {
			if walls++; firstWall < 0 {
				firstWall = i
			}
			r, c := i/cols, i%cols
			if value(r, c+1) == 1 && value(r+1, c) == 1 && value(r+1, c+1) == 1 {
				return false
			}
		} else {
			white++
		}
	}
	if walls > 0 && len(grow(firstWall)) != walls {
		return false
	}
	covered := 0
	for _, seed := range p.ClueCells() {
		if b.Values[seed] == Wall {
			return false
		}
		island := grow(seed)
		for _, other := range p.ClueCells() {
			if other != seed && island[other] {
				return false
			}
		}
		if p.Clue(seed) != Unknown && p.Clue(seed) != len(island) {
			return false
		}
		covered += len(island)
	}
	return covered == white
}

// TestCheckAgainstAnother compares the verdict with that of another judge, on
// boards of which many are solutions: the clues are made from the board.
func TestCheckAgainstAnother(t *testing.T) {
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		size := puzzle.Size{Rows: rapid.IntRange(1, 4).Draw(t, "rows"), Cols: rapid.IntRange(1, 4).Draw(t, "cols")}
		b := puzzle.NewGrid(size, Island)
		for i := range b.Values {
			b.Values[i] = rapid.SampledFrom([]uint8{Wall, Island, Wall}).Draw(t, "cell")
		}
		clues := make([]int, size.Cells())
		blank := alltest.Must(New("t", size, clues))(t)
		for _, v := range blank.Check(b) {
			if v.Rule == ruleIslandNoClue {
				at := rapid.SampledFrom(v.Cells).Draw(t, "clue")
				clues[size.Index(at)] = rapid.SampledFrom([]int{len(v.Cells), len(v.Cells), len(v.Cells), Unknown, 1}).Draw(t, "number")
			}
		}
		p := alltest.Must(New("t", size, clues))(t)
		broken := p.Check(b)
		if len(broken) == 0 {
			accepted++
		}
		got, want := len(broken) == 0, solves(p, b)
		alltest.Require(t, got == want, "Check says %v, another judge %v for\n%s\nof %v: %v", got, want, strings.Join(p.Rows(b), "\n"), clues, broken)
	})
	alltest.Check(t, accepted != 0, "no board was a solution: the test compares nothing")
}

// TestCheckAnyGrid: whatever the board, Check neither panics nor breaks its
// promises.
func TestCheckAnyGrid(t *testing.T) {
	p := parse(t, small)
	rapid.Check(t, func(t *rapid.T) {
		g := puzzle.Grid{
			Size:   puzzle.Size{Rows: rapid.SampledFrom([]int{4, 4, 0, -3, 5}).Draw(t, "rows"), Cols: rapid.SampledFrom([]int{4, 4, 0, 1}).Draw(t, "cols")},
			Values: rapid.SliceOfN(rapid.SampledFrom([]uint8{0, 1, 0, 1, puzzle.Unset, 2, 254}), 0, 20).Draw(t, "values"),
		}
		if rapid.Bool().Draw(t, "right length") {
			g.Values = append(g.Values, make([]uint8, 16)...)[:16]
		}
		unset := slices.ContainsFunc(g.Values, func(v uint8) bool { return v > Wall })
		broken := p.Check(g)
		wrongSize := g.Size != p.Size() || len(g.Values) != 16
		alltest.Require(t, !wrongSize && !unset || len(broken) != 0, "%v is accepted", g)
		for _, v := range broken {
			alltest.Require(t, wrongSize == (v.Rule == ruleSize) && wrongSize == (len(v.Cells) == 0) && v.Text != "", "%v: %+v", g, v)
			alltest.Require(t, slices.IsSortedFunc(v.Cells, func(a, b puzzle.Cell) int { return p.Size().Index(a) - p.Size().Index(b) }),
				"cells out of order: %+v", v)
		}
	})
}
