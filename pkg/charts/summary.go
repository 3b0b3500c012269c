package charts

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

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

// Entropy is how evenly numbers are spread: Shannon's entropy of their shares
// of the sum, divided by its largest value, log n. It is 1 where all are equal
// and 0 where one has everything. Numbers that are not finite or below zero
// count as zero; NaN where all do or there are fewer than two.
func Entropy(numbers []float64) float64 {
	sum := 0.0
	for _, x := range numbers {
		if x > 0 && finite(x) {
			sum += x
		}
	}
	if sum == 0 || !finite(sum) || len(numbers) < 2 {
		return math.NaN()
	}
	h := 0.0
	for _, x := range numbers {
		if p := x / sum; p > 0 && finite(p) {
			h -= p * math.Log(p)
		}
	}
	return h / math.Log(float64(len(numbers)))
}

// PheromoneSummary draws how pheromone concentrates over the iterations: its
// [Entropy] over the cells, a line for each film, with a filled mark where a
// run ends with a solution and a cross where it ends without. Where a label
// has five films or more in a panel, their median and the band of their middle
// 80 % are drawn instead, as far as half of the runs go. Three labels or more
// in one panel get a panel each, with the others in grey.
//
// The frame of a solution is taken within an iteration, before pheromone is
// laid down on it; its entropy is that of the frame before.
func PheromoneSummary(films ...Film) Chart {
	var labels, panels []string
	var all, spread []float64
	for _, film := range films {
		labels, panels = append(labels, film.Label), append(panels, film.Panel)
		for i, frame := range film.Frames {
			all = append(all, float64(frame.Iterations))
			spread = append(spread, film.entropy(i))
		}
	}
	labels, panels = distinct(labels), distinct(panels)
	colours := Colours(labels)
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
	var alt []string
	for i, label := range labels {
		for panel, name := range panels {
			var group []Film
			for _, film := range films {
				if film.Label == label && home(film) == name {
					for k, frame := range film.Frames {
						t.add(film.Panel, label, len(group), frame.Iterations, film.entropy(k), frame.Best)
					}
					group = append(group, film)
				}
			}
			if len(group) > 0 {
				text := f.films(panel, label, colours[i], group)
				if name != "" && name != label {
					text = name + ", " + text
				}
				alt = append(alt, text)
			}
		}
	}
	if apart {
		f.shadows(panels, films)
	} else if len(labels) > 1 {
		f.legend = entries(labels, colours, "circle")
	}
	c := Chart{
		Title:    "How pheromone concentrates during a run",
		Subtitle: plural(len(films), "run") + " · filled mark: ends with a solution · cross: ends without",
		Alt:      "Entropy of the pheromone over the cells. " + strings.Join(alt, ". ") + ".", rows: t.rows,
	}
	f.finish(&c)
	return c
}

// shadows draws in every label's panel the films of the others, in grey.
func (f *figure) shadows(labels []string, films []Film) {
	for panel, label := range labels {
		for run, film := range films {
			if film.Label == label {
				continue
			}
			x, y := make([]float64, len(film.Frames)), make([]float64, len(film.Frames))
			for i, frame := range film.Frames {
				x[i], y[i] = float64(frame.Iterations), film.entropy(i)
			}
			f.curve(panel, fmt.Sprintf("context %d", run), film.Label, stroke{colour: named("context"), width: 1, quiet: true}, x, y, nil)
		}
	}
}

// solved says whether the film ends with a solution.
func (f Film) solved() bool {
	n := len(f.Frames)
	return n > 0 && f.Frames[n-1].Best == 0
}

// entropy is that of a frame; for the frame of a solution, of the one before.
func (f Film) entropy(i int) float64 {
	if i > 0 && i == len(f.Frames)-1 && f.solved() {
		i--
	}
	return Entropy(f.Frames[i].Pheromone)
}

// bandFrom is the number of films from which a label has a median and a band
// instead of single lines.
const bandFrom = 5

// films draws the films of one label and says in words what is seen.
func (f *figure) films(panel int, label, colour string, group []Film) string {
	first, last := math.NaN(), math.NaN()
	var done, open []mark
	for run, film := range group {
		var x, y []float64
		var texts []string
		for i, frame := range film.Frames {
			x, y = append(x, float64(frame.Iterations)), append(y, film.entropy(i))
			texts = append(texts, fmt.Sprintf("%s · run %d, iteration %s: spread %s\nlowest cost so far %s", label, run+1, thousands(float64(frame.Iterations)), share(y[len(y)-1]), human(frame.Best)))
		}
		if len(x) == 0 {
			continue
		}
		n := len(x) - 1
		if run == 0 {
			first, last = y[0], y[n]
		}
		end := mark{x[n], y[n], 11, texts[n]}
		if film.solved() {
			done = append(done, end)
		} else {
			open = append(open, end)
		}
		if len(group) < bandFrom {
			f.curve(panel, fmt.Sprintf("run %d", run), label, stroke{colour: colour, width: 2}, x, y, texts)
			f.points += len(x)
		}
	}
	if len(group) >= bandFrom {
		first, last = f.middle(panel, label, colour, group)
	}
	if len(done) > 0 {
		f.scatter(panel, "solved", label, look{colour: colour, symbol: "circle", opacity: 1, z: 5}, done)
	}
	if len(open) > 0 {
		f.scatter(panel, "unsolved", label, look{colour: colour, symbol: cross, opacity: 1, z: 5}, open)
	}
	return fmt.Sprintf("%s: from %s to %s; %d of %s solved", label, share(first), share(last), len(done), plural(len(group), "run"))
}

// middle draws the median and the middle 80 % of many films and returns the
// median's ends.
func (f *figure) middle(panel int, label, colour string, group []Film) (first, last float64) {
	var all []float64
	for _, film := range group {
		for _, frame := range film.Frames {
			all = append(all, float64(frame.Iterations))
		}
	}
	lo, hi := positive(all)
	var x, median, q10, q90 []float64
	var texts []string
	for _, at := range geometric(lo, hi, 60) {
		var values []float64
		for _, film := range group {
			if v, ok := film.entropyAt(at); ok {
				values = append(values, v)
			}
		}
		if len(values)*2 < len(group) || len(values) == 0 {
			break
		}
		slices.Sort(values)
		q := func(share float64) float64 { return stat.Quantile(share, stat.Empirical, values, nil) }
		x, median, q10, q90 = append(x, at), append(median, q(0.5)), append(q10, q(0.1)), append(q90, q(0.9))
		texts = append(texts, fmt.Sprintf("%s · iteration %s: median spread %s, middle 80 %% %s\n%s still going", label, human(math.Round(at)), share(q(0.5)),
			interval(q(0.1), q(0.9), share), plural(len(values), "run")))
	}
	if len(x) == 0 {
		return math.NaN(), math.NaN()
	}
	f.band(panel, label, colour, x, q10, q90)
	f.curve(panel, "median", label, stroke{colour: colour, width: 2}, x, median, texts)
	f.points += len(x)
	return median[0], median[len(median)-1]
}

// entropyAt is the entropy of the last frame by a number of iterations; ok is
// false before the first frame and after the end of the film.
func (f Film) entropyAt(iterations float64) (e float64, ok bool) {
	const rounding = 1 + 1e-9
	n := len(f.Frames)
	if n == 0 || iterations*rounding < float64(f.Frames[0].Iterations) || iterations > float64(f.Frames[n-1].Iterations)*rounding {
		return 0, false
	}
	at := 0
	for i, frame := range f.Frames {
		if float64(frame.Iterations) <= iterations*rounding {
			at = i
		}
	}
	e = f.entropy(at)
	return e, finite(e)
}
