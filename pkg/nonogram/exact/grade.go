package exact

import "formicary/pkg/solver"

// Grade says what it takes to solve an instance and to prove the solution the
// only one.
type Grade uint8

const (
	// Ungraded: not decided.
	Ungraded Grade = iota
	// Line: lines solved one by one, without any assumption.
	Line
	// Probe: line solving, and single cells tried in all their colours.
	Probe
	// Search: a search.
	Search
)

// gradeNames are the names, by grade.
var gradeNames = []string{"", "line", "probe", "search"}

// String writes "line", "probe" or "search", and "" for no grade.
func (g Grade) String() string { return solver.OptionName(gradeNames, int(g)) }

// GradeOf reads the grade off an outcome of this engine; [Ungraded] where the
// instance was not decided.
func GradeOf(out solver.Outcome) Grade {
	if !out.Status.Decided() || out.Status == solver.Solved {
		return Ungraded
	}
	grade, _ := out.Statistic("grade")
	return Grade(grade)
}
