package nurikabe

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
)

// collector gathers the puzzles of one input.
type collector struct {
	set puzzle.Set
	ids map[string]bool
}

func collect(source string) *collector {
	return &collector{set: puzzle.Set{Name: puzzle.SetName(source)}, ids: map[string]bool{}}
}

// nextID is the id of a puzzle that has none: its number in the input.
func (c *collector) nextID() string { return strconv.Itoa(len(c.set.Items) + 1) }

// add adds a puzzle; the error is that its id was met before.
func (c *collector) add(item puzzle.Item) error {
	if c.ids[item.ID()] {
		return fmt.Errorf("expected another id, found %s a second time", quote(item.ID()))
	}
	c.ids[item.ID()] = true
	c.set.Items = append(c.set.Items, item)
	return nil
}

// finish is the set, or the error of an input without a puzzle.
func (c *collector) finish(l *puzzle.Lines, expected string) (puzzle.Set, error) {
	if err := l.Err(); err != nil {
		return puzzle.Set{}, err
	}
	if len(c.set.Items) == 0 {
		return puzzle.Set{}, l.EndError(expected)
	}
	return c.set, nil
}

// entry is a puzzle of a set that can be written.
type entry struct {
	p        *Puzzle
	solution puzzle.Grid
	grade    string
}

// writable prepares a set for a writer: all puzzles are Nurikabe, solutions
// are complete boards of their size, and where ids are written they are UTF-8
// and no two are the same.
func writable(s puzzle.Set, ids bool) ([]entry, error) {
	if len(s.Items) == 0 {
		return nil, fmt.Errorf("nurikabe: set %s has no puzzle to write", s.Name)
	}
	out := make([]entry, len(s.Items))
	seen := map[string]bool{}
	for i, item := range s.Items {
		p, ok := item.Puzzle.(*Puzzle)
		if !ok || p == nil {
			return nil, fmt.Errorf("nurikabe: puzzle %d of set %s is no Nurikabe", i+1, s.Name)
		}
		if ids && seen[p.id] {
			return nil, fmt.Errorf("nurikabe: set %s has two puzzles with the id %q", s.Name, p.id)
		}
		if ids && !utf8.ValidString(p.id) {
			return nil, fmt.Errorf("nurikabe: the id %q is not UTF-8", p.id)
		}
		seen[p.id] = true
		if g := item.Solution; !g.IsZero() {
			if g.Size != p.size || len(g.Values) != p.size.Cells() {
				return nil, fmt.Errorf("nurikabe %s: a solution of %v for a puzzle of %v", p.id, g.Size, p.size)
			}
			for at, v := range g.Values {
				if v != Wall && v != Island {
					return nil, fmt.Errorf("nurikabe %s: the solution is incomplete at %v", p.id, p.size.At(at))
				}
			}
		}
		out[i] = entry{p, item.Solution, item.Grade}
	}
	return out, nil
}

// lineID is the error of an id that does not fit on the rest of a line.
func lineID(id string) error {
	if strings.Contains(id, "\n") || strings.TrimSpace(id) != id {
		return fmt.Errorf("nurikabe: the id %q cannot be written in this format: expected one line without blanks around it", id)
	}
	return nil
}

// parseCount reads a positive decimal number of plain digits, at most
// MaxCells; anything else is 0.
func parseCount(text string) int {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n > MaxCells {
		return 0
	}
	return n
}

// parseNumber reads a clue of plain digits; anything else is 0.
func parseNumber(text string) int {
	if n := parseCount(text); n <= MaxClue {
		return n
	}
	return 0
}

// quote quotes what stood in the input, shortened when it is long.
func quote(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return strconv.Quote(text)
}
