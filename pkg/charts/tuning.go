package charts

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"formicary/pkg/charts/internal/numbers"
	"formicary/pkg/charts/internal/scale"
	"formicary/pkg/lists"
	"formicary/pkg/tune"
)

// fewest is the number of runs from which a configuration's cost says enough
// to be drawn, and of common blocks from which it is compared.
const fewest = 5

// relativeCost is what configurations are compared by. Each has seen blocks of
// its own: a mean over them would tell hard blocks from easy ones instead.
const relativeCost = "cost relative to the reference"

// Tuning draws the configurations that a configurator ran: a panel for each
// parameter, with its value to the right and upwards the mean cost of a run
// relative to that of the reference ([tune.Result.Reference]) on the blocks that
// both have seen. Marks grow with the number of these blocks. Those that
// survived are filled, the engine's default is a hollow grey square. What has
// fewer than five blocks in common with the reference is a cross at the
// bottom. Choices stand at 1, 2 and so on, which the subtitle spells out.
// Configurations given up before five runs are in the table only.
func Tuning(r *tune.Result, space tune.Space) Chart {
	costs, most := []float64{1}, 1
	counts := make([]int, len(tuned)) // by group: those drawn
	for i, c := range r.Candidates {
		if !isDrawn(r, i) {
			continue
		}
		if counts[groupOf(r, i)]++; groupOf(r, i) != apart {
			costs, most = append(costs, c.Relative), max(most, c.Common)
		}
	}
	incomparable := ""
	if n := counts[apart]; n > 0 {
		incomparable = fmt.Sprintf(" · not comparable: %d with fewer than five blocks in common with it", n)
	}
	lo, hi := scale.Positive(costs)
	y := logarithmic(relativeCost, lo, hi, 1.3)
	f := newPanels(lists.Map(space, func(p tune.Parameter) [2]axis { return [2]axis{parameterAxis(p), y} })...)
	t := numbers.NewTable("configuration", "iteration", "runs", "mean cost", "share solved", "common blocks", "relative cost", "fate")
	for i, c := range r.Candidates {
		if c.Blocks > 0 {
			t.Add(c.Config.String(), c.Born, c.Blocks, c.Mean, c.Solved, c.Common, c.Relative, r.Outcome(i))
		}
	}
	for panel, p := range space {
		f.level(panel, 1, "")
		for g, group := range tuned {
			var marks []point
			for i, c := range r.Candidates {
				at, ok := placeOf(p, c.Config)
				if !ok || !isDrawn(r, i) || groupOf(r, i) != g {
					continue
				}
				m := point{x: at, y: c.Relative, size: 5 + int(9*math.Sqrt(float64(c.Common)/float64(most))), text: candidateText(r, i), of: ofCandidate(c)}
				if g == apart {
					m.y, m.size = y.min, 9
				}
				marks = append(marks, m)
			}
			f.scatter(panel, "candidates", group.name, group.look, marks)
		}
	}
	for g, group := range tuned {
		if g != apart || counts[apart] > 0 {
			f.legend = append(f.legend, entry{group.name, group.look.colour, group.look.symbol, group.look.hollow})
		}
	}
	return f.chart(Chart{
		Title: "What the configurator tried",
		Subtitle: fmt.Sprintf("%s in %s · drawn: the %s with at least five runs · %s · larger mark: more common blocks · no intervals: the race tests, and the luckiest look best%s%s",
			plural(len(r.Candidates), "configuration"), plural(r.Used, "run"), thousands(float64(len(costs)-1+counts[apart])), referenceWord(r), incomparable, choices(space)),
		Alt: tuningAlt(r),
	}, t)
}

// The groups of configurations: how they are drawn.
var tuned = []struct {
	name string
	look look
}{
	{"dropped", look{colour: named("muted"), symbol: "circle", opacity: 0.45, z: 3}},
	{"elite", look{colour: named("text"), symbol: "circle", opacity: 1, z: 5}},
	{"default", look{colour: named("paper"), symbol: "rect", hollow: true, opacity: 1, z: 6}},
	{"not comparable", look{colour: named("muted"), symbol: cross, opacity: 1, z: 4}},
}

// apart is the group of those without enough common blocks.
const apart = 3

// referenceWord says what costs are compared with.
func referenceWord(r *tune.Result) string {
	if r.Reference >= len(r.Candidates) {
		return "cost: " + relativeCost
	}
	reference := r.Candidates[r.Reference]
	name := "the configuration with the most blocks"
	if i := slices.Index(r.Elites, reference); i >= 0 {
		name = fmt.Sprintf("elite %d", i+1)
	} else if r.Reference == 0 {
		name = "the default"
	}
	return fmt.Sprintf("1 is %s: each is compared with it on the blocks that both have seen (of its %s)", name, thousands(float64(reference.Blocks)))
}

// ofCandidate is what a candidate stands for: its runs.
func ofCandidate(c *tune.Candidate) (out []subject) {
	for _, r := range c.Records() {
		out = append(out, subject{r.Content, r.Label(), r.Run})
	}
	return out
}

// isDrawn says whether a candidate has been given enough runs to be drawn; the
// default always is.
func isDrawn(r *tune.Result, i int) bool {
	blocks := r.Candidates[i].Blocks
	return blocks >= fewest || i == 0 && blocks > 0
}

// candidateText is the tooltip of a candidate.
func candidateText(r *tune.Result, i int) string {
	c := r.Candidates[i]
	return fmt.Sprintf("%s\n%s: mean cost %s, %s solved (%s)\n%s", c.Config, plural(c.Blocks, "run"), human(c.Mean), share(c.Solved), r.Outcome(i), relativeText(c))
}

// relativeText says how a candidate compares with the reference.
func relativeText(c *tune.Candidate) string {
	if c.Common == 0 {
		return "no block in common with the reference"
	}
	return fmt.Sprintf("%s times the reference's mean cost on %s in common", human(c.Relative), plural(c.Common, "block"))
}

// groupOf says which marks a candidate belongs to.
func groupOf(r *tune.Result, i int) int {
	switch c := r.Candidates[i]; {
	case c.Common < fewest || !scale.Finite(c.Relative) || c.Relative <= 0:
		return apart
	case i == 0:
		return 2
	case slices.Contains(r.Elites, r.Candidates[i]):
		return 1
	}
	return 0
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
	return axis{name: p.Name, min: scale.Round(p.Low-margin, 3), max: scale.Round(p.High+margin, 3)}
}

// choices spells the values of choices out.
func choices(space tune.Space) string {
	var b strings.Builder
	for _, p := range space {
		before := " · " + p.Name + ": "
		for i, v := range p.Values {
			fmt.Fprintf(&b, "%s%d %s", before, i+1, v)
			before = ", "
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
		parts = append(parts, fmt.Sprintf("The default, %s: %s.", r.Candidates[0].Config, relativeText(r.Candidates[0])))
	}
	for i, e := range r.Elites {
		parts = append(parts, fmt.Sprintf("Elite %d, %s: %s; mean cost %s after %s.", i+1, e.Config, relativeText(e), human(e.Mean), plural(e.Blocks, "run")))
	}
	return strings.Join(parts, " ")
}

// Ablation draws the way from one configuration to another, one parameter at a
// time: by what each change multiplies the typical cost of a run, with its interval.
// Filled marks are settled.
func Ablation(path []tune.Step) Chart {
	t := numbers.NewTable("step", "changed", "configuration", "mean cost", "share solved", "effect on the typical cost", "low", "high", "p", "puzzles")
	d := &dots{panels: []dotPanel{{axis: "factor on the typical cost of a run (right: the change raises it)", none: 1, log: true}}}
	if len(path) > 1 && !path[1].Change.Ratio {
		d.panels[0] = dotPanel{axis: "difference in mean cost (right: the change raises it)"}
	}
	var alt []string
	subtitle := "no change"
	for i, s := range path {
		c := s.Change
		if i == 0 {
			t.Add(i, "", s.Config.String(), s.Mean, s.Solved, "", "", "", "", "")
			alt = append(alt, "Start, "+s.Config.String()+": mean cost "+human(s.Mean)+".")
			continue
		}
		t.Add(i, s.What(), s.Config.String(), s.Mean, s.Solved, c.Effect, c.Interval.Low, c.Interval.High, c.Test.P, c.Puzzles)
		alt = append(alt, s.String())
		d.effect(fmt.Sprintf("%d. %s", i, s.What()), named("text"), s.Settled(), c.Effect, c.Interval, fmt.Sprintf("%s\n%s solved", s, share(s.Solved)))
		subtitle = fmt.Sprintf("%s, the most helpful first, from mean cost %s to %s · same %s and seeds before and after, others than those that chose the order · %s %% intervals over puzzles, 95 %% for all together (Bonferroni) · filled: settled",
			plural(i, "change"), human(path[0].Mean), human(s.Mean), plural(c.Puzzles, "puzzle"), human(100*c.Level))
	}
	return d.figure().chart(Chart{Title: "Which changes matter", Subtitle: subtitle, Alt: strings.Join(alt, " ")}, t)
}
