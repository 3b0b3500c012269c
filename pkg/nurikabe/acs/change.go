package acs

import "slices"

// What an Improve rule sees and does. The board keeps what holds for every board that an
// ant builds: islands do not touch, none is larger than its clue says, each is in one
// piece with its clue, and the wall is in no more pieces than at the beginning.

// Chosen are the white cells of the board but for the clues. The slice is valid until the
// next Open or Close, and to be read only.
func (v *View) Chosen() []int32 { return v.ant.chosen }

// Island is the island that a cell belongs to, -1 for the wall.
func (v *View) Island(cell int32) int32 {
	a := v.ant
	pos := int(a.position[cell])
	if a.wall.isBlack(pos) {
		return -1
	}
	return int32(a.beside[pos]) - 1
}

// Lacks is the number of cells that an island lacks.
func (v *View) Lacks(island int32) int {
	n := v.Clue(island) - 1
	for _, cell := range v.ant.chosen {
		if v.Island(cell) == island {
			n--
		}
	}
	return n
}

// Border are the cells that an island may be given: those that [View.Open] takes where
// the island lacks one.
func (v *View) Border(island int32) []int32 {
	a := v.ant
	var out []int32
	for cell, pos := range a.position {
		if a.beside[pos] == uint16(island+1) && a.wall.isBlack(int(pos)) && !a.wall.isCut(int(pos)) {
			out = append(out, int32(cell))
		}
	}
	return out
}

// Open turns a wall cell white, a cell of the one island that it borders. Where it borders
// none or several, where the island lacks none, and where the wall would fall apart, it does
// nothing and returns false.
func (v *View) Open(cell int32) bool {
	a := v.ant
	pos := int(a.position[cell])
	island := a.beside[pos]
	if island == free || island == blocked || !a.wall.isBlack(pos) || v.Lacks(int32(island-1)) == 0 || a.wall.isCut(pos) {
		return false
	}
	a.wall.open(pos)
	a.chosen = append(a.chosen, cell)
	a.spread(pos, island)
	return true
}

// Close turns a white cell into wall. Where it is a clue or none, where its island would
// fall apart, and where it would be a wall of its own, it does nothing and returns false.
// The time it takes is in proportion to the board.
func (v *View) Close(cell int32) bool {
	a := v.ant
	place := slices.Index(a.chosen, cell)
	if place < 0 || !a.loose(int(a.position[cell])) {
		return false
	}
	a.chosen = slices.Delete(a.chosen, place, place+1)
	owners := make([]uint16, len(a.chosen))
	for i, c := range a.chosen {
		owners[i] = a.beside[a.position[c]]
	}
	a.wall.reset()
	copy(a.beside, a.problem.beside)
	for i, c := range a.chosen {
		pos := int(a.position[c])
		a.wall.force(pos)
		a.beside[pos] = owners[i]
	}
	for i, c := range a.chosen {
		a.spread(int(a.position[c]), owners[i])
	}
	return true
}

// spread notes that an island touches the black neighbours of one of its positions.
func (a *ant) spread(pos int, island uint16) {
	for _, d := range a.frame.side {
		if a.wall.isBlack(pos + d) {
			touch(&a.beside[pos+d], island)
		}
	}
}

// loose says whether a white position can turn black: it has a black neighbour, and its
// island stays in one piece with its clue.
func (a *ant) loose(pos int) bool {
	island := a.beside[pos]
	var around []int
	for _, d := range a.frame.side {
		if next := pos + d; !a.wall.isBlack(next) && a.beside[next] == island {
			around = append(around, next)
		}
	}
	black := slices.ContainsFunc(a.frame.side[:], func(d int) bool { return a.wall.isBlack(pos + d) })
	seen := []int{pos, int(a.clueCells[island-1])} // and all that the clue reaches without pos
	for i := 1; i < len(seen); i++ {
		for _, d := range a.frame.side {
			if next := seen[i] + d; !a.wall.isBlack(next) && a.beside[next] == island && !slices.Contains(seen, next) {
				seen = append(seen, next)
			}
		}
	}
	return black && !slices.ContainsFunc(around, func(pos int) bool { return !slices.Contains(seen, pos) })
}
