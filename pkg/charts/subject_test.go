package charts_test

import (
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
)

// subjects are what the items of a chart's series stand for, by the ids of the
// series, one text for each item that stands for something.
func subjects(t *testing.T, c charts.Chart) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for _, s := range series(t, c) {
		for _, item := range s.Data {
			if text := string(item.Of); text != "" {
				if item.OfMore > 0 {
					text += fmt.Sprintf(" and %d more", item.OfMore)
				}
				found[s.ID] = append(found[s.ID], text)
			}
		}
	}
	return found
}

// Every mark that stands for a puzzle, some puzzles or a run says which.
func TestMarksSayWhatTheyStandFor(t *testing.T) {
	for _, c := range []struct {
		chart  charts.Chart
		series string // the start of an id
		number int    // of items that stand for something
		first  string
	}{
		{charts.HeadToHead(sample.HeadToHead()), "puzzles 0 complete solver faster", 12, `["14"]`},
		{sample.Success(1).Chart(), "puzzles 0", 12, `["0","ants, raster"]`},
		{charts.Cactus(sample.Cactus(3)), "line 0 ants, raster", 40, `["0","ants, raster"]`},
		{charts.RunTimes(sample.RunTimes(2)), "line 0 ants, raster", 25, `["0","ants, raster",0]`},
		{charts.RunTimes(sample.RunTimes(2)), "ended 0 ants, raster", 1, `[["1","ants, raster",12],["0","ants, raster",13],`},
		{charts.Tails(sample.RunTimes(2)), "line 0 ants, shuffled", 25, `["0","ants, shuffled",0]`},
		{charts.Restarts(sample.Restarts()), "best 0", 1, `["`},
		{charts.Features(sample.Features()), "bins 0 complete solver", 4, `[["0","complete solver"],["4","complete solver"]]`},
		{charts.Violins(sample.Scores()), "outlier 0", 1, `["7","ants, largest-first"]`},
	} {
		ok := false
		for id, found := range subjects(t, c.chart) {
			if strings.HasPrefix(id, c.series) {
				ok = true
				if len(found) != c.number || !strings.HasPrefix(found[0], c.first) {
					t.Errorf("%s: %d items of %s stand for something, the first for %s; want %d, %s", c.chart.Title, len(found), id, found[0], c.number, c.first)
				}
			}
		}
		alltest.Check(t, ok, "%s: nothing in %s stands for anything", c.chart.Title, c.series)
	}
}

// A distribution of many runs is drawn at some of its times; the marks still name
// every run once, and one that stands for very many says how many it leaves out.
func TestManySubjects(t *testing.T) {
	r := analysis.RunTime{Sample: analysis.Sample{Label: "ants", Runs: 1000, Limit: 10}}
	for k := range 1000 {
		r.Steps = append(r.Steps, analysis.Step{Time: 1 + float64(k)/1000, Events: 1, Solved: float64(k) / 1000, Found: []analysis.RunKey{{PuzzleKey: analysis.PuzzleKey{Content: "x"}, Run: k}}})
	}
	runs := 0
	for _, all := range subjects(t, charts.RunTimes([]analysis.RunTime{r})) {
		for _, one := range all {
			runs += strings.Count(one, `"x"`)
		}
	}
	alltest.Equal(t, runs, 1000, "the marks of 1000 runs name")
	bin := analysis.FeatureBin{Part: analysis.Part{Label: "ants", Range: analysis.Range{Feature: "cells", Middle: 10, Most: 20}}, Any: analysis.Default.Proportion(50, 100), Median: 1}
	for k := range 100 {
		bin.Of = append(bin.Of, analysis.PuzzleKey{Content: fmt.Sprint(k)})
	}
	table := analysis.FeatureTable{Labels: []string{"ants"}, Features: []string{"cells"}, Bins: []analysis.FeatureBin{bin}}
	for id, all := range subjects(t, charts.Features(table)) {
		alltest.Check(t, strings.HasPrefix(all[0], `[["0","ants"],`) && strings.HasSuffix(all[0], `["99","ants"]] and 60 more`),
			"%s: a mark of 100 puzzles stands for %s", id, all[0])
	}
}
