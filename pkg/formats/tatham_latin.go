package formats

import (
	"strconv"

	"formicary/pkg/puzzle"
)

// gameSolo reads a Sudoku.
func gameSolo(r *gameReader) {
	r.sheet.boxes = r.box
	gameNumbers(clues)(r)
}

// gameKiller reads a killer Sudoku: given cells, of which the lab has none, cages, and their sums.
func gameKiller(r *gameReader) {
	// The lab has one shape of boxes for a size.
	if usual := map[int]puzzle.Size{4: {Rows: 2, Cols: 2}, 6: {Rows: 2, Cols: 3}, 9: {Rows: 3, Cols: 3}}[r.sheet.size.Cols]; usual != r.box {
		panic(r.in.errorf(r.from, "expected boxes of 2x2, 2 rows of 3, or 3x3 cells, found boxes of %v", r.box))
	}
	given := newSheet(r.sheet.size, r.from)
	mine := r.sheet
	r.sheet = given
	gameNumbers(clues)(r)
	r.sheet = mine
	for _, w := range given.get(clues) {
		if w.text != none {
			panic(r.in.errorf(w.at, "expected no given cell, found %s: a killer Sudoku of the lab has none", w.text))
		}
	}
	r.comma("the cages")
	r.blocks(26)
	r.comma("the sums")
	gameNumbers(clues)(r)
}

func (r *gameReader) comma(before string) {
	if r.peek() != ',' {
		panic(r.expected("a comma and " + before))
	}
	r.next++
}

// blocks reads regions as the sides between neighbours in a row, row by row, and then between neighbours in a column,
// column by column: a letter from a on is a run of 1 and more sides without a border, and then one with a border; "_" is a
// run of none. The letter whose number is long is a run of as many without a border behind it. A number
// behind a sign repeats it. The last border stands behind the last side.
func (r *gameReader) blocks(long int) {
	n := r.sheet.size.Cols
	sides := 2 * n * (n - 1)
	open := make([]bool, sides) // no border
	at := 0
	for at <= sides {
		from, c := r.at(), r.peek()
		run := int(c-'a') + 1
		if c == '_' {
			run = 0
		} else if c < 'a' || c > 'z' {
			panic(r.expected("a letter or _ for the sides between cells"))
		}
		r.next++
		times := 1
		if r.peek() >= '0' && r.peek() <= '9' {
			times = r.number("a number of times", sides+1)
		}
		for range times {
			if at+run > sides {
				panic(r.in.errorf(from, "expected %d sides between cells, found more", sides))
			}
			for range run {
				open[at] = true
				at++
			}
			if run != long {
				at++
			}
		}
	}
	r.sheet.divide(func(a, b int) bool {
		row, col := a/n, a%n
		if b == a+1 {
			return open[row*(n-1)+col]
		}
		return open[n*(n-1)+col*(n-1)+row]
	})
}

// gameKeen reads a KenKen: cages, and for each in the order of their first cells a letter and a number: a adds, m multiplies, s
// subtracts, d divides.
func gameKeen(r *gameReader) {
	r.blocks(25)
	r.comma("the clues of cages")
	cells, sizes := r.sheet.get(regions), map[string]int{}
	for _, w := range cells {
		sizes[w.text]++
	}
	for i, w := range cells {
		size := sizes[w.text]
		if size == 0 {
			continue // not the first cell
		}
		sizes[w.text] = 0
		at := r.at()
		sign, ok := map[rune]string{'a': "+", 'm': "*", 's': "-", 'd': "/"}[r.peek()]
		if !ok {
			panic(r.expected("a, m, s or d for the next cage"))
		}
		r.next++
		text := r.digits()
		if size > 1 {
			text += sign
		}
		r.sheet.put(clues, i, text, at)
	}
}

// digits reads a number without a bound.
func (r *gameReader) digits() string {
	from := r.next
	for r.peek() >= '0' && r.peek() <= '9' {
		r.next++
	}
	if r.next == from {
		panic(r.expected("a number"))
	}
	return string(r.text[from:r.next])
}

// gameTowers reads a Skyscraper: the clues above, below, at the left and at the right with slashes between them, and
// perhaps a comma and given heights.
func gameTowers(r *gameReader) {
	r.sheet.header = []word{{strconv.Itoa(r.sheet.size.Cols), r.from}}
	first := true
	for _, t := range []table{top, bottom, left, right} {
		for i := range r.sheet.get(t) {
			if !first {
				if r.peek() != '/' {
					panic(r.expected("/ between clues"))
				}
				r.next++
			}
			if first = false; r.peek() >= '0' && r.peek() <= '9' {
				at := r.at()
				n := r.number("a clue", r.sheet.size.Cols)
				r.sheet.put(t, i, strconv.Itoa(n), at)
			}
		}
	}
	if r.peek() != ',' {
		return
	}
	r.next++
	gameNumbers(clues)(r)
}
