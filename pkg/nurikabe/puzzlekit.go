package nurikabe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// ReadPuzzlekit reads a JSON set as the puzzlekit project keeps them: an
// object whose member "data" maps ids to {"problem", "solution"}, in the
// file's order. Both are text: a line "ROWS COLS", then rows of blank-separated
// signs ("-", a number or "?"; in a solution "x" for wall and "-" for island).
// A solution may be missing. A member "name" must say Nurikabe, "count" the
// number of puzzles and "count_sol" that of solutions; members with other
// names are passed over.
//
// Errors inside a text name the place in the file, not in the text.
func ReadPuzzlekit(source string, r io.Reader) (puzzle.Set, error) {
	set := puzzle.Set{Name: puzzle.SetName(source)}
	text, err := puzzle.ReadAll(source, r)
	if err != nil {
		return set, err
	}
	k := &kitReader{source: source, text: text, dec: json.NewDecoder(bytes.NewReader(text)), set: &set}
	k.dec.UseNumber()
	if err := k.file(); err != nil {
		return puzzle.Set{}, err
	}
	return set, nil
}

// kitReader walks through the tokens of a JSON file and knows where they are.
type kitReader struct {
	source string
	text   []byte
	dec    *json.Decoder
	at     int // where the last token starts
	set    *puzzle.Set
}

func (k *kitReader) errorf(at int, format string, args ...any) error {
	line, column := puzzle.Position(k.text, at)
	return puzzle.Errorf(k.source, line, column, format, args...)
}

// token reads one token and notes where it starts.
func (k *kitReader) token(expected string) (json.Token, error) {
	k.at = int(k.dec.InputOffset())
	for k.at < len(k.text) && strings.IndexByte(" \t\r\n,:", k.text[k.at]) >= 0 {
		k.at++
	}
	token, err := k.dec.Token()
	if err == nil {
		return token, nil
	}
	return nil, k.syntax(expected, err)
}

// syntax turns an error of the JSON decoder into one that names the place.
func (k *kitReader) syntax(expected string, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return k.errorf(len(k.text), "expected %s, found the end", expected)
	}
	at := k.at
	var wrong *json.SyntaxError
	if errors.As(err, &wrong) {
		if wrong.Offset > int64(len(k.text)) || strings.Contains(wrong.Error(), "unexpected end") {
			return k.errorf(len(k.text), "expected %s, found the end", expected)
		}
		// The offset is that of the wrong character or of a separator before
		// it, depending on which part of the decoder complains.
		at = max(int(wrong.Offset)-1, 0)
		for i := at; i < len(k.text); i++ {
			if strings.HasPrefix(wrong.Error(), "invalid character "+strconv.QuoteRune(rune(k.text[i]))) {
				at = i
				break
			}
		}
	}
	return k.errorf(at, "expected %s: %v", expected, err)
}

// open reads the opening brace of an object.
func (k *kitReader) open(what string) error {
	token, err := k.token(what)
	if err == nil && token != json.Delim('{') {
		return k.errorf(k.at, "expected %s, found %s", what, show(token))
	}
	return err
}

// show writes a token for an error.
func show(token json.Token) string {
	if s, ok := token.(string); ok {
		return puzzle.Quote(s)
	}
	return fmt.Sprint(token)
}

// members calls f for every member of an object whose opening brace was read;
// f reads the value. A name that comes twice is an error.
func (k *kitReader) members(what string, f func(name string, at int) error) error {
	seen := map[string]bool{}
	for {
		token, err := k.token("a member of " + what + " or }")
		if err != nil {
			return err
		}
		name, ok := token.(string)
		if !ok {
			return nil // the decoder lets nothing but a name or } pass here
		}
		at := k.at
		if seen[name] {
			return k.errorf(at, "expected each member of %s once, found %s again", what, puzzle.Quote(name))
		}
		seen[name] = true
		if err := f(name, at); err != nil {
			return err
		}
	}
}

// skip passes over one value.
func (k *kitReader) skip() error {
	depth := 0
	for {
		token, err := k.token("a value")
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

func (k *kitReader) file() error {
	if err := k.open("a JSON object with a puzzlekit set"); err != nil {
		return err
	}
	data := false
	counts := map[string]json.Number{}
	places := map[string]int{}
	err := k.members("the set", func(name string, _ int) error {
		switch name {
		case "name":
			token, err := k.token("the name of the puzzles")
			if kind, ok := token.(string); err == nil && (!ok || !strings.EqualFold(kind, Kind)) {
				return k.errorf(k.at, `expected "Nurikabe", found %s`, show(token))
			}
			return err
		case "count", "count_sol":
			token, err := k.token("a number of puzzles")
			number, ok := token.(json.Number)
			if err == nil && !ok {
				return k.errorf(k.at, "expected a number of puzzles, found %s", show(token))
			}
			counts[name], places[name] = number, k.at
			return err
		case "data":
			data = true
			return k.data()
		}
		return k.skip()
	})
	if err != nil {
		return err
	}
	k.at = int(k.dec.InputOffset())
	if !data || len(k.set.Items) == 0 {
		return k.errorf(k.at-1, `expected "data" with at least one puzzle, found none`)
	}
	found := map[string]int{"count": len(k.set.Items)}
	for _, item := range k.set.Items {
		if !item.Solution.IsZero() {
			found["count_sol"]++
		}
	}
	for _, name := range []string{"count", "count_sol"} {
		if number, ok := counts[name]; ok && number.String() != strconv.Itoa(found[name]) {
			return k.errorf(places[name], "expected %q to be %d, as many as there are, found %s", name, found[name], number)
		}
	}
	if rest := bytes.TrimLeft(k.text[k.at:], " \t\r\n"); len(rest) > 0 {
		c, _ := utf8.DecodeRune(rest)
		return k.errorf(len(k.text)-len(rest), "expected the end, found %q", c)
	}
	return nil
}

func (k *kitReader) data() error {
	if err := k.open("an object of puzzles"); err != nil {
		return err
	}
	return k.members("the puzzles", k.item)
}

func (k *kitReader) item(id string, at int) error {
	if err := k.open("a puzzle"); err != nil {
		return err
	}
	texts := map[string]*kitText{}
	err := k.members("the puzzle", func(name string, _ int) error {
		if name != "problem" && name != "solution" {
			return k.skip()
		}
		token, err := k.token("the text of a " + name)
		if err != nil {
			return err
		}
		if token == nil && name == "solution" {
			return nil // null: no solution is known
		}
		if _, ok := token.(string); !ok {
			return k.errorf(k.at, "expected the text of a %s, found %s", name, show(token))
		}
		texts[name] = k.parseText(k.at, int(k.dec.InputOffset()))
		return nil
	})
	if err != nil {
		return err
	}
	if texts["problem"] == nil {
		return k.errorf(at, "expected a puzzle with a problem, found none in %s", puzzle.Quote(id))
	}
	size, signs, err := texts["problem"].grid("-, a number or ?")
	if err != nil {
		return err
	}
	clues := make([]int, len(signs))
	for i, sign := range signs {
		if clues[i], err = parseClue(sign.Text); err != nil {
			return k.errorf(sign.at, "%v", err)
		}
	}
	p, err := New(id, size, clues)
	if err != nil {
		return k.errorf(at, "%v", err)
	}
	item := puzzle.Item{Puzzle: p}
	if text := texts["solution"]; text != nil {
		var solved puzzle.Size
		if solved, signs, err = text.grid("x or -"); err != nil {
			return err
		}
		if solved != size {
			return k.errorf(text.start, "expected a solution of %v as the problem, found one of %v", size, solved)
		}
		item.Solution = puzzle.NewGrid(size, Island)
		for i, sign := range signs {
			value, err := parseWall(sign.Text)
			if err != nil {
				return k.errorf(sign.at, "%v", err)
			}
			item.Solution.Values[i] = uint8(value)
		}
	}
	k.set.Items = append(k.set.Items, item)
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
		if k.text[at] == '\\' {
			n = 2
			if k.text[at+1] == 'u' {
				n = 6
			}
		}
		c := k.text[at : at+n]
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
		return size, nil, t.k.errorf(t.place(0), "expected ROWS COLS of at most %d cells, found %s", MaxCells, puzzle.Quote(string(bytes.SplitN(t.text, []byte("\n"), 2)[0])))
	}
	var out []sign
	for row := 1; row <= size.Rows; row++ {
		if row >= len(lines) {
			return size, nil, t.k.errorf(t.end, "expected %d rows, found %d", size.Rows, row-1)
		}
		line := lines[row]
		if len(line) < size.Cols {
			return size, nil, t.k.errorf(ends[row], "expected %d cells (%s), found %d", size.Cols, signs, len(line))
		}
		if len(line) > size.Cols {
			return size, nil, t.k.errorf(line[size.Cols].at, "expected %d cells, found %d", size.Cols, len(line))
		}
		out = append(out, line...)
	}
	for _, line := range lines[size.Rows+1:] {
		if len(line) > 0 {
			return size, nil, t.k.errorf(line[0].at, "expected the end after %d rows, found %s", size.Rows, puzzle.Quote(line[0].Text))
		}
	}
	return size, out, nil
}

// WritePuzzlekit writes a JSON set as [ReadPuzzlekit] reads it: ids, puzzles,
// solutions. Grades are lost. Two puzzles with one id are an error.
func WritePuzzlekit(w io.Writer, s puzzle.Set) error {
	items, err := writable(s, true)
	if err != nil {
		return err
	}
	solved := 0
	for _, item := range items {
		if !item.Solution.IsZero() {
			solved++
		}
	}
	b := &strings.Builder{}
	fmt.Fprintf(b, "{\n\"name\": \"Nurikabe\",\n\"count\": %d,\n\"count_sol\": %d,\n\"data\": {", len(items), solved)
	for i, item := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, "\n%s: {\n\"problem\": %s", jsonText(item.P.id), jsonText(kitGrid(item.P.size, jankoRows(item.P))))
		if !item.Solution.IsZero() {
			fmt.Fprintf(b, ",\n\"solution\": %s", jsonText(kitGrid(item.P.size, jankoSolution(item.Solution))))
		}
		b.WriteString("\n}")
	}
	b.WriteString("\n}\n}\n")
	_, err = io.WriteString(w, b.String())
	return err
}

func kitGrid(size puzzle.Size, rows []string) string {
	return fmt.Sprintf("%d %d\n%s", size.Rows, size.Cols, strings.Join(rows, "\n"))
}

// jsonText writes a JSON string with as few escapes as the language allows.
func jsonText(s string) string {
	b := &strings.Builder{}
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic("nurikabe: a string that JSON cannot hold: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}
