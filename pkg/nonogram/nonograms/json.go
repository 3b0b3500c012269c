package nonograms

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"formicary/pkg/lists"
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// readJSON reads puzzles as programs like them: an object, or several in arrays,
// in other objects, or behind each other.
//
//	{"id": "demo", "title": "Demo", "grade": "easy",
//	 "palette": [["white", "#ffffff"], ["black", "#000000"], ["red", "#ff0000"]],
//	 "rows": [[1, 1], [[2, 2]]],
//	 "columns": [[1, [1, 2]], [[1, 2]]],
//	 "solution": [[1, 0], [2, 2]]}
//
// Only rows and columns must be there, under these names or those of jsonSide,
// also inside another member ("clues": {"rows": …}). A clue is an array of
// blocks, or a text such as "1 2"; [], [0], "" and "0" are empty. A block is its
// length, or its length and colour; a colour is an index into the palette, a name of it, or such as
// "#ff0000". A palette starts with the background; without one there is black on
// white. The solution has an index for each cell. Numbers of rows and columns
// must be right. Other members are left out, with a warning.
func readJSON(source string, r io.Reader) puzzle.Set {
	j := &jsonReader{sets.NewJSON(source, sets.Must(sets.ReadAll(source, r))), sets.Collect(source), source, map[string]bool{}}
	const expected = "a puzzle or an array of puzzles"
	j.Values(expected, func(v sets.JSONValue) {
		if v.IsObject() || v.IsArray() {
			j.puzzles(v, "")
			return
		}
		panic(j.Errorf(v.At, "expected %s, found %s", expected, sets.ShowToken(v.Token)))
	})
	return j.set.Done("a puzzle")
}

type jsonReader struct {
	*sets.JSON
	set    *sets.Collector
	source string
	warned map[string]bool
}

// warn warns once of a subject.
func (j *jsonReader) warn(at int, subject, format string, args ...any) {
	if !j.warned[subject] && j.set.Warns() {
		j.warned[subject] = true
		line, column := puzzle.Position(j.Text, at)
		j.set.Warn(puzzle.Errorf(j.source, line, column, format, args...))
	}
}

// The names of the two sides of a board, without the words that may stand before
// or behind them.
var (
	jsonSides = map[string]string{
		"row": "rows", "rows": "rows", "horizontal": "rows", "horizontals": "rows", "left": "rows", "side": "rows",
		"column": "columns", "columns": "columns", "col": "columns", "cols": "columns", "vertical": "columns", "verticals": "columns", "top": "columns", "up": "columns",
		// The solver at a.teall.info/nonogram, and programs that feed it, list the rows, which stand below each
		// other, as "ver", and the columns as "hor".
		"ver": "rows", "hor": "columns",
	}
	jsonWords = []string{"clues", "clue", "hints", "hint", "constraints", "constraint", "rules", "rule", "numbers", "runs", "blocks", "info", "data"}
)

// jsonSide is the side whose clues a member of a name has: "rows", "columns", or
// nothing.
func jsonSide(name string) string {
	name = sets.JSONName(name)
	for _, word := range jsonWords {
		if rest, ok := strings.CutSuffix(name, word); ok && rest != "" {
			name = rest
		} else if rest, ok := strings.CutPrefix(name, word); ok && rest != "" {
			name = rest
		}
	}
	return jsonSides[name]
}

// jsonRoles are the names of the other members, and what they hold.
var jsonRoles = map[string]string{
	"id": "id", "number": "id", "title": "title", "name": "title", "grade": "grade", "difficulty": "grade", "level": "grade",
	"palette": "palette", "colors": "palette", "colours": "palette", "solution": "solution", "goal": "solution", "answer": "solution",
	"height": "rows", "width": "columns",
}

// jsonMembers are what an object says of a puzzle.
type jsonMembers struct {
	sides, sizes map[string]sets.JSONValue
	names        map[string]string // of the sides
	values       map[string]sets.JSONValue
	other        []jsonMember
}

type jsonMember struct {
	name  string
	value sets.JSONValue
}

// puzzles reads an object, or all of an array; id is that of one which has none.
func (j *jsonReader) puzzles(v sets.JSONValue, id string) {
	switch {
	case v.IsObject():
		j.puzzle(v, id)
	case v.IsArray():
		for _, w := range v.Inside {
			j.puzzles(w, "")
		}
	default:
		panic(j.Errorf(v.At, "expected a puzzle, found %s", sets.ShowToken(v.Token)))
	}
}

// holdsSides says whether clues are somewhere inside a value.
func holdsSides(v sets.JSONValue) bool {
	for i, w := range v.Inside {
		if i < len(v.Names) && jsonSide(v.Names[i]) != "" && w.IsArray() || holdsSides(w) {
			return true
		}
	}
	return false
}

// collect sorts the members of an object.
func (j *jsonReader) collect(v sets.JSONValue, m *jsonMembers) {
	for i, w := range v.Inside {
		name := v.Names[i]
		side, role := jsonSide(name), jsonRoles[sets.JSONName(name)]
		_, number := w.Text()
		switch {
		case side != "" && w.IsArray():
			if _, met := m.sides[side]; met {
				panic(j.Errorf(w.NameAt, "expected %s once, found them again", side))
			}
			m.sides[side], m.names[side] = w, name
		case number && (side != "" || role == "rows" || role == "columns"):
			m.sizes[max(side, role)] = w
		case role != "" && m.values[role].NameAt == 0 && role != "rows" && role != "columns":
			m.values[role] = w
		case w.IsObject() && len(m.sides) == 0 && slices.ContainsFunc(w.Names, func(name string) bool { return jsonSide(name) != "" }) && !holdsBoth(v):
			j.collect(w, m)
		default:
			m.other = append(m.other, jsonMember{name, w})
		}
	}
}

// holdsBoth says whether an object has several members with clues of their own.
func holdsBoth(v sets.JSONValue) bool {
	count := lists.Count(v.Inside, holdsSides)
	return count > 1
}

// puzzle reads an object with a puzzle, or with several.
func (j *jsonReader) puzzle(v sets.JSONValue, id string) {
	m := &jsonMembers{map[string]sets.JSONValue{}, map[string]sets.JSONValue{}, map[string]string{}, map[string]sets.JSONValue{}, nil}
	j.collect(v, m)
	inside := false
	for _, o := range m.other {
		if len(m.sides) == 0 && holdsSides(o.value) {
			inside = true
			j.puzzles(o.value, o.name)
		} else {
			j.warn(o.value.NameAt, o.name, "the member %s is left out", puzzle.Quote(o.name))
		}
	}
	if inside {
		return
	}
	j.one(v, m, id)
}

// one makes the puzzle of an object.
func (j *jsonReader) one(v sets.JSONValue, m *jsonMembers, id string) {
	texts := map[string]string{}
	for _, name := range []string{"id", "title", "grade"} {
		w, met := m.values[name]
		text, ok := w.Text()
		if _, number := w.Token.(string); met && (!ok || name == "title" && !number) {
			panic(j.Errorf(w.At, "expected the text of %s, found %s", name, sets.ShowToken(w.Token)))
		}
		if texts[name] = text; name == "id" && !met {
			if texts[name] = id; id == "" || j.set.Has(id) {
				texts[name] = j.set.NextID()
			}
		}
	}
	inks := j.palette(m.values["palette"])
	sides := map[string][]nonogram.Clue{}
	for _, name := range []string{"rows", "columns"} {
		side, ok := m.sides[name]
		if !ok {
			continue
		}
		sides[name] = j.clues(side, inks)
	}
	for _, name := range []string{"rows", "columns"} {
		size, said := m.sizes[name]
		text, _ := size.Text()
		if _, ok := m.sides[name]; !ok {
			panic(j.Errorf(v.At, `expected the clues of all %s, such as "%s": [[1, 2], …] (or "%s_clues", "%s"), found the members %s`, name, name, name[:3], map[string]string{"rows": "horizontal", "columns": "vertical"}[name], quoted(v.Names)))
		}
		if said && puzzle.ParseCount(text, nonogram.MaxCells) != len(sides[name]) {
			panic(j.Errorf(size.At, "expected %d, as many %s as there are clues, found %s", len(sides[name]), name, puzzle.Quote(text)))
		}
	}
	p, err := nonogram.New(texts["id"], sides["rows"], sides["columns"], *inks)
	j.Check(v.At, err)
	if name := sets.JSONName(m.names["rows"]); strings.HasPrefix(name, "ver") || strings.HasPrefix(name, "hor") {
		j.warn(m.sides["rows"].NameAt, "sides", "%s is read as the clues of rows, and %s as those of columns", puzzle.Quote(m.names["rows"]), puzzle.Quote(m.names["columns"]))
	}
	item := puzzle.Item{Puzzle: p.Titled(texts["title"]), Grade: texts["grade"]}
	if solution, ok := m.values["solution"]; ok {
		item.Solution = j.solution(solution)
		if item.Solution.Size != p.Size() {
			panic(j.Errorf(solution.NameAt, "expected a solution of %v, found one of %v", p.Size(), item.Solution.Size))
		}
		for i, value := range item.Solution.Values {
			if int(value) >= (p.Colours() + 1) {
				panic(j.Errorf(solution.NameAt, "expected indices into the palette up to %d, found %d at %v", (p.Colours()+1)-1, value, item.Solution.At(i)))
			}
		}
	}
	j.Check(v.At, j.set.Add(item))
}

// quoted are names for an error.
func quoted(names []string) string {
	out := "none"
	for i, name := range names {
		if out += ", " + puzzle.Quote(name); i == 0 {
			out = puzzle.Quote(name)
		}
	}
	return out
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
	return write(w, s, true, func(b *strings.Builder, i int, item sets.Entry[*nonogram.Puzzle]) error {
		p := item.P
		rows, cols := sides(p)
		out := jsonPuzzle{ID: p.ID(), Title: p.Title(), Grade: item.Grade, Rows: jsonClues(rows), Columns: jsonClues(cols)}
		if p.IsColour() {
			for _, ink := range p.Palette() {
				out.Palette = append(out.Palette, [2]string{ink.Name, ink.Hex()})
			}
		}
		for row := range slices.Chunk(item.Solution.Values, max(item.Solution.Cols, 1)) {
			cells := lists.Map(row, func(v uint8) int { return int(v) })
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
func jsonClues(clues []nonogram.Clue) [][]any {
	out := make([][]any, len(clues))
	for i, clue := range clues {
		out[i] = []any{}
		for _, block := range clue {
			if block.Colour == nonogram.Filled {
				out[i] = append(out[i], block.Length)
			} else {
				out[i] = append(out[i], [2]int{block.Length, int(block.Colour)})
			}
		}
	}
	return out
}
