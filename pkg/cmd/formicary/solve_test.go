package main

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/sudokus"
)

// fragile fails on some puzzles: with a panic, and with an error.
type fragile struct{ calls int }

func (*fragile) Describe() solver.Description { return solver.Description{Engine: "sudoku/fragile"} }

func (f *fragile) Solve(context.Context, puzzle.Puzzle, solver.Run) (solver.Outcome, error) {
	switch f.calls++; f.calls {
	case 1:
		return solver.Outcome{}, []error{}[f.calls]
	case 2:
		return solver.Outcome{}, errors.New("it lost the thread")
	}
	return solver.Outcome{Status: solver.Unsolvable, Cost: -1}, nil
}

// TestSolveGoesOn: puzzles on which an engine fails are named, and the others are solved.
func TestSolveGoesOn(t *testing.T) {
	var stdout, stderr bytes.Buffer
	c := solveCommand{JSON: true}
	err := c.solve(&streams{ctx: t.Context(), stdout: &stdout, stderr: &stderr}, &fragile{}, "sudoku/fragile", sudokus.Kind.MustOpen("open").Take(3).Items)
	var f failure
	alltest.Check(t, errors.As(err, &f) && f.code == 1, "the command ends with %v", err)
	alltest.Check(t, regexp.MustCompile(`^(.*"status":"failed".*"cost":-1.*\n){2}.*"unsolvable".*\n$`).MatchString(stdout.String()), "the answers are %s", stdout.String())
	want := `^formicary: sudoku \S+: sudoku/fragile failed: panic: runtime error: index out of range \[1\] with length 0 in \S*\.\(\*fragile\)\.Solve, solve_test\.go:\d+
formicary: sudoku \S+: sudoku/fragile failed: it lost the thread
$`
	alltest.Check(t, regexp.MustCompile(want).MatchString(stderr.String()), "the errors are %s", stderr.String())
}
