package charts

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// AntCosts draws how far the ants of an iteration differ while a run goes on:
// the costs of all ants of each frame, as the median, the middle half and the
// whole range. Where the band closes all ants build alike, and the colony
// searches no more. Films of one label follow each other in panels; frames
// that do not tell the ants' costs are left out.
func AntCosts(films ...Film) Chart {
	var names []string
	var all []float64
	top := 0.0
	ants := 0
	for i, film := range films {
		names = append(names, film.name(i, films))
		for _, frame := range film.Frames {
			if len(frame.Costs) > 0 {
				all = append(all, float64(frame.Iterations))
				top = max(top, slices.Max(frame.Costs))
				ants = max(ants, len(frame.Costs))
			}
		}
	}
	lo, hi := positive(all)
	var labels []string
	for _, film := range films {
		labels = append(labels, film.Label)
	}
	colours := Colours(labels)
	f := newFigure(logarithmic("iterations", lo, hi, 1.05), axis{name: "cost of an ant's board (0 is a solution)", min: 0, max: nice(top)}, names...)
	t := newTable("run", "iterations", "least", "25 %", "median", "75 %", "most")
	var said []string
	for i, film := range films {
		var x, least, q25, median, q75, most []float64
		var texts []string
		for _, frame := range film.Frames {
			if len(frame.Costs) == 0 {
				continue
			}
			costs := slices.Sorted(slices.Values(frame.Costs))
			at := func(p float64) float64 { return stat.Quantile(p, stat.LinInterp, costs, nil) }
			x = append(x, float64(frame.Iterations))
			least, q25, median, q75, most = append(least, costs[0]), append(q25, at(0.25)), append(median, at(0.5)), append(q75, at(0.75)), append(most, costs[len(costs)-1])
			texts = append(texts, fmt.Sprintf("%s · iteration %s: median %s, middle half %s, all %s", names[i], thousands(float64(frame.Iterations)), human(at(0.5)),
				interval(at(0.25), at(0.75), human), interval(costs[0], costs[len(costs)-1], human)))
			t.add(names[i], frame.Iterations, costs[0], at(0.25), at(0.5), at(0.75), costs[len(costs)-1])
		}
		f.band(i, names[i], colours[i], x, least, most)
		f.inner(i, names[i], colours[i], x, q25, q75)
		f.curve(i, "median", names[i], stroke{colour: colours[i], width: 2}, x, median, texts)
		f.points += len(x)
		if n := len(x); n > 0 {
			said = append(said, fmt.Sprintf("%s: range %s at first, %s at the end", names[i], interval(least[0], most[0], human), interval(least[n-1], most[n-1], human)))
		}
	}
	c := Chart{
		Title:    "How far the ants of an iteration differ",
		Subtitle: plural(len(films), "run") + " of " + plural(ants, "ant") + " · line: median over the ants · bands: middle half and all",
		Alt:      "Costs of the ants. " + strings.Join(said, ". ") + ".", rows: t.rows,
	}
	f.finish(&c)
	return c
}

// name tells the i-th film from the others.
func (f Film) name(i int, all []Film) string {
	name := strings.Join(compact(f.Panel, f.Label), ", ")
	count, before := 0, 0
	for j, other := range all {
		if other.Panel == f.Panel && other.Label == f.Label {
			if count++; j < i {
				before++
			}
		}
	}
	if count > 1 {
		name += fmt.Sprintf(", run %d", before+1)
	}
	return name
}
