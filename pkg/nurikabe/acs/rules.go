package acs

import (
	"slices"

	"formicary/pkg/colony"
)

// askOrder lets the replaced island order choose among the islands left.
func (a *ant) askOrder(order func(*View, []int32) int) int32 {
	it := &a.itinerary
	it.swap(it.next + order(&a.view, it.left[it.next:]))
	island := it.left[it.next]
	it.next++
	if !it.more() {
		a.hooks.Orderly(it.base, it.left)
	}
	return island
}

// isCandidate says whether a cell borders the growing island and no other one.
func (a *ant) isCandidate(cell int32) bool {
	if uint(cell) >= uint(len(a.position)) {
		return false
	}
	pos := int(a.position[cell])
	return a.beside[pos] == a.island && a.wall.isBlack(pos)
}

// checkList looks at what is left of the last island's candidates: a rule that
// chose among them may have changed their order only. One island an ant is
// enough for a rule that does it again and again.
func (a *ant) checkList(choose *colony.Rule) {
	for i, cell := range a.candidates {
		if !a.isCandidate(cell) || slices.Contains(a.candidates[:i], cell) {
			choose.Refuse("it overwrote its list of candidates: %d is none, or there twice", cell)
		}
	}
}

// placeOf is the place of a cell that was chosen among what a filter kept.
func (a *ant) placeOf(t *colony.Trail, cell int32, candidates []int32) int {
	place := slices.Index(candidates, cell)
	if place < 0 { // a filter's answer was checked
		t.Chooser().Refuse("it overwrote its list of candidates: %d is none", cell)
	}
	return place
}
