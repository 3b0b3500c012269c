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

// String writes "deduction", "trial" or "learning", and "" for no grade.
func (g Grade) String() string {
	switch g {
	case Deduction:
		return "deduction"
	case Trial:
		return "trial"
	case Learning:
		return "learning"
	}
	return ""
}

// GradeOf reads the grade off an outcome of this engine; [Ungraded] where the
// instance was not decided.
func GradeOf(out solver.Outcome) Grade {
	if !out.Status.Decided() || out.Status == solver.Solved {
		return Ungraded
	}
	for _, s := range out.Statistics {
		if s.Name == "grade" {
			return Grade(s.Value)
		}
	}
	return Ungraded
}

// ParseGrade reads what [Grade.String] writes.
func ParseGrade(text string) (Grade, error) {
	for g := Deduction; g <= Learning; g++ {
		if g.String() == text {
			return g, nil
		}
	}
	return Ungraded, fmt.Errorf("grade %q: expected deduction, trial or learning", text)
}
