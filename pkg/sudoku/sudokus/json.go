package sudokus

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku"
)

// json reads puzzles as programs keep them: a matrix, a text of all cells as in
// a line (lines), an object, or an array of those.
//
//	[[5, 3, 0, 0, 7, 0, 0, 0, 0], [6, 0, 0, 1, 9, 5, 0, 0, 0], …]
//	{"id": "a", "grade": "easy", "boxes": "3x3", "board": [["5", "3", ".", …], …], "solution": "5346…"}
//	{"newboard": {"grids": [{"value": [[…], …], "solution": [[…], …], "difficulty": "Hard"}]}}
//
// The cells of a matrix are numbers or signs; 0, null, "", " ", "0" and the
// signs of open cells are open. A matrix may also be an array of texts, one for
// each row. Members may be called otherwise (roles); one of another name is
// looked through where it holds puzzles, whose id it then is, and else it is
// left out, with a warning.
func (a assumption) json(source string, r io.Reader) puzzle.Set {
	j := &jsonReader{sets.NewJSON(source, sets.Must(sets.ReadAll(source, r))), a.collect(source)}
	j.Values("a matrix, an object with a puzzle, or an array of puzzles", func(v sets.JSONValue) { j.any(v, "") })
	return j.c.Done("a puzzle")
}

type jsonReader struct {
	*sets.JSON
	c *collector
}

func (j *jsonReader) place(at int) place {
	return func() (int, int) { return puzzle.Position(j.Text, at) }
}

// any reads a value with one puzzle or several; name is that of the member that it is of.
func (j *jsonReader) any(v sets.JSONValue, name string) {
	switch {
	case isPuzzle(v) || isMatrix(v):
		j.puzzle(v, nil, name)
	case v.IsObject():
		j.object(v, name)
	case v.IsArray() && !v.Flat():
		for _, w := range v.Inside {
			j.any(w, "")
		}
	case v.IsArray() && slices.ContainsFunc(v.Inside, isPuzzle):
		for _, w := range v.Inside {
			j.puzzle(w, nil, "")
		}
	default:
		panic(j.Errorf(v.At, "expected a matrix, all cells of a board, or an object with a puzzle, found %s", sets.ShowToken(v.Token)))
	}
}

// isPuzzle says whether a value is meant for one puzzle: a text of all cells, or
// an array of rows.
func isPuzzle(v sets.JSONValue) bool {
	if text, ok := v.Token.(string); ok {
		words := strings.Fields(text)
		return len(words) > 0 && (isCells(words[0]) || text[0] == ':')
	}
	if !v.IsArray() || len(v.Inside) < leastN {
		return false
	}
	return isMatrix(v) || isRoll(v) || !slices.ContainsFunc(v.Inside, func(row sets.JSONValue) bool {
		text, ok := row.Token.(string)
		return !ok || utf8.RuneCountInString(text) != len(v.Inside)
	})
}

// isRoll says whether a value is an array of all cells of a board.
func isRoll(v sets.JSONValue) bool {
	return v.Flat() && sideOf(len(v.Inside)) > 0 && !slices.ContainsFunc(v.Inside, func(cell sets.JSONValue) bool {
		text, ok := cell.Token.(string)
		return ok && utf8.RuneCountInString(text) > 2
	})
}

// isMatrix says whether a value is an array of rows.
func isMatrix(v sets.JSONValue) bool {
	return v.IsArray() && len(v.Inside) > 1 && !slices.ContainsFunc(v.Inside, func(row sets.JSONValue) bool {
		return !row.Flat() || len(row.Inside) == 0 || isPuzzle(row.Inside[0])
	})
}

// holds says whether there is a puzzle somewhere inside a value.
func holds(v sets.JSONValue) bool { return isPuzzle(v) || slices.ContainsFunc(v.Inside, holds) }

// object reads an object with a puzzle and what is said of it, or with several.
func (j *jsonReader) object(v sets.JSONValue, name string) {
	members := map[string]sets.JSONValue{}
	var other []int
	for i, w := range v.Inside {
		role := roles[sets.JSONName(v.Names[i])]
		_, met := members[role]
		text, scalar := w.Text()
		switch {
		case role == "" || met, role == "puzzle" && !isPuzzle(w), role == "solution" && !isPuzzle(w), !scalar && role != "puzzle" && role != "solution":
			other = append(other, i)
		case scalar && text == "" && role != "id":
		default:
			members[role] = w
		}
	}
	p, ok := members["puzzle"]
	if ok {
		j.puzzle(p, members, name)
	}
	inside := false
	for _, i := range other {
		if w := v.Inside[i]; !ok && holds(w) {
			inside = true
			j.any(w, v.Names[i])
			continue
		}
		j.c.once("member "+v.Names[i], j.place(v.Inside[i].At), "the member %s is left out", puzzle.Quote(v.Names[i]))
	}
	if !ok && !inside {
		names := lists.Map(v.Names, puzzle.Quote)
		for i, role := range v.Names {
			if roles[sets.JSONName(role)] == "puzzle" {
				panic(j.Errorf(v.Inside[i].At, "expected a square matrix or all cells of a board, such as 81, found %s", sets.ShowToken(v.Inside[i].Token)))
			}
		}
		panic(j.Errorf(v.At, `expected an object with a puzzle, such as "puzzle", "board" or "grid", found the members %s`, strings.Join(names, ", ")))
	}
}

// puzzle reads one puzzle with the other members of its object; name is its id
// where they have none.
func (j *jsonReader) puzzle(v sets.JSONValue, members map[string]sets.JSONValue, name string) {
	text := func(role string) (string, place) {
		w, ok := members[role]
		if !ok {
			return "", j.place(v.At)
		}
		text, _ := w.Text()
		return text, j.place(w.At)
	}
	id, idPlace := text("id")
	if id == "" {
		if id = name; id == "" || j.c.Has(id) {
			id = j.c.NextID()
		}
	}
	grade, _ := text("grade")
	var said puzzle.Size
	boxes, boxesPlace := text("boxes")
	solution, solved := members["solution"]
	if line, ok := v.Token.(string); ok {
		t := textLine{c: j.c, text: line, at: j.inside(v), id: id, idAt: idPlace, noted: true, told: told{grade: grade, graded: grade != ""}}
		if t.solution, ok = solution.Token.(string); ok {
			at := j.inside(solution)
			t.solutionAt = func(cell int) place { return at(cell + 1) }
		} else if solved {
			panic(j.Errorf(solution.At, "expected a solution of one text as the puzzle, found %s", sets.ShowToken(solution.Token)))
		}
		if boxes != "" {
			var err error
			if t.said, err = puzzle.ParseSize(boxes); err != nil || sudoku.CheckBox(t.said) != nil {
				panic(j.c.errorf(boxesPlace, "expected a size of boxes such as 3x3, found %s", puzzle.Quote(boxes)))
			}
			t.boxed = true
		}
		t.read()
		return
	}
	cells, at := j.matrix(v)
	n := sideOf(len(cells))
	if boxes != "" {
		var err error
		said, err = parseBox(boxes, n)
		j.c.check(boxesPlace, err)
	}
	var filled []string
	var filledAt []int
	if solved {
		filled, filledAt = j.solution(solution, n)
	}
	decimal := true
	for _, text := range slices.Concat(cells, filled) {
		decimal = decimal && (strings.Trim(text, "0123456789") == "" || strings.Contains(blanks, text))
	}
	signs := alphabetOf(n, strings.Join(slices.Concat(cells, filled), ""), "")
	f := found{id: id, idPlace: idPlace, grade: grade, said: said, place: j.place(v.At)}
	f.givens = j.c.cells(n, decimal, signs, cells, func(i int) place { return j.place(at[i]) })
	if solved {
		f.solution = j.c.solved(n, decimal, signs, filled, func(i int) place { return j.place(filledAt[i]) })
	}
	j.c.add(f)
}

// solution reads a solution that is a matrix or a text.
func (j *jsonReader) solution(v sets.JSONValue, n int) (cells []string, at []int) {
	if text, ok := v.Token.(string); ok {
		cells, at = strings.Split(text, ""), slices.Repeat([]int{v.At}, utf8.RuneCountInString(text))
	} else {
		cells, at = j.matrix(v)
	}
	if len(cells) != n*n {
		panic(j.Errorf(v.At, "expected a solution of %d cells, found %d", n*n, len(cells)))
	}
	return cells, at
}

// inside is the place of each column of a string.
func (j *jsonReader) inside(v sets.JSONValue) func(column int) place {
	text := v.Token.(string)
	plain := bytes.HasPrefix(j.Text[v.At:], []byte(strconv.Quote(text)))
	return func(column int) place {
		return func() (int, int) {
			line, first := puzzle.Position(j.Text, v.At)
			if plain {
				first += min(column, utf8.RuneCountInString(text)+1)
			}
			return line, first
		}
	}
}

// matrix is the text and the place of every cell of a matrix.
func (j *jsonReader) matrix(v sets.JSONValue) (cells []string, at []int) {
	if n := sideOf(len(v.Inside)); isRoll(v) {
		w := sets.JSONValue{At: v.At, Token: v.Token}
		for cells := range slices.Chunk(v.Inside, n) {
			w.Inside = append(w.Inside, sets.JSONValue{At: cells[0].At, Token: v.Token, Inside: cells})
		}
		v = w
	}
	n := len(v.Inside)
	if !isBoard(n) {
		panic(j.Errorf(v.At, "expected 4 to %d rows, as many as a box can have cells, found %d", sudoku.MaxN, n))
	}
	for _, row := range v.Inside {
		if text, ok := row.Token.(string); ok {
			place := row.At
			for _, sign := range text {
				place++
				cells, at = append(cells, string(sign)), append(at, place)
			}
			continue
		}
		if len(row.Inside) != n {
			place := row.At
			if len(row.Inside) > n {
				place = row.Inside[n].At
			}
			panic(j.Errorf(place, "expected %d cells in each row, as many as there are rows, found %d", n, len(row.Inside)))
		}
		for _, cell := range row.Inside {
			text, ok := cell.Text()
			if text = strings.TrimSpace(text); text == "" && (ok || cell.Token == nil || cell.Token == false) {
				text = "."
			} else if !ok {
				panic(j.Errorf(cell.At, "expected a number from 0 to %d or null, found %s", n, sets.ShowToken(cell.Token)))
			}
			cells, at = append(cells, text), append(at, cell.At)
		}
	}
	return cells, at
}

// jsonPuzzle is a puzzle as json reads it.
type jsonPuzzle struct {
	ID       string  `json:"id"`
	Grade    string  `json:"grade,omitempty"`
	Boxes    string  `json:"boxes,omitempty"`
	Puzzle   [][]int `json:"puzzle"`
	Solution [][]int `json:"solution,omitempty"`
}

// writeJSON writes a set as json reads it: an array with a puzzle on each line.
func writeJSON(w io.Writer, s puzzle.Set) error {
	at := 0
	return write(w, s, true, func(item sets.Entry[*sudoku.Puzzle]) (string, error) {
		p := item.P
		out := jsonPuzzle{ID: p.ID(), Grade: item.Grade, Puzzle: rowsOf(p.N(), p.Values()), Solution: rowsOf(p.N(), item.Solution.Values)}
		if p.SaysBoxes(item.Solution) {
			out.Boxes = p.Box().String()
		}
		if !utf8.ValidString(item.Grade) {
			return "", errGrade(item)
		}
		text, err := json.Marshal(out)
		before, behind := ",\n", ""
		if at == 0 {
			before = "[\n"
		}
		if at++; at == s.Len() {
			behind = "\n]\n"
		}
		return before + string(text) + behind, err
	})
}

// rowsOf are the rows of a board as numbers, 0 for open cells.
func rowsOf(n int, values []uint8) [][]int {
	var out [][]int
	for row := range slices.Chunk(values, n) {
		var cells []int
		for _, v := range row {
			if v == puzzle.Unset {
				v = 0
			}
			cells = append(cells, int(v))
		}
		out = append(out, cells)
	}
	return out
}
