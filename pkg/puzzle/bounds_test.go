package puzzle

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"formicary/pkg/sources"
)

// box is a puzzle that is nothing but an id and a size.
type box struct {
	Puzzle
	id   string
	size Size
}

func (b *box) ID() string { return b.id }
func (b *box) Size() Size { return b.size }
func (b *box) Hash() Hash { return HashOf("box", b.id) }

// same compares what something comes to with what it should.
func same(t *testing.T, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] != pairs[i+1] {
			t.Errorf("%q, want %q", pairs[i], pairs[i+1])
		}
	}
}

// TestWordsOf: what small funcs make of words. Checksums are those of sha256sum.
func TestWordsOf(t *testing.T) {
	value := func(text string) string {
		out := ""
		err := NewJSON("in", []byte(text)).Values("all", func(v JSONValue) error {
			word, ok := v.Text()
			out += fmt.Sprint(word, ok, v.Flat(), v.IsArray(), v.IsObject(), " ")
			return nil
		})
		return out + fmt.Sprint(err)
	}
	stop := NewJSON("in", []byte("[1, 2]")).Values("all", func(JSONValue) error { return io.ErrNoProgress })
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
		fmt.Sprint(ParseCount("12", 12), ParseCount("13", 12), ParseCount("+1", 9), ParseCount("", 9), ParseCount("99999999999999999999", 9), ParseCount("007", 9)), "12 0 0 0 0 7",
		Quote(strings.Repeat("ä", 40)), `"`+strings.Repeat("ä", 40)+`"`, Quote(strings.Repeat("ä", 41)), `"`+strings.Repeat("ä", 40)+`…"`,
		HashOf("plain", "x").String(), "89bca53f9592f80c",
		Violation{Rule: "a", Text: "a: b"}.String(), "a: b", Violation{Rule: "a", Text: "b"}.String(), "a: b",
		(Size{3, 1}).Words(), "3×1",
	)
	for _, text := range []string{"3x0", "0x1", "x", "3x", "x3"} {
		if size, err := ParseSize(text); err == nil || size != (Size{}) || err.Error() != fmt.Sprintf("size %q: expected ROWSxCOLS, such as 10x12", text) {
			t.Errorf("%s is %v, %v", text, size, err)
		}
	}
	files := 0
	for range sources.Package("pkg/puzzle") {
		files++
	}
	if files == 0 {
		t.Error("the program does not know the sources of this package")
	}
}

// TestPacked: boards as text, by hand: a digit for the bits of a cell, then base64.
func TestPacked(t *testing.T) {
	size := Size{1, 4}
	for text, values := range map[string][]uint8{
		"1AA": {0, 0, 0, 0}, "1oA": {1, 0, 1, 0}, "2Gw": {0, 1, 2, 3}, "u2Gw": {0, 1, 2, Unset}, "u18A": {Unset, Unset, Unset, Unset},
		"8_gABAg": {254, 0, 1, 2}, "u8_v8AAQ": {254, Unset, 0, 1},
	} {
		board := Grid{size, values}
		got, err := Unpack(size, text)
		if packed := board.Pack(); packed != text || err != nil || !got.Equal(board) {
			t.Errorf("%v is %q, and %q is %v, %v", values, packed, text, got, err)
		}
	}
	for _, c := range [][2]string{
		{"x", `board "x": expected a digit from 1 to 8 at its head`},
		{"u", `board "u": expected a digit from 1 to 8 at its head`},
		{"0AA", `board "0AA": expected a digit from 1 to 8 at its head`},
		{"9AA", `board "9AA": expected a digit from 1 to 8 at its head`},
		{"1", `board "1": expected 1 bytes in base64 for addresses`},
		{"1AAA", `board "1AAA": expected 1 bytes in base64 for addresses`},
		{"1AB", `board "1AB": expected 1 bytes in base64 for addresses`},
		{"3AA", `board "3AA": expected 2 bytes in base64 for addresses`},
	} {
		if got, err := Unpack(size, c[0]); err == nil || err.Error() != c[1] || !got.IsZero() {
			t.Errorf("%s: %v, %v", c[0], got, err)
		}
	}
}

// TestScales: shares and levels at the ends of scales, and grey by its lightness: the cube, as sRGB.
func TestScales(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct{ got, want any }{
		{HeatScaleOf([]float64{0, 50}), HeatScale{0, 50, false}},
		{HeatScaleOf([]float64{1, 20}, []float64{20.5}), HeatScale{1, 20.5, true}},
		{HeatScaleOf([]float64{1, 20}), HeatScale{1, 20, false}},
		{View{HeatMin: 0, HeatMax: 9, HeatLog: true}.HeatScale(), HeatScale{0, 9, false}},
		{View{HeatMin: 1, HeatLog: true}.HeatScale(), HeatScale{1, 0, true}},
		{View{Heat: []float64{1, 99}}.HeatScale(), HeatScale{1, 99, false}},
		{HeatScaleOf(nil, []float64{4}), HeatScale{4, 4, false}},
		{HeatScale{4, 4, false}.Share(4), 0.0},
		{HeatScale{2, 6, false}.Share(3), 0.25},
		{HeatScale{2, 6, false}.Share(nan), 0.0},
		{HeatScale{1, 100, true}.Share(10), 0.5},
		{HeatScale{0, 32, false}.Level(1), 1},
		{HeatScale{0, 32, false}.Level(31), 31},
		{HeatScale{0, 32, false}.Level(nan), -1},
		{HeatInk(18), "low"},
		{HeatInk(19), "high"},
		{oklch(0, 0, 9), "#000000"},
		{oklch(1, 0, 9), "#ffffff"},
		{oklch(0.1, 0, 9), "#030303"},
		{oklch(0.14, 0, 9), "#090909"},
		{oklch(0.5, 0, 9), "#636363"},
	} {
		if c.got != c.want {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
}

// TestMost: limits of sets, of lines and of what is remembered, at them and one beyond.
func TestMost(t *testing.T) {
	side, one := &box{size: Size{8192, 8192}}, &box{size: Size{1, 1}}
	var all amount
	same(t, fmt.Sprint(all.add(side)), "<nil>", fmt.Sprint(all.add(one)), "expected at most 67,108,864 cells in all puzzles of a set, found more")
	all = amount{puzzles: MostPuzzles - 1}
	same(t, fmt.Sprint(all.add(one)), "<nil>", fmt.Sprint(all.add(one)), "expected at most 1,048,576 puzzles in a set, found more")
	c := Collect("a/b.c")
	same(t, c.NextID(), "1", fmt.Sprint(c.Add(Item{Puzzle: side}), c.Has(""), c.NextID()), "<nil> true2", fmt.Sprint(c.Add(Item{Puzzle: one})), `expected another id, found "" a second time`)
	broken := NewLines("in", iotest.ErrReader(io.ErrClosedPipe))
	broken.Next()
	if set, err := c.Finish(broken, "x"); !errors.Is(err, io.ErrClosedPipe) || set.Name != "" {
		t.Error(err)
	}

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
			s, ok := Known(HashOf("box", id).String())
			out += fmt.Sprint(s.Set, ok, " ")
		}
		return out
	}
	of := func(n int, id string) Set {
		s := Set{Items: make([]Item, n)}
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
	opened.sets[1].Items = make([]Item, 0)
	opened.puzzles = mostRemembered - 1
	opened.sets[0].Set = of(2, "b")
	remember("k", "last", of(1, "c"))
	same(t, fmt.Sprint(len(opened.sets), opened.puzzles), fmt.Sprint(3, mostRemembered))
	remember("k", "more", of(1, "c"))
	same(t, fmt.Sprint(len(opened.sets), opened.puzzles), fmt.Sprint(3, mostRemembered-1), known(), "false false lasttrue ")
}

// TestWritable: what is wrong with a set that is to be written.
func TestWritable(t *testing.T) {
	a, b, c := &box{id: "a", size: Size{1, 2}}, &box{id: "a"}, &box{id: "\xff"}
	set := func(items ...Item) Set { return Set{Name: "s", Items: items} }
	grid := func(values ...uint8) Grid { return Grid{Size{1, len(values)}, values} }
	for _, x := range []struct {
		set  Set
		ids  bool
		want string
	}{
		{set(), true, "k: set s has no puzzle to write"},
		{set(Item{Puzzle: Item{}}), true, "k: puzzle 1 of set s is of another kind"},
		{set(Item{Puzzle: a}, Item{Puzzle: b}), true, `k: set s has two puzzles with the id "a"`},
		{set(Item{Puzzle: a}, Item{Puzzle: b}), false, "0 a; 1 a; <nil>"},
		{set(Item{Puzzle: c}), true, `k: the id "\xff" is not UTF-8`},
		{set(Item{Puzzle: c}), false, "0 \xff; <nil>"},
		{set(Item{Puzzle: a, Solution: grid(1)}), true, "k a: a solution of 1x1 for a puzzle of 1x2"},
		{set(Item{Puzzle: a, Solution: Grid{a.size, []uint8{1}}}), true, "k a: a solution of 1x2 for a puzzle of 1x2"},
		{set(Item{Puzzle: a, Solution: grid(1, 9)}), true, "k a: the solution is incomplete at r1c2"},
		{set(Item{Puzzle: a, Solution: grid(1, 2), Grade: "no"}), true, "hard"},
		{set((Item{Puzzle: (*box)(nil)})), true, "k: puzzle 1 of set s is of another kind"},
	} {
		var w strings.Builder
		err := WriteSet(&w, "k", x.set, x.ids, func(_ *box, v uint8) bool { return v < 9 }, func(b *strings.Builder, i int, e Entry[*box]) error {
			fmt.Fprint(b, i, " ", e.P.id, "; ")
			if e.Grade != "" {
				return errors.New("hard")
			}
			return nil
		})
		got := w.String() + fmt.Sprint(err)
		if got != x.want {
			t.Errorf("%q, want %q", got, x.want)
		}
	}
}
