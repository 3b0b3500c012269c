package sudokus

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
)

// shown is what the lines of a grid show.
type shown struct {
	n       int
	decimal bool // cells are numbers
	cells   []sets.Field
	lines   []int    // of cells
	rules   []mark   // by rows
	bars    [][]mark // of each row, by cells
}

// finish turns the lines into a puzzle.
func (g *grid) finish(c *collector) {
	g.unroll()
	var b *shown
	err := sets.Try(func() { b = g.plain(c, false) })
	if err != nil && g.dots && sets.Try(func() { b = g.plain(c, true) }) == nil {
		err = nil
	}
	sets.Check(err)
	texts := lists.Map(b.cells, func(f sets.Field) string { return f.Text })
	all := strings.Join(texts, "")
	values := c.cells(b.n, b.decimal, alphabetOf(b.n, all, g.zero), texts, func(i int) place { return placeAt(b.lines[i], b.cells[i].Column) })
	said := g.boxes(c, b)
	first := placeAt(g.rows[0].line, 1)
	if !b.decimal {
		c.warnZero(b.n, all, g.zero, first)
	}
	if small := sideOf(b.n); small > 0 && !g.headed && !slices.ContainsFunc(g.rows, func(r gridRow) bool { return len(r.tokens) != 1 || len(r.bars) > 0 }) && alphabetOf(small, "", "").reads(all) {
		c.once("one board", first, "the rows are read as one board of %d×%d; each of them could be a board of %d×%d (--from line reads them so)", b.n, b.n, small, small)
	}
	f := found{id: g.id, said: said, givens: values, place: first, idPlace: placeAt(g.idLine, g.idAt)}
	if g.idLine == 0 {
		f.id, f.idPlace = c.NextID(), first
	}
	c.add(f)
}

// unroll makes rows of one line with all cells, which commas or blanks separate.
func (g *grid) unroll() {
	if len(g.rows) != 1 || len(g.rows[0].bars) > 0 {
		return
	}
	r := g.rows[0]
	if n := sideOf(len(r.tokens)); n > 0 {
		g.rows = nil
		for cells := range slices.Chunk(r.tokens, n) {
			g.rows = append(g.rows, gridRow{text: r.text, line: r.line, tokens: cells, commas: r.commas})
		}
	}
}

// plain takes each token, or each sign, for a cell. dashes says that rows of dashes
// are rules.
func (g *grid) plain(c *collector, dashes bool) *shown {
	n, decimal := g.side()
	b := &shown{n: n, decimal: decimal}
	if _, ok := sudoku.UsualBox(n); !ok {
		panic(puzzle.Errorf(c.source, g.rows[0].line, 1, "expected a row of 4 to %d cells, as many as a box can have, found %d", sudoku.MaxN, n))
	}
	for _, r := range g.rows {
		if r.rule(n) || (dashes || len(b.bars) == n) && isRule(r.text) {
			b.rules = append(b.rules, mark{len(b.bars), r.heavy})
			continue
		}
		found, at := r.tokens, r.bars
		if !decimal && !r.commas {
			found, at = r.signs()
		}
		if r.commas && len(found) == n+1 && found[n].Text == "." {
			found = found[:n] // the row ends with a comma
		}
		column := utf8.RuneCountInString(r.text) + 1
		if len(found) > n {
			column = found[n].Column
		}
		if len(found) != n {
			panic(puzzle.Errorf(c.source, r.line, column, "expected %d cells as in the first row, found %d", n, len(found)))
		}
		if b.bars = append(b.bars, at); len(b.bars) > n {
			panic(puzzle.Errorf(c.source, r.line, found[0].Column, "expected %d rows, as many as a row has cells, found more", n))
		}
		b.cells = append(b.cells, found...)
		for range found {
			b.lines = append(b.lines, r.line)
		}
	}
	if last := g.rows[len(g.rows)-1]; len(b.bars) < n {
		panic(puzzle.Errorf(c.source, last.line, utf8.RuneCountInString(last.text)+1, "expected %d rows, as many as a row has cells, found %d", n, len(b.bars)))
	}
	return b
}

// side is the number of cells of a row, and whether cells are decimal numbers:
// that is so where all rows have as many words as there are rows, and a word
// has several signs or commas separate them.
func (g *grid) side() (n int, decimal bool) {
	first := slices.IndexFunc(g.rows, func(r gridRow) bool { return !r.rule(-1) })
	if first < 0 {
		// Nothing but strokes: open cells, or rules around nothing.
		first = max(slices.IndexFunc(g.rows, func(r gridRow) bool { return !strings.ContainsAny(r.text, "+=") && isOpen(r.text) }), 0)
	}
	signs, _ := g.rows[first].signs()
	words, rows, several := len(g.rows[first].tokens), 0, g.rows[first].commas
	if several && g.rows[first].tokens[words-1].Text == "." && words == len(g.rows)+1 {
		words-- // the rows end with commas
	}
	for _, r := range g.rows {
		if r.rule(words) {
			continue
		}
		rows++
		if len(r.tokens) != words && !r.commas {
			return len(signs), false
		}
		several = several || slices.ContainsFunc(r.tokens, func(f sets.Field) bool { return utf8.RuneCountInString(f.Text) > 1 })
	}
	if g.rows[first].commas || isBoard(words) && several && rows == words {
		return words, several && g.numbers()
	}
	return len(signs), false
}

// isOpen says whether a line of strokes may be a row of open cells.
func isOpen(text string) bool {
	return strings.Trim(text, "-| \t") == "" || strings.Trim(text, "*| \t") == ""
}

// numbers says whether all cells are open or numbers.
func (g *grid) numbers() bool {
	for _, r := range g.rows {
		for _, t := range r.tokens {
			if strings.Trim(t.Text, "0123456789") != "" && strings.Trim(t.Text, blanks) != "" {
				return r.commas && utf8.RuneCountInString(t.Text) > 1 || !r.commas
			}
		}
	}
	return true
}

// complete says whether the rows are as many as a row has cells.
func (g *grid) complete() bool {
	n, _ := g.side()
	rows := lists.Count(g.rows, func(r gridRow) bool { return !r.rule(n) && !(g.dots && isRule(r.text)) })
	return rows >= n && isBoard(n)
}

// boxes is the size of boxes that is drawn, or that the header says; zero where
// neither does.
func (g *grid) boxes(c *collector, b *shown) puzzle.Size {
	n := b.n
	rules := thick(n, b.rules)
	var columns []mark
	bars := make([][]int, len(b.bars))
	for row, at := range b.bars {
		for _, after := range thick(n, at) {
			bars[row] = append(bars[row], after)
			columns = append(columns, mark{after: after})
		}
	}
	drawn := puzzle.Size{Rows: n, Cols: n}
	if len(rules) > 0 {
		drawn.Rows = rules[0]
	}
	if len(columns) > 0 {
		drawn.Cols = columns[0].after
	}
	var box puzzle.Size
	switch {
	case drawn.Rows < n && drawn.Cols < n:
		box = drawn
	case drawn.Rows < n:
		box = puzzle.Size{Rows: drawn.Rows, Cols: n / drawn.Rows}
	case drawn.Cols < n:
		box = puzzle.Size{Rows: n / drawn.Cols, Cols: drawn.Cols}
	case g.boxLine > 0:
		box = g.box
	default:
		return box
	}
	if g.boxLine > 0 && (g.box != box || box.Cells() != n) {
		panic(puzzle.Errorf(c.source, g.boxLine, g.boxAt, "expected boxes of %d cells as in the grid, found %v", n, g.box))
	}
	if sudoku.CheckBox(box) != nil || box.Cells() != n {
		panic(puzzle.Errorf(c.source, g.rows[0].line, 1, "expected lines between boxes of %d cells, such as %v, found them around %v", n, usual(n), drawn))
	}
	// All that is drawn must be between boxes.
	for _, at := range rules {
		if at%box.Rows != 0 {
			panic(puzzle.Errorf(c.source, g.rows[0].line, 1, "expected lines after every %d rows, found one after row %d", box.Rows, at))
		}
	}
	for row, at := range bars {
		for _, i := range at {
			if i%box.Cols != 0 {
				panic(puzzle.Errorf(c.source, g.rows[0].line, 1, "expected | after every %d cells, found one after cell %d of row %d", box.Cols, i, row+1))
			}
		}
	}
	return box
}

// thick are the places of marks inside a board of n rows or columns. Where there
// is one after each of them, only the double and thick ones stand between
// boxes.
func thick(n int, marks []mark) []int {
	var all, heavy []int
	for _, m := range marks {
		if m.after == 0 || m.after == n {
			continue
		}
		all = append(all, m.after)
		if m.heavy {
			heavy = append(heavy, m.after)
		}
	}
	if all = slices.Compact(all); len(all) == n-1 {
		all = slices.Compact(heavy)
		if len(all) == n-1 {
			all = nil
		}
	}
	return all
}

// cells reads the cells of a board, which are numbers or signs; at is the place of a cell.
func (c *collector) cells(n int, decimal bool, signs alphabet, cells []string, at func(cell int) place) []uint8 {
	out := make([]uint8, len(cells))
	for i, text := range cells {
		sign, size := utf8.DecodeRuneInString(text)
		v, ok := signs.value(sign)
		switch {
		case decimal && text != "0":
			if number := puzzle.ParseCount(text, n); number > 0 {
				v = uint8(number)
			} else if v, ok = puzzle.Unset, strings.Trim(text, "0") == "" || size == len(text) && strings.ContainsRune(blanks, sign); !ok {
				panic(c.errorf(at(i), "expected ., -, 0 or a number from 1 to %d, found %s", n, puzzle.Quote(text)))
			}
		case decimal:
			v = puzzle.Unset
		case !ok || size < len(text):
			panic(c.errorf(at(i), "expected %s, found %s", signs.expected(), quoteSign(text)))
		}
		out[i] = v
	}
	return out
}

// solved is cells of a board without open ones.
func (c *collector) solved(n int, decimal bool, signs alphabet, cells []string, at func(cell int) place) []uint8 {
	out := c.cells(n, decimal, signs, cells, at)
	if i := slices.Index(out, puzzle.Unset); i >= 0 {
		panic(c.errorf(at(i), "expected a digit in every cell of a solution, found %s", quoteSign(cells[i])))
	}
	return out
}

// quoteSign quotes a sign, or several.
func quoteSign(text string) string {
	if r := []rune(text); len(r) == 1 {
		return strconv.QuoteRune(r[0])
	}
	return puzzle.Quote(text)
}
