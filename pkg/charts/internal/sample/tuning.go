package sample

import (
	"fmt"
	"math"
	"strconv"

	"formicary/pkg/analysis"
	"formicary/pkg/race"
	"formicary/pkg/tune"
)

// Restarts is two engines on two puzzles: the cost of a solution falls to a
// cutoff and rises again.
func Restarts() []analysis.Restart {
	var out []analysis.Restart
	for i, label := range Labels(2) {
		for j, puzzle := range []string{"p03", "p11"} {
			r := analysis.Restart{Scope: analysis.Scope{Level: 0.95, Runs: true}, Label: label, PuzzleKey: analysis.PuzzleKey{Puzzle: puzzle, Content: puzzle, Cells: 100 + 44*j}, Measure: analysis.Iterations, Without: 5000 * float64(i+1)}
			for k := range 20 {
				at := math.Pow(1.45, float64(k)) + 2
				cost := 300 * float64(i+1) * (1 + math.Pow(math.Log(at/(20*float64(j+1))), 2))
				r.Points = append(r.Points, analysis.RestartPoint{Cutoff: at, Expected: cost, Solved: 4 * (k + 1)})
				if r.Best.Expected == 0 || cost < r.Best.Expected {
					r.Best = r.Points[k]
				}
			}
			r.Cutoffs = analysis.Interval{Low: r.Best.Cutoff / 2, High: r.Best.Cutoff * 3}
			out = append(out, r)
		}
	}
	return out
}

// Tuning is 30 configurations of five parameters, of which one matters only
// with one of two rules, and their space.
func Tuning() (*tune.Result, tune.Space) {
	space := tune.Space{
		tune.Whole("ants", 1, 100).OnLog(),
		tune.Real("q0", 0, 1),
		tune.Real("rho", 0.01, 1).OnLog(),
		tune.OneOf("rule", "none", "best-value"),
		{Name: "evaporation-of-the-best", High: 0.1, When: `rule == "best-value"`},
	}
	r := &tune.Result{Used: 900}
	for i := range 30 {
		x := float64(i*7%30) / 29
		y := float64(i*11%30) / 29
		c := tune.Config{"ants": strconv.Itoa(int(math.Round(math.Pow(100, x)))), "q0": fmt.Sprintf("%.3f", y), "rho": fmt.Sprintf("%.3f", 0.01*math.Pow(100, 1-x)), "rule": "none"}
		if i%3 > 0 {
			c["rule"], c["evaporation-of-the-best"] = "best-value", fmt.Sprintf("%.3f", 0.1*x*y)
		}
		candidate := &tune.Candidate{Config: c, Born: i / 10, Parent: -1, Seen: tune.Seen{Blocks: 3 + i*13%40, Mean: 50 * math.Exp(3*((x-0.3)*(x-0.3)+(y-0.8)*(y-0.8))+0.5*float64(i%3%2)), Solved: 1 - 0.3*x, Common: 3 + (i*7+5)%20}, Dropped: "test"}
		candidate.Relative = candidate.Mean / 60
		if i%5 == 4 {
			candidate.Dropped = "capped"
		}
		r.Candidates = append(r.Candidates, candidate)
	}
	r.Reference = 16
	for _, i := range []int{16, 9} {
		e := r.Candidates[i]
		e.Dropped, e.Blocks, e.Common, e.Relative = "", 60, 60, 1+0.01*float64(16-i)
		r.Elites = append(r.Elites, e)
	}
	r.Best = r.Elites[0].Config
	return r, space
}

// Ablation is the way over four parameters: two changes help, of two it is not
// settled.
func Ablation() []tune.Step {
	c := func(ants, q0, rho, rule string) tune.Config {
		return tune.Config{"ants": ants, "q0": q0, "rho": rho, "rule": rule}
	}
	path := []tune.Step{
		{Config: c("10", "0.9", "0.1", "none"), Mean: 160, Solved: 0.6},
		{Changed: []string{"q0"}, Config: c("10", "0.8", "0.1", "none"), Mean: 90, Solved: 0.8},
		{Changed: []string{"rule", "evaporation-of-the-best"}, Config: c("10", "0.8", "0.1", "best-value"), Mean: 72, Solved: 0.85},
		{Changed: []string{"ants"}, Config: c("4", "0.8", "0.1", "best-value"), Mean: 70, Solved: 0.85},
		{Changed: []string{"rho"}, Config: c("4", "0.8", "0.3", "best-value"), Mean: 75, Solved: 0.85},
	}
	for i := 1; i < len(path); i++ {
		if i > 1 {
			path[i].Config["evaporation-of-the-best"] = "0.001"
		}
		d := path[i].Mean / path[i-1].Mean
		change := analysis.Contrast{Pair: analysis.Pair{Puzzles: 40, FirstMean: path[i].Mean, SecondMean: path[i-1].Mean}, Change: analysis.Change{Ratio: true, Effect: d, Interval: analysis.Interval{Low: d * 0.85, High: d * 1.15}}, Tested: analysis.Tested{P: 0.2, Level: 1 - 0.05/4}}
		change.Test.P = 0.2
		if i < 3 {
			change.P, change.Test.P = 0.001, 0.001
		}
		path[i].Change = change
	}
	return path
}

// Race is two variants against a baseline: one is better, of the other nothing
// is known yet.
func Race() *race.Result {
	r := &race.Result{Measure: analysis.Iterations, Blocks: 60}
	r.Race.Blocks, r.Race.Alpha = 200, 0.05
	for i, label := range Labels(2) {
		c := race.VariantResult{
			Variant: label, Baseline: "as published",
			Finding: race.Finding{Blocks: 60, More: 140, Terms: race.Terms{Margin: 0.05, Measure: analysis.Iterations, Level: 0.99}, Estimates: race.Estimates{VariantRate: 0.8 - 0.28*float64(i), BaselineRate: 0.5}},
		}
		effect := c.VariantRate - c.BaselineRate
		for k := range 60 {
			width := 1.6 / math.Sqrt(float64(k+1))
			at := effect * (1 + 0.3*math.Sin(float64(k*(i+1)))*width)
			ratio := math.Exp(-2 * at)
			c.Path = append(c.Path, race.Look{
				Blocks:  k + 1,
				Success: race.Estimate{Value: at, Interval: analysis.Interval{Low: max(at-width, -1), High: min(at+width, 1)}, Settled: i == 0 && k > 40},
				Effort:  race.Estimate{Value: ratio, Interval: analysis.Interval{Low: ratio * math.Exp(-2*width), High: ratio * math.Exp(2*width)}, Settled: i == 0 && k > 30},
			})
		}
		last := c.Path[59]
		c.Success, c.Effort, c.CPU = last.Success, last.Effort, last.Effort
		if i == 0 {
			c.Verdict, c.Decided, c.After, c.More = race.Better, 40, 20, 0
		}
		for k, class := range analysis.SizeClasses {
			e := effect * float64(k+1) / 2
			verdict := race.Open
			if i == 0 && k > 0 {
				verdict = race.Better
			}
			c.Sizes = append(c.Sizes, race.SizeResult{
				Class: class, Cells: 60 + 100*float64(k),
				Finding: race.Finding{
					Verdict: verdict, Terms: race.Terms{Measure: analysis.Iterations, Level: 0.995}, Blocks: 30 - 10*k, Estimates: race.Estimates{VariantRate: 0.5 + e, BaselineRate: 0.5, Success: race.Estimate{Value: e, Interval: analysis.Interval{Low: e - 0.2, High: e + 0.2}, Settled: i == 0 && k > 0}, Effort: race.Estimate{Value: math.Exp(-e), Interval: analysis.Interval{Low: math.Exp(-e - 0.4), High: math.Exp(-e + 0.4)}}},
				},
			})
		}
		r.Variants = append(r.Variants, c)
	}
	return r
}
