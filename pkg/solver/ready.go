package solver

import (
	"fmt"

	"formicary/pkg/puzzle"
)

// Ready is how an engine of a name begins: it has the puzzle as the type that
// the engine works on (see [Cast]), and parameters in range. Else the error
// names the engine and wraps [ErrPuzzle] or [ErrParameter].
func Ready[P puzzle.Puzzle](engine string, e interface{ Validate() error }, p puzzle.Puzzle) (P, error) {
	q, err := Cast[P](p)
	if err == nil {
		err = e.Validate()
	}
	if err != nil {
		var none P
		return none, fmt.Errorf("%s: %w", engine, err)
	}
	return q, nil
}

// Found is the outcome of a search that is complete: its status, and the first solution with cost 0 if
// the status has one. It has the second one if it is [Multiple], and cost -1 if there is none.
func Found(status Status, solutions ...puzzle.Grid) Outcome {
	out := Outcome{Status: status, Cost: -1}
	if status.HasSolution() {
		out.Best, out.Cost = solutions[0], 0
	}
	if status == Multiple {
		out.Second = solutions[1]
	}
	return out
}

// Statistic is the value of a statistic of the outcome by its name; ok is false,
// and the value 0, where the engine counts nothing of the name.
func (o Outcome) Statistic(name string) (value float64, ok bool) {
	for _, s := range o.Statistics {
		if s.Name == name {
			return s.Value, true
		}
	}
	return 0, false
}
