package cdcl_test

import (
	"fmt"

	"formicary/pkg/cdcl"
)

// Three people share two rooms; one and two do not get on, nor do two and
// three.
func Example() {
	var s cdcl.Solver
	first := s.NewVars(3) // true: the first room
	second := first + 1
	third := first + 2
	s.AddClause(first.Pos(), second.Pos())
	s.AddClause(first.Neg(), second.Neg())
	s.AddClause(second.Pos(), third.Pos())
	s.AddClause(second.Neg(), third.Neg())
	forever := func() bool { return true }
	for s.Solve(forever) == cdcl.Satisfiable {
		fmt.Println(s.Value(first.Pos()), s.Value(second.Pos()), s.Value(third.Pos()))
		s.AddBlockingClause()
	}
	// Output:
	// -1 1 -1
	// 1 -1 1
}
