package charts

import (
	"fmt"
	"math"

	"formicary/pkg/analysis"
)

// panelsFrom is the number of labels from which a chart of lines draws what its
// lines come to instead, a row for each label: so many lines in one frame, or so
// many frames, are not compared by eye.
const panelsFrom = 5

// mostBands is the number of bands that one frame holds; more would be mud.
const mostBands = 2

// byLabel begins dots with a row for each label and the given panels.
func byLabel(labels []string, panels ...dotPanel) *dots {
	for i := range panels {
		panels[i].none = math.NaN()
	}
	return &dots{rows: labels, panels: panels}
}

// add adds the mark of the i-th label to a panel. What is no number, such as the
// median of runs of which fewer than half have a solution, is beyond the axis.
func (d *dots) add(panel, i int, value float64, within analysis.Interval, text string) {
	if math.IsNaN(value) {
		value = math.Inf(1)
	}
	if math.IsNaN(within.High) {
		within.High = math.Inf(1)
	}
	d.marks = append(d.marks, dot{
		panel: panel, row: i, name: d.rows[i], point: point{x: value, low: within.Low, high: within.High, text: text},
		look: look{colour: coloursOf(d.rows)[i], symbol: "circle", opacity: 1, z: 5},
	})
}

// halves draws by when half of the runs of each label have a solution, and the
// share that has one in the end.
func halves(times []analysis.RunTime, m analysis.Measure) *figure {
	d := byLabel(column(times, func(t analysis.RunTime) string { return t.Label }),
		dotPanel{axis: measured(m, "%s by which half of the runs have a solution"), log: true},
		dotPanel{axis: "runs with a solution (share)", share: true})
	for i, t := range times {
		text := fmt.Sprintf("%s · %s of %s with a solution", t.Label, thousands(float64(t.Solved)), plural(t.Runs, "run"))
		d.add(0, i, t.Median, t.MedianInterval, fmt.Sprintf("%s\nhalf by %s %s", text, quantity(t.Median, m), interval(t.MedianInterval.Low, t.MedianInterval.High, human)))
		if n := len(t.Steps); n > 0 {
			last := t.Steps[n-1]
			d.add(1, i, last.Solved, analysis.Interval{Low: last.Low, High: last.High}, fmt.Sprintf("%s\n%s %s by %s", text, share(last.Solved), interval(last.Low, last.High, share), quantity(last.Time, m)))
		}
	}
	return d.figure()
}

// stages draws the cost that runs have come to by three moments, with the middle
// half of the runs.
func stages(curves []analysis.Anytime, m analysis.Measure, lo, hi float64) *figure {
	labels := column(curves, func(c analysis.Anytime) string { return c.Label })
	var moments []float64
	var panels []dotPanel
	for k := 1; k <= 3; k++ {
		at := hi
		if k < 3 {
			at = round(lo*math.Pow(hi/lo, float64(k)/3), 1)
		}
		moments = append(moments, at)
		panels = append(panels, dotPanel{title: "after " + quantity(at, m), axis: "lowest cost so far (0 is a solution)"})
	}
	d := byLabel(labels, panels...)
	for i, c := range curves {
		for k, at := range moments {
			var last analysis.AnytimePoint
			for _, p := range c.Points {
				if p.At <= at {
					last = p
				}
			}
			if last.Runs > 0 {
				d.add(k, i, last.Median, analysis.Interval{Low: last.Q25, High: last.Q75}, fmt.Sprintf("%s · after %s: median cost %s, middle half %s\n%s of %s solved", c.Label, quantity(at, m),
					human(last.Median), interval(last.Q25, last.Q75, human), share(last.Solved), plural(c.Runs, "run")))
			}
		}
	}
	return d.figure()
}

// solvedSoon draws what half of the puzzles take, with the middle half of all
// puzzles, and the share that is solved.
func solvedSoon(curves []analysis.Cactus, m analysis.Measure) *figure {
	d := byLabel(column(curves, func(c analysis.Cactus) string { return c.Label }),
		dotPanel{axis: measured(m, "%s within which half of the puzzles are solved"), log: true},
		dotPanel{axis: "puzzles solved (share)", share: true})
	for i, c := range curves {
		at := func(share float64) float64 {
			if k := int(math.Ceil(share*float64(c.Puzzles))) - 1; k >= 0 && k < len(c.Points) {
				return c.Points[k].At
			}
			return math.Inf(1)
		}
		p := analysis.Default.Proportion(c.Solved, c.Puzzles)
		text := fmt.Sprintf("%s · %s of %s solved", c.Label, thousands(float64(c.Solved)), plural(c.Puzzles, "puzzle"))
		d.add(0, i, at(0.5), analysis.Interval{Low: at(0.25), High: at(0.75)}, fmt.Sprintf("%s\na quarter within %s each, half within %s, three quarters within %s", text, quantity(at(0.25), m), quantity(at(0.5), m), quantity(at(0.75), m)))
		d.add(1, i, p.Rate, p.Interval, fmt.Sprintf("%s: %s %s", text, share(p.Rate), interval(p.Low, p.High, share)))
	}
	return d.figure()
}

// areas draws the area under each curve of targets.
func areas(curves []analysis.TargetCurve) *figure {
	d := byLabel(column(curves, func(c analysis.TargetCurve) string { return c.Label }),
		dotPanel{axis: "runs × targets reached, mean over the axis of times (share)", share: true})
	for i, c := range curves {
		d.add(0, i, c.Area, c.Interval, fmt.Sprintf("%s · area %s %s", c.Label, share(c.Area), interval(c.Interval.Low, c.Interval.High, share)))
	}
	return d.figure()
}
