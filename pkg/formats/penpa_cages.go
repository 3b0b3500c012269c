package formats

import (
	"strings"

	"formicary/pkg/puzzle"
)

// penpaRegions makes regions of the edges inside the board.
func penpaRegions(p *picture) {
	if len(p.borders) == 0 && p.sheet.size.Cells() > 1 {
		p.in.warn(p.at, "no edge is drawn inside the board: it is one region")
	}
	p.sheet.divide(func(a, b int) bool { return !p.borders[[2]int{a, b}] })
	for border := range p.borders {
		if cells := p.sheet.get(regions); cells[border[0]].text == cells[border[1]].text {
			panic(p.in.errorf(p.at, "expected edges around regions, found one that ends inside a region, at the cell in row %d, column %d",
				p.sheet.size.At(p.loose()).Row+1, p.sheet.size.At(p.loose()).Col+1))
		}
	}
	p.borders = nil
}

// loose is the first cell at an edge inside a region.
func (p *picture) loose() int {
	cells := p.sheet.get(regions)
	first := len(cells)
	for border := range p.borders {
		if cells[border[0]].text == cells[border[1]].text {
			first = min(first, border[0])
		}
	}
	return first
}

// penpaBoxes makes boxes of the edges; without edges they are the usual ones.
func penpaBoxes(p *picture) {
	if len(p.borders) == 0 {
		return
	}
	size := p.sheet.size
	joined := func(a, b int) bool { return !p.borders[[2]int{a, b}] }
	box := puzzle.Size{Rows: 1, Cols: 1}
	for ; box.Cols < size.Cols && joined(box.Cols-1, box.Cols); box.Cols++ {
	}
	for ; box.Rows < size.Rows && joined((box.Rows-1)*size.Cols, box.Rows*size.Cols); box.Rows++ {
	}
	for cell := range size.Cells() {
		at := size.At(cell)
		for _, step := range []puzzle.Cell{{Col: 1}, {Row: 1}} {
			next := puzzle.Cell{Row: at.Row + step.Row, Col: at.Col + step.Col}
			if size.Contains(next) && joined(cell, size.Index(next)) != (at.Row/box.Rows == next.Row/box.Rows && at.Col/box.Cols == next.Col/box.Cols) {
				panic(p.in.errorf(p.at, "expected edges around boxes of one size, found other ones at row %d, column %d: a jigsaw is not read", at.Row+1, at.Col+1))
			}
		}
	}
	if box.Cells() != size.Cols {
		panic(p.in.errorf(p.at, "expected edges around boxes of %d cells, found them around %v", size.Cols, box))
	}
	p.borders = nil
	if p.in.kind.Name == "sudoku" {
		p.sheet.boxes = box
	}
}

// penpaSmall takes small texts in the upper left corners of cells as clues of cages.
func penpaSmall(p *picture, m *mark) {
	if m.what == "numberS" && m.where == inCorner && m.part == 0 && m.text != "" {
		p.put(m, strings.NewReplacer("×", "*", "x", "*", "X", "*", "÷", "/", ":", "/", "−", "-", "–", "-", " ", "").Replace(m.text))
	}
}

// penpaCages makes regions of cages, or of edges if no cage is drawn. A cell without a cage is a region.
func penpaCages(p *picture) {
	if len(p.cages) == 0 {
		penpaRegions(p)
		return
	}
	of := make([]int, p.sheet.size.Cells())
	for i, cage := range p.cages {
		for _, cell := range cage {
			if of[cell] > 0 {
				at := p.sheet.size.At(cell)
				panic(p.in.errorf(p.at, "expected cages that do not overlap, found two in row %d, column %d", at.Row+1, at.Col+1))
			}
			of[cell] = i + 1
		}
	}
	p.sheet.name(func(cell int) int {
		if of[cell] == 0 {
			return -1 - cell
		}
		return of[cell]
	})
	p.cages = nil
	if p.in.kind.Name == "kenken" {
		p.borders = nil // around the same cages
	}
}

// penpaWalls takes the walls of Kakuro: the symbol of a wall, or a dark cell.
func penpaWalls(p *picture, m *mark) {
	if m.what == "symbol" && m.text == "kakuro" && m.where == inMiddle {
		p.put(m, ",")
		return
	}
	penpaShaded(",")(p, m)
}

// penpaSums takes the sums in the upper right and lower left corners of walls.
func penpaSums(p *picture, m *mark) {
	cell, ok := p.inside(m.cell)
	if !ok || m.what != "numberS" || m.where != inCorner || m.text == "" || m.part != 1 && m.part != 2 {
		return
	}
	down, across, wall := strings.Cut(p.sheet.get(clues)[cell].text, ",")
	if !wall {
		panic(p.in.errorf(p.at, "expected sums in walls, found %v", m))
	}
	if m.part == 1 {
		across = m.text
	} else {
		down = m.text
	}
	p.put(m, down+","+across)
}

// penpaWhite gives white cells of a Kakuro and walls without sums their signs.
func penpaWhite(p *picture) {
	for i, w := range p.sheet.get(clues) {
		switch w.text {
		case none:
			p.sheet.put(clues, i, "0", w.at)
		case ",":
			p.sheet.put(clues, i, none, w.at)
		}
	}
}

// penpaStarSign takes a number and a star beside the board: so many stars has a line.
func penpaStarSign(p *picture, m *mark) {
	if _, ok := p.inside(m.cell); ok || m.where != inMiddle {
		return
	}
	if m.what == "number" && puzzle.ParseCount(m.text, 9) > 0 && p.sheet.header == nil {
		m.taken = true
		p.sheet.header = []word{{m.text, p.at}}
	}
	if m.what == "symbol" && m.text == "star" {
		m.taken = true
	}
}

// penpaStars is the number of stars of a line if none stands beside the board: what the title or the rules say, or
// what is usual for the size.
func penpaStars(p *picture) {
	if p.sheet.header != nil {
		return
	}
	words := strings.FieldsFunc(strings.ToLower(p.notes), func(r rune) bool { return strings.ContainsRune(" ()[],.:;-", r) })
	for i, w := range words {
		number := strings.TrimRight(w, "★☆*")
		star := number != w || i+1 < len(words) && strings.HasPrefix(words[i+1], "star")
		if n := puzzle.ParseCount(number, 9); star && n > 0 {
			p.sheet.header = []word{{number, p.at}}
			return
		}
	}
	stars := "1"
	switch rows := p.sheet.size.Rows; {
	case rows >= 14:
		stars = "3"
	case rows >= 10:
		stars = "2"
	}
	p.sheet.header = []word{{stars, p.at}}
	p.in.warn(p.at, "the picture does not say how many stars a line has: %s, as is usual for %v, is assumed", stars, p.sheet.size)
}
