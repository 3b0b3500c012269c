package exact

import (
	"fmt"

	"formicary/pkg/solver"
)

// Grade says what it takes to solve an instance and to prove the solution the
// only one.
type Grade uint8

const (
	// Ungraded: not decided.
	Ungraded Grade = iota
	// Deduction: the rules alone, without any assumption.
	Deduction
	// Trial: the rules, and trials of single cells that fail.
	Trial
	// Learning: a search with learning from conflicts.
	Learning
)

// gradeNames are the names, by grade.
var gradeNames = []string{"", "deduction", "trial", "learning"}

// String writes "deduction", "trial" or "learning", and "" for no grade.
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

// ParseGrade reads what [Grade.String] writes of a grade other than [Ungraded].
func ParseGrade(text string) (g Grade, err error) {
	if err := solver.SetOption(&g, gradeNames[1:], text); err != nil {
		return Ungraded, fmt.Errorf("grade %w", err)
	}
	return g + 1, nil
}
