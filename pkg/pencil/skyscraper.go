package pencil

import (
	"formicary/pkg/lists"
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// The clues outside of a Skyscraper.
var (
	top    = &model.Part{Name: "clues above", At: model.OnTop}
	bottom = &model.Part{Name: "clues below", At: model.Below}
	left   = &model.Part{Name: "clues to the left", At: model.OnLeft}
	right  = &model.Part{Name: "clues to the right", At: model.OnRight}
)

// Skyscraper: heights 1 to K once in every line, the rest parks; clues count the buildings that are seen from outside.
var Skyscraper = &model.Kind{
	Name: "skyscraper", Title: "Skyscraper", Parts: []*model.Part{top, bottom, left, right, model.Clues}, Header: 2,
	Make: &model.Making{
		Sizes: squareTo(9), Size: side(5), Large: 64, Header: func(said puzzle.Size) []string { return model.Numbers(said.Cols, said.Cols) },
		Places: []*model.Part{top, bottom, left, right, model.Clues}, Signs: func(in *model.Instance) []string { return model.Numbers(1, in.Size.Cols) },
	},
	Unknown: true,
	Declare: func(m *model.Model, in *model.Instance) {
		size := m.Size()
		if size.Rows != size.Cols {
			in.ExpectedBoard("as many columns as rows")
			return
		}
		most := in.HeaderNumber(0, 1, size.Cols)
		heights := m.Cells(model.Number, most+1, nil)
		m.Rule("given numbers stay")
		for cell, v := range heights {
			if n, ok := in.Number(model.Clues, cell); ok {
				m.Is(v.Is(n))
			}
		}
		line := func(cells []int) {
			m.Rule("every height once in a line")
			for x := 1; x <= most; x++ {
				m.Exactly(1, heights.In(x, cells...)...)
			}
		}
		var falling, rising []int
		for i := range size.Rows {
			line(m.Row(i))
			line(m.Col(i))
			falling = append(falling, size.Index(puzzle.Cell{Row: i, Col: i}))
			rising = append(rising, size.Index(puzzle.Cell{Row: i, Col: size.Cols - 1 - i}))
		}
		if len(in.Header) > 1 {
			if in.Header[1] != "D" {
				in.ExpectedHeader(1, "D for diagonals")
			}
			line(falling)
			line(rising)
		}
		m.Rule("a clue counts the buildings that are seen")
		for i := range size.Cols {
			see := func(part *model.Part, cells []int) {
				if n, ok := in.Number(part, i); ok {
					m.Exactly(n, skyline(m, of(heights, cells))...)
				}
			}
			see(top, m.Col(i))
			see(bottom, reverse(m.Col(i)))
			see(left, m.Row(i))
			see(right, reverse(m.Row(i)))
		}
	},
	Sign: number,
}

// reverse is a line from its other end.
func reverse(cells []int) (out []int) {
	for i := range cells {
		out = append(out, cells[len(cells)-1-i])
	}
	return out
}

// skyline are the conditions whose number is that of the buildings that are seen along a line.
func skyline(m *model.Model, line []model.Var) (out []model.Lit) {
	below := make([]model.Lit, line[0].Values()) // of heights: all before are lower
	for x := range below {
		below[x] = model.True
	}
	for _, v := range line {
		var seen []model.Lit
		for x := 1; x < v.Values(); x++ {
			seen = append(seen, m.And(v.Is(x), below[x]))
		}
		out = append(out, m.Or(seen...))
		for x := range below {
			lower := lists.Of(x, v.Is)
			below[x] = m.And(below[x], m.Or(lower...))
		}
	}
	return out
}
