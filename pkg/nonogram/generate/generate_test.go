package generate

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
)

func size(rows, cols int) puzzle.Size { return puzzle.Size{Rows: rows, Cols: cols} }

// TestPuzzles makes some of every kind and asks for all that is promised.
func TestPuzzles(t *testing.T) {
	for _, o := range []Options{
		{Size: size(5, 5), Count: 3},
		{Size: size(12, 17), Count: 4},
		{Size: size(15, 15), Count: 6, Grade: "logic"},
		{Size: size(15, 15), Count: 2, Grade: "line"},
		{Size: size(20, 20), Count: 2, Grade: "probe"},
		{Size: size(15, 20), Count: 3, Colours: 3},
		{Size: size(25, 25), Count: 2, Colours: 6, Grade: "logic"},
		{Size: size(30, 45), Count: 2, Style: "picture", Grade: "logic"},
		{Size: size(25, 25), Count: 4, Subject: "cat,star-15x15"},
		{Size: size(20, 20), Count: 2, Style: "blobs", Density: 40},
		{Size: size(20, 20), Count: 2, Style: "blobs", Colours: 3},
		{Size: size(10, 10), Count: 2, Style: "noise", Density: 60},
		{Size: size(16, 16), Subject: "heart", Name: "love", Colours: 2},
	} {
		t.Run(fmt.Sprintf("%+v", o), func(t *testing.T) {
			o.Seed = 11
			set := puzzletest.Made(t, Generator, o)
			alltest.Check(t, set.Len() == max(o.Count, 1) && set.Distinct().Len() == set.Len(),
				"%d puzzles, %d different", set.Len(), set.Distinct().Len())
			for k, item := range set.Items {
				check(t, o, k, item)
			}
		})
	}
}

func check(t *testing.T, o Options, k int, item puzzle.Item) {
	t.Helper()
	p := item.Puzzle.(*nonogram.Puzzle)
	alltest.Check(t, p.Size() == o.Size && p.Title() != "" && p.ID() == o.id(k), "%s %q of %v", p.ID(), p.Title(), p.Size())
	n := p.Colours()
	alltest.Check(t, n <= max(o.Colours, 1) && (o.Colours <= 1 || n >= 2), "%s has %d colours", p.ID(), n)
	alltest.Check(t, o.Grade == "" || item.Grade == o.Grade, "%s has grade %s", p.ID(), item.Grade)
	wantGrade(t, item)
}

func TestPromises(t *testing.T) {
	puzzletest.Repeats(t, Generator, func(seed uint64, count int) Options {
		return Options{Size: size(15, 18), Count: count, Seed: seed}
	})
	puzzletest.Cancels(t, Generator, Options{Size: size(15, 15), Count: 1000}, Options{Size: size(40, 40)})
}

func TestOptions(t *testing.T) {
	ok := size(20, 20)
	puzzletest.WrongOptions(t, Generator, map[string]Options{
		"a board of 0x0: expected 5x5":         {},
		"a board of 4x90":                      {Size: size(4, 90)},
		"a count of -1":                        {Size: ok, Count: -1},
		"255 colours: expected 0 to 254":       {Size: ok, Colours: 255},
		`grade "easy": expected one of logic`:  {Size: ok, Grade: "easy"},
		`style "oil": expected one of picture`: {Size: ok, Style: "oil"},
		"a density of 101":                     {Size: ok, Density: 101},
		`a density for style ""`:               {Size: ok, Density: 50},
		"a harm of -1":                         {Size: ok, Harm: -1},
		`subject "unicorn": expected one of 5`: {Size: ok, Subject: "unicorn"},
		`subject "cat-9x9": expected one of`:   {Size: ok, Subject: "cat-9x9"},
		`a subject for style "noise"`:          {Size: ok, Subject: "cat", Style: "noise"},
		`a file of pictures for style "blobs"`: {Size: ok, Pictures: "open", Style: "blobs"},
		`no nonogram set "nowhere"`:            {Size: ok, Pictures: "nowhere"},
		"no such picture in several colours":   {Size: ok, Pictures: "open", Colours: 2},
		"a name with blanks":                   {Size: ok, Name: "two words"},
	})
	alltest.Refused(Generator.Make(t.Context(), Options{Size: size(5, 5), Grade: "search"}, nil))(t, errNotFound, "a search on 5x5")
}

// The cells around a cell fall into pieces as a search finds them.
func TestPieces(t *testing.T) {
	for bits := range 256 {
		p := &repair{board: puzzle.NewGrid(size(3, 3), nonogram.Blank)}
		ring := []int{0, 1, 2, 5, 8, 7, 6, 3}
		for k, c := range ring {
			p.board.Values[c] = uint8(bits >> k & 1)
		}
		seen := [9]bool{}
		want := 0
		var walk func(k int)
		walk = func(k int) {
			if c := ring[k]; p.board.Values[c] != 0 && !seen[c] {
				seen[c] = true
				walk((k + 1) % 8)
				walk((k + 7) % 8)
			}
		}
		for k, c := range ring {
			if p.board.Values[c] != 0 && !seen[c] {
				want++
				walk(k)
			}
		}
		alltest.Equal(t, p.pieces(4), want, "%08b pieces", bits)
	}
}

// Repairs change few cells, and nothing that could stay as it was drawn.
func TestHarm(t *testing.T) {
	o := &Options{Size: size(25, 25), Grade: "logic", Harm: 3, Seed: 5}
	repaired := 0
	from := alltest.Must(own())(t)
	for k := range 12 {
		r := rand.New(rand.NewPCG(uint64(k), 9))
		pic, ok, err := draw(o, from, k, 0, r)
		alltest.Require(t, err == nil && ok, "nothing is drawn")
		p := &repair{ctx: t.Context(), o: o, id: "x", picture: pic, r: r}
		_, ok, err = p.run()
		alltest.OK(t, err)
		if !ok {
			continue
		}
		if n := p.harm(); n > o.harm() {
			t.Errorf("%s: %d cells changed, %d allowed", pic.title, n, o.harm())
		} else if n > 0 {
			repaired++
		}
		for i, v := range pic.board.Values {
			was := p.board.Values[i]
			if was == v {
				continue
			}
			p.board.Values[i] = v
			_, n, err := p.byLogic()
			alltest.Check(t, err == nil && n != 0, "%s: the change of cell %d was not needed", pic.title, i)
			p.board.Values[i] = was
		}
	}
	alltest.Check(t, repaired != 0, "nothing was repaired")
}
