package pencil_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// text is the text of a puzzle or of a solution, as lines of signs; the first has the size. Plain checkers
// read it and nothing else: they were written from the rules as people state them, know no declaration and
// import nothing of the lab, so that a misreading in a declaration meets another reading here.
type text [][]string

func parseText(s string) (t text) {
	for line := range strings.Lines(s) {
		t = append(t, strings.Fields(line))
	}
	return t
}

func (t text) String() string {
	var lines []string
	for _, line := range t {
		lines = append(lines, strings.Join(line, " "))
	}
	return strings.Join(lines, "\n")
}

func (t text) clone() text {
	out := slices.Clone(t)
	for i := range out {
		out[i] = slices.Clone(out[i])
	}
	return out
}

// table has so many lines, from the given one on.
func (t text) table(first, lines int) table { return table(t[first : first+lines]) }

// board is the table of a text whose only table is the board: a solution, or clues in cells.
func (t text) board() table { return t.table(1, number(t[0][0])) }

// regions is the table behind the clues in cells.
func (t text) regions() table { return t.table(1+number(t[0][0]), number(t[0][0])) }

// table has a sign for each cell.
type table [][]string

type cell struct{ row, col int }

func (c cell) to(d int) cell { return cell{c.row + step[d].row, c.col + step[d].col} }

// Directions are n, e, s, w; the opposite one is two further.
const compass = "nesw"

var step = [4]cell{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}

// at is the sign of a cell, "" beyond the edge of the board.
func (t table) at(c cell) string {
	if c.row < 0 || c.row >= len(t) || c.col < 0 || c.col >= len(t[c.row]) {
		return ""
	}
	return t[c.row][c.col]
}

func (t table) cells() []cell {
	out := make([]cell, 0, len(t)*len(t[0]))
	for row := range t {
		for col := range t[row] {
			out = append(out, cell{row, col})
		}
	}
	return out
}

func (t table) count(sign string) (n int) {
	for _, line := range t {
		for _, s := range line {
			if s == sign {
				n++
			}
		}
	}
	return n
}

// columns is the table turned over: its columns are lines.
func (t table) columns() (out table) {
	for col := range t[0] {
		var line []string
		for row := range t {
			line = append(line, t[row][col])
		}
		out = append(out, line)
	}
	return out
}

// names are the cells of each name of a table of regions, in the order of their first cells.
func (t table) names() (out [][]cell) {
	known := map[string]int{}
	for _, c := range t.cells() {
		k, ok := known[t.at(c)]
		if !ok {
			k = len(out)
			known[t.at(c)] = k
			out = append(out, nil)
		}
		out[k] = append(out[k], c)
	}
	return out
}

// group is the largest set of cells that in says with a given one, connected side by side where joined says
// so; nil joins all.
func (t table) group(c cell, in func(c cell) bool, joined func(a cell, d int) bool) []cell {
	cols := len(t[0])
	seen := make([]bool, len(t)*cols)
	seen[c.row*cols+c.col] = true
	group := []cell{c}
	for i := 0; i < len(group); i++ {
		for d := range step {
			next := group[i].to(d)
			if t.at(next) != "" && !seen[next.row*cols+next.col] && in(next) && (joined == nil || joined(group[i], d)) {
				seen[next.row*cols+next.col] = true
				group = append(group, next)
			}
		}
	}
	return group
}

// groups are all such sets.
func (t table) groups(in func(c cell) bool, joined func(a cell, d int) bool) (out [][]cell) {
	cols := len(t[0])
	seen := make([]bool, len(t)*cols)
	for _, c := range t.cells() {
		if seen[c.row*cols+c.col] || !in(c) {
			continue
		}
		group := t.group(c, in, joined)
		for _, member := range group {
			seen[member.row*cols+member.col] = true
		}
		out = append(out, group)
	}
	return out
}

// is says of cells whether they have a sign.
func (t table) is(sign string) func(c cell) bool {
	return func(c cell) bool { return t.at(c) == sign }
}

// any joins all cells in groups, and equal those of equal signs.
func (t table) any(cell) bool            { return true }
func (t table) equal(c cell, d int) bool { return t.at(c) == t.at(c.to(d)) }

// around counts a sign in the cells beside one.
func (t table) around(c cell, sign string) (n int) {
	for d := range step {
		if t.at(c.to(d)) == sign {
			n++
		}
	}
	return n
}

// view counts the cells with a sign from one on in a direction, without it.
func (t table) view(c cell, d int, sign string) (n int) {
	for c = c.to(d); t.at(c) == sign; c = c.to(d) {
		n++
	}
	return n
}

// blocks are the blocks of two by two cells, by their upper left cells.
func (t table) blocks(sign string) (n int) {
	for _, c := range t.cells() {
		if t.at(c) == sign && t.at(c.to(1)) == sign && t.at(c.to(2)) == sign && t.at(c.to(1).to(2)) == sign {
			n++
		}
	}
	return n
}

// touch says whether two cells with a sign are side by side.
func (t table) touch(sign string) bool {
	return slices.ContainsFunc(t.cells(), func(c cell) bool {
		return t.at(c) == sign && (t.at(c.to(1)) == sign || t.at(c.to(2)) == sign)
	})
}

// near says whether two cells of which same says so touch, at a corner, too.
func (t table) near(same func(a, b string) bool) bool {
	return slices.ContainsFunc(t.cells(), func(c cell) bool {
		return slices.ContainsFunc([]cell{c.to(1), c.to(2), c.to(1).to(2), c.to(3).to(2)}, func(d cell) bool {
			return t.at(d) != "" && same(t.at(c), t.at(d))
		})
	})
}

// number is a sign as a number, -1 where it is none.
func number(sign string) (n int) {
	for _, digit := range []byte(sign) {
		if digit < '0' || digit > '9' {
			return -1
		}
		n = 10*n + int(digit-'0')
	}
	if sign == "" {
		return -1
	}
	return n
}

// numbersTo are the signs of numbers.
func numbersTo(least, most int) (out []string) {
	for n := least; n <= most; n++ {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

// repeats says whether a sign is twice in a list, where free signs do not count.
func repeats(line []string, free string) bool {
	for i, sign := range line {
		if sign != free && slices.Contains(line[:i], sign) {
			return true
		}
	}
	return false
}

// of are the signs of cells.
func (t table) of(cells []cell) (out []string) {
	for _, c := range cells {
		out = append(out, t.at(c))
	}
	return out
}

// clueOf is the number of a region, -1 without.
func (t table) clueOf(region []cell) int {
	for _, sign := range t.of(region) {
		if n := number(sign); n >= 0 {
			return n
		}
	}
	return -1
}

// wrong is a board that breaks one sentence of the rules, and no other.
type wrong struct{ rule, problem, solution string }

// place is where a clue may stand in a problem's text, and which ones.
type place struct {
	line, word int
	signs      []string
}

// plain is an independent reading of a kind's rules.
type plain struct {
	// check calls broken with each sentence of the rules that a solution breaks.
	check func(p, s text, broken func(rule string))
	// right is a puzzle with a solution, wrongs has a board for each sentence.
	right  [2]string
	wrongs []wrong

	// most is the number of cells of random puzzles.
	most int
	// base is a random puzzle of so many rows and columns, mostly without clues.
	base func(r *rand.Rand, rows, cols int) text
	// clues are where clues may stand. full says that a puzzle has all of them.
	clues func(p text) []place
	full  bool
	// signs are what a cell of a solution may have.
	signs func(p text, c cell) []string
	// fits says whether the sign of a cell can stand behind those of the cells before it, in raster order;
	// nil: always. What it excludes breaks a rule.
	fits func(p text, s table, c cell) bool
}

// breaks are the sentences that a solution breaks, each once.
func (k plain) breaks(p, s text) (out []string) {
	k.check(p, s, func(rule string) {
		if !slices.Contains(out, rule) {
			out = append(out, rule)
		}
	})
	return out
}

// plains are the plain checkers by the name of their kind.
var plains = map[string]plain{
	"slitherlink": plainSlitherlink, "masyu": plainMasyu, "yajilin": plainYajilin, "simpleloop": plainSimpleLoop, "countryroad": plainCountryRoad,
	"heyawake": plainHeyawake, "hitori": plainHitori, "kuromasu": plainKuromasu, "lits": plainLITS, "norinori": plainNorinori,
	"kurotto": plainKurotto, "nurimisaki": plainNurimisaki, "creek": plainCreek, "cave": plainCave, "mosaic": plainMosaic, "yinyang": plainYinYang,
	"starbattle": plainStarbattle, "tent": plainTent, "akari": plainAkari,
	"shikaku": plainShikaku, "fillomino": plainFillomino, "galaxies": plainGalaxies, "shakashaka": plainShakashaka,
	"hashi": plainHashi, "numberlink": plainNumberLink, "gokigennaname": plainGokigen,
	"kakuro": plainKakuro, "killersudoku": plainKillerSudoku, "kenken": plainKenKen, "skyscraper": plainSkyscraper,
	"suguru": plainSuguru, "hakyuu": plainHakyuu, "binairo": plainBinairo, "tennergrid": plainTennerGrid,
}

// blank is a puzzle with nothing in its cells.
func blank(rows, cols int, header ...string) text {
	t := text{append([]string{strconv.Itoa(rows), strconv.Itoa(cols)}, header...)}
	for range rows {
		t = append(t, slices.Repeat([]string{"-"}, cols))
	}
	return t
}

// empty is a base without anything.
func empty(_ *rand.Rand, rows, cols int) text { return blank(rows, cols) }

// sprinkled is a base with a sign in some cells.
func sprinkled(sign string, share float64) func(r *rand.Rand, rows, cols int) text {
	return func(r *rand.Rand, rows, cols int) text {
		t := blank(rows, cols)
		for _, c := range t.board().cells() {
			if r.Float64() < share {
				t[1+c.row][c.col] = sign
			}
		}
		return t
	}
}

// divided is a base with random connected regions, of so many cells on average at least.
func divided(mean int) func(r *rand.Rand, rows, cols int) text {
	return func(r *rand.Rand, rows, cols int) text {
		return append(blank(rows, cols), regions(r, rows, cols, 1+r.IntN(max(rows*cols/mean, 1)))...)
	}
}

// regions are random connected regions, of all shapes: single cells that are joined until there are n.
func regions(r *rand.Rand, rows, cols, n int) (out table) {
	for row := range rows {
		out = append(out, numbersTo(row*cols, row*cols+cols-1))
	}
	for left := rows * cols; left > n; {
		c := cell{r.IntN(rows), r.IntN(cols)}
		a, b := out.at(c), out.at(c.to(1+r.IntN(2)))
		if b == "" || a == b {
			continue
		}
		for _, line := range out {
			for i := range line {
				if line[i] == b {
					line[i] = a
				}
			}
		}
		left--
	}
	return out
}

// inCells lets signs stand in all cells that have one of some signs, any where there are none.
func inCells(signs []string, of ...string) func(p text) []place {
	return func(p text) (out []place) {
		for _, c := range p.board().cells() {
			if len(of) == 0 || slices.Contains(of, p.board().at(c)) {
				out = append(out, place{1 + c.row, c.col, signs})
			}
		}
		return out
	}
}

// sized lets numbers from least on stand in all cells, up to one more than the board has cells.
func sized(least int, also ...string) func(p text) []place {
	return func(p text) []place {
		return inCells(append(numbersTo(least, number(p[0][0])*number(p[0][1])+1), also...))(p)
	}
}

// firstOf lets numbers stand in the first cell of each region.
func firstOf(p text) (out []place) {
	for _, region := range p.regions().names() {
		out = append(out, place{1 + region[0].row, region[0].col, append(numbersTo(0, len(region)+1), "?")})
	}
	return out
}

// nothing has no clues.
func nothing(text) []place { return nil }

// among are the same signs in all cells.
func among(signs ...string) func(p text, c cell) []string {
	return func(text, cell) []string { return signs }
}
