package sets_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// TestNumbers: what is written is read again; the address is one of the pzpr
// editor's own tests (nurikabe.js: url).
func TestNumbers(t *testing.T) {
	read := func(body string, places int) (numbers []int, err error) {
		err = sets.Try(func() {
			a := sets.Addresses{Names: []string{"x"}, Most: 1}.TakeApart("in", 1, sets.Field{Text: "x/1/1/" + body, Column: 1}, "")
			numbers = a.Numbers(places, puzzle.MaxNumber, true)
		})
		return numbers, err
	}
	got, err := read("g5k2o1k3g", 25)
	want := []int{0, 5, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 3, 0}
	alltest.Check(t, slices.Equal(got, want) && err == nil, "got %v, %v", got, err)
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Just(0), rapid.Just(puzzle.UnknownNumber), rapid.IntRange(1, puzzle.MaxNumber))
		numbers := rapid.SliceOfN(number, 1, 60).Draw(t, "numbers")
		text, bad := puzzle.Numbers(numbers)
		alltest.Require(t, bad < 0, "number %d of %v is refused", bad, numbers)
		again, err := read(text, len(numbers))
		alltest.Require(t, err == nil && slices.Equal(again, numbers), "%v is written as %s and read as %v, %v", numbers, text, again, err)
	})
	_, bad := puzzle.Numbers([]int{0, puzzle.MaxNumber + 1})
	alltest.Check(t, bad == 1, "a number too large is at %d", bad)
}

// TestEscape: every text comes back, and nothing in it splits a line.
func TestEscape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		escaped := sets.Escape(text)
		again, err := sets.Unescape(escaped)
		alltest.Require(t, again == text && err == nil, "%q became %q became %q, %v", text, escaped, again, err)
		alltest.Require(t, (text == "" || len(sets.Fields(escaped)) == 1) && !strings.ContainsAny(escaped, "#:"), "%q is %q", text, escaped)
	})
	for _, bad := range []string{"%", "%4", "%gg", "%ff"} {
		got, err := sets.Unescape(bad)
		alltest.Check(t, err != nil, "%q is read as %q", bad, got)
	}
}

// TestJankoNumbers: keywords that a kind of puzzle asks for have a number,
// once; others are passed over.
func TestJankoNumbers(t *testing.T) {
	var got string
	j := sets.Janko{
		Kind: "row", MaxCells: 9, Numbers: []string{"patternx"},
		Problem: func(_ puzzle.Size, text string) (int, error) {
			if text != "-" {
				return 0, fmt.Errorf("expected -, found %s", puzzle.Quote(text))
			}
			return 0, nil
		},
		Make: func(id string, size puzzle.Size, numbers map[string]int, problem, solution []int) (puzzle.Item, error) {
			got += fmt.Sprint(id, size, numbers, len(problem), solution == nil)
			return puzzle.Item{Puzzle: plain{id: id, size: size}}, nil
		},
	}
	_, err := j.Read("in", strings.NewReader("begin\npatternx 3\npattern y z\nrows 1\ncols 2\nproblem\n- -\nend\n"))
	alltest.Check(t, err == nil && got == "11x2 map[patternx:3] 2 true", "got %s, %v", got, err)
	for text, want := range map[string]string{
		"begin\npatternx\n":             `in:2:1: expected patternx once, with a number from 1 to 9, found "patternx"`,
		"begin\npatternx 2\npatternx 2": `in:3:1: expected patternx once, with a number from 1 to 9, found "patternx 2"`,
		"begin\nsize 1\nproblem\nx":     `in:4:1: expected -, found "x"`,
		"begin\nsize 4":                 "in:2:1: expected at most 9 cells, found 4x4",
	} {
		_, err := j.Read("in", strings.NewReader(text))
		var parse *puzzle.ParseError
		alltest.Check(t, errors.As(err, &parse) && err.Error() == want, "%q: %v, want %s", text, err, want)
	}
}
