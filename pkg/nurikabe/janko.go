package nurikabe

import (
	"fmt"
	"io"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// readJanko reads puzzles in Janko's text format (see [sets.Janko]). Cells of
// a problem are "-", a number or "?", those of a solution "x" for wall and "-"
// for island.
func readJanko(source string, r io.Reader) (puzzle.Set, error) {
	return sets.Janko{
		Kind: kindName, MaxCells: MaxCells,
		Problem:  func(_ puzzle.Size, text string) (int, error) { return parseClue(text) },
		Solution: func(_ puzzle.Size, text string) (int, error) { return parseWall(text) },
		Make: func(id string, size puzzle.Size, _ map[string]int, clues, solution []int) (puzzle.Item, error) {
			p, err := New(id, size, clues)
			item := puzzle.Item{Puzzle: p}
			if solution != nil {
				item.Solution = puzzle.NewGrid(size, Island)
				for i, v := range solution {
					item.Solution.Values[i] = uint8(v)
				}
			}
			return item, err
		},
	}.Read(source, r)
}

// writeJanko writes puzzles as readJanko reads them, with their ids as
// titles. Grades are lost. Two puzzles with one id are an error.
func writeJanko(w io.Writer, s puzzle.Set) error {
	return write(w, s, true, func(b *strings.Builder, i int, item sets.Entry[*Puzzle]) error {
		if err := sets.LineID(kindName, item.P.id); err != nil {
			return err
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("begin\npuzzle nurikabe\n")
		if item.P.id != "" {
			fmt.Fprintf(b, "title %s\n", item.P.id)
		}
		fmt.Fprintf(b, "rows %d\ncols %d\nproblem\n%s\n", item.P.size.Rows, item.P.size.Cols, strings.Join(jankoRows(item.P), "\n"))
		if !item.Solution.IsZero() {
			fmt.Fprintf(b, "solution\n%s\n", strings.Join(jankoSolution(item.Solution), "\n"))
		}
		b.WriteString("end\n")
		return nil
	})
}

// parseClue reads "-", a number or "?" as Janko's formats write them.
func parseClue(text string) (int, error) {
	switch text {
	case "-":
		return 0, nil
	case "?":
		return Unknown, nil
	}
	if n := parseNumber(text); n > 0 {
		return n, nil
	}
	return 0, fmt.Errorf("expected -, ? or a number from 1 to %d, found %s", MaxClue, puzzle.Quote(text))
}

// parseWall reads "x" or "-" as Janko's formats write a solution.
func parseWall(text string) (int, error) {
	switch text {
	case "x":
		return int(Wall), nil
	case "-":
		return int(Island), nil
	}
	return 0, fmt.Errorf("expected x or -, found %s", puzzle.Quote(text))
}

// jankoRows writes the clues as Janko's formats do.
func jankoRows(p *Puzzle) []string {
	rows := make([]string, p.size.Rows)
	for row := range rows {
		signs := make([]string, p.size.Cols)
		for col := range signs {
			cell := row*p.size.Cols + col
			if signs[col] = "-"; p.clues[cell] != 0 {
				signs[col] = p.clueText(cell)
			}
		}
		rows[row] = strings.Join(signs, " ")
	}
	return rows
}

// jankoSolution writes a solution as Janko's formats do.
func jankoSolution(g puzzle.Grid) []string {
	rows := make([]string, g.Rows)
	for row := range rows {
		signs := make([]string, g.Cols)
		for col := range signs {
			if signs[col] = "-"; g.Values[row*g.Cols+col] == Wall {
				signs[col] = "x"
			}
		}
		rows[row] = strings.Join(signs, " ")
	}
	return rows
}
