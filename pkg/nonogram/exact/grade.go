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
	// Line: lines solved one by one, without any assumption.
	Line
	// Probe: line solving, and single cells tried in all their colours.
	Probe
	// Search: a search.
	Search
)

// String writes "line", "probe" or "search", and "" for no grade.
func (g Grade) String() string {
	switch g {
	case Line:
		return "line"
	case Probe:
		return "probe"
	case Search:
		return "search"
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
	for g := Line; g <= Search; g++ {
		if g.String() == text {
			return g, nil
		}
	}
	return Ungraded, fmt.Errorf("grade %q: expected line, probe or search", text)
}
