package pencil_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
)

// rectangles divide a board at random.
func rectangles(r *rand.Rand, rows, cols int) (out table) {
	for range rows {
		out = append(out, slices.Repeat([]string{"-"}, cols))
	}
	names := 0
	var cut func(top, left, bottom, right int)
	cut = func(top, left, bottom, right int) {
		height, width := bottom-top, right-left
		if height*width > 1 && r.IntN(height*width+2) > 1 {
			if i := 1 + r.IntN(height+width-2+1); i < height {
				cut(top, left, top+i, right)
				cut(top+i, left, bottom, right)
				return
			} else if i -= height - 1; i < width {
				cut(top, left, bottom, left+i)
				cut(top, left+i, bottom, right)
				return
			}
		}
		for row := top; row < bottom; row++ {
			for col := left; col < right; col++ {
				out[row][col] = strconv.Itoa(names)
			}
		}
		names++
	}
	cut(0, 0, rows, cols)
	return out
}

// box is the smallest rectangle around cells.
func box(cells []cell) (low, high cell) {
	low, high = cells[0], cells[0]
	for _, c := range cells {
		low = cell{min(low.row, c.row), min(low.col, c.col)}
		high = cell{max(high.row, c.row), max(high.col, c.col)}
	}
	return low, high
}

var plainShikaku = plain{
	check: func(p, s text, broken func(rule string)) {
		for _, area := range s.board().names() {
			low, high := box(area)
			if (high.row-low.row+1)*(high.col-low.col+1) != len(area) {
				broken("areas are rectangles")
			}
			numbers := 0
			for _, sign := range p.board().of(area) {
				if sign == "-" {
					continue
				}
				numbers++
				if n := number(sign); n >= 0 && n != len(area) {
					broken("a number is the area of its rectangle")
				}
			}
			if numbers != 1 {
				broken("every rectangle holds one number")
			}
		}
	},
	right: [2]string{"2 3\n2 - -\n- - 4", "2 3\na b b\na b b"},
	wrongs: []wrong{
		{"areas are rectangles", "2 2\n3 -\n- 1", "2 2\na a\na b"},
		{"areas are rectangles", "1 3\n2 1 -", "1 3\na b a"},
		{"every rectangle holds one number", "1 2\n2 2", "1 2\na a"},
		{"every rectangle holds one number", "1 3\n- 2 -", "1 3\na a b"},
		{"a number is the area of its rectangle", "1 2\n1 -", "1 2\na a"},
	},
	most: 12, clues: sized(0, "-", "?"),
	signs: func(p text, _ cell) []string { return numbersTo(0, number(p[0][0])*number(p[0][1])-1) },
	fits: func(_ text, s table, c cell) bool { // names in the order of first cells, and areas that grow from those
		most, name := -1, number(s.at(c))
		var first cell
		for _, other := range s.cells() {
			if other == c {
				return name == most+1
			}
			if most = max(most, number(s.at(other))); s.at(other) == s.at(c) {
				first = other
				break
			}
		}
		if first.row == c.row {
			return s.at(c.to(3)) == s.at(c)
		}
		return s.at(c.to(0)) == s.at(c)
	},
	base: func(r *rand.Rand, rows, cols int) text {
		t := blank(rows, cols)
		for _, area := range rectangles(r, rows, cols).names() {
			c := area[r.IntN(len(area))]
			t[1+c.row][c.col] = strconv.Itoa(len(area))
		}
		return t
	},
}

const givens = "givens stay"

// checkGivens: a solution has the numbers that are given.
func checkGivens(given, s table, broken func(rule string)) {
	for _, c := range s.cells() {
		if number(given.at(c)) >= 0 && given.at(c) != s.at(c) {
			broken(givens)
		}
	}
}

var plainFillomino = plain{
	check: func(p, s text, broken func(rule string)) {
		board := s.board()
		checkGivens(p.board(), board, broken)
		for _, group := range board.groups(board.any, board.equal) {
			if number(board.at(group[0])) != len(group) {
				broken("a group of equal numbers has as many cells as they say")
			}
		}
	},
	right: [2]string{"2 3\n- 2 -\n3 - -", "2 3\n2 2 1\n3 3 3"},
	wrongs: []wrong{
		{givens, "1 3\n1 - -", "1 3\n2 2 1"},
		{"a group of equal numbers has as many cells as they say", "1 2\n- -", "1 2\n1 1"},
		{"a group of equal numbers has as many cells as they say", "2 2\n- -\n- -", "2 2\n2 1\n1 2"},
	},
	most: 9, base: empty, clues: sized(1, "?"),
	signs: func(p text, _ cell) []string { return numbersTo(1, number(p[0][0])*number(p[0][1])) },
	fits: func(_ text, s table, c cell) bool {
		before := slices.Clone(s[:c.row+1])
		before[c.row] = before[c.row][:c.col+1]
		return len(before.group(c, before.is(s.at(c)), nil)) <= number(s.at(c))
	},
}

// centres are those of a problem, in halves of a cell.
func centres(p text) (out []cell) {
	for _, c := range p.board().cells() {
		if mark := number(p.board().at(c)); mark >= 0 {
			out = append(out, cell{2*c.row + 1 + mark/2, 2*c.col + 1 + mark%2})
		}
	}
	return out
}

var plainGalaxies = plain{
	check: func(p, s text, broken func(rule string)) {
		areas, all := s.board(), centres(p)
		for _, area := range areas.names() {
			name := areas.at(area[0])
			if len(areas.groups(areas.is(name), nil)) != 1 {
				broken("areas are connected")
			}
			var its []cell
			for _, centre := range all {
				touched := 0
				for _, c := range area {
					if max(centre.row-2*c.row-1, 2*c.row+1-centre.row, centre.col-2*c.col-1, 2*c.col+1-centre.col) <= 1 {
						touched++
					}
				}
				switch at := (2 - centre.row%2) * (2 - centre.col%2); {
				case touched == at:
					its = append(its, centre)
				case touched > 0:
					broken("every centre belongs to one area, and every area has one")
				}
			}
			if len(its) != 1 {
				broken("every centre belongs to one area, and every area has one")
				continue
			}
			for _, c := range area {
				if areas.at(cell{its[0].row - 1 - c.row, its[0].col - 1 - c.col}) != name {
					broken("an area is symmetric about its centre")
				}
			}
		}
	},
	right: [2]string{"2 3\n1 - 2\n1 - -", "2 3\na a b\nc c b"},
	wrongs: []wrong{
		{"areas are connected", "1 5\n- 0 0 0 -", "1 5\na b a c a"},
		{"an area is symmetric about its centre", "1 3\n0 - -", "1 3\na a a"},
		{"an area is symmetric about its centre", "2 2\n1 -\n- 0", "2 2\na a\na b"},
		{"every centre belongs to one area, and every area has one", "1 3\n0 0 0", "1 3\na a a"},
		{"every centre belongs to one area, and every area has one", "1 2\n0 -", "1 2\na b"},
		{"every centre belongs to one area, and every area has one", "1 2\n1 -", "1 2\na b"},
	},
	most:  12,
	signs: func(p text, _ cell) []string { return numbersTo(0, len(centres(p))) }, // one more than it has
	fits: func(p text, s table, c cell) bool { // the half turn about the area's centre finds the area again
		if all, name := centres(p), number(s.at(c)); name < len(all) {
			turned := cell{all[name].row - 1 - c.row, all[name].col - 1 - c.col}
			later := turned.row > c.row || turned.row == c.row && turned.col > c.col
			return s.at(turned) != "" && (later || s.at(turned) == s.at(c))
		}
		return false
	},
	base: func(r *rand.Rand, rows, cols int) text {
		t := blank(rows, cols)
		for _, area := range rectangles(r, rows, cols).names() {
			low, high := box(area)
			mark := 2*((high.row-low.row)%2) + (high.col-low.col)%2
			t[1+(low.row+high.row)/2][(low.col+high.col)/2] = strconv.Itoa(mark)
		}
		return t
	},
	clues: func(p text) (out []place) {
		for _, c := range p.board().cells() {
			signs := []string{"-", "0"}
			if right := p.board().at(c.to(1)) != ""; right {
				signs = append(signs, "1")
			}
			if below := p.board().at(c.to(2)) != ""; below {
				signs = append(signs, "2")
			}
			if p.board().at(c.to(1).to(2)) != "" {
				signs = append(signs, "3")
			}
			out = append(out, place{1 + c.row, c.col, signs})
		}
		return out
	},
}

// black says whether the quarter of a cell on a side is in its triangle.
func black(sign string, side int) bool {
	return len(sign) == 2 && (sign[0] == compass[side] || sign[1] == compass[side])
}

var plainShakashaka = plain{
	check: func(p, s text, broken func(rule string)) {
		walls, triangles := p.board(), s.board()
		type quarter struct {
			cell
			side int
		}
		white := func(q quarter) bool { return walls.at(q.cell) == "-" && !black(triangles.at(q.cell), q.side) }
		seen := map[quarter]bool{}
		for _, c := range walls.cells() {
			if walls.at(c) != "-" {
				if len(triangles.at(c)) == 2 {
					broken("triangles stand in white cells")
				}
				beside := 0
				for d := range step {
					if len(triangles.at(c.to(d))) == 2 {
						beside++
					}
				}
				if n := number(walls.at(c)); n >= 0 && n != beside {
					broken("a number counts the triangles beside its wall")
				}
			}
			for side := range step {
				if start := (quarter{c, side}); white(start) && !seen[start] {
					seen[start] = true
					area := []quarter{start}
					// The area's extent upright, and along both diagonals, in halves of a cell.
					var low, high [4]int
					for i := 0; i < len(area); i++ {
						q := area[i]
						y, x := 2*q.row+1, 2*q.col+1
						dy, dx := step[q.side].row, step[q.side].col
						for j, corner := range [][2]int{{y, x}, {y + dy + dx, x + dx + dy}, {y + dy - dx, x + dx - dy}} {
							for k, at := range [4]int{corner[0], corner[1], corner[0] + corner[1], corner[0] - corner[1]} {
								if i+j == 0 {
									low[k], high[k] = at, at
								}
								low[k], high[k] = min(low[k], at), max(high[k], at)
							}
						}
						for _, next := range []quarter{{q.cell, (q.side + 1) % 4}, {q.cell, (q.side + 3) % 4}, {q.to(q.side), (q.side + 2) % 4}} {
							if white(next) && !seen[next] {
								seen[next] = true
								area = append(area, next)
							}
						}
					}
					// A quarter has the area of one square of half a cell.
					if (high[0]-low[0])*(high[1]-low[1]) != len(area) && (high[2]-low[2])*(high[3]-low[3]) != 2*len(area) {
						broken("white areas are rectangles")
					}
				}
			}
		}
	},
	right: [2]string{"2 3\n- - 1\n- - -", "2 3\nnw ne -\nsw se -"},
	wrongs: []wrong{
		{"white areas are rectangles", "1 1\n-", "1 1\nne"},
		{"white areas are rectangles", "2 2\nx -\n- -", "2 2\n- -\n- -"},
		{"white areas are rectangles", "2 3\n- - -\n- - -", "2 3\nnw - ne\nsw - se"},
		{"a number counts the triangles beside its wall", "1 2\n1 -", "1 2\n- -"},
		{"a number counts the triangles beside its wall", "2 3\n- - 2\n- - -", "2 3\nnw ne -\nsw se -"},
		{"triangles stand in white cells", "2 3\n- - 1\n- - -", "2 3\nnw ne ne\nsw se -"},
	},
	most: 9, clues: inCells(numbersTo(0, 4), "x"),
	base: func(r *rand.Rand, rows, cols int) text {
		return sprinkled("x", 0.15+max(0, float64(rows*cols-6))/10)(r, rows, cols)
	},
	signs: func(p text, c cell) []string {
		if p.board().at(c) != "-" {
			return []string{"-"}
		}
		return []string{"-", "ne", "nw", "se", "sw"}
	},
}
