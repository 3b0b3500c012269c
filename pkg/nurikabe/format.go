package nurikabe

import (
	"bytes"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// Kind is Nurikabe as a kind of puzzle: its name, formats and sets.
var Kind = sets.Kind{
	Name: kindName, Title: "Nurikabe",
	Formats: []sets.Format{
		{Name: "compact", Extension: ".nurikabe", Doc: "one puzzle per line, the lab's own: ids, solutions and grades", Read: readCompact, Write: writeCompact},
		{Name: "text", Extension: ".txt", Doc: "grids of characters, as people type them: ids; no solutions, no grades", Read: readText, Write: writeText},
		{Name: "janko", Extension: ".janko", Doc: "Janko's text format: ids and solutions; no grades", Read: readJanko, Write: writeJanko},
		{Name: "url", Extension: ".url", Doc: "puzz.link addresses, one per line: puzzles only; clues up to 4095", Read: readURLs, Write: writeURLs},
		{Name: "pzprv3", Extension: ".pzprv3", Doc: "board files of the pzpr editor: solutions; no ids, no grades", Read: readPzprv3, Write: writePzprv3},
		{Name: "legup", Extension: ".xml", Doc: "a file of LEGUP: one puzzle without clues of any size, nothing else", Read: readLegup, Write: writeLegup},
		{Name: "puzzlekit", Extension: ".json", Doc: "a JSON set of the puzzlekit project: ids and solutions; no grades", Read: readPuzzlekit, Write: writePuzzlekit},
	},
	Detect: detect,
	Rename: func(p puzzle.Puzzle, id string) puzzle.Puzzle {
		q := *p.(*Puzzle)
		q.id = id
		return &q
	},
	Features: Features(),
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
		case len(words) > 1 && strings.HasPrefix(words[1], kindName+"/"):
			return "compact"
		case strings.HasPrefix(words[0], "{") || words[0][0] == '[' && sets.Keyword(words[0]) == words[0]:
			return "puzzlekit"
		case words[0][0] == '<' && !sets.IsAddress(words[0]):
			return "legup"
		case strings.HasPrefix(words[0], pzprv3Head):
			return "pzprv3"
		case sets.Keyword(words[0]) == "begin":
			return "janko"
		case strings.Contains(words[0], "/") || sets.IsAddress(words[0]):
			return "url"
		}
		break
	}
	return "text"
}
