package acs

import (
	"fmt"
	"slices"

	"formicary/pkg/colony"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
)

// Scheme is the order in which an ant visits the islands: the six of the
// paper, section 3.3, "Line 17".
type Scheme int

// The paper's schemes, with its numbers.
const (
	Raster        Scheme = iota // as the clues stand on the board, row by row
	Shuffled                    // at random, anew for every ant: the paper's best
	LargestFirst                // by the clue, the largest first
	SmallestFirst               // by the clue, the smallest first
	Furthest                    // the remaining clue furthest away, by Manhattan distance
	Nearest                     // the remaining clue nearest by
)

var schemeNames = [...]string{"raster", "shuffled", "largest-first", "smallest-first", "furthest", "nearest"}

// String is the scheme's name.
func (s Scheme) String() string {
	if s < 0 || int(s) >= len(schemeNames) {
		return fmt.Sprintf("scheme(%d)", int(s))
	}
	return schemeNames[s]
}

// Set reads a scheme's name or the paper's number; with String it makes a
// Scheme a flag.Value.
func (s *Scheme) Set(text string) error {
	for i, name := range schemeNames {
		if text == name || text == fmt.Sprint(i) {
			*s = Scheme(i)
			return nil
		}
	}
	return fmt.Errorf("expected one of %v or 0 to %d", schemeNames, len(schemeNames)-1)
}

// Options are the names of all schemes.
func (s Scheme) Options() []string { return schemeNames[:] }

// itinerary is the order in which one ant visits the islands of a puzzle.
type itinerary struct {
	scheme Scheme
	base   []int32 // island numbers in the scheme's order
	places []puzzle.Cell
	left   []int32 // islands of this round
	next   int     // how many of left are done
}

func newItinerary(scheme Scheme, p *nurikabe.Puzzle) itinerary {
	clueCells := p.ClueCells()
	it := itinerary{scheme: scheme, base: make([]int32, len(clueCells)), left: make([]int32, len(clueCells))}
	for i, cell := range clueCells {
		it.base[i] = int32(i)
		it.places = append(it.places, p.Size().At(cell))
	}
	clue := func(i int32) int { return p.Clue(clueCells[i]) }
	switch scheme {
	case Shuffled:
		// Passing over an island without using a turn changes nothing here.
		it.base = slices.DeleteFunc(it.base, func(i int32) bool { return clue(i) == 1 })
	case LargestFirst:
		slices.SortStableFunc(it.base, func(a, b int32) int { return clue(b) - clue(a) })
	case SmallestFirst:
		slices.SortStableFunc(it.base, func(a, b int32) int { return clue(a) - clue(b) })
	}
	return it
}

// begin starts a round at a random island.
func (it *itinerary) begin(t *colony.Trail) {
	n := len(it.base)
	it.left, it.next = it.left[:n], 0
	if n == 0 {
		return
	}
	switch it.scheme {
	case Shuffled:
		copy(it.left, it.base)
		for i := n - 1; i > 0; i-- {
			j := t.Intn(i + 1)
			it.left[i], it.left[j] = it.left[j], it.left[i]
		}
	case Furthest, Nearest:
		copy(it.left, it.base)
		it.swap(t.Intn(n))
	default:
		start := t.Intn(n)
		copy(it.left, it.base[start:])
		copy(it.left[n-start:], it.base[:start])
	}
}

// swap brings the island at place i of left to the front of those not done.
func (it *itinerary) swap(i int) {
	it.left[it.next], it.left[i] = it.left[i], it.left[it.next]
}

// more says whether an island is left to visit.
func (it *itinerary) more() bool { return it.next < len(it.left) }

// take is the next island.
func (it *itinerary) take() int32 {
	if (it.scheme == Furthest || it.scheme == Nearest) && it.next > 0 {
		it.swap(it.byDistance(it.left[it.next-1]))
	}
	island := it.left[it.next]
	it.next++
	return island
}

// byDistance is the place in left of the island furthest from or nearest to
// the given one; of several, the first in raster order.
func (it *itinerary) byDistance(from int32) int {
	best, place := -1, it.next
	for i := it.next; i < len(it.left); i++ {
		d := distance(it.places[from], it.places[it.left[i]])
		better := best < 0 || d > best
		if it.scheme == Nearest {
			better = best < 0 || d < best
		}
		if better || d == best && it.left[i] < it.left[place] {
			best, place = d, i
		}
	}
	return place
}

func distance(a, b puzzle.Cell) int {
	return max(a.Row-b.Row, b.Row-a.Row) + max(a.Col-b.Col, b.Col-a.Col)
}
