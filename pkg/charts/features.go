package charts

import (
	"fmt"
	"math"
	"strings"

	"formicary/pkg/analysis"
)

// Features draws success and time against features of a puzzle: for each
// feature a panel with the share of puzzles solved at least once, and below it
// one with the median time of a solution, both with their intervals. A mark
// stands at the median of its range. Features are on logarithmic axes, but on
// one from 0 to 100 where the name ends in "(%)". Where fewer than half of the
// puzzles are solved there is no median, and the line ends.
func Features(t analysis.FeatureTable) Chart {
	n := len(t.Features)
	all := []float64{}
	puzzles := 0
	for _, b := range t.Bins {
		all = append(all, b.Median, b.Between.Low, b.Between.High)
	}
	lo, hi := positive(all)
	f := newFigure(axis{}, axis{}, make([]string, max(2*n, 1))...)
	f.own = make([][2]axis, max(2*n, 1))
	for i, name := range t.Features {
		var values []float64
		for _, b := range t.Bins {
			if b.Feature == name {
				values = append(values, b.Middle)
			}
		}
		least, most := positive(values)
		x := logarithmic(name, least, most, 1.2)
		if strings.HasSuffix(name, "(%)") {
			x = axis{name: name, min: 0, max: 100}
		}
		f.own[i] = [2]axis{x, {name: "puzzles solved (share)", percent: true, min: 0, max: 1}}
		y := logarithmic("median "+measureName(t.Measure), lo, hi, 1.5)
		y.few = true
		f.own[n+i] = [2]axis{x, y}
	}
	// Labels stand beside each other, as far apart as a hundredth of the axis.
	aside := func(panel, label int, at float64) float64 {
		x, by := f.own[panel][0], 0.012*(float64(label)-float64(len(t.Labels)-1)/2)
		if x.log {
			return at * math.Pow(x.max/x.min, by)
		}
		return at + by*(x.max-x.min)
	}
	colours := Colours(t.Labels)
	if len(t.Labels) > 1 {
		f.legend = entries(t.Labels, colours, "circle")
	}
	table := newTable("feature", "label", "least", "most", "median", "puzzles", "solved", "share", "low", "high", "median time", "low", "high")
	var alt []string
	for i, feature := range t.Features {
		for j, label := range t.Labels {
			bins := t.Get(feature, label)
			m := len(bins)
			x, rate, low, high := make([]float64, m), make([]float64, m), make([]float64, m), make([]float64, m)
			median, early, late := make([]float64, m), make([]float64, m), make([]float64, m)
			var shares, times []mark
			var said []string
			count := 0
			for k, b := range bins {
				count += b.Puzzles
				x[k] = aside(i, j, b.Middle)
				rate[k], low[k], high[k] = b.Any.Rate, b.Any.Low, b.Any.High
				median[k], early[k], late[k] = b.Median, b.Between.Low, b.Between.High
				if !finite(late[k]) && finite(early[k]) {
					late[k] = hi // beyond what was seen
				}
				head := fmt.Sprintf("%s · %s %s: %s", label, feature, reach(b.Least, b.Most), plural(b.Puzzles, "puzzle"))
				shares = append(shares, mark{x[k], rate[k], 9, fmt.Sprintf("%s\n%d solved, %s %s", head, b.Any.Successes, share(b.Any.Rate), interval(b.Any.Low, b.Any.High, share))})
				if finite(b.Median) {
					times = append(times, mark{x[k], median[k], 9, fmt.Sprintf("%s\nmedian %s [%s, %s]", head, quantity(b.Median, t.Measure), human(b.Between.Low), human(b.Between.High))})
				}
				table.add(feature, label, b.Least, b.Most, b.Middle, b.Puzzles, b.Any.Successes, b.Any.Rate, b.Any.Low, b.Any.High, b.Median, b.Between.Low, b.Between.High)
				said = append(said, fmt.Sprintf("%s %s", reach(b.Least, b.Most), share(b.Any.Rate)))
			}
			if m == 0 {
				continue
			}
			puzzles = max(puzzles, count)
			line := stroke{colour: colours[j], width: 2}
			for _, part := range []struct {
				panel       int
				y, low, top []float64
				marks       []mark
			}{{i, rate, low, high, shares}, {n + i, median, early, late, times}} {
				f.curve(part.panel, "line", label, line, x, part.y, nil)
				f.whiskers(part.panel, "interval", label, stroke{colour: colours[j], width: 1.5}, x, part.low, part.top)
				if len(part.marks) > 0 {
					f.scatter(part.panel, "bins", label, look{colour: colours[j], symbol: "circle", opacity: 1, z: 5}, part.marks)
				}
			}
			alt = append(alt, fmt.Sprintf("%s by %s: %s", label, feature, strings.Join(said, ", ")))
		}
	}
	c := Chart{
		Title:    "What success and time depend on",
		Subtitle: plural(puzzles, "puzzle") + " in ranges of about equally many · solved in any run · 95 % intervals across puzzles",
		Alt:      "Share of puzzles solved. " + strings.Join(alt, ". ") + ".", rows: table.rows,
	}
	f.finish(&c)
	return c
}

// reach writes a range of values.
func reach(least, most float64) string {
	if least == most {
		return human(least)
	}
	return human(least) + "–" + human(most)
}
