package charts

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/solver"
)

// Film is the frames of one run, as [solver.Recorder] keeps them.
type Film struct {
	// Panel names the panel that the film is drawn in, such as its puzzle;
	// where all films have the same there is only one.
	Panel string
	// Label groups runs: the films of one label are drawn in one colour.
	Label string
	// Frames are in order.
	Frames []solver.Frame
}

// PheromoneSummary draws how pheromone concentrates over the iterations: its
// entropy over the cells, a line for each film, with a filled mark where a
// run ends with a solution and a cross where it ends without. Where a label
// has five films or more in a panel, their median and the band of their middle
// 80 % are drawn instead, as far as half of the runs go. Three labels or more
// in one panel get a panel each, with the others in grey.
//
// The frame of a solution is taken within an iteration, before pheromone is
// laid down on it; its entropy is that of the frame before.
func PheromoneSummary(films ...Film) Chart {
	var all, spread []float64
	for _, film := range films {
		for _, p := range film.entropies(0) {
			all, spread = append(all, p.x), append(spread, p.y)
		}
	}
	labels := distinct(column(films, func(f Film) string { return f.Label }))
	panels := distinct(column(films, func(f Film) string { return f.Panel }))
	colours := coloursOf(labels)
	lo, hi := positive(all)
	floor, _, ok := span(spread)
	if !ok {
		floor = 0
	}
	y := axis{name: "spread of pheromone (entropy; 1 = all cells equal)", min: max(math.Floor(floor*10-0.2)/10, 0), max: 1}
	// A film belongs to the panel of its name, or of its label.
	home := func(film Film) string { return film.Panel }
	apart := len(panels) < 2 && len(labels) > 2
	switch {
	case apart:
		panels, home = labels, func(film Film) string { return film.Label }
	case len(panels) < 2:
		panels, home = []string{""}, func(Film) string { return "" }
	}
	f := newFigure(logarithmic("iterations", lo, hi, 1.08), y, panels...)
	t := newTable("panel", "label", "run", "iterations", "entropy", "lowest cost")
	solved, many := 0, false
	for _, film := range films {
		if film.solved() {
			solved++
		}
	}
	var alt []string
	for i, label := range labels {
		for panel, name := range panels {
			var group []Film
			for run, film := range films {
				switch {
				case film.Label == label && home(film) == name:
					for k, p := range film.entropies(0) {
						t.add(film.Panel, label, len(group), film.Frames[k].Iterations, p.y, film.Frames[k].Best)
					}
					group = append(group, film)
				case apart && home(film) == label && label != name:
					f.context(panel, fmt.Sprintf("context %d", run), label, film.entropies(0))
				}
			}
			many = many || len(group) >= bandFrom
			if len(group) > 0 {
				text := f.films(panel, label, colours[i], group)
				if name != "" && name != label {
					text = name + ", " + text
				}
				alt = append(alt, text)
			}
		}
	}
	if !apart {
		f.tellApart(labels, colours)
	}
	subtitle := fmt.Sprintf("%s: %d end with a solution (filled mark), %d without (cross)", plural(len(films), "run"), solved, len(films)-solved)
	if many {
		subtitle += " · line: median of the runs that still go on · band: their middle 80 %, no confidence interval"
	}
	return f.chart(Chart{
		Title:    "How pheromone concentrates during a run",
		Subtitle: subtitle,
		Alt:      "Entropy of the pheromone over the cells. " + strings.Join(alt, ". ") + ".",
	}, t)
}

// solved says whether the film ends with a solution.
func (f Film) solved() bool {
	n := len(f.Frames)
	return n > 0 && f.Frames[n-1].Best == 0
}

// entropies are those of the frames, for run number run of its label; that of
// the frame of a solution is of the one before.
func (f Film) entropies(run int) []point {
	points, name := make([]point, len(f.Frames)), FilmOf(f.Frames)
	for i, frame := range f.Frames {
		of := i
		if i > 0 && i == len(f.Frames)-1 && f.solved() {
			of--
		}
		e := solver.Entropy(f.Frames[of].Pheromone)
		points[i] = point{x: float64(frame.Iterations), y: e, size: 11, in: moment{name, frame.Iterations}, text: fmt.Sprintf("%s · run %d, iteration %s: spread %s\nlowest cost so far %s",
			f.Label, run+1, thousands(float64(frame.Iterations)), share(e), human(frame.Best))}
	}
	return points
}

// bandFrom is the number of films from which a label has a median and a band
// instead of single lines.
const bandFrom = 5

// films draws the films of one label and says in words what is seen.
func (f *figure) films(panel int, label, colour string, group []Film) string {
	first, last := math.NaN(), math.NaN()
	var done, open []point
	all := make([][]point, len(group))
	for run, film := range group {
		points := film.entropies(run)
		all[run] = points
		n := len(points) - 1
		if n < 0 {
			continue
		}
		if run == 0 {
			first, last = points[0].y, points[n].y
		}
		if film.solved() {
			done = append(done, points[n])
		} else {
			open = append(open, points[n])
		}
		if len(group) < bandFrom {
			f.curve(panel, fmt.Sprintf("run %d", run), label, stroke{colour: colour, width: 2}, points)
		}
	}
	if len(group) >= bandFrom {
		middle := middle(label, all)
		f.band(panel, "band", label, colour, middle)
		f.curve(panel, "median", label, stroke{colour: colour, width: 2}, middle)
		first, last = math.NaN(), math.NaN()
		if n := len(middle); n > 0 {
			first, last = middle[0].y, middle[n-1].y
		}
	}
	f.scatter(panel, "solved", label, look{colour: colour, symbol: "circle", opacity: 1, z: 5}, done)
	f.scatter(panel, "unsolved", label, look{colour: colour, symbol: cross, opacity: 1, z: 5}, open)
	return fmt.Sprintf("%s: from %s to %s; %s of %s solved", label, share(first), share(last), thousands(float64(len(done))), plural(len(group), "run"))
}

// middle is the median and the middle 80 % of many films, as far as half of
// them go.
func middle(label string, films [][]point) []point {
	lo, hi := positive(column(slices.Concat(films...), func(p point) float64 { return p.x }))
	var out []point
	for _, at := range floats.LogSpan(make([]float64, 60), lo, hi) {
		var values []float64
		for _, film := range films {
			if v := lastBy(film, at); finite(v) {
				values = append(values, v)
			}
		}
		if len(values)*2 < len(films) || len(values) == 0 {
			break
		}
		slices.Sort(values)
		q := func(share float64) float64 { return stats.Quantile(share, values) }
		out = append(out, point{x: at, y: q(0.5), low: q(0.1), high: q(0.9), text: fmt.Sprintf("%s · iteration %s: median spread %s, middle 80 %% %s\n%s still going",
			label, human(math.Round(at)), share(q(0.5)), interval(q(0.1), q(0.9), share), plural(len(values), "run"))})
	}
	return out
}

// lastBy is the last of a film's points by a number of iterations; NaN before
// the first and after the end of the film.
func lastBy(film []point, iterations float64) float64 {
	const rounding = 1 + 1e-9
	y := math.NaN()
	for i, p := range film {
		if p.x <= iterations*rounding {
			y = p.y
		}
		if i == len(film)-1 && iterations > p.x*rounding {
			y = math.NaN()
		}
	}
	return y
}
