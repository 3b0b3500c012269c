package pencil_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

var plainHeyawake = plain{
	check: func(p, s text, broken func(rule string)) {
		board, areas := s.board(), p.regions()
		checkIslands(board, broken)
		for _, region := range areas.names() {
			shaded := 0
			for _, sign := range board.of(region) {
				if sign == "x" {
					shaded++
				}
			}
			if n := p.board().clueOf(region); n >= 0 && n != shaded {
				broken("a number tells how many cells of its region are shaded")
			}
		}
		for _, c := range board.cells() {
			for d := 1; d <= 2; d++ {
				stretches := 0 // one that comes back to a region counts again: solutions of the sets tell
				for next := c; board.at(next) == "-"; next = next.to(d) {
					if next == c || areas.at(next) != areas.at(next.to((d+2)%4)) {
						stretches++
					}
				}
				if stretches > 2 {
					broken("no line of unshaded cells runs through three regions")
				}
			}
		}
	},
	right: [2]string{"3 3\n1 - -\n- - -\n- 0 -\na a b\na a b\nC C C", "3 3\nx - -\n- - -\n- - -"},
	wrongs: []wrong{
		{apart, "1 3\n- - -\na a a", "1 3\nx x -"},
		{oneSea, "1 3\n- - -\na a a", "1 3\n- x -"},
		{"a number tells how many cells of its region are shaded", "1 4\n- 2 - -\na a a A", "1 4\nx - - x"},
		{"no line of unshaded cells runs through three regions", "1 3\n- - -\na b c", "1 3\n- - -"},
		{"no line of unshaded cells runs through three regions", "4 1\n-\n-\n-\n-\na\nb\nA\nA", "4 1\n-\n-\n-\n-"},
		{"no line of unshaded cells runs through three regions", "2 3\n- - -\n- - -\na b a\na a a", "2 3\n- - -\n- - -"},
	},
	most: 10, base: divided(2), clues: firstOf, signs: shading,
}

// shape names the shape of connected cells; "" where they are no tetromino of L, I, T, S.
func shape(cells []cell) string {
	if len(cells) != 4 {
		return ""
	}
	most, inRow, inCol := 0, map[int]int{}, map[int]int{}
	for _, a := range cells {
		inRow[a.row]++
		inCol[a.col]++
		beside := 0
		for _, b := range cells {
			if (a.row-b.row)*(a.row-b.row)+(a.col-b.col)*(a.col-b.col) == 1 {
				beside++
			}
		}
		most = max(most, beside)
	}
	three := false
	for _, count := range []map[int]int{inRow, inCol} {
		for _, n := range count {
			three = three || n == 3
		}
	}
	switch {
	case len(inRow) == 1 || len(inCol) == 1:
		return "I"
	case most == 3:
		return "T"
	case three:
		return "L"
	case len(inRow) == 2 && len(inCol) == 2:
		return ""
	}
	return "S"
}

var plainLITS = plain{
	check: func(p, s text, broken func(rule string)) {
		shaded, areas := s.board(), p.board()
		in := func(c cell) bool { return shaded.at(c) != "-" }
		if len(shaded.groups(in, nil)) > 1 {
			broken("shaded cells are connected")
		}
		for _, c := range shaded.cells() {
			whole := true
			for _, d := range []cell{c, c.to(1), c.to(2), c.to(1).to(2)} {
				whole = whole && shaded.at(d) != "" && in(d)
			}
			if whole {
				broken("no 2x2 is shaded")
			}
		}
		shapes := map[string]string{}
		for _, region := range areas.names() {
			name := areas.at(region[0])
			parts := shaded.groups(func(c cell) bool { return areas.at(c) == name && in(c) }, nil)
			if len(parts) == 1 {
				shapes[name] = shape(parts[0])
			}
			if shapes[name] == "" {
				broken("every region has one tetromino")
				continue
			}
			for _, sign := range shaded.of(region) {
				if sign != "-" && sign != shapes[name] {
					broken("letters name the shape")
				}
			}
		}
		for _, c := range shaded.cells() {
			for d := 1; d <= 2; d++ {
				next := c.to(d)
				a, b := areas.at(c), areas.at(next)
				if b != "" && a != b && in(c) && in(next) && shapes[a] != "" && shapes[a] == shapes[b] {
					broken("tetrominoes of one shape do not touch")
				}
			}
		}
	},
	right: [2]string{"3 4\na a a a\nb b b b\nb b b b", "3 4\nI I I I\nL - - -\nL L L -"},
	wrongs: []wrong{
		{"every region has one tetromino", "1 4\na a a a", "1 4\n- - - -"},
		{"every region has one tetromino", "1 5\na a a a a", "1 5\nI I I I I"},
		{"every region has one tetromino", "3 5\na a a a a\nb b b b b\nb b b b b", "3 5\nL L - L L\n- T T T -\n- - T - -"},
		{"letters name the shape", "1 4\na a a a", "1 4\nL L L L"},
		{"shaded cells are connected", "1 9\na a a a b b b b b", "1 9\nI I I I - I I I I"},
		{"no 2x2 is shaded", "3 4\na a a a\nb b b b\nb b b b", "3 4\nI I I I\nL L L -\n- - L -"},
		{"tetrominoes of one shape do not touch", "1 8\na a a a b b b b", "1 8\nI I I I I I I I"},
		{"tetrominoes of one shape do not touch", "3 5\na a b b b\na a b b b\na a b b b", "3 5\nL - - - -\nL - L - -\nL L L L L"},
	},
	most: 16, signs: among("-", "L", "I", "T", "S"), clues: nothing,
	fits: func(p text, s table, c cell) bool {
		areas, left := p.board(), 0
		var shaded []cell
		for _, other := range s.cells() {
			switch behind := other.row > c.row || other.row == c.row && other.col > c.col; {
			case areas.at(other) != areas.at(c):
			case behind:
				left++
			case s.at(other) != "-":
				shaded = append(shaded, other)
			}
		}
		if len(shaded)+left < 4 || len(shaded) > 4 || left == 0 && shape(shaded) != s.at(shaded[0]) {
			return false
		}
		above, before := c.to(0), c.to(3)
		in := func(at cell) bool { return s.at(at) != "" && s.at(at) != "-" }
		alike := func(at cell) bool { return in(at) && (s.at(at) == s.at(c)) != (areas.at(at) == areas.at(c)) }
		return !in(c) || s.at(c) == s.at(shaded[0]) && !alike(above) && !alike(before) && !(in(above) && in(before) && in(above.to(3)))
	},
	base: func(r *rand.Rand, rows, cols int) text {
		many := max(rows*cols/4, 1)
		for tries := 60 * r.IntN(2); ; tries++ { // as many regions as there is room for, or any
			areas := regions(r, rows, cols, many-r.IntN(many)*(tries/60))
			if tries >= 60 || !slices.ContainsFunc(areas.names(), func(region []cell) bool { return len(region) < 4 }) {
				return append(text{{strconv.Itoa(rows), strconv.Itoa(cols)}}, areas...)
			}
		}
	},
}

var plainNorinori = plain{
	check: func(p, s text, broken func(rule string)) {
		for _, region := range p.regions().names() {
			if strings.Count(strings.Join(s.board().of(region), ""), "x") != 2 {
				broken("two cells of every region are shaded")
			}
		}
		for _, c := range s.board().cells() {
			if s.board().at(c) == "x" && s.board().around(c, "x") != 1 {
				broken("every shaded cell has one shaded neighbour")
			}
		}
	},
	right: [2]string{"2 4\n- - - -\n- - - -\na a b b\na a b b", "2 4\nx x - -\n- - x x"},
	wrongs: []wrong{
		{"two cells of every region are shaded", "1 2\n- -\na b", "1 2\nx x"},
		{"two cells of every region are shaded", "1 2\n- -\na a", "1 2\n- -"},
		{"every shaded cell has one shaded neighbour", "1 3\n- - -\na a a", "1 3\nx - x"},
		{"every shaded cell has one shaded neighbour", "1 4\n- - - -\na a b b", "1 4\nx x x x"},
	},
	most: 12, base: divided(3), clues: nothing, signs: shading,
}

var plainStarbattle = plain{
	check: func(p, s text, broken func(rule string)) {
		stars, k := s.board(), number(p[0][2])
		off := func(lines table) bool {
			for _, line := range lines {
				if strings.Count(strings.Join(line, ""), "x") != k {
					return true
				}
			}
			return false
		}
		if off(stars) {
			broken("every row has its stars")
		}
		if off(stars.columns()) {
			broken("every column has its stars")
		}
		for _, region := range p.board().names() {
			if off(table{stars.of(region)}) {
				broken("every region has its stars")
			}
		}
		if stars.near(func(a, b string) bool { return a == "x" && b == "x" }) {
			broken("stars do not touch")
		}
	},
	right: [2]string{"4 4 1\na a b b\na a b b\nc c d d\nc c d d", "4 4 1\n- x - -\n- - - x\nx - - -\n- - x -"},
	wrongs: []wrong{
		{"every row has its stars", "4 4 1\na b c d\na b c d\na b c d\na b c d", "4 4 1\nx - x -\n- - - -\n- x - x\n- - - -"},
		{"every column has its stars", "4 4 1\na a a a\nb b b b\nc c c c\nd d d d", "4 4 1\nx - - -\n- - x -\nx - - -\n- - x -"},
		{"every region has its stars", "4 4 1\na a a a\na a a a\nb b b b\nc c d d", "4 4 1\n- x - -\n- - - x\nx - - -\n- - x -"},
		{"stars do not touch", "2 2 1\na a\nb b", "2 2 1\nx -\n- x"},
	},
	most: 36, clues: nothing, signs: shading,
	base: func(r *rand.Rand, rows, cols int) text {
		n, k := min(rows, cols), 1
		if n > 1 {
			n = []int{2, 3, 4, 5, 6, 6}[r.IntN(6)]
		}
		if r.IntN(12) == 0 {
			k = 2
		}
		return append(text{{strconv.Itoa(n), strconv.Itoa(n), strconv.Itoa(k)}}, regions(r, n, n, n)...)
	},
	fits: func(p text, s table, c cell) bool {
		for d := range 2 { // at least the cells above, and those to the left
			if s.at(c) == "x" && s.at(c.to(3*d)) == "x" {
				return false
			}
		}
		n, k, same := 0, number(p[0][2]), 0 // stars of the row, and of the region
		for _, other := range s.cells() {
			if other.row == c.row && other.col > c.col || other.row > c.row {
				break
			}
			if s.at(other) == "x" && other.row == c.row {
				n++
			}
			if s.at(other) == "x" && p.board().at(other) == p.board().at(c) {
				same++
			}
		}
		return same <= k && n <= k && (s.at(c.to(1)) != "" || n == k)
	},
}

const (
	pairing = "tents and trees stand side by side, one to one"
	apartTo = "tents do not touch"
)

// paired says whether all trees and tents can stand in pairs, side by side.
func paired(tents, trees []cell) bool {
	tentOf := map[cell]cell{}
	var find func(tent cell, tried map[cell]bool) bool
	find = func(tent cell, tried map[cell]bool) bool {
		for d := range step {
			tree := tent.to(d)
			if !slices.Contains(trees, tree) || tried[tree] {
				continue
			}
			tried[tree] = true
			if other, taken := tentOf[tree]; !taken || find(other, tried) {
				tentOf[tree] = tent
				return true
			}
		}
		return false
	}
	for _, tent := range tents {
		if !find(tent, map[cell]bool{}) {
			return false
		}
	}
	return len(tents) == len(trees)
}

var plainTent = plain{
	check: func(p, s text, broken func(rule string)) {
		tents := s.board()
		var left, right []cell // tents, and trees
		for _, c := range tents.cells() {
			if tents.at(c) == "o" {
				left = append(left, c)
			}
			if p[3+c.row][c.col] == "x" {
				right = append(right, c)
				if tents.at(c) == "o" {
					broken("tents stand where no tree does")
				}
			}
		}
		if !paired(left, right) {
			broken(pairing)
		}
		if tents.near(func(a, b string) bool { return a == "o" && b == "o" }) {
			broken(apartTo)
		}
		for i, line := range tents.columns() {
			if n := number(p[1][i]); n >= 0 && n != (table{line}).count("o") {
				broken("a number above counts the tents of its column")
			}
		}
		for i, line := range tents {
			if n := number(p[2][i]); n >= 0 && n != (table{line}).count("o") {
				broken("a number on the left counts the tents of its row")
			}
		}
	},
	right: [2]string{"2 4\n1 0 0 1\n1 1\nx - - -\n- - - x", "2 4\nx - - o\no - - x"},
	wrongs: []wrong{
		{pairing, "1 3\n0 1 0\n1\nx - x", "1 3\nx o x"},
		{pairing, "1 3\n1 0 1\n2\n- x -", "1 3\no x o"},
		{pairing, "1 4\n0 1 0 1\n2\nx - - -", "1 4\nx o - o"},
		{apartTo, "2 3\n0 1 1\n1 1\nx - -\n- x -", "2 3\nx o -\n- x o"},
		{"a number above counts the tents of its column", "1 2\n0 0\n1\nx -", "1 2\nx o"},
		{"a number on the left counts the tents of its row", "1 2\n0 1\n0\nx -", "1 2\nx o"},
	},
	most: 12,
	base: func(r *rand.Rand, rows, cols int) text {
		t := sprinkled("x", 0.2)(r, rows, cols)
		return append(text{t[0], blank(1, cols)[1], blank(1, rows)[1]}, t[1:]...)
	},
	clues: func(p text) (out []place) {
		for line := 1; line <= 2; line++ {
			for word := range p[line] {
				out = append(out, place{line, word, append(numbersTo(0, 3), "?")})
			}
		}
		return out
	},
	signs: func(p text, c cell) []string {
		if p[3+c.row][c.col] == "x" {
			return []string{"x"}
		}
		return []string{"-", "o"}
	},
}

var plainAkari = plain{
	check: func(p, s text, broken func(rule string)) {
		walls, bulbs := p.board(), s.board()
		for _, c := range walls.cells() {
			bulb := bulbs.at(c) == "o"
			if walls.at(c) != "-" {
				if bulb {
					broken("bulbs stand in white cells")
				}
				if n := number(walls.at(c)); n >= 0 && n != bulbs.around(c, "o") {
					broken("a number counts the bulbs beside its wall")
				}
				continue
			}
			lights := 0
			for d := range step {
				for next := c.to(d); walls.at(next) == "-"; next = next.to(d) {
					if bulbs.at(next) == "o" {
						lights++
					}
				}
			}
			if !bulb && lights == 0 {
				broken("every white cell is lit")
			}
			if bulb && lights > 0 {
				broken("no bulb lights another")
			}
		}
	},
	right: [2]string{"2 3\n2 - -\n- - x", "2 3\nx o -\no - x"},
	wrongs: []wrong{
		{"every white cell is lit", "2 2\n- x\n- -", "2 2\no x\n- -"},
		{"no bulb lights another", "1 3\n- - -", "1 3\no - o"},
		{"a number counts the bulbs beside its wall", "1 2\n0 -", "1 2\nx o"},
		{"a number counts the bulbs beside its wall", "2 2\n2 -\n- -", "2 2\nx -\n- o"},
		{"bulbs stand in white cells", "1 2\nx -", "1 2\no o"},
	},
	most: 12, base: sprinkled("x", 0.3), clues: inCells(numbersTo(0, 4), "x"),
	signs: func(p text, c cell) []string {
		if sign := p.board().at(c); sign != "-" {
			return []string{sign}
		}
		return []string{"-", "o"}
	},
}
