package solver

import (
	"fmt"
	"math"
	"slices"
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
