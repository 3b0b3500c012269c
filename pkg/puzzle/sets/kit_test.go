package sets_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// kit reads sets whose puzzles have a word for each cell; a word x is an error at its place, y one without a place, and z
// one of the text as a whole.
var kit = sets.Kit{Name: "Plain", MostText: 30, Item: func(id string, problem, solution *puzzle.Words) (puzzle.Item, error) {
	item := puzzle.Item{Puzzle: plain{id, puzzle.Size{Rows: 1, Cols: 2}, fmt.Sprint(problem.Lines)}}
	for _, w := range []*puzzle.Words{problem, solution} {
		if w == nil {
			continue
		}
		for i := range w.Lines {
			for j, word := range w.Lines[i] {
				switch {
				case word == "x":
					return item, w.Errorf(i, j, "expected no x")
				case word == "e":
					return item, w.Errorf(i, len(w.Lines[i]), "expected no end")
				case word == "f":
					return item, w.Errorf(len(w.Lines), 0, "expected no end of all in %s", w.First())
				case word == "y":
					return item, errors.New("expected no y")
				case word == "z":
					return item, w.Errorf(-1, 0, "expected no z")
				}
			}
		}
	}
	if solution != nil {
		item.Solution = puzzle.NewGrid(item.Size(), 1)
	}
	return item, nil
}}

// TestKit: sets of the puzzlekit project, and what is wrong with them where.
func TestKit(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"data": {"a": {"problem": "1 2\n3"}}}`, "a [[1 2] [3]] false"},
		{"{\"name\": \"PLAIN\", \"count\": 2, \"count_sol\": 1, \"more\": [{}, 1],\n\"data\": {\"a\": {\"problem\": \"1\", \"solution\": \"2\", \"x\": {}}, \"b\": {\"solution\": null, \"problem\": \"\"}}}\n", "a [[1]] true; b [[]] false"},
		{`{"data": {"a": {"problem": "\u0031\t\"\u00e4 \ud800"}}}`, "a [[1 \"ä \uFFFD]] false"},
		{`[]`, "in:1:1: expected a JSON object with a puzzlekit set, found ["},
		{``, "in:1:1: expected a JSON object with a puzzlekit set, found the end"},
		{`{}`, `in:1:2: expected "data" with at least one puzzle, found none`},
		{`{"data": {}}`, `in:1:12: expected "data" with at least one puzzle, found none`},
		{`{"name": "other"}`, `in:1:10: expected "Plain", found "other"`},
		{`{"name": 1}`, `in:1:10: expected "Plain", found 1`},
		{`{"count": "1"}`, `in:1:11: expected a number of puzzles, found "1"`},
		{`{"count": 2, "data": {"a": {"problem": "1"}}}`, `in:1:11: expected "count" to be 1, as many as there are, found 2`},
		{`{"count_sol": 1, "count": 1, "data": {"a": {"problem": "1"}}}`, `in:1:15: expected "count_sol" to be 0, as many as there are, found 1`},
		{`{"data": []}`, "in:1:10: expected an object of puzzles, found ["},
		{`{"data": {"a": 1}}`, "in:1:16: expected a puzzle, found 1"},
		{`{"data": {"a": {"solution": "1"}}}`, `in:1:11: expected a puzzle with a problem, found none in "a"`},
		{`{"data": {"a": {"problem": null}}}`, "in:1:28: expected the text of a problem, found <nil>"},
		{`{"data": {"a": {"problem": "1", "solution": 2}}}`, "in:1:45: expected the text of a solution, found 2"},
		{`{"data": {"a": {"problem": "1234567890123456789012345678"}}}`, "a [[1234567890123456789012345678]] false"},
		{`{"data": {"a": {"problem": "12345678901234567890123456789"}}}`, "in:1:28: expected the text of a problem of at most 30 bytes, found 31"},
		{"{\"data\":\n {\"a\": {\"problem\": \"1\\n\\u0032 x\"}}}", "in:2:31: expected no x"},
		{"{\"data\":\n {\"a\": {\"problem\": \"1 e\\n3\"}}}", "in:2:24: expected no end"},
		{"{\"data\":\n {\"a\": {\"problem\": \"1 f\\n3\"}}}", "in:2:27: expected no end of all in 1 f"},
		{`{"data": {"a": {"problem": "1", "solution": "1 x"}}}`, "in:1:48: expected no x"},
		{`{"name": `, "in:1:10: expected the name of the puzzles, found the end"},
		{`{"count": `, "in:1:11: expected a number of puzzles, found the end"},
		{`{"data": {"a": {"x": `, "in:1:22: expected a value, found the end"},
		{`{"data": {"a": {"problem": `, "in:1:28: expected the text of a problem, found the end"},
		{`{"data": {"a": {"problem": "x"}}}`, "in:1:29: expected no x"},
		{`{"data": `, "in:1:10: expected an object of puzzles, found the end"},
		{`{"more": `, "in:1:10: expected a value, found the end"},
		{`{"data": {"a": {"problem": "y"}}}`, "in:1:11: expected no y"},
		{`{"data": {"a": {"problem": "z"}}}`, "in:1:28: expected no z"},
		{`{"data": {"a": {"problem": "1"}, "a": {"problem": "1"}}}`, `in:1:34: expected each member of the puzzles once, found "a" again`},
		{`{"data": {"a": {"problem": "1"}}, "data": {}}`, `in:1:35: expected each member of the set once, found "data" again`},
		{`{"data": {"a": {"problem": "1"}}} x`, "in:1:35: expected the end, found 'x'"},
		{`{"data": {"a": {"problem": "1"}}`, "in:1:33: expected a member of the set or }, found the end"},
		{`{"data": {"a": {"problem": "1"`, "in:1:31: expected a member of the puzzle or }, found the end"},
		{"{\"data\": \xff", "in:1:10: expected UTF-8 text, found the byte 0xff"},
	} {
		set, err := kit.Read("in", strings.NewReader(c.text))
		var got []string
		for _, item := range set.Items {
			got = append(got, fmt.Sprint(item.ID(), " ", item.Puzzle.(plain).content, " ", !item.Solution.IsZero()))
		}
		if err != nil {
			got = []string{err.Error()}
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
	var b strings.Builder
	kit.Append(&b, 0, 2, 1, "<a>", "1 2", "")
	kit.Append(&b, 1, 2, 1, "b\"", "1\n2", "3")
	const want = "{\n\"name\": \"Plain\",\n\"count\": 2,\n\"count_sol\": 1,\n\"data\": {\n\"<a>\": {\n\"problem\": \"1 2\"\n},\n\"b\\\"\": {\n\"problem\": \"1\\n2\",\n\"solution\": \"3\"\n}\n}\n}\n"
	if b.String() != want {
		t.Errorf("%s", b.String())
	}
	if set, err := kit.Read("sets/in.json", strings.NewReader(want)); err != nil || set.Len() != 2 || set.Name != "in" {
		t.Errorf("%v, %v", set, err)
	}
}

// TestWordsAt: words of a text that was made of another input.
func TestWordsAt(t *testing.T) {
	place := func(at int) (line, column int) { return 10 + max(at, 0), 20 }
	made, typed := puzzle.NewWordsAt("in", []byte("a  bc\t\r\n\nd"), place), puzzle.NewWords("in", []byte("a  bc\t\r\n\nd"))
	if got := fmt.Sprintf("%q", made.Lines); got != `[["a" "bc"] [] ["d"]]` || made.First() != "a  bc\t\r" {
		t.Errorf("%s, %q", got, made.First())
	}
	for _, c := range []struct {
		line, word  int
		made, typed string
	}{{0, 1, "in:13:20: x", "in:1:4: x"}, {0, 2, "in:17:20: x", "in:1:8: x"}, {0, 9, "in:17:20: x", "in:1:8: x"}, {1, 0, "in:18:20: x", "in:2:1: x"}, {2, 0, "in:19:20: x", "in:3:1: x"}, {3, 0, "in:20:20: x", "in:3:2: x"}, {-1, 0, "in:10:20: x", "in:1:1: x"}} {
		if got := made.Errorf(c.line, c.word, "x").Error(); got != c.made {
			t.Errorf("%d, %d: %s, want %s", c.line, c.word, got, c.made)
		}
		if got := typed.Errorf(c.line, c.word, "x").Error(); got != c.typed {
			t.Errorf("%d, %d: %s, want %s", c.line, c.word, got, c.typed)
		}
	}
}

// TestJSONErrors: where a JSON text is wrong.
func TestJSONErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "in:1:1: expected all, found the end"},
		{"{\n \"a\": 1,\n \"b\": }", "in:3:7: expected the value of \"b\": invalid character '}'"},
		{`{"a" 1}`, "in:1:6: expected the value of \"a\": invalid character '1'"},
		{`{"a": "b`, `in:1:9: expected the value of "a", found the end`},
		{`[1 2]`, "in:1:4: expected an element of the array or ]: invalid character '2'"},
		{`[1,]`, "in:1:4: expected an element of the array or ]: invalid character ']'"},
		{`{a: 1}`, "in:1:2: expected a member of the object or }: invalid character 'a'"},
		{`[1]x`, "in:1:4: expected the end, found 'x'"},
		{`[nul]`, "in:1:5: expected an element of the array or ]: invalid character ']'"},
		{`{"a": 1, "a": 2}`, `in:1:10: expected each member of the object once, found "a" again`},
		{"[1]\n[2]\n", "2"},
		{`"\q"`, "in:1:3: expected all: invalid character 'q'"},
		{"[\n[[", "in:2:3: expected an element of the array or ], found the end"},
	} {
		n := 0
		err := sets.Try(func() { sets.NewJSON("in", []byte(c.text)).Values("all", func(sets.JSONValue) { n++ }) })
		if got := fmt.Sprint(n); err != nil && !strings.HasPrefix(err.Error(), c.want) || err == nil && got != c.want {
			t.Errorf("%s: %v, %d; want %s", c.text, err, n, c.want)
		}
	}
}
