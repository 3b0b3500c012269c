package sudoku

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// unlabel leaves out what is written around a drawn grid: letters or numbers of
// the columns on a line without bars, and those of the rows before the first
// bar.
func (g *grid) unlabel(c *collector) {
	var named []int // lines with a word before the first bar, and one behind the last cell
	var words []string
	barred := 0
	for i, r := range g.rows {
		if len(r.bars) == 0 || isRule(r.text) {
			continue
		}
		barred++
		if r.bars[0].after == 1 && r.bars[len(r.bars)-1].after == len(r.tokens) {
			named, words = append(named, i), append(words, r.tokens[0].Text)
		}
	}
	if barred == 0 {
		return
	}
	if len(named) == barred && isSequence(words) {
		c.once("labels", placeAt(g.rows[named[0]].line, 1), "what stands before the rows is left out: they are taken for the names of rows")
		for _, i := range named {
			r := &g.rows[i]
			at := strings.IndexByte(r.text, '|')
			r.text = strings.Repeat(" ", utf8.RuneCountInString(r.text[:at])) + r.text[at:]
			r.tokens = r.tokens[1:]
			for b := range r.bars {
				r.bars[b].after--
			}
		}
	}
	g.rows = slices.DeleteFunc(g.rows, func(r gridRow) bool {
		words = words[:0]
		for _, t := range r.tokens {
			words = append(words, t.Text)
		}
		heading := len(r.bars) == 0 && !isRule(r.text) && (isSequence(words) || isSequence(strings.Split(strings.Join(words, ""), "")))
		if heading {
			c.once("heading", placeAt(r.line, 1), "this line is left out: it is taken for the names of columns")
		}
		return heading
	})
}

// isSequence says whether words are A, B, C … or 1, 2, 3 …, four of them at least.
func isSequence(words []string) bool {
	for i, word := range words {
		if strings.ToUpper(word) != string(rune('A'+i)) && word != strconv.Itoa(i+1) {
			return false
		}
	}
	return len(words) >= minBox*minBox
}

// drawn reads a grid in which blanks are open cells: all rows have as many bars
// at the same places, as many cells stand between two of them, and all signs
// stand in the columns of cells. ok is false where it is not of this form.
func (g *grid) drawn() (b *shown, ok bool) {
	b = &shown{}
	var parts [][]puzzle.Field // of each row, between bars
	for _, r := range g.rows {
		if r.commas || isRule(r.text) {
			b.rules = append(b.rules, mark{len(parts), r.heavy})
			continue
		}
		var row []puzzle.Field
		column := 1
		for _, part := range strings.Split(r.text, "|") {
			row = append(row, puzzle.Field{Text: part, Column: column})
			column += utf8.RuneCountInString(part) + 1
		}
		bars := r.bars
		if len(row) > 1 && strings.TrimSpace(row[0].Text) == "" {
			row, bars = row[1:], bars[1:]
		}
		if last := len(row) - 1; last > 0 && strings.TrimSpace(row[last].Text) == "" {
			row, bars = row[:last], bars[:last-1]
		}
		b.bars = append(b.bars, bars)
		b.lines = append(b.lines, r.line)
		parts = append(parts, row)
	}
	if b.n = len(parts); !isBoard(b.n) {
		return b, false
	}
	across := len(parts[0])
	if slices.ContainsFunc(parts, func(row []puzzle.Field) bool { return len(row) != across }) || b.n%across != 0 {
		return b, false
	}
	each := b.n / across // cells between two bars
	b.cells = make([]puzzle.Field, b.n*b.n)
	for part := range across {
		var texts [][]rune
		for _, row := range parts {
			texts = append(texts, []rune(strings.TrimRightFunc(row[part].Text, unicode.IsSpace)))
		}
		from, step, ok := columnsOf(texts, each, utf8.RuneCountInString(parts[0][part].Text))
		if !ok {
			return b, false
		}
		for i, text := range texts {
			for k := range each {
				cell, at := puzzle.Field{Text: ".", Column: parts[i][part].Column}, from+k*step
				if each == 1 {
					cell.Text = strings.TrimSpace(string(text))
				} else if at < len(text) {
					cell.Text = strings.TrimSpace(string(text[at]))
				}
				if cell.Text == "" {
					cell.Text = "."
				} else if strings.Trim(cell.Text, blanks) == "" {
					return b, false // it has another sign for open cells
				}
				cell.Column += min(at, len(text))
				b.cells[i*b.n+part*each+k] = cell
			}
		}
	}
	for row := range b.bars {
		for i := range b.bars[row] {
			b.bars[row][i].after = (i + 1) * each
		}
	}
	lines := b.lines
	b.lines = nil
	for _, line := range lines {
		b.lines = append(b.lines, slices.Repeat([]int{line}, b.n)...)
	}
	b.decimal = slices.ContainsFunc(b.cells, func(f puzzle.Field) bool { return utf8.RuneCountInString(f.Text) > 1 })
	return b, true
}

// columnsOf finds the first column and the distance of n cells in texts of
// which some may be cut off: all signs must stand there. Of several it is what
// fills the width best.
func columnsOf(texts [][]rune, n, width int) (from, step int, ok bool) {
	for _, text := range texts {
		width = max(width, len(text))
	}
	if n == 1 {
		return 0, 1, true
	}
	best := 1 << 30
	for s := 1; s <= 4; s++ {
		for f := range s {
			fits := !slices.ContainsFunc(texts, func(text []rune) bool {
				for at, sign := range text {
					if !unicode.IsSpace(sign) && (at < f || (at-f)%s != 0 || (at-f)/s >= n) {
						return true
					}
				}
				return false
			})
			if off := width - ((n-1)*s + 1 + 2*f); fits && max(off, -off) < best {
				best, from, step, ok = max(off, -off), f, s, true
			}
		}
	}
	return from, step, ok
}
