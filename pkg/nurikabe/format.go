package nurikabe

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
)

// Formats lists the formats that Nurikabe puzzles are read from and written in.
func Formats() []puzzle.Format {
	return []puzzle.Format{
		{Name: "puzzlekit", Extension: ".json", Doc: "a JSON set of the puzzlekit project: ids and solutions; no grades", Read: ReadPuzzlekit, Write: WritePuzzlekit},
	}
}

// FormatByName returns the format with the given name or extension.
func FormatByName(name string) (puzzle.Format, error) { return puzzle.FindFormat(Formats(), name) }

// Read reads a set in any of [Formats]; the content tells which one.
func Read(source string, r io.Reader) (puzzle.Set, error) {
	text, err := readAll(source, r)
	if err != nil {
		return puzzle.Set{}, err
	}
	f, err := FormatByName(detect(text))
	if err != nil {
		return puzzle.Set{}, err
	}
	return f.Read(source, bytes.NewReader(text))
}

// detect names the format of a text.
func detect(text []byte) string {
	return "puzzlekit"
}

// Open reads a set by its name: the file of that name in data/nurikabe or in
// the nurikabe folder of the benchmarks (see [puzzle.Find]), or a file's path.
func Open(name string) (puzzle.Set, error) {
	path, err := puzzle.Find(Kind, name)
	if err != nil {
		return puzzle.Set{}, err
	}
	f, err := os.Open(path)
	if err != nil {
		return puzzle.Set{}, err
	}
	defer f.Close()
	return Read(path, f)
}

// MustOpen is [Open] for cells of a notebook: it panics where Open fails.
func MustOpen(name string) puzzle.Set {
	set, err := Open(name)
	if err != nil {
		panic("nurikabe: " + err.Error())
	}
	return set
}

// entry is a puzzle of a set that can be written.
type entry struct {
	p        *Puzzle
	solution puzzle.Grid
	grade    string
}

// writable prepares a set for a writer: all puzzles are Nurikabe, solutions
// are complete boards of their size, and where ids are written no two are the
// same.
func writable(s puzzle.Set, ids bool) ([]entry, error) {
	if len(s.Items) == 0 {
		return nil, fmt.Errorf("nurikabe: set %s has no puzzle to write", s.Name)
	}
	out := make([]entry, len(s.Items))
	seen := map[string]bool{}
	for i, item := range s.Items {
		p, ok := item.Puzzle.(*Puzzle)
		if !ok {
			return nil, fmt.Errorf("nurikabe: puzzle %d of set %s is no Nurikabe", i+1, s.Name)
		}
		if ids && seen[p.id] {
			return nil, fmt.Errorf("nurikabe: set %s has two puzzles with the id %q", s.Name, p.id)
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

// parseClue reads "-", a number or "?" as Janko's formats write them.
func parseClue(text string) (int, error) {
	switch text {
	case "-":
		return 0, nil
	case "?":
		return Unknown, nil
	}
	if n := parseCount(text); n >= 1 && n <= MaxClue {
		return n, nil
	}
	return 0, fmt.Errorf("expected -, ? or a number from 1 to %d, found %s", MaxClue, quote(text))
}

// parseWall reads "x" or "-" as Janko's formats write a solution.
func parseWall(text string) (uint8, error) {
	switch text {
	case "x":
		return Wall, nil
	case "-":
		return Island, nil
	}
	return 0, fmt.Errorf("expected x or -, found %s", quote(text))
}

// quote quotes what stood in the input, shortened when it is long.
func quote(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return strconv.Quote(text)
}

// jankoRows writes the clues as Janko's formats do.
func jankoRows(p *Puzzle) []string {
	rows := make([]string, p.size.Rows)
	for row := range rows {
		signs := make([]string, p.size.Cols)
		for col := range signs {
			cell := row*p.size.Cols + col
			if signs[col] = "-"; p.clues[cell] != 0 {
				signs[col] = p.clueText(cell)
			}
		}
		rows[row] = strings.Join(signs, " ")
	}
	return rows
}

// jankoSolution writes a solution as Janko's formats do.
func jankoSolution(g puzzle.Grid) []string {
	rows := make([]string, g.Rows)
	for row := range rows {
		signs := make([]string, g.Cols)
		for col := range signs {
			if signs[col] = "-"; g.Values[row*g.Cols+col] == Wall {
				signs[col] = "x"
			}
		}
		rows[row] = strings.Join(signs, " ")
	}
	return rows
}
