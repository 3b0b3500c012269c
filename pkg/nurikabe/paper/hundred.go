package paper

import (
	"slices"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
)

// minutes are the iterations of [Minute], by the classes of [analysis.SizeClasses].
var minutes = [len(classSizes) - 1]int64{10_000, 7451, 1860, 931, 931}

// Minute is how many iterations stand for the paper's minute on a board of so many
// cells, where 100 runs are held against the paper's 100. From 100 to 399 cells it is
// the [Pace] of the published runs of table 1. Below 100 cells our runs never come to
// the paper's share, and it is all that they may take. From 400 cells on the paper's
// share is 0, and it is the number of the class before: an iteration takes longer on
// a larger board, so that the paper's minute had no more of them.
func Minute(cells int) int64 {
	return minutes[slices.IndexFunc(analysis.SizeClasses, func(c analysis.Class) bool { return c.Contains(cells) })]
}

// Any is how many of the instances of a class some run solved.
type Any struct {
	// Class is that of the instances; the zero Class for all.
	Class analysis.Class
	// Solved of the Instances were solved in at least one run.
	Solved, Instances int
	// Runs is the least number of runs of an instance that was not solved: 100, or fewer
	// where not all are made; 100 where all were solved.
	Runs int
}

// AnyOfHundred counts the instances that scheme 1 solves in any of 100 runs of a
// [Minute], which is what the paper's table 1, table 2 and figure 4 (right) count: by
// class and, last, of all. The first records are runs of table 1, five on each instance;
// one that is solved there within a minute is solved in any of 100. The second ones are
// 100 runs on each of the others.
func AnyOfHundred(five, hundred []experiment.Record) []Any {
	solved, runs := map[string]bool{}, map[string]int{}
	for _, records := range [][]experiment.Record{five, hundred} {
		here := map[string]int{} // the hundred have the five among them
		for _, r := range records {
			if !r.Is(scheme1) {
				continue
			}
			here[r.Content]++
			runs[r.Content] = max(runs[r.Content], here[r.Content])
			if r.Solved() && r.Iterations <= Minute(r.Cells()) {
				solved[r.Content] = true
			}
		}
	}
	out := make([]Any, len(minutes)+1)
	for i := range out {
		out[i].Runs = 100
		if i < len(minutes) {
			out[i].Class = analysis.SizeClasses[i]
		}
	}
	seen := map[string]bool{}
	for _, r := range five {
		if !r.Is(scheme1) || seen[r.Puzzle] {
			continue
		}
		seen[r.Puzzle] = true
		for _, a := range []*Any{&out[classOf(r)], &out[len(minutes)]} {
			a.Instances++
			if solved[r.Content] {
				a.Solved++
			} else {
				a.Runs = min(a.Runs, runs[r.Content])
			}
		}
	}
	return out
}

// OfHundred adds up the classes of which every instance has 100 runs or a solution, but for the last row of all: how many
// instances our ants solve and the paper's, of how many, and the most cells of the classes.
func OfHundred(all []Any) (ours, theirs, instances, most int) {
	for i, a := range all[:len(all)-1] {
		if a.Runs == 100 && a.Instances > 0 {
			ours, theirs, instances, most = ours+a.Solved, theirs+Table2()[i].Ants, instances+a.Instances, a.Class.Most
		}
	}
	return ours, theirs, instances, most
}

// scheme1 is the variant of the paper's best scheme.
const scheme1 = "scheme 1"
