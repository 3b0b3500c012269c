package solver_test

import (
	"math"
	"slices"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Numbers are of cells, of pairs, or of values of either: what is drawn is one number a place.
func TestLayout(t *testing.T) {
	pairs := [][2]int32{{0, 1}, {1, 3}, {2, 3}}
	for name, c := range map[string]struct {
		layout  solver.Layout
		numbers []float64
		want    []float64
		what    string
	}{
		"cells":           {solver.Layout{}, []float64{1, 2, 3, 4}, []float64{1, 2, 3, 4}, "pheromone"},
		"values of cells": {solver.Layout{}, []float64{1, 3, 0, 0, 2, 2, 4, 0}, []float64{0.75, math.NaN(), 0.5, 1}, "pheromone of the strongest value (share)"},
		"pairs":           {solver.Layout{Pairs: pairs}, []float64{5, 6, 7}, []float64{5, 6, 7}, "pheromone"},
		"values of pairs": {solver.Layout{Values: 2, Pairs: pairs}, []float64{1, 3, 2, 2, 0, 9}, []float64{0.75, 0.5, 1}, "pheromone of the strongest value (share)"},
		"some values":     {solver.Layout{Starts: []int32{0, 2, 2, 3, 6}}, []float64{1, 3, 7, 1, 1, 2}, []float64{0.75, math.NaN(), 1, 0.5}, "pheromone of the strongest value (share)"},
		"none":            {solver.Layout{Pairs: pairs}, nil, nil, ""},
	} {
		got, what := c.layout.Heat(c.numbers, 4)
		alltest.Check(t, what == c.what && slices.EqualFunc(got, c.want, func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }),
			"%s: %v, %q, want %v, %q", name, got, what, c.want, c.what)
	}
	for name, bad := range map[string]solver.Layout{"cells": {}, "pairs": {Pairs: pairs}, "values": {Values: 3}, "starts": {Starts: []int32{0, 1, 2, 3, 4}}, "few": {Starts: []int32{0, 5}}} {
		alltest.Panics(t, func() { bad.Heat(make([]float64, 5), 4) }, "%s: numbers that do not fit are drawn", name)
	}
}

// Where numbers stand for values of the board, some may lead away from a solution: with one number a cell those among the
// strongest that the solution lacks, with several those whose strongest is another value.
func TestMisled(t *testing.T) {
	one, three := solver.Layout{Values: 1, Codes: []uint8{7}}, solver.Layout{Values: 3, Codes: []uint8{1, 2, 3}}
	solution, digits := puzzle.Grid{Size: puzzle.Size{Rows: 2, Cols: 2}, Values: []uint8{7, 7, 0, 0}}, puzzle.Grid{Size: puzzle.Size{Rows: 1, Cols: 2}, Values: []uint8{2, 3}}
	for name, c := range map[string]struct {
		layout   solver.Layout
		solution puzzle.Grid
		numbers  []float64
		want     []puzzle.Cell
	}{
		"led":              {one, solution, []float64{3, 4, 1, 2}, nil},
		"one of two":       {one, solution, []float64{3, 1, 2, 1}, []puzzle.Cell{{Row: 1, Col: 0}}},
		"both":             {one, solution, []float64{1, 1, 2, 3}, []puzzle.Cell{{Row: 1, Col: 0}, {Row: 1, Col: 1}}},
		"all equal":        {one, solution, []float64{1, 1, 1, 1}, nil},
		"equal at the end": {one, solution, []float64{1, 2, 3, 2}, []puzzle.Cell{{Row: 1, Col: 0}}},
		"given":            {solver.Layout{Values: 1, Codes: []uint8{7}, Given: []int32{0}}, solution, []float64{0, 5, 2, 3}, nil},
		"given, one":       {solver.Layout{Values: 1, Codes: []uint8{7}, Given: []int32{0}}, solution, []float64{0, 2, 5, 3}, []puzzle.Cell{{Row: 1, Col: 0}}},
		"without codes":    {solver.Layout{}, solution, []float64{1, 1, 2, 3}, nil},
		"digits":           {three, digits, []float64{1, 5, 2, 4, 1, 2}, []puzzle.Cell{{Row: 0, Col: 1}}},
		"equal digits":     {three, digits, []float64{5, 5, 2, 4, 1, 2}, []puzzle.Cell{{Row: 0, Col: 1}}},
		"none":             {one, solution, nil, nil},
	} {
		got := c.layout.Misled(c.numbers, c.solution)
		alltest.Check(t, slices.Equal(got, c.want), "%s: %v, want %v", name, got, c.want)
	}
}
