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
	k.Open("a JSON object with a puzzlekit set")
	data := false
	counts := map[string]json.Number{}
	places := map[string]int{}
	k.Members("the set", func(name string, _ int) {
		switch name {
		case "name":
			token := k.Token("the name of the puzzles")
			if kind, ok := token.(string); !ok || !strings.EqualFold(kind, k.puzzlekit.Name) {
				panic(k.Errorf(k.At, `expected %q, found %s`, k.puzzlekit.Name, ShowToken(token)))
			}
		case "count", "count_sol":
			token := k.Token("a number of puzzles")
			number, ok := token.(json.Number)
			if !ok {
				panic(k.Errorf(k.At, "expected a number of puzzles, found %s", ShowToken(token)))
			}
			counts[name], places[name] = number, k.At
		case "data":
			data = true
			k.data()
		default:
			k.Skip()
		}
	})
	k.At = k.Offset()
	if !data || k.puzzles == 0 {
		panic(k.Errorf(k.At-1, `expected "data" with at least one puzzle, found none`))
	}
	found := map[string]int{"count": k.puzzles, "count_sol": k.solutions}
	for _, name := range []string{"count", "count_sol"} {
		if number, ok := counts[name]; ok && number.String() != strconv.Itoa(found[name]) {
			panic(k.Errorf(places[name], "expected %q to be %d, as many as there are, found %s", name, found[name], number))
		}
	}
	k.End()
}

func (k *puzzlekitReader) data() {
	k.Open("an object of puzzles")
	k.Members("the puzzles", k.item)
}

func (k *puzzlekitReader) item(id string, at int) {
	k.Open("a puzzle")
	texts := map[string]*puzzle.Words{}
	k.Members("the puzzle", func(name string, _ int) {
		if name != "problem" && name != "solution" {
			k.Skip()
			return
		}
		token := k.Token("the text of a " + name)
		if token == nil && name == "solution" {
			return // null: no solution is known
		}
		if _, ok := token.(string); !ok {
			panic(k.Errorf(k.At, "expected the text of a %s, found %s", name, ShowToken(token)))
		}
		if n := k.Offset() - k.At; n > k.puzzlekit.MostText {
			panic(k.Errorf(k.At, "expected the text of a %s of at most %d bytes, found %d", name, k.puzzlekit.MostText, n))
		}
		texts[name] = k.words(k.At, k.Offset())
	})
	if texts["problem"] == nil {
		panic(k.Errorf(at, "expected a puzzle with a problem, found none in %s", puzzle.Quote(id)))
	}
	item, err := k.puzzlekit.Item(id, texts["problem"], texts["solution"])
	if err == nil {
		if k.puzzles++; !item.Solution.IsZero() {
			k.solutions++
		}
		err = k.set.Add(item)
	}
	if placed := new(puzzle.ParseError); err != nil && !errors.As(err, &placed) {
		panic(k.Errorf(at, "%v", err))
	}
	Check(err)
}

// words decodes the JSON string between two bytes of the file. The decoder has accepted it
// before.
func (k *puzzlekitReader) words(start, end int) *puzzle.Words {
	var text []byte
	var places []int
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
			text = append(text, b)
			places = append(places, at)
		}
		at += n
	}
	places = append(places, end-1)
	return puzzle.NewWordsAt(k.source, text, func(at int) (line, column int) {
		from := start
		if at >= 0 {
			from = places[at]
		}
		return puzzle.Position(k.Text, from)
	})
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
