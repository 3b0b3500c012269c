package stats_test

import (
	"fmt"

	"formicary/pkg/analysis/stats"
)

// Three engines on eight puzzles, in seconds: first whether there is any
// difference, then which pairs differ, corrected for three tests.
func Example() {
	times := [][]float64{
		{1.2, 1.9, 1.1},
		{3.4, 5.0, 3.6},
		{0.8, 1.5, 0.9},
		{7.1, 9.8, 6.6},
		{2.2, 2.9, 2.0},
		{5.0, 7.7, 5.2},
		{1.0, 1.4, 1.1},
		{4.1, 6.3, 3.9},
	}
	overall := stats.ImanDavenport(times)
	fmt.Printf("mean ranks %.2f, p = %.2g\n", overall.MeanRanks, overall.P)
	pairs := [][2]int{{0, 1}, {0, 2}, {1, 2}}
	var p []float64
	for _, pair := range pairs {
		var differences []float64
		for _, row := range times {
			differences = append(differences, row[pair[0]]-row[pair[1]])
		}
		p = append(p, stats.SignedRank(differences).P)
	}
	for i, corrected := range stats.Holm(p) {
		fmt.Printf("engines %d and %d: p = %.3f\n", pairs[i][0], pairs[i][1], corrected)
	}
	// Output:
	// mean ranks [1.50 3.00 1.50], p = 0.0011
	// engines 0 and 1: p = 0.023
	// engines 0 and 2: p = 0.945
	// engines 1 and 2: p = 0.023
}
