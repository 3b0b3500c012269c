package formats

import (
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
)

// pzprKind is one of the editor's kinds.
type pzprKind struct {
	kind  string     // the lab's name
	parts []pzprRead // tables, in their order, up to the last one that the puzzle needs
	flags string     // those that change nothing but the look
}

// pzprRead reads one of a file's tables into a sheet.
type pzprRead func(r *pzprReader, s *sheet)

// pzprKinds are the editor's kinds that the lab has.
var pzprKinds = map[string]pzprKind{
	"bag":         {kind: "cave", parts: pzprOf(pzprCells(nil))},
	"building":    {kind: "skyscraper", parts: pzprOf(pzprFramed)},
	"cave":        {kind: "cave", parts: pzprOf(pzprCells(nil))},
	"country":     {kind: "countryroad", parts: pzprOf(pzprRooms, pzprCells(nil))},
	"creek":       {kind: "creek", parts: pzprOf(pzprCorners)},
	"fillomino":   {kind: "fillomino", parts: pzprOf(pzprCells(nil))},
	"gokigen":     {kind: "gokigennaname", parts: pzprOf(pzprCorners)},
	"hashikake":   {kind: "hashi", parts: pzprOf(pzprCells(nil))},
	"heyawake":    {kind: "heyawake", parts: pzprOf(pzprRooms, pzprCells(nil))},
	"hitori":      {kind: "hitori", parts: pzprOf(pzprCells(nil))},
	"kakuro":      {kind: "kakuro", parts: pzprOf(pzprSums)},
	"kurodoko":    {kind: "kuromasu", parts: pzprOf(pzprCells(nil))},
	"kurotto":     {kind: "kurotto", parts: pzprOf(pzprCells(map[string]string{"-": "o"}))},
	"lightup":     {kind: "akari", parts: pzprOf(pzprCells(map[string]string{"-": "x", "#": filled, "+": filled}))},
	"lits":        {kind: "lits", parts: pzprOf(pzprRooms)},
	"mashu":       {kind: "masyu", parts: pzprOf(pzprCells(pearls))},
	"nonogram":    {kind: "nonogram", parts: pzprOf(pzprLines)},
	"norinori":    {kind: "norinori", parts: pzprOf(pzprRooms)},
	"numlin":      {kind: "numberlink", parts: pzprOf(pzprCells(nil))},
	"nurikabe":    {kind: "nurikabe", parts: pzprOf(pzprCells(map[string]string{"#": filled, "+": filled}))},
	"nurimisaki":  {kind: "nurimisaki", parts: pzprOf(pzprCells(nil))},
	"ripple":      {kind: "hakyuu", parts: pzprOf(pzprBorders, pzprCells(nil))},
	"shakashaka":  {kind: "shakashaka", parts: pzprOf(pzprCells(map[string]string{"5": "x"}))},
	"shikaku":     {kind: "shikaku", parts: pzprOf(pzprCells(nil))},
	"simpleloop":  {kind: "simpleloop", parts: pzprOf(pzprCells(map[string]string{"*": "x"}))},
	"skyscrapers": {kind: "skyscraper", parts: pzprOf(pzprFramed)},
	"slither":     {kind: "slitherlink", parts: pzprOf(pzprCells(nil))},
	"starbattle":  {kind: "starbattle", parts: pzprOf(pzprStars, pzprRooms)},
	"sudoku":      {kind: "sudoku", parts: pzprOf(pzprCells(nil))},
	"suguru":      {kind: "suguru", parts: pzprOf(pzprBorders, pzprCells(nil))},
	"tentaisho":   {kind: "galaxies", parts: pzprOf(pzprDots)},
	"tents":       {kind: "tent", parts: pzprOf(pzprTents)},
	"yajilin":     {kind: "yajilin", parts: pzprOf(pzprArrows), flags: "b"},
	"yajirin":     {kind: "yajilin", parts: pzprOf(pzprArrows), flags: "b"},
	"yinyang":     {kind: "yinyang", parts: pzprOf(pzprCells(pearls))},
}

func pzprOf(parts ...pzprRead) []pzprRead { return parts }

// filled is what a sign means that somebody filled in.
const filled = "filled in"

// pearls are the signs of white and black pearls.
var pearls = map[string]string{"1": "w", "2": "b"}

// clue reads a sign: "." is nothing, "-" a clue without a number, and all else a number, if signs say nothing
// else.
func (r *pzprReader) clue(s *sheet, t table, index int, w word, signs map[string]string) {
	sign, ok := signs[w.text]
	switch {
	case ok && sign == filled:
		r.filled(w.at)
		return
	case ok:
	case w.text == ".":
		return
	case w.text == "-":
		sign = unknown
	case isNumber(w.text):
		sign = w.text
	default:
		panic(r.in.errorf(w.at, "expected ., - or a number, found %s", puzzle.Quote(w.text)))
	}
	s.put(t, index, sign, w.at)
}

// isNumber says whether a text is nothing but digits.
func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// grid reads rows of words and gives each of them to put.
func (r *pzprReader) grid(rows, cols int, what string, put func(row, col int, w word)) {
	for row := range rows {
		words := r.row(cols, "row "+strconv.Itoa(row+1)+" "+what)
		for col, w := range words {
			put(row, col, w)
		}
	}
}

// pzprCells reads a clue for each cell.
func pzprCells(signs map[string]string) pzprRead {
	return func(r *pzprReader, s *sheet) {
		r.grid(s.size.Rows, s.size.Cols, "of clues", func(row, col int, w word) {
			r.clue(s, clues, row*s.size.Cols+col, w, signs)
		})
	}
}

// pzprCorners reads a clue for each point of the grid.
func pzprCorners(r *pzprReader, s *sheet) {
	rows, cols := corners.of(s.size)
	r.grid(rows, cols, "of clues", func(row, col int, w word) { r.clue(s, corners, row*cols+col, w, nil) })
}

// pzprRooms reads the number of regions and then the number of each cell's; in newer files of some kinds, borders.
func pzprRooms(r *pzprReader, s *sheet) {
	if r.newer && r.more() && (s.size.Cols == 2 || len(r.parts[0].words()) > 1) {
		pzprBorders(r, s)
		return
	}
	r.number("the number of regions")
	var names []string
	r.grid(s.size.Rows, s.size.Cols, "of regions", func(row, col int, w word) {
		if !isNumber(w.text) {
			panic(r.in.errorf(w.at, "expected the number of a region, found %s", puzzle.Quote(w.text)))
		}
		s.put(regions, len(names), w.text, w.at)
		names = append(names, w.text)
	})
	s.divide(func(a, b int) bool { return names[a] == names[b] })
}

// pzprBorders reads what stands between neighbours in rows and then in columns: 1 is a border.
func pzprBorders(r *pzprReader, s *sheet) {
	between := map[[2]int]bool{}
	size := s.size
	read := func(rows, cols, step int) {
		if cols == 0 {
			return
		}
		r.grid(rows, cols, "of borders", func(row, col int, w word) {
			cell := row*size.Cols + col
			switch w.text {
			case "0", "-1":
			case "1":
				between[[2]int{cell, cell + step}] = true
			default:
				panic(r.in.errorf(w.at, "expected 0 or 1, found %s", puzzle.Quote(w.text)))
			}
		})
	}
	read(size.Rows, size.Cols-1, 1)
	read(size.Rows-1, size.Cols, size.Cols)
	s.divide(func(a, b int) bool { return !between[[2]int{a, b}] })
}

// pzprStars reads how many stars a line has.
func pzprStars(r *pzprReader, s *sheet) {
	w, _ := r.number("the number of stars")
	s.header = []word{w}
}

// pzprArrows reads clues such as 2,3: a direction (1 up, 2 down, 3 left, 4 right) and a number. "-" is no number
// and 0 no direction: such a clue says that its cell is neither shaded nor visited, and no more.
func pzprArrows(r *pzprReader, s *sheet) {
	r.grid(s.size.Rows, s.size.Cols, "of clues", func(row, col int, w word) {
		if w.text == "." {
			return
		}
		way, number, ok := strings.Cut(w.text, ",")
		d := puzzle.ParseCount(way, 4)
		switch {
		case w.text == "#" || ok && number == "-" && (d > 0 || way == "0"):
			s.put(clues, row*s.size.Cols+col, "x", w.at)
		case ok && d > 0 && isNumber(number):
			s.put(clues, row*s.size.Cols+col, number+"nswe"[d-1:d], w.at)
		default:
			panic(r.in.errorf(w.at, "expected . or a direction from 1 to 4, a comma and a number, found %s", puzzle.Quote(w.text)))
		}
	})
}

// pzprFramed reads a board with a clue at each end of each line. A number given in a cell has "q" before it; others
// somebody filled in, as pencil marks in brackets.
func pzprFramed(r *pzprReader, s *sheet) {
	rows, cols := s.size.Rows, s.size.Cols
	s.header = []word{{strconv.Itoa(cols), s.at}}
	r.grid(rows+2, cols+2, "with the frame", func(row, col int, w word) {
		inRows, inCols := row > 0 && row <= rows, col > 0 && col <= cols
		switch {
		case inRows && inCols:
			if number, ok := strings.CutPrefix(w.text, "q"); ok && isNumber(number) {
				s.put(clues, (row-1)*cols+col-1, number, w.at)
			} else if w.text != "." {
				r.filled(w.at)
			}
		case inRows:
			r.clue(s, []table{left, right}[min(col, 1)], row-1, w, nil)
		case inCols:
			r.clue(s, []table{top, bottom}[min(row, 1)], col-1, w, nil)
		}
	})
}

// pzprTents reads a board with a line of numbers above and one at the left. 1 is a tree.
func pzprTents(r *pzprReader, s *sheet) {
	trees := map[string]string{"1": "x", "A": filled, "-": filled, "2": filled}
	r.grid(s.size.Rows+1, s.size.Cols+1, "with the numbers", func(row, col int, w word) {
		switch {
		case row > 0 && col > 0:
			r.clue(s, clues, (row-1)*s.size.Cols+col-1, w, trees)
		case row > 0:
			r.clue(s, left, row-1, w, nil)
		case col > 0:
			r.clue(s, top, col-1, w, nil)
		}
	})
}

// pzprLines reads a nonogram: above and at the left of the board is room for as many numbers as a line can
// have.
func pzprLines(r *pzprReader, s *sheet) {
	above, beside := (s.size.Rows+1)/2, (s.size.Cols+1)/2
	add := func(t table, index int, w word) {
		if w.text == "." {
			return
		}
		if w.text == "-" {
			w.text = unknown
		} else if !isNumber(w.text) {
			panic(r.in.errorf(w.at, "expected . or a number, found %s", puzzle.Quote(w.text)))
		}
		if old := s.get(t)[index]; old.text != none {
			w = word{old.text + "," + w.text, old.at}
		}
		s.put(t, index, w.text, w.at)
	}
	r.grid(s.size.Rows+above, s.size.Cols+beside, "with the numbers", func(row, col int, w word) {
		switch {
		case row >= above && col >= beside:
			if w.text != "." {
				r.filled(w.at)
			}
		case row >= above:
			add(left, row-above, w)
		case col >= beside:
			add(top, col-beside, w)
		}
	})
	s.empty()
}

// empty gives lines of a nonogram without numbers the clue 0.
func (s *sheet) empty() {
	for _, t := range []table{top, left} {
		for i, w := range s.get(t) {
			if w.text == none {
				s.put(t, i, "0", w.at)
			}
		}
	}
}

// pzprSums reads a Kakuro. The first row and column are the frame, with the sum of the column below and of the row
// at the right; in the board a wall is the sum of the row, a comma and that of the column. 0 and -1 are no sum. The lab's
// board has the frame as walls.
func pzprSums(r *pzprReader, s *sheet) {
	s.size.Rows++
	s.size.Cols++
	if s.size.Cells() > mostCells {
		panic(r.in.errorf(s.at, "expected at most %d cells, found %v", mostCells, s.size))
	}
	sum := func(w word, text string) string {
		if text == "0" || text == "-1" {
			return ""
		}
		if !isNumber(text) {
			panic(r.in.errorf(w.at, "expected a sum, found %s", puzzle.Quote(w.text)))
		}
		return text
	}
	r.grid(s.size.Rows, s.size.Cols, "with the frame", func(row, col int, w word) {
		across, down := "-1", "-1"
		switch beside, below, ok := strings.Cut(w.text, ","); {
		case row > 0 && col > 0 && !ok:
			if w.text != "." {
				panic(r.in.errorf(w.at, "expected . or two sums with a comma between them, found %s", puzzle.Quote(w.text)))
			}
			s.put(clues, row*s.size.Cols+col, "0", w.at)
			return
		case row > 0 && col > 0:
			across, down = beside, below
		case w.text == ".":
		case row > 0:
			across = w.text
		case col > 0:
			down = w.text
		}
		across, down = sum(w, across), sum(w, down)
		if across+down != "" {
			s.put(clues, row*s.size.Cols+col, down+","+across, w.at)
		}
	})
}

// pzprDots reads lines of a character for each cell, side and corner: 1 and 2 are centres, white and black.
func pzprDots(r *pzprReader, s *sheet) {
	black := place{}
	for y := range 2*s.size.Rows - 1 {
		w := r.word("line " + strconv.Itoa(y+1) + " of centres")
		for x, sign := range []rune(w.text) {
			at := place{w.at.line, w.at.column + x}
			switch {
			case x == 2*s.size.Cols-1:
				panic(r.in.errorf(at, "expected %d signs, found more", x))
			case sign == '2':
				if black == (place{}) {
					black = at
				}
				fallthrough
			case sign == '1':
				r.in.centre(s, y, x, at)
			case sign != '.':
				panic(r.in.errorf(at, "expected ., 1 or 2, found %q", sign))
			}
		}
		if n := len([]rune(w.text)); n < 2*s.size.Cols-1 {
			panic(r.in.errorf(place{w.at.line, w.at.column + n}, "expected %d signs, found %d", 2*s.size.Cols-1, n))
		}
	}
	if black != (place{}) {
		r.in.warn(black, "black centres are read like white ones")
	}
}

// centre puts the centre of a galaxy, in halves of a cell from the middle of the first cell.
func (in *input) centre(s *sheet, y, x int, at place) {
	cell := y/2*s.size.Cols + x/2
	if s.get(clues)[cell].text != none {
		panic(in.errorf(at, "expected centres further from each other, found two at one cell"))
	}
	s.put(clues, cell, strconv.Itoa(y%2*2+x%2), at)
}
