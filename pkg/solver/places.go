package solver

import (
	"fmt"
	"math"
	"slices"

	"formicary/pkg/puzzle"
)

// Layout says what the numbers of pheromone are on: number i is that of value i%Values of
// place i/Values, or as Starts says, and places are cells or pairs of cells. For Nurikabe each cell has one
// number; for Sudoku each cell has one for each digit; for bridges between islands each pair
// of neighbours may have one for each number of bridges.
type Layout struct {
	// Values is the number of values of a place; 0 stands for as many as the numbers
	// give each place.
	Values int
	// Starts are where the numbers of each place begin and, last, where those of the last place
	// end, where places have different numbers of values; nil where all have as many.
	Starts []int32
	// Codes are the board's values that the numbers of a place stand for, as many as Values; nil where they stand
	// for something else. Given are the cells (raster indices) that the puzzle gives: their numbers stand for nothing.
	Codes []uint8
	Given []int32
	// Pairs are the places where they are pairs of cells (raster indices); nil where they
	// are the cells of the board.
	Pairs [][2]int32
}

// Heat is one number for each place, and what it is: its pheromone where each place has one
// value; otherwise its commitment, the share that its strongest value has of its
// pheromone, NaN where it has none. cells is the number of cells of the board. Numbers
// that do not fit the layout are a programmer error and panic.
func (l Layout) Heat(pheromone []float64, cells int) (heat []float64, name string) {
	places := cells
	if l.Pairs != nil {
		places = len(l.Pairs)
	}
	values := l.Values
	if values == 0 && places > 0 {
		values = len(pheromone) / places
	}
	switch {
	case len(pheromone) == 0:
		return nil, ""
	case l.Starts != nil:
		if len(l.Starts) != places+1 || int(l.Starts[places]) != len(pheromone) {
			panic(fmt.Sprintf("solver: %d pheromone values, the last of %d places ends otherwise", len(pheromone), places))
		}
		for i, from := range l.Starts[:places] {
			heat = append(heat, commitment(pheromone[from:l.Starts[i+1]]))
		}
		return heat, commitmentName
	case values == 0 || places*values != len(pheromone):
		panic(fmt.Sprintf("solver: %d pheromone values for %d places of %d", len(pheromone), places, values))
	case values == 1:
		return pheromone, "pheromone"
	}
	for numbers := range slices.Chunk(pheromone, values) {
		heat = append(heat, commitment(numbers))
	}
	return heat, commitmentName
}

// Misled are the cells on which pheromone leads away from a solution. Where cells have one number each, those
// are cells that do not have its value in the solution and yet are among the strongest n, where n cells have it,
// without those that are given.
// Where they have several, those whose strongest value is not that of the solution. Equal numbers lead nowhere.
// It is empty where the layout has no Codes.
func (l Layout) Misled(pheromone []float64, solution puzzle.Grid) (cells []puzzle.Cell) {
	k := len(l.Codes)
	if k == 0 || k*len(solution.Values) != len(pheromone) {
		return nil
	}
	least := math.Inf(1) // of the strongest n; above it where others are as strong
	if k == 1 {
		var ordered []float64
		n := 0
		for i, v := range solution.Values {
			if slices.Contains(l.Given, int32(i)) {
				continue
			}
			if ordered = append(ordered, pheromone[i]); v == l.Codes[0] {
				n++
			}
		}
		slices.Sort(ordered)
		if at := len(ordered) - n; n > 0 && at > 0 && ordered[at] > ordered[at-1] {
			least = ordered[at]
		} else if n > 0 {
			least = math.Nextafter(ordered[at], math.Inf(1))
		}
	}
	for i, v := range solution.Values {
		numbers := pheromone[i*k : (i+1)*k]
		best := slices.Index(numbers, slices.Max(numbers))
		if tied := k > 1 && slices.Contains(numbers[best+1:], numbers[best]); tied || k == 1 && numbers[0] < least || l.Codes[best] == v || slices.Contains(l.Given, int32(i)) {
			continue
		}
		cells = append(cells, solution.At(i))
	}
	return cells
}

const commitmentName = "pheromone of the strongest value (share)"

// commitment is the share that the largest of some numbers has of their sum; NaN where that is 0.
func commitment(numbers []float64) float64 {
	sum := 0.0
	for _, x := range numbers {
		sum += x
	}
	if sum > 0 {
		return slices.Max(numbers) / sum
	}
	return math.NaN()
}
