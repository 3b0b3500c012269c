package sets

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"formicary/pkg/puzzle"
)

// Addresses says how addresses of the pzpr family of puzzle sites name the puzzles of a kind:
//
//	https://puzz.link/p?NAME/FLAGS/COLS/ROWS/BODY
//
// Source of the form, the flags and the names: pzpr.js (github.com/robx/pzprjs: parser.js, variety.js, and the file of
// each variety).
type Addresses struct {
	// Title is the kind's name that people read.
	Title string
	// Names are those of the kind in addresses; the first is the usual one. Without any, every address is an error.
	Names []string
	// Most is the largest number of cells of a board.
	Most int
	// Flags are the letters that may stand before the size, and what each says of the puzzle. One that says
	// nothing of it, "", is passed over; the others are refused.
	Flags map[rune]string
}

// Address is one that has been taken apart as far as the body, which is read from its beginning on.
type Address struct {
	*Body
	// Size is what the address says of the board.
	Size puzzle.Size
	// ID is the puzzle's number in the input, from one.
	ID string
	// Start is the column of the kind's name.
	Start int

	warnings []*puzzle.ParseError
}

// Warn adds a warning to the set that is read: what is assumed, or left out.
func (a *Address) Warn(column int, format string, args ...any) {
	a.warnings = append(a.warnings, puzzle.Errorf(a.Source, a.Line, column, format, args...))
}

// ReadAddresses reads addresses, one a line:
//
//	https://puzz.link/p?nurikabe/10/10/j2g2i2m2j2m2j2n2g2j2r2g2j2l22j2r2g
//	https://pzv.jp/p.html?type=editor&nurikabe_edit/5/5/g5k2o1k3g
//	nurikabe/5/5/g5k2o1k3g
//
// What comes before the question mark is ignored, and so are other parameters, a fragment, "<" and ">" around it,
// blank lines, and lines that start with "#". A slash may stand at the end. An address with percent signs is read as it
// stands or, where it does not say a puzzle so, with two hexadecimal digits behind each as one character.
//
// parse ends the reading at a mistake ([Reader]).
func ReadAddresses(kind Addresses, parse func(a *Address) puzzle.Puzzle) func(source string, r io.Reader) (puzzle.Set, error) {
	return Reader(func(source string, r io.Reader) puzzle.Set { return kind.read(source, r, parse) })
}

func (kind Addresses) read(source string, r io.Reader, parse func(a *Address) puzzle.Puzzle) puzzle.Set {
	l, c := NewLines(source, r), Collect(source)
	read := func(t located) (a *Address, p puzzle.Puzzle, err error) {
		err = Try(func() {
			a = kind.takeApart(source, l.Number(), t, c.NextID())
			p = parse(a)
		})
		return a, p, err
	}
	for l.Next() {
		fields := l.Fields()
		if len(fields) == 0 || strings.HasPrefix(fields[0].Text, "#") {
			continue
		}
		if len(fields) > 1 {
			panic(l.Errorf(fields[1].Column, "expected one address a line, found %s", puzzle.Quote(fields[1].Text)))
		}
		text := locate(fields[0])
		a, p, err := read(query(text))
		if plain := text.unescaped(); err != nil && len(plain.text) < len(text.text) {
			a, p, err = read(query(plain))
		}
		Check(err)
		l.Check(a.Start, c.Add(puzzle.Item{Puzzle: p}))
		for _, w := range a.warnings {
			c.Warn(w)
		}
	}
	example := "KIND"
	if len(kind.Names) > 0 {
		example = kind.Names[0]
	}
	return c.Finish(l, fmt.Sprintf("an address such as https://puzz.link/p?%s/10/10/…", example))
}

// TakeApart takes apart what follows the question mark of an address. Its escapes stay as they are.
func (kind Addresses) TakeApart(source string, line int, text Field, id string) *Address {
	return kind.takeApart(source, line, locate(text), id)
}

func (kind Addresses) takeApart(source string, line int, rest located, id string) *Address {
	a := &Address{ID: id, Start: rest.columns[0], Body: &Body{Source: source, Line: line}}
	fail := func(at located, format string, args ...any) error {
		return puzzle.Errorf(source, line, at.columns[0], format, args...)
	}
	// next takes the text up to the next slash.
	next := func(what string) (part located) {
		part, after, ok := rest.cut('/')
		if !ok {
			panic(fail(rest.from(len(rest.text)), "expected / after the %s, found the end of the address", what))
		}
		rest = after
		return part
	}
	// option reads what may stand before the size; ok is false for anything else.
	option := func(part located) (ok bool) {
		word := string(part.text)
		if variant, ok := strings.CutPrefix(word, "v:"); ok {
			if variant != "" {
				panic(fail(part, "the variant %s of %s is not read", puzzle.Quote(variant), kind.Title))
			}
			a.Warn(part.columns[0], "the address says that the rules vary, not how: the usual rules of %s are taken", kind.Title)
			return true
		}
		if strings.Trim(word, letters) != "" {
			return false
		}
		for i, flag := range part.text {
			if says, known := kind.Flags[flag]; !known {
				panic(fail(part.from(i), "expected the number of columns, found %q: no flag of %s", flag, kind.Title))
			} else if says != "" {
				panic(fail(part.from(i), "the flag %q of %s is not read: %s", flag, kind.Title, says))
			}
		}
		return true
	}

	whole := rest
	part, _, slash := rest.cut('/')
	if strings.HasPrefix(string(part.text), "v:") && slash {
		option(next("kind of puzzle"))
		whole = rest
		part, _, slash = rest.cut('/')
	}
	name := nameOf(part)
	if !slash && !slices.ContainsFunc(kind.Names, func(n string) bool { return strings.HasPrefix(n, name) }) || slash && !slices.Contains(kind.Names, name) {
		panic(fail(whole, "%s", kind.other(name, slash, string(whole.text))))
	}
	next("kind of puzzle")
	a.Start = whole.columns[0]
	part = next("number of columns")
	for option(part) {
		part = next("number of columns")
	}
	if a.Size.Cols = puzzle.ParseCount(string(part.text), kind.Most); a.Size.Cols == 0 {
		panic(fail(part, "expected the number of columns, found %s", puzzle.Quote(string(part.text))))
	}
	part = next("number of rows")
	if a.Size.Rows = puzzle.ParseCount(string(part.text), kind.Most); a.Size.Rows == 0 {
		panic(fail(part, "expected the number of rows, found %s", puzzle.Quote(string(part.text))))
	}
	if a.Size.Cells() > kind.Most {
		panic(fail(rest, "expected at most %d cells, found %v", kind.Most, a.Size))
	}
	// The sites' editors end an address in a slash if a reader of plain text might take its last sign for the end of a sentence.
	if n := len(rest.text); n > 0 && rest.text[n-1] == '/' {
		rest = rest.to(n - 1)
	}
	a.Body.located = rest
	return a
}

// other says what an address is of that is not of the kind. It is one if a slash follows its name.
func (kind Addresses) other(name string, slash bool, whole string) string {
	title, ours := varietyOf(name)
	switch {
	case strings.HasPrefix(name, pzprv3):
		return fmt.Sprintf("expected an address of %s, found the text of a file of pzpr", kind.Title)
	case strings.HasSuffix(name, "="):
		return fmt.Sprintf("expected KIND/COLS/ROWS/…, found the parameter %s", puzzle.Quote(name))
	case slash && ours && title == kind.Title:
		return fmt.Sprintf("addresses of %s are not read", title)
	case slash && ours:
		return fmt.Sprintf("expected %s, found an address of %s", kind.Title, title)
	case slash && title != "":
		return title + " is not a kind of this lab"
	case slash && isName(name):
		return fmt.Sprintf("%q is not a kind of this lab", name)
	case len(kind.Names) == 0:
		return fmt.Sprintf("expected a puzzle, found %s", puzzle.Quote(whole))
	}
	return fmt.Sprintf("expected %s/COLS/ROWS/…, found %s", kind.Names[0], puzzle.Quote(whole))
}

const (
	letters = "abcdefghijklmnopqrstuvwxyz"
	// pzprv3 begins the first line of the files of pzpr, and the query of an address that is one.
	pzprv3 = "pzprv3"
)

// isName says whether a kind may have the name in addresses.
func isName(name string) bool {
	return name != "" && strings.Trim(name, letters+"0123456789-_") == "" && strings.Contains(letters, name[:1])
}

// nameOf is the kind's name in the part of an address before the first slash.
func nameOf(part located) string {
	name := strings.ToLower(string(part.text))
	for _, mode := range []string{"_edit", "_play", "_test"} {
		name = strings.TrimSuffix(name, mode)
	}
	if parameter, _, ok := strings.Cut(name, "="); ok {
		return parameter + "="
	}
	return name
}

// query is what says the puzzle in an address: what follows the question mark, without other parameters and without a
// fragment. An address without one may have it behind "#".
func query(t located) located {
	if n := len(t.text); n > 0 && t.text[0] == '<' {
		t = t.from(1)
	}
	if n := len(t.text); n > 0 && t.text[n-1] == '>' {
		t = t.to(n - 1)
	}
	page, after, ok := t.cut('?')
	if !ok {
		if page, after, ok = t.cut('#'); !ok || !strings.Contains(string(page.text), "://") {
			after = page
		}
	}
	after, _, _ = after.cut('#')
	best := after
	for rest, more := after, true; more; {
		best, rest, more = rest.cut('&')
		if slices.Contains(best.text, '/') {
			break
		}
	}
	if n := len(best.text); n > 0 && best.text[n-1] == '=' {
		best = best.to(n - 1)
	}
	return best
}
