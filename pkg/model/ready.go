package model

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Ready gives an engine the puzzle to work on; name is the engine's. The error wraps
// [solver.ErrPuzzle] where the puzzle is of another kind, and [solver.ErrParameter] where a
// parameter is out of range.
func (k *Kind) Ready(name string, e solver.Configurable, p puzzle.Puzzle) (*Puzzle, error) {
	q, err := solver.Ready[*Puzzle](name, e, p)
	if err == nil && q.kind.Name != k.Name {
		err = fmt.Errorf("%s: %s %s: %w: it solves puzzles of kind %s", name, q.Kind(), q.ID(), solver.ErrPuzzle, k.Name)
	}
	return q, err
}

// Custom says that the kind is no part of the lab, such as one that a cell declares: its name does
// not tell what it is, and the engines for it are custom, too ([solver.Description.Custom]).
func (k *Kind) Custom() bool {
	f := runtime.FuncForPC(reflect.ValueOf(k.Declare).Pointer())
	return f == nil || !strings.HasPrefix(solver.PackageOf(f.Name()), "formicary/pkg/")
}
