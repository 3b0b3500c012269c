package session_test

import (
	"encoding/json"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/pencil"
	"formicary/pkg/play/service"
)

// tetrominoes is a kind that a cell declares, which no registry has.
var tetrominoes = &model.Kind{Name: "tetrominoes", Title: "Tetrominoes", Parts: pencil.LITS.Parts, Declare: pencil.LITS.Declare, Sign: pencil.LITS.Sign}

// TestRead: an address and a JSON set are of the kind that they name, any other text of the one that is asked for, and what is
// wrong with a text is told by that kind.
func TestRead(t *testing.T) {
	const rows = "4 4\n- - 3 1\n1 - - -\n3 - - 3\n1 2 - -"
	for _, c := range []struct{ asked, text, want string }{
		{"nurikabe", "https://puzz.link/p?slither/6/6/2bn602bg672chchc", "slitherlink"},
		{"nurikabe", "https://puzz.link/p?slither/6/6/2b", "the puzzle:1:35: expected 32 more signs"},
		{"sudoku", `{"name": "slitherlink", "data": {"a": {"problem": "4 4\n- - 3 1\n1 - - -\n3 - - 3\n1 2 - -"}}}`, "slitherlink"},
		{"sudoku", `{"name": "Tetrominoes", "data": {"a": {"problem": "2 2\n1 1\n1 1"}}}`, "tetrominoes"},
		{"slitherlink", rows, "slitherlink"},
		{"slitherlink", strings.Replace(rows, "3 1", "x 1", 1), `the puzzle:2:5: expected a number, ? or -, found "x"`},
		{"nurikabe", rows, "the puzzle:2:"},
		{"slitherlink", "", "the puzzle:1:1: expected"},
	} {
		args := alltest.Must(json.Marshal(map[string]string{"kind": c.asked, "text": c.text}))(t)
		answer, err := service.Do(t.Context(), "read", args, nil, nil, nil)
		var found struct{ Kind string }
		if err == nil {
			err = json.Unmarshal(answer, &found)
		}
		said := found.Kind
		if err != nil {
			said = strings.TrimPrefix(err.Error(), "read: ")
		}
		alltest.Check(t, strings.HasPrefix(said, c.want), "%q, asked for %s: %s, want %s", c.text, c.asked, said, c.want)
	}
}

// TestRefusedOnce: a value out of range is named once.
func TestRefusedOnce(t *testing.T) {
	args := json.RawMessage(`{"engine": "lits/ants", "parameters": {"alike": "1.05"}}`)
	const want = "parameters: alike = 1.05: parameter out of range: expected 0 to 1"
	_, err := service.Do(t.Context(), "parameters", args, nil, nil, nil)
	alltest.Check(t, err != nil && err.Error() == want, "%v, want %s", err, want)
}
