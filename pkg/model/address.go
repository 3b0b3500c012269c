package model

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// Address is how addresses of the pzpr family of puzzle sites, such as puzz.link, name the puzzles of a kind:
//
//	https://puzz.link/p?NAME/COLS/ROWS/BODY
//
// The encodings are those of pzpr.js (github.com/robx/pzprjs: Encode.js, and the file of each variety).
type Address struct {
	// Name is the kind's in addresses; Also are other names that are read.
	Name string
	Also []string
	// Flags are those of [sets.Addresses].
	Flags map[rune]string
	// Body are the codes of the body, in their order. A table that none of them is about must be
	// empty, and the first line of the text too, where none says what it has.
	Body []Code
	// Tail is what may stand behind the body, and is read only where it is all zero; "" for nothing.
	Tail string
}

// Code is how a part of an address says what is in tables.
type Code struct {
	parts  []*Part
	header bool // it is about the first line of the text
	grows  int  // rows and columns that the text has and the address does not
	read   func(a *addressed, b *sets.Address) error
	write  func(a *addressed, b *strings.Builder) error
}

// addressed are tables that are read from an address, or written as one.
type addressed struct {
	kind    *Kind
	size    puzzle.Size // of the text
	header  []string
	signs   map[*Part][]string
	columns map[*Part][]int // where each sign was read
}

// place is one of a table.
type place struct {
	part  *Part
	index int
}

// places are those of tables.
func (a *addressed) places(parts []*Part) (out []place) {
	for _, part := range parts {
		for i := range a.signs[part] {
			out = append(out, place{part, i})
		}
	}
	return out
}

func (a *addressed) sign(p place) string { return a.signs[p.part][p.index] }

func (a *addressed) set(p place, sign string, column int) {
	a.signs[p.part][p.index], a.columns[p.part][p.index] = sign, column
}

// refuse is the error of a sign that an address cannot say.
func (a *addressed) refuse(p place) error {
	_, cols := p.part.Of(a.size)
	return fmt.Errorf("an address cannot say %s in row %d, column %d of the %s", puzzle.Quote(a.sign(p)), p.index/cols+1, p.index%cols+1, p.part.Name)
}

// format is the kind's format of addresses.
func (k *Kind) addresses() sets.Format {
	return sets.Format{
		Name: "url", Extension: ".url", Doc: "puzz.link addresses, one per line: puzzles only, as far as an address can say them",
		Read: func(source string, r io.Reader) (puzzle.Set, error) {
			return sets.ReadAddresses(source, r, k.named(), func(a *sets.Address) (puzzle.Puzzle, error) { return k.parseAddress(a) })
		},
		Write: func(w io.Writer, s puzzle.Set) error {
			var b strings.Builder
			for _, item := range s.Items {
				p, ok := item.Puzzle.(*Puzzle)
				if !ok || p.kind.Name != k.Name {
					return fmt.Errorf("%s: %s is another kind of puzzle", k.Name, item.Kind())
				}
				address, err := p.address()
				if err != nil {
					return fmt.Errorf("%s %s: %w", k.Name, p.id, err)
				}
				b.WriteString("https://puzz.link/p?" + address + "\n")
			}
			if s.Len() == 0 {
				return fmt.Errorf("%s: set %s has no puzzle to write", k.Name, s.Name)
			}
			_, err := io.WriteString(w, b.String())
			return err
		},
	}
}

// isAddress says whether a text looks like addresses.
func isAddress(text string) bool {
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) > 0 && !strings.HasPrefix(fields[0], "#") {
			return strings.Contains(fields[0], "/") || sets.IsAddress(fields[0])
		}
	}
	return false
}

// named is how addresses name the kind's puzzles; without names where they do not.
func (k *Kind) named() sets.Addresses {
	out := sets.Addresses{Title: k.Title, Most: mostCells / 4}
	if k.Address != nil {
		out.Names, out.Flags = append([]string{k.Address.Name}, k.Address.Also...), k.Address.Flags
	}
	return out
}

// grows is the number of rows and columns that the text has and the address does not.
func (ad *Address) grows() (n int) {
	for _, code := range ad.Body {
		n = max(n, code.grows)
	}
	return n
}

// tables are empty ones.
func (k *Kind) tables(size puzzle.Size) *addressed {
	a := &addressed{kind: k, size: size, signs: map[*Part][]string{}, columns: map[*Part][]int{}}
	for _, part := range k.Parts {
		rows, cols := part.Of(size)
		a.signs[part], a.columns[part] = slices.Repeat([]string{None}, rows*cols), make([]int, rows*cols)
	}
	return a
}

// parseAddress reads the body of an address.
func (k *Kind) parseAddress(b *sets.Address) (*Puzzle, error) {
	size := b.Size
	size.Rows += k.Address.grows()
	size.Cols += k.Address.grows()
	a := k.tables(size)
	for _, code := range k.Address.Body {
		if err := code.read(a, b); err != nil {
			return nil, err
		}
	}
	switch tail := b.Rest(); {
	case tail == "" || k.Address.Tail != "" && strings.Trim(tail, "0") == "":
	case k.Address.Tail != "" && strings.Trim(tail, base36) == "":
		return nil, b.Errorf(b.Column(), "%s of %s are not read, found %s", k.Address.Tail, k.Title, puzzle.Quote(tail))
	default:
		return nil, b.Errorf(b.Column(), "expected the end, found %s", puzzle.Quote(tail))
	}
	return a.puzzle(b)
}

// puzzle makes the puzzle of the tables; errors in them stand where their signs were read.
func (a *addressed) puzzle(b *sets.Address) (*Puzzle, error) {
	var text strings.Builder
	var columns []int // of the bytes of the text
	add := func(word string, from int) {
		text.WriteString(word)
		for range len(word) + 1 {
			columns = append(columns, from)
		}
	}
	add(strings.Join(append([]string{strconv.Itoa(a.size.Rows), strconv.Itoa(a.size.Cols)}, a.header...), " "), b.Start)
	for _, part := range a.kind.Parts {
		_, cols := part.Of(a.size)
		for i, sign := range a.signs[part] {
			text.WriteByte(" \n"[b2i(i%cols == 0)])
			add(sign, max(a.columns[part][i], b.Start))
		}
	}
	return a.kind.puzzle(b.ID, puzzle.NewWordsAt(b.Source, []byte(text.String()), func(at int) (int, int) {
		return b.Line, columns[min(max(at, 0), len(columns)-1)]
	}))
}

// address is what follows the question mark of the puzzle's address.
func (p *Puzzle) address() (string, error) {
	a, ad := p.kind.tables(p.form.Size), p.kind.Address
	a.header = p.instance.Header
	said := map[*Part]bool{}
	header := len(a.header) == 0
	for _, code := range ad.Body {
		header = header || code.header
		for _, part := range code.parts {
			said[part] = true
		}
	}
	for _, part := range p.kind.Parts {
		for i := range a.signs[part] {
			a.signs[part][i] = p.Sign(part, i)
			if !said[part] && a.signs[part][i] != None {
				return "", a.refuse(place{part, i})
			}
		}
	}
	if !header {
		return "", fmt.Errorf("an address cannot say %s", puzzle.Quote(strings.Join(a.header, " ")))
	}
	if min(a.size.Rows, a.size.Cols) <= ad.grows() {
		return "", fmt.Errorf("an address cannot say a board of %v", a.size)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s/%d/%d/", ad.Name, a.size.Cols-ad.grows(), a.size.Rows-ad.grows())
	for _, code := range ad.Body {
		if err := code.write(a, &b); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// fill reads items until all places are filled: each is the sign of the next place, or none, and how
// many places without a sign follow it.
func (a *addressed) fill(b *sets.Address, parts []*Part, item func() (sign string, skip int, err error)) error {
	places := a.places(parts)
	for at := 0; at < len(places); {
		column := b.Column()
		if b.Done() {
			return b.Errorf(column, "expected %d more signs, found the end of the address", len(places)-at)
		}
		sign, skip, err := item()
		if err != nil {
			return err
		}
		if sign != "" {
			a.set(places[at], sign, column)
			at++
		} else if skip > len(places)-at {
			return b.Errorf(column, "expected %d more signs, found %d", len(places)-at, skip)
		}
		at += skip
	}
	return nil
}

// one is the next character of an address as its place in an alphabet.
func one(b *sets.Address, alphabet, what string) (int, error) {
	column := b.Column()
	c := b.Take(1)
	if c == "" {
		return 0, b.Errorf(column, "expected %s, found the end of the address", what)
	}
	if i := strings.Index(alphabet, c); i >= 0 {
		return i, nil
	}
	r, _ := utf8.DecodeRuneInString(c)
	return 0, b.Errorf(column, "expected %s, found %q", what, r)
}
