package charts

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/tune"
)

// fewest is the number of runs from which a configuration's mean says enough
// to be drawn.
const fewest = 5

// Tuning draws the configurations that a configurator ran: a panel for each
// parameter, with its value to the right and the mean cost of a run upwards.
// Marks grow with the number of runs that a configuration was given. Those
// that survived are filled, the engine's default is a hollow grey square.
// Choices stand at 1, 2 and so on, which the subtitle spells out.
// Configurations given up before five runs are in the table only.
func Tuning(r *tune.Result, space tune.Space) Chart {
	var costs []float64
	most := 1
	for i, c := range r.Candidates {
		if isDrawn(r, i) {
			costs = append(costs, c.Mean)
			most = max(most, c.Blocks)
		}
	}
	lo, hi := positive(costs)
	y := logarithmic("mean cost of a run", lo, hi, 1.3)
	f := newPanels(column(space, func(p tune.Parameter) [2]axis { return [2]axis{parameterAxis(p), y} })...)
	groups := []struct {
		name string
		look look
	}{
		{"dropped", look{colour: blue, symbol: "circle", opacity: 0.45, z: 3}},
		{"elite", look{colour: vermilion, symbol: "circle", opacity: 1, z: 5}},
		{"default", look{colour: named("paper"), symbol: "rect", hollow: true, opacity: 1, z: 6}},
	}
	t := newTable("configuration", "iteration", "runs", "mean cost", "share solved", "fate")
	for i, c := range r.Candidates {
		if c.Blocks > 0 {
			t.add(c.Config.String(), c.Born, c.Blocks, c.Mean, c.Solved, outcomeOf(r, i))
		}
	}
	for panel, p := range space {
		for g, group := range groups {
			var marks []point
			for i, c := range r.Candidates {
				at, ok := placeOf(p, c.Config)
				if !ok || !isDrawn(r, i) || groupOf(r, i) != g {
					continue
				}
				size := 5 + int(9*math.Sqrt(float64(c.Blocks)/float64(most)))
				marks = append(marks, point{x: at, y: c.Mean, size: size, text: candidateText(r, i)})
			}
			f.scatter(panel, "candidates", group.name, group.look, marks)
		}
	}
	for _, g := range groups {
		f.legend = append(f.legend, entry{g.name, g.look.colour, g.look.symbol, g.look.hollow})
	}
	return f.chart(Chart{
		Title: "What the configurator tried",
		Subtitle: fmt.Sprintf("%s in %s · drawn: the %s with at least five runs · larger mark: more runs%s",
			plural(len(r.Candidates), "configuration"), plural(r.Used, "run"), thousands(float64(len(costs))), choices(space)),
		Alt: tuningAlt(r),
	}, t)
}

// candidateText is the tooltip of a candidate.
func candidateText(r *tune.Result, i int) string {
	c := r.Candidates[i]
	return fmt.Sprintf("%s\n%s: mean cost %s, %s solved (%s)", c.Config, plural(c.Blocks, "run"), human(c.Mean), share(c.Solved), outcomeOf(r, i))
}

// groupOf says which marks a candidate belongs to.
func groupOf(r *tune.Result, i int) int {
	switch {
	case i == 0:
		return 2
	case slices.Contains(r.Elites, r.Candidates[i]):
		return 1
	}
	return 0
}

// outcomeOf says in a word what became of a candidate.
func outcomeOf(r *tune.Result, i int) string {
	c := r.Candidates[i]
	switch {
	case slices.Contains(r.Elites, c):
		return "elite"
	case c.Dropped == "capped":
		return "dropped: too costly"
	case c.Dropped == "test":
		return "dropped by the test"
	}
	return "not among the best"
}

// parameterAxis is the axis of a parameter.
func parameterAxis(p tune.Parameter) axis {
	if p.Values != nil {
		return axis{name: p.Name, min: 0, max: float64(len(p.Values)) + 1, integer: true}
	}
	if p.Log {
		return logarithmic(p.Name, p.Low, p.High, 1.05)
	}
	margin := (p.High - p.Low) * 0.03
	return axis{name: p.Name, min: round(p.Low-margin, 3), max: round(p.High+margin, 3)}
}

// choices spells the values of choices out.
func choices(space tune.Space) string {
	var b strings.Builder
	for _, p := range space {
		for i, v := range p.Values {
			switch i {
			case 0:
				fmt.Fprintf(&b, " · %s: 1 %s", p.Name, v)
			default:
				fmt.Fprintf(&b, ", %d %s", i+1, v)
			}
		}
	}
	return b.String()
}

// placeOf is where a configuration stands on a parameter's axis.
func placeOf(p tune.Parameter, c tune.Config) (x float64, ok bool) {
	text, ok := c[p.Name]
	if !ok {
		return 0, false
	}
	if p.Values != nil {
		i := slices.Index(p.Values, text)
		return float64(i + 1), i >= 0
	}
	x, err := strconv.ParseFloat(text, 64)
	return min(max(x, p.Low), p.High), err == nil
}

func tuningAlt(r *tune.Result) string {
	parts := []string{fmt.Sprintf("%s tried in %s.", plural(len(r.Candidates), "configuration"), plural(r.Used, "run"))}
	if len(r.Candidates) > 0 {
		d := r.Candidates[0]
		parts = append(parts, fmt.Sprintf("The default, %s: mean cost %s.", d.Config, human(d.Mean)))
	}
	for i, e := range r.Elites {
		parts = append(parts, fmt.Sprintf("Elite %d, %s: mean cost %s after %s.", i+1, e.Config, human(e.Mean), plural(e.Blocks, "run")))
	}
	return strings.Join(parts, " ")
}

// Ablation draws the path from one configuration to another, one parameter at a
// time: the mean cost of a run after each change.
func Ablation(path []tune.Step) Chart {
	var slots, alt []string
	var steps []point
	t := newTable("step", "changed", "configuration", "mean cost", "share solved")
	top := 0.0
	for i, s := range path {
		name := strings.Join(s.Changed, ", ")
		if i == 0 {
			name = "start"
		} else if p := s.Changed[0]; len(s.Changed) == 1 {
			name = p + "\n" + s.Config[p]
		}
		slots = append(slots, name)
		top = max(top, s.Mean)
		steps = append(steps, point{x: float64(i) + 0.5, y: s.Mean, size: 10, text: fmt.Sprintf("%s: mean cost %s, %s solved", s.Config, human(s.Mean), share(s.Solved))})
		alt = append(alt, strings.ReplaceAll(name, "\n", " ")+" "+human(s.Mean))
		t.add(i, strings.Join(s.Changed, " "), s.Config.String(), s.Mean, s.Solved)
	}
	f := newFigure(axis{name: "changed, in this order", labels: slots}, axis{name: "mean cost of a run", min: 0, max: nice(top)})
	f.curve(0, "path", "mean cost", stroke{colour: blue, width: 2, quiet: true}, steps)
	f.scatter(0, "steps", "mean cost", look{colour: blue, symbol: "circle", opacity: 1, z: 5}, steps)
	return f.chart(Chart{
		Title:    "Which changes matter",
		Subtitle: plural(max(len(path)-1, 0), "change") + " from the first configuration to the last, the most helpful first · same puzzles and seeds throughout",
		Alt:      "Mean cost after each change: " + strings.Join(alt, "; ") + ".",
	}, t)
}
