package charts

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/charts/internal/numbers"
	"formicary/pkg/charts/internal/scale"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// PheromoneView is a frame's board with its pheromone, on cells or on lines between cells
// ([solver.Layout]). Where places have one number each, the heat is that, on the scale of
// all the films given, logarithmic where they span more than a factor of 20; without films
// it has no scale, which a film of package show then gives all its moments. There is no heat where all of it is the same. Where a film
// ends with a solution, the view has it, with the cells that the pheromone leads away from it.
//
// Where places have several numbers, as in the colonies for Sudoku, one for each digit
// (cell·n+digit−1), the heat is the place's commitment: the share that its strongest
// value has of its pheromone, 1/n where all have the same and 1 where one has all.
// (The amount says less: a colony deposits the same on all cells of its best board,
// but not always on the same digit.) Its scale is 0 to 1.
//
// A number of values that does not fit the layout is a programmer error and panics.
func PheromoneView(f solver.Frame, films ...[]solver.Frame) puzzle.View {
	v := puzzle.View{Board: f.Board, Pairs: f.Layout.Pairs}
	v.Heat, v.HeatName = f.Layout.Heat(f.Pheromone, f.Board.Cells())
	switch {
	case len(f.Pheromone) == 0:
		v.Pairs = nil
	case len(v.Heat) < len(f.Pheromone):
		v.HeatMax = 1
	case len(films) > 0:
		s := puzzle.HeatScaleOf(lists.Map(append(slices.Concat(films...), f), func(f solver.Frame) []float64 { return f.Pheromone })...)
		if v.HeatMin, v.HeatMax, v.HeatLog = s.Min, s.Max, s.Log; s.Min == s.Max { // no colony has learnt anything
			v.Heat, v.Pairs = nil, nil
		}
	}
	for _, film := range films {
		if end := len(film) - 1; end >= 0 && film[end].Best == 0 && film[end].Board.Size == f.Board.Size {
			v.Solution = film[end].Board
			v.Misled = f.Layout.Misled(f.Pheromone, v.Solution)
		}
	}
	return v
}

// TrackColours are the colours of some labels beside each other, as in all charts,
// as CSS: variables of the page (its theme's), or where there are none those for
// light pages. What has no label, or stands alone, has the colour of text.
func TrackColours(labels []string) []string {
	colours := coloursOf(labels)
	for i, label := range labels {
		if label == "" || len(labels) == 1 {
			colours[i] = named("text")
		}
	}
	return lists.Map(colours, func(colour string) string {
		name := strings.TrimPrefix(colour, named(""))
		return fmt.Sprintf("var(--formicary-%s,%s)", name, Light[name])
	})
}

// Film is the frames of one run, as [solver.Recorder] keeps them: samples. Charts join two of them where the
// second comes after at most twice as many iterations as the first; one farther from both its neighbours is a mark.
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
// 80 % are drawn instead, as far as half of the runs go.
//
// Lines and bands join samples that lie close (see [Film]).
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
	labels := distinct(lists.Map(films, func(f Film) string { return f.Label }))
	panels := distinct(lists.Map(films, func(f Film) string { return f.Panel }))
	colours := coloursOf(labels)
	lo, hi := scale.Positive(all)
	floor, _, ok := scale.Span(spread)
	if !ok {
		floor = 0
	}
	y := axis{name: "spread of pheromone (entropy; 1 = all cells equal)", min: max(math.Floor(floor*10-0.2)/10, 0), max: 1}
	if len(panels) < 2 {
		panels = []string{""}
	}
	f := newFigure(logarithmic("iterations", lo, hi, 1.08), y, panels...)
	t := numbers.NewTable("panel", "label", "run", "iterations", "entropy", "lowest cost")
	solved, many := 0, false
	var alt []string
	for i, label := range labels {
		for panel, name := range panels {
			var group []Film
			for _, film := range films {
				if film.Label == label && (film.Panel == name || len(panels) == 1) {
					for k, p := range film.entropies(0) {
						t.Add(film.Panel, label, len(group), film.Frames[k].Iterations, p.y, film.Frames[k].Best)
					}
					group = append(group, film)
					if film.solved() {
						solved++
					}
				}
			}
			many = many || len(group) >= bandFrom
			if len(group) > 0 {
				text := f.films(panel, label, colours[i], group)
				if name != "" {
					text = name + ", " + text
				}
				alt = append(alt, text)
			}
		}
	}
	f.tellApart(labels, colours)
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
		points[i] = point{x: float64(frame.Iterations), y: e, low: math.NaN(), size: 11, in: moment{name, frame.Iterations}, text: fmt.Sprintf("%s · run %d, iteration %s: spread %s\nlowest cost so far %s",
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
			f.sampled(panel, fmt.Sprintf("run %d", run), label, colour, points)
		}
	}
	if len(group) >= bandFrom {
		middle := middle(label, all)
		f.sampled(panel, "median", label, colour, middle)
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
	lo, hi := scale.Positive(lists.Map(slices.Concat(films...), func(p point) float64 { return p.x }))
	var out []point
	for _, at := range floats.LogSpan(make([]float64, 60), lo, hi) {
		var values []float64
		for _, film := range films {
			if v := lastBy(film, at); scale.Finite(v) {
				values = append(values, v)
			}
		}
		if len(values)*2 < len(films) || len(values) == 0 {
			continue
		}
		slices.Sort(values)
		q := func(share float64) float64 { return stats.Quantile(share, values) }
		out = append(out, point{x: at, y: q(0.5), low: q(0.1), high: q(0.9), text: fmt.Sprintf("%s · iteration %s: median spread %s, middle 80 %% %s\n%s still going",
			label, human(math.Round(at)), share(q(0.5)), interval(q(0.1), q(0.9), share), plural(len(values), "run"))})
	}
	return out
}

// lastBy is the last of a film's points by a number of iterations; NaN before the first, after the end of the film, and
// where the last one lies farther back than a line may reach.
func lastBy(film []point, iterations float64) float64 {
	const rounding = 1 + 1e-9
	y := math.NaN()
	for i, p := range film {
		if p.x <= iterations*rounding {
			y = p.y
			if iterations > p.x*gap*rounding || i == len(film)-1 && iterations > p.x*rounding {
				y = math.NaN()
			}
		}
	}
	return y
}

// AntCosts draws how far the ants of an iteration differ while a run goes on: the costs of all ants of each frame, as the
// median, the middle half and the whole range, and nothing between frames. Where they are one all ants build alike, and the
// colony searches no more. Films of one label follow each other in panels; frames that do not tell the ants' costs are left
// out, but for the last one of a film that solves: there the cost of the ant that does is known, 0.
func AntCosts(films ...Film) Chart {
	names := make([]string, len(films))
	var all []float64
	top, ants := 0.0, 0
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
	lo, hi := scale.Positive(all)
	colours := coloursOf(lists.Map(films, func(f Film) string { return f.Label }))
	f := newFigure(logarithmic("iterations", lo, hi, 1.05), axis{name: "cost of an ant's board (0 is a solution)", min: 0, max: scale.Nice(top)}, names...)
	t := numbers.NewTable("run", "iterations", "least", "25 %", "median", "75 %", "most")
	var said []string
	for i, film := range films {
		var outer, inner, solution []point
		run, l := FilmOf(film.Frames), look{colour: colours[i], symbol: "circle", opacity: 1, z: 5}
		for _, frame := range film.Frames {
			if len(frame.Costs) == 0 {
				continue
			}
			costs := slices.Sorted(slices.Values(frame.Costs))
			b := stats.BoxOf(costs)
			least, most := costs[0], costs[len(costs)-1]
			at := float64(frame.Iterations)
			outer = append(outer, point{x: at, y: math.NaN(), low: least, high: most})
			inner = append(inner, point{x: at, y: b.Median, low: b.Q25, high: b.Q75, size: 5, in: moment{run, frame.Iterations}, text: fmt.Sprintf("%s · iteration %s: median %s, middle half %s, all %s",
				names[i], thousands(at), human(b.Median), interval(b.Q25, b.Q75, human), interval(least, most, human))})
			t.Add(names[i], frame.Iterations, least, b.Q25, b.Median, b.Q75, most)
		}
		if n := len(film.Frames); film.solved() {
			at := film.Frames[n-1].Iterations
			solution = []point{{x: float64(at), size: 11, in: moment{run, at}, text: fmt.Sprintf("%s · iteration %s: an ant solves the puzzle, cost 0", names[i], thousands(float64(at)))}}
			if len(film.Frames[n-1].Costs) == 0 {
				t.Add(names[i], at, 0, "", "", "", "")
			}
		}
		f.estimates(i, "all", names[i], 1, l, outer)
		f.estimates(i, "median", names[i], 3, l, inner)
		f.scatter(i, "solution", names[i], l, solution)
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
		Subtitle: plural(len(films), "run") + " of " + plural(ants, "ant") + " · mark: median over the ants of an iteration · whiskers: their middle half and all of them, no confidence intervals · large mark at 0: the ant that solves",
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
