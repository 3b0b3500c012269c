package model_test

import (
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/puzzletest"
)

// TestSays: both values of a cell in each look, and where a line goes.
func TestSays(t *testing.T) {
	letters := func(_ *model.Instance, _ int, values []int) string {
		return []string{"-", "L", "ne"}[max(values[0], 0)]
	}
	for _, tt := range []struct {
		look   model.Look
		values int
		want   string
		not    string // that of the last value
	}{
		{look: model.Shade, values: 2, want: "r1c1 is not shaded; r1c1 is shaded"},
		{look: model.Shade, values: 3, want: "r1c1 is not shaded; r1c1 is L; r1c1 is ne", not: "r1c1 is not ne"},
		{look: model.Number, values: 2, want: "r1c1 is -; r1c1 is L"},
		{look: model.Inside, values: 2, want: "r1c1 is outside; r1c1 is inside"},
		{look: model.Disc, values: 2, want: "r1c1 is white; r1c1 is black"},
		{look: model.Star, values: 2, want: "r1c1 has no star; r1c1 has a star"},
		{look: model.Tent, values: 2, want: "r1c1 has no tent; r1c1 has a tent"},
		{look: model.Bulb, values: 2, want: "r1c1 has no bulb; r1c1 has a bulb"},
		{look: model.Bridge, values: 3, want: "r1c1 has 0 bridges across; r1c1 has 1 bridge across; r1c1 has 2 bridges across", not: "r1c1 does not have 2 bridges across"},
		{look: model.Diagonal, values: 2, want: "the line of r1c1 falls; the line of r1c1 rises"},
		{look: model.Triangle, values: 3, want: "r1c1 is white; r1c1 is half black, around its corner L; r1c1 is half black, around its corner ne", not: "r1c1 is not half black, around its corner ne"},
	} {
		var v model.Var
		kind := &model.Kind{
			Name: "said", Title: "Said", Parts: []*model.Part{model.Clues}, Sign: letters,
			Declare: func(m *model.Model, _ *model.Instance) { v = m.Cells(tt.look, tt.values, nil)[0] },
		}
		p := read(t, kind, "1 1\n-")
		var got []string
		for value := range tt.values {
			got = append(got, p.Says(v.Is(value)))
		}
		alltest.Equal(t, strings.Join(got, "; "), tt.want)
		if got := p.Says(v.Is(tt.values - 1).Not()); tt.not != "" && got != tt.not {
			t.Errorf("%s, want %s", got, tt.not)
		}
	}
}

// looped is a kind of loops along the middles of cells, with numbers.
var looped = &model.Kind{
	Name: "looped", Title: "Looped", Parts: []*model.Part{model.Clues},
	Declare: func(m *model.Model, _ *model.Instance) { m.Links(model.Line, nil); m.Cells(model.Number, 3, nil) },
	Sign:    func(_ *model.Instance, _ int, values []int) string { return []string{"-", "1", "2"}[values[4]] },
}

// TestDrawKnown: of a cell with several variables what is known is drawn, and said, and nothing else.
func TestDrawKnown(t *testing.T) {
	p := read(t, looped, "2 2\n- -\n- -")
	var right, two model.Lit
	for _, v := range p.Form().Variables() {
		switch cells := v.Cells(); {
		case v.Values() == 2 && slices.Equal(cells, []int{0, 1}):
			right = v.Is(1)
		case v.Values() == 3 && cells[0] == 3:
			two = v.Is(2)
		}
	}
	alltest.Equal(t, p.Says(right), "the line goes from r1c1 to r1c2")
	alltest.Equal(t, p.Says(right.Not()), "the line does not go from r1c1 to r1c2")
	svg := string(p.DrawKnown([]model.Lit{right, two}, puzzle.View{CellSize: 20}))
	d := puzzletest.Look(t, puzzle.SVG(svg))
	alltest.Check(t, strings.Contains(svg, `"M13 13h20"`) && d.Counts[".loop"] == 1, "expected one line from the first cell to the right: %s", svg)
	texts := d.Texts["text"]
	alltest.Check(t, slices.Equal(texts, []string{"2"}), "texts %q, want the number alone", texts)
	alltest.Check(t, d.Counts[".cross"] == 0, "a cross where a line goes, or where nothing is known: %s", svg)
	other := string(p.DrawKnown([]model.Lit{right.Not()}, puzzle.View{CellSize: 20}))
	alltest.Check(t, strings.Contains(other, `fb-cross" d="M21.2 11.2l3.6 3.6m0 -3.6l-3.6 3.6"`) && !strings.Contains(other, "fb-loop\""),
		"expected a cross between the cells: %s", other)
}

// TestDrawOffBoard: a link that the board says to go over its edge is none.
func TestDrawOffBoard(t *testing.T) {
	p := read(t, looped, "2 2\n- -\n- -")
	const east, south = 2, 4
	board := puzzle.Grid{Size: p.Size(), Values: []uint8{0, east, south, east + south}}
	d := puzzletest.Look(t, p.Draw(puzzle.View{Board: board}))
	alltest.Check(t, d.Counts[".loop"] == 0, "%d lines", d.Counts[".loop"])
}

// parted is a kind of areas.
var parted = &model.Kind{
	Name: "parted", Title: "Parted", Parts: []*model.Part{model.Clues}, Areas: true,
	Declare: func(m *model.Model, _ *model.Instance) { m.Links(model.Border, nil) },
}

// TestDrawKnownBorders: a border is drawn where it is known, and a dot where it is known that there is none, until both
// cells are known.
func TestDrawKnownBorders(t *testing.T) {
	p := read(t, parted, "1 3\n- - -")
	var links []model.Lit
	for _, v := range p.Form().Variables() {
		links = append(links, v.Is(1))
	}
	for _, c := range []struct {
		holds         []model.Lit
		borders, dots int
	}{{nil, 0, 0}, {[]model.Lit{links[0]}, 0, 1}, {[]model.Lit{links[1].Not()}, 1, 0}, {[]model.Lit{links[0], links[1].Not()}, 1, 0}} {
		d := puzzletest.Look(t, p.DrawKnown(c.holds, puzzle.View{}))
		alltest.Check(t, d.Counts[".region"] == c.borders && d.Counts[".dot"] == c.dots,
			"%v: %d borders and %d dots, want %d and %d", c.holds, d.Counts[".region"], d.Counts[".dot"], c.borders, c.dots)
	}
}
