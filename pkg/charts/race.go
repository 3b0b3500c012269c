package charts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-echarts/go-echarts/v2/opts"

	"formicary/pkg/analysis"
	"formicary/pkg/charts/internal/numbers"
	"formicary/pkg/charts/internal/scale"
	"formicary/pkg/lists"
	"formicary/pkg/race"
)

// pathMarks is the number of points of a race's path that are drawn.
const pathMarks = 200

// question is a panel of a race.
type question struct {
	of           func(race.Look) race.Estimate
	write        func(float64) string
	lowest, most float64 // the ends of the axis
}

// point is an estimate, moved into the panel where it lies outside.
func (q question) point(x float64, e race.Estimate, text string) point {
	inside := func(v float64) float64 { return min(max(v, q.lowest), q.most) }
	return point{x: x, y: inside(e.Value), low: inside(e.Interval.Low), high: inside(e.Interval.High), size: 11, text: text + q.write(e.Value) + " " + interval(e.Interval.Low, e.Interval.High, q.write)}
}

// raced begins a figure with a panel for each question: the difference of
// success rates and the ratio of efforts. Its axes have room for what was seen.
func raced(r *race.Result, x axis, seen []race.Look) (*figure, [2]question) {
	up, ratio := 0.0, 1.0
	wider := func(most *float64, values ...float64) {
		for _, v := range values {
			if v > *most { // not where it is NaN
				*most = v
			}
		}
	}
	for _, l := range seen {
		s, e := l.Success, l.Effort
		wider(&up, -s.Interval.Low, s.Interval.High, math.Abs(s.Value))
		wider(&ratio, e.Interval.High, 1/max(e.Interval.Low, 1e-9), e.Value, 1/max(e.Value, 1e-9))
	}
	up = min(max(math.Ceil(up*10.5)/10, 0.1), 1)
	ratio = min(max(ratio*1.1, 1.5), analysis.MostRatio)
	f := newPanels(
		[2]axis{x, {name: "difference of success rates", min: -up, max: up}},
		[2]axis{x, logarithmic("typical ratio of "+r.Measure.String(), 1/ratio, ratio, 1)})
	for panel, none := range []float64{0, 1} {
		f.segment(panel, "zero", "no difference", stroke{colour: named("muted"), width: 1, dash: "dashed"}, x.min, none, x.max, none)
	}
	return f, [2]question{
		{func(l race.Look) race.Estimate { return l.Success }, signed, -up, up},
		{func(l race.Look) race.Estimate { return l.Effort }, human, 1 / ratio, ratio},
	}
}

// apart gives variants their colours and the figure its legend: of more than six, those whose success differs most have a
// colour, and the others are grey and named where they end.
func (f *figure) apart(variants []race.VariantResult) []string {
	ranked := slices.SortedStableFunc(slices.Values(variants), func(a, b race.VariantResult) int {
		return cmp.Compare(math.Abs(b.Success.Value), math.Abs(a.Success.Value))
	})
	labels := lists.Map(ranked[:min(len(ranked), mostCurves)], func(v race.VariantResult) string { return v.Variant })
	colours := coloursOf(labels)
	f.tellApart(labels, colours)
	return lists.Map(variants, func(v race.VariantResult) string {
		if i := slices.Index(labels, v.Variant); i >= 0 {
			return colours[i]
		}
		return named("line")
	})
}

// Race draws the course of a race, block by block: for each variant the difference of its success rate from the
// baseline's, and the ratio of what runs took, each with the band that holds at all times together. A hollow mark is where
// the verdict was reached. The last mark is the estimate, which may rest on the blocks after the verdict alone: filled where
// the difference was settled, a cross where it was not. It may be drawn while the race goes on. The table has the estimates
// in its last rows, with the ratio of processor time.
func Race(r *race.Result) Chart {
	most := 1.0
	var seen []race.Look
	for _, v := range r.Variants {
		for _, l := range v.Path {
			most = max(most, float64(l.Blocks))
			if l.Blocks >= len(v.Path)/6+3 || l.Blocks >= v.Blocks { // the band is as wide as can be at first
				seen = append(seen, l)
			}
		}
	}
	unit := r.Race.Scope.Unit()
	f, questions := raced(r, axis{name: unit + "s", min: 0, max: most, integer: true}, seen)
	colours := f.apart(r.Variants)
	t := numbers.NewTable("variant", unit+"s", "success difference", "low", "high", "ratio", "low", "high", "processor time", "low", "high")
	var alt []string
	baseline := ""
	var marks []string
	for i, v := range r.Variants {
		baseline = v.Baseline
		alt = append(alt, strings.TrimSuffix(v.String(), "."))
		every := (len(v.Path) + pathMarks - 1) / pathMarks
		var paths [2][]point
		for k, l := range v.Path {
			t.Add(v.Variant, l.Blocks, l.Success.Value, l.Success.Interval.Low, l.Success.Interval.High, l.Effort.Value, l.Effort.Interval.Low, l.Effort.Interval.High, "", "", "")
			if k%every != 0 && k != len(v.Path)-1 {
				continue
			}
			for panel, q := range questions {
				paths[panel] = append(paths[panel], q.point(float64(l.Blocks), q.of(l), fmt.Sprintf("%s after %s: ", v.Variant, plural(l.Blocks, unit))))
			}
		}
		t.Add(v.Variant, v.Blocks, v.Success.Value, v.Success.Interval.Low, v.Success.Interval.High, v.Effort.Value, v.Effort.Interval.Low, v.Effort.Interval.High, v.CPU.Value, v.CPU.Interval.Low, v.CPU.Interval.High)
		for panel, path := range paths {
			if len(path) == 0 {
				continue
			}
			if len(r.Variants) <= mostBands {
				f.band(panel, "band", v.Variant, colours[i], path)
			} else {
				f.whiskers(panel, v.Variant, colours[i], path, (float64(i)+1)/float64(len(r.Variants)+1))
			}
			f.curve(panel, "path", v.Variant, stroke{colour: colours[i], width: 2}, path)
			symbol, q := cross, questions[panel]
			end := q.of(race.Look{Success: v.Success, Effort: v.Effort})
			if end.Settled {
				symbol = "circle"
			}
			if symbol == cross {
				marks = append(marks, "cross: not settled")
			}
			if k := slices.IndexFunc(v.Path, func(l race.Look) bool { return v.Decided > 0 && l.Blocks >= v.Decided }); k >= 0 && v.Path[k].Blocks < v.Blocks {
				l := v.Path[k]
				marks = append(marks, "hollow: verdict")
				f.scatter(panel, "verdict", v.Variant, look{colour: colours[i], symbol: "circle", hollow: true, opacity: 1, z: 6, again: true},
					[]point{q.point(float64(l.Blocks), q.of(l), fmt.Sprintf("%s, decided after %s: ", v.Variant, plural(v.Decided, unit)))})
			}
			f.scatter(panel, "end", v.Variant, look{colour: colours[i], symbol: symbol, opacity: 1, z: 6, again: true}, []point{q.point(float64(v.Blocks), end, fmt.Sprintf("%s, %s: ", v.Variant, v.Words()))})
			if panel == 0 && colours[i] == named("line") {
				last := &f.series[len(f.series)-1]
				last.LabelLayout = &opts.LabelLayout{MoveOverlap: "shiftY"}
				last.Label = &label{Label: opts.Label{Show: opts.Bool(true), Formatter: literal(v.Variant), Position: "left", Color: named("muted"), FontSize: fontSize}}
			}
		}
	}
	decided := map[race.Question]string{race.Success: " of success", race.Effort: " of effort"}[r.Race.Decide]
	return f.chart(Chart{
		Title: "The race against " + baseline,
		Subtitle: strings.Join(append([]string{fmt.Sprintf("%s of at most %s · same seeds · intervals%s hold at every look, together with %.0f %% confidence",
			plural(r.Blocks, unit), thousands(float64(r.Race.Blocks)), decided, 100*(1-r.Race.Alpha))}, distinct(marks)...), " · "),
		Alt: "The course of a race. " + strings.Join(alt, ". ") + ".",
	}, t)
}

// RaceSizes draws both differences by size of board, with intervals that hold
// at all times and for all sizes together. A mark stands at the mean number of
// cells of its class; filled marks are settled, hollow ones are not.
func RaceSizes(r *race.Result) Chart {
	var cells []float64
	var seen []race.Look
	for _, v := range r.Variants {
		for _, s := range v.Sizes {
			if s.Blocks > 0 {
				cells = append(cells, s.Cells)
				seen = append(seen, race.Look{Success: s.Success, Effort: s.Effort})
			}
		}
	}
	lo, hi := scale.Positive(cells)
	x := logarithmic("cells of the board", lo, hi, 1.3)
	f, questions := raced(r, x, seen)
	colours := f.apart(r.Variants)
	unit := r.Race.Scope.Unit()
	t := numbers.NewTable("variant", "cells", "mean cells", unit+"s", "verdict", "variant's rate", "baseline's rate", "difference", "low", "high", "ratio", "low", "high", "processor time", "low", "high")
	var alt []string
	for i, v := range r.Variants {
		for _, s := range v.Sizes {
			if s.Blocks == 0 {
				continue
			}
			t.Add(v.Variant, s.Class.String(), s.Cells, s.Blocks, s.Words(), s.VariantRate, s.BaselineRate,
				s.Success.Value, s.Success.Interval.Low, s.Success.Interval.High, s.Effort.Value, s.Effort.Interval.Low, s.Effort.Interval.High, s.CPU.Value, s.CPU.Interval.Low, s.CPU.Interval.High)
			alt = append(alt, fmt.Sprintf("%s on %s cells, %s: %s", v.Variant, s.Class, plural(s.Blocks, unit), s.Words()))
			head := fmt.Sprintf("%s · %s cells, %s: %s\n", v.Variant, s.Class, plural(s.Blocks, unit), s.Words())
			what := []string{fmt.Sprintf("%s against %s solved, ", share(s.VariantRate), share(s.BaselineRate)), r.Measure.String() + " "}
			for panel, q := range questions {
				e := q.of(race.Look{Success: s.Success, Effort: s.Effort})
				f.estimates(panel, "size "+s.Class.String(), v.Variant, 2, look{colour: colours[i], symbol: "circle", hollow: !e.Settled, opacity: 1, z: 5},
					[]point{q.point(x.aside(s.Cells, i, len(r.Variants)), e, head+what[panel])})
			}
		}
	}
	return f.chart(Chart{
		Title:    "By size of the board",
		Subtitle: plural(r.Blocks, unit) + " · intervals hold for all sizes together, with an alpha of their own, whenever the race stops · filled: settled",
		Alt:      "Differences by size. " + strings.Join(alt, ". ") + ".",
	}, t)
}
