package exact

import "formicary/pkg/solver"

// Grade says what it takes to solve an instance and to prove the solution the only one.
type Grade uint8

const (
	// Ungraded: not decided.
	Ungraded Grade = iota
	// Deduction: one constraint after the other, without any assumption.
	Deduction
	// Trial: the same, and assumptions of single values that fail.
	Trial
	// Learning: a search with learning from conflicts.
	Learning
)

var gradeNames = []string{"", "deduction", "trial", "learning"}

// String writes "deduction", "trial" or "learning", and "" for no grade.
func (g Grade) String() string { return solver.OptionName(gradeNames, int(g)) }
