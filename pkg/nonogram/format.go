package nonogram

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"formicary/pkg/puzzle"
)

// Formats lists the formats that nonograms are read from and written in.
func Formats() []puzzle.Format {
	return []puzzle.Format{
		{Name: "non", Extension: ".non", Doc: "Simpson's format with colours, also several puzzles a file: ids, titles, solutions and grades", Read: ReadNon, Write: WriteNon},
		{Name: "webpbn", Extension: ".xml", Doc: "the XML format of webpbn.com with colours, also several puzzles a file: ids, titles and solutions; no grades", Read: ReadWebpbn, Write: WriteWebpbn},
		{Name: "json", Extension: ".json", Doc: "objects with rows and columns: ids, titles, solutions and grades", Read: ReadJSON, Write: WriteJSON},
		{Name: "olsak", Extension: ".g", Doc: "Olšák's format for colours: one puzzle, nothing else", Read: ReadOlsak, Write: WriteOlsak},
		{Name: "batch", Extension: ".txt", Doc: "the tournaments' format: black-and-white puzzles on square boards with ids; also reads their solutions", Read: ReadBatch, Write: WriteBatch},
		{Name: "nin", Extension: ".nin", Doc: "Wilk's format: one black-and-white puzzle, nothing else", Read: ReadNin, Write: WriteNin},
		{Name: "mk", Extension: ".mk", Doc: "Olšák's plain format: one black-and-white puzzle, nothing else", Read: ReadMk, Write: WriteMk},
		{Name: "keen", Extension: ".keen", Doc: "rows, a blank line, columns: one black-and-white puzzle, nothing else", Read: ReadKeen, Write: WriteKeen},
		{Name: "puzzlekit", Extension: ".puzzlekit", Doc: "puzzlekit's text of janko.at: one black-and-white puzzle with its solution; looks like nin, so say it with --from", Read: ReadPuzzlekit, Write: WritePuzzlekit},
		{Name: "url", Extension: ".url", Doc: "puzz.link addresses, one a line: black-and-white puzzles only", Read: ReadURLs, Write: WriteURLs},
		{Name: "pbm", Extension: ".pbm", Doc: "a black-and-white picture, plain or raw: its puzzle and that solution", Read: ReadPBM, Write: WritePBM},
		{Name: "png", Extension: ".png", Doc: "a picture in colours, a pixel a cell: its puzzle and that solution", Read: ReadPNG, Write: WritePNG},
	}
}

// FormatByName returns the format with the given name or extension.
func FormatByName(name string) (puzzle.Format, error) { return puzzle.FindFormat(Formats(), name) }

// Read reads a set in any of [Formats] but puzzlekit; the content tells which
// one.
func Read(source string, r io.Reader) (puzzle.Set, error) {
	b := bufio.NewReader(r)
	// Pictures are no text.
	if head, _ := b.Peek(len(pngHead)); bytes.Equal(head, []byte(pngHead)) {
		return ReadPNG(source, b)
	} else if len(head) > 2 && (head[1] == '1' || head[1] == '4') && head[0] == 'P' && !isWord(string(head[2:])) {
		return ReadPBM(source, b)
	}
	return puzzle.Detect(source, b, Formats(), detect)
}

// detect names the format of a text. What looks like nothing in particular is
// taken for Simpson's format.
func detect(text []byte) string {
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
	case first[0] == '<':
		return "webpbn"
	case first[0] == '{' || first[0] == '[':
		return "json"
	case first[0] == '$':
		return "batch"
	case strings.HasPrefix(first, Kind+"/") || strings.Contains(first, "?"+Kind+"/") || strings.Contains(first, "://"):
		return "url"
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

// Open reads a set by its name: the file or the folder of that name in
// data/nonogram or in the nonogram folder of the benchmarks (see
// [puzzle.OpenFolder]), or a file's or a folder's path.
func Open(name string) (puzzle.Set, error) {
	return puzzle.OpenFolder(Kind, name, Read, func(p puzzle.Puzzle, id string) puzzle.Puzzle {
		return p.(*Puzzle).Named(id)
	})
}

// MustOpen is [Open] for cells of a notebook: it panics where Open fails.
func MustOpen(name string) puzzle.Set {
	set, err := Open(name)
	return puzzle.MustSet(Kind, set, err)
}

// writable prepares a set for a writer.
func writable(s puzzle.Set, ids bool) ([]puzzle.Entry[*Puzzle], error) {
	return puzzle.Writable(Kind, s, ids, func(p *Puzzle, v uint8) bool { return int(v) < len(p.palette) })
}

// write writes the texts of all puzzles of a set, or nothing where one of them
// cannot be written. part adds the i-th one.
func write(w io.Writer, s puzzle.Set, ids bool, part func(b *strings.Builder, i int, item puzzle.Entry[*Puzzle]) error) error {
	items, err := writable(s, ids)
	if err != nil {
		return err
	}
	var b strings.Builder
	for i, item := range items {
		if err := part(&b, i, item); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// plain is the error of a puzzle with colours for a format that knows none.
func (p *Puzzle) plain() error {
	if p.isColour() {
		return fmt.Errorf("nonogram %s: this format knows no colours", p.id)
	}
	return nil
}
