package sets_test

import (
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/puzzle/sets"
)

// TestJanko: what the pages' text files say, and what is wrong with them where.
func TestJanko(t *testing.T) {
	cell := func(size puzzle.Size, text string) (int, error) {
		n := puzzle.ParseCount(text, size.Cells())
		if n == 0 && text != "-" {
			return 0, fmt.Errorf("expected a number or -, found %s", puzzle.Quote(text))
		}
		return n, nil
	}
	j := sets.Janko{
		Kind: "row", MaxCells: 9, Numbers: []string{"depth"}, Problem: cell, Solution: cell,
		Make: func(id string, size puzzle.Size, numbers map[string]int, problem, solution []int) (puzzle.Item, error) {
			if id == "no" {
				return puzzle.Item{}, fmt.Errorf("expected another title")
			}
			return puzzle.Item{Puzzle: plain{id, size, fmt.Sprint(numbers, problem, solution)}}, nil
		},
	}
	for _, c := range puzzletest.ReadCases(t, "janko.txt") {
		set, err := j.Read("in", strings.NewReader(c[0]))
		var got []string
		for _, item := range set.Items {
			got = append(got, fmt.Sprint(item.ID(), " ", item.Size(), " ", item.Puzzle.(plain).content))
		}
		if err != nil {
			got = []string{err.Error()}
		}
		alltest.Equal(t, strings.Join(got, "; "), c[1], c[0])
	}
}

// numbersOf reads the body of an address as numbers.
func numbersOf(body string, places, most int, open bool) (out string) {
	_, err := sets.ReadAddresses(yajilin, func(a *sets.Address) puzzle.Puzzle {
		out = fmt.Sprint(a.Numbers(places, most, open))
		return plain{id: a.ID}
	})("in", strings.NewReader("yajilin/9/9/"+body))
	if err != nil {
		return err.Error()
	}
	return out
}

// TestAddressNumbers: numbers in addresses, up to 20 places without one in a letter, and numbers of one to three digits.
func TestAddressNumbers(t *testing.T) {
	for _, c := range []struct {
		body         string
		places, most int
		open         bool
		want         string
	}{
		{"1g-10h+1002f", 8, 4095, false, "[1 0 16 0 0 256 2 15]"},
		{"j+fff", 5, 4095, false, "[0 0 0 0 4095]"},
		{".1", 2, 9, true, "[-1 1]"},
		{"z", 20, 9, false, "[0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]"},
		{"9", 1, 9, false, "[9]"},
		{"11g", 2, 9, false, `in:1:15: expected the end after 2 cells, found "g"`},
		{"11i", 4, 9, false, `in:1:15: expected 2 more cells, found 3 ('i')`},
		{"1h1", 6, 9, false, "in:1:16: expected 2 more cells, found the end of the address"},
		{"0", 1, 9, false, `in:1:13: expected a number from 1 to 9, found "0"`},
		{"1-0a", 2, 9, false, `in:1:14: expected a number from 1 to 9, found "-0a"`},
		{".", 1, 9, false, `in:1:13: expected a number from 1 to 9, found "."`},
		{"-1", 1, 99, false, `in:1:13: expected 2 hexadecimal digits after -, found "1"`},
		{"+12g", 1, 99, false, `in:1:13: expected 3 hexadecimal digits after +, found "12g"`},
		{"1!", 2, 99, false, "in:1:14: expected a hexadecimal digit, -, +, . or a letter from g to z, found '!'"},
		{"{", 1, 99, false, "in:1:13: expected a hexadecimal digit, -, +, . or a letter from g to z, found '{'"},
	} {
		alltest.Equal(t, numbersOf(c.body, c.places, c.most, c.open), c.want, c.body)
	}
	for _, c := range []struct {
		numbers []int
		text    string
		bad     int
	}{
		{nil, "", -1},
		{[]int{1, 0, 15, 16, 255, 256, 4095, -1, 0, 0}, "1gf-10-ff+100+fff.h", -1},
		{[]int{0, 4096}, "", 1},
		{[]int{-2}, "", 0},
		{append(make([]int, 20), 1), "z1", -1},
		{append(make([]int, 41), 1), "zzg1", -1},
	} {
		text, bad := puzzle.Numbers(c.numbers)
		alltest.Check(t, text == c.text && bad == c.bad, "%v: %s, %d; want %s, %d", c.numbers, text, bad, c.text, c.bad)
	}
	a := yajilin.TakeApart("in", 1, sets.Field{Text: "yajilin/1/1/.gz0-1f+fffA", Column: 1}, "1")
	var got []string
	for range 7 {
		var n, run int
		err := sets.Try(func() { n, run = a.Number() })
		got = append(got, fmt.Sprint(n, " ", run, " ", err))
	}
	if got, want := strings.Join(got, "; "), "-1 0 <nil>; 0 1 <nil>; 0 20 <nil>; 0 0 <nil>; 31 0 <nil>; 4095 0 <nil>; 0 0 in:1:24: expected a hexadecimal digit, -, +, . or a letter from g to z, found 'A'"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	zero, ok := puzzle.OneNumber(0)
	alltest.Check(t, zero == "0" && ok, "%q", zero)
}
