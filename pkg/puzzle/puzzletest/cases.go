package puzzletest

import (
	"errors"
	"os"
	"path/filepath"
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
				if err != nil {
					t.Fatalf("%s: %s: %v", name, line, err)
				}
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
		if !errors.As(err, &parse) || err.Error() != c[2] || set.Len() > 0 {
			t.Errorf("%s %.70q: %d puzzles\n got %v\nwant %s", c[0], c[1], set.Len(), err, c[2])
		}
	}
}
