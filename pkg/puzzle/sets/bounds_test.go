package sets

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/sources"
)

// box is a puzzle that is nothing but an id and a size.
type box struct {
	puzzle.Puzzle
	id   string
	size puzzle.Size
}

func (b *box) ID() string        { return b.id }
func (b *box) Size() puzzle.Size { return b.size }
func (b *box) Hash() puzzle.Hash { return puzzle.HashOf("box", b.id) }

// same compares what something comes to with what it should.
func same(t *testing.T, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		alltest.Check(t, pairs[i] == pairs[i+1], "%q, want %q", pairs[i], pairs[i+1])
	}
}

// TestWordsOf: what small funcs make of words. Checksums are those of sha256sum.
func TestWordsOf(t *testing.T) {
	value := func(text string) string {
		out := ""
		err := Try(func() {
			NewJSON("in", []byte(text)).Values("all", func(v JSONValue) {
				word, ok := v.Text()
				out += fmt.Sprint(word, ok, v.Flat(), v.IsArray(), v.IsObject(), " ")
			})
		})
		return out + fmt.Sprint(err)
	}
	stop := Try(func() { NewJSON("in", []byte("[1, 2]")).Values("all", func(JSONValue) { panic(io.ErrNoProgress) }) })
	unescape := func(text string) string { out, err := Unescape(text); return fmt.Sprint(out, " ", err) }
	same(t,
		value(`"ä"`), "ätrue false false false <nil>", value("1.50"), "1.50true false false false <nil>", value("true"), "false false false false <nil>",
		value("[1, null]\n[[]]\n{}\n"), "false true true false false false true false false false false true <nil>", value("[{}]"), "false false true false <nil>",
		fmt.Sprint(stop), io.ErrNoProgress.Error(),
		JSONName("Row_Clues 2"), "rowclues", JSONName("`az{@AZ["), "azaz",
		fmt.Sprint(LineID("k", "a b")), "<nil>", fmt.Sprint(LineID("k", "a\nb")), `k: the id "a\nb" cannot be written in this format: expected one line without blanks around it`,
		fmt.Sprint(LineID("k", " a")), `k: the id " a" cannot be written in this format: expected one line without blanks around it`,
		Escape("a %#:\t\u00a0é\uFEFF"), "a%20%25%23%3A%09%C2%A0é%EF%BB%BF", unescape("a%20%c3%A9"), "a é <nil>",
		unescape("a%2"), ` expected % and two hexadecimal digits, found "%2"`, unescape("%zz"), ` expected % and two hexadecimal digits, found "%zz"`,
		unescape("%ff"), ` expected UTF-8 text, found "%ff"`, unescape("a%"), ` expected % and two hexadecimal digits, found "%"`,
		Keyword("[a]")+Keyword("[a")+Keyword("a]")+Keyword("a"), "a[aa]a",
		fmt.Sprint(puzzle.ParseCount("12", 12), puzzle.ParseCount("13", 12), puzzle.ParseCount("+1", 9), puzzle.ParseCount("", 9), puzzle.ParseCount("99999999999999999999", 9), puzzle.ParseCount("007", 9)), "12 0 0 0 0 7",
		puzzle.Quote(strings.Repeat("ä", 40)), `"`+strings.Repeat("ä", 40)+`"`, puzzle.Quote(strings.Repeat("ä", 41)), `"`+strings.Repeat("ä", 40)+`…"`,
		puzzle.HashOf("plain", "x").String(), "89bca53f9592f80c",
		puzzle.Violation{Rule: "a", Text: "a: b"}.String(), "a: b", puzzle.Violation{Rule: "a", Text: "b"}.String(), "a: b",
		(puzzle.Size{Rows: 3, Cols: 1}).Words(), "3×1",
	)
	for _, text := range []string{"3x0", "0x1", "x", "3x", "x3"} {
		if size, err := puzzle.ParseSize(text); err == nil || size != (puzzle.Size{}) || err.Error() != fmt.Sprintf("size %q: expected ROWSxCOLS, such as 10x12", text) {
			t.Errorf("%s is %v, %v", text, size, err)
		}
	}
	files := 0
	for range sources.Package("pkg/puzzle") {
		files++
	}
	alltest.Check(t, files != 0, "the program does not know the sources of this package")
}

// TestMost: limits of sets, of lines and of what is remembered, at them and one beyond.
func TestMost(t *testing.T) {
	side, one := &box{size: puzzle.Size{Rows: 8192, Cols: 8192}}, &box{size: puzzle.Size{Rows: 1, Cols: 1}}
	var all amount
	same(t, fmt.Sprint(all.add(side)), "<nil>", fmt.Sprint(all.add(one)), "expected at most 67,108,864 cells in all puzzles of a set, found more")
	all = amount{puzzles: MostPuzzles - 1}
	same(t, fmt.Sprint(all.add(one)), "<nil>", fmt.Sprint(all.add(one)), "expected at most 1,048,576 puzzles in a set, found more")
	c := Collect("a/b.c")
	same(t, c.NextID(), "1", fmt.Sprint(c.Add(puzzle.Item{Puzzle: side}), c.Has(""), c.NextID()), "<nil> true2", fmt.Sprint(c.Add(puzzle.Item{Puzzle: one})), `expected another id, found "" a second time`)
	broken := NewLines("in", iotest.ErrReader(io.ErrClosedPipe))
	broken.Next()
	alltest.Fails(t, Try(func() { c.Finish(broken, "x") }), io.ErrClosedPipe)

	long := strings.Repeat("x", MostLine)
	line := func(text string) string {
		l := NewLines("in", strings.NewReader(text))
		n := 0
		for l.Next() {
			n += len(l.Text())
		}
		return fmt.Sprint(n, " ", l.Err())
	}
	text := func(text string) string {
		out, err := ReadAll("in", strings.NewReader(text))
		return fmt.Sprint(len(out), " ", err)
	}
	const beyond = "expected at most 16 MB in a line, found more"
	same(t, line("é\n"+long), fmt.Sprint(MostLine+2, " <nil>"), line("é\n"+long+"x"), "2 in:2:16777217: "+beyond, line("é"+long), "0 in:1:16777216: "+beyond,
		text("é\n"+long+"\n"), fmt.Sprint(MostLine+4, " <nil>"), text("é\n"+long+"x\n"), fmt.Sprint(MostLine+5, " in:2:16777217: ", beyond), text("\uFEFFab"), "2 <nil>", text("a\xff"), "2 in:1:2: expected UTF-8 text, found the byte 0xff")
	l := NewLines("in", strings.NewReader("abc\ndef\n"))
	l.taken = MostBytes - 5
	same(t, fmt.Sprint(l.Next(), l.Next(), l.Err()), "true false in:2:2: expected at most 64 MB in a file, found more")

	sets, puzzles := opened.sets, opened.puzzles
	opened.sets, opened.puzzles, opened.known, opened.indexed = nil, 0, nil, 0
	t.Cleanup(func() { opened.sets, opened.puzzles, opened.known, opened.indexed = sets, puzzles, nil, 0 })
	known := func() (out string) {
		for _, id := range []string{"a", "b", "c"} {
			s, ok := Known(puzzle.HashOf("box", id).String())
			out += fmt.Sprint(s.Set, ok, " ")
		}
		return out
	}
	of := func(n int, id string) puzzle.Set {
		s := puzzle.Set{Items: make([]puzzle.Item, n)}
		for i := range s.Items {
			s.Items[i].Puzzle = &box{id: id}
		}
		return s
	}
	remember("k", "first", of(2, "a"))
	remember("k", "again", of(1, "a"))
	same(t, known(), "firsttrue false false ")
	remember("k", "first", of(2, "b"))
	same(t, known(), "againtrue firsttrue false ")
	opened.sets[1].Items = make([]puzzle.Item, 0)
	opened.puzzles = mostRemembered - 1
	opened.sets[0].Set = of(2, "b")
	remember("k", "last", of(1, "c"))
	same(t, fmt.Sprint(len(opened.sets), opened.puzzles), fmt.Sprint(3, mostRemembered))
	remember("k", "more", of(1, "c"))
	same(t, fmt.Sprint(len(opened.sets), opened.puzzles), fmt.Sprint(3, mostRemembered-1), known(), "false false lasttrue ")
}

// TestWritable: what is wrong with a set that is to be written.
func TestWritable(t *testing.T) {
	a, b, c := &box{id: "a", size: puzzle.Size{Rows: 1, Cols: 2}}, &box{id: "a"}, &box{id: "\xff"}
	set := func(items ...puzzle.Item) puzzle.Set { return puzzle.Set{Name: "s", Items: items} }
	grid := func(values ...uint8) puzzle.Grid {
		return puzzle.Grid{Size: puzzle.Size{Rows: 1, Cols: len(values)}, Values: values}
	}
	for _, x := range []struct {
		set  puzzle.Set
		ids  bool
		want string
	}{
		{set(), true, "k: set s has no puzzle to write"},
		{set(puzzle.Item{Puzzle: puzzle.Item{}}), true, "k: puzzle 1 of set s is of another kind"},
		{set(puzzle.Item{Puzzle: a}, puzzle.Item{Puzzle: b}), true, `k: set s has two puzzles with the id "a"`},
		{set(puzzle.Item{Puzzle: a}, puzzle.Item{Puzzle: b}), false, "0 a; 1 a; <nil>"},
		{set(puzzle.Item{Puzzle: c}), true, `k: the id "\xff" is not UTF-8`},
		{set(puzzle.Item{Puzzle: c}), false, "0 \xff; <nil>"},
		{set(puzzle.Item{Puzzle: a, Solution: grid(1)}), true, "k a: a solution of 1x1 for a puzzle of 1x2"},
		{set(puzzle.Item{Puzzle: a, Solution: puzzle.Grid{Size: a.size, Values: []uint8{1}}}), true, "k a: a solution of 1x2 for a puzzle of 1x2"},
		{set(puzzle.Item{Puzzle: a, Solution: grid(1, 9)}), true, "k a: the solution is incomplete at r1c2"},
		{set(puzzle.Item{Puzzle: a, Solution: grid(1, 2), Grade: "no"}), true, "hard"},
		{set((puzzle.Item{Puzzle: (*box)(nil)})), true, "k: puzzle 1 of set s is of another kind"},
	} {
		var w strings.Builder
		err := WriteSet(&w, "k", x.set, x.ids, func(_ *box, v uint8) bool { return v < 9 }, func(b *strings.Builder, i int, e Entry[*box]) error {
			fmt.Fprint(b, i, " ", e.P.id, "; ")
			if e.Grade != "" {
				return errors.New("hard")
			}
			return nil
		})
		alltest.Equal(t, w.String()+fmt.Sprint(err), x.want)
	}
}
