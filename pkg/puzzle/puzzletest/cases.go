package puzzletest

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

// ReadCases reads the cases of testdata/NAME, a line each: fields with tabs between them. A field in quotes is a text as Go
// writes it; several of them with blanks between are one text, and "…"*9 is nine times a text. Blank lines and lines that
// start with "#" are left out.
func ReadCases(t testing.TB, name string) (cases [][]string) {
	t.Helper()
	text := alltest.Must(os.ReadFile(filepath.Join("testdata", name)))(t)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "\t")
		for i, field := range fields {
			if !strings.HasPrefix(field, `"`) {
				continue
			}
			whole := ""
			for field != "" {
				quoted, err := strconv.QuotedPrefix(field)
				alltest.Require(t, err == nil, "%s: %s: %v", name, line, err)
				part := alltest.Must(strconv.Unquote(quoted))(t)
				times, rest, _ := strings.Cut(field[len(quoted):], " ")
				if digits, ok := strings.CutPrefix(times, "*"); ok {
					part = strings.Repeat(part, alltest.Must(strconv.Atoi(digits))(t))
				}
				whole, field = whole+part, rest
			}
			fields[i] = whole
		}
		cases = append(cases, fields)
	}
	return cases
}

// Errors checks the cases of testdata/NAME ([ReadCases]): the name of a format, an input that it does not read, and the error.
func (f Formats) Errors(t *testing.T, name string) {
	for _, c := range ReadCases(t, name) {
		format := alltest.Must(f.Kind.Format(c[0]))(t)
		set, err := format.Read("in", strings.NewReader(c[1]))
		var parse *puzzle.ParseError
		alltest.Check(t, errors.As(err, &parse) && err.Error() == c[2] && set.Len() <= 0, "%s %.70q: %d puzzles\n got %v\nwant %s", c[0], c[1], set.Len(), err, c[2])
	}
}

// Refuses checks that of all formats those of the names refuse a set of items, with an error that begins with the kind's name
// and before they write anything. what says what is wrong with the set.
func (f Formats) Refuses(t *testing.T, what string, items []puzzle.Item, names []string) {
	for _, format := range f.Kind.Formats {
		var b strings.Builder
		err := format.Write(&b, puzzle.Set{Name: "s", Items: items})
		refused := slices.Contains(names, format.Name)
		alltest.Check(t, (err != nil) == refused, "%s: %s: %v, want refused: %v", what, format.Name, err, refused)
		alltest.Check(t, err == nil || b.Len() == 0 && strings.HasPrefix(err.Error(), f.Kind.Name),
			"%s: %s: %d bytes written and then: %v", what, format.Name, b.Len(), err)
	}
}

// Names checks that each format has an extension of its own by which it is found, a doc, and a row in Keeps.
func (f Formats) Names(t *testing.T) {
	seen := map[string]bool{}
	for _, format := range f.Kind.Formats {
		_, ok := f.Keeps[format.Name]
		alltest.Check(t, ok && !seen[format.Extension] && format.Doc != "", "format %s: unknown to the tests, or an extension twice, or no doc", format.Name)
		seen[format.Extension] = true
		found, err := f.Kind.Format(strings.ToUpper(format.Extension))
		alltest.Check(t, err == nil && found.Name == format.Name, "%s: found %s, %v", format.Extension, found.Name, err)
	}
}
