package pencil

import (
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// NurikabeForm declares a Nurikabe from the clues in raster order, 0 for none; clues without number it does not know. Its
// boards are those of package nurikabe, which has the kind of this name: this one shows what generality costs.
func NurikabeForm(size puzzle.Size, clues []int) *model.Form {
	m := model.NewModel(size)
	wall := m.Cells(model.Shade, 2, nil)
	m.Rule("the wall is connected")
	m.Connected(wall.Is(1))
	m.Rule("no square is wall")
	m.NoSquare(wall.Is(1), 2)
	m.Rule("a clue counts the cells of its island")
	total, hub := 0, int32(size.Cells())
	var pairs [][2]int32
	for _, p := range m.Pairs() {
		pairs = append(pairs, [2]int32{int32(p[0]), int32(p[1])})
	}
	for cell, n := range clues {
		if n > 0 {
			total += n
			pairs = append(pairs, [2]int32{int32(cell), hub})
			m.Is(wall[cell].Is(0))
			m.Reach(n, n, wall.Is(0), cell)
		}
	}
	m.Rule("every island has one clue") // one at least; and if islands had two, they would have too few cells
	m.ConnectedBy(append(wall.Is(0), model.True), pairs)
	m.Exactly(total, wall.Is(0)...)
	return m.Form()
}
