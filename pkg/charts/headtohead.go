package charts

import (
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/charts/internal/numbers"
	"formicary/pkg/charts/internal/scale"
	"formicary/pkg/puzzle"
)

// onTop and right are the marks of puzzles that only one engine solved. They
// point to where the other's time would be.
const (
	onTop   = "triangle"
	onRight = "path://M0,0 L10,5 L0,10 Z"
)

// beyond is the distance of the lines "not solved" from the times, as a factor.
const beyond = 1.7

// HeadToHead draws two engines against each other, one mark a puzzle: the first
// one's time to the right, the second one's upwards, so that above the
// diagonal the first is faster (figure 4, left, of Amos, Crossley and Lloyd
// 2019). The time is what all runs took for each that solved. Puzzles that an
// engine did not solve stand on its line "not solved".
func HeadToHead(v analysis.HeadToHead) Chart {
	var times, limits []float64
	limits = []float64{0, 0}
	for _, p := range v.Points {
		for i, t := range []analysis.HeadToHeadTime{p.First, p.Second} {
			limits[i] = max(limits[i], t.Limit)
			times = append(times, t.Mean, t.Limit)
		}
	}
	lo, hi := scale.Positive(times)
	edge := hi * beyond
	ax := logarithmic(v.First+": "+measureName(v.Measure), lo, edge, 1.3)
	ay := ax
	ay.name = v.Second + ": " + measureName(v.Measure)
	f := newFigure(ax, ay)
	f.room.high = 400

	colours := coloursOf([]string{v.First, v.Second})
	groups := []struct {
		name string
		look look
		size int
		of   []point
	}{
		{v.First + " faster", look{colour: colours[0], symbol: "circle", opacity: 0.55, z: 4}, 8, nil},
		{v.Second + " faster", look{colour: colours[1], symbol: "circle", hollow: true, opacity: 0.9, z: 5}, 8, nil},
		{"only " + v.First + " solved", look{colour: colours[0], symbol: onTop, opacity: 0.8, z: 6}, 11, nil},
		{"only " + v.Second + " solved", look{colour: colours[1], symbol: onRight, opacity: 0.9, z: 7}, 12, nil},
		{"neither solved", look{colour: named("muted"), symbol: cross, opacity: 1, z: 3}, 10, nil},
	}
	t := numbers.NewTable("puzzle", "cells", v.First, "solved runs", "runs", "status", v.Second, "solved runs", "runs", "status")
	for _, p := range v.Points {
		x, y := max(p.First.Mean, lo), max(p.Second.Mean, lo)
		first, second := p.SolvedBy()
		group := 0
		switch {
		case first && second:
			if p.Second.Mean < p.First.Mean {
				group = 1
			}
		case first:
			group, y = 2, edge
		case second:
			group, x = 3, edge
		default:
			group, x, y = 4, edge, edge
		}
		g := &groups[group]
		g.of = append(g.of, point{x: x, y: y, size: g.size, of: ofPuzzle(p.PuzzleKey, ""), text: fmt.Sprintf("%s · %s\n%s\n%s", p.Puzzle, plural(p.Cells, "cell"),
			versusText(v.First, p.First, v.Measure), versusText(v.Second, p.Second, v.Measure))})
		t.Add(p.Puzzle, p.Cells, p.First.Mean, p.First.Successes, p.First.Runs, string(p.First.Status),
			p.Second.Mean, p.Second.Successes, p.Second.Runs, string(p.Second.Status))
	}
	if len(v.Points) > 0 {
		f.segment(0, "diagonal", "as fast as each other", stroke{colour: named("muted"), width: 1}, ax.min, ax.min, edge, edge)
		f.edges(v, edge, limits)
	}
	for _, g := range groups {
		if len(g.of) > 0 {
			f.scatter(0, "puzzles", g.name, g.look, g.of)
			f.legend = append(f.legend, entry{g.name, g.look.colour, g.look.symbol, g.look.hollow})
		}
	}
	all, _ := v.Get(analysis.Class{})
	return f.chart(Chart{
		Notes: v.Warnings,
		Title: puzzle.Capital(v.First) + " and " + v.Second + ", puzzle by puzzle",
		Subtitle: fmt.Sprintf("%s, %s solved by both: %s faster on %s; %s on %s · solved by one alone: %s %s; %s %s · time of all runs per solution",
			plural(all.Instances, "puzzle"), thousands(float64(all.Both)), v.First, thousands(float64(all.FasterFirst)), v.Second, thousands(float64(all.FasterSecond)),
			v.First, thousands(float64(all.OnlyFirst)), v.Second, thousands(float64(all.OnlySecond))),
		Alt: versusAlt(v),
	}, t)
}

// edges draws the lines of what was not solved and of what a run was allowed, which the axes explain: marks leave no room for
// names.
func (f *figure) edges(v analysis.HeadToHead, edge float64, limits []float64) {
	for i, a := range []*axis{&f.x, &f.y} {
		line := []func(panel int, at float64, name string){f.rule, f.level}[i]
		var dashed []string
		if limits[i] > 0 {
			dashed = append(dashed, "limit of a run "+quantity(limits[i], v.Measure))
			line(0, limits[i], dashed[0])
		}
		if slices.ContainsFunc(v.Points, func(p analysis.HeadToHeadPoint) bool {
			first, second := p.SolvedBy()
			return ![]bool{first, second}[i]
		}) {
			dashed = append(dashed, "not solved")
			line(0, edge, "not solved")
		}
		if len(dashed) > 0 {
			a.name = withUnit(strings.TrimSuffix(a.name, withUnit("", v.Measure.Unit()))+" (dashed: "+strings.Join(dashed, ", then ")+")", v.Measure.Unit())
		}
	}
}

// versusText is the tooltip's line about one engine.
func versusText(label string, t analysis.HeadToHeadTime, m analysis.Measure) string {
	how := string(t.Status)
	if t.Runs > 1 {
		how = fmt.Sprintf("%s of %s solved", thousands(float64(t.Successes)), plural(t.Runs, "run"))
	}
	if !t.Solved() {
		return fmt.Sprintf("%s: no solution in %s (%s)", label, quantity(t.Total, m), how)
	}
	return fmt.Sprintf("%s: %s (%s)", label, quantity(t.Mean, m), how)
}

func versusAlt(v analysis.HeadToHead) string {
	var parts []string
	for _, r := range v.Rows {
		name := r.Class.String() + " cells"
		if r.Class == (analysis.Class{}) {
			name = "all sizes"
		}
		parts = append(parts, fmt.Sprintf("%s: of %s %s solved %s and %s %s, both %s; %s is faster on %s, %s on %s", name, plural(r.Instances, "puzzle"), v.First, thousands(float64(r.First)), v.Second,
			thousands(float64(r.Second)), thousands(float64(r.Both)), v.First, thousands(float64(r.FasterFirst)), v.Second, thousands(float64(r.FasterSecond))))
	}
	return "Times of two engines. " + strings.Join(parts, ". ") + "."
}
