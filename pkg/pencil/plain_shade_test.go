package pencil_test

import (
	"math/rand/v2"
	"strconv"
)

const (
	apart  = "shaded cells do not touch"
	oneSea = "unshaded cells are connected"
)

// checkIslands: no two shaded cells touch, and the others are connected.
func checkIslands(s table, broken func(rule string)) {
	if s.touch("x") {
		broken(apart)
	}
	if len(s.groups(s.is("-"), nil)) > 1 {
		broken(oneSea)
	}
}

var shading = among("-", "x")

var plainHitori = plain{
	check: func(p, s text, broken func(rule string)) {
		checkIslands(s.board(), broken)
		var left table
		for row, line := range p.board() {
			left = append(left, nil)
			for col, sign := range line {
				if s.board()[row][col] == "x" || number(sign) < 0 {
					sign = ""
				}
				left[row] = append(left[row], sign)
			}
		}
		for _, line := range left {
			if repeats(line, "") {
				broken("no number is twice unshaded in a row")
			}
		}
		for _, line := range left.columns() {
			if repeats(line, "") {
				broken("no number is twice unshaded in a column")
			}
		}
	},
	right: [2]string{"3 3\n1 1 2\n2 3 1\n1 2 7", "3 3\nx - -\n- - -\n- - -"},
	wrongs: []wrong{
		{"no number is twice unshaded in a row", "1 3\n9 2 9", "1 3\n- - -"},
		{"no number is twice unshaded in a column", "3 1\n9\n2\n9", "3 1\n-\n-\n-"},
		{apart, "1 3\n1 2 3", "1 3\nx x -"},
		{oneSea, "2 3\n1 2 3\n2 3 1", "2 3\n- x -\nx - -"},
	},
	most: 10, signs: shading,
	base: func(r *rand.Rand, rows, cols int) text {
		t := blank(rows, cols)
		for _, c := range t.board().cells() {
			t[1+c.row][c.col] = strconv.Itoa(1 + r.IntN(max(rows, cols)))
		}
		return t
	},
	clues: func(p text) []place { return inCells(append(numbersTo(0, len(p)+len(p[1])), "-", "?"))(p) },
}

var plainKuromasu = plain{
	check: func(p, s text, broken func(rule string)) {
		board := s.board()
		checkIslands(board, broken)
		for _, c := range board.cells() {
			if p.board().at(c) == "-" {
				continue
			}
			if board.at(c) == "x" {
				broken("numbers are unshaded")
				continue
			}
			sum := 1
			for d := range step {
				sum += board.view(c, d, "-")
			}
			if n := number(p.board().at(c)); n >= 0 && n != sum {
				broken("a number counts the unshaded cells seen from there")
			}
		}
	},
	right: [2]string{"2 3\n3 - -\n- - -", "2 3\n- - x\n- - -"},
	wrongs: []wrong{
		{apart, "1 3\n- - -", "1 3\nx x -"},
		{oneSea, "1 3\n- - -", "1 3\n- x -"},
		{"numbers are unshaded", "1 2\n2 -", "1 2\nx -"},
		{"numbers are unshaded", "1 2\n? -", "1 2\nx -"},
		{"a number counts the unshaded cells seen from there", "2 3\n4 - -\n- - -", "2 3\n- - x\n- - -"},
		{"a number counts the unshaded cells seen from there", "1 2\n1 -", "1 2\n- -"},
	},
	most: 10, base: empty, clues: sized(0, "?"), signs: shading,
}

var plainKurotto = plain{
	check: func(p, s text, broken func(rule string)) {
		board := s.board()
		groups := board.groups(board.is("x"), nil)
		for _, c := range board.cells() {
			if p.board().at(c) == "-" {
				continue
			}
			if board.at(c) == "x" {
				broken("cells with circles are not shaded")
			}
			total := 0
			for _, group := range groups {
				for _, member := range group {
					if (member.row-c.row)*(member.row-c.row)+(member.col-c.col)*(member.col-c.col) == 1 {
						total += len(group)
						break
					}
				}
			}
			if n := number(p.board().at(c)); n >= 0 && n != total {
				broken("a number is the total size of the groups that touch the circle")
			}
		}
	},
	right: [2]string{"2 4\n3 - - -\n- - o -", "2 4\n- x - x\nx x - -"},
	wrongs: []wrong{
		{"cells with circles are not shaded", "1 2\no -", "1 2\nx -"},
		{"cells with circles are not shaded", "1 2\n0 -", "1 2\nx -"},
		{"a number is the total size of the groups that touch the circle", "2 3\n2 - -\n- - o", "2 3\n- x -\nx x -"},
		{"a number is the total size of the groups that touch the circle", "2 2\n3 -\n- -", "2 2\n- x\nx -"},
	},
	most: 10, base: empty, clues: sized(0, "o"), signs: shading,
}

func checkNurimisaki(p, s text, broken func(rule string)) {
	board := s.board()
	if len(board.groups(board.is("-"), nil)) > 1 {
		broken(oneSea)
	}
	if board.blocks("x") > 0 {
		broken("no 2x2 is all shaded")
	}
	if board.blocks("-") > 0 {
		broken("no 2x2 is all unshaded")
	}
	for _, c := range board.cells() {
		end, clue := board.at(c) == "-" && board.around(c, "-") == 1, p.board().at(c)
		switch {
		case clue == "-" && end:
			broken("every unshaded cell with one unshaded neighbour is a circle")
		case clue != "-" && !end:
			broken("a circle is an unshaded cell with one unshaded neighbour")
		case clue != "-" && clue != "?":
			length := 1
			for d := range step {
				length += board.view(c, d, "-")
			}
			if number(clue) != length {
				broken("a number is the length of the straight line from the circle")
			}
		}
	}
}

var plainNurimisaki = plain{
	check: checkNurimisaki,
	right: [2]string{"3 2\n3 -\n- -\n? -", "3 2\n- x\n- x\n- x"},
	wrongs: []wrong{
		{oneSea, "1 3\n- - -", "1 3\n- x -"},
		{"no 2x2 is all shaded", "2 2\n- -\n- -", "2 2\nx x\nx x"},
		{"no 2x2 is all unshaded", "2 2\n- -\n- -", "2 2\n- -\n- -"},
		{"a circle is an unshaded cell with one unshaded neighbour", "1 1\n?", "1 1\nx"},
		{"a circle is an unshaded cell with one unshaded neighbour", "1 1\n?", "1 1\n-"},
		{"a circle is an unshaded cell with one unshaded neighbour", "1 3\n? ? ?", "1 3\n- - -"},
		{"every unshaded cell with one unshaded neighbour is a circle", "1 2\n? -", "1 2\n- -"},
		{"a number is the length of the straight line from the circle", "1 3\n? - 2", "1 3\n- - -"},
	},
	most: 10, clues: sized(1, "?", "?"), signs: shading,
	base: func(r *rand.Rand, rows, cols int) text { // the circles of a random solution
		for {
			p, s := blank(rows, cols), sprinkled("x", 0.4)(r, rows, cols)
			for _, c := range s.board().cells() {
				if s.board().at(c) == "-" && s.board().around(c, "-") == 1 {
					p[1+c.row][c.col] = "?"
				}
			}
			right := true
			checkNurimisaki(p, s, func(string) { right = false })
			if right {
				return p
			}
		}
	},
}

// corners lets numbers to 4 stand at the points of the grid.
func corners(p text) (out []place) {
	for line := 1; line < len(p); line++ {
		for word := range p[line] {
			out = append(out, place{line, word, append(numbersTo(0, 4), "?")})
		}
	}
	return out
}

// points is a base with nothing at the points of the grid.
func points(_ *rand.Rand, rows, cols int) text {
	t := blank(rows+1, cols+1)
	t[0] = []string{strconv.Itoa(rows), strconv.Itoa(cols)}
	return t
}

var plainCreek = plain{
	check: func(p, s text, broken func(rule string)) {
		board := s.board()
		if len(board.groups(board.is("-"), nil)) > 1 {
			broken(oneSea)
		}
		for _, point := range p.table(1, len(board)+1).cells() {
			shaded := 0
			for _, c := range []cell{{point.row - 1, point.col - 1}, {point.row - 1, point.col}, {point.row, point.col - 1}, point} {
				if board.at(c) == "x" {
					shaded++
				}
			}
			if n := number(p[1+point.row][point.col]); n >= 0 && n != shaded {
				broken("a number counts the shaded cells around its point")
			}
		}
	},
	right: [2]string{"2 3\n1 - - -\n- 2 - -\n- - - 0", "2 3\nx x -\n- - -"},
	wrongs: []wrong{
		{oneSea, "1 3\n- - - -\n- - - -", "1 3\n- x -"},
		{"a number counts the shaded cells around its point", "1 1\n- 0\n- -", "1 1\nx"},
		{"a number counts the shaded cells around its point", "2 2\n- - -\n- 3 -\n- - -", "2 2\nx x\nx x"},
	},
	most: 10, base: points, clues: corners, signs: shading,
}

var plainCave = plain{
	check: func(p, s text, broken func(rule string)) {
		board := s.board()
		if len(board.groups(board.is("x"), nil)) > 1 {
			broken("the cave is connected")
		}
		for _, group := range board.groups(board.is("-"), nil) {
			border := false
			for _, c := range group {
				border = border || c.row == 0 || c.col == 0 || c.row == len(board)-1 || c.col == len(board[0])-1
			}
			if !border {
				broken("other cells are connected to the border")
			}
		}
		for _, c := range board.cells() {
			if p.board().at(c) == "-" {
				continue
			}
			if board.at(c) != "x" {
				broken("a number is in the cave")
				continue
			}
			sum := 1
			for d := range step {
				sum += board.view(c, d, "x")
			}
			if n := number(p.board().at(c)); n >= 0 && n != sum {
				broken("a number counts the cave cells seen from it")
			}
		}
	},
	right: [2]string{"2 3\n3 - -\n- - ?", "2 3\nx x x\n- - x"},
	wrongs: []wrong{
		{"the cave is connected", "1 3\n- - -", "1 3\nx - x"},
		{"other cells are connected to the border", blank33, "3 3\nx x x\nx - x\nx x x"},
		{"a number is in the cave", "1 2\n? -", "1 2\n- x"},
		{"a number is in the cave", "1 2\n1 -", "1 2\n- x"},
		{"a number counts the cave cells seen from it", "1 3\n3 - -", "1 3\nx x -"},
	},
	most: 10, base: empty, clues: sized(1, "?", "?"), signs: shading,
}

var plainMosaic = plain{
	check: func(p, s text, broken func(rule string)) {
		for _, c := range s.board().cells() {
			shaded := 0
			for row := c.row - 1; row <= c.row+1; row++ {
				for col := c.col - 1; col <= c.col+1; col++ {
					if s.board().at(cell{row, col}) == "x" {
						shaded++
					}
				}
			}
			if n := number(p.board().at(c)); n >= 0 && n != shaded {
				broken("a number counts the shaded cells in the 3x3 block")
			}
		}
	},
	right: [2]string{"3 3\n- - -\n- 2 -\n- - 2", "3 3\n- - -\n- x -\n- - x"},
	wrongs: []wrong{
		{"a number counts the shaded cells in the 3x3 block", "1 1\n0", "1 1\nx"},
		{"a number counts the shaded cells in the 3x3 block", "3 3\n- - -\n- 8 -\n- - -", "3 3\nx x x\nx x x\nx x x"},
		{"a number counts the shaded cells in the 3x3 block", "3 3\n- - -\n- 0 -\n- - -", "3 3\nx - -\n- - -\n- - -"},
	},
	most: 10, base: empty, clues: inCells(numbersTo(0, 9)), signs: shading,
}

var plainYinYang = plain{
	check: func(p, s text, broken func(rule string)) {
		board := s.board()
		if len(board.groups(board.is("b"), nil)) > 1 {
			broken("black cells are connected")
		}
		if len(board.groups(board.is("w"), nil)) > 1 {
			broken("white cells are connected")
		}
		if board.blocks("b")+board.blocks("w") > 0 {
			broken("no 2x2 is of one colour")
		}
		for _, c := range board.cells() {
			if sign := p.board().at(c); sign != "-" && sign != board.at(c) {
				broken("circles keep their colour")
			}
		}
	},
	right: [2]string{"2 3\nw - -\n- - b", "2 3\nw w b\nw b b"},
	wrongs: []wrong{
		{"black cells are connected", "1 3\n- - -", "1 3\nb w b"},
		{"white cells are connected", "1 3\n- - -", "1 3\nw b w"},
		{"no 2x2 is of one colour", "2 2\n- -\n- -", "2 2\nb b\nb b"},
		{"no 2x2 is of one colour", "2 3\n- - -\n- - -", "2 3\nb w w\nb w w"},
		{"circles keep their colour", "1 2\nw -", "1 2\nb w"},
	},
	most: 10, base: empty, clues: inCells([]string{"b", "w"}), signs: among("w", "b"),
}
