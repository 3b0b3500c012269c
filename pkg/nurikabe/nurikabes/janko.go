package nurikabes

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// readJanko reads puzzles in Janko's text format (see [sets.Janko]). Cells of
// a problem are "-", a number or "?", those of a solution "x" for wall and "-"
// for island.
func readJanko(source string, r io.Reader) (puzzle.Set, error) {
	return sets.Janko{
		Kind: kind, MaxCells: nurikabe.MaxCells,
		Problem:  func(_ puzzle.Size, text string) (int, error) { return parseClue(text) },
		Solution: func(_ puzzle.Size, text string) (int, error) { return parseWall(text) },
		Make: func(id string, size puzzle.Size, _ map[string]int, clues, solution []int) (puzzle.Item, error) {
			p, err := nurikabe.New(id, size, clues)
			item := puzzle.Item{Puzzle: p}
			if solution != nil {
				item.Solution = puzzle.NewGrid(size, nurikabe.Island)
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
	return write(w, s, true, func(b *strings.Builder, i int, item sets.Entry[*nurikabe.Puzzle]) error {
		if err := sets.LineID(kind, item.P.ID()); err != nil {
			return err
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("begin\npuzzle nurikabe\n")
		if item.P.ID() != "" {
			fmt.Fprintf(b, "title %s\n", item.P.ID())
		}
		fmt.Fprintf(b, "rows %d\ncols %d\nproblem\n%s\n", item.P.Size().Rows, item.P.Size().Cols, strings.Join(jankoRows(item.P), "\n"))
		if !item.Solution.IsZero() {
			_, rows, _ := strings.Cut(item.P.SolutionText(item.Solution), "\n")
			fmt.Fprintf(b, "solution\n%s\n", rows)
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
		return nurikabe.Unknown, nil
	}
	if n := parseNumber(text); n > 0 {
		return n, nil
	}
	return 0, fmt.Errorf("expected -, ? or a number from 1 to %d, found %s", nurikabe.MaxClue, puzzle.Quote(text))
}

// parseWall reads "x" or "-" as Janko's formats write a solution.
func parseWall(text string) (int, error) {
	switch text {
	case "x":
		return int(nurikabe.Wall), nil
	case "-":
		return int(nurikabe.Island), nil
	}
	return 0, fmt.Errorf("expected x or -, found %s", puzzle.Quote(text))
}

// jankoRows writes the clues as Janko's formats do.
func jankoRows(p *nurikabe.Puzzle) []string {
	rows := make([]string, p.Size().Rows)
	for cell := range p.Size().Cells() {
		at, blank := p.Size().At(cell), " "
		if at.Col == 0 {
			blank = ""
		}
		rows[at.Row] += blank + cmp.Or(p.Label(cell), "-")
	}
	return rows
}
