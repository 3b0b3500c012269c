package analysis

import "formicary/pkg/analysis/stats"

// Reference is a published figure to compare one's own with.
type Reference struct {
	// Label is the one that our runs of the same method have.
	Label string
	// Class is the size class; the zero Class for all sizes.
	Class Class
	// Instances is the number of puzzles, Any those solved at least once.
	Instances, Any int
	// Rate is the share of runs that found a solution, as printed.
	Rate float64
	// Runs is the number of runs on each puzzle.
	Runs int
	// Source says where it is printed, such as "Amos et al. 2019, table 1".
	Source string
}

// Interval is the interval of the published rate at 95 % for puzzles like
// those. How much they differ is not printed: it is the widest that they can
// make it, that of Clopper and Pearson with the puzzles for trials, as if all runs on a puzzle ended
// alike; the whole of 0 to 1 where their number is unknown. It ignores the
// rounding of the printed rate.
func (r Reference) Interval() Interval {
	n := float64(r.Instances)
	return stats.ClopperPearson(r.Rate*n, n, Default.Level)
}
