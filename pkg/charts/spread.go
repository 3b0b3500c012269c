package charts

import (
	"fmt"
	"slices"
	"strings"
)

// AntCosts draws how far the ants of an iteration differ while a run goes on:
// the costs of all ants of each frame, as the median, the middle half and the
// whole range. Where the band closes all ants build alike, and the colony
// searches no more. Films of one label follow each other in panels; frames
// that do not tell the ants' costs are left out, but for the last one of a film
// that solves: there the cost of the ant that does is known, 0, and it is a mark
// on the axis at the end of a dotted line.
func AntCosts(films ...Film) Chart {
	names := make([]string, len(films))
	var all []float64
	top := 0.0
	ants := 0
	for i, film := range films {
		names[i] = film.name(i, films)
		for _, frame := range film.Frames {
			if len(frame.Costs) > 0 || frame.Best == 0 {
				all = append(all, float64(frame.Iterations))
			}
			if len(frame.Costs) > 0 {
				top = max(top, slices.Max(frame.Costs))
				ants = max(ants, len(frame.Costs))
			}
		}
	}
	lo, hi := positive(all)
	colours := coloursOf(column(films, func(f Film) string { return f.Label }))
	f := newFigure(logarithmic("iterations", lo, hi, 1.05), axis{name: "cost of an ant's board (0 is a solution)", min: 0, max: nice(top)}, names...)
	t := newTable("run", "iterations", "least", "25 %", "median", "75 %", "most")
	var said []string
	for i, film := range films {
		var outer, inner []point
		run := FilmOf(film.Frames)
		for _, frame := range film.Frames {
			if len(frame.Costs) == 0 {
				continue
			}
			costs := slices.Sorted(slices.Values(frame.Costs))
			b := boxOf(costs)
			least, most := costs[0], costs[len(costs)-1]
			at := float64(frame.Iterations)
			outer = append(outer, point{x: at, y: b.median, low: least, high: most, in: moment{run, frame.Iterations}, text: fmt.Sprintf("%s · iteration %s: median %s, middle half %s, all %s",
				names[i], thousands(at), human(b.median), interval(b.q25, b.q75, human), interval(least, most, human))})
			inner = append(inner, point{x: at, low: b.q25, high: b.q75})
			t.add(names[i], frame.Iterations, least, b.q25, b.median, b.q75, most)
		}
		var solution []point
		if n := len(film.Frames); film.solved() {
			at := film.Frames[n-1].Iterations
			solution = []point{{x: float64(at), size: 11, in: moment{run, at}, text: fmt.Sprintf("%s · iteration %s: an ant solves the puzzle, cost 0", names[i], thousands(float64(at)))}}
			if len(film.Frames[n-1].Costs) == 0 {
				t.add(names[i], at, 0, "", "", "", "")
			}
			if k := len(outer); k > 0 {
				f.segment(i, "to the solution", names[i], stroke{colour: colours[i], width: 1.5, dash: "dotted"}, outer[k-1].x, outer[k-1].low, float64(at), 0)
			}
		}
		f.band(i, "band", names[i], colours[i], outer)
		f.band(i, "inner band", names[i], colours[i], inner)
		f.curve(i, "median", names[i], stroke{colour: colours[i], width: 2}, outer)
		f.scatter(i, "solution", names[i], look{colour: colours[i], symbol: "circle", opacity: 1, z: 5}, solution)
		if n := len(outer); n > 0 {
			text := fmt.Sprintf("%s: range %s at first, %s at the end", names[i], interval(outer[0].low, outer[0].high, human), interval(outer[n-1].low, outer[n-1].high, human))
			if len(solution) > 0 {
				text += fmt.Sprintf(", an ant solves in iteration %s", thousands(solution[0].x))
			}
			said = append(said, text)
		}
	}
	return f.chart(Chart{
		Title:    "How far the ants of an iteration differ",
		Subtitle: plural(len(films), "run") + " of " + plural(ants, "ant") + " · line: median over the ants of an iteration · bands: their middle half and all of them, no confidence intervals · mark at 0: the ant that solves",
		Alt:      "Costs of the ants. " + strings.Join(said, ". ") + ".",
	}, t)
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
