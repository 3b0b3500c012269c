// Package nonograms opens, reads and writes sets of nonograms in twelve formats, and knows by which numbers the puzzles of a
// set differ.
//
// # Design
//
// No engine imports the package, so that a mended reader leaves the identity of records as it is. Package nonogram has the
// puzzle itself, its judge and its one canonical text. [sets.Kind.Read] tells the format from the content. A reader of colours
// gathers them as inks, by the keys that its input uses.
//
// # Limits
//
// A format keeps what it has a place for: the descriptions of [Kind]'s formats say what that is. Readers refuse triangular
// boards and clues with unknown lengths.
package nonograms

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// kindName is the name of the kind.
const kindName = "nonogram"

// Kind is the nonogram as a kind of puzzle: its name, formats and sets. The
// content of a file in the format puzzlekit looks like nin.
var Kind = sets.Kind{
	Name: kindName, Title: "Nonogram",
	Formats: []sets.Format{
		{Name: "non", Extension: ".non", Doc: "Simpson's format with colours, several puzzles per file: ids, titles, solutions and grades", Read: sets.Reader(readNon), Write: writeNon},
		{Name: "webpbn", Extension: ".xml", Doc: "the XML format of webpbn.com with colours, several puzzles per file: ids, titles and solutions; no grades", Read: sets.Reader(readWebpbn), Write: writeWebpbn},
		{Name: "json", Extension: ".json", Doc: "objects with rows and columns: ids, titles, solutions and grades", Read: sets.Reader(readJSON), Write: writeJSON},
		{Name: "olsak", Extension: ".g", Doc: "Olšák's format for colours: one puzzle, nothing else", Read: sets.Reader(readOlsak), Write: writeOlsak},
		{Name: "batch", Extension: ".txt", Doc: "the tournaments' format: black-and-white puzzles on square boards with ids; also reads their solutions", Read: sets.Reader(readBatch), Write: writeBatch},
		{Name: "nin", Extension: ".nin", Doc: "Wilk's format: one black-and-white puzzle, nothing else", Read: sets.Reader(nin.read), Write: nin.write},
		{Name: "mk", Extension: ".mk", Doc: "Olšák's plain format: one black-and-white puzzle, nothing else", Read: sets.Reader(mk.read), Write: mk.write},
		{Name: "keen", Extension: ".keen", Doc: "rows, a blank line, columns: one black-and-white puzzle, nothing else", Read: sets.Reader(readKeen), Write: writeKeen},
		{Name: "puzzlekit", Extension: ".puzzlekit", Doc: "puzzlekit's text of janko.at: one black-and-white puzzle with its solution; looks like nin, so name it with --from", Read: sets.Reader(puzzlekit.read), Write: puzzlekit.write},
		{Name: "url", Extension: ".url", Doc: "puzz.link addresses, one per line: black-and-white puzzles only", Read: readURLs, Write: writeURLs},
		{Name: "pbm", Extension: ".pbm", Doc: "a black-and-white picture, plain or raw: its puzzle and that solution", Binary: true, Read: sets.Reader(readPBM), Write: writePBM},
		{Name: "png", Extension: ".png", Doc: "a colour picture, one pixel per cell: its puzzle and that solution", Binary: true, Read: sets.Reader(readPNG), Write: writePNG},
	},
	Detect:  detect,
	Rename:  func(p puzzle.Puzzle, id string) puzzle.Puzzle { return p.(*nonogram.Puzzle).Named(id) },
	Folders: true,
	Features: []puzzle.Feature{
		puzzle.Cells(),
		{Name: "blocks", Of: Blocks},
		{Name: "blocks per line", Of: BlocksPerLine},
		{Name: "density", Of: Density},
		{Name: "mean slack", Of: MeanSlack},
	},
}

// detect names the format of an input. What looks like nothing in particular is
// taken for Simpson's format.
func detect(text []byte) string {
	if bytes.HasPrefix(text, []byte(pngHead)) {
		return "png"
	}
	if len(text) > 2 && text[0] == 'P' && (text[1] == '1' || text[1] == '4') && !isWord(string(text[2:min(len(text), 2+utf8.UTFMax)])) {
		return "pbm"
	}
	first, sections := "", 0
	divided, gap, two := false, false, false // a line "#", a blank line, numbers after one
	for line := range bytes.Lines(text) {
		trimmed := strings.TrimSpace(string(line))
		words := strings.Fields(trimmed)
		switch {
		case len(words) == 0:
			gap = gap || first != ""
			continue
		case first == "":
			first = words[0]
		case gap && isDigit(words[0]):
			two = true
		}
		switch {
		case words[0] == "rows" || words[0] == "columns":
			return "non"
		case trimmed == "#" && isDigit(first):
			divided = true
		case line[0] == ':':
			sections++
		}
	}
	switch {
	case first == "":
		return "non"
	case first[0] == '{' || first[0] == '[':
		return "json"
	case first[0] == '$':
		return "batch"
	case sets.IsAddress(first) || strings.Contains(first, "://") && first[0] != '<':
		return "url"
	case first[0] == '<':
		return "webpbn"
	case divided:
		return "mk"
	case sections > 1:
		return "olsak"
	case isDigit(first) && two:
		return "keen"
	case isDigit(first):
		return "nin"
	}
	return "non"
}

// isDigit says whether a text starts with a digit.
func isDigit(text string) bool { return text != "" && text[0] >= '0' && text[0] <= '9' }

// complete says whether a cell of a solution may have the value.
func complete(p *nonogram.Puzzle, v uint8) bool { return int(v) < (p.Colours() + 1) }

// write writes what part adds for each puzzle of a set (see [sets.WriteSet]).
func write(w io.Writer, s puzzle.Set, ids bool, part func(b *strings.Builder, i int, item sets.Entry[*nonogram.Puzzle]) error) error {
	return sets.WriteSet(w, kindName, s, ids, complete, part)
}

// noColours is the error of a puzzle with colours for a format that knows none.
func noColours(p *nonogram.Puzzle) error {
	if p.IsColour() {
		return fmt.Errorf("nonogram %s: this format knows no colours", p.ID())
	}
	return nil
}

// sides are the clues of all rows, and of all columns.
func sides(p *nonogram.Puzzle) (rows, cols []nonogram.Clue) {
	for i := range p.Lines() {
		if i < p.Size().Rows {
			rows = append(rows, p.Line(i))
		} else {
			cols = append(cols, p.Line(i))
		}
	}
	return rows, cols
}
