package nurikabes

import (
	"fmt"
	"io"
	"strings"

	"formicary/pkg/lists"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// puzzlekit is how the puzzlekit project keeps Nurikabe: a line "ROWS COLS", then rows of signs ("-", a
// number or "?"; in a solution "x" for wall and "-" for island).
var puzzlekit = sets.Puzzlekit{Name: "Nurikabe", MostText: 16 * nurikabe.MaxCells, Item: puzzlekitItem}

func readPuzzlekit(source string, r io.Reader) (puzzle.Set, error) { return puzzlekit.Read(source, r) }

func puzzlekitItem(id string, problem, solution *puzzle.Words) (puzzle.Item, error) {
	var clues []int
	size, err := kitGrid(problem, "-, a number or ?", func(sign string) error {
		clue, err := parseClue(sign)
		clues = append(clues, clue)
		return err
	})
	if err != nil {
		return puzzle.Item{}, err
	}
	p, err := nurikabe.New(id, size, clues)
	if err != nil || solution == nil {
		return puzzle.Item{Puzzle: p}, err
	}
	var values []uint8
	solved, err := kitGrid(solution, "x or -", func(sign string) error {
		value, err := parseWall(sign)
		values = append(values, uint8(value))
		return err
	})
	if err == nil && solved != size {
		err = solution.Errorf(-1, 0, "expected a solution of %v as the problem, found one of %v", size, solved)
	}
	return puzzle.Item{Puzzle: p, Solution: puzzle.Grid{Size: size, Values: values}}, err
}

// kitGrid reads the size and the rows of signs.
func kitGrid(w *puzzle.Words, signs string, read func(sign string) error) (size puzzle.Size, err error) {
	if head := w.Lines[0]; len(head) == 2 {
		size.Rows, size.Cols = puzzle.ParseCount(head[0], nurikabe.MaxCells), puzzle.ParseCount(head[1], nurikabe.MaxCells)
	}
	if size.Rows < 1 || size.Cols < 1 || size.Cells() > nurikabe.MaxCells {
		return size, w.Errorf(0, 0, "expected ROWS COLS of at most %d cells, found %s", nurikabe.MaxCells, puzzle.Quote(w.First()))
	}
	for row := 1; row <= size.Rows; row++ {
		if row >= len(w.Lines) {
			return size, w.Errorf(row, 0, "expected %d rows, found %d", size.Rows, row-1)
		}
		line := w.Lines[row]
		if len(line) < size.Cols {
			return size, w.Errorf(row, len(line), "expected %d cells (%s), found %d", size.Cols, signs, len(line))
		}
		if len(line) > size.Cols {
			return size, w.Errorf(row, size.Cols, "expected %d cells, found %d", size.Cols, len(line))
		}
	}
	for row, line := range w.Lines[size.Rows+1:] {
		if len(line) > 0 {
			return size, w.Errorf(size.Rows+1+row, 0, "expected the end after %d rows, found %s", size.Rows, puzzle.Quote(line[0]))
		}
	}
	for row, line := range w.Lines[1 : size.Rows+1] {
		for col, sign := range line {
			if err := read(sign); err != nil {
				return size, w.Errorf(row+1, col, "%v", err)
			}
		}
	}
	return size, nil
}

// writePuzzlekit writes a JSON set as readPuzzlekit reads it: ids, puzzles,
// solutions. Grades are lost. Two puzzles with one id are an error.
func writePuzzlekit(w io.Writer, s puzzle.Set) error {
	solved := lists.Count(s.Items, func(item puzzle.Item) bool { return !item.Solution.IsZero() })
	return write(w, s, true, func(b *strings.Builder, i int, item sets.Entry[*nurikabe.Puzzle]) error {
		solution, size := "", item.P.Size()
		if !item.Solution.IsZero() {
			solution = item.P.SolutionText(item.Solution)
		}
		puzzlekit.Append(b, i, s.Len(), solved, item.P.ID(), fmt.Sprintf("%d %d\n%s", size.Rows, size.Cols, strings.Join(jankoRows(item.P), "\n")), solution)
		return nil
	})
}
