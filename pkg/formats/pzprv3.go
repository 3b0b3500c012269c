package formats

import (
	"strconv"
	"strings"
	"unicode"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// pzprv3 are board files of the pzpr editors (pzv.jp, puzz.link and their kin):
//
//	pzprv3/slither/2/3/. 3 . /2 . . /0 0 0 0 /0 0 0 0 /0 0 0 /0 0 0 /0 0 0 /
//
// Parts stand on lines of their own or are separated by "/": the word pzprv3 (with ".1" if later versions
// of the editor wrote it), the editor's name of the kind, rows, columns, perhaps flags, and then the tables
// of the kind (pzprKinds), first those of the puzzle and then those of what somebody filled in. Several may
// follow each other, with comments between them. In an address the text stands behind the question mark, one a
// line, perhaps percent-encoded. What the editor adds ("info:", "history:") is passed over.
//
// The order of tables and signs is that of the FileIO parts of github.com/robx/pzprjs.
var pzprv3 = &foreign{
	name: pzprWord, extension: ".pzprv3", doc: "board files of the pzpr editors, also in addresses: puzzles only, not written",
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
	names: func(text string) (kind string) {
		r := newPzprReader(&input{text: text})
		_ = sets.Try(func() {
			r.word("")
			kind = pzprKinds[r.word("").text].kind
		})
		return kind
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

// pzprPart is a part between two slashes.
type pzprPart struct {
	signs   []rune
	columns []int32 // of signs, and of the end
	line    int
	begins  bool // a line
}

// end is the place behind the part.
func (p pzprPart) end() place { return place{p.line, int(p.columns[len(p.signs)])} }

// words are the part's words.
func (p pzprPart) words() (words []word) {
	from := -1
	for i := 0; i <= len(p.signs); i++ {
		switch gap := i == len(p.signs) || unicode.IsSpace(p.signs[i]); {
		case gap && from >= 0:
			words = append(words, word{string(p.signs[from:i]), place{p.line, int(p.columns[from])}})
			from = -1
		case !gap && from < 0:
			from = i
		}
	}
	return words
}

// pzprParts splits a line. In an address "%" and two digits are decoded.
func pzprParts(number int, line string) (parts []pzprPart) {
	signs, column := []rune(strings.TrimSuffix(line, "\r")), 0
	address, plus := false, false // "+" is a blank
	if before, after, ok := strings.Cut(line, "?"); ok && strings.HasPrefix(after, pzprWord) {
		column, address = len([]rune(before))+1, true
		plus = !strings.Contains(after, " ") && !strings.Contains(after, "%20")
	}
	plain, columns := make([]rune, 0, len(signs)), make([]int32, 0, len(signs)+1)
	from := 0
	end := func(at int) {
		parts = append(parts, pzprPart{plain[from:], append(columns, int32(at+1))[from:], number, from == 0})
	}
	for ; column < len(signs); column++ {
		sign, at := signs[column], column
		if address && sign == '%' && column+2 < len(signs) {
			if code, err := strconv.ParseUint(string(signs[column+1:column+3]), 16, 7); err == nil {
				sign = rune(code)
				column += 2
			}
		} else if plus && sign == '+' {
			sign = ' '
		}
		if sign == '/' {
			end(at)
		}
		plain, columns = append(plain, sign), append(columns, int32(at+1))
		if sign == '/' {
			from = len(plain)
		}
	}
	end(len(signs))
	return parts
}

// pzprReader reads the parts of a file one by one.
type pzprReader struct {
	in     *input
	rest   string // lines that are still to be split
	line   int    // that is split
	parts  []pzprPart
	newer  bool  // the file says version 1 or above
	answer place // of the first mark that somebody filled in
}

func newPzprReader(in *input) *pzprReader { return &pzprReader{in: in, rest: in.text} }

// more passes over blank parts and says whether there is another one, which is the first of r.parts.
func (r *pzprReader) more() bool {
	for {
		for len(r.parts) > 0 {
			if len(r.parts[0].words()) > 0 {
				return true
			}
			r.parts = r.parts[1:]
		}
		if r.rest == "" {
			return false
		}
		line, rest, _ := strings.Cut(r.rest, "\n")
		r.rest = rest
		r.line++
		r.parts = pzprParts(r.line, line)
	}
}

// ended is the error of an end before something expected.
func (r *pzprReader) ended(expected string) error {
	lines := strings.Split(strings.TrimRight(r.in.text, "\r\n"), "\n")
	return r.in.errorf(place{len(lines), len([]rune(lines[len(lines)-1])) + 1}, "expected %s, found the end", expected)
}

// row is the next part, which has n words.
func (r *pzprReader) row(n int, expected string) []word {
	if !r.more() {
		panic(r.ended(expected))
	}
	p := r.parts[0]
	words := p.words()
	if len(words) > n {
		panic(r.in.errorf(words[n].at, "expected %s of %s, found %d", expected, puzzle.Plural(n, "sign"), len(words)))
	}
	if len(words) < n {
		panic(r.in.errorf(p.end(), "expected %s of %s, found %d", expected, puzzle.Plural(n, "sign"), len(words)))
	}
	r.parts = r.parts[1:]
	return words
}

// word is the next part, which has one word.
func (r *pzprReader) word(expected string) word {
	words := r.row(1, expected)
	return words[0]
}

// number is the next part, which is a number from 1 on.
func (r *pzprReader) number(expected string) (word, int) {
	w := r.word(expected)
	n := puzzle.ParseCount(w.text, mostCells)
	if n == 0 {
		panic(r.in.errorf(w.at, "expected %s from 1 to %d, found %s", expected, mostCells, puzzle.Quote(w.text)))
	}
	return w, n
}

func readPzprv3(in *input) {
	r := newPzprReader(in)
	for r.more() {
		if p := r.parts[0]; p.begins && p.words()[0].text[0] == '#' {
			r.parts = nil
			continue
		}
		r.board()
	}
}

// board reads one file.
func (r *pzprReader) board() {
	head := r.word(pzprWord)
	version, ok := strings.CutPrefix(head.text, pzprWord)
	if !ok || version != "" && (version[0] != '.' || puzzle.ParseCount(version[1:], mostCells) == 0) {
		panic(r.in.errorf(head.at, "expected %s, found %s", pzprWord, puzzle.Quote(head.text)))
	}
	r.newer, r.answer = version != "", place{}
	id := r.word("the editor's name of the puzzle")
	kind := pzprKinds[id.text]
	if kind.kind != r.in.kind.Name {
		panic(r.in.otherKind(id.at, id.text, kind.kind))
	}
	_, rows := r.number("the number of rows")
	at, cols := r.number("the number of columns")
	size := puzzle.Size{Rows: rows, Cols: cols}
	if size.Cells() > mostCells {
		panic(r.in.errorf(at.at, "expected at most %d cells, found %v", mostCells, size))
	}
	r.flags(kind.flags)
	s := newSheet(size, head.at)
	for _, part := range kind.parts {
		part(r, s)
	}
	r.extra()
	if r.answer != (place{}) {
		r.in.warn(r.answer, "what somebody filled in is left out")
	}
	r.in.add(s)
}

// flags passes over flags that change nothing but the look.
func (r *pzprReader) flags(harmless string) {
	for r.more() {
		words := r.parts[0].words()
		if len(words) != 1 || strings.Trim(words[0].text, "abcdefghijklmnopqrstuvwxyz") != "" {
			return
		}
		if !strings.Contains(harmless, words[0].text) {
			panic(r.in.errorf(words[0].at, "expected the usual rules of %s, found the flag %s of a variant", r.in.kind.Title, puzzle.Quote(words[0].text)))
		}
		r.parts = r.parts[1:]
	}
}

// extra passes over all up to the next file.
func (r *pzprReader) extra() {
	for extra := false; r.more(); r.parts = r.parts[1:] {
		p := r.parts[0]
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
