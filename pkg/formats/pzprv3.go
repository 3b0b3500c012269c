package formats

import (
	"strconv"
	"strings"
	"unicode"

	"formicary/pkg/puzzle"
)

// pzprv3 are board files of the pzpr editors (pzv.jp, puzz.link and their kin):
//
//	pzprv3/slither/2/3/. 3 . /2 . . /0 0 0 0 /0 0 0 0 /0 0 0 /0 0 0 /0 0 0 /
//
// Parts stand on lines of their own or are separated by "/": the word pzprv3 (with ".1" where later versions
// of the editor wrote it), the editor's name of the kind, rows, columns, perhaps flags, and then the tables
// of the kind (pzprKinds), first those of the puzzle and then those of what somebody filled in. Several may
// follow each other, with comments between them. In an address the text stands behind the question mark, one a
// line, perhaps percent-encoded. What the editor adds ("info:", "history:") is passed over.
//
// The order of tables and signs is that of the FileIO parts of github.com/robx/pzprjs.
var pzprv3 = &foreign{
	name: pzprWord, extension: ".pzprv3", doc: "board files of the pzpr editors, also in addresses: puzzles only; only read",
	many:   "the pzpr editors",
	starts: func(text string) bool { return strings.HasPrefix(firstLine(text), pzprWord) || addressed(text) },
	reads: func(kind string) bool {
		for _, k := range pzprKinds {
			if k.kind == kind {
				return true
			}
		}
		return false
	},
	read: readPzprv3,
	names: func(text string) string {
		r := newPzprReader(&input{text: text})
		if _, err := r.word(""); err != nil {
			return ""
		}
		id, _ := r.word("")
		return pzprKinds[id.text].kind
	},
}

const pzprWord = "pzprv3"

// firstLine is the first line of a text that is neither blank nor a comment.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); !comment(line) {
			return line
		}
	}
	return ""
}

// comment says whether a line without white space around it is blank or a comment. A part of an address can begin with
// the sign of a comment.
func comment(line string) bool {
	return line == "" || line[0] == '#' && !strings.HasPrefix(line, "#m=")
}

// addressed says that the first line is an address with a board file in it.
func addressed(text string) bool {
	_, after, ok := strings.Cut(firstLine(text), "?")
	return ok && strings.HasPrefix(after, pzprWord)
}

// pzprPart is a part between two slashes, as the place of each of its characters.
type pzprPart struct {
	signs  []rune
	at     []place // of signs, and of the end
	begins bool    // a line
}

func (p pzprPart) blank() bool { return len(p.words()) == 0 }

// end is the place behind the part.
func (p pzprPart) end() place { return p.at[len(p.signs)] }

// words are the part's words.
func (p pzprPart) words() (words []word) {
	from := -1
	for i := 0; i <= len(p.signs); i++ {
		switch gap := i == len(p.signs) || unicode.IsSpace(p.signs[i]); {
		case gap && from >= 0:
			words = append(words, word{string(p.signs[from:i]), p.at[from]})
			from = -1
		case !gap && from < 0:
			from = i
		}
	}
	return words
}

// pzprParts splits a text. In addresses "%" and two digits are decoded.
func pzprParts(text string) (parts []pzprPart) {
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		line = strings.TrimSuffix(line, "\r")
		if trimmed := strings.TrimSpace(line); trimmed == "" {
			continue
		}
		signs, column := []rune(line), 0
		address, plus := false, false // "+" is a blank
		if before, after, ok := strings.Cut(line, "?"); ok && strings.HasPrefix(after, pzprWord) {
			column, address = len([]rune(before))+1, true
			plus = !strings.Contains(after, " ") && !strings.Contains(after, "%20")
		}
		part := pzprPart{begins: true}
		for ; column < len(signs); column++ {
			sign, at := signs[column], place{number, column + 1}
			if address && sign == '%' && column+2 < len(signs) {
				if code, err := strconv.ParseUint(string(signs[column+1:column+3]), 16, 7); err == nil {
					sign = rune(code)
					column += 2
				}
			} else if plus && sign == '+' {
				sign = ' '
			}
			if sign == '/' {
				part.at = append(part.at, at)
				parts = append(parts, part)
				part = pzprPart{}
				continue
			}
			part.signs, part.at = append(part.signs, sign), append(part.at, at)
		}
		part.at = append(part.at, place{number, len(signs) + 1})
		parts = append(parts, part)
	}
	return parts
}

// pzprReader reads the parts of a file one by one.
type pzprReader struct {
	in     *input
	parts  []pzprPart
	next   int
	newer  bool  // the file says version 1 or above
	answer place // of the first mark that somebody filled in
}

func newPzprReader(in *input) *pzprReader { return &pzprReader{in: in, parts: pzprParts(in.text)} }

// more passes over blank parts and says whether there is another one.
func (r *pzprReader) more() bool {
	for r.next < len(r.parts) && r.parts[r.next].blank() {
		r.next++
	}
	return r.next < len(r.parts)
}

// ended is the error of an end where something is expected.
func (r *pzprReader) ended(expected string) error {
	at := place{1, 1}
	if len(r.parts) > 0 {
		at = r.parts[len(r.parts)-1].end()
	}
	return r.in.errorf(at, "expected %s, found the end", expected)
}

// row is the next part, which has n words.
func (r *pzprReader) row(n int, expected string) ([]word, error) {
	if !r.more() {
		return nil, r.ended(expected)
	}
	p := r.parts[r.next]
	words := p.words()
	if len(words) > n {
		return nil, r.in.errorf(words[n].at, "expected %s of %s, found %d", expected, puzzle.Plural(n, "sign"), len(words))
	}
	if len(words) < n {
		return nil, r.in.errorf(p.end(), "expected %s of %s, found %d", expected, puzzle.Plural(n, "sign"), len(words))
	}
	r.next++
	return words, nil
}

// word is the next part, which has one word.
func (r *pzprReader) word(expected string) (word, error) {
	words, err := r.row(1, expected)
	if err != nil {
		return word{}, err
	}
	return words[0], nil
}

// number is the next part, which is a number from 1 on.
func (r *pzprReader) number(expected string) (word, int, error) {
	w, err := r.word(expected)
	if err != nil {
		return w, 0, err
	}
	n := puzzle.ParseCount(w.text, mostCells)
	if n == 0 {
		return w, 0, r.in.errorf(w.at, "expected %s from 1 to %d, found %s", expected, mostCells, puzzle.Quote(w.text))
	}
	return w, n, nil
}

func readPzprv3(in *input) error {
	r := newPzprReader(in)
	for r.more() {
		if p := r.parts[r.next]; p.begins && p.words()[0].text[0] == '#' {
			for r.next++; r.next < len(r.parts) && !r.parts[r.next].begins; r.next++ {
			}
			continue
		}
		if err := r.board(); err != nil {
			return err
		}
	}
	return nil
}

// board reads one file.
func (r *pzprReader) board() error {
	head, err := r.word(pzprWord)
	if err != nil {
		return err
	}
	version, ok := strings.CutPrefix(head.text, pzprWord)
	if !ok || version != "" && (version[0] != '.' || puzzle.ParseCount(version[1:], mostCells) == 0) {
		return r.in.errorf(head.at, "expected %s, found %s", pzprWord, puzzle.Quote(head.text))
	}
	r.newer, r.answer = version != "", place{}
	id, err := r.word("the editor's name of the puzzle")
	if err != nil {
		return err
	}
	kind := pzprKinds[id.text]
	if kind.kind != r.in.kind.Name {
		return r.in.otherKind(id.at, id.text, kind.kind)
	}
	_, rows, err := r.number("the number of rows")
	if err != nil {
		return err
	}
	at, cols, err := r.number("the number of columns")
	if err != nil {
		return err
	}
	size := puzzle.Size{Rows: rows, Cols: cols}
	if size.Cells() > mostCells {
		return r.in.errorf(at.at, "expected at most %d cells, found %v", mostCells, size)
	}
	if err := r.flags(kind.flags); err != nil {
		return err
	}
	s := newSheet(size, head.at)
	for _, part := range kind.parts {
		if err := part(r, s); err != nil {
			return err
		}
	}
	r.rest()
	if r.answer != (place{}) {
		r.in.warn(r.answer, "what somebody filled in is left out")
	}
	return r.in.add(s)
}

// flags passes over flags that change nothing but the look.
func (r *pzprReader) flags(harmless string) error {
	for r.more() {
		words := r.parts[r.next].words()
		if len(words) != 1 || strings.Trim(words[0].text, "abcdefghijklmnopqrstuvwxyz") != "" {
			return nil
		}
		if !strings.Contains(harmless, words[0].text) {
			return r.in.errorf(words[0].at, "expected the usual rules of %s, found the flag %s of a variant", r.in.kind.Title, puzzle.Quote(words[0].text))
		}
		r.next++
	}
	return nil
}

// rest passes over all up to the next file.
func (r *pzprReader) rest() {
	for extra := false; r.more(); r.next++ {
		p := r.parts[r.next]
		words := p.words()
		if strings.HasPrefix(words[0].text, pzprWord) || p.begins && words[0].text[0] == '#' && strings.ContainsFunc(string(p.signs), unicode.IsLetter) {
			return
		}
		extra = extra || strings.HasPrefix(words[0].text, "info:") || strings.HasPrefix(words[0].text, "history:")
		for _, w := range words {
			if !extra && w.text != "." && w.text != "0" {
				r.filled(w.at)
			}
		}
	}
}

// filled notes a mark that somebody filled in.
func (r *pzprReader) filled(at place) {
	if r.answer == (place{}) {
		r.answer = at
	}
}
