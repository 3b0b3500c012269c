package charts

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"formicary/pkg/analysis"
)

// Landscape is success over two parameters of an engine, on a grid.
type Landscape struct {
	// X and Y are the parameters' names.
	X, Y string
	// Xs and Ys are their values, rising.
	Xs, Ys []float64
	// Rates are by place in Xs and then in Ys; nil where nothing was run.
	Rates [][]*analysis.Success
	// Puzzles is the number of puzzles, Note a part of the subtitle such as
	// "60 iterations a run".
	Puzzles int
	Note    string
}

// LandscapeOf puts the totals of a table of success rates on a grid: at gives
// the two parameters' values of a label. Labels for which a value is NaN are
// left out.
func LandscapeOf(t analysis.SuccessTable, x, y string, at func(label string) (x, y float64)) Landscape {
	l := Landscape{X: x, Y: y}
	for _, row := range t.Totals {
		if a, b := at(row.Label); finite(a) && finite(b) {
			l.Xs, l.Ys = append(l.Xs, a), append(l.Ys, b)
			l.Puzzles = max(l.Puzzles, row.Instances)
		}
	}
	slices.Sort(l.Xs)
	slices.Sort(l.Ys)
	l.Xs, l.Ys = slices.Compact(l.Xs), slices.Compact(l.Ys)
	l.Rates = make([][]*analysis.Success, len(l.Xs))
	for i := range l.Rates {
		l.Rates[i] = make([]*analysis.Success, len(l.Ys))
	}
	for _, row := range t.Totals {
		i, okX := slices.BinarySearch(l.Xs, first(at(row.Label)))
		j, okY := slices.BinarySearch(l.Ys, second(at(row.Label)))
		if okX && okY {
			l.Rates[i][j] = &row
		}
	}
	return l
}

func first(x, _ float64) float64  { return x }
func second(_, y float64) float64 { return y }

// Heatmap draws the landscape from above: a tile for each pair of values.
func (l Landscape) Heatmap() Chart {
	t := tiles{scale: tileScale{name: "success rate (share of runs)", lo: 0, hi: 1}}
	t.x, t.y = values(l.X, l.Xs), values(l.Y, l.Ys)
	t.panels = []tilePanel{{"", func(i, j int) (float64, string) {
		r := l.Rates[i][j]
		if r == nil {
			return math.NaN(), ""
		}
		return r.Runs.Rate, l.text(i, j)
	}}}
	c := l.described()
	t.chart(&c)
	return c
}

// Surface draws the landscape as a surface in three dimensions, seen from one
// of twelve sides: the slider turns it. Its height and its colour are the
// success rate.
func (l Landscape) Surface() Chart {
	c := l.described()
	s := surface{l}
	c.Height, c.Narrow = surfaceHigh, surfaceHigh
	for _, column := range l.Rates {
		for _, r := range column {
			if r != nil {
				c.Points++
			}
		}
	}
	c.option, c.still, c.rise = s.film(), s.picture(0), surfaceHigh-60
	return c
}

// described is the chart without a picture.
func (l Landscape) described() Chart {
	t := newTable(l.X, l.Y, "success rate", "low", "high", "runs")
	best, worst := [2]int{-1, -1}, [2]int{-1, -1}
	rate := func(at [2]int) float64 { return l.Rates[at[0]][at[1]].Runs.Rate }
	runs := 0
	for i, x := range l.Xs {
		for j, y := range l.Ys {
			r := l.Rates[i][j]
			if r == nil {
				continue
			}
			t.add(x, y, r.Runs.Rate, r.Across.Low, r.Across.High, r.Runs.Trials)
			runs += r.Runs.Trials
			if here := [2]int{i, j}; best[0] < 0 {
				best, worst = here, here
			} else if rate(here) > rate(best) {
				best = here
			} else if rate(here) < rate(worst) {
				worst = here
			}
		}
	}
	c := Chart{Title: "Success over " + l.X + " and " + l.Y, rows: t.rows}
	c.Subtitle = strings.Join(compact(plural(l.Puzzles, "puzzle")+", "+plural(runs, "run"), l.Note), " · ")
	c.Alt = "Nothing was run."
	if best[0] >= 0 {
		c.Alt = fmt.Sprintf("Success rates from %s at %s to %s at %s.", share(rate(worst)), l.place(worst[0], worst[1]), share(rate(best)), l.place(best[0], best[1]))
	}
	return c
}

func (l Landscape) place(i, j int) string {
	return fmt.Sprintf("%s %s, %s %s", l.X, human(l.Xs[i]), l.Y, human(l.Ys[j]))
}

func (l Landscape) text(i, j int) string {
	r := l.Rates[i][j]
	return fmt.Sprintf("%s\n%s of %s %s", l.place(i, j), share(r.Runs.Rate), plural(r.Runs.Trials, "run"), interval(r.Across.Low, r.Across.High, share))
}

// values is an axis with a label for every value.
func values(name string, all []float64) tileAxis {
	a := tileAxis{name: name}
	for _, v := range all {
		a.labels = append(a.labels, human(v))
	}
	return a
}

// SuccessSurface draws success over ranges of two features of the puzzles: a
// panel for each label. Ranges without a puzzle stay empty.
func SuccessSurface(all []analysis.SuccessSurface) Chart {
	t := tiles{scale: tileScale{name: "success rate (share of runs)", lo: 0, hi: 1}}
	table := newTable("label", "x from", "x to", "y from", "y to", "puzzles", "success rate", "low", "high", "fitted")
	puzzles, runs := 0, 0
	var said []string
	names := [2]string{"x", "y"}
	for _, s := range all {
		names = [2]string{s.X, s.Y}
		puzzles, runs = max(puzzles, s.Puzzles), runs+s.Runs
		t.x, t.y = ranges(s.X, s.XEdges), ranges(s.Y, s.YEdges)
		t.panels = append(t.panels, tilePanel{s.Label, func(i, j int) (float64, string) {
			cell := s.Cells[i][j]
			if cell.Puzzles == 0 {
				return math.NaN(), ""
			}
			return cell.Runs.Rate, fmt.Sprintf("%s · %s %s, %s %s\n%s: %s of %s %s", s.Label, s.X, t.x.labels[i], s.Y, t.y.labels[j],
				plural(cell.Puzzles, "puzzle"), share(cell.Runs.Rate), plural(cell.Runs.Trials, "run"), interval(cell.Across.Low, cell.Across.High, share))
		}})
		best, worst := math.Inf(-1), math.Inf(1)
		for i := range len(s.XEdges) - 1 {
			for j := range len(s.YEdges) - 1 {
				if cell := s.Cells[i][j]; cell.Puzzles > 0 {
					table.add(s.Label, s.XEdges[i], s.XEdges[i+1], s.YEdges[j], s.YEdges[j+1], cell.Puzzles, cell.Runs.Rate, cell.Across.Low, cell.Across.High, cell.Fitted)
					best, worst = max(best, cell.Runs.Rate), min(worst, cell.Runs.Rate)
				}
			}
		}
		said = append(said, fmt.Sprintf("%s from %s to %s", s.Label, share(worst), share(best)))
	}
	c := Chart{
		Title:    "Success over " + names[0] + " and " + names[1],
		Subtitle: fmt.Sprintf("%s, %s · ranges of about equally many puzzles · empty: no puzzle", plural(puzzles, "puzzle"), plural(runs, "run")),
		Alt:      "Success rates. " + strings.Join(said, ". ") + ".", rows: table.rows,
	}
	t.chart(&c)
	return c
}

// ranges is an axis with a label for every range.
func ranges(name string, edges []float64) tileAxis {
	a := tileAxis{name: name}
	for i := range len(edges) - 1 {
		a.labels = append(a.labels, reach(round(edges[i], 3), round(edges[i+1], 3)))
	}
	return a
}
