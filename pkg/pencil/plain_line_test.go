package pencil_test

import (
	"cmp"
	"math/rand/v2"
	"strings"
)

// bridges are those that the sign of a cell has in a direction.
func bridges(sign string, d int) int { return strings.IndexAny([]string{"ab", "12"}[d%2], sign) + 1 }

// leaving counts the bridges that leave an island in a direction: those in the next cell or, where that is an
// island, too, those that the island above or to the left has.
func leaving(islands, board table, c cell, d int) int {
	switch next := c.to(d); {
	case islands.at(next) == "":
		return 0
	case islands.at(next) == "-" || d == 0 || d == 3:
		return bridges(board.at(next), d)
	}
	return bridges(board.at(c), d)
}

var plainHashi = plain{
	check: func(p, s text, broken func(rule string)) {
		islands, board := p.board(), s.board()
		island := func(c cell) bool { return islands.at(c) != "" && islands.at(c) != "-" }
		all := 0
		for _, c := range islands.cells() {
			if !island(c) {
				for d := range step {
					if next := c.to(d); bridges(board.at(c), d) > 0 && !island(next) && board.at(next) != board.at(c) {
						broken("bridges run straight from island to island")
					}
				}
				continue
			}
			all++
			sum := 0
			for d := range step {
				sum += leaving(islands, board, c, d)
				if (d == 1 || d == 2) && bridges(board.at(c), d) > 0 && !island(c.to(d)) {
					broken("bridges cross no island")
				}
			}
			if n := number(islands.at(c)); n >= 0 && n != sum || n < 0 && sum == 0 {
				broken("a number is the count of bridges at its island")
			}
		}
		joined := func(c cell, d int) bool {
			switch next := c.to(d); {
			case island(c):
				return leaving(islands, board, c, d) > 0
			case island(next):
				return bridges(board.at(c), d) > 0
			}
			return bridges(board.at(c), d) > 0 && bridges(board.at(c.to(d)), d) > 0
		}
		for _, c := range islands.cells() {
			if island(c) {
				met := 0
				for _, other := range islands.group(c, islands.any, joined) {
					if island(other) {
						met++
					}
				}
				if met < all {
					broken("all islands are connected")
				}
			}
		}
	},
	right: [2]string{"3 4\n2 - - 1\n- - - -\n? 1 - -", "3 4\n- 1 1 -\na - - -\n1 - - -"},
	wrongs: []wrong{
		{"bridges run straight from island to island", "1 3\n1 - -", "1 3\n- 1 -"},
		{"bridges run straight from island to island", "1 4\n1 - - 2", "1 4\n- 1 2 -"},
		{"a number is the count of bridges at its island", "1 3\n1 - 1", "1 3\n- 2 -"},
		{"a number is the count of bridges at its island", "2 2\n2 2\n1 1", "2 2\n1a a\n1 -"},
		{"a number is the count of bridges at its island", "1 1\n?", "1 1\n-"},
		{"all islands are connected", "3 3\n1 - 1\n- - -\n1 - 1", "3 3\n- 1 -\n- - -\n- 1 -"},
		{"all islands are connected", "2 2\n1 1\n1 1", "2 2\n1 -\n1 -"},
		{"bridges cross no island", "1 5\n1 - 2 - 1", "1 5\n- 1 1 1 -"},
	},
	most: 16, clues: inCells(append(numbersTo(1, 8), "?"), "?"), full: true,
	base: func(r *rand.Rand, rows, cols int) text {
		t, spaced, close := blank(rows, cols), r.IntN(2), r.IntN(3) == 0
		for range 2 + r.IntN(3*rows*cols) {
			c := cell{r.IntN(rows) &^ spaced, r.IntN(cols) &^ spaced}
			if close || t.board().around(c, "?") == 0 {
				t[1+c.row][c.col] = "?"
			}
		}
		return t
	},
	signs: func(p text, c cell) []string {
		if p.board().at(c) == "-" {
			return []string{"-", "1", "2", "a", "b"}
		}
		var out []string
		for _, across := range []string{"", "1", "2"} {
			for _, down := range []string{"", "a", "b"} {
				right, below := p.board().at(c.to(1)), p.board().at(c.to(2))
				if (across == "" || right != "" && right != "-") && (down == "" || below != "" && below != "-") {
					out = append(out, cmp.Or(across+down, "-"))
				}
			}
		}
		return out
	},
	fits: func(p text, s table, c cell) bool {
		islands := p.board()
		if islands.at(c) != "-" {
			return true
		}
		for d := range step {
			next, here := c.to(d), bridges(s.at(c), d)
			switch {
			case here > 0 && islands.at(next) == "":
				return false
			case (d == 0 || d == 3) && islands.at(next) == "-" && bridges(s.at(next), d) != here:
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
				t[1+places[2*i+j]/cols][places[2*i+j]%cols] = []string{"1", "2", "?"}[i]
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
