package logic

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/deduction"
	"formicary/pkg/nonogram/line"
	"formicary/pkg/nonogram/nonogramtest"
	"formicary/pkg/solver"
)

var clue = nonogramtest.Clue

// hand takes a line of its own in hand, with cells of which it is known what
// known says: '.' is blank, a letter a colour, '?' nothing. held is false where
// the line has no arrangement.
func hand(t *testing.T, e *Solver, c nonogram.Clue, known string, colours int) (x *search, held bool) {
	t.Helper()
	p := alltest.Must(nonogram.New("line", []nonogram.Clue{c}, make([]nonogram.Clue, len(known)), make([]nonogram.Ink, colours+1)))(t)
	state := alltest.Must(deduction.New(p))(t)
	for at, sign := range []byte(known) {
		switch sign {
		case '?':
		case '.':
			state.Keep(0, at, deduction.Blank)
		default:
			state.Keep(0, at, deduction.Only(sign-'a'+1))
		}
	}
	meter := solver.Start(context.Background(), p, solver.Run{})
	alltest.Must(meter.Finish(solver.Outcome{}))(t)
	x = &search{Solver: e, state: state, meter: meter, colour: colours > 1}
	x.begin()
	return x, x.hold(0)
}

func (x *search) text() string { return nonogramtest.Text(x.cells) }

// TestRules has an example of what each sub-procedure does, alone, on one line.
// The paper's figures 7 to 11 are pictures of which the text tells only what is
// said here.
func TestRules(t *testing.T) {
	for _, tt := range []struct {
		name        string
		rules       Rules
		reading     Reading
		clue        nonogram.Clue
		known, want string
	}{
		{"1: both arrangements cover it", One, Faithful, clue(3), "?????", "??a??"},
		{"1: the same cell in another block does not count", One, Faithful, clue(1, 1), "????", "????"},
		{"1: figure 7, a line with a fixed blank", One, Faithful, clue(3, 2), "??.????????", "??.??a?????"},
		{"1: every filled cell is covered", One, Faithful, clue(3, 2), "???a????????", "???a????????"},
		{"1: two blocks from two cells", One, Faithful, clue(4, 4), "??a??????a??", "??aa????aa??"},
		{"2: figure 8, between two fixed squares", Two, Faithful, clue(2, 3), "?a??????a???", "?a?...??a??."},
		{"2: before the first and behind the last", Two, Faithful, clue(2), "????a????", "...?a?..."},
		{"2: inside only where no block comes", Two, Faithful, clue(1, 1), "a?????", "a.????"},
		{"3: figure 9, the smallest that may start there has 3", Three, Faithful, clue(3, 4), "??.a????????", "??.aaa??????"},
		{"3: mirrored", Three, Faithful, clue(4, 3), "????????a.??", "??????aaa.??"},
		{"3: at the border", Three, Faithful, clue(2, 1), "a?????", "aa????"},
		{"3: at the border, mirrored", Three, Faithful, clue(1, 2), "?????a", "????aa"},
		{"3: both blocks may contain it, only the second starts there", Three, Faithful, clue(2, 3), "?.?.?.a?????", "?.?.?.aa????"},
		{"4: figure 10, a gap smaller than what is left", Four, Faithful, clue(2, 3), "??.???.?.???a??", "??.???...???a??"},
		{"4: not where a block as small may come", Four, Faithful, clue(1, 3), "?.????????", "?.????????"},
		{"4: at the border", Four, Faithful, clue(3), "??.?????", "...?????"},
		{"4: not a gap with a filled cell", Four, Faithful, clue(2), "?.a?.?", "..a?.."},
		{"5: figure 11, blanks beside a whole block", Five, Faithful, clue(1, 1), "??a???", "?.a.??"},
		{"5: not where a longer one may cover it", Five, Faithful, clue(1, 2), "??a???", "??a???"},
		{"5: a run of two", Five, Faithful, clue(2, 1), "???aa???", "??.aa.??"},
		{"3: the 1 does not fit", Three, Faithful, clue(3, 1, 3), "??????.aa???????", "??????.aa???????"},
		{"3: strong, the 1 does not fit", Three, Strong, clue(3, 1, 3), "??????.aa???????", "??????.aaa??????"},
		{"none", 0, Faithful, clue(3), "???", "???"},
	} {
		x, held := hand(t, With(tt.rules), tt.clue, tt.known, 1)
		x.Solver.Reading = tt.reading
		if !held || !x.apply() {
			t.Errorf("%s: contradiction", tt.name)
			continue
		}
		alltest.Equal(t, x.text(), tt.want, "%s: %v on %s", tt.name, tt.clue, tt.known)
	}
}

// randomLine makes a clue, a line with one of its arrangements, and of that
// what is known; or, now and then, anything known.
func randomLine(r *rand.Rand, colours int) (c nonogram.Clue, known string) {
	for range r.IntN(6) {
		c = append(c, nonogram.Block{Length: 1 + r.IntN(4), Colour: uint8(1 + r.IntN(colours))})
	}
	cells := []byte{}
	for j, block := range c {
		for range c.Gap(j) + max(r.IntN(6)-2, 0) {
			cells = append(cells, '.')
		}
		for range block.Length {
			cells = append(cells, 'a'+block.Colour-1)
		}
	}
	for range r.IntN(5) {
		cells = append(cells, '.')
	}
	if len(cells) == 0 {
		cells = []byte{'.'}
	}
	share := r.IntN(60)
	for i := range cells {
		switch n := r.IntN(100); {
		case n == 0:
			cells[i] = '.'
		case n == 1:
			cells[i] = 'a'
		case n >= share:
			cells[i] = '?'
		}
	}
	return c, string(cells)
}

// someColours takes colours off some cells, so that what is known is more than
// cells with one colour.
func someColours(r *rand.Rand, x *search, colours int) {
	for range r.IntN(4) {
		x.state.Keep(0, r.IntN(x.n), ^deduction.Only(uint8(r.IntN(colours+1))))
	}
}

// masks prepares what is known of the line in hand for package line.
func masks(x *search, colours int) (*line.Line, []uint64) {
	l := line.New(x.clue, x.n, colours)
	may := make([]uint64, l.Masks())
	for at, set := range x.cells {
		for _, colour := range set.List() {
			may[int(colour)*l.Words()+at/64] |= 1 << (at % 64)
		}
	}
	return l, may
}

// TestExtremes compares the left-most and right-most arrangements with those
// that dynamic programming finds, also when they are found again after more has
// become known.
func TestExtremes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	contradictions := 0
	for range 5000 {
		colours := 1 + r.IntN(3)
		c, known := randomLine(r, colours)
		x, held := hand(t, New(), c, known, colours)
		for {
			l, may := masks(x, colours)
			left, right := make([]int, len(c)), make([]int, len(c))
			var scratch line.Scratch
			starts, ok := l.Possible(&scratch, may)
			alltest.Require(t, ok == held, "%v on %s: %v, want %v", c, known, held, ok)
			for j, set := range starts { // lines of one word
				left[j], right[j] = bits.TrailingZeros64(set), bits.Len64(set)-1
			}
			if !held {
				contradictions++
				break
			}
			alltest.Require(t, slices.Equal(x.left, left) && slices.Equal(x.right, right),
				"%v on %s (%s): %v and %v, want %v and %v", c, known, x.text(), x.left, x.right, left, right)
			at := r.IntN(x.n)
			if x.cells[at].Known() {
				break
			}
			can := x.cells[at].List()
			x.state.Keep(0, at, deduction.Only(can[r.IntN(len(can))]))
			held = x.find()
		}
	}
	alltest.Check(t, contradictions >= 100, "only %d contradictions", contradictions)
}

// TestSound: whatever is known, no sub-procedure in any reading takes a colour
// off a cell that complete line solving leaves there, and none finds a
// contradiction in a line that has an arrangement.
func TestSound(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	all := []Rules{One, Two, Three, Four, Five, Colour, All}
	struck := map[Rules]int{}
	for range 20_000 {
		colours := 1 + r.IntN(3)
		c, known := randomLine(r, colours)
		rules := all[r.IntN(len(all))]
		e := With(rules)
		e.Reading, e.Recompute = Reading(r.IntN(2)), r.IntN(2) == 0
		x, held := hand(t, e, c, known, colours)
		if someColours(r, x, colours); !held || !x.find() {
			continue
		}
		l, may := masks(x, colours)
		var scratch line.Scratch
		alltest.Require(t, l.Solve(&scratch, may), "%v on %s: package line finds no arrangement", c, known)
		before := x.state.Changed(0)
		ok := x.apply()
		if colours > 1 && rules&Colour != 0 {
			ok = ok && x.sweep(0)
		}
		alltest.Require(t, ok, "%v on %s: a contradiction, where there is an arrangement", c, known)
		_, is := masks(x, colours)
		for i := range may {
			alltest.Require(t, may[i]&^is[i] == 0, "%v (%v) on %s: %s is too much", e.Describe().Parameters, c, known, x.text())
		}
		struck[rules] += x.state.Changed(0) - before
	}
	for _, rules := range all {
		alltest.Check(t, struck[rules] >= 100, "%v changed %d cells only", rules, struck[rules])
	}
}

// TestReadings: what the faithful reading leaves of a line the strong one
// leaves, too, or less; and by the places of blocks, all that may contain a cell
// beside a blank one can start or end there, so that the two ways to read
// sub-procedure 3 are one.
func TestReadings(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	stronger := map[Rules]int{}
	for range 20_000 {
		c, known := randomLine(r, 1)
		rules := []Rules{Three, Four, Five}[r.IntN(3)]
		faithful, strong := With(rules), With(rules)
		strong.Reading = Strong
		x, held := hand(t, faithful, c, known, 1)
		if !held {
			continue
		}
		for at, set := range x.cells {
			from, to := x.reach(at)
			for j := from; j < to && set == deduction.Only(nonogram.Filled); j++ {
				alltest.Require(t, at <= 0 || x.cells[at-1] != deduction.Blank || x.right[j] >= at,
					"%v on %s: block %d may contain cell %d and cannot start there", c, known, j, at)
				alltest.Require(t, at >= x.n-1 || x.cells[at+1] != deduction.Blank || x.left[j]+c[j].Length-1 <= at,
					"%v on %s: block %d may contain cell %d and cannot end there", c, known, j, at)
			}
		}
		y, _ := hand(t, strong, c, known, 1)
		alltest.Require(t, x.apply() && y.apply(), "%v on %s: a contradiction", c, known)
		for at, set := range y.cells {
			alltest.Require(t, set&^x.cells[at] == 0,
				"%v of %v on %s: the strong reading gives %s, the faithful one %s", rules, c, known, y.text(), x.text())
		}
		if !slices.Equal(x.cells, y.cells) {
			stronger[rules]++
		}
	}
	for _, rules := range []Rules{Four, Five} { // of 3 there is an example in TestRules
		alltest.Check(t, stronger[rules] != 0, "the strong reading of %v is the faithful one", rules)
	}
}
