package pencil_test

import (
	"math/rand/v2"
	"strings"
)

const (
	acrossSigns = "-12" // of bridges, by their number
	downSigns   = "-ab"
)

// bridges are those that leave a cell in a direction.
func (t table) bridges(c cell, d int) int {
	signs := downSigns
	if d%2 == 1 {
		signs = acrossSigns
	}
	if t.at(c.to(d)) == "" {
		return 0
	}
	return max(strings.Index(signs, t.at(c.to(d))), 0)
}

var plainHashi = plain{
	check: func(p, s text, broken func(rule string)) {
		islands, board := p.board(), s.board()
		var sea table
		for row, line := range islands {
			sea = append(sea, nil)
			for col, sign := range line {
				if sign != "-" {
					sign = "i"
				} else {
					sign = board[row][col]
				}
				sea[row] = append(sea[row], sign)
			}
		}
		numbers := 0
		for _, c := range sea.cells() {
			if sea.at(c) != "i" {
				ends := []int{1, 3}
				if sea.at(c) == "a" || sea.at(c) == "b" {
					ends = []int{0, 2}
				}
				for _, d := range ends {
					if next := sea.at(c.to(d)); sea.at(c) != "-" && next != sea.at(c) && next != "i" {
						broken("bridges run straight from island to island")
					}
				}
				continue
			}
			numbers++
			if board.at(c) != "-" {
				broken("bridges cross no island")
			}
			sum := 0
			for d := range step {
				sum += sea.bridges(c, d)
			}
			if n := number(islands.at(c)); n >= 0 && n != sum {
				broken("a number is the count of bridges at its island")
			}
		}
		joined := func(c cell, d int) bool {
			signs := []string{"iab", "i12"}[d%2]
			a, b := sea.at(c), sea.at(c.to(d))
			return strings.Contains(signs, a) && strings.Contains(signs, b) && (a != "i" || b != "i")
		}
		connected := 0
		for _, group := range sea.groups(func(c cell) bool { return sea.at(c) != "-" }, joined) {
			for _, c := range group {
				if sea.at(c) == "i" {
					connected++
					break
				}
			}
		}
		if numbers > 0 && connected != 1 {
			broken("all islands are connected")
		}
	},
	right: [2]string{"3 4\n2 - - 1\n- - - -\n3 - - 2", "3 4\n- 1 1 -\na - - -\n- 2 2 -"},
	wrongs: []wrong{
		{"bridges run straight from island to island", "1 3\n1 - -", "1 3\n- 1 -"},
		{"bridges run straight from island to island", "1 4\n1 - - 2", "1 4\n- 1 2 -"},
		{"a number is the count of bridges at its island", "1 3\n1 - 1", "1 3\n- 2 -"},
		{"all islands are connected", "3 3\n1 - 1\n- - -\n1 - 1", "3 3\n- 1 -\n- - -\n- 1 -"},
		{"bridges cross no island", "1 5\n1 - 2 - 1", "1 5\n- 1 1 1 -"},
	},
	most: 16, clues: inCells(numbersTo(1, 8), "?"), full: true,
	base: func(r *rand.Rand, rows, cols int) text {
		t, spaced := blank(rows, cols), r.IntN(2)
		for range 2 + r.IntN(3*rows*cols) {
			c := cell{r.IntN(rows) &^ spaced, r.IntN(cols) &^ spaced}
			if t.board().around(c, "?") == 0 {
				t[1+c.row][c.col] = "?"
			}
		}
		return t
	},
	signs: func(p text, c cell) []string {
		if p.board().at(c) != "-" {
			return []string{"-"}
		}
		return []string{"-", "1", "2", "a", "b"}
	},
	fits: func(p text, s table, c cell) bool {
		islands := p.board()
		for _, way := range []struct {
			back  int
			signs string
		}{{3, "12"}, {0, "ab"}} {
			sign, before := s.at(c), s.at(c.to(way.back))
			along := before != "" && strings.Contains(way.signs, before)
			island := islands.at(c.to(way.back)) != "" && islands.at(c.to(way.back)) != "-"
			switch bridge := strings.Contains(way.signs, sign); {
			case bridge && before != sign && !island:
				return false
			case bridge && s.at(c.to((way.back+2)%4)) == "":
				return false
			case along && before != sign && islands.at(c) == "-":
				return false
			}
		}
		return true
	},
}

var plainNumberLink = plain{
	check: func(p, s text, broken func(rule string)) {
		lines := s.board()
		if lines.open() {
			broken("paths go on from cell to cell")
		}
		for _, c := range lines.cells() {
			ways := 0
			for d := range step {
				if lines.goes(c, d) {
					ways++
				}
			}
			if given := p.board().at(c) != "-"; given && ways != 1 || !given && ways != 0 && ways != 2 {
				broken("paths end at numbers and nowhere else")
			}
		}
		for _, line := range lines.lines() {
			var ends []string
			for _, sign := range p.board().of(line) {
				if sign != "-" {
					ends = append(ends, sign)
				}
			}
			switch {
			case len(ends) == 0:
				broken("paths end at numbers and nowhere else")
			case len(ends) != 2 || ends[0] != ends[1]:
				broken("a path connects the two cells of one number")
			}
		}
	},
	right: [2]string{"2 3\n1 2 -\n1 - 2", "2 3\ns e sw\nn - n"},
	wrongs: []wrong{
		{"paths go on from cell to cell", "2 2\n1 1\n- -", "2 2\ns w\n- -"},
		{"paths end at numbers and nowhere else", "1 4\n1 1 - -", "1 4\ne w e w"},
		{"paths end at numbers and nowhere else", "1 2\n1 1", "1 2\n- -"},
		{"paths end at numbers and nowhere else", "3 2\n1 1\n- -\n- -", "3 2\ne w\nse sw\nne nw"},
		{"a path connects the two cells of one number", "1 4\n1 2 1 2", "1 4\ne w e w"},
	},
	most: 12, clues: nothing,
	base: func(r *rand.Rand, rows, cols int) text {
		t := blank(rows, cols)
		places := r.Perm(rows * cols)
		for i := range r.IntN(min(4, rows*cols/2+1)) {
			for j := range 2 {
				t[1+places[2*i+j]/cols][places[2*i+j]%cols] = numbersTo(1, 9)[i]
			}
		}
		return t
	},
	signs: func(p text, c cell) []string {
		if p.board().at(c) != "-" {
			return []string{"-", "n", "e", "s", "w"}
		}
		return loopSigns
	},
	fits: fitsLine,
}

var plainGokigen = plain{
	check: func(p, s text, broken func(rule string)) {
		points := p.table(1, len(s))
		ends, piece := map[cell]int{}, map[cell]cell{}
		var of func(point cell) cell
		of = func(point cell) cell {
			if next, ok := piece[point]; ok {
				return of(next)
			}
			return point
		}
		for _, c := range s.board().cells() {
			a, b := c, c.to(1).to(2)
			if s.board().at(c) == "/" {
				a, b = c.to(1), c.to(2)
			}
			ends[a]++
			ends[b]++
			if of(a) == of(b) {
				broken("diagonals close no loop")
				continue
			}
			piece[of(a)] = of(b)
		}
		for _, point := range points.cells() {
			if n := number(points.at(point)); n >= 0 && n != ends[point] {
				broken("a number counts the diagonals that end at its point")
			}
		}
	},
	right: [2]string{"1 2\n1 0 -\n- 2 -", "1 2\n\\ /"},
	wrongs: []wrong{
		{"diagonals close no loop", "2 2\n- - -\n- - -\n- - -", "2 2\n/ \\\n\\ /"},
		{"diagonals close no loop", "3 3\n- - - -\n- - 0 -\n- - - -\n- - - -", "3 3\n/ / \\\n/ \\ /\n/ / /"},
		{"a number counts the diagonals that end at its point", "1 1\n1 -\n- -", "1 1\n/"},
		{"a number counts the diagonals that end at its point", "1 1\n0 -\n- -", "1 1\n\\"},
	},
	most: 10, base: points, clues: corners, signs: among("/", "\\"),
}
