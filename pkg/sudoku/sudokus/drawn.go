package sudokus

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"formicary/pkg/puzzle/sets"
)

// unlabel leaves out what is written around a drawn grid: letters or numbers of
// the columns on a line without bars, and those of the rows before the first
// bar.
func (g *grid) unlabel(c *collector) {
	if !slices.ContainsFunc(g.rows, func(r gridRow) bool { return len(r.bars) > 0 && !isRule(r.text) }) {
		return
	}
	g.rows = slices.DeleteFunc(g.rows, func(r gridRow) bool {
		var words []string
		for _, t := range r.tokens {
			words = append(words, t.Text)
		}
		heading := len(r.bars) == 0 && !isRule(r.text) && (isSequence(words) || isSequence(strings.Split(strings.Join(words, ""), "")))
		if heading {
			c.once("heading", placeAt(r.line, 1), "this line is left out: it is taken for the names of columns")
		}
		return heading
	})
	var named []*gridRow // with a word before the first bar, and a bar behind the last cell
	var words []string
	for i := range g.rows {
		if r := &g.rows[i]; len(r.bars) > 0 && !isRule(r.text) {
			if r.bars[0].after != 1 || r.bars[len(r.bars)-1].after != len(r.tokens) {
				return
			}
			named, words = append(named, r), append(words, r.tokens[0].Text)
		}
	}
	if !isSequence(words) {
		return
	}
	c.once("names", placeAt(named[0].line, 1), "what stands before the rows is left out: it is taken for the names of rows")
	for _, r := range named {
		at := strings.IndexByte(r.text, '|')
		r.text = strings.Repeat(" ", utf8.RuneCountInString(r.text[:at])) + r.text[at:]
		r.tokens = r.tokens[1:]
		for i := range r.bars {
			r.bars[i].after--
		}
	}
}

// isSequence says whether words are A, B, C … or 1, 2, 3 …, four of them at least.
func isSequence(words []string) bool {
	for i, word := range words {
		if strings.ToUpper(word) != string(rune('A'+i)) && word != strconv.Itoa(i+1) {
			return false
		}
	}
	return len(words) >= leastN
}

// drawn reads a grid in which blanks are open cells: all rows have as many bars
// at the same places, as many cells stand between two of them, and all signs
// stand in the columns of cells. ok is false where it is not of this form.
func (g *grid) drawn() (b *shown, ok bool) {
	b = &shown{}
	var parts [][]sets.Field // of each row, between bars
	for _, r := range g.rows {
		if r.commas || isRule(r.text) {
			b.rules = append(b.rules, mark{len(parts), r.heavy})
			continue
		}
		var row []sets.Field
		column := 1
		for _, part := range strings.Split(r.text, "|") {
			row = append(row, sets.Field{Text: part, Column: column})
			column += utf8.RuneCountInString(part) + 1
		}
		b.bars = append(b.bars, r.bars)
		b.lines = append(b.lines, r.line)
		parts = append(parts, row)
	}
	// Bars around the board have nothing before the first and behind the last.
	if blankParts(parts, func(row []sets.Field) int { return 0 }) {
		for i := range parts {
			parts[i], b.bars[i] = parts[i][1:], b.bars[i][1:]
		}
	}
	if blankParts(parts, func(row []sets.Field) int { return len(row) - 1 }) {
		for i, row := range parts {
			parts[i], b.bars[i] = row[:len(row)-1], b.bars[i][:len(row)-2]
		}
	}
	if b.n = len(parts); !isBoard(b.n) {
		return b, false
	}
	across := len(parts[0])
	if slices.ContainsFunc(parts, func(row []sets.Field) bool { return len(row) != across }) || b.n%across != 0 {
		return b, false
	}
	each := b.n / across // cells between two bars
	b.cells = make([]sets.Field, b.n*b.n)
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
				cell, at := sets.Field{Column: parts[i][part].Column}, from+k*step
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
	b.decimal = slices.ContainsFunc(b.cells, func(f sets.Field) bool { return utf8.RuneCountInString(f.Text) > 1 })
	return b, true
}

// blankParts says whether a part of every row, which has others, is blank.
func blankParts(parts [][]sets.Field, which func(row []sets.Field) int) bool {
	return !slices.ContainsFunc(parts, func(row []sets.Field) bool {
		return len(row) < 2 || strings.TrimSpace(row[which(row)].Text) != ""
	})
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
