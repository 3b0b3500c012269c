package model

// Table says which choices fit, of one of several conditions at each of a few places.
type Table struct {
	forbidden [][]int // choices that none extends which fits, and are as short as that; -1 is any condition
}

// NewTable makes the table of places with so many conditions each. fits says whether a choice does; it is asked often:
// some thousand choices are many.
func NewTable(fits func(choice []int) bool, conditions ...int) *Table {
	t := &Table{}
	choice := make([]int, len(conditions))
	var hopeless func() bool
	hopeless = func() bool {
		for i, x := range choice {
			if x >= 0 {
				continue
			}
			all := true
			for y := 0; y < conditions[i] && all; y++ {
				choice[i] = y
				all = hopeless()
			}
			choice[i] = -1
			return all
		}
		return !fits(choice)
	}
	var choose func(place int)
	choose = func(place int) {
		if place < len(choice) {
			for x := -1; x < conditions[place]; x++ {
				choice[place] = x
				choose(place + 1)
			}
			return
		}
		if !hopeless() {
			return
		}
		for i, x := range choice {
			if x >= 0 {
				choice[i] = -1
				shorter := hopeless()
				choice[i] = x
				if shorter {
					return
				}
			}
		}
		t.forbidden = append(t.forbidden, append([]int(nil), choice...))
	}
	choose(0)
	return t
}

// Fits says that a choice fits, where exactly one condition holds at each place.
func (m *Model) Fits(t *Table, places ...[]Lit) {
	for _, choice := range t.forbidden {
		var lits []Lit
		for i, x := range choice {
			if x >= 0 {
				lits = append(lits, places[i][x])
			}
		}
		m.NotAll(lits...)
	}
}
