package sets

import (
	_ "embed"
	"strings"
)

// varieties has a line for each name: what people call it, and "+" before the name where it is a kind of this lab.
//
//go:embed varieties.txt
var varieties string

// varietyOf is what people call the puzzles that a name in addresses stands for; ours says that they are a kind of this
// lab. The title is empty for a name that is not in the table.
func varietyOf(name string) (title string, ours bool) {
	for line := range strings.Lines(varieties) {
		word, title, _ := strings.Cut(strings.TrimSpace(line), " ")
		if own, ours := strings.CutPrefix(word, "+"); own == name && title != "" {
			return title, ours
		}
	}
	return "", false
}
