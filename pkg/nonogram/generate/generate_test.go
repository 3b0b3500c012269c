package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nonogram"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

func size(rows, cols int) puzzle.Size { return puzzle.Size{Rows: rows, Cols: cols} }

func generated(t testing.TB, o Options) puzzle.Set {
	t.Helper()
	set, err := Generator.Make(t.Context(), o, nil)
	if err != nil {
		t.Fatalf("%+v: %v", o, err)
	}
	return set
}

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
			set := generated(t, o)
			if set.Len() != max(o.Count, 1) || set.Distinct().Len() != set.Len() {
				t.Errorf("%d puzzles, %d different", set.Len(), set.Distinct().Len())
			}
			for k, item := range set.Items {
				check(t, o, k, item)
			}
		})
	}
}

func check(t *testing.T, o Options, k int, item puzzle.Item) {
	t.Helper()
	p := item.Puzzle.(*nonogram.Puzzle)
	if p.Size() != o.Size || p.Title() == "" || p.ID() != o.id(k) {
		t.Errorf("%s %q of %v", p.ID(), p.Title(), p.Size())
	}
	if n := p.Colours(); n > max(o.Colours, 1) || o.Colours > 1 && n < 2 {
		t.Errorf("%s has %d colours", p.ID(), n)
	}
	if o.Grade != "" && item.Grade != o.Grade {
		t.Errorf("%s has grade %s", p.ID(), item.Grade)
	}
	wantGrade(t, item)
}

// TestSame: the same seed makes the same puzzles, and more of them begin with
// the same; another seed makes others.
func TestSame(t *testing.T) {
	o := Options{Size: size(15, 18), Count: 2, Seed: 1}
	first := generated(t, o)
	o.Count = 4
	again := generated(t, o)
	o.Seed = 2
	other := generated(t, o)
	for i, item := range first.Items {
		if item.Hash() != again.Items[i].Hash() || item.ID() != again.Items[i].ID() || item.Hash() == other.Items[i].Hash() {
			t.Errorf("puzzle %d: %v, again %v, other %v", i, item.Hash(), again.Items[i].Hash(), other.Items[i].Hash())
		}
	}
}

func TestOptions(t *testing.T) {
	ok := size(20, 20)
	for _, tt := range []struct {
		o    Options
		want string
	}{
		{Options{}, "a board of 0x0: expected 5x5"},
		{Options{Size: size(4, 90)}, "a board of 4x90"},
		{Options{Size: ok, Count: -1}, "a count of -1"},
		{Options{Size: ok, Colours: 255}, "255 colours: expected 0 to 254"},
		{Options{Size: ok, Grade: "easy"}, `grade "easy": expected one of logic, line, probe, search`},
		{Options{Size: ok, Style: "oil"}, `style "oil": expected one of picture`},
		{Options{Size: ok, Density: 101}, "a density of 101"},
		{Options{Size: ok, Density: 50}, `a density for style ""`},
		{Options{Size: ok, Harm: -1}, "a harm of -1"},
		{Options{Size: ok, Subject: "unicorn"}, `subject "unicorn": expected one of 5, anchor, angler, ant`},
		{Options{Size: ok, Subject: "cat-9x9"}, `subject "cat-9x9": expected one of`},
		{Options{Size: ok, Subject: "cat", Style: "noise"}, `a subject for style "noise"`},
		{Options{Size: ok, Pictures: "open", Style: "blobs"}, `a file of pictures for style "blobs"`},
		{Options{Size: ok, Pictures: "nowhere"}, `no nonogram set "nowhere"`},
		{Options{Size: ok, Pictures: "open", Colours: 2}, "no such picture in several colours"},
		{Options{Size: ok, Name: "two words"}, "a name with blanks"},
	} {
		if _, err := Generator.Make(t.Context(), tt.o, nil); !errors.Is(err, sets.ErrOptions) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v", tt.o, err)
		}
	}
	if _, err := Generator.Make(t.Context(), Options{Size: size(5, 5), Grade: "search"}, nil); !errors.Is(err, errNotFound) {
		t.Errorf("a search on 5x5: %v", err)
	}
}

// TestCancel: what is done when the context ends comes back with its error.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var told []int
	set, err := Generator.Make(ctx, Options{Size: size(15, 15), Count: 1000}, func(done, total int) {
		told = append(told, done, total)
		if done == 2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || set.Len() != 2 || !slices.Equal(told, []int{1, 1000, 2, 1000}) {
		t.Errorf("%d puzzles, %v, progress %v", set.Len(), err, told)
	}
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
		if got := p.pieces(4); got != want {
			t.Errorf("%08b: %d pieces, want %d", bits, got, want)
		}
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
		if err != nil || !ok {
			t.Fatal("nothing is drawn")
		}
		p := &repair{ctx: t.Context(), o: o, id: "x", picture: pic, r: r}
		_, ok, err = p.run()
		if err != nil {
			t.Fatal(err)
		}
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
			if _, n, err := p.byLogic(); err != nil || n == 0 {
				t.Errorf("%s: the change of cell %d was not needed", pic.title, i)
			}
			p.board.Values[i] = was
		}
	}
	if repaired == 0 {
		t.Error("nothing was repaired")
	}
}
