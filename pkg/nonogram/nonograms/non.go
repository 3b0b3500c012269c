package nonograms

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/lists"
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// readNon reads puzzles in the format of Steve Simpson's solver with the keys
// that M. Terry's nonogram-db adds (FORMAT.md of mikix/nonogram-db, 2015):
//
//	catalogue "webpbn.com #1"
//	title "Demo Puzzle from Front Page"
//	color r #ff0000
//	width 2
//	height 3
//	rows
//	2r
//	1,1r
//	0
//	columns
//	1r,1
//	2r
//	goal "rr1r00"
//
// Keys may stand in any order; those that are not needed may have no value. Lines
// with other words are left out, with a warning; by, copyright and license are
// left out without one. Behind rows and columns may stand a number, which is the
// height or the width, as the solvers at Lancaster have it. A clue
// is lengths with commas between them, each with the key of a colour behind it
// where there are several; 0 or a blank line is an empty clue. A colour may
// also stand as a word before its blocks, as in the format of the program
// nonny ("color black 000000 X", "black 4 green 2"). Color 0 is the background.
// goal is the solution, 0 for blank cells.
//
// Lines of four or more "=" divide the puzzles of a bundle. The catalogue entry
// is a puzzle's id, and where it is missing or has been met, the puzzle's
// number is. The lab's own sets add the key grade.
func readNon(source string, r io.Reader) puzzle.Set {
	l, c := sets.NewLines(source, r), sets.Collect(source)
	unknown := map[string]bool{} // keys that were warned of
	p := newNonPuzzle(source)
	for l.Next() {
		text := strings.TrimSpace(l.Text())
		if isDivider(text) {
			p.finish(l, c)
			p = newNonPuzzle(source)
			continue
		}
		other := p.line(l, text)
		if isWord(other) && !unknown[other] {
			unknown[other] = true
			c.Warn(puzzle.Errorf(source, l.Number(), l.Fields()[0].Column, "the key %s is not known: its line is left out", puzzle.Quote(other)))
		}
	}
	if l.Err() == nil && (p.begun || len(p.values) > 0) {
		p.finish(l, c)
	}
	return c.Finish(l, "a puzzle")
}

func isDivider(text string) bool {
	return strings.HasPrefix(text, "====") && strings.Trim(text, "=") == ""
}

// nonKeys are the words that a line may start with.
var nonKeys = []string{"catalogue", "title", "by", "copyright", "license", "grade", "color", "colour", "width", "height", "rows", "columns", "goal"}

// nonPuzzle is a puzzle while it is read.
type nonPuzzle struct {
	source  string
	begun   bool
	inks    *inks
	signs   map[rune]uint8 // of colours in the goal, where they are not keys
	values  map[string]textLine
	columns map[string]int // where the values start
	into    *[]textLine    // the section that is being read
	texts   int            // lines of it that are not blank
	rows    []textLine
	cols    []textLine
}

func newNonPuzzle(source string) *nonPuzzle {
	return &nonPuzzle{source: source, inks: newInks(), signs: map[rune]uint8{}, values: map[string]textLine{}, columns: map[string]int{}}
}

// line reads a line that is no divider. It returns the key of a line that it has
// left out.
func (p *nonPuzzle) line(l *sets.Lines, text string) (other string) {
	fields := l.Fields()
	if len(fields) == 0 {
		if p.into != nil {
			*p.into = append(*p.into, textLine{"", l.Number()})
		}
		return ""
	}
	first, key := fields[0], strings.ToLower(fields[0].Text)
	if !slices.Contains(nonKeys, key) {
		if p.into != nil && (!isWord(first.Text) || len(fields) > 1 && isDigit(fields[1].Text) && !p.full()) {
			*p.into = append(*p.into, textLine{l.Text(), l.Number()})
			p.texts++
			return ""
		}
		if isDigit(first.Text) {
			panic(l.Errorf(first.Column, "expected a key such as rows, found %s", puzzle.Quote(text)))
		}
		p.into = nil
		return first.Text
	}
	p.begun, p.into, p.texts = true, nil, 0
	if key == "color" || key == "colour" {
		p.colour(l, fields)
		return ""
	}
	if size := map[string]string{"rows": "height", "columns": "width"}[key]; size != "" && len(fields) == 2 && puzzle.ParseCount(fields[1].Text, nonogram.MaxCells) > 0 {
		key = size
	}
	if _, met := p.values[key]; met {
		panic(l.Errorf(first.Column, "expected %s once (==== begins another puzzle), found it again", key))
	}
	value := textLine{strings.TrimSpace(strings.TrimPrefix(text, first.Text)), l.Number()}
	p.values[key] = value
	p.columns[key] = first.Column + len(first.Text)
	if len(fields) > 1 {
		p.columns[key] = fields[1].Column
	}
	switch key {
	case "rows":
		p.into = &p.rows
	case "columns":
		p.into = &p.cols
	default:
		if value.text == "" && (key == "width" || key == "height") {
			panic(l.Errorf(p.columns[key], "expected the value of %s, found the end of the line", key))
		}
		return ""
	}
	if value.text != "" {
		panic(l.Errorf(p.columns[key], "expected the end of the line, found %s", puzzle.Quote(value.text)))
	}
	return ""
}

// full says whether the section that is being read has a clue for every line of a
// size that has been said.
func (p *nonPuzzle) full() bool {
	key := "width"
	if p.into == &p.rows {
		key = "height"
	}
	size := puzzle.ParseCount(p.values[key].text, nonogram.MaxCells)
	return size > 0 && p.texts >= size
}

// colour reads "color KEY COLOUR" and nonny's "color NAME COLOUR SIGN".
func (p *nonPuzzle) colour(l *sets.Lines, fields []sets.Field) {
	if len(fields) < 3 {
		panic(l.Errorf(l.Column(len(l.Text())), "expected a key and a colour such as #ff0000, found the end of the line"))
	}
	key := fields[1].Text
	rgb, ok := parseColour(fields[2].Text)
	if !ok {
		panic(l.Errorf(fields[2].Column, "expected a colour such as #ff0000, found %s", puzzle.Quote(fields[2].Text)))
	}
	ink := nonogram.Ink{Name: key, RGB: rgb}
	if strings.ContainsAny(fields[2].Text, `/\`) {
		ink.Name = strings.TrimPrefix(fields[2].Text, "#")
	}
	sign := rune(0)
	if len(fields) > 3 {
		sign, _ = utf8.DecodeRuneInString(fields[3].Text)
	}
	if key == "0" || sign == '0' || sign == '.' || sign == '-' {
		if key != "0" {
			p.inks.background.Name = key
		}
		p.inks.background.RGB = rgb
		return
	}
	if key != defaultKey && !isWord(key) {
		panic(l.Errorf(fields[1].Column, "expected a letter or a word for the colour, found %s", puzzle.Quote(key)))
	}
	index, ok := p.inks.declare(key, ink)
	if !ok {
		panic(l.Errorf(fields[1].Column, "expected at most %d different colours, found another one, %s", nonogram.MaxColours-1, puzzle.Quote(key)))
	}
	if sign != 0 {
		p.signs[sign] = index
	}
}

// finish turns what was read into a puzzle of the set.
func (p *nonPuzzle) finish(l *sets.Lines, c *sets.Collector) {
	sets.Check(l.Err())
	var size puzzle.Size
	for _, side := range []struct {
		key string
		n   *int
	}{{"height", &size.Rows}, {"width", &size.Cols}} {
		value, ok := p.values[side.key]
		if !ok {
			panic(l.EndError(side.key))
		}
		if *side.n = puzzle.ParseCount(value.text, nonogram.MaxCells); *side.n == 0 {
			panic(l.ErrorAt(value.number, p.columns[side.key], "expected a number from 1 to %d, found %s", nonogram.MaxCells, puzzle.Quote(value.text)))
		}
	}
	if size.Cells() > nonogram.MaxCells {
		panic(l.ErrorAt(p.values["height"].number, p.columns["height"], "expected at most %d cells, found %v", nonogram.MaxCells, size))
	}
	rows := p.section(l, "rows", p.rows, size.Rows)
	cols := p.section(l, "columns", p.cols, size.Cols)
	item := puzzle.Item{Grade: p.text("grade")}
	item.Solution = p.goal(l, size)
	id, at := c.NextID(), p.values["width"]
	if value := p.values["catalogue"]; value.text != "" && !c.Has(p.text("catalogue")) {
		id, at = p.text("catalogue"), value
	}
	made, err := nonogram.New(id, rows, cols, p.inks.palette())
	l.CheckAt(p.values["width"].number, 1, err)
	item.Puzzle = made.Titled(p.text("title"))
	l.CheckAt(at.number, 1, c.Add(item))
}

// section reads the clues of one side. Where there are fewer texts than lines
// the blank lines among them are empty clues.
func (p *nonPuzzle) section(l *sets.Lines, key string, lines []textLine, count int) []nonogram.Clue {
	head, ok := p.values[key]
	if !ok {
		panic(l.EndError(key))
	}
	texts := lists.Count(lines, func(line textLine) bool { return line.text != "" })
	clues := make([]nonogram.Clue, 0, min(count, len(lines)))
	for _, line := range lines {
		if line.text == "" && (texts == count || len(clues) == count) {
			continue
		}
		if len(clues) == count {
			panic(l.ErrorAt(line.number, 1, "expected %d %s, found more", count, key))
		}
		clue := p.inks.clue(p.source, line)
		clues = append(clues, clue)
	}
	if len(clues) < count {
		at := head.number
		if len(lines) > 0 {
			at = lines[len(lines)-1].number
		}
		panic(l.ErrorAt(at, 1, "expected %d %s, found %d", count, key, len(clues)))
	}
	return clues
}

// goal reads the solution, if there is one.
func (p *nonPuzzle) goal(l *sets.Lines, size puzzle.Size) puzzle.Grid {
	value, ok := p.values["goal"]
	if !ok || value.text == "" {
		return puzzle.Grid{}
	}
	cells, column := []rune(value.text), p.columns["goal"]
	if cells[0] == '"' {
		cells = cells[1:]
		column++
		if n := len(cells); n > 0 && cells[n-1] == '"' {
			cells = cells[:n-1]
		}
	}
	if len(cells) != size.Cells() {
		panic(l.ErrorAt(value.number, column, "expected a goal of %d cells, found %d", size.Cells(), len(cells)))
	}
	goal := puzzle.NewGrid(size, nonogram.Blank)
	for i, sign := range cells {
		if goal.Values[i], ok = p.sign(sign); !ok {
			panic(l.ErrorAt(value.number, column+i, "expected 0 or the sign of a colour, found %q", sign))
		}
	}
	return goal
}

// sign is the colour of a sign in a goal.
func (p *nonPuzzle) sign(sign rune) (uint8, bool) {
	if index, ok := p.signs[sign]; ok {
		return index, true
	}
	if index, ok := p.inks.keys[string(sign)]; ok {
		return index, true
	}
	if sign == '1' && len(p.inks.list) < 2 {
		return nonogram.Filled, true
	}
	return nonogram.Blank, sign == '0' || sign == '.' || sign == '-'
}

// text is a value without its quotes and escapes, empty where it is missing.
func (p *nonPuzzle) text(key string) string {
	text := p.values[key].text
	if inner, ok := strings.CutPrefix(text, `"`); ok {
		text = strings.TrimSuffix(inner, `"`)
	}
	return unescapeXML(text)
}

// writeNon writes a set as [readNon] reads it, with a divider between puzzles.
// The names of colours become letters.
func writeNon(w io.Writer, s puzzle.Set) error {
	return write(w, s, true, func(b *strings.Builder, i int, item sets.Entry[*nonogram.Puzzle]) error {
		p := item.P
		if i > 0 {
			b.WriteString("\n====\n\n")
		}
		fmt.Fprintf(b, "catalogue %s\n", nonogram.Quote(p.ID()))
		b.WriteString(p.TextWith(item.Grade))
		keys := p.Keys()
		if !item.Solution.IsZero() {
			keys[0] = "0"
			if !p.IsColour() {
				keys[1] = defaultKey
			}
			b.WriteString("\ngoal \"")
			for _, v := range item.Solution.Values {
				b.WriteString(keys[v])
			}
			b.WriteString("\"\n")
		}
		return nil
	})
}

// entities are the named characters that occur in puzzle files.
var entities = map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'", "copy": "©", "nbsp": " "}

// unescapeXML replaces the character references of XML and HTML; unknown ones
// stay as they are.
func unescapeXML(text string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "&")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, closed := strings.Cut(rest, ";")
		code, known := entities[name]
		if number, ok := strings.CutPrefix(name, "#"); ok {
			n, err := strconv.ParseUint(strings.Replace(number, "x", "0x", 1), 0, 32)
			known = err == nil && utf8.ValidRune(rune(n))
			code = string(rune(n))
		}
		if !closed || !known {
			b.WriteByte('&')
			text = rest
			continue
		}
		b.WriteString(code)
		text = after
	}
}
