package pencil_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

const (
	rowOnce    = "every row holds its numbers once"
	columnOnce = "every column holds its numbers once"
	regionOnce = "every region holds its numbers once"
)

// once says whether a line has each of some signs once, and others as often as free.
func once(line []string, signs []string, free string) bool {
	rest := slices.Clone(line)
	for _, sign := range signs {
		i := slices.Index(rest, sign)
		if i < 0 {
			return false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return !slices.ContainsFunc(rest, func(sign string) bool { return sign != free })
}

// checkSquare: every row and every column has 1..k once.
func checkSquare(s table, k int, broken func(rule string)) {
	for rule, lines := range map[string]table{rowOnce: s, columnOnce: s.columns()} {
		for _, line := range lines {
			if !once(line, numbersTo(1, k), "0") {
				broken(rule)
			}
		}
	}
}

// fitsSquare: no number but 0 is twice in a row or column.
func fitsSquare(_ text, s table, c cell) bool {
	for d := range 2 {
		for next := c.to(3 * d); s.at(next) != ""; next = next.to(3 * d) {
			if s.at(next) == s.at(c) && s.at(c) != "0" {
				return false
			}
		}
	}
	return true
}

// toSize are the numbers up to the size of a square board.
func toSize(p text, _ cell) []string { return numbersTo(1, number(p[0][0])) }

// seen counts the buildings that are seen along a line.
func seen(line []string) (n int) {
	highest := 0
	for _, sign := range line {
		if number(sign) > highest {
			highest = number(sign)
			n++
		}
	}
	return n
}

func backwards(line []string) []string {
	out := slices.Clone(line)
	slices.Reverse(out)
	return out
}

var plainSkyscraper = plain{
	check: func(p, s text, broken func(rule string)) {
		board, k := s.board(), number(p[0][2])
		checkGivens(p.table(5, len(board)), board, broken)
		checkSquare(board, k, broken)
		var falling, rising []string
		for i, row := range board {
			column := board.columns()[i]
			falling, rising = append(falling, row[i]), append(rising, row[len(row)-1-i])
			for side, line := range [][]string{column, backwards(column), row, backwards(row)} {
				if n := number(p[1+side][i]); n >= 0 && n != seen(line) {
					broken("a number outside counts the buildings seen")
				}
			}
		}
		if len(p[0]) > 3 && (!once(falling, numbersTo(1, k), "0") || !once(rising, numbersTo(1, k), "0")) {
			broken("diagonals hold the heights, too")
		}
	},
	right: [2]string{"3 3 2\n2 - -\n- - -\n- - 2\n1 - -\n- 2 -\n- - -\n- - -", "3 3 2\n1 2 0\n2 0 1\n0 1 2"},
	wrongs: []wrong{
		{rowOnce, "2 2 2\n- -\n- -\n- -\n- -\n- -\n- -", "2 2 2\n1 1\n2 2"},
		{columnOnce, "2 2 1\n- -\n- -\n- -\n- -\n- -\n- -", "2 2 1\n1 0\n1 0"},
		{"a number outside counts the buildings seen", "2 2 2\n2 -\n- -\n- -\n- -\n- -\n- -", "2 2 2\n2 1\n1 2"},
		{"a number outside counts the buildings seen", "2 2 2\n- -\n1 -\n- -\n- -\n- -\n- -", "2 2 2\n2 1\n1 2"},
		{"a number outside counts the buildings seen", "2 2 2\n- -\n- -\n2 -\n- -\n- -\n- -", "2 2 2\n2 1\n1 2"},
		{"a number outside counts the buildings seen", "2 2 2\n- -\n- -\n- -\n1 -\n- -\n- -", "2 2 2\n2 1\n1 2"},
		{"diagonals hold the heights, too", "3 3 3 D\n- - -\n- - -\n- - -\n- - -\n- - -\n- - -\n- - -", "3 3 3 D\n1 2 3\n2 3 1\n3 1 2"},
		{"diagonals hold the heights, too", "3 3 3 D\n- - -\n- - -\n- - -\n- - -\n- - -\n- - -\n- - -", "3 3 3 D\n3 2 1\n1 3 2\n2 1 3"},
		{givens, "2 2 1\n- -\n- -\n- -\n- -\n0 -\n- -", "2 2 1\n1 0\n0 1"},
	},
	most: 16, fits: fitsSquare,
	base: func(r *rand.Rand, rows, cols int) text {
		n := min(rows, cols)
		k := max(n-r.IntN(3)*r.IntN(2), 1)
		t := blank(n+4, n, strconv.Itoa(k))
		t[0][0] = strconv.Itoa(n)
		if r.IntN(4) == 0 {
			t[0] = append(t[0], "D")
		}
		return t
	},
	clues: func(p text) (out []place) {
		for line := 1; line < len(p); line++ {
			for word := range p[line] {
				out = append(out, place{line, word, append(numbersTo(0, number(p[0][2])+1), "?")})
			}
		}
		return out
	},
	signs: func(p text, _ cell) []string { return numbersTo(0, number(p[0][2])) },
}

// inRegion are the numbers up to the size of a cell's region.
func inRegion(p text, c cell) []string {
	n := 0
	for _, other := range p.regions().cells() {
		if p.regions().at(other) == p.regions().at(c) {
			n++
		}
	}
	return numbersTo(1, n)
}

// fitsRegion: no number is twice in a region.
func fitsRegion(p text, s table, c cell) bool {
	for _, other := range s.cells() {
		if other == c {
			break
		}
		if p.regions().at(other) == p.regions().at(c) && s.at(other) == s.at(c) {
			return false
		}
	}
	return true
}

// checkRegions: every region of k cells holds 1..k once, and the givens.
func checkRegions(p, s text, broken func(rule string)) {
	checkGivens(p.board(), s.board(), broken)
	for _, region := range p.regions().names() {
		if !once(s.board().of(region), numbersTo(1, len(region)), "") {
			broken(regionOnce)
		}
	}
}

var plainSuguru = plain{
	check: func(p, s text, broken func(rule string)) {
		checkRegions(p, s, broken)
		if s.board().near(func(a, b string) bool { return a == b }) {
			broken("equal numbers do not touch")
		}
	},
	right: [2]string{"2 4\n- - - -\n- - - 4\na a b b\na a b b", "2 4\n1 2 1 2\n3 4 3 4"},
	wrongs: []wrong{
		{regionOnce, "1 3\n- - -\na a a", "1 3\n1 2 1"},
		{"equal numbers do not touch", "1 4\n- - - -\na a b b", "1 4\n1 2 2 1"},
		{"equal numbers do not touch", "2 2\n- -\n- -\na a\nb b", "2 2\n1 2\n2 1"},
		{givens, "1 2\n2 -\na a", "1 2\n1 2"},
	},
	most: 10, base: divided(2), clues: regionNumbers, signs: inRegion, fits: fitsRegion,
}

// regionNumbers lets ? and numbers up to one more than the size of a cell's region stand in it.
func regionNumbers(p text) (out []place) {
	for _, c := range p.regions().cells() {
		out = append(out, place{1 + c.row, c.col, append(numbersTo(1, len(inRegion(p, c))+1), "?")})
	}
	return out
}

var plainHakyuu = plain{
	check: func(p, s text, broken func(rule string)) {
		checkRegions(p, s, broken)
		for _, lines := range []table{s.board(), s.board().columns()} {
			for _, line := range lines {
				for i := range line {
					for j := range i {
						if line[i] == line[j] && i-j-1 < number(line[i]) {
							broken("between equal numbers lie at least as many cells")
						}
					}
				}
			}
		}
	},
	right: [2]string{"2 3\n1 - -\n- - -\na a b\nc c c", "2 3\n1 2 1\n2 1 3"},
	wrongs: []wrong{
		{regionOnce, "1 3\n- - -\na a a", "1 3\n1 2 1"},
		{"between equal numbers lie at least as many cells", "1 4\n- - - -\na a b b", "1 4\n1 2 1 2"},
		{"between equal numbers lie at least as many cells", "4 1\n-\n-\n-\n-\na\na\nb\nb", "4 1\n2\n1\n2\n1"},
		{givens, "1 2\n2 -\na a", "1 2\n1 2"},
	},
	most: 10, base: divided(2), clues: regionNumbers, signs: inRegion, fits: fitsRegion,
}

var plainBinairo = plain{
	check: func(p, s text, broken func(rule string)) {
		checkGivens(p.board(), s.board(), broken)
		for rule, lines := range map[string]table{"every row has as many 1 as 2": s.board(), "every column has as many 1 as 2": s.board().columns()} {
			for _, line := range lines {
				all := strings.Join(line, "")
				if strings.Count(all, "1") != strings.Count(all, "2") {
					broken(rule)
				}
				if strings.Contains(all, "111") || strings.Contains(all, "222") {
					broken("never three equal in a line")
				}
			}
		}
	},
	right: [2]string{"4 4\n1 - - -\n- - - 2\n- - - -\n2 - - -", "4 4\n1 2 1 2\n1 2 1 2\n2 1 2 1\n2 1 2 1"},
	wrongs: []wrong{
		{"every row has as many 1 as 2", "2 2\n- -\n- -", "2 2\n1 1\n2 2"},
		{"every column has as many 1 as 2", "2 2\n- -\n- -", "2 2\n1 2\n1 2"},
		{"never three equal in a line", "2 6\n- - - - - -\n- - - - - -", "2 6\n1 1 1 2 2 2\n2 2 2 1 1 1"},
		{"never three equal in a line", "6 2\n- -\n- -\n- -\n- -\n- -\n- -", "6 2\n1 2\n2 1\n2 1\n2 1\n1 2\n1 2"},
		{givens, "2 2\n1 -\n- -", "2 2\n2 1\n1 2"},
	},
	most: 16, clues: inCells([]string{"1", "2"}), signs: among("1", "2"),
	base: func(r *rand.Rand, rows, cols int) text {
		if r.IntN(4) > 0 {
			rows, cols = (rows+1)/2*2, (cols+1)/2*2
		}
		return blank(rows, cols)
	},
	fits: func(_ text, s table, c cell) bool {
		n := 0
		for col := range c.col + 1 {
			if s[c.row][col] == s.at(c) {
				n++
			}
		}
		return 2*n <= len(s[0])+1
	},
}
