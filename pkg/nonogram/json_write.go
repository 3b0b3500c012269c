package nonogram

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// jsonPuzzle is a puzzle as [readJSON] reads it.
type jsonPuzzle struct {
	ID       string      `json:"id"`
	Title    string      `json:"title,omitempty"`
	Grade    string      `json:"grade,omitempty"`
	Palette  [][2]string `json:"palette,omitempty"`
	Rows     [][]any     `json:"rows"`
	Columns  [][]any     `json:"columns"`
	Solution [][]int     `json:"solution,omitempty"`
}

// writeJSON writes a set as [readJSON] reads it: one object for one puzzle,
// else an array with a puzzle on each line.
func writeJSON(w io.Writer, s puzzle.Set) error {
	return write(w, s, true, func(b *strings.Builder, i int, item sets.Entry[*Puzzle]) error {
		p := item.P
		out := jsonPuzzle{ID: p.id, Title: p.title, Grade: item.Grade, Rows: jsonClues(p.rows), Columns: jsonClues(p.cols)}
		if p.isColour() {
			for _, ink := range p.palette {
				out.Palette = append(out.Palette, [2]string{ink.Name, ink.hex()})
			}
		}
		for row := range slices.Chunk(item.Solution.Values, max(item.Solution.Cols, 1)) {
			var cells []int
			for _, v := range row {
				cells = append(cells, int(v))
			}
			out.Solution = append(out.Solution, cells)
		}
		text, err := json.Marshal(out)
		if s.Len() > 1 {
			b.WriteString([]string{",\n", "[\n"}[max(1-i, 0)])
		}
		b.Write(text)
		if i == s.Len()-1 {
			b.WriteString([]string{"\n", "\n]\n"}[min(i, 1)])
		}
		return err
	})
}

// jsonClues are clues with a number for each black block, and pairs of length
// and colour for others.
func jsonClues(clues []Clue) [][]any {
	out := make([][]any, len(clues))
	for i, clue := range clues {
		out[i] = []any{}
		for _, block := range clue {
			if block.Colour == Filled {
				out[i] = append(out[i], block.Length)
			} else {
				out[i] = append(out[i], [2]int{block.Length, int(block.Colour)})
			}
		}
	}
	return out
}
