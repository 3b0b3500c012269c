package nonograms

import (
	"fmt"
	"io"
	"strings"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// readBatch reads the puzzles of a computer tournament (TAAI, ICGA), square
// boards in a row:
//
//	$1
//	2	1
//	1
//	…
//
// A line "$" and a number begins a puzzle and gives its id. The clues of all
// columns come first, then those of all rows, lengths with tabs between them.
//
// The tournaments' solutions have the same heads, and rows of 0 and 1 under
// them, with tabs or without. They are read as the puzzles that they solve.
func readBatch(source string, r io.Reader) puzzle.Set {
	l, c := sets.NewLines(source, r), sets.Collect(source)
	var id string
	var head textLine
	var lines []textLine
	finish := func() {
		if head.number == 0 {
			return
		}
		item := batchPuzzle(l, source, id, head, lines)
		l.CheckAt(head.number, 1, c.Add(item))
		lines = nil
	}
	for l.Next() {
		text := strings.TrimSpace(l.Text())
		switch {
		case strings.HasPrefix(text, "$"):
			finish()
			id, head = strings.TrimSpace(text[1:]), textLine{text, l.Number()}
			if id == "" {
				panic(l.Errorf(l.Fields()[0].Column, "expected $ and a number, found %s", puzzle.Quote(text)))
			}
		case text == "":
		case head.number == 0:
			panic(l.Errorf(l.Fields()[0].Column, "expected $ and a number, found %s", puzzle.Quote(text)))
		default:
			lines = append(lines, textLine{l.Text(), l.Number()})
		}
	}
	sets.Check(l.Err())
	finish()
	return c.Finish(l, "$ and a number")
}

// batchPuzzle makes a puzzle of the lines under a head.
func batchPuzzle(l *sets.Lines, source, id string, head textLine, lines []textLine) puzzle.Item {
	if board := batchPicture(lines); !board.IsZero() {
		p, err := nonogram.FromPicture(id, board, nil)
		l.CheckAt(head.number, 1, err)
		return puzzle.Item{Puzzle: p, Solution: board}
	}
	if len(lines) == 0 || len(lines)%2 != 0 {
		panic(l.ErrorAt(head.number, 1, "expected as many rows as columns, found %d lines", len(lines)))
	}
	clues := make([]nonogram.Clue, len(lines))
	for i, line := range lines {
		clue := noInks.clue(source, line)
		clues[i] = clue
	}
	p, err := nonogram.New(id, clues[len(lines)/2:], clues[:len(lines)/2], nil)
	l.CheckAt(head.number, 1, err)
	if _, picture := batchText(p); picture {
		panic(l.ErrorAt(head.number, 1, "expected numbers without leading zeros, found clues that without them are a solution"))
	}
	return puzzle.Item{Puzzle: p}
}

// batchText are the clues as this format has them, and whether they would be read
// as a solution: clues that do not fit can look like one.
func batchText(p *nonogram.Puzzle) (text string, picture bool) {
	rows, cols := sides(p)
	text = nonogram.ClueLines(append(cols, rows...), p.Keys(), "\t")
	var lines []textLine
	for line := range strings.Lines(text) {
		lines = append(lines, textLine{text: line})
	}
	return text, !batchPicture(lines).IsZero()
}

// batchPicture is the board that lines of 0 and 1 show, or no board where they
// are something else. The clues of a puzzle are no picture: on a board of n×n
// cells there are 2n lines of them, and no clue that fits has 2n digits.
func batchPicture(lines []textLine) puzzle.Grid {
	n := len(lines)
	var cells []uint8
	for _, line := range lines {
		row := strings.Join(strings.Fields(line.text), "")
		if len(row) != n || strings.Trim(row, "01") != "" || len(cells)+n > nonogram.MaxCells {
			return puzzle.Grid{}
		}
		for i := range row {
			cells = append(cells, row[i]-'0')
		}
	}
	return puzzle.Grid{Size: puzzle.Size{Rows: n, Cols: n}, Values: cells}
}

// writeBatch writes a set as [readBatch] reads it: black-and-white puzzles on
// square boards whose ids are in one line. Everything but ids is lost.
func writeBatch(w io.Writer, s puzzle.Set) error {
	return write(w, s, true, func(b *strings.Builder, _ int, item sets.Entry[*nonogram.Puzzle]) error {
		p := item.P
		if err := noColours(p); err != nil {
			return err
		}
		if size := p.Size(); size.Rows != size.Cols {
			return fmt.Errorf("nonogram %s: this format holds square boards only, not %v", p.ID(), size)
		}
		if err := sets.LineID(kindName, p.ID()); err != nil {
			return err
		}
		if p.ID() == "" {
			return fmt.Errorf("nonogram: this format needs an id")
		}
		text, picture := batchText(p)
		if picture {
			return fmt.Errorf("nonogram %s: these clues, which do not fit, would be read as a solution", p.ID())
		}
		fmt.Fprintf(b, "$%s\n%s", p.ID(), text)
		return nil
	})
}
