package model_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/exact"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// simple makes a kind of shaded cells whose declaration only looks at the instance.
func simple(name string, change func(k *model.Kind), look func(in *model.Instance)) *model.Kind {
	k := &model.Kind{Name: name, Title: puzzle.Capital(name), Parts: clues, Sign: letters, Declare: func(m *model.Model, in *model.Instance) {
		m.Cells(model.Shade, 2, nil)
		if look != nil {
			look(in)
		}
	}}
	if change != nil {
		change(k)
	}
	return k
}

func numbers(in *model.Instance) {
	for cell := range in.Size.Cells() {
		in.Number(model.Clues, cell)
	}
}

var (
	plain  = simple("plain", nil, numbers)
	hidden = simple("hidden", func(k *model.Kind) { k.Unknown = true }, numbers)
	headed = simple("headed", func(k *model.Kind) { k.Parts, k.Header = []*model.Part{}, 2 }, func(in *model.Instance) {
		if n := in.HeaderNumber(0, 2, 9); n == 7 {
			in.ExpectedHeader(1, "no seven")
			in.ExpectedHeader(0, "nothing else")
		} else if n == 8 {
			in.ExpectedBoard("a board for eight")
			in.ExpectedBoard("nothing else")
		}
	})
	inner = simple("inner", func(k *model.Kind) {
		k.Parts = nil
		k.Board = func(said puzzle.Size) puzzle.Size { return puzzle.Size{Rows: said.Rows - 1, Cols: said.Cols - 2} }
	}, nil)
	zoned = simple("zoned", func(k *model.Kind) { k.Parts = regions }, func(in *model.Instance) { in.Areas(model.Clues) })
)

// TestTexts: texts that are no puzzle, and where; "" is one.
func TestTexts(t *testing.T) {
	const small = "typed:1:1: expected ROWS COLS of at most 65535 cells, found "
	for _, c := range []struct {
		kind       *model.Kind
		text, want string
	}{
		{plain, "", small + `""`},
		{plain, "1\n-", small + `"1"`},
		{plain, "0 1\n", small + `"0 1"`},
		{plain, "1 0", small + `"1 0"`},
		{plain, "1 -1\n-", small + `"1 -1"`},
		{plain, "256 256", small + `"256 256"`},
		{plain, "65536 1", small + `"65536 1"`},
		{plain, "1 65535", "typed:1:8: expected 1 rows of clues, found 0"},
		{plain, "1 1 3\n-", `typed:1:5: expected the end of the line, found "3"`},
		{plain, "2 2\n- -", "typed:2:4: expected 2 rows of clues, found 1"},
		{plain, "2 2\n- -\n-", "typed:3:2: expected 2 signs of clues, found 1"},
		{plain, "2 2\n- - -\n- -", "typed:2:5: expected 2 signs of clues, found 3"},
		{plain, "2 2\n- -\n- -\n\n x", `typed:5:2: expected the end, found "x"`},
		{plain, "1 2\n- 4095\n\n", ""},
		{plain, "1 2\n0 4096", `typed:2:3: expected a number or -, found "4096"`},
		{plain, "1 2\n- ?", `typed:2:3: expected a number or -, found "?"`},
		{plain, "1 2\n01 x", `typed:2:1: expected a number or -, found "01"`},
		{plain, "1 1\n-1", `typed:2:1: expected a number or -, found "-1"`},
		{hidden, "1 2\n? 0", ""},
		{hidden, "1 2\n? x", `typed:2:3: expected a number, ? or -, found "x"`},
		{headed, "1 1 2", ""},
		{headed, "1 1 9 x", ""},
		{headed, "1 1 1", `typed:1:5: expected a number from 2 to 9, found "1 1 1"`},
		{headed, "1 1 10", `typed:1:5: expected a number from 2 to 9, found "1 1 10"`},
		{headed, "1 1", `typed:1:4: expected a number from 2 to 9, found "1 1"`},
		{headed, "1 1 7 8", `typed:1:7: expected no seven, found "8"`},
		{headed, "1 1 8", `typed:1:1: expected a board for eight, found "1 1 8"`},
		{headed, "1 1 3 4 5", `typed:1:9: expected the end of the line, found "5"`},
		{inner, "2 3", ""},
		{inner, "1 3", `typed:1:1: expected a larger board, found "1 3"`},
		{inner, "2 2", `typed:1:1: expected a larger board, found "2 2"`},
		{zoned, "2 2\n1 -\n- 2\na a\nb b", ""},
		{zoned, "2 2\n1 -\n- 2\na a\nb a", `typed:3:3: expected one number in a region, found "2"`},
		{zoned, "2 2\n- -\n- -\na b\nb a", `typed:5:1: expected a region in one piece, found "b"`},
	} {
		p, err := c.kind.New("1", "typed", c.text)
		got := fmt.Sprint(err)
		alltest.Check(t, got == c.want || c.want == "" && err == nil, "%q: %s, want %s", c.text, got, c.want)
		if err == nil {
			alltest.Equal(t, p.Text(), strings.TrimRight(c.text, "\n"), "%q has become", c.text)
		}
	}
}

// TestInstance: what an instance says of its tables.
func TestInstance(t *testing.T) {
	var got []string
	say := func(what ...any) { got = append(got, fmt.Sprint(what...)) }
	kind := simple("said", func(k *model.Kind) {
		k.Parts, k.Header, k.Unknown = []*model.Part{model.Clues, model.Above, corner, model.Regions}, 1, true
	}, func(in *model.Instance) {
		areas, of := in.Areas(model.Clues)
		say(areas, of)
		areas, _ = in.Areas(nil)
		say(areas)
		n, ok := in.Number(model.Clues, 4)
		say(n, ok, in.Sign(model.Clues, 1), in.Sign(model.Above, 2), in.Sign(corner, 11), in.Header, in.Has(corner), in.Has(below))
		n, ok = in.Number(model.Clues, 1)
		say(n, ok, in.HeaderNumber(0, 1, 6), in.HeaderNumber(1, 3, 9), in.HeaderNumber(1, 0, 9))
		in.Put(model.Above, 1, "9")
		defer func() { say(recover()) }()
		in.Sign(below, 0)
	})
	_, err := kind.New("1", "typed", "2 3 6\n7 ? -\n- 5 -\n1 2 3\nq w e r\nt y u i\no p l k\na b b\na a b")
	for i, want := range []string{
		"[{[0 3 4] 5 4 true} {[1 2 5] 0 0 false}] [0 1 1 0 0 1]", "[{[0 3 4] 0 0 false} {[1 2 5] 0 0 false}]", "5 true?3k[6] true false",
		"0 false 6 3 1", "model: the kind has no below",
	} {
		alltest.Check(t, got[i] == want, "%s, want %s", got[i], want)
	}
	want := `typed:3:3: expected one number in a region, found "5"`
	alltest.Check(t, err != nil && err.Error() == want, "%v, want %s", err, want)
}

// TestBlank: texts of nothing, which regions are written into. The same seed gives the same regions.
func TestBlank(t *testing.T) {
	kind := simple("blank", func(k *model.Kind) {
		k.Parts, k.Header = []*model.Part{model.Above, model.Regions}, 1
		k.Board = func(said puzzle.Size) puzzle.Size { return puzzle.Size{Rows: said.Rows + 1, Cols: said.Cols} }
	}, nil)
	in, err := kind.Blank(puzzle.Size{Rows: 1, Cols: 3}, "5")
	alltest.Require(t, err == nil && in.Text() == "1 3 5\n- - -\n- - -\n- - -", "%v %v", in.Text(), err)
	in.Name([][]int{{0, 3}, {2, 1}, {4, 5}})
	if got, want := in.Text(), "1 3 5\n- - -\n1 2 2\n1 3 3"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	big := alltest.Must(simple("big", func(k *model.Kind) { k.Parts = regions[1:] }, nil).Blank(puzzle.Size{Rows: 4, Cols: 6}))(t)
	for _, c := range []struct {
		regions, least, most int
		want                 string
	}{
		{1, 1, 24, "111111/111111/111111/111111 [[0 1 2 6 7 8 12 13 14] [3 4 5 9 10 11 15 16 17] [18 19] [20] [21] [22 23]]"},
		{24, 1, 1, "123456/789101112/131415161718/192021222324 [[0] [6] [12] [18] [1] [2] [7] [8] [13] [14] [19] [20] [3] [4] [5] [9] [10] [11] [15] [16] [17] [21] [22] [23]]"},
		{5, 3, 6, "122222/113324/153334/155344 [[0 1 2 6 7 8] [12 13 14] [3 4 9 10 15 16] [5 11 17] [18 19 20] [21 22 23]]"},
		{6, 4, 4, "112333/112344/5524552666 [[0 6 12 18] [1 7 13 19] [2 8 14 20] [3 9 15 21] [4 5 10 11] [16 17 22 23]]"},
		{4, 2, 3, "111233/144233/444222/442222 [[0 6] [12 18] [1 2] [7 13 19] [8 14 20] [3 9] [15 21] [4 10] [16 22] [5 11] [17 23]]"},
		{8, 1, 5, "122233/445555/467758/467778 [[0 6 12 18] [1 7 13 19] [2] [3 4 5] [8] [9] [14 15] [10 11] [16 17] [20 21 22 23]]"},
	} {
		r := rand.New(rand.NewPCG(5, 6))
		big.Divide(r, c.regions, c.least, c.most)
		divided := strings.ReplaceAll(strings.ReplaceAll(big.Text(), "4 6\n", ""), " ", "")
		rooms := big.Rooms(r, c.least, c.most)
		got := strings.ReplaceAll(divided, "\n", "/") + fmt.Sprint(" ", rooms)
		alltest.Check(t, got == c.want, "{%d, %d, %d, %q},", c.regions, c.least, c.most, got)
	}
	alltest.Equal(t, fmt.Sprint(model.Numbers(8, 11), model.Numbers(3, 2)), "[8 9 10 11] []")
}

// TestFeatures: what may make a puzzle hard, counted on paper.
func TestFeatures(t *testing.T) {
	pieces := simple("pieces", func(k *model.Kind) { k.Parts = []*model.Part{model.Clues, model.Above, model.Regions} }, nil)
	alone := simple("alone", func(k *model.Kind) { k.Parts = regions[1:] }, nil)
	for _, c := range []struct {
		kind       *model.Kind
		text, want string
	}{
		{plain, "1 4\n3 - 5 -", "cells 4, clue density 0.5, mean number 4"},
		{plain, "1 2\n- -", "cells 2, clue density 0, mean number NaN"},
		{pieces, "2 3\n2e 16,23 -\n- w -\n9 - 0\na a a\nb b b", "cells 6, clue density 0.5555555555555556, mean number 10, regions 2, mean region size 3"},
		{alone, "1 3\na b c", "cells 3, regions 3, mean region size 1"},
	} {
		var got []string
		for _, f := range c.kind.Features() {
			got = append(got, fmt.Sprint(f.Name, " ", f.Of(puzzle.Item{Puzzle: read(t, c.kind, c.text)})))
			other := f.Of(puzzle.Item{Puzzle: read(t, hidden, "1 1\n-")})
			alltest.Check(t, f.Name == "cells" || math.IsNaN(other), "%s of another kind is %v", f.Name, other)
		}
		alltest.Equal(t, strings.Join(got, ", "), c.want, "%q has", c.text)
	}
}

// TestPuzzle: what a puzzle says of itself, and which kinds engines take.
func TestPuzzle(t *testing.T) {
	p := read(t, plain, "1 2\n- 3")
	q := p.Renamed("other")
	if p.Declaration() != plain || p.ID() != "1" || q.ID() != "other" || q.Hash() != p.Hash() || p.Hash() != puzzle.HashOf("plain", "1 2\n- 3") || p.Size().Cells() != 2 || p.Kind() != "plain" {
		t.Errorf("%s %s %s", p.ID(), q.ID(), p.Hash())
	}
	_, err := exact.New(hidden).Solve(t.Context(), p, solver.Run{})
	want := "hidden/exact: plain 1: this engine cannot take this puzzle: it solves puzzles of kind hidden"
	alltest.Check(t, err != nil && err.Error() == want, "%v, want %s", err, want)
	if _, err := exact.New(plain).Solve(t.Context(), p, solver.Run{}); err != nil || plain.Custom() {
		t.Errorf("%v, custom %v", err, plain.Custom())
	}
	cell := *plain // as if it were declared elsewhere
	reflect.ValueOf(&cell.Declare).Elem().Set(reflect.MakeFunc(reflect.TypeOf(cell.Declare), func([]reflect.Value) []reflect.Value { return nil }))
	alltest.Check(t, cell.Custom(), "a declaration of another module is no custom one")
}
