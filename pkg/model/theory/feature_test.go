package theory

import (
	"math"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/modeltest"
	"formicary/pkg/puzzle"
)

// TestOpen: the share of the board's conditions that propagation leaves open, 0 where it decides the puzzle.
func TestOpen(t *testing.T) {
	row := func(declare func(m *model.Model, shaded []model.Lit)) *model.Puzzle {
		return modeltest.New(t, 1, 4, func(m *model.Model) { declare(m, m.Cells(model.Shade, 2, nil).Is(1)) })
	}
	cases := map[string]struct {
		puzzle puzzle.Puzzle
		want   float64
	}{
		"nothing known":  {row(func(*model.Model, []model.Lit) {}), 1},
		"one of four":    {row(func(m *model.Model, c []model.Lit) { m.Is(c[0]) }), 0.75},
		"between":        {row(func(m *model.Model, c []model.Lit) { m.Is(c[0], c[2]); m.Connected(c) }), 0.25},
		"what follows":   {row(func(m *model.Model, c []model.Lit) { m.Is(m.And(c[0], c[1])); m.Any(m.And(c[2], c[3]), c[2]) }), 0.5},
		"after a choice": {modeltest.Refuted(t), 1},
		"another kind":   {nil, math.NaN()},
	}
	solved, unsolvable := modeltest.Fixed(t)
	for i, p := range append(solved, unsolvable...) {
		cases[string(rune('a'+i))] = struct {
			puzzle puzzle.Puzzle
			want   float64
		}{p, 0}
	}
	if alltest.Asked() {
		cases["too large"] = struct {
			puzzle puzzle.Puzzle
			want   float64
		}{modeltest.New(t, 100, 100, func(m *model.Model) { m.Cells(model.Number, 200, nil) }), math.NaN()}
	}
	for name, c := range cases {
		got := Open().Of(puzzle.Item{Puzzle: c.puzzle})
		alltest.Check(t, got == c.want || math.IsNaN(got) && math.IsNaN(c.want), "%s: %v, want %v", name, got, c.want)
	}
	name := Open().Name
	alltest.Check(t, name == "open share", "%v", name)
}
