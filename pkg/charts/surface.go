package charts

import (
	"fmt"
	"math"
	"strings"

	"formicary/pkg/analysis"
)

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
		t.panels = append(t.panels, tilePanel{title: s.Label, of: func(i, j int) []subject { return ofPuzzles(s.Label, s.Cells[i][j].Of...) }, at: func(i, j int) (float64, string) {
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
	return t.chart(Chart{
		Notes: notes(all, func(s analysis.SuccessSurface) (string, []string) { return "", s.Warnings }),
		Title: "Success over " + names[0] + " and " + names[1],
		Subtitle: fmt.Sprintf("%s, %s · ranges of about equally many puzzles · empty: no puzzle · intervals when hovered over: %s", plural(puzzles, "puzzle"), plural(runs, "run"),
			about(column(all, func(s analysis.SuccessSurface) analysis.About { return s.About }))),
		Alt: "Success rates. " + strings.Join(said, ". ") + ".",
	}, table)
}

// ranges is an axis with a label for every range.
func ranges(name string, edges []float64) tileAxis {
	a := tileAxis{name: name}
	for i := range len(edges) - 1 {
		a.labels = append(a.labels, reach(round(edges[i], 3), round(edges[i+1], 3)))
	}
	return a
}
