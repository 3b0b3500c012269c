package sets

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// Puzzlekit is how the puzzlekit project keeps the puzzles of a kind: a JSON object whose member
// "data" maps ids to {"problem", "solution"}, in the file's order. Both are text: lines of
// blank-separated signs. A solution may be missing. A member "name" must say the kind's name,
// "count" the number of puzzles and "count_sol" that of solutions; members with other
// names are ignored.
//
// Errors inside a text name the place in the file, not in the text.
type Puzzlekit struct {
	// Name is the kind's, of which capitals do not matter.
	Name string
	// MostText is the length that a text may have, in bytes.
	MostText int
	// Item reads a puzzle; solution is nil where there is none. An error that is no
	// [*ParseError] is placed where the puzzle begins.
	Item func(id string, problem, solution *puzzle.Words) (puzzle.Item, error)
}

// Read reads a set.
func (k Puzzlekit) Read(source string, r io.Reader) (puzzle.Set, error) {
	return Reader(func(source string, r io.Reader) puzzle.Set {
		reader := &puzzlekitReader{JSON: NewJSON(source, Must(ReadAll(source, r))), puzzlekit: k, set: Collect(source)}
		reader.file()
		return reader.set.Done("a puzzle")
	})(source, r)
}

// puzzlekitReader walks through the tokens of a JSON file.
type puzzlekitReader struct {
	*JSON
	puzzlekit          Puzzlekit
	set                *Collector
	puzzles, solutions int
}

func (k *puzzlekitReader) file() {
	set := k.Value("a JSON object with a puzzlekit set")
	members := k.object(set, "a JSON object with a puzzlekit set")
	if v, ok := members["name"]; ok {
		if kind, ok := v.Token.(string); !ok || !strings.EqualFold(kind, k.puzzlekit.Name) {
			panic(k.Errorf(v.At, `expected %q, found %s`, k.puzzlekit.Name, ShowToken(v.Token)))
		}
	}
	counts := []string{"count", "count_sol"}
	for _, name := range counts {
		if v, ok := members[name]; ok {
			if _, ok := v.Token.(json.Number); !ok {
				panic(k.Errorf(v.At, "expected a number of puzzles, found %s", ShowToken(v.Token)))
			}
		}
	}
	if data, ok := members["data"]; ok {
		k.object(data, "an object of puzzles")
		for i, v := range data.Inside {
			k.item(data.Names[i], v)
		}
	}
	if k.puzzles == 0 {
		panic(k.Errorf(k.Offset()-1, `expected "data" with at least one puzzle, found none`))
	}
	for i, found := range []int{k.puzzles, k.solutions} {
		if v, ok := members[counts[i]]; ok && fmt.Sprint(v.Token) != strconv.Itoa(found) {
			panic(k.Errorf(v.At, "expected %q to be %d, as many as there are, found %s", counts[i], found, v.Token))
		}
	}
}

// object are the members of a value that has to be an object.
func (k *puzzlekitReader) object(v JSONValue, what string) map[string]JSONValue {
	if !v.IsObject() {
		panic(k.Errorf(v.At, "expected %s, found %s", what, ShowToken(v.Token)))
	}
	members := map[string]JSONValue{}
	for i, name := range v.Names {
		members[name] = v.Inside[i]
	}
	return members
}

func (k *puzzlekitReader) item(id string, v JSONValue) {
	members := k.object(v, "a puzzle")
	texts := map[string]*puzzle.Words{}
	for _, name := range []string{"problem", "solution"} {
		w, ok := members[name]
		if !ok || w.Token == nil && name == "solution" { // null: no solution is known
			continue
		}
		if _, ok := w.Token.(string); !ok {
			panic(k.Errorf(w.At, "expected the text of a %s, found %s", name, ShowToken(w.Token)))
		}
		words, size := k.words(w.At)
		if texts[name] = words; size > k.puzzlekit.MostText {
			panic(k.Errorf(w.At, "expected the text of a %s of at most %d bytes, found %d", name, k.puzzlekit.MostText, size))
		}
	}
	if texts["problem"] == nil {
		panic(k.Errorf(v.NameAt, "expected a puzzle with a problem, found none in %s", puzzle.Quote(id)))
	}
	item, err := k.puzzlekit.Item(id, texts["problem"], texts["solution"])
	if err == nil {
		if k.puzzles++; !item.Solution.IsZero() {
			k.solutions++
		}
		err = k.set.Add(item)
	}
	if placed := new(puzzle.ParseError); err != nil && !errors.As(err, &placed) {
		panic(k.Errorf(v.NameAt, "%v", err))
	}
	Check(err)
}

// words decodes the JSON string that starts at a byte of the file, of so many bytes. The decoder has accepted it before.
func (k *puzzlekitReader) words(start int) (words *puzzle.Words, size int) {
	var text []byte
	var places []int
	at := start + 1
	for k.Text[at] != '"' {
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
			text = append(text, b)
			places = append(places, at)
		}
		at += n
	}
	places = append(places, at)
	return puzzle.NewWordsAt(k.source, text, func(at int) (line, column int) {
		from := start
		if at >= 0 {
			from = places[at]
		}
		return puzzle.Position(k.Text, from)
	}), at + 1 - start
}

// Append writes a puzzle of a set with an index: the beginning of the file before the first, and its
// end after the last. An empty solution is none.
func (k Puzzlekit) Append(b *strings.Builder, index, puzzles, solutions int, id, problem, solution string) {
	if index == 0 {
		fmt.Fprintf(b, "{\n\"name\": %q,\n\"count\": %d,\n\"count_sol\": %d,\n\"data\": {", k.Name, puzzles, solutions)
	} else {
		b.WriteByte(',')
	}
	fmt.Fprintf(b, "\n%s: {\n\"problem\": %s", JSONText(id), JSONText(problem))
	if solution != "" {
		fmt.Fprintf(b, ",\n\"solution\": %s", JSONText(solution))
	}
	b.WriteString("\n}")
	if index == puzzles-1 {
		b.WriteString("\n}\n}\n")
	}
}
