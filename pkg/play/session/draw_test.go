package session_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/play/service"
	"formicary/pkg/puzzle"
)

// TestDraw draws the first puzzle of every kind with a board that breaks rules.
func TestDraw(t *testing.T) {
	for _, kind := range engines.Kinds() {
		item := kind.MustOpenFirst("open", "open-908").Items[0]
		board := puzzle.NewGrid(item.Size(), 1)
		got := do[struct {
			SVG, Size, Hash, Address string
			Violations               []string
			Features                 []any
		}](t, "draw", map[string]any{"kind": kind.Name, "text": item.Text(), "board": board.Pack(), "violations": true})
		// The id is not in the text.
		alltest.Check(t, strings.HasPrefix(got.SVG, "<svg") && got.Hash == item.Hash().String() && got.Size == item.Size().String(),
			"%s: drawn as %s, %s, %.40s", kind.Name, got.Hash, got.Size, got.SVG)
		alltest.Check(t, len(got.Violations) == len(item.Check(board)) && len(got.Violations) != 0,
			"%s: violations %q, want %v", kind.Name, got.Violations, item.Check(board))
		told := 0 // those that say something of the puzzle
		for _, f := range kind.Features {
			if !math.IsNaN(f.Of(item)) {
				told++
			}
		}
		alltest.Equal(t, len(got.Features), told, "%s: features %v", kind.Name, got.Features)
		alltest.Check(t, kind.Name != "nurikabe" || strings.HasPrefix(got.Address, "https://puzz.link/p?nurikabe/"),
			"its address is %q", got.Address)
	}
	for args, want := range map[string]string{
		`{"kind":"go","text":"x"}`:                                `the program of this page does not know go puzzles, which a notebook declares`,
		`{"kind":"nurikabe","text":"nurikabe/2/2/zz"}`:            "the puzzle:1:",
		`{"kind":"nurikabe","text":"nurikabe/1/1/1","board":"9"}`: "expected a digit from 1 to 8",
	} {
		alltest.Refused(service.Do(t.Context(), "draw", json.RawMessage(args), nil, nil, nil))(t, want, "%s: error", args)
	}
}
