package puzzle

import (
	"strings"
	"unicode/utf8"
)

// Separated splits a line at a separator, such as a comma. Its fields are without the blanks around them, and may be
// empty; an empty one has the column of the separator behind it.
func Separated(line, separator string) []Field {
	var out []Field
	column := 1
	for _, part := range strings.Split(line, separator) {
		text := strings.TrimSpace(part)
		before := part[:strings.Index(part, text)]
		if text == "" {
			before = part
		}
		out = append(out, Field{text, column + utf8.RuneCountInString(before)})
		column += utf8.RuneCountInString(part) + utf8.RuneCountInString(separator)
	}
	return out
}
