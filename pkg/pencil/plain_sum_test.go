package pencil_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// runs are the maximal lines of white cells in a direction, from 1 for across and 2 for down, by their heads.
func runs(walls table, d int) map[cell][]cell {
	out := map[cell][]cell{}
	for _, c := range walls.cells() {
		if walls.at(c) == "0" && walls.at(c.to((d+2)%4)) != "0" {
			head := c.to((d + 2) % 4)
			for next := c; walls.at(next) == "0"; next = next.to(d) {
				out[head] = append(out[head], next)
			}
		}
	}
	return out
}

var plainKakuro = plain{
	check: func(p, s text, broken func(rule string)) {
		walls, board := p.board(), s.board()
		for _, c := range walls.cells() {
			if n := number(board.at(c)); walls.at(c) == "0" && (n < 1 || n > 9) {
				broken("white cells hold 1 to 9")
			}
		}
		for d := 1; d <= 2; d++ {
			for head, run := range runs(walls, d) {
				if repeats(board.of(run), "") {
					broken("digits of a run differ")
				}
				sum := 0
				for _, sign := range board.of(run) {
					sum += number(sign)
				}
				if sums := strings.Split(walls.at(head), ","); len(sums) == 2 && number(sums[2-d]) >= 0 && number(sums[2-d]) != sum {
					broken("a run adds up to the number at its head")
				}
			}
		}
	},
	right: [2]string{"3 3\n- 4, 3,\n,4 0 0\n,3 0 0", "3 3\n- - -\n- 3 1\n- 1 2"},
	wrongs: []wrong{
		{"white cells hold 1 to 9", "1 2\n- 0", "1 2\n- 0"},
		{"digits of a run differ", "1 3\n,4 0 0", "1 3\n- 2 2"},
		{"digits of a run differ", "3 1\n4,\n0\n0", "3 1\n-\n2\n2"},
		{"digits of a run differ", "1 3\n- 0 0", "1 3\n- 2 2"},
		{"digits of a run differ", "3 2\n2, -\n0 0\n- 0", "3 2\n- -\n2 1\n- 1"},
		{"a run adds up to the number at its head", "1 3\n,5 0 0", "1 3\n- 1 3"},
		{"a run adds up to the number at its head", "3 1\n5,1\n0\n0", "3 1\n-\n1\n3"},
	},
	most: 9,
	base: func(r *rand.Rand, rows, cols int) text {
		t, white, walled := blank(rows, cols), 0, r.IntN(2) == 0 // walled as addresses demand it
		for _, c := range t.board().cells() {
			if white < 4 && r.IntN(2) == 0 && !(walled && (c.row == 0 || c.col == 0)) {
				t[1+c.row][c.col] = "0"
				white++
			}
		}
		return t
	},
	clues: func(p text) (out []place) {
		for _, c := range p.board().cells() {
			if p.board().at(c) == "0" {
				continue
			}
			signs := []string{"-"}
			for _, a := range append([]string{""}, numbersTo(1, 31)...) {
				for _, b := range append([]string{""}, numbersTo(1, 31)...) {
					if a+b != "" {
						signs = append(signs, a+","+b)
					}
				}
			}
			out = append(out, place{1 + c.row, c.col, signs})
		}
		return out
	},
	signs: func(p text, c cell) []string {
		if p.board().at(c) == "0" {
			return numbersTo(1, 9)
		}
		return []string{"-"}
	},
	fits: func(p text, s table, c cell) bool {
		for d := range 2 {
			for next := c.to(3 * d); p.board().at(c) == "0" && p.board().at(next) == "0"; next = next.to(3 * d) {
				if s.at(next) == s.at(c) {
					return false
				}
			}
		}
		return true
	},
}

var plainKillerSudoku = plain{
	check: func(p, s text, broken func(rule string)) {
		board := s.board()
		n := len(board)
		checkSquare(board, n, broken)
		height := map[int]int{4: 2, 6: 2, 9: 3}[n]
		boxes := map[cell][]string{}
		for _, c := range board.cells() {
			box := cell{c.row / height, c.col / (n / height)}
			boxes[box] = append(boxes[box], board.at(c))
		}
		for _, box := range boxes {
			if !once(box, numbersTo(1, n), "") {
				broken("every box holds its numbers once")
			}
		}
		for _, cage := range p.regions().names() {
			if repeats(board.of(cage), "") {
				broken("digits of a cage differ")
			}
			sum := 0
			for _, sign := range board.of(cage) {
				sum += number(sign)
			}
			if n := p.board().clueOf(cage); n >= 0 && n != sum {
				broken("a cage adds up to its number")
			}
		}
	},
	right: [2]string{
		"4 4\n4 - - 6\n- 6 4 -\n6 4 - -\n- - 6 4\na b c d\na b c d\ne f g h\ne f g h", "4 4\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1",
	},
	wrongs: []wrong{
		{
			rowOnce, "4 4\n- - - -\n- - - -\n- - - -\n- - - -\na b c d\na b c d\ne f g h\ne f g h",
			"4 4\n1 2 1 2\n3 4 3 4\n2 1 4 3\n4 3 2 1",
		},
		{
			columnOnce, "4 4\n- - - -\n- - - -\n- - - -\n- - - -\na a b b\nc c d d\ne e f f\ng g h h",
			"4 4\n1 3 2 4\n2 4 1 3\n1 3 4 2\n2 4 3 1",
		},
		{
			"every box holds its numbers once", "4 4\n- - - -\n- - - -\n- - - -\n- - - -\na a b b\nc c d d\ne e f f\ng g h h",
			"4 4\n1 2 3 4\n2 3 4 1\n3 4 1 2\n4 1 2 3",
		},
		{
			"a cage adds up to its number", "4 4\n4 - - 6\n- 6 4 -\n6 4 - -\n- - 6 5\na b c d\na b c d\ne f g h\ne f g h",
			"4 4\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1",
		},
		{
			"digits of a cage differ", "4 4\n- 9 - -\n- - - -\n- - - -\n- - - -\na b c d\ne b b b\nf g h i\nj k l m",
			"4 4\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1",
		},
		{
			"digits of a cage differ", "4 4\n- - - -\n- - - -\n- - - -\n- - - -\na b c d\ne b b b\nf g h i\nj k l m",
			"4 4\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1",
		},
	},
	most: 16, signs: toSize, clues: firstSum,
	fits: func(p text, s table, c cell) bool {
		row, col := c.row/2*2, c.col/2*2
		earlier := []string{s[row][col], s[row][col+1], s[row+1][col], s[row+1][col+1]}[:c.row%2*2+c.col%2]
		return !slices.Contains(earlier, s.at(c)) && fitsSquare(p, s, c)
	},
	base: func(r *rand.Rand, _, _ int) text {
		return append(blank(4, 4), regions(r, 4, 4, 5+r.IntN(12))...)
	},
}

// firstSum lets sums stand in the first cell of each cage.
func firstSum(p text) (out []place) {
	for _, cage := range p.regions().names() {
		out = append(out, place{1 + cage[0].row, cage[0].col, numbersTo(0, 5*len(cage))})
	}
	return out
}

// comes says whether an operation of KenKen on some digits comes to a number; "" is any of them.
func comes(to int, operation string, digits []string) bool {
	sum, product, largest := 0, 1, 0
	for _, sign := range digits {
		sum += number(sign)
		product *= number(sign)
		largest = max(largest, number(sign))
	}
	switch operation {
	case "+":
		return to == sum
	case "*", "x":
		return to == product
	case "-":
		return to == largest-(sum-largest)
	case "/":
		return to*(product/largest) == largest
	}
	return comes(to, "+", digits) || comes(to, "*", digits) || comes(to, "-", digits) || comes(to, "/", digits)
}

var plainKenKen = plain{
	check: func(p, s text, broken func(rule string)) {
		board := s.board()
		checkSquare(board, len(board), broken)
		for _, cage := range p.regions().names() {
			for _, clue := range p.board().of(cage) {
				if clue == "-" || clue == "." {
					continue
				}
				digits := strings.TrimRight(clue, "+-*x/")
				if !comes(number(digits), clue[len(digits):], board.of(cage)) {
					broken("a cage's number is the result of its operation")
				}
			}
		}
	},
	right: [2]string{"3 3\n3+ . 2-\n6* 3/ .\n. - 2\na a b\nc d b\nc d e", "3 3\n1 2 3\n2 3 1\n3 1 2"},
	wrongs: []wrong{
		{rowOnce, "2 2\n. .\n. .\na b\nc d", "2 2\n1 1\n2 2"},
		{columnOnce, "2 2\n. .\n. .\na b\nc d", "2 2\n1 2\n1 2"},
		{"a cage's number is the result of its operation", "2 2\n4+ .\n. .\na a\nc d", "2 2\n1 2\n2 1"},
		{"a cage's number is the result of its operation", "2 2\n2- .\n. .\na a\nc d", "2 2\n1 2\n2 1"},
		{"a cage's number is the result of its operation", "2 2\n3* .\n. .\na a\nc d", "2 2\n1 2\n2 1"},
		{"a cage's number is the result of its operation", "2 2\n3/ .\n. .\na a\nc d", "2 2\n1 2\n2 1"},
		{"a cage's number is the result of its operation", "2 2\n4 .\n. .\na a\nc d", "2 2\n1 2\n2 1"},
		{"a cage's number is the result of its operation", "2 2\n. .\n. 2\na a\nc d", "2 2\n1 2\n2 1"},
	},
	most: 16, signs: toSize, fits: fitsSquare,
	base: func(r *rand.Rand, rows, cols int) text {
		n := min(rows, cols)
		return append(blank(n, n), regions(r, n, n, 1+r.IntN(n*n))...)
	},
	clues: func(p text) (out []place) {
		for _, cage := range p.regions().names() {
			signs := numbersTo(0, 12)
			for _, n := range signs[:13] {
				if len(cage) > 1 {
					signs = append(signs, n+"+", n+"-", n+"*", n+"x", n+"/")
				}
			}
			out = append(out, place{1 + cage[0].row, cage[0].col, signs})
		}
		return out
	},
}

var plainTennerGrid = plain{
	check: func(p, s text, broken func(rule string)) {
		rows := number(p[0][0]) - 1
		digits := s.table(1, rows)
		checkGivens(p.table(1, rows), digits, broken)
		for _, line := range digits {
			if !once(line, numbersTo(0, 9), "") {
				broken(rowOnce)
			}
		}
		if digits.near(func(a, b string) bool { return a == b }) {
			broken("equal digits do not touch")
		}
		for i, line := range digits.columns() {
			sum := 0
			for _, sign := range line {
				sum += number(sign)
			}
			if clue := p[rows+1][i]; clue != "-" && sum != number(clue) {
				broken("columns add up to the numbers below")
			}
		}
	},
	right: [2]string{
		"3 10\n- 1 - 3 4 5 6 7 8 9\n- - - - - - - - - -\n5 7 9 11 13 5 7 9 11 13",
		"3 10\n0 1 2 3 4 5 6 7 8 9\n5 6 7 8 9 0 1 2 3 4\n5 7 9 11 13 5 7 9 11 13",
	},
	wrongs: []wrong{
		{rowOnce, "2 10\n- - - - - - - - - -\n1 0 1 0 1 0 1 0 1 0", "2 10\n1 0 1 0 1 0 1 0 1 0\n1 0 1 0 1 0 1 0 1 0"},
		{
			"equal digits do not touch", "3 10\n- - - - - - - - - -\n- - - - - - - - - -\n0 2 4 6 8 10 12 14 16 18",
			"3 10\n0 1 2 3 4 5 6 7 8 9\n0 1 2 3 4 5 6 7 8 9\n0 2 4 6 8 10 12 14 16 18",
		},
		{
			"equal digits do not touch", "3 10\n- - - - - - - - - -\n- - - - - - - - - -\n1 1 5 5 9 9 13 13 17 17",
			"3 10\n0 1 2 3 4 5 6 7 8 9\n1 0 3 2 5 4 7 6 9 8\n1 1 5 5 9 9 13 13 17 17",
		},
		{"columns add up to the numbers below", "2 10\n- - - - - - - - - -\n1 1 2 3 4 5 6 7 8 9", "2 10\n0 1 2 3 4 5 6 7 8 9\n1 1 2 3 4 5 6 7 8 9"},
		{givens, "2 10\n- 0 - - - - - - - -\n0 1 2 3 4 5 6 7 8 9", "2 10\n0 1 2 3 4 5 6 7 8 9\n0 1 2 3 4 5 6 7 8 9"},
	},
	most: 2,
	base: func(r *rand.Rand, rows, cols int) text {
		for {
			t, sums := blank(rows*cols+1, 10), make([]int, 10)
			lines := t.board()[:rows*cols]
			for _, line := range lines {
				for col, digit := range r.Perm(10) {
					line[col] = strconv.Itoa(digit)
					sums[col] += digit
				}
			}
			if lines.near(func(a, b string) bool { return a == b }) {
				continue
			}
			for col, sum := range sums {
				t[len(t)-1][col] = strconv.Itoa(sum)
			}
			hidden, same := r.Perm(10)[:1+r.IntN(4)], r.IntN(2) == 0
			for _, line := range lines {
				if !same {
					hidden = r.Perm(10)[:1+r.IntN(4)]
				}
				for _, col := range hidden {
					line[col] = "-"
				}
			}
			return t
		}
	},
	clues: func(p text) (out []place) {
		for line := 1; line < len(p); line++ {
			for word, sign := range p[line] {
				signs := append(numbersTo(0, 18), "-")
				if line < len(p)-1 {
					signs = signs[:10]
				}
				if sign != "-" {
					out = append(out, place{line, word, signs})
				}
			}
		}
		return out
	},
	signs: func(p text, c cell) []string {
		if sign := p.board().at(c); sign != "-" || c.row == number(p[0][0])-1 {
			return []string{sign} // a digit, or a sum
		}
		return numbersTo(0, 9)
	},
	fits: func(p text, s table, c cell) bool {
		return c.row == len(s)-1 || !repeats(s[c.row][:c.col+1], "")
	},
}
