package nurikabe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// readPuzzlekit reads a JSON set as the puzzlekit project keeps them: an
// object whose member "data" maps ids to {"problem", "solution"}, in the
// file's order. Both are text: a line "ROWS COLS", then rows of blank-separated
// signs ("-", a number or "?"; in a solution "x" for wall and "-" for island).
// A solution may be missing. A member "name" must say Nurikabe, "count" the
// number of puzzles and "count_sol" that of solutions; members with other
// names are ignored.
//
// Errors inside a text name the place in the file, not in the text.
func readPuzzlekit(source string, r io.Reader) (puzzle.Set, error) {
	text, err := puzzle.ReadAll(source, r)
	if err != nil {
		return puzzle.Set{}, err
	}
	k := &kitReader{JSON: puzzle.NewJSON(source, text), set: puzzle.Collect(source)}
	if err := k.file(); err != nil {
		return puzzle.Set{}, err
	}
	return k.set.Finish(puzzle.NewLines(source, strings.NewReader("")), "a puzzle")
}

// kitReader walks through the tokens of a JSON file.
type kitReader struct {
	*puzzle.JSON
	set                *puzzle.Collector
	puzzles, solutions int
}

// mostText is the length of the text of a problem, in bytes: 16 a cell.
const mostText = 16 * MaxCells

func (k *kitReader) file() error {
	if err := k.Open("a JSON object with a puzzlekit set"); err != nil {
		return err
	}
	data := false
	counts := map[string]json.Number{}
	places := map[string]int{}
	err := k.Members("the set", func(name string, _ int) error {
		switch name {
		case "name":
			token, err := k.Token("the name of the puzzles")
			if kind, ok := token.(string); err == nil && (!ok || !strings.EqualFold(kind, kindName)) {
				return k.Errorf(k.At, `expected "Nurikabe", found %s`, puzzle.ShowToken(token))
			}
			return err
		case "count", "count_sol":
			token, err := k.Token("a number of puzzles")
			number, ok := token.(json.Number)
			if err == nil && !ok {
				return k.Errorf(k.At, "expected a number of puzzles, found %s", puzzle.ShowToken(token))
			}
			counts[name], places[name] = number, k.At
			return err
		case "data":
			data = true
			return k.data()
		}
		return k.Skip()
	})
	if err != nil {
		return err
	}
	k.At = k.Offset()
	if !data || k.puzzles == 0 {
		return k.Errorf(k.At-1, `expected "data" with at least one puzzle, found none`)
	}
	found := map[string]int{"count": k.puzzles, "count_sol": k.solutions}
	for _, name := range []string{"count", "count_sol"} {
		if number, ok := counts[name]; ok && number.String() != strconv.Itoa(found[name]) {
			return k.Errorf(places[name], "expected %q to be %d, as many as there are, found %s", name, found[name], number)
		}
	}
	return k.End()
}

func (k *kitReader) data() error {
	if err := k.Open("an object of puzzles"); err != nil {
		return err
	}
	return k.Members("the puzzles", k.item)
}

func (k *kitReader) item(id string, at int) error {
	if err := k.Open("a puzzle"); err != nil {
		return err
	}
	texts := map[string]*kitText{}
	err := k.Members("the puzzle", func(name string, _ int) error {
		if name != "problem" && name != "solution" {
			return k.Skip()
		}
		token, err := k.Token("the text of a " + name)
		if err != nil {
			return err
		}
		if token == nil && name == "solution" {
			return nil // null: no solution is known
		}
		if _, ok := token.(string); !ok {
			return k.Errorf(k.At, "expected the text of a %s, found %s", name, puzzle.ShowToken(token))
		}
		if n := k.Offset() - k.At; n > mostText {
			return k.Errorf(k.At, "expected the text of a %s of at most %d bytes, found %d", name, mostText, n)
		}
		texts[name] = k.parseText(k.At, k.Offset())
		return nil
	})
	if err != nil {
		return err
	}
	if texts["problem"] == nil {
		return k.Errorf(at, "expected a puzzle with a problem, found none in %s", puzzle.Quote(id))
	}
	size, signs, err := texts["problem"].grid("-, a number or ?")
	if err != nil {
		return err
	}
	clues := make([]int, len(signs))
	for i, sign := range signs {
		if clues[i], err = parseClue(sign.Text); err != nil {
			return k.Errorf(sign.at, "%v", err)
		}
	}
	p, err := New(id, size, clues)
	if err != nil {
		return k.Errorf(at, "%v", err)
	}
	item := puzzle.Item{Puzzle: p}
	if text := texts["solution"]; text != nil {
		var solved puzzle.Size
		if solved, signs, err = text.grid("x or -"); err != nil {
			return err
		}
		if solved != size {
			return k.Errorf(text.start, "expected a solution of %v as the problem, found one of %v", size, solved)
		}
		item.Solution = puzzle.NewGrid(size, Island)
		for i, sign := range signs {
			value, err := parseWall(sign.Text)
			if err != nil {
				return k.Errorf(sign.at, "%v", err)
			}
			item.Solution.Values[i] = uint8(value)
		}
	}
	k.puzzles++
	if !item.Solution.IsZero() {
		k.solutions++
	}
	if err := k.set.Add(item); err != nil {
		return k.Errorf(at, "%v", err)
	}
	return nil
}

// kitText is the text that a JSON string stands for, with the place in the
// file of each of its bytes.
type kitText struct {
	k          *kitReader
	start, end int
	text       []byte
	places     []int
}

// sign is one blank-separated word of a text, and the byte where it starts.
type sign struct {
	Text string
	at   int
}

// parseText decodes the JSON string between two bytes of the file. The decoder
// has accepted it before.
func (k *kitReader) parseText(start, end int) *kitText {
	t := &kitText{k: k, start: start, end: end - 1}
	for at := start + 1; at < end-1; {
		n := 1
		if k.Text[at] == '\\' {
			n = 2
			if k.Text[at+1] == 'u' {
				n = 6
			}
		}
		c := k.Text[at : at+n]
		if n > 1 {
			var s string
			if json.Unmarshal([]byte(`"`+string(c)+`"`), &s) != nil {
				s = string(utf8.RuneError)
			}
			c = []byte(s)
		}
		for _, b := range c {
			t.text = append(t.text, b)
			t.places = append(t.places, at)
		}
		at += n
	}
	return t
}

// place is where a byte of the text stands in the file.
func (t *kitText) place(at int) int {
	if at < len(t.places) {
		return t.places[at]
	}
	return t.end
}

// lines splits the text into lines of signs.
func (t *kitText) lines() (lines [][]sign, ends []int) {
	at := 0
	for line := range bytes.SplitSeq(t.text, []byte("\n")) {
		var signs []sign
		for i := 0; i < len(line); i++ {
			if line[i] == ' ' || line[i] == '\t' || line[i] == '\r' {
				continue
			}
			from := i
			for i < len(line) && line[i] != ' ' && line[i] != '\t' && line[i] != '\r' {
				i++
			}
			signs = append(signs, sign{string(line[from:i]), t.place(at + from)})
		}
		at += len(line)
		lines, ends = append(lines, signs), append(ends, t.place(at))
		at++
	}
	return lines, ends
}

// grid reads the size and the rows of signs.
func (t *kitText) grid(signs string) (puzzle.Size, []sign, error) {
	lines, ends := t.lines()
	head := lines[0]
	var size puzzle.Size
	if len(head) == 2 {
		size.Rows, size.Cols = puzzle.ParseCount(head[0].Text, MaxCells), puzzle.ParseCount(head[1].Text, MaxCells)
	}
	if size.Rows < 1 || size.Cols < 1 || size.Cells() > MaxCells {
		return size, nil, t.k.Errorf(t.place(0), "expected ROWS COLS of at most %d cells, found %s", MaxCells, puzzle.Quote(string(bytes.SplitN(t.text, []byte("\n"), 2)[0])))
	}
	var out []sign
	for row := 1; row <= size.Rows; row++ {
		if row >= len(lines) {
			return size, nil, t.k.Errorf(t.end, "expected %d rows, found %d", size.Rows, row-1)
		}
		line := lines[row]
		if len(line) < size.Cols {
			return size, nil, t.k.Errorf(ends[row], "expected %d cells (%s), found %d", size.Cols, signs, len(line))
		}
		if len(line) > size.Cols {
			return size, nil, t.k.Errorf(line[size.Cols].at, "expected %d cells, found %d", size.Cols, len(line))
		}
		out = append(out, line...)
	}
	for _, line := range lines[size.Rows+1:] {
		if len(line) > 0 {
			return size, nil, t.k.Errorf(line[0].at, "expected the end after %d rows, found %s", size.Rows, puzzle.Quote(line[0].Text))
		}
	}
	return size, out, nil
}

// writePuzzlekit writes a JSON set as readPuzzlekit reads it: ids, puzzles,
// solutions. Grades are lost. Two puzzles with one id are an error.
func writePuzzlekit(w io.Writer, s puzzle.Set) error {
	solved := 0
	for _, item := range s.Items {
		if !item.Solution.IsZero() {
			solved++
		}
	}
	return write(w, s, true, func(b *strings.Builder, i int, item puzzle.Entry[*Puzzle]) error {
		if i == 0 {
			fmt.Fprintf(b, "{\n\"name\": \"Nurikabe\",\n\"count\": %d,\n\"count_sol\": %d,\n\"data\": {", s.Len(), solved)
		} else {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, "\n%s: {\n\"problem\": %s", puzzle.JSONText(item.P.id), puzzle.JSONText(kitGrid(item.P.size, jankoRows(item.P))))
		if !item.Solution.IsZero() {
			fmt.Fprintf(b, ",\n\"solution\": %s", puzzle.JSONText(kitGrid(item.P.size, jankoSolution(item.Solution))))
		}
		b.WriteString("\n}")
		if i == s.Len()-1 {
			b.WriteString("\n}\n}\n")
		}
		return nil
	})
}

func kitGrid(size puzzle.Size, rows []string) string {
	return fmt.Sprintf("%d %d\n%s", size.Rows, size.Cols, strings.Join(rows, "\n"))
}
