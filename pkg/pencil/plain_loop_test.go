package pencil_test

import (
	"math/rand/v2"
	"strings"
)

const (
	ring    = "3 3\nse ew sw\nns - ns\nne ew nw"
	twice   = "2 4\nse sw se sw\nne nw ne nw"
	long    = "2 5\nse ew ew ew sw\nne ew ew ew nw"
	blank33 = "3 3\n- - -\n- - -\n- - -"
)

// goes says whether the line leaves a cell in a direction.
func (t table) goes(c cell, d int) bool { return strings.IndexByte(t.at(c), compass[d]) >= 0 }

// on says whether a line is in a cell.
func (t table) on(c cell) bool { return strings.ContainsAny(t.at(c), compass) }

// open says whether a line ends where the next cell does not take it up.
func (t table) open() bool {
	for _, c := range t.cells() {
		for d := range step {
			if t.goes(c, d) && !t.goes(c.to(d), (d+2)%4) {
				return true
			}
		}
	}
	return false
}

// lines are the cells of each line.
func (t table) lines() [][]cell {
	return t.groups(t.on, func(c cell, d int) bool { return t.goes(c, d) || t.goes(c.to(d), (d+2)%4) })
}

func straight(sign string) bool { return sign == "ew" || sign == "ns" }
func turned(sign string) bool   { return len(sign) == 2 && !straight(sign) }

func checkLoop(s table, broken func(rule string)) {
	if s.open() {
		broken("the loop is closed")
	}
	if len(s.lines()) != 1 {
		broken("there is one loop")
	}
}

var loopSigns = []string{"-", "se", "sw", "ne", "nw", "ew", "ns"}

// fitsLine says whether a cell takes up the lines of the cells before it, and none leaves the board.
func fitsLine(_ text, s table, c cell) bool {
	return s.goes(c, 0) == s.goes(c.to(0), 2) && s.goes(c, 3) == s.goes(c.to(3), 1) &&
		(s.at(c.to(1)) != "" || !s.goes(c, 1)) && (s.at(c.to(2)) != "" || !s.goes(c, 2))
}

// outline has the points of the grid, with the directions in which the border of the cells inside goes on.
func outline(s table) (out table) {
	inside := func(row, col int) bool { return s.at(cell{row, col}) == "x" }
	for row := range len(s) + 1 {
		var line []string
		for col := range len(s[0]) + 1 {
			sign := ""
			for d, differ := range []bool{
				inside(row-1, col-1) != inside(row-1, col), inside(row-1, col) != inside(row, col),
				inside(row, col-1) != inside(row, col), inside(row-1, col-1) != inside(row, col-1),
			} {
				if differ {
					sign += compass[d : d+1]
				}
			}
			line = append(line, sign+"-")
		}
		out = append(out, line)
	}
	return out
}

var plainSlitherlink = plain{
	check: func(p, s text, broken func(rule string)) {
		lines := outline(s.board())
		if len(lines.lines()) != 1 {
			broken("there is one loop")
		}
		if lines.count("nesw-") > 0 {
			broken("the loop does not touch itself")
		}
		for _, c := range s.board().cells() {
			edges := 0
			for d := range step {
				if (s.board().at(c) == "x") != (s.board().at(c.to(d)) == "x") {
					edges++
				}
			}
			if n := number(p.board().at(c)); n >= 0 && n != edges {
				broken("a number tells how many edges of the cell belong to the loop")
			}
		}
	},
	right: [2]string{"3 3\n2 - -\n- - -\n- - 0", "3 3\nx x -\nx - -\n- - -"},
	wrongs: []wrong{
		{"there is one loop", blank33, "3 3\nx - -\n- - -\n- - x"},
		{"there is one loop", blank33, blank33},
		{"there is one loop", blank33, "3 3\nx x x\nx - x\nx x x"},
		{"the loop does not touch itself", blank33, "3 3\nx - -\n- x -\n- - -"},
		{"a number tells how many edges of the cell belong to the loop", "3 3\n2 - -\n- - -\n- - 0", "3 3\nx - -\n- - -\n- - -"},
	},
	most: 9, base: empty, clues: inCells(append(numbersTo(0, 4), "?")), signs: among("-", "x"),
}

var plainMasyu = plain{
	check: func(p, s text, broken func(rule string)) {
		lines := s.board()
		checkLoop(lines, broken)
		for _, c := range lines.cells() {
			pearl, sign := p.board().at(c), lines.at(c)
			if pearl == "-" {
				continue
			}
			if sign == "-" {
				broken("the loop passes every pearl")
				continue
			}
			turns := 0
			for d := range step {
				if lines.goes(c, d) && turned(lines.at(c.to(d))) {
					turns++
				}
			}
			switch {
			case pearl == "w" && !straight(sign):
				broken("the loop goes straight through a white pearl")
			case pearl == "b" && !turned(sign):
				broken("the loop turns on a black pearl")
			}
			switch {
			case pearl == "w" && turns == 0:
				broken("the loop turns before or after a white pearl")
			case pearl == "b" && turns > 0:
				broken("the loop goes straight through both cells beside a black pearl")
			}
		}
	},
	right: [2]string{"3 3\nb w -\n- - -\n- - b", ring},
	wrongs: []wrong{
		{"the loop is closed", blank33, "3 3\nse ew sw\nns - ns\nne ew -"},
		{"there is one loop", "2 4\n- - - -\n- - - -", twice},
		{"there is one loop", blank33, blank33},
		{"the loop passes every pearl", "3 3\n- - -\n- w -\n- - -", ring},
		{"the loop passes every pearl", "3 3\n- - -\n- b -\n- - -", ring},
		{"the loop goes straight through a white pearl", "2 2\nw -\n- -", "2 2\nse sw\nne nw"},
		{"the loop turns before or after a white pearl", "2 5\n- - w - -\n- - - - -", long},
		{"the loop turns on a black pearl", "2 5\n- - b - -\n- - - - -", long},
		{"the loop goes straight through both cells beside a black pearl", "2 2\nb -\n- -", "2 2\nse sw\nne nw"},
	},
	most: 16, base: empty, clues: inCells([]string{"w", "b"}), signs: among(loopSigns...), fits: fitsLine,
}

var plainYajilin = plain{
	check: func(p, s text, broken func(rule string)) {
		board := s.board()
		checkLoop(board, broken)
		if board.touch("x") {
			broken("shaded cells do not touch")
		}
		for _, c := range board.cells() {
			clue := p.board().at(c)
			switch {
			case clue == "-":
				if !board.on(c) && board.at(c) != "x" {
					broken("the loop goes through all other cells")
				}
				continue
			case board.at(c) != "-":
				broken("cells with clues are neither shaded nor visited")
			}
			if clue == "x" {
				continue
			}
			d, n := strings.IndexByte(compass, clue[len(clue)-1]), 0
			for next := c.to(d); board.at(next) != ""; next = next.to(d) {
				if board.at(next) == "x" {
					n++
				}
			}
			if n != number(clue[:len(clue)-1]) {
				broken("a clue counts the shaded cells in its direction")
			}
		}
	},
	right: [2]string{"3 4\n- - - 1s\n- 0n - -\n- - - 0e", "3 4\nse ew sw -\nns - ns x\nne ew nw -"},
	wrongs: []wrong{
		{"the loop is closed", "3 3\n- - -\n- 0n -\n- - -", "3 3\nse ew sw\nns - ns\nne ew x"},
		{"there is one loop", "2 5\n- - x - -\n- - x - -", "2 5\nse sw - se sw\nne nw - ne nw"},
		{"there is one loop", "1 3\n- x -", "1 3\nx - x"},
		{"the loop goes through all other cells", "2 3\n- - -\n- - -", "2 3\nse sw -\nne nw -"},
		{"shaded cells do not touch", "2 3\n- - -\n- - -", "2 3\nse sw x\nne nw x"},
		{"a clue counts the shaded cells in its direction", "3 3\n- - -\n- 1n -\n- - -", ring},
		{"a clue counts the shaded cells in its direction", "3 4\n- - - 0s\n- x - -\n- - - x", "3 4\nse ew sw -\nns - ns x\nne ew nw -"},
		{"cells with clues are neither shaded nor visited", "3 3\n- - -\n- x -\n- 0e -", ring},
		{"cells with clues are neither shaded nor visited", "3 3\n- - -\n- x -\n- x -", ring},
	},
	most: 16, base: sprinkled("x", 0.2), signs: among(append([]string{"x"}, loopSigns...)...),
	fits: func(p text, s table, c cell) bool {
		touches := s.at(c) == "x" && (s.at(c.to(0)) == "x" || s.at(c.to(3)) == "x")
		return fitsLine(p, s, c) && !touches && (s.at(c) == "-") == (p.board().at(c) != "-")
	},
	clues: func(p text) []place {
		signs := []string{"x"}
		for _, n := range numbersTo(0, 3) {
			signs = append(signs, n+"n", n+"e", n+"s", n+"w")
		}
		return inCells(signs, "x")(p)
	},
}

var plainSimpleLoop = plain{
	check: func(p, s text, broken func(rule string)) {
		checkLoop(s.board(), broken)
		for _, c := range s.board().cells() {
			switch on := s.board().on(c); {
			case p.board().at(c) == "x" && on:
				broken("the loop visits no blocked cell")
			case p.board().at(c) == "-" && !on:
				broken("the loop visits every cell that is not blocked")
			}
		}
	},
	right: [2]string{"3 3\n- - -\n- x -\n- - -", ring},
	wrongs: []wrong{
		{"the loop is closed", "2 3\n- - -\n- - -", "2 3\nse ew ew\nne ew nw"},
		{"there is one loop", "2 4\n- - - -\n- - - -", twice},
		{"there is one loop", "1 1\nx", "1 1\n-"},
		{"the loop visits every cell that is not blocked", blank33, ring},
		{"the loop visits no blocked cell", "3 3\n- x -\n- x -\n- - -", ring},
	},
	most: 24, base: sprinkled("x", 0.15), clues: inCells([]string{"x"}), signs: among(loopSigns...),
	fits: func(p text, s table, c cell) bool {
		return fitsLine(p, s, c) && (s.at(c) == "-") == (p.board().at(c) == "x")
	},
}

var plainCountryRoad = plain{
	check: func(p, s text, broken func(rule string)) {
		lines, areas := s.board(), p.regions()
		checkLoop(lines, broken)
		for _, region := range areas.names() {
			on, crossings := 0, 0
			for _, c := range region {
				if lines.on(c) {
					on++
				}
				for d := range step {
					if next := c.to(d); areas.at(next) != "" && areas.at(next) != areas.at(c) && (lines.goes(c, d) || lines.goes(next, (d+2)%4)) {
						crossings++
					}
				}
			}
			whole := len(region) == len(lines.cells()) // nothing to enter it from: the loop is in it
			if on == 0 || !whole && crossings != 2 {
				broken("the loop enters every region exactly once")
			}
			if n := p.board().clueOf(region); n >= 0 && n != on {
				broken("a number tells how many cells of its region are on the loop")
			}
		}
		for _, c := range lines.cells() {
			for d := 1; d <= 2; d++ {
				if next := c.to(d); areas.at(next) != "" && areas.at(next) != areas.at(c) && !lines.on(c) && !lines.on(next) {
					broken("cells off the loop on different sides of a border do not touch")
				}
			}
		}
	},
	right: [2]string{"3 3\n5 - -\n- - -\n- - -\na a b\na a b\na a b", ring},
	wrongs: []wrong{
		{"the loop is closed", "3 3\n- - -\n- - -\n- - -\na a b\na a b\na a b", "3 3\nse ew sw\nns - ns\nne ew -"},
		{"there is one loop", "2 4\n- - - -\n- - - -\na a c c\nb b d d", twice},
		{"the loop enters every region exactly once", "3 3\n- - -\n- - -\n- - -\na a a\nb b b\nc c c", ring},
		{"the loop enters every region exactly once", "2 3\n- - -\n- - -\na a b\na a b", "2 3\nse sw -\nne nw -"},
		{"a number tells how many cells of its region are on the loop", "3 3\n- - -\n- 6 -\n- - -\na a b\na a b\na a b", ring},
		{
			"cells off the loop on different sides of a border do not touch", "3 4\n- - - -\n- - - -\n- - - -\na a b b\na a b b\na a b b",
			"3 4\nse ew ew sw\nns - - ns\nne ew ew nw",
		},
	},
	most: 16, clues: firstOf, signs: among(loopSigns...), fits: fitsLine,
	base: func(r *rand.Rand, rows, cols int) text {
		return append(blank(rows, cols), regions(r, rows, cols, 1+r.IntN(min(4, rows*cols)))...)
	},
}
