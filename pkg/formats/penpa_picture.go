package formats

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
)

// picture is a picture while it is read.
type picture struct {
	in    *input
	at    place
	grid  puzzle.Size // with all that is around the board
	from  puzzle.Cell // the first cell of the board
	sheet *sheet
	spec  penpaKind
	notes string // title, author and rules
	// borders are the pairs of neighbours of the board between which an edge is drawn.
	borders map[[2]int]bool
	cages   [][]int // of cells of the board
}

// black is the style of a black cell.
const black = 4

// noEdges are the styles of edges that are the look of the grid: none, dots, fat dots, and thin lines.
var noEdges = []string{"null", "12", "13", "80"}

// Where in a cell something is drawn.
const (
	inMiddle = iota
	atCorner // at its lower right corner
	atFoot   // in the middle of its lower side
	atSide   // in the middle of its right side
	inCorner // inside: part 0 to 3 is upper left, upper right, lower left, lower right
	inSide   // inside, at a side
)

// mark is something that is drawn at a place.
type mark struct {
	what  string      // the name of its part: surface, symbol, number, numberS
	cell  puzzle.Cell // from the first cell of the board; outside it if it is in a margin
	where int         // in the cell
	part  int         // of inCorner and inSide
	text  string      // of a number, or the name of a symbol
	style int         // of a symbol, or the colour of a surface; 0 if it is a list of several
	arrow bool        // the number is one with an arrow
	taken bool
	// behind says that it is the circle that a number's style draws behind it. Nobody has to take that.
	behind bool
}

// String names a mark for errors.
func (m mark) String() string {
	names := map[string]string{"surface": "a shaded cell", "symbol": "the symbol " + puzzle.Quote(m.text), "number": "the text " + puzzle.Quote(m.text), "numberS": "the small text " + puzzle.Quote(m.text)}
	return fmt.Sprintf("%s in row %d, column %d", names[m.what], m.cell.Row+1, m.cell.Col+1)
}

// locate is where an index of the editor points.
func (p *picture) locate(index int) (cell puzzle.Cell, where, part int, ok bool) {
	n := p.grid.Cells()
	switch {
	case index < 0 || index >= 12*n:
		return cell, 0, 0, false
	case index >= 4*n:
		where, part, index = inCorner+(index-4*n)/(4*n), index%4, index%(4*n)/4
	default:
		where, index = index/n, index%n
	}
	c := p.grid.At(index)
	return puzzle.Cell{Row: c.Row - p.from.Row, Col: c.Col - p.from.Col}, where, part, true
}

// marks are those of a part of the picture, in the order of their places.
func (p *picture) marks(what string, raw json.RawMessage) (marks []*mark) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		panic(p.in.errorf(p.at, "expected the part %q of the picture as an object, found %s", what, puzzle.Quote(string(raw))))
	}
	keys := slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		x, _ := strconv.Atoi(a)
		y, _ := strconv.Atoi(b)
		return cmp.Or(cmp.Compare(x, y), strings.Compare(a, b))
	})
	for _, key := range keys {
		if bytes.Equal(all[key], []byte("null")) {
			continue
		}
		index, err := strconv.Atoi(key)
		m := &mark{what: what}
		var ok bool
		if m.cell, m.where, m.part, ok = p.locate(index); err != nil || !ok {
			panic(p.in.errorf(p.at, "expected a place of the picture in %q, found %s", what, puzzle.Quote(key)))
		}
		var list []any
		if what == "surface" {
			list = append(list, nil)
			if json.Unmarshal(all[key], &list[0]) != nil {
				list = nil
			}
		} else if json.Unmarshal(all[key], &list) != nil || len(list) < 2 {
			list = nil
		}
		if list == nil {
			panic(p.in.errorf(p.at, "expected %q of the picture to have lists, found %s", what, puzzle.Quote(string(all[key]))))
		}
		switch what {
		case "symbol":
			m.text, m.style = plain(list[1]), number(list[0])
		case "surface":
			m.style = number(list[0])
		default:
			m.text = strings.TrimSpace(plain(list[0]))
			m.arrow = what == "number" && len(list) > 2 && plain(list[2]) == "2"
			if colour := number(list[1]); what == "number" && colour >= 5 && colour <= 7 { // white, white and black
				circle := *m
				circle.what, circle.text, circle.style, circle.behind = "symbol", "circle_L", 1+colour/7, true
				marks = append(marks, &circle)
			}
		}
		marks = append(marks, m)
	}
	return marks
}

// plain is a value of JSON as text, and number as a whole number (0 if it is none).
func plain(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

func number(v any) int {
	n, _ := strconv.Atoi(plain(v))
	return n
}

// in says whether the cell of a mark is one of the board, and which.
func (p *picture) inside(c puzzle.Cell) (index int, ok bool) {
	if !p.sheet.size.Contains(c) {
		return 0, false
	}
	return p.sheet.size.Index(c), true
}

// read reads the parts of a picture.
func (p *picture) read(drawn map[string]json.RawMessage) {
	var marks []*mark
	for _, what := range []string{"surface", "symbol", "number", "numberS"} {
		if drawn[what] == nil {
			continue
		}
		more := p.marks(what, drawn[what])
		marks = append(marks, more...)
	}
	p.edges(drawn["lineE"])
	p.boundCells(drawn["killercages"])
	p.others(drawn)
	for _, take := range p.spec.takes {
		for _, m := range marks {
			if m.taken {
				continue
			}
			take(p, m)
		}
	}
	shaded := 0
	var first *mark
	for _, m := range marks {
		switch {
		case m.taken || m.behind || m.text == "" && m.what != "surface":
		case m.what == "surface" && m.style != black: // a black cell is more than shading
			if shaded++; first == nil {
				first = m
			}
		default:
			panic(p.in.errorf(p.at, "expected what a picture of %s has, found %v", p.in.kind.Title, m))
		}
	}
	if shaded > 0 {
		p.in.warn(p.at, "the shading of %s is left out, first %v", puzzle.Plural(shaded, "cell"), first)
	}
	for _, finish := range p.spec.finish {
		finish(p)
	}
	if len(p.borders) > 0 {
		are := "are"
		if len(p.borders) == 1 {
			are = "is"
		}
		p.in.warn(p.at, "%s inside the board %s left out", puzzle.Plural(len(p.borders), "edge"), are)
	}
	if len(p.cages) > 0 {
		panic(p.in.errorf(p.at, "expected what a picture of %s has, found %s", p.in.kind.Title, puzzle.Plural(len(p.cages), "cage")))
	}
	p.in.add(p.sheet)
}

// others looks at the parts that no kind reads. The look of the grid does not matter.
func (p *picture) others(drawn map[string]json.RawMessage) {
	read := []string{"surface", "symbol", "number", "numberS", "lineE", "killercages", "deletelineE"}
	for _, name := range slices.Sorted(maps.Keys(drawn)) {
		part := string(drawn[name])
		if strings.HasPrefix(name, "command_") || slices.Contains(read, name) || part == "{}" || part == "[]" || part == "null" {
			continue
		}
		panic(p.in.errorf(p.at, "expected what a picture of %s has, found %q", p.in.kind.Title, name))
	}
}

// edges notes the edges between cells of the board.
func (p *picture) edges(raw json.RawMessage) {
	p.borders = map[[2]int]bool{}
	var all map[string]json.RawMessage
	if raw == nil {
		return
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		panic(p.in.errorf(p.at, "expected edges as an object, found %s", puzzle.Quote(string(raw))))
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		one, other, ok := strings.Cut(key, ",")
		if !ok || slices.Contains(noEdges, string(all[key])) { // without a comma: a cross
			continue
		}
		i, err1 := strconv.Atoi(one)
		j, err2 := strconv.Atoi(other)
		a, where1, _, ok1 := p.locate(min(i, j))
		b, where2, _, ok2 := p.locate(max(i, j))
		if err1 != nil || err2 != nil || !ok1 || !ok2 || where1 != atCorner || where2 != atCorner {
			panic(p.in.errorf(p.at, "expected an edge between corners of cells, found %s", puzzle.Quote(key)))
		}
		first := b
		switch step := (puzzle.Cell{Row: b.Row - a.Row, Col: b.Col - a.Col}); step {
		case puzzle.Cell{Col: 1}:
			b.Row++
		case puzzle.Cell{Row: 1}:
			b.Col++
		default:
			panic(p.in.errorf(p.at, "expected edges along the sides of cells, found one from corner %d,%d to corner %d,%d", a.Row+1, a.Col+1, b.Row+1, b.Col+1))
		}
		x, in1 := p.inside(first)
		y, in2 := p.inside(b)
		if in1 && in2 {
			p.borders[[2]int{x, y}] = true
		}
	}
}

// boundCells notes the cells of cages.
func (p *picture) boundCells(raw json.RawMessage) {
	var all [][]any
	if raw == nil {
		return
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		panic(p.in.errorf(p.at, "expected cages as lists of cells, found %s", puzzle.Quote(string(raw))))
	}
	for _, list := range all {
		var cage []int
		for _, v := range list {
			c, where, _, ok := p.locate(number(v))
			cell, inside := p.inside(c)
			if !ok || !inside || where != inMiddle {
				panic(p.in.errorf(p.at, "expected a cage of cells of the board, found %s", puzzle.Quote(plain(v))))
			}
			cage = append(cage, cell)
		}
		if len(cage) > 0 {
			p.cages = append(p.cages, cage)
		}
	}
}
