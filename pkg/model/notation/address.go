package notation

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"formicary/pkg/model"
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

// names are all names of the kind in addresses, the usual one first.
func (ad *Address) names() []string { return append([]string{ad.Name}, ad.Also...) }

// grows is the number of rows and columns that the text has and the address does not.
func (ad *Address) grows() (n int) {
	for _, code := range ad.Body {
		n = max(n, code.grows)
	}
	return n
}

// Code is how a part of an address says what is in tables.
type Code struct {
	parts  []*model.Part
	header bool // it is about the first line of the text
	grows  int  // rows and columns that the text has and the address does not
	read   func(t *tables, b *sets.Address)
	write  func(t *tables, b *strings.Builder)
}

// format is the kind's format of addresses.
func (ad *Address) format(k *model.Kind) sets.Format {
	return sets.Format{
		Name: "url", Extension: ".url", Doc: "puzz.link addresses, one per line: puzzles only, as far as an address can say them",
		Read: sets.ReadAddresses(ad.of(k), func(b *sets.Address) puzzle.Puzzle { return ad.parse(k, b) }),
		Write: func(w io.Writer, s puzzle.Set) error {
			var b strings.Builder
			for _, item := range s.Items {
				p, err := ours(k, item)
				if err != nil {
					return err
				}
				if err := sets.Try(func() { b.WriteString("https://puzz.link/p?" + ad.write(k, p) + "\n") }); err != nil {
					return fmt.Errorf("%s %s: %w", k.Name, p.ID(), err)
				}
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

// of is how addresses name the kind's puzzles; without names if ad is nil.
func (ad *Address) of(k *model.Kind) sets.Addresses {
	out := sets.Addresses{Title: k.Title, Most: model.MostCells / 4}
	if ad != nil {
		out.Names, out.Flags = ad.names(), ad.Flags
	}
	return out
}

// parse reads the body of an address.
func (ad *Address) parse(k *model.Kind, b *sets.Address) *model.Puzzle {
	size := b.Size
	size.Rows += ad.grows()
	size.Cols += ad.grows()
	t := newTables(k, size)
	for _, code := range ad.Body {
		code.read(t, b)
	}
	switch tail := b.Rest(); {
	case tail == "" || ad.Tail != "" && strings.Trim(tail, "0") == "":
	case ad.Tail != "" && strings.Trim(tail, base36) == "":
		panic(b.Errorf(b.Column(), "%s of %s are not read, found %s", ad.Tail, k.Title, puzzle.Quote(tail)))
	default:
		panic(b.Errorf(b.Column(), "expected the end, found %s", puzzle.Quote(tail)))
	}
	return t.puzzle(b)
}

// write is what follows the question mark of the puzzle's address.
func (ad *Address) write(k *model.Kind, p *model.Puzzle) string {
	t := newTables(k, p.Size())
	first, _, _ := strings.Cut(p.Text(), "\n")
	t.header = strings.Fields(first)[2:]
	said := map[*model.Part]bool{}
	header := len(t.header) == 0
	for _, code := range ad.Body {
		header = header || code.header
		for _, part := range code.parts {
			said[part] = true
		}
	}
	for _, part := range k.Parts {
		for i := range t.signs[part] {
			t.signs[part][i] = p.Sign(part, i)
			if !said[part] && t.signs[part][i] != model.None {
				panic(t.refuse(place{part, i}))
			}
		}
	}
	if !header {
		panic(fmt.Errorf("an address cannot say %s", puzzle.Quote(strings.Join(t.header, " "))))
	}
	if min(t.size.Rows, t.size.Cols) <= ad.grows() {
		panic(fmt.Errorf("an address cannot say a board of %v", t.size))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s/%d/%d/", ad.Name, t.size.Cols-ad.grows(), t.size.Rows-ad.grows())
	for _, code := range ad.Body {
		code.write(t, &b)
	}
	return b.String()
}

// tables are those that are read from an address, or written as one.
type tables struct {
	kind    *model.Kind
	size    puzzle.Size // of the text
	header  []string
	signs   map[*model.Part][]string
	columns map[*model.Part][]int // where each sign was read
}

// newTables makes empty ones.
func newTables(k *model.Kind, size puzzle.Size) *tables {
	t := &tables{kind: k, size: size, signs: map[*model.Part][]string{}, columns: map[*model.Part][]int{}}
	for _, part := range k.Parts {
		rows, cols := part.Of(size)
		t.clear(part, rows*cols)
	}
	return t
}

// clear makes a table of n places without signs.
func (t *tables) clear(part *model.Part, n int) {
	t.signs[part], t.columns[part] = slices.Repeat([]string{model.None}, n), make([]int, n)
}

// place is one of a table.
type place struct {
	part  *model.Part
	index int
}

// places are those of parts.
func (t *tables) places(parts ...*model.Part) (out []place) {
	for _, part := range parts {
		for i := range t.signs[part] {
			out = append(out, place{part, i})
		}
	}
	return out
}

func (t *tables) sign(p place) string { return t.signs[p.part][p.index] }

func (t *tables) set(p place, sign string, column int) {
	t.signs[p.part][p.index], t.columns[p.part][p.index] = sign, column
}

// refuse is the error of a sign that an address cannot say.
func (t *tables) refuse(p place) error {
	_, cols := p.part.Of(t.size)
	return fmt.Errorf("an address cannot say %s in row %d, column %d of the %s", puzzle.Quote(t.sign(p)), p.index/cols+1, p.index%cols+1, p.part.Name)
}

// puzzle makes the puzzle of the tables; errors in them stand where their signs were read.
func (t *tables) puzzle(b *sets.Address) *model.Puzzle {
	var text strings.Builder
	var columns []int // of the bytes of the text
	add := func(word string, from int) {
		text.WriteString(word)
		columns = append(columns, slices.Repeat([]int{from}, len(word)+1)...)
	}
	add(strings.Join(append([]string{strconv.Itoa(t.size.Rows), strconv.Itoa(t.size.Cols)}, t.header...), " "), b.Start)
	for _, part := range t.kind.Parts {
		_, cols := part.Of(t.size)
		for i, sign := range t.signs[part] {
			if i%cols == 0 {
				text.WriteByte('\n')
			} else {
				text.WriteByte(' ')
			}
			add(sign, max(t.columns[part][i], b.Start))
		}
	}
	return sets.Must(t.kind.Read(b.ID, puzzle.NewWordsAt(b.Source, []byte(text.String()), func(at int) (int, int) {
		return b.Line, columns[min(at, len(columns)-1)]
	})))
}

// fill reads items until all places are filled: each is the sign of the next place, or none, and how
// many places without a sign follow it.
func (t *tables) fill(b *sets.Address, places []place, item func() (sign string, skip int)) {
	for at := 0; at < len(places); {
		column := b.Column()
		if b.Done() {
			panic(b.Errorf(column, "expected %d more signs, found the end of the address", len(places)-at))
		}
		sign, skip := item()
		if sign != "" {
			t.set(places[at], sign, column)
			at++
		} else if skip > len(places)-at {
			panic(b.Errorf(column, "expected %d more signs, found %d", len(places)-at, skip))
		}
		at += skip
	}
}

// spell writes places: the length of each run of places without a sign, and each sign, which is refused if one cannot say it.
func (t *tables) spell(places []place, run func(n int), one func(sign string) bool) {
	bare := 0
	for _, p := range places {
		if t.sign(p) == model.None {
			bare++
			continue
		}
		run(bare)
		bare = 0
		if !one(t.sign(p)) {
			panic(t.refuse(p))
		}
	}
	run(bare)
}

// runs writes the lengths of runs as characters of base 36, of which the first stands for one place.
func runs(b *strings.Builder, first, most int) func(n int) {
	return func(n int) {
		for ; n > 0; n -= min(n, most) {
			b.WriteByte(base36[first+min(n, most)-1])
		}
	}
}

// one is the next character of an address as its place in an alphabet.
func one(b *sets.Address, alphabet, what string) int {
	column := b.Column()
	c := b.Take(1)
	if c == "" {
		panic(b.Errorf(column, "expected %s, found the end of the address", what))
	}
	if i := strings.Index(alphabet, c); i >= 0 {
		return i
	}
	r, _ := utf8.DecodeRuneInString(c)
	panic(b.Errorf(column, "expected %s, found %q", what, r))
}
