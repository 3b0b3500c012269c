package sets

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
)

func TestLines(t *testing.T) {
	l := NewLines("in", strings.NewReader("\uFEFFa é b\r\n\n \t \nlast"))
	var got []string
	for l.Next() {
		got = append(got, l.Text())
		if l.Number() == 1 {
			f := l.Fields()
			alltest.Check(t, len(f) == 3 && f[2] == (Field{"b", 5}), "fields %v", f)
		}
		want := l.Number() == 2 || l.Number() == 3
		alltest.Check(t, l.Blank() == want, "line %d: blank is %v", l.Number(), l.Blank())
		if l.Number() == 2 && len(got) == 2 {
			l.Back()
		}
	}
	want := "a é b|||" + " \t |last"
	alltest.Check(t, strings.Join(got, "|") == want, "got %q", got)
	err := l.EndError("more")
	alltest.Check(t, l.Err() == nil && err.Error() == "in:4:5: expected more, found the end", "%v, %v", l.Err(), err)
}

func TestLinesErrors(t *testing.T) {
	l := NewLines("in", strings.NewReader("fine\né\uFFFDx\x80\n"))
	alltest.Check(t, l.Next() && !l.Next() && !l.Next(), "a line that is not UTF-8 is read")
	err := l.EndError("more")
	alltest.Check(t, l.Err() != nil && err.Error() == "in:2:4: expected UTF-8 text, found the byte 0x80", "%v", err)
	broken := errors.New("broken")
	l = NewLines("in", iotest.ErrReader(broken))
	alltest.Check(t, !l.Next() && errors.Is(l.Err(), broken) && l.Err().Error() == "in: broken", "%v", l.Err())
	alltest.Equal(t, NewLines("in", strings.NewReader("")).EndError("x").Error(), "in:1:1: expected x, found the end")
}

// TestFieldsColumns: the column of every field is where it stands.
func TestFieldsColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.StringOf(rapid.SampledFrom([]rune(" \taé—\u00a0"))).Draw(t, "line")
		var words []string
		for _, f := range Fields(line) {
			rest := string([]rune(line)[f.Column-1:])
			alltest.Require(t, strings.HasPrefix(rest, f.Text), "%q is not at column %d of %q", f.Text, f.Column, line)
			words = append(words, f.Text)
		}
		got, want := strings.Join(words, " "), strings.Join(strings.Fields(line), " ")
		alltest.Require(t, got == want, "fields %q, want %q", got, want)
	})
}

func TestFormat(t *testing.T) {
	kind := Kind{Formats: []Format{{Name: "one", Extension: ".1"}, {Name: "two", Extension: ".txt"}}}
	for name, want := range map[string]string{"one": "one", "TWO": "two", ".txt": "two", "txt": "two"} {
		f, err := kind.Format(name)
		alltest.Check(t, err == nil && f.Name == want, "%s: %s, %v", name, f.Name, err)
	}
	_, err := kind.Format("")
	alltest.Check(t, err != nil && err.Error() == `no format "": expected one of one, two`, "%v", err)
}

func TestSetName(t *testing.T) {
	for source, want := range map[string]string{
		"data/nurikabe/open-908.nurikabe": "open-908", "a.b.c": "a.b", "<stdin>": "<stdin>", ".hidden": ".hidden", "": "", "/": "/",
	} {
		alltest.Equal(t, SetName(source), want, source)
	}
}
