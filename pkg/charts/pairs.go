package charts

import (
	"fmt"
	"strings"

	"formicary/pkg/analysis"
)

// Pair is a published share beside ours.
type Pair struct {
	// Name is the row's, Text what the mark of ours says when it is pointed at.
	Name, Text  string
	Paper, Ours float64
	// PaperWithin and OursWithin are their intervals; both ends of the paper's
	// are its share where none is known.
	PaperWithin, OursWithin analysis.Interval
}

// Pairs draws published shares, hollow and grey, and ours below each, with their
// intervals, a row for each pair.
func Pairs(all []Pair) Chart {
	t := newTable("row", "paper", "low", "high", "ours", "low of ours", "high of ours")
	y := axis{rows: column(all, func(p Pair) string { return p.Name })}
	f := newFigure(axis{name: "share", percent: true, min: 0, max: 1}, y)
	f.high = max(80, 26*len(all))
	const apart = 0.17
	ours := look{colour: blue, symbol: "circle", opacity: 1, z: 5}
	theirs := look{colour: named("paper"), symbol: "diamond", hollow: true, opacity: 1, z: 4}
	var ourMarks, theirMarks []point
	var said []string
	for i, p := range all {
		above, below := y.row(i)+apart, y.row(i)-apart
		paper := fmt.Sprintf("%s: the paper %s %s", p.Name, share(p.Paper), interval(p.PaperWithin.Low, p.PaperWithin.High, share))
		f.segment(0, "interval of the paper", p.Name, stroke{colour: theirs.colour, width: 1.5}, p.PaperWithin.Low, above, p.PaperWithin.High, above)
		f.segment(0, "interval of ours", p.Name, stroke{colour: ours.colour, width: 2}, p.OursWithin.Low, below, p.OursWithin.High, below)
		theirMarks = append(theirMarks, point{x: p.Paper, y: above, size: 9, text: paper})
		ourMarks = append(ourMarks, point{x: p.Ours, y: below, size: 9, text: p.Text})
		t.add(p.Name, p.Paper, p.PaperWithin.Low, p.PaperWithin.High, p.Ours, p.OursWithin.Low, p.OursWithin.High)
		said = append(said, fmt.Sprintf("%s: %s, the paper %s", p.Name, share(p.Ours), share(p.Paper)))
	}
	f.scatter(0, "paper", "", theirs, theirMarks)
	f.scatter(0, "ours", "", ours, ourMarks)
	return f.chart(Chart{
		Title:    "Published shares and ours",
		Subtitle: fmt.Sprintf("%s · filled: ours, with 95 %% intervals for puzzles like these, or runs on the same puzzle · hollow: the paper's, with the interval of such a count", plural(len(all), "share")),
		Alt:      strings.Join(said, "; ") + ".",
	}, t)
}
