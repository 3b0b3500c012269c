// Package nurikabes opens, reads and writes sets of Nurikabes. It knows the lab's own format, grids as people type them,
// addresses, and the formats of Janko's pages, LEGUP and the puzzlekit project.
//
// # Design
//
// No engine imports the package, so that a mended reader leaves the identity of records as it is. Package nurikabe has the
// puzzle itself, its judge and its one canonical text. [sets.Kind.Read] tells the format from the content.
//
// # Limits
//
// The limits are those of package sets. Package formats, and not this one, reads board files of the pzpr editors.
package nurikabes

import (
	"bytes"
	"io"
	"strings"

	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// kind is the name of [Kind], for its readers and writers: Kind refers to them, so they cannot refer to it.
const kind = "nurikabe"

// Kind is Nurikabe as a kind of puzzle: its name, formats and sets.
var Kind = sets.Kind{
	Name: kind, Title: "Nurikabe",
	Formats: []sets.Format{
		{Name: "compact", Extension: ".nurikabe", Doc: "one puzzle per line, the lab's own: ids, solutions and grades", Read: sets.Reader(readCompact), Write: writeCompact},
		{Name: "text", Extension: ".txt", Doc: "grids of characters, as people type them: ids; no solutions, no grades", Read: sets.Reader(readText), Write: writeText},
		{Name: "janko", Extension: ".janko", Doc: "Janko's text format: ids and solutions; no grades", Read: readJanko, Write: writeJanko},
		{Name: "url", Extension: ".url", Doc: "puzz.link addresses, one per line: puzzles only; clues up to 4095", Read: readURLs, Write: writeURLs},
		{Name: "legup", Extension: ".xml", Doc: "a file of LEGUP: one puzzle without clues of any size, nothing else", Read: sets.Reader(readLegup), Write: writeLegup},
		{Name: "puzzlekit", Extension: ".json", Doc: "a JSON set of the puzzlekit project: ids and solutions; no grades", Read: readPuzzlekit, Write: writePuzzlekit},
	},
	Detect:   detect,
	Rename:   func(p puzzle.Puzzle, id string) puzzle.Puzzle { return p.(*nurikabe.Puzzle).Named(id) },
	Features: nurikabe.Features(),
}

// Predictors are the features for a regression, under names with their units. None of them is a function of the others.
func Predictors() (out []puzzle.Feature) {
	units := map[string]string{"cells": "board size (cells)", "mean island size": "mean island size (cells)", "island share": "island share"}
	for _, f := range nurikabe.Features() {
		if name := units[f.Name]; name != "" {
			out = append(out, puzzle.Feature{Name: name, Of: f.Of})
		}
	}
	return out
}

// detect names the format of a text by its first line that is neither blank
// nor a comment. What looks like nothing in particular is taken for text.
func detect(text []byte) string {
	for line := range bytes.Lines(text) {
		words := strings.Fields(string(line))
		switch {
		case len(words) == 0 || strings.HasPrefix(words[0], "#"):
			continue
		case words[0] == idHeader || words[0] == sizeHeader:
			return "text"
		case len(words) > 1 && strings.HasPrefix(words[1], kind+"/"):
			return "compact"
		case strings.HasPrefix(words[0], "{") || words[0][0] == '[' && sets.Keyword(words[0]) == words[0]:
			return "puzzlekit"
		case words[0][0] == '<' && !sets.IsAddress(words[0]):
			return "legup"
		case sets.Keyword(words[0]) == "begin":
			return "janko"
		case strings.Contains(words[0], "/") || sets.IsAddress(words[0]):
			return "url"
		}
		break
	}
	return "text"
}

// write writes what part adds for each puzzle of a set (see [sets.WriteSet]).
func write(w io.Writer, s puzzle.Set, ids bool, part func(b *strings.Builder, i int, item sets.Entry[*nurikabe.Puzzle]) error) error {
	complete := func(_ *nurikabe.Puzzle, v uint8) bool { return v == nurikabe.Wall || v == nurikabe.Island }
	return sets.WriteSet(w, kind, s, ids, complete, part)
}

// parseNumber reads a clue of plain digits; anything else is 0.
func parseNumber(text string) int { return puzzle.ParseCount(text, nurikabe.MaxClue) }
