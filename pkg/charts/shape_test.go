package charts_test

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
)

// TestBands: at most two filled bands share a frame, whatever the number of
// labels; violins stand in rows of their own.
func TestBands(t *testing.T) {
	later := regexp.MustCompile(`^band of \w+ [1-9]`) // a stretch behind a gap in the samples
	names, all := sample.Charts()
	for n := 1; n <= 6; n++ {
		for name, c := range map[string]charts.Chart{
			"success": sample.Success(n).Chart(), "runtimes": charts.RunTimes(sample.RunTimes(n)), "tails": charts.Tails(sample.RunTimes(n)),
			"convergence": charts.Convergence(sample.Anytime(n)), "targets": charts.Targets(sample.Targets(n)),
		} {
			names, all = append(names, name), append(all, c)
		}
	}
	for i, c := range all {
		if names[i] == "violins" || names[i] == "pheromone" {
			continue
		}
		bands := map[int]int{}
		whiskers := false
		for _, s := range series(t, c) {
			if s.AreaStyle != nil && !later.MatchString(s.ID) {
				bands[s.XAxisIndex]++
			}
			whiskers = whiskers || strings.Contains(s.ID, "interval")
		}
		for panel, n := range bands {
			if n > 2 && !(strings.HasPrefix(names[i], "success") && n <= 6) { // success against size has a band for each of six
				t.Errorf("%s: %d bands in panel %d", names[i], n, panel)
			}
		}
		if strings.Contains(c.Subtitle, "interval") && len(bands) == 0 && !whiskers && !strings.Contains(c.Subtitle, "no interval") && !strings.Contains(c.Subtitle, "when hovered over") && c.Points > 0 && names[i] != "restarts" {
			t.Errorf("%s speaks of intervals and draws none: %s", names[i], c.Subtitle)
		}
	}
}

// TestFewPanels: many labels are rows, not lines in one frame or a frame for each.
func TestFewPanels(t *testing.T) {
	many := make([]analysis.Restart, 7)
	for i := range many {
		many[i] = sample.Restarts()[0]
		many[i].Puzzle = string(rune('a' + i))
	}
	for name, c := range map[string]charts.Chart{
		"runtimes": charts.RunTimes(sample.RunTimes(6)), "tails": charts.Tails(sample.RunTimes(6)), "convergence": charts.Convergence(sample.Anytime(6)),
		"cactus": charts.Cactus(sample.Cactus(6)), "targets": charts.Targets(sample.Targets(6)),
		"restarts": charts.Restarts(many),
	} {
		n := grids(t, c)
		alltest.Check(t, n <= 3, "%s: %d panels", name, n)
		alltest.Has(t, string(c.Option()), `"id":"rows0"`, "%s has no rows", name)
		alltest.Check(t, c.Height <= 260, "%s is %d pixels high for its rows", name, c.Height)
	}
}

// TestHeightOfRows: a chart of rows is as high as its rows, not as a picture of lines.
func TestHeightOfRows(t *testing.T) {
	last := 0
	for n := 1; n <= 4; n++ {
		var e charts.DotPlot
		for i := range n {
			e.All = append(e.All, charts.Estimate{Row: string(rune('a' + i)), Value: float64(i)})
		}
		c := e.Chart()
		alltest.Check(t, (n != 1 || c.Height <= 90) && (n <= 1 || c.Height > last && c.Height <= last+30),
			"%d rows: %d pixels, one less %d", n, c.Height, last)
		last = c.Height
	}
}

// TestStairs: what a run has reached stays until the next point: neighbours of a
// line have the same time or the same cost.
func TestStairs(t *testing.T) {
	for name, c := range map[string]charts.Chart{"convergence": charts.Convergence(sample.Anytime(2)), "targets": charts.Targets(sample.Targets(2)), "runtimes": charts.RunTimes(sample.RunTimes(2))} {
		lines := 0
		for _, s := range series(t, c) {
			if !strings.HasPrefix(s.ID, "line ") {
				continue
			}
			lines++
			for i := 1; i < len(s.Data); i++ {
				a, b := s.Data[i-1].Value, s.Data[i].Value
				alltest.Check(t, a[0] == b[0] || a[1] == b[1], "%s: from %v to %v at once", name, a, b)
			}
		}
		alltest.Equal(t, lines, 2, name)
	}
}

// TestEstimates: published numbers are hollow and said in the subtitle, what no run
// reached is a cross at the end of the axis, and the numbers are in the table.
func TestEstimates(t *testing.T) {
	e := charts.DotPlot{
		Title: "costs", Subtitle: "3 runs", Axis: "time (s)", Log: true, Scope: analysis.Scope{Level: 0.95}, Published: "a paper, on other puzzles",
		All: []charts.Estimate{
			{Row: "a", Value: 2, Within: analysis.Interval{Low: 1, High: 4}, Text: "3 runs"},
			{Row: "a", Value: 20, Published: true},
			{Row: "b", Value: math.Inf(1), Within: analysis.Interval{Low: 8, High: math.Inf(1)}},
		},
	}
	c := e.Chart()
	alltest.Equal(t, c.Subtitle, "3 runs · intervals: 95 %, for puzzles like these · hollow: a paper, on other puzzles", "subtitle")
	alltest.Check(t, c.Points == 3 && strings.Contains(c.CSV(), ",a,,ours,2,1,4,3 runs\n") && strings.Contains(c.CSV(), ",a,,published,20,"),
		"%d points, table\n%s", c.Points, c.CSV())
	alltest.Has(t, c.Alt, "a, published: 20")
	crosses := 0
	for _, s := range series(t, c) {
		if s.Type == "scatter" && strings.HasPrefix(s.Symbol, "path:") {
			crosses++
			at := s.Data[0].Value[0]
			alltest.Check(t, at == 25, "the cross stands at %v, want the end of the axis, 25", at)
		}
	}
	alltest.Equal(t, crosses, 1, "crosses")
	lone := charts.In("p", "s", []charts.Estimate{{Row: "a"}})[0]
	alltest.Check(t, lone.Panel == "p" && lone.Series == "s", "%+v", lone)
}

// TestRaceBands: a race of many variants has whiskers.
func TestRaceBands(t *testing.T) {
	r := sample.Race()
	r.Variants = append(r.Variants, r.Variants[0])
	r.Variants[2].Variant = "another"
	whiskers := 0
	for _, s := range series(t, charts.Race(r)) {
		alltest.Check(t, s.AreaStyle == nil, "%s is a band", s.ID)
		if strings.HasPrefix(s.ID, "whisker") && strings.Contains(s.ID, "interval") {
			whiskers++
		}
	}
	alltest.Equal(t, whiskers, 6, "whiskers, want those of three variants in two panels")
}

// TestRaceOfMany: of more than six variants those that differ most have a colour each and stand in the legend; the others are grey,
// and their names stand where they end.
func TestRaceOfMany(t *testing.T) {
	r := sample.Race()
	one := r.Variants[0]
	r.Variants = nil
	for i := range 9 {
		v := one
		v.Variant, v.Success.Value = fmt.Sprint("variant ", i), []float64{-0.3, 0.01, 0.2, 0.25, 0.02, 0.15, 0.03, 0.4, 0.5}[i]
		r.Variants = append(r.Variants, v)
	}
	hues, grey := map[string]string{}, ""
	for _, s := range series(t, charts.Race(r)) {
		if colour := s.LineStyle.Color; strings.HasPrefix(s.ID, "path 0") && strings.Contains("variant 1 variant 4 variant 6", s.Name) {
			grey = colour
		} else if strings.HasPrefix(s.ID, "path 0") {
			other := hues[colour]
			alltest.Check(t, other == "", "%s and %s have one colour", s.Name, other)
			hues[colour] = s.Name
		}
	}
	text := string(charts.Race(r).Option())
	if len(hues) != 6 || grey == "" || hues[grey] != "" || strings.Count(text, `"formatter":"variant 4"`) != 1 || strings.Contains(text, `"formatter":"variant 8"`) {
		t.Errorf("colours %v and grey %s", hues, grey)
	}
}

// TestRoomForLines: however long the names at the ends of lines are, on a phone the
// lines have a third of its width or more.
func TestRoomForLines(t *testing.T) {
	names, all := sample.Charts()
	for i, c := range all {
		for _, m := range optionOf(t, c).Media {
			for _, g := range m.Option.Grid {
				if right, ok := g.Right.(float64); ok && right > 200 {
					t.Errorf("%s: the names at the ends of lines take %v pixels", names[i], right)
				}
			}
		}
	}
}
