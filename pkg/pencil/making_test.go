package pencil_test

import (
	"math"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model/theory"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle"
)

// TestFeatures: what the text of a small puzzle says, counted by hand.
func TestFeatures(t *testing.T) {
	p := alltest.Must(pencil.Heyawake.New("small", "small", "2 3\n1 - -\n- - 0\na a b\na b b"))(t)
	want := map[string]float64{"cells": 6, "clue density": 2.0 / 6, "mean number": 0.5, "regions": 2, "mean region size": 3}
	features := pencils.Of(pencil.Heyawake).Features
	alltest.Check(t, len(features) == len(want), "%d features", len(features))
	for _, f := range features {
		got := f.Of(puzzle.Item{Puzzle: p})
		alltest.Check(t, got == want[f.Name], "%s is %v, expected %v", f.Name, got, want[f.Name])
		got = f.Of(puzzle.Item{})
		alltest.Check(t, math.IsNaN(got), "%s of nothing is %v", f.Name, got)
	}
	for _, f := range pencils.Of(pencil.Yajilin).Features {
		alltest.Check(t, !strings.Contains(f.Name, "region"), "Yajilin has %s", f.Name)
	}
}

// TestOpen: nothing is open where propagation solves the puzzle, everything where there is nothing to
// follow from, and what clues leave otherwise.
func TestOpen(t *testing.T) {
	for _, tt := range []struct {
		text string
		want float64
	}{
		{"1 4\n- - - -", 1},
		{"1 4\n2 - - -", 0.5},
		{"1 4\n2 - - 2", 0},
		{"1 4\n2 - 3 0", 0}, // a contradiction
	} {
		p := alltest.Must(pencil.Mosaic.New("line", "line", tt.text))(t)
		alltest.Equal(t, theory.Open().Of(puzzle.Item{Puzzle: p}), tt.want, "%q is open", tt.text)
	}
	alltest.Check(t, math.IsNaN(theory.Open().Of(puzzle.Item{})), "nothing has an open share")
}
