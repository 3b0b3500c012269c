package model

import "fmt"

// Table says which choices fit, of one of several conditions at each of a few places.
type Table struct {
	conditions []int   // of places
	forbidden  [][]int // choices that none extends which fits, and are as short as that; -1 is any condition
}

// mostChoices bounds the choices of a table, those that leave places open among them.
const mostChoices = 1 << 20

// NewTable makes the table of places with so many conditions each. fits says whether a choice does, in which choice[i] is the
// condition of place i, from 0 on. It is asked once for each choice: of a clue about the runs of shaded cells around it, say, the places
// are the eight cells, with two conditions each, and fits is asked of 256 choices.
func NewTable(fits func(choice []int) bool, conditions ...int) *Table {
	t := &Table{conditions: conditions}
	all, strides := 1, make([]int, len(conditions))
	for i := len(conditions) - 1; i >= 0; i-- {
		strides[i] = all
		if all *= conditions[i] + 1; conditions[i] < 1 || all > mostChoices {
			panic(fmt.Sprintf("model: NewTable: expected at least one condition for each place and at most %d choices, found places of %v", mostChoices, conditions))
		}
	}
	// A choice is a number: its digit for a place is 0 where that is open, and one above the condition otherwise.
	digit := func(key, place int) int { return key / strides[place] % (conditions[place] + 1) }
	hopeless := make([]bool, all) // of choices: none that extends it fits
	choice := make([]int, len(conditions))
	for key := all - 1; key >= 0; key-- {
		open := -1
		for i := range choice {
			if choice[i] = digit(key, i) - 1; choice[i] < 0 {
				open = i
			}
		}
		if open < 0 {
			hopeless[key] = !fits(choice)
			continue
		}
		hopeless[key] = true
		for x := range conditions[open] {
			hopeless[key] = hopeless[key] && hopeless[key+strides[open]*(x+1)]
		}
	}
	for key, no := range hopeless {
		shortest := no
		short := make([]int, len(conditions))
		for i := range short {
			short[i] = digit(key, i) - 1
			shortest = shortest && (short[i] < 0 || !hopeless[key-strides[i]*digit(key, i)])
		}
		if shortest {
			t.forbidden = append(t.forbidden, short)
		}
	}
	return t
}

// Fits says that a choice fits, where exactly one condition holds at each place. [True] and [False] are conditions, too, such as those
// of cells beyond the edge of the board.
func (m *Model) Fits(t *Table, places ...[]Lit) {
	if t == nil {
		m.fail("Fits", "expected a table, found none")
	}
	if len(places) != len(t.conditions) {
		m.fail("Fits", "expected the %d places of the table, found %d", len(t.conditions), len(places))
	}
	for i, n := range t.conditions {
		if len(places[i]) != n {
			m.fail("Fits", "expected %d conditions at place %d, found %d", n, i, len(places[i]))
		}
	}
	m.together(func() {
		for _, choice := range t.forbidden {
			var lits []Lit
			for i, x := range choice {
				if x >= 0 {
					lits = append(lits, places[i][x])
				}
			}
			m.NotAll(lits...)
		}
	})
}
