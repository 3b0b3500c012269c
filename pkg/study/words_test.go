package study

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"formicary/pkg/alltest"
)

// block is the line of a text that begins so, and the lines behind it that are not
// indented less, without white space.
func block(text, begin string) (out string) {
	_, rest, found := strings.Cut("\n"+text, "\n"+begin)
	if !found {
		return ""
	}
	depth := len(begin) - len(strings.TrimLeft(begin, "\t"))
	for i, line := range strings.Split(begin+rest, "\n") {
		if i > 0 && !strings.HasPrefix(line, strings.Repeat("\t", depth)) {
			break
		}
		out += strings.Join(strings.Fields(line), "")
	}
	return out
}

// Studies are about the rules that notebook 40 races and the searches that notebook 41
// types into cells, word for word.
func TestWordsOfTheNotebooks(t *testing.T) {
	for _, c := range []struct {
		notebook, file string
		begins         []string
	}{
		{"40-change-one-rule", "rules.go", []string{"\trule.Choose = ", "\trule.Filter = ", "\trule.GlobalUpdate = ", "\trule.Cost = ", "\trule.Order = "}},
		{"41-your-own-engine", "sketches.go", []string{"\tbest, least := puzzle.NewGrid(", "\tnext := board.Clone()", "\treturn 0.7 * solver.Exp("}},
	} {
		text := alltest.Must(os.ReadFile("../../notebooks/" + c.notebook + ".ipynb"))(t)
		var notebook struct{ Cells []struct{ Source []string } }
		alltest.OK(t, json.Unmarshal(text, &notebook))
		cells := ""
		for _, cell := range notebook.Cells {
			cells += strings.Join(cell.Source, "") + "\n"
		}
		source := alltest.Must(os.ReadFile(c.file))(t)
		for _, begin := range c.begins {
			shown := block(cells, begin)
			alltest.Check(t, len(shown) >= 40 && strings.Contains(strings.Join(strings.Fields(string(source)), ""), shown),
				"%s types %q, which %s does not have", c.notebook, shown, c.file)
		}
	}
}
