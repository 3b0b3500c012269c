package charts

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/analysis/stats"
	"formicary/pkg/charts/internal/numbers"
	"formicary/pkg/charts/internal/scale"
	"formicary/pkg/lists"
)

// violinPoints is the number of points of a violin's outline.
const violinPoints = 80

// Violins draws how scores are spread over the puzzles: for each engine its
// density as a violin, in it a box of the middle half with the median, and
// whiskers to the last score within one and a half times the box (Tukey,
// "Exploratory Data Analysis", 1977; Hintze and Nelson, "Violin plots: a box
// plot-density trace synergism", The American Statistician 52, 1998). Scores
// that are compared by their quotient stand on a logarithmic axis. The kernel
// is Gaussian with Silverman's bandwidth; an outline ends at the extremes.
func Violins(s analysis.ScoreTable) Chart {
	name := withUnit(s.Score.Name, s.Score.Unit)
	var samples [][]float64
	var all []float64
	for _, label := range s.Labels {
		values := slices.DeleteFunc(s.Column(label), func(x float64) bool { return !scale.Finite(x) || s.Score.Ratio && !(x > 0) })
		slices.Sort(values)
		samples, all = append(samples, values), append(all, values...)
	}
	lo, hi, ok := scale.Span(all)
	if !ok {
		lo, hi = 0, 1
	}
	x := axis{name: name}
	if s.Score.Ratio {
		x = logarithmic(name, lo, hi, 1.2)
	} else {
		x.min, x.max = scale.Roomy(lo, hi)
	}
	f := newFigure(x, axis{rows: s.Labels})
	f.room.rowHigh = 46
	t := numbers.NewTable("label", "puzzles", "least", "lower whisker", "25 %", "median", "75 %", "upper whisker", "most")
	colours := coloursOf(s.Labels)
	var said []string
	for i, label := range s.Labels {
		values := samples[i]
		if len(values) == 0 {
			said = append(said, label+": no scores")
			continue
		}
		f.violin(label, colours[i], f.y.row(i), values, s.Score.Ratio)
		b := stats.BoxOf(values)
		t.Add(label, len(values), values[0], b.Low, b.Q25, b.Median, b.Q75, b.High, values[len(values)-1])
		text := fmt.Sprintf("%s · median %s, middle half %s over %s", label, human(b.Median), interval(b.Q25, b.Q75, human), plural(len(values), "puzzle"))
		f.box(label, colours[i], f.y.row(i), b, text)
		said = append(said, text)
		var out []point
		for j, v := range s.Column(label) {
			if v < b.Low && v >= values[0] || v > b.High && v <= values[len(values)-1] {
				out = append(out, point{x: v, y: f.y.row(i), size: 5, text: fmt.Sprintf("%s · %s · %s", label, s.Puzzles[j].Puzzle, human(v)), of: ofPuzzle(s.Puzzles[j], label)})
			}
		}
		f.scatter(0, "outlier", label, look{colour: colours[i], symbol: "circle", opacity: 0.5, z: 4}, out)
	}
	return f.chart(Chart{
		Notes:    s.Warnings,
		Title:    "How " + s.Score.Name + " is spread over the puzzles",
		Subtitle: plural(len(s.Puzzles), "puzzle") + " · box: middle half and median · whiskers: within 1.5 boxes · outline: density · no confidence intervals",
		Alt:      strings.Join(said, ". ") + ".",
	}, t)
}

// box draws a box plot along a row.
func (f *figure) box(label, colour string, y float64, b stats.Box, text string) {
	f.segment(0, "whisker", label, stroke{colour: colour, width: 1.5}, b.Low, y, b.High, y)
	f.segment(0, "middle half", label, stroke{colour: colour, width: 9}, b.Q25, y, b.Q75, y)
	f.scatter(0, "median", label, look{colour: colour, symbol: "circle", hollow: true, opacity: 1, z: 6}, []point{{x: b.Median, y: y, size: 10, text: text}})
}

// violin draws the density of sorted values around a row, as high as the rows
// have room.
func (f *figure) violin(label, colour string, y float64, values []float64, log bool) {
	lo, hi := values[0], values[len(values)-1]
	if lo == hi || len(values) < 3 {
		return
	}
	to, from := func(x float64) float64 { return x }, func(x float64) float64 { return x }
	if log {
		to, from = math.Log, math.Exp
	}
	inner := lists.Map(values, to)
	width := stats.Bandwidth(inner)
	outline := make([]point, violinPoints)
	density := make([]float64, violinPoints)
	for i := range outline {
		at := to(lo) + (to(hi)-to(lo))*float64(i)/(violinPoints-1)
		outline[i].x = from(at)
		for _, v := range inner {
			d := (at - v) / width
			density[i] += math.Exp(-d * d / 2)
		}
	}
	most := slices.Max(density)
	for i, d := range density {
		outline[i].low, outline[i].high = y-0.42*d/most, y+0.42*d/most
	}
	f.band(0, "outline", label, colour, outline)
}
