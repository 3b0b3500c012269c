package sample

import (
	"fmt"
	"math"
	"slices"

	"formicary/pkg/analysis"
	"formicary/pkg/analysis/stats"
	"formicary/pkg/charts"
	"formicary/pkg/experiment"
	"formicary/pkg/lists"
	"formicary/pkg/solver"
)

// Cactus is n engines on 40 puzzles, of which later ones solve fewer.
func Cactus(n int) []analysis.Cactus {
	var out []analysis.Cactus
	for i, label := range Labels(n) {
		c := analysis.Cactus{Sample: analysis.Sample{Label: label, Measure: analysis.CPU, Puzzles: 40, Limit: 10}}
		total := 0.0
		for k := range 40 - 6*i {
			at := 0.002 * math.Exp(float64(k)*0.2+float64(i))
			total += at
			c.Points = append(c.Points, analysis.CactusPoint{PuzzleKey: analysis.PuzzleKey{Puzzle: fmt.Sprintf("p%02d", k), Content: fmt.Sprint(k), Cells: 25 + 10*k}, Solved: k + 1, Total: total, At: at})
		}
		c.Solved = len(c.Points)
		out = append(out, c)
	}
	return out
}

// Targets is n engines with three targets.
func Targets(n int) []analysis.TargetCurve {
	var out []analysis.TargetCurve
	for i, label := range Labels(n) {
		c := analysis.TargetCurve{Scope: analysis.Scope{Level: 0.95}, Sample: analysis.Sample{Label: label, Measure: analysis.Iterations, Puzzles: 14, Runs: 280}, Targets: []float64{0, 1, 5}, From: 1, To: 1000, Area: 0.6 - 0.1*float64(i), Interval: stats.Interval{Low: 0.5 - 0.1*float64(i), High: 0.7 - 0.1*float64(i)}}
		for k := range 30 {
			share := float64(k) / 30 / (1 + 0.4*float64(i))
			c.Points = append(c.Points, analysis.CurvePoint{X: math.Pow(1000, float64(k)/29), Value: share, Band: stats.Interval{Low: share * 0.8, High: min(share*1.2, 1)}})
		}
		out = append(out, c)
	}
	return out
}

// DotPlot is three shares beside a paper's: one that is the paper's, one that
// is not, and one of which the paper prints no interval.
func DotPlot() charts.DotPlot {
	of := func(low, high float64) analysis.Interval { return analysis.Interval{Low: low, High: high} }
	return charts.DotPlot{
		Title: "Published shares and ours", Subtitle: "3 shares", Axis: "share", Share: true, Scope: analysis.Scope{Level: 0.95},
		Published: "a paper, on 120 other puzzles, a minute a run",
		All: []charts.Estimate{
			{Row: "Table 1, a", Text: "reproduced", Value: 0.55, Within: of(0.48, 0.62)},
			{Row: "Table 1, a", Value: 0.52, Within: of(0.42, 0.61), Published: true},
			{Row: "Table 1, b", Text: "lower here", Value: 0.4, Within: of(0.3, 0.51)},
			{Row: "Table 1, b", Value: 0.81, Within: of(0.69, 0.89), Published: true},
			{Row: "Table 2", Text: "not settled", Value: 1, Within: of(0.74, 1)},
			{Row: "Table 2", Value: 1, Published: true},
		},
	}
}

// Costs is what solutions cost on twelve puzzles for three methods, over six
// decades, with one that no run solved and one without an end of its interval.
func Costs() charts.DotPlot {
	e := charts.DotPlot{
		Title: "What a solution costs", Subtitle: "12 puzzles, 20 runs each", Axis: "processor time of a solution (s)", Log: true,
		Scope: analysis.Scope{Level: 0.95, Runs: true}, Published: "a paper, on a computer of 2013",
	}
	for i := range 12 {
		row := fmt.Sprintf("nonogram of a ship, %d×%d", 5*(i+1), 5*(i+1))
		for j, series := range []string{"genetic algorithm", "combinatorial", "line logic"} {
			value := 1e-4 * math.Exp(float64(i)*(1-0.2*float64(j))+2*float64(2-j))
			n := charts.Estimate{Row: row, Series: series, Value: value, Within: analysis.Interval{Low: value / 1.5, High: value * 1.8}}
			if j == 0 && i == 11 {
				n.Value, n.Within = math.Inf(1), analysis.Interval{Low: 900, High: math.Inf(1)}
			}
			e.All = append(e.All, n)
			if i < 8 {
				e.All = append(e.All, charts.Estimate{Row: row, Series: series, Value: 40 * value, Published: true})
			}
		}
	}
	return e
}

// Arrangements are counts over thirteen decades in five panels, three in a row.
func Arrangements() charts.DotPlot {
	e := charts.DotPlot{Title: "Arrangements of lines", Subtitle: "6 puzzles · counts, no intervals", Axis: "arrangements", Log: true}
	for i := range 6 {
		for j, series := range []string{"widest line", "tried", "to go"} {
			for _, panel := range []string{"with pruning", "without pruning", "with complete knowledge of a line", "by hand", "none"} {
				e.All = append(e.All, charts.Estimate{Row: fmt.Sprint("puzzle ", i+1), Panel: panel, Series: series, Value: math.Pow(10, float64(3*j)+1.4*float64(i))})
			}
		}
	}
	return e
}

// Critical is five engines on 30 puzzles in three cliques, one with a gap.
func Critical() analysis.CriticalDifference {
	return analysis.CriticalDifference{
		Score: analysis.SuccessRate(), Labels: []string{"complete solver", "ants, shuffled", "ants, smallest-first", "ants, raster", "ants, nearest"}, Ranks: []float64{1.2, 2.6, 3.1, 3.6, 4.5},
		Puzzles: 30, Level: 0.95, Cliques: [][]int{{1, 2}, {1, 3}, {3, 4}}, Overall: stats.Blocked{Test: stats.Test{P: 0.00002}},
	}
}

// records are runs of an engine on 40 puzzles that two features make hard.
func records() (runs []experiment.Record, features []analysis.Feature) {
	cells, islands := map[string]float64{}, map[string]float64{}
	for i := range 40 {
		id := fmt.Sprintf("p%02d", i)
		side := 5 + i%8
		cells[id], islands[id] = float64(side*side), float64(3+(i*7)%11)
		for run := range 5 {
			r := experiment.Record{Puzzle: id, Content: id, Rows: side, Cols: side, Engine: "nurikabe/acs", Run: run, Status: solver.Exhausted, Cost: 1, Iterations: 100}
			r.Budget.Iterations = 100
			if float64((i*5+run*13)%23)/23 > cells[id]/180 {
				r.Status, r.Cost = solver.Solved, 0
				r.Iterations = int64(1 + cells[id]/4 + islands[id]*2 + float64((i*3+run)%5))
			}
			runs = append(runs, r)
		}
	}
	of := func(values map[string]float64) map[string]float64 { return values }
	return runs, []analysis.Feature{{Name: "cells", Values: of(cells)}, {Name: "islands", Values: of(islands)}}
}

// Hardness is what makes 40 made-up puzzles hard. Unlike the other samples it
// is fitted.
func Hardness() analysis.Hardness {
	runs, features := records()
	return analysis.Group(runs).HardnessOf(analysis.Iterations, features...)[0]
}

// Longer is a comparison of engines with names as long as they come in notebooks.
func Longer(c analysis.Comparison) analysis.Comparison {
	c.Contrasts = slices.Repeat(c.Contrasts, 4)
	for i := range c.Contrasts {
		k := &c.Contrasts[i]
		k.First, k.Second = fmt.Sprintf("ants with %s (%d) and best-value evaporation", k.First, i), "largest islands first ("+k.Second+")"
	}
	return c
}

// Comparison is three engines, of which two differ.
func Comparison() analysis.Comparison {
	c := analysis.Comparison{Score: analysis.SuccessRate(), Labels: Labels(3), Puzzles: 24, Level: 0.95}
	for i, k := range []struct {
		first, second  string
		effect, margin float64
		p              float64
	}{{"ants, raster", "ants, shuffled", 0.1, 0.15, 0.2}, {"ants, raster", "ants, largest-first", 0.3, 0.12, 0.0004}, {"ants, shuffled", "ants, largest-first", 0.2, 0.13, 0.01}} {
		c.Contrasts = append(c.Contrasts, analysis.Contrast{
			Pair: analysis.Pair{First: k.first, Second: k.second, Score: c.Score, Puzzles: 24, FirstMean: 0.4 + k.effect, SecondMean: 0.4}, Order: analysis.Order{Better: 10 + 3*i, Worse: 5, Equal: 9 - 3*i},
			Change: analysis.Change{Effect: k.effect, Interval: stats.Interval{Low: k.effect - k.margin, High: k.effect + k.margin}}, Improvement: 0.5 + k.effect/2, Tested: analysis.Tested{P: k.p, Tests: 3, Level: 0.95},
		})
	}
	return c
}

// Portfolio is three engines of which one brings little.
func Portfolio() analysis.Portfolio {
	p := analysis.Portfolio{Score: analysis.SuccessRate(), Labels: Labels(3), Puzzles: 24, VirtualBest: 0.9, Single: "ants, raster", SingleBest: 0.7}
	for i, label := range p.Labels {
		v := 0.4 - 0.18*float64(i)
		p.Shares = append(p.Shares, analysis.Contribution{Label: label, Alone: 0.7 - 0.1*float64(i), Best: 14 - 5*i, OnlyBest: 8 - 4*i, Marginal: v / 3, Shapley: v, Share: v / 0.66, Interval: analysis.Interval{Low: v * 0.7, High: v * 1.2}})
	}
	return p
}

// Scores is three engines' times on 40 puzzles, over three decades.
func Scores() analysis.ScoreTable {
	s := analysis.ScoreTable{Score: analysis.Score{Name: "processor time of a solution", Unit: "s", Ratio: true}, Labels: Labels(3)}
	for k := range 40 {
		s.Puzzles = append(s.Puzzles, analysis.PuzzleKey{Puzzle: fmt.Sprintf("p%02d", k), Content: fmt.Sprint(k)})
		row := lists.Of(3, func(i int) float64 { return 0.01 * math.Exp(1.2*math.Sin(float64(k*(i+2)))+float64(i)) })
		if k == 7 {
			row[2] = 40
		}
		s.Values = append(s.Values, row)
	}
	return s
}

// comparing adds the charts of comparisons, hardness and races.
func comparing(add func(name string, c charts.Chart)) {
	add("cactus-three", charts.Cactus(Cactus(3)))
	add("cactus-five", charts.Cactus(Cactus(5)))
	add("targets", charts.Targets(Targets(3)))
	add("critical", charts.CriticalDifference(Critical()))
	add("hardness", charts.Hardness(Hardness()))
	add("contrasts", charts.Contrasts(Comparison()))
	add("contrasts-long", charts.Contrasts(Longer(Comparison())))
	long := Success(3)
	for i := range long.Table.Labels {
		name := fmt.Sprintf("shuffled islands, best-value evaporation 0.00%d", i)
		for j := range long.Table.Rows {
			if long.Table.Rows[j].Label == long.Table.Labels[i] {
				long.Table.Rows[j].Label = name
			}
		}
		long.Table.Labels[i], long.Curves[i].Label = name, name
	}
	long.Puzzles = nil
	add("success-long", long.Chart())
	add("contributions", charts.Contributions(Portfolio()))
	add("estimates", DotPlot().Chart())
	add("costs", Costs().Chart())
	add("arrangements", Arrangements().Chart())
	add("violins", charts.Violins(Scores()))
	add("restarts", charts.Restarts(Restarts()))
	add("tails", charts.Tails(RunTimes(3)))
	tuned, space := Tuning()
	add("tuning", charts.Tuning(tuned, space))
	add("ablation", charts.Ablation(Ablation()))
	add("race", charts.Race(Race()))
	add("race-sizes", charts.RaceSizes(Race()))
}
