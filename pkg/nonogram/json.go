package nonogram

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"formicary/pkg/puzzle"
)

// readJSON reads puzzles as programs like them: one object, or an array of
// several.
//
//	{"id": "demo", "title": "Demo", "grade": "easy",
//	 "palette": [["white", "#ffffff"], ["black", "#000000"], ["red", "#ff0000"]],
//	 "rows": [[1, 1], [[2, 2]]],
//	 "columns": [[1, [1, 2]], [[1, 2]]],
//	 "solution": [[1, 0], [2, 2]]}
//
// Only rows and columns ("cols" is the same) must be there. A block is its
// length, or length and colour, an index into the palette; [] and [0] are empty
// clues. A palette starts with the background; without one there is black on
// white. The solution has an index for each cell. Other members are passed
// over.
func readJSON(source string, r io.Reader) (puzzle.Set, error) {
	text, err := puzzle.ReadAll(source, r)
	if err != nil {
		return puzzle.Set{}, err
	}
	j := &jsonReader{puzzle.NewJSON(source, text), puzzle.Collect(source)}
	const expected = "a puzzle or an array of puzzles"
	token, err := j.Token(expected)
	if err != nil {
		return puzzle.Set{}, err
	}
	switch token {
	case json.Delim('{'):
		err = j.puzzle()
	case json.Delim('['):
		err = j.Rest("the puzzles", func(token json.Token) error {
			if token != json.Delim('{') {
				return j.Errorf(j.At, "expected a puzzle, found %s", puzzle.ShowToken(token))
			}
			return j.puzzle()
		})
	default:
		err = j.Errorf(j.At, "expected %s, found %s", expected, puzzle.ShowToken(token))
	}
	if err == nil {
		err = j.End()
	}
	if err != nil {
		return puzzle.Set{}, err
	}
	return j.set.Finish(puzzle.NewLines(source, strings.NewReader("")), "a puzzle")
}

type jsonReader struct {
	*puzzle.JSON
	set *puzzle.Collector
}

// puzzle reads one puzzle, the opening brace having been read.
func (j *jsonReader) puzzle() error {
	at := j.At
	texts := map[string]string{"id": j.set.NextID()}
	sides := map[string][]Clue{}
	var palette []Ink
	var solution puzzle.Grid
	where := at
	err := j.Members("the puzzle", func(name string, here int) error {
		switch name {
		case "id", "title", "grade":
			token, err := j.Token("a text")
			text, ok := token.(string)
			if number, is := token.(json.Number); is && name != "title" {
				text, ok = number.String(), true
			}
			if err == nil && !ok {
				return j.Errorf(j.At, "expected the text of %s, found %s", name, puzzle.ShowToken(token))
			}
			texts[name] = text
			return err
		case "palette":
			return j.palette(&palette)
		case "rows", "columns", "cols":
			if name == "cols" {
				name = "columns"
			}
			if sides[name] != nil {
				return j.Errorf(here, "expected columns once, found them again")
			}
			clues, err := j.clues(name)
			sides[name] = clues
			return err
		case "solution":
			where = here
			return j.solution(&solution)
		}
		return j.Skip()
	})
	if err != nil {
		return err
	}
	p, err := New(texts["id"], sides["rows"], sides["columns"], palette)
	if err != nil {
		return j.Errorf(at, "%v", err)
	}
	if !solution.IsZero() {
		if solution.Size != p.Size() {
			return j.Errorf(where, "expected a solution of %v, found one of %v", p.Size(), solution.Size)
		}
		for i, v := range solution.Values {
			if int(v) >= len(p.palette) {
				return j.Errorf(where, "expected indices into the palette up to %d, found %d at %v", len(p.palette)-1, v, solution.At(i))
			}
		}
	}
	item := puzzle.Item{Puzzle: p.Titled(texts["title"]), Solution: solution, Grade: texts["grade"]}
	if err := j.set.Add(item); err != nil {
		return j.Errorf(at, "%v", err)
	}
	return nil
}

// palette reads pairs of a name and a colour.
func (j *jsonReader) palette(out *[]Ink) error {
	return j.Elements("the palette", func(token json.Token) error {
		at := j.At
		if token != json.Delim('[') {
			return j.Errorf(at, `expected a name and a colour such as ["red", "#ff0000"], found %s`, puzzle.ShowToken(token))
		}
		var words []string
		err := j.Rest("the colour", func(token json.Token) error {
			word, ok := token.(string)
			if !ok {
				return j.Errorf(j.At, "expected a text, found %s", puzzle.ShowToken(token))
			}
			words = append(words, word)
			return nil
		})
		if err != nil {
			return err
		}
		if len(words) != 2 || len(*out) == MaxColours {
			return j.Errorf(at, `expected up to %d names and colours such as ["red", "#ff0000"]`, MaxColours)
		}
		rgb, ok := parseColour(words[1])
		if !ok {
			return j.Errorf(at, "expected a colour such as #ff0000, found %s", puzzle.Quote(words[1]))
		}
		*out = append(*out, Ink{words[0], rgb})
		return nil
	})
}

// number is a token's number from least to most.
func (j *jsonReader) number(token json.Token, what string, least, most int) (int, error) {
	if number, ok := token.(json.Number); ok {
		n := puzzle.ParseCount(number.String(), most)
		if n > 0 || number.String() == "0" && least == 0 {
			return n, nil
		}
	}
	return 0, j.Errorf(j.At, "expected %s from %d to %d, found %s", what, least, most, puzzle.ShowToken(token))
}

// clues reads an array of clues.
func (j *jsonReader) clues(name string) ([]Clue, error) {
	out := []Clue{}
	err := j.Elements("the "+name, func(token json.Token) error {
		if token != json.Delim('[') {
			return j.Errorf(j.At, "expected a clue such as [3, 1], found %s", puzzle.ShowToken(token))
		}
		var clue Clue
		zeros := 0
		at := j.At
		err := j.Rest("the clue", func(token json.Token) error {
			block := Block{Colour: Filled}
			if token != json.Delim('[') {
				n, err := j.number(token, "a block's length", 0, MaxCells)
				if n == 0 {
					zeros++
				}
				block.Length = n
				clue = append(clue, block)
				return err
			}
			part := 0
			err := j.Rest("the block", func(token json.Token) (err error) {
				var n int
				switch part++; part {
				case 1:
					block.Length, err = j.number(token, "a block's length", 1, MaxCells)
				case 2:
					n, err = j.number(token, "a colour's index", 1, MaxColours-1)
					block.Colour = uint8(n)
				default:
					err = j.Errorf(j.At, "expected a length and a colour, found %s", puzzle.ShowToken(token))
				}
				return err
			})
			if err == nil && part != 2 {
				err = j.Errorf(j.At, "expected a length and a colour, found ]")
			}
			clue = append(clue, block)
			return err
		})
		if err == nil && zeros > 0 && len(clue) > 1 {
			err = j.Errorf(at, "expected lengths from 1, or a lone 0, found a 0 among them")
		}
		if zeros > 0 {
			clue = nil
		}
		out = append(out, clue)
		return err
	})
	return out, err
}

// solution reads rows of cells.
func (j *jsonReader) solution(out *puzzle.Grid) error {
	return j.Elements("the solution", func(token json.Token) error {
		at := j.At
		if token != json.Delim('[') {
			return j.Errorf(at, "expected a row such as [0, 1], found %s", puzzle.ShowToken(token))
		}
		cells := 0
		err := j.Rest("the row", func(token json.Token) error {
			n, err := j.number(token, "a colour's index", 0, MaxColours-1)
			out.Values = append(out.Values, uint8(n))
			cells++
			return err
		})
		if err == nil && (cells == 0 || out.Rows > 0 && cells != out.Cols) {
			err = j.Errorf(at, "expected as many cells in each row, and not none, found %d", cells)
		}
		out.Rows++
		out.Cols = cells
		return err
	})
}

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
	return write(w, s, true, func(b *strings.Builder, i int, item puzzle.Entry[*Puzzle]) error {
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
