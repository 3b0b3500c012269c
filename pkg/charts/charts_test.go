package charts_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/race"
	"formicary/pkg/solver"
	"formicary/pkg/tune"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden compares the option of every kind of chart, byte by byte, with
// the one that was looked at.
func TestGolden(t *testing.T) {
	names, all := sample.Charts()
	for i, name := range names {
		path := filepath.Join("testdata", name+".json")
		got := all[i].Option()
		if *update {
			alltest.OK(t, os.WriteFile(path, got, 0o644))
			continue
		}
		want := alltest.Must(os.ReadFile(path))(t)
		alltest.Check(t, bytes.Equal(got, want),
			"%s: the option is another than in %s (run with -update and look at it)%s", name, path, difference(got, want))
	}
}

// Every chart that draws a band or whiskers says what they are about: with which
// confidence they hold for what, or that they are no confidence intervals.
func TestIntervalsExplained(t *testing.T) {
	drawn := regexp.MustCompile(`"id":"[^"]*(band|interval|whisker|box)`)
	about := regexp.MustCompile(`[0-9.]+ %.*(puzzles like these|over puzzles|runs on the same puzzle)|hold (at every look|for all sizes)|no confidence interval`)
	names, all := sample.Charts()
	n := 0
	for i, name := range names {
		if drawn.Match(all[i].Option()) {
			n++
			alltest.Check(t, about.MatchString(all[i].Subtitle), "%s does not say what its intervals are about: %s", name, all[i].Subtitle)
		}
	}
	alltest.Check(t, n >= 20, "only %d charts draw intervals", n)
}

// difference shows where two texts part.
func difference(got, want []byte) string {
	at := 0
	for at < len(got) && at < len(want) && got[at] == want[at] {
		at++
	}
	cut := func(b []byte) string { return string(b[max(at-40, 0):min(at+60, len(b))]) }
	return "\n got … " + cut(got) + "\nwant … " + cut(want)
}

// TestComplete asks of every chart what a reader needs.
func TestComplete(t *testing.T) {
	names, all := sample.Charts()
	for i, c := range all {
		name := names[i]
		if err := c.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		alltest.Check(t, c.Subtitle != "" && regexp.MustCompile(`\d`).MatchString(c.Subtitle),
			"%s: subtitle %q says no numbers", name, c.Subtitle)
		alltest.Check(t, c.Narrow >= c.Height || c.Narrow == 0,
			"%s: %d pixels high on a narrow page, %d on a wide one", name, c.Narrow, c.Height)
		for _, theme := range []charts.Theme{charts.Light, charts.Dark} {
			option := theme.Resolve(c.Option())
			left := regexp.MustCompile(`@theme:\w+`).Find(option)
			alltest.Check(t, left == nil, "%s: colour %s is in no theme", name, left)
			alltest.Check(t, json.Valid(option), "%s: the option with a theme's colours is not JSON", name)
		}
		alltest.Check(t, !strings.Contains(string(c.Option()), "function"), "%s: a func in the option", name)
		for _, id := range []string{`"x0"`, `"y0"`} {
			if !regexp.MustCompile(`"id":`+id+`[^{}]*"name":"[^"]+"`).Match(c.Option()) && !regexp.MustCompile(`"id":"(slots|rows)0"`).Match(c.Option()) {
				t.Errorf("%s: axis %s has no name", name, id)
			}
		}
		rows, err := csv.NewReader(strings.NewReader(c.CSV())).ReadAll()
		alltest.Check(t, err == nil && len(rows) >= 2, "%s: the table has %d rows (%v)", name, len(rows), err)
	}
}

// TestAlike: of many rows those with the same numbers in all panels are one, which a note takes apart and the table has
// whole; few rows stay, and so do two alike.
func TestAlike(t *testing.T) {
	plot := charts.DotPlot{Title: "shares", Subtitle: "20 rows", Axis: "share of runs", Share: true}
	for i := range 20 {
		n := charts.Estimate{Row: string(rune('a' + i)), Panel: "small", Value: 1, Within: analysis.Interval{Low: 0.5 + 0.01*float64(i), High: 1}}
		large := n
		if large.Panel = "large"; i%5 == 1 {
			large.Value = 0.75 + 0.01*float64(i/10) // b, g; l, q
		}
		plot.All = append(plot.All, n, large)
	}
	c := plot.Chart()
	for _, want := range []string{"a and 15 alike: a, c, d, e, f, h"} {
		alltest.Has(t, strings.Join(c.Notes, "\n"), want, "the notes")
	}
	alltest.Check(t, len(c.Notes) == 1 && strings.Contains(string(c.Option()), `"a and 15 alike"`) && strings.Contains(string(c.Option()), `"q"`) && !strings.Contains(string(c.Option()), `"t"`), "the rows of %s", c.Option())
	alltest.Check(t, strings.Contains(string(c.Option()), "0.5,"), "the interval is not the widest")
	alltest.Equal(t, strings.Count(c.CSV(), "\n"), 41, "lines of the table")
	plot.All = plot.All[:24]
	if c := plot.Chart(); len(c.Notes) != 0 {
		t.Errorf("twelve rows are folded: %q", c.Notes)
	}
}

// TestDeterministic makes every chart twice: maps must not order anything.
func TestDeterministic(t *testing.T) {
	names, first := sample.Charts()
	for range 3 {
		_, again := sample.Charts()
		for i, name := range names {
			if !bytes.Equal(first[i].Option(), again[i].Option()) || first[i].ID() != again[i].ID() || first[i].CSV() != again[i].CSV() {
				t.Errorf("%s: two charts of the same statistics differ", name)
			}
		}
	}
	seen := map[string]string{}
	for i, c := range first {
		if other, ok := seen[c.ID()]; ok {
			t.Errorf("%s and %s have the same id", names[i], other)
		}
		seen[c.ID()] = names[i]
	}
}

// TestEmpty draws nothing at all: valid options, and Check says so.
func TestEmpty(t *testing.T) {
	for name, c := range map[string]charts.Chart{
		"success":          charts.SuccessBySize(nil).Chart(),
		"classes":          charts.SuccessByClass(analysis.SuccessTable{}),
		"runtimes":         charts.RunTimes(nil),
		"convergence":      charts.Convergence(nil),
		"convergence none": charts.Convergence([]analysis.Anytime{{Sample: analysis.Sample{Label: "a", Runs: 3}}}),
		"summary":          charts.PheromoneSummary(),
		"versus":           charts.HeadToHead(analysis.HeadToHead{First: "a", Second: "b"}),
		"features":         charts.Features(analysis.FeatureTable{Features: []string{"cells"}, Labels: []string{"a"}}),
		"no features":      charts.Features(analysis.FeatureTable{}),
		"race":             charts.Race(&race.Result{}),
		"tuning":           charts.Tuning(&tune.Result{}, nil),
		"ablation":         charts.Ablation(nil),
		"restarts":         charts.Restarts(nil),
		"tails":            charts.Tails(nil),
		"cactus":           charts.Cactus(nil), "targets": charts.Targets(nil),
		"critical":  charts.CriticalDifference(analysis.CriticalDifference{}),
		"hardness":  charts.Hardness(analysis.Hardness{}),
		"contrasts": charts.Contrasts(analysis.Comparison{}), "contributions": charts.Contributions(analysis.Portfolio{}), "estimates": charts.DotPlot{}.Chart(), "violins": charts.Violins(analysis.ScoreTable{}),
	} {
		alltest.Check(t, json.Valid(c.Option()), "%s: not JSON", name)
		alltest.Fails(t, c.Check(), "no data points", "%s: %d points, Check", name, c.Points)
	}
}

// TestNotFinite feeds NaN and infinities to everything that takes floats.
func TestNotFinite(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		s := sample.Success(2)
		s.Curves[0].Points[3].Value, s.Curves[0].Points[4].Band.Low, s.Curves[1].Half = bad, bad, bad
		s.Table.Rows[0].Across = analysis.Interval{Low: bad, High: bad}
		s.Table.Rows[1].Runs.Rate = bad
		r := sample.RunTimes(2)
		r[0].Steps[0].Low, r[0].Steps[1].High, r[1].Steps[2].Solved, r[0].Median = bad, bad, bad, bad
		a := sample.Anytime(2)
		a[0].Points[0].Median, a[0].Points[5].Q25, a[1].Points[6].Solved = bad, bad, bad
		size := puzzle.Size{Rows: 4, Cols: 4}
		frames := sample.Frames(size, 4, false)
		frames[1].Pheromone[3], frames[2].Cost = bad, bad
		frames[0].Pheromone[0] = 0
		v := sample.HeadToHead()
		v.Points[0].First.Mean, v.Points[1].Second.Mean, v.Points[2].Second.Limit = bad, bad, bad
		features := sample.Features()
		features.Bins[0].Median, features.Bins[1].Between.Low, features.Bins[2].Any.High, features.Bins[3].Middle = bad, bad, bad, bad
		for name, c := range map[string]charts.Chart{
			"success": s.Chart(), "classes": charts.SuccessByClass(s.Table), "runtimes": charts.RunTimes(r), "convergence": charts.Convergence(a),
			"summary": charts.PheromoneSummary(charts.Film{Frames: frames}),
			"versus":  charts.HeadToHead(v), "features": charts.Features(features),
		} {
			alltest.Check(t, json.Valid(c.Option()) && !regexp.MustCompile(`NaN|Inf`).Match(c.Option()),
				"%s with %v: no clean option", name, bad)
			err := c.Check()
			alltest.Check(t, err == nil, "%s with %v: %v", name, bad, err)
		}
	}
}

// TestSuccessPanels: several labels share a panel while they stay legible; then
// each size class has one.
func TestSuccessPanels(t *testing.T) {
	for _, c := range []struct {
		labels, references, panels int
	}{{1, 0, 1}, {6, 0, 1}, {7, 0, 1}, {16, 0, 1}, {17, 0, 5}, {1, 1, 1}, {2, 2, 1}} {
		s := sample.Success(c.labels)
		if c.references > 0 {
			s.References = sample.References(c.references)
		}
		alltest.Equal(t, grids(t, s.Chart()), c.panels, "%d labels beside %d published ones", c.labels, c.references)
	}
}

// TestFocus: of many curves those that solve most, that a paper gives or that the reader made have a colour and a band, and
// all have their names.
func TestFocus(t *testing.T) {
	s := sample.Success(9)
	s.References = sample.References(2)
	own := s.Table.Labels[4]
	rename := func(label *string) {
		if *label == own {
			*label = "mine"
		}
	}
	for i := range s.Table.Labels {
		rename(&s.Table.Labels[i])
	}
	for i := range s.Table.Rows {
		rename(&s.Table.Rows[i].Label)
	}
	for i := range s.Table.Totals {
		rename(&s.Table.Totals[i].Label)
	}
	s.Puzzles, s.Curves = nil, nil
	var coloured, named []string
	for _, one := range series(t, s.Chart()) {
		if one.AreaStyle != nil {
			coloured = append(coloured, one.Name)
		}
		if strings.HasPrefix(one.ID, "ending ") {
			named = append(named, one.Name)
		}
	}
	labels := s.Table.Labels
	if want := []string{labels[0], labels[1], "mine", labels[8], labels[7]}; strings.Join(coloured, ";") != strings.Join(want, ";") || len(named) != 9 {
		t.Errorf("coloured: %q, want %q; named: %q", coloured, want, named)
	}
}

// TestOneClass: marks of one size class, through which there is no line, have whiskers.
func TestOneClass(t *testing.T) {
	s := sample.Success(3)
	s.Table.Rows = slices.DeleteFunc(s.Table.Rows, func(r analysis.Success) bool { return r.Class != s.Table.Classes[1] })
	whiskers := 0
	for _, one := range series(t, s.Chart()) {
		if strings.Contains(one.ID, "interval") {
			whiskers++
		}
	}
	alltest.Equal(t, whiskers, 3, "whiskers for 3 labels")
}

// TestBriefly: what all rows begin with is said once, in the subtitle; rows that are numbers of parameters become
// their axes.
func TestBriefly(t *testing.T) {
	chart := func(rows ...string) charts.Chart {
		e := charts.DotPlot{Title: "t", Subtitle: "s", Axis: "cost"}
		for i, row := range rows {
			e.All = append(e.All, charts.Estimate{Row: row, Value: float64(10 + i), Within: analysis.Interval{Low: 8, High: 20}})
		}
		return e.Chart()
	}
	if c := chart("ants, shuffled", "ants, raster"); c.Subtitle != "s · all names begin with “ants”" || !strings.Contains(string(c.Option()), `"raster"`) {
		t.Errorf("subtitle %q", c.Subtitle)
	}
	c := chart("ants, q0 = 0.9", "ants, q0 = 0.3", "ants, q0 = 0.5")
	if o := optionOf(t, c).BaseOption; c.Subtitle != "s · all names begin with “ants”" || !strings.Contains(string(c.Option()), `"name":"q0"`) || strings.Contains(string(c.Option()), `"rows0"`) || o.XAxis[0].Min > 0.3 || o.XAxis[0].Max < 0.9 {
		t.Errorf("%q on an axis from %v to %v", c.Subtitle, o.XAxis[0].Min, o.XAxis[0].Max)
	}
	for _, s := range series(t, c) {
		alltest.Check(t, s.Type != "scatter" || s.Data[0].Value[0] == 0.3 && s.Data[0].Value[1] == 11 && s.Data[2].Value[0] == 0.9,
			"marks at %v", s.Data)
	}
	several := charts.DotPlot{Title: "t", Axis: "share"}
	for i, row := range []string{"q0 = 0.9", "q0 = 0.5", "q0 = 0.7", "BVE = 0.05", "BVE = 0", "BVE = 0.001"} {
		for _, of := range []string{"one set", "another set"} {
			several.All = append(several.All, charts.Estimate{Row: row, Series: of, Value: float64(10 + i), Within: analysis.Interval{Low: 8, High: 20}})
		}
	}
	for i := range 9 { // rows with the same numbers, which are not one here
		several.All = append(several.All, charts.Estimate{Row: fmt.Sprint("ants = ", i+1), Series: "one set", Value: 12, Within: analysis.Interval{Low: 8, High: 20}})
	}
	o, drawn := optionOf(t, several.Chart()).BaseOption, series(t, several.Chart())
	if x := o.XAxis; len(x) != 3 || x[0].Type != "value" || x[1].Type != "log" || x[1].Min > 0.001/4 || x[1].Max < 0.05 {
		t.Errorf("axes %+v", x)
	}
	marks := 0
	for _, s := range drawn {
		if s.Type == "scatter" {
			marks += len(s.Data)
			// 0 stands left of the least number, and the marks of two sets beside each other.
			at := s.Data[0].Value[0]
			alltest.Check(t, (s.XAxisIndex == 0 && at > 0.4 && at < 0.6 && at != 0.5) || (s.XAxisIndex == 1 && at > 0 && at < 0.0005) || (s.XAxisIndex == 2 && at > 0.8 && at < 1.2), "series %s begins at %v", s.Name, at)
		}
	}
	alltest.Check(t, marks == 21, "%d marks of 21", marks)
	for _, rows := range [][]string{{"q0 = 1", "q0 = 2"}, {"q0 = 1", "q0 = 2", "rho = 3"}, {"q0 = 1", "q0 = 1.2.3", "q0 = 4"}} {
		alltest.Has(t, string(chart(rows...).Option()), `"rows0"`, "%q are no rows", rows)
	}
}

// read is the option of a chart, as far as tests look at it.
type read struct {
	BaseOption struct {
		XAxis, YAxis []struct {
			Type      string
			Min, Max  float64
			AxisLabel struct{ CustomValues []float64 }
		}
		Series []oneSeries
	}
	Media []struct {
		Option struct{ Grid []struct{ Right any } }
	}
}

// oneSeries is a series of a chart.
type oneSeries struct {
	ID, Name, Type, Symbol string
	XAxisIndex, YAxisIndex int
	ItemStyle              struct{ BorderWidth float64 }
	AreaStyle              *struct{}
	LineStyle              struct{ Color string }
	Data                   []struct {
		Name   string
		Value  []float64
		Of     json.RawMessage
		OfMore int
	}
}

func optionOf(t *testing.T, c charts.Chart) (o read) {
	t.Helper()
	alltest.OK(t, json.Unmarshal(bytes.ReplaceAll(c.Option(), []byte(`"-"`), []byte("null")), &o))
	return o
}

func series(t *testing.T, c charts.Chart) []oneSeries {
	t.Helper()
	return optionOf(t, c).BaseOption.Series
}

// grids is the number of panels, which is the same at all widths.
func grids(t *testing.T, c charts.Chart) int {
	t.Helper()
	media := optionOf(t, c).Media
	for _, m := range media {
		alltest.Equal(t, len(m.Option.Grid), len(media[0].Option.Grid), "panels at one width")
	}
	return len(media[0].Option.Grid)
}

// TestSuccessBySize goes through analysis: one circle for puzzles of one size
// and rate, references of unknown labels left out.
func TestSuccessBySize(t *testing.T) {
	var records []experiment.Record
	for i := range 12 {
		status := solver.Solved
		if i%3 == 0 {
			status = solver.Exhausted
		}
		records = append(records, experiment.Record{
			Puzzle: string(rune('a' + i/2)), Content: string(rune('a' + i/2)), Rows: 10, Cols: 10 + i/6, Engine: "x", Variant: "scheme 1", Run: i % 2,
			Status: status, Budget: solver.Iterations(500),
		})
	}
	s := charts.SuccessBySize(records)
	s.References = []analysis.Reference{{Label: "another", Class: analysis.SizeClasses[1], Rate: 0.5, Source: "nobody"}}
	c := s.Chart()
	alltest.OK(t, c.Check())
	alltest.Check(t, strings.Contains(c.Subtitle, "6 puzzles, 12 runs") && strings.Contains(c.Subtitle, "500 iterations"),
		"subtitle %q", c.Subtitle)
	alltest.Check(t, !strings.Contains(string(c.Option()), "nobody"), "a published rate of a label that was not run is drawn")
}
