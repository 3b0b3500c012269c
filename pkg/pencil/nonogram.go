package pencil

import (
	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// NonogramForm declares a nonogram of one colour from the lengths of the blocks of all rows and columns. Its
// boards are those of package nonogram, which has the kind of this name: this one shows what generality costs.
func NonogramForm(rows, cols [][]int) *model.Form {
	m := model.NewModel(puzzle.Size{Rows: len(rows), Cols: len(cols)})
	filled := m.Cells(model.Shade, 2, nil)
	m.Rule("the blocks of a row are those of its clue")
	for i, clue := range rows {
		m.Is(blocks(m, filled.In(1, m.Row(i)...), clue))
	}
	m.Rule("the blocks of a column are those of its clue")
	for i, clue := range cols {
		m.Is(blocks(m, filled.In(1, m.Col(i)...), clue))
	}
	return m.Form()
}

// blocks is the condition that the runs of conditions that hold along a line have these lengths.
func blocks(m *model.Model, line []model.Lit, lengths []int) model.Lit {
	before := make([]model.Lit, len(line)+1) // of cells: those before the cell have the blocks so far, and no others
	empty := model.True
	for end := range before {
		before[end] = empty
		if end < len(line) {
			empty = m.And(empty, line[end].Not())
		}
	}
	for i, length := range lengths {
		now := make([]model.Lit, len(before))
		for end := range now {
			now[end] = model.False
			if end == 0 {
				continue
			}
			now[end] = m.And(now[end-1], line[end-1].Not())
			start := end - length
			rest := model.False
			switch {
			case start == 0 && i == 0:
				rest = model.True
			case start > 0:
				rest = m.And(before[start-1], line[start-1].Not())
			}
			if rest != model.False {
				now[end] = m.Or(now[end], m.And(append([]model.Lit{rest}, line[start:end]...)...))
			}
		}
		before = now
	}
	return before[len(line)]
}
