package engines

import (
	"fmt"
	"reflect"

	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// FromDescription makes the engine of a description again, with its variant and its
// parameters, so that the hash is the same. It is an error where there is no such
// engine here, where a parameter is unknown or no value of its type, and where a
// description is [solver.Description.Custom]: what a func does stands in its program
// only. Whether a value is in its range is seen when the engine runs, as it is with
// the engine that was described. Descriptions may come from anybody: of engines that run a
// program (package external) only the lab's own baselines are made, and [WithPrograms] makes all.
func FromDescription(d solver.Description) (solver.Solver, error) { return rebuild(d, false) }

// WithPrograms is [FromDescription] for descriptions that the user trusts: it makes engines that run
// any program, too, and may start the program to ask for its version.
func WithPrograms(d solver.Description) (solver.Solver, error) { return rebuild(d, true) }

func rebuild(d solver.Description, trusted bool) (solver.Solver, error) {
	if d.Custom {
		return nil, fmt.Errorf("%s has a rule that is a func, which a description cannot tell: the program that has the func, such as a cell's own, has to make its runs", d.Label())
	}
	if program != nil && outside(d) {
		return program(d, trusted)
	}
	parameters := lists.Map(d.Parameters, func(x solver.Parameter) string { return x.Name + "=" + x.Value })
	s, err := New(d.Engine, parameters...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.Label(), err)
	}
	if d.Variant != "" {
		field := reflect.ValueOf(s).Elem().FieldByName("Variant")
		if !field.IsValid() {
			return nil, fmt.Errorf("%s: %s takes no variant", d.Label(), d.Engine)
		}
		field.SetString(d.Variant)
	}
	if is := s.Describe(); is.Hash() != d.Hash() {
		return nil, fmt.Errorf("%s: it has other parameters here: expected %v, found %v", d.Label(), d.Parameters, is.Parameters)
	}
	return s, nil
}

// outside says whether an engine runs a program of its own (package external), and program makes it again: nil in pages.
var (
	outside func(solver.Description) bool
	program func(d solver.Description, trusted bool) (solver.Solver, error)
)

// Open makes a puzzle of any kind again; see [sets.Origin.Open].
func Open(o sets.Origin) (puzzle.Puzzle, error) {
	kind, err := FindKind(o.Kind)
	if err != nil {
		return nil, err
	}
	return o.Open(kind)
}
