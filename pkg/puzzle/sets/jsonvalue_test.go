package sets

import (
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

func TestJSONValue(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": [1, "x"], "b": null}`: "",
		`[1, 2] x`:                   "in:1:8: expected the end, found 'x'",
		"[1]\n{\"b\": [}":            `in:2:8: expected an element of the array or ]: invalid character '}' looking for beginning of value`,
		`{"a": 1, "a": 2}`:           `in:1:10: expected each member of the object once, found "a" again`,
		`{"a": `:                     `in:1:7: expected the value of "a", found the end`,
		"[1\n[2]]":                   "in:2:1: expected an element of the array or ]: invalid character '[' after array element",
		strings.Repeat("[", 200):     "in:1:102: expected at most 100 values inside each other, found more",
	} {
		var v JSONValue
		err := Try(func() { NewJSON("in", []byte(text)).Values("a value", func(w JSONValue) { v = w }) })
		if want == "" {
			a, number := v.Inside[0], v.Inside[0].Inside[0]
			one, _ := number.Text()
			alltest.Check(t, err == nil && v.Names[1] == "b" && a.Flat() && !v.Flat() && one == "1" && number.At == 7 && a.NameAt == 1 && v.Inside[1].Token == nil,
				"%s: %+v, %v", text, v, err)
		} else if fmt.Sprint(err) != want {
			t.Errorf("%.30s: %v, want %s", text, err, want)
		}
	}
}

// TestMostValues: what has been read counts.
func TestMostValues(t *testing.T) {
	j, count := NewJSON("in", []byte("[1]")), mostValues-1
	err := Try(func() { j.value(j.Token("a value"), &count, 0) })
	want := "in:1:2: expected at most 4,194,304 values, found more"
	alltest.Check(t, fmt.Sprint(err) == want, "%v, want %s", err, want)
}

func TestSeparated(t *testing.T) {
	alltest.Equal(t, fmt.Sprint(Separated(" é, 12,, ", ",")), "[{é 2} {12 5} { 8} { 10}]")
}

// TestWarnings: a set has some warnings of many, and the last one says so.
func TestWarnings(t *testing.T) {
	c := Collect("in")
	for i := range 200 {
		c.Warn(puzzle.Errorf("in", i+1, 1, "something"))
	}
	w := c.Warnings()
	alltest.Check(t, len(w) == 101 && !c.Warns() && w[99].Error() == "in:100:1: something" && w[100].Error() == "in:101:1: from here on, further warnings are not listed",
		"%d warnings, %v", len(w), w[len(w)-1])
}
