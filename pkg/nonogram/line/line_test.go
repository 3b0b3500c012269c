package line

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/nonogramtest"
	"formicary/pkg/puzzle"
)

// problem is a random line: the clue of a random picture, and masks that allow
// the picture in most cases.
type problem struct {
	clue    nonogram.Clue
	length  int
	colours int
	line    *Line
	may     []uint64
}

func draw(t *rapid.T, longest, colours int) problem {
	p := problem{length: rapid.IntRange(1, longest).Draw(t, "length"), colours: colours}
	fill := rapid.IntRange(1, 9).Draw(t, "filled of 10")
	picture := make([]uint8, p.length)
	for i := range picture {
		if rapid.IntRange(0, 9).Draw(t, "cell") < fill {
			picture[i] = uint8(rapid.IntRange(1, colours).Draw(t, "colour"))
		}
	}
	p.clue = nonogram.ClueOf(picture)
	p.line = New(p.clue, p.length, colours)
	p.may = make([]uint64, p.line.Masks())
	p.line.Open(p.may)
	known := rapid.IntRange(0, 9).Draw(t, "known of 10")
	truthful := rapid.IntRange(0, 9).Draw(t, "truthful") > 0
	for i, v := range picture {
		for c := range colours + 1 {
			if rapid.IntRange(0, 9).Draw(t, "known") < known && (c != int(v) || !truthful && i%3 == 0) {
				p.may[c*p.line.words+i/64] &^= 1 << (i % 64)
			}
		}
	}
	return p
}

func (p problem) allowed(cell int, colour uint8) bool { return p.line.may(p.may, int(colour), cell) }

// check compares everything that the package says of a line with the oracle.
func check(t *rapid.T, p problem) {
	var all [][]uint8
	for cells := range nonogramtest.Arrangements(p.clue, p.length) {
		ok := true
		for i, v := range cells {
			ok = ok && p.allowed(i, v)
		}
		if ok {
			all = append(all, cells)
		}
	}
	want := make([]uint64, len(p.may))
	for _, cells := range all {
		for i, v := range cells {
			want[int(v)*p.line.words+i/64] |= 1 << (i % 64)
		}
	}
	s := &Scratch{}
	for _, way := range []struct {
		name  string
		solve func([]uint64) bool
	}{
		{"Solve", func(may []uint64) bool { return p.line.Solve(s, may) }},
		{"solveWide", func(may []uint64) bool { return p.line.slack >= 0 && p.line.solveWide(s, may) }},
		{"solveColours", func(may []uint64) bool {
			if p.line.words > 1 {
				return p.line.Solve(s, may)
			}
			return p.line.slack >= 0 && p.line.solveColours(s, may)
		}},
	} {
		may := slices.Clone(p.may)
		ok := way.solve(may)
		alltest.Require(t, ok == (len(all) > 0), "%s: clue %v on %d cells, masks %x: %v, but %d arrangements", way.name, p.clue, p.length, p.may, ok, len(all))
		alltest.Require(t, len(all) == 0 || slices.Equal(may, want),
			"%s: clue %v on %d cells, masks %x: %x, want %x", way.name, p.clue, p.length, p.may, may, want)
	}
	if got := p.line.Count(p.may); !got.IsInt64() || got.Int64() != int64(len(all)) {
		t.Fatalf("clue %v on %d cells: %v arrangements, want %d", p.clue, p.length, got, len(all))
	}
	starts, ok := p.line.Possible(s, p.may)
	alltest.Require(t, ok == (len(all) > 0), "clue %v: Possible says %v, but %d arrangements", p.clue, ok, len(all))
	if !ok {
		return
	}
	words := p.line.words
	for j := range p.clue {
		want := make([]uint64, words)
		for _, a := range all {
			at := startOf(a, p.clue, j)
			want[at/64] |= 1 << (at % 64)
		}
		got := starts[j*words:][:words]
		alltest.Require(t, slices.Equal(got, want), "clue %v, block %d: starts %x, want %x", p.clue, j, got, want)
	}
}

// startOf is the start of block j in an arrangement.
func startOf(cells []uint8, clue nonogram.Clue, j int) int {
	at := 0
	for b := range j + 1 {
		for cells[at] == 0 {
			at++
		}
		if b < j {
			at += clue[b].Length
		}
	}
	return at
}

func TestBlackAndWhite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { check(t, draw(t, 14, 1)) })
}

func TestColours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { check(t, draw(t, 10, rapid.IntRange(2, 4).Draw(t, "colours"))) })
}

// plain is line solving as the textbooks have it: reachability over blocks and
// cells, one cell at a time. It is the oracle for lines that are too long for
// all arrangements, and what the benchmark compares with.
func plain(clue nonogram.Clue, length, words int, may []uint64) ([]uint64, bool) {
	can := func(colour, i int) bool { return may[colour*words+i/64]>>(i%64)&1 != 0 }
	stands := func(j, i int) bool {
		if i < 0 || i+clue[j].Length > length {
			return false
		}
		for c := i; c < i+clue[j].Length; c++ {
			if !can(int(clue[j].Colour), c) {
				return false
			}
		}
		return j == 0 || clue.Gap(j) == 0 || i > 0 && can(0, i-1)
	}
	k, width := len(clue), length+1
	// fit[j·width+i]: the blocks before j fit into the cells before i; the
	// blank that block j needs before it is part of the block.
	begin := func(j, i int) int {
		if j > 0 {
			return i - clue.Gap(j)
		}
		return i
	}
	fit, rest := make([]bool, (k+1)*width), make([]bool, (k+1)*width)
	for j := range k + 1 {
		for i := range width {
			ok := j == 0 && i == 0 || i > 0 && can(0, i-1) && fit[j*width+i-1]
			if j > 0 && i >= clue[j-1].Length {
				at := i - clue[j-1].Length
				ok = ok || stands(j-1, at) && begin(j-1, at) >= 0 && fit[(j-1)*width+begin(j-1, at)]
			}
			fit[j*width+i] = ok
		}
	}
	for j := k; j >= 0; j-- {
		for i := length; i >= 0; i-- {
			ok := j == k && i == length || i < length && can(0, i) && rest[j*width+i+1]
			if j < k {
				at := i
				if j > 0 {
					at += clue.Gap(j)
				}
				ok = ok || at < length && stands(j, at) && rest[(j+1)*width+at+clue[j].Length]
			}
			rest[j*width+i] = ok
		}
	}
	out := make([]uint64, len(may))
	set := func(colour, i int) { out[colour*words+i/64] |= 1 << (i % 64) }
	for j := range k + 1 {
		for i := range length {
			if fit[j*width+i] && can(0, i) && rest[j*width+i+1] {
				set(0, i)
			}
			if j < k && stands(j, i) && begin(j, i) >= 0 && fit[j*width+begin(j, i)] && rest[(j+1)*width+i+clue[j].Length] {
				for c := i; c < i+clue[j].Length; c++ {
					set(int(clue[j].Colour), c)
				}
				if b := begin(j, i); b < i {
					set(0, b)
				}
			}
		}
	}
	return out, rest[0]
}

// TestLong compares with plain dynamic programming on lines of up to 400 cells,
// those at the edges of a word among them.
func TestLong(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	lengths := []int{1, 2, 31, 32, 33, 62, 63, 64, 65, 66, 127, 128, 129, 191, 192, 193, 400}
	contradictions, gains := 0, 0
	for round := range 6000 {
		length := lengths[round%len(lengths)]
		colours := 1 + random.IntN(3)
		picture := make([]uint8, length)
		stay, colour := random.Float64(), uint8(0)
		for i := range picture {
			if random.Float64() > stay {
				colour = uint8(random.IntN(colours + 1))
			}
			picture[i] = colour
		}
		clue := nonogram.ClueOf(picture)
		l := New(clue, length, colours)
		may := make([]uint64, l.Masks())
		l.Open(may)
		known := random.Float64()
		if round%2 == 0 {
			known = 1 - known*known
		}
		lie := random.IntN(8) == 0
		for i, v := range picture {
			for c := range colours + 1 {
				if random.Float64() < known && (c != int(v) || lie && random.IntN(length) == 0) {
					may[c*l.words+i/64] &^= 1 << (i % 64)
				}
			}
		}
		want, ok := plain(clue, length, l.words, may)
		s := &Scratch{}
		for _, wide := range []bool{false, true} {
			got := slices.Clone(may)
			solve := l.Solve
			if wide {
				solve = l.solveWide
			}
			solved := solve(s, got)
			alltest.Require(t, solved == ok, "clue %v on %d cells, masks %x: %v, want %v", clue, length, may, solved, ok)
			alltest.Require(t, !ok || slices.Equal(got, want), "clue %v on %d cells, masks %x: %x, want %x", clue, length, may, got, want)
		}
		if !ok {
			contradictions++
		} else if !slices.Equal(want, may) {
			gains++
		}
	}
	alltest.Check(t, contradictions >= 100 && gains >= 1000,
		"too easy: %d contradictions, %d lines on which something followed", contradictions, gains)
}

func TestCells(t *testing.T) {
	u := uint8(puzzle.Unset)
	for _, c := range []struct {
		name  string
		clue  nonogram.Clue
		cells []uint8
		want  []uint8
	}{
		// Salcedo-Sanz and others 2007, section III-A: a block of 10 in 15
		// cells covers the five in the middle.
		{"overlap", nonogram.Clue{{Length: 10, Colour: 1}}, fillOf(15, u), []uint8{u, u, u, u, u, 1, 1, 1, 1, 1, u, u, u, u, u}},
		{"empty clue", nil, []uint8{u, u}, []uint8{0, 0}},
		{"empty clue, filled cell", nil, []uint8{u, 1}, nil},
		{"too long", nonogram.Clue{{Length: 2, Colour: 1}, {Length: 2, Colour: 1}}, fillOf(4, u), nil},
		{"colours touch", nonogram.Clue{{Length: 2, Colour: 1}, {Length: 2, Colour: 2}}, fillOf(4, u), []uint8{1, 1, 2, 2}},
		{"glue", nonogram.Clue{{Length: 3, Colour: 1}}, []uint8{u, 1, u, u, u, u}, []uint8{u, 1, 1, u, 0, 0}},
		{"64 cells", nonogram.Clue{{Length: 64, Colour: 1}}, fillOf(64, u), fillOf(64, 1)},
		{"65 cells", nonogram.Clue{{Length: 65, Colour: 1}}, fillOf(65, u), fillOf(65, 1)},
	} {
		l, got := New(c.clue, len(c.cells), 2), make([]uint8, len(c.cells))
		may := make([]uint64, l.Masks())
		l.Load(may, c.cells)
		ok := l.Solve(&Scratch{}, may)
		if l.Store(got, may); !ok {
			got = nil
		}
		alltest.Check(t, ok == (c.want != nil) && slices.Equal(got, c.want), "%s: %v %v, want %v", c.name, got, ok, c.want)
	}
}

func fillOf(n int, v uint8) []uint8 { return slices.Repeat([]uint8{v}, n) }

// TestHuge counts where the number of arrangements is beyond float64.
func TestHuge(t *testing.T) {
	const length = 3000
	clue := slices.Repeat(nonogram.Clue{{Length: 1, Colour: 1}}, 700)
	l := New(clue, length, 1)
	may := make([]uint64, l.Masks())
	l.Open(may)
	n := l.Count(may)
	alltest.Require(t, n.BitLen() >= 1100, "%d bits", n.BitLen())
}

func TestNoAllocations(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for _, length := range []int{25, 64, 200} {
		for _, colours := range []int{1, 3} {
			picture := make([]uint8, length)
			for i := range picture {
				picture[i] = uint8(random.IntN(colours + 1))
			}
			l := New(nonogram.ClueOf(picture), length, colours)
			open := make([]uint64, l.Masks())
			l.Open(open)
			may := slices.Clone(open)
			s := &Scratch{}
			l.Solve(s, may)
			alltest.Equal(t, testing.AllocsPerRun(10, func() { copy(may, open); l.Solve(s, may) }), 0, "%d cells in %d colours allocations", length, colours)
		}
	}
}
