package pencil

import (
	"formicary/pkg/model"
)

// YinYang: black cells connected, white cells connected, and no square of one colour.
var YinYang = &model.Kind{
	Name: "yinyang", Title: "Yin-Yang", Set: "YinYang", Parts: []*model.Part{model.Clues},
	Marks: map[string]model.Mark{"w": model.White, "b": model.Black},
	Make:  &model.Making{Size: side(10), Places: clued, Signs: signs("w", "b")},
	Declare: func(m *model.Model, in *model.Instance) {
		black := m.Cells(model.Disc, 2, nil)
		m.Rule("given circles keep their colour")
		for cell, v := range black {
			switch in.Sign(model.Clues, cell) {
			case "b":
				m.Is(v.Is(1))
			case "w":
				m.Is(v.Is(0))
			case model.None:
			default:
				in.Expected(model.Clues, cell, "w, b or -")
			}
		}
		for colour, name := range []string{"white", "black"} {
			m.Rule(name + " cells are connected")
			m.Connected(black.Is(colour))
			m.Rule("no square of one colour")
			m.NoSquare(black.Is(colour), 2)
		}
		m.NoChequer(black.Is(1))
		m.Rule("black cells are connected")
		// Black cells in two places of the edge, with white ones on both ways around between them, would be
		// joined across the board, and part those.
		var changes []model.Lit
		edge := rim(m)
		for i, cell := range edge {
			changes = append(changes, m.Differ(black[cell].Is(1), black[edge[(i+1)%len(edge)]].Is(1)))
		}
		m.Count(0, 2, changes...)
	},
	Sign: one("w", "b"),
}

// rim are the cells at the edge of the board, once around.
func rim(m *model.Model) (out []int) {
	size := m.Size()
	if size.Rows == 1 || size.Cols == 1 {
		return nil
	}
	for col := range size.Cols - 1 {
		out = append(out, col)
	}
	for row := range size.Rows - 1 {
		out = append(out, (row+1)*size.Cols-1)
	}
	for col := range size.Cols - 1 {
		out = append(out, size.Cells()-1-col)
	}
	for row := range size.Rows - 1 {
		out = append(out, (size.Rows-1-row)*size.Cols)
	}
	return out
}
