package sample

import (
	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// One is a chart of each kind from one sample: one puzzle with one run of an engine or of two, one frame, one look, one
// configuration.
func One() map[string]charts.Chart {
	of := func(engine string) experiment.Record {
		return experiment.Record{Puzzle: "p", Content: "p", Kind: "nurikabe", Rows: 9, Cols: 9, Engine: engine, Status: solver.Solved, Iterations: 40, Evaluations: 80}
	}
	single := []experiment.Record{of("nurikabe/acs")}
	one, two := analysis.Group(single), analysis.Group(append(single, of("nurikabe/exact")))
	labels := two.Labels()
	feature := analysis.Feature{Name: "cells", Values: map[string]float64{"p": 81}}
	anytime, frames := Anytime(1), Frames(puzzle.Size{Rows: 4, Cols: 5}, 1, false)
	anytime[0].Points = anytime[0].Points[:1]
	restart := Restarts()[:1]
	restart[0].Points = restart[0].Points[:1]
	result, space := Tuning()
	result.Candidates, result.Elites = result.Candidates[16:17], result.Elites[:1]
	result.Reference = 0
	raced := Race()
	raced.Variants = raced.Variants[:1]
	raced.Variants[0].Path, raced.Variants[0].Sizes = raced.Variants[0].Path[:1], raced.Variants[0].Sizes[:1]
	film := charts.Film{Label: "ants", Frames: frames}
	targets := Targets(1)
	targets[0].Points = targets[0].Points[:1]
	score := analysis.SuccessRate()
	return map[string]charts.Chart{
		"success": charts.SuccessOf(one).Chart(), "success of two": charts.SuccessOf(two).Chart(), "classes": charts.SuccessByClass(two.By(analysis.Size).Success()),
		"runtimes": charts.RunTimes(one.RunTimes(analysis.Iterations)), "tails": charts.Tails(one.RunTimes(analysis.Iterations)), "cactus": charts.Cactus(one.CactusCurves(analysis.Iterations)),
		"convergence": charts.Convergence(anytime), "targets": charts.Targets(targets), "versus": charts.HeadToHead(two.HeadToHead(labels[0], labels[1], analysis.Iterations)),
		"features": charts.Features(one.By(analysis.Ranges(1, feature)).Features(analysis.Iterations)), "hardness": charts.Hardness(one.HardnessOf(analysis.Iterations, feature)[0]),
		"contrasts": charts.Contrasts(two.Compare(analysis.Question{Score: score, Labels: labels})), "contributions": charts.Contributions(two.PortfolioOf(score, labels...)),
		"critical": charts.CriticalDifference(two.CriticalDifferences(score, labels...)), "violins": charts.Violins(one.Scores(score, labels[0])),
		"estimates": charts.DotPlot{Title: "one", Axis: "share of runs", Share: true, All: charts.Solved(one.By(analysis.Size).Success().Rows...)}.Chart(),
		"summary":   charts.PheromoneSummary(film), "ant costs": charts.AntCosts(film), "restarts": charts.Restarts(restart), "tuning": charts.Tuning(result, space),
		"ablation": charts.Ablation(Ablation()[:2]), "race": charts.Race(raced), "race sizes": charts.RaceSizes(raced), "workers": charts.Workers(Attempts()[:1], Now),
	}
}
