// Package paper holds the figures of the paper that the lab repeats:
//
// M. Amos, M. Crossley and H. Lloyd, "Solving Nurikabe with Ant Colony
// Optimization (Extended version)", 2019; the short version is in the
// Proceedings of the Genetic and Evolutionary Computation Conference (GECCO),
// Prague, July 2019.
//
// Its opinion: a published figure is data, typed in once, with its place
// in the paper, and checked against the sums that the paper itself prints.
//
// Its limits: figures as printed, with three decimals. The machine that they
// come from was a single core of a Xeon E5-2640 v4 at 2.40 GHz (section 4)
// with code in Java: times are not comparable with ours, rates only as far as
// the time limit does not decide them.
package paper

import (
	"fmt"
	"slices"
	"time"

	"formicary/pkg/analysis"
	"formicary/pkg/solver"
)

// The conditions of table 1 (section 4.2).
const (
	// Limit is the wall time of a run.
	Limit = 60 * time.Second
	// runs is the number of runs of each scheme on each instance.
	runs = 100
	// instances is the number of instances: the 911 of Janko's collection
	// without the three that have a clue "?".
	instances = 908
)

// table1 has, scheme by scheme, the instances solved at least once and the
// share of successful runs, for each class of [analysis.SizeClasses] and, last,
// for all.
var table1 = [6][6]struct {
	any  int
	rate float64
}{
	{{135, 0.857}, {558, 0.575}, {25, 0.095}, {11, 0.023}, {0, 0.000}, {729, 0.526}},
	{{135, 0.942}, {599, 0.787}, {39, 0.267}, {28, 0.081}, {0, 0.000}, {801, 0.700}},
	{{134, 0.843}, {562, 0.588}, {28, 0.108}, {11, 0.033}, {0, 0.000}, {735, 0.534}},
	{{135, 0.856}, {553, 0.576}, {26, 0.094}, {11, 0.018}, {0, 0.000}, {725, 0.526}},
	{{134, 0.900}, {582, 0.676}, {30, 0.158}, {12, 0.023}, {0, 0.000}, {758, 0.606}},
	{{135, 0.842}, {549, 0.527}, {17, 0.062}, {10, 0.025}, {0, 0.000}, {711, 0.489}},
}

// classSizes are the numbers of instances in the classes, and in all.
var classSizes = [6]int{136, 615, 64, 72, 21, instances}

// Table1 is table 1, "Success rates for the six island selection schemes"
// (page 6): scheme by scheme ("ants, raster" to "ants, nearest"), the size classes and then all sizes (the zero
// class). The text of section 4.2 gives scheme 1's rate over all runs as
// 69.9 %, the table as 0.700.
func Table1() []analysis.Reference {
	var out []analysis.Reference
	classes := append(slices.Clone(analysis.SizeClasses), analysis.Class{})
	for scheme, row := range table1 {
		for i, cell := range row {
			out = append(out, analysis.Reference{
				Label: solver.Label("nurikabe/acs", fmt.Sprintf("scheme %d", scheme)), Class: classes[i], Instances: classSizes[i], Any: cell.any, Rate: cell.rate, Runs: runs,
				Source: "Amos, Crossley and Lloyd 2019, table 1",
			})
		}
	}
	return out
}
