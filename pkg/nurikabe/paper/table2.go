package paper

import (
	"slices"

	"formicary/pkg/analysis"
)

// Versus is a row of table 2: the colony with scheme 1, and the SAT-based
// constraint solver in Copris, which ran once on each instance with the ants'
// time limit (section 4.3), on the instances of one size class.
type Versus struct {
	Class analysis.Class
	// Instances is the number of instances.
	Instances int
	// Complete and Ants are the instances solved by each (the ants: in any of
	// 100 runs), Both by both, OnlyComplete and OnlyAnts by one alone.
	Complete, Ants, Both, OnlyComplete, OnlyAnts int
	// FasterComplete and FasterAnts count, of those solved by both, the
	// instances on which the time of each is the smaller one; the ants' time
	// is that of all runs divided by the number of successes. Both are 0 in
	// the last class, where the paper prints a dash.
	FasterComplete, FasterAnts int
}

// Table2 is table 2, "Comparison of the Copris SAT solver with ACS (Scheme
// 1)" (page 6): the size classes and then all sizes (the zero class).
func Table2() []Versus {
	rows := [6][8]int{
		{136, 136, 135, 135, 1, 0, 35, 100},
		{615, 608, 599, 594, 14, 5, 335, 259},
		{64, 59, 39, 38, 21, 1, 35, 3},
		{72, 58, 28, 27, 31, 1, 26, 1},
		{21, 2, 0, 0, 2, 0, 0, 0},
		{instances, 863, 801, 794, 69, 7, 431, 363},
	}
	var out []Versus
	for i, class := range append(slices.Clone(analysis.SizeClasses), analysis.Class{}) {
		r := rows[i]
		out = append(out, Versus{class, r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]})
	}
	return out
}
