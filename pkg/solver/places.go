package solver

import (
	"fmt"
	"math"
	"slices"
)

// Layout says what the numbers of pheromone are on: number i is that of value i%Values of
// place i/Values, and places are cells or pairs of cells. For Nurikabe each cell has one
// number; for Sudoku each cell has one for each digit; for bridges between islands each pair
// of neighbours may have one for each number of bridges.
type Layout struct {
	// Values is the number of values of a place; 0 stands for as many as the numbers
	// give each place.
	Values int
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
	case values == 0 || places*values != len(pheromone):
		panic(fmt.Sprintf("solver: %d pheromone values for %d places of %d", len(pheromone), places, values))
	case values == 1:
		return pheromone, "pheromone"
	}
	for numbers := range slices.Chunk(pheromone, values) {
		sum := 0.0
		for _, x := range numbers {
			sum += x
		}
		share := math.NaN()
		if sum > 0 {
			share = slices.Max(numbers) / sum
		}
		heat = append(heat, share)
	}
	return heat, "pheromone of the strongest value (share)"
}
