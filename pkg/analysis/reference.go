package analysis

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

// Interval is Wilson's interval of the published rate over all its runs, or
// the whole of 0 to 1 where their number is unknown. It ignores the rounding of
// the printed rate.
func (r Reference) Interval() Interval {
	trials := r.Instances * r.Runs
	return Default.Wilson(min(int(r.Rate*float64(trials)+0.5), trials), trials).Interval
}
