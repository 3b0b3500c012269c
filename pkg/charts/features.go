package charts

import (
	"fmt"
	"math"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/charts/internal/numbers"
	"formicary/pkg/charts/internal/scale"
)

// Features draws success and time against features of a puzzle: for each
// feature a panel with the share of puzzles solved at least once, and below it
// one with the median time of a solution, both with their intervals. A mark
// stands at the median of its range. Features are on logarithmic axes, but on
// one from 0 to 100 where the name ends in "(%)". Shares begin
// at the tenth below the lowest interval. Where fewer than half of the puzzles are
// solved there is no median, and the line ends.
func Features(t analysis.FeatureTable) Chart {
	n := len(t.Features)
	var all, shares []float64
	for _, b := range t.Bins {
		all, shares = append(all, b.Median, b.Between.Low, b.Between.High), append(shares, b.Any.Low)
	}
	least, _, _ := scale.Span(shares)
	lo, hi := scale.Positive(all)
	y := logarithmic("median "+measureName(t.Measure), lo, hi, 1.5)
	y.fit = few
	own := make([][2]axis, 2*n)
	for i, name := range t.Features {
		var values []float64
		for _, b := range t.Bins {
			if b.Feature == name {
				values = append(values, b.Middle)
			}
		}
		first, last := scale.Positive(values)
		x := logarithmic(name, first, last, 1.2)
		if strings.HasSuffix(name, "(%)") {
			x = axis{name: name, min: 0, max: 100}
		}
		own[i] = [2]axis{x, {name: "puzzles solved (share)", percent: true, min: max(math.Floor(least*10-0.001)/10, 0), max: 1}}
		own[n+i] = [2]axis{x, y}
	}
	f := newPanels(own...)
	colours := coloursOf(t.Labels)
	f.tellApart(t.Labels, colours)
	table := numbers.NewTable("feature", "label", "least", "most", "median", "puzzles", "solved", "share", "low", "high", "median time", "low", "high")
	var alt []string
	puzzles := 0
	for i, feature := range t.Features {
		for j, label := range t.Labels {
			var shares, times []point
			var said []string
			count := 0
			for _, b := range t.Get(feature, label) {
				count += b.Any.Trials
				x := own[i][0].aside(b.Middle, j, len(t.Labels))
				late := b.Between.High
				if !scale.Finite(late) && scale.Finite(b.Between.Low) && b.Between.Low > 0 {
					late = hi // beyond what was seen
				}
				head := fmt.Sprintf("%s · %s %s: %s", label, feature, reach(b.Least, b.Most), plural(b.Any.Trials, "puzzle"))
				of := ofPuzzles(label, b.Of...)
				shares = append(shares, point{x: x, y: b.Any.Rate, low: b.Any.Low, high: b.Any.High, size: 9, text: fmt.Sprintf("%s\n%d solved, %s %s", head, b.Any.Successes, share(b.Any.Rate), interval(b.Any.Low, b.Any.High, share)), of: of})
				times = append(times, point{x: x, y: b.Median, low: b.Between.Low, high: late, size: 9, text: fmt.Sprintf("%s\nmedian %s %s", head, quantity(b.Median, t.Measure), interval(b.Between.Low, b.Between.High, amount(t.Measure))), of: of})
				table.Add(feature, label, b.Least, b.Most, b.Middle, b.Any.Trials, b.Any.Successes, b.Any.Rate, b.Any.Low, b.Any.High, b.Median, b.Between.Low, b.Between.High)
				said = append(said, fmt.Sprintf("%s %s", reach(b.Least, b.Most), share(b.Any.Rate)))
			}
			if count == 0 {
				continue
			}
			puzzles = max(puzzles, count)
			for k, points := range [][]point{shares, times} {
				f.curve(k*n+i, "line", label, stroke{colour: colours[j], width: 2, quiet: true}, points)
				f.estimates(k*n+i, "bins", label, 1.5, look{colour: colours[j], symbol: "circle", opacity: 1, z: 5}, points)
			}
			alt = append(alt, fmt.Sprintf("%s by %s: %s", label, feature, strings.Join(said, ", ")))
		}
	}
	return f.chart(Chart{
		Notes:    t.Warnings,
		Title:    "What success and time depend on",
		Subtitle: plural(puzzles, "puzzle") + " in ranges of about equal numbers · solved at least once · intervals: " + t.Scope.String(),
		Alt:      "Share of puzzles solved. " + strings.Join(alt, ". ") + ".",
	}, table)
}

// aside is where the i-th of n labels stands at one place of the axis: about a
// hundredth of the axis from the next.
func (a axis) aside(at float64, i, n int) float64 {
	by := 0.012 * (float64(i) - float64(n-1)/2)
	if a.log {
		return at * math.Pow(a.max/a.min, by)
	}
	return at + by*(a.max-a.min)
}
