package analysis

import (
	"math"

	"formicary/pkg/experiment"
)

// Penalised is what runs of one engine take on average where those without a
// solution are punished.
type Penalised struct {
	Label string
	// Class is the class of the puzzles; the zero Class for all.
	Class   Class
	Measure Measure
	// Factor is how many times its budget a run without a solution counts.
	Factor          float64
	Puzzles         int
	Runs, Successes int
	// Mean is the mean over puzzles of each one's mean over its runs; Interval
	// is a percentile bootstrap over puzzles. Both are NaN where some run has
	// neither a solution nor a budget in the measure.
	Mean     float64
	Interval Interval
}

// PenalisedBySize is [Settings.PenalisedBySize] with [Default].
func PenalisedBySize(records []experiment.Record, m Measure, factor float64) []Penalised {
	return Default.PenalisedBySize(records, m, factor)
}

// PenalisedBySize is [PAR] by label and class, label by label, with a row over
// all sizes (the zero Class) at the end of each label.
func (s Settings) PenalisedBySize(records []experiment.Record, m Measure, factor float64) []Penalised {
	s = s.complete()
	score := PAR(m, factor)
	var out []Penalised
	for _, g := range byLabel(records) {
		for _, c := range append(s.Classes[:len(s.Classes):len(s.Classes)], Class{}) {
			part := g.within(c)
			n := len(part.instances)
			if n == 0 {
				continue
			}
			p := Penalised{Label: g.label, Class: c, Measure: m, Factor: factor, Puzzles: n}
			units := make([]ratio, n)
			for i, in := range part.instances {
				p.Runs += len(in.runs)
				p.Successes += in.solved()
				units[i] = ratio{score.Of(in.runs), 1}
				p.Mean += units[i].part / float64(n)
			}
			p.Interval = Interval{Low: math.NaN(), High: math.NaN()}
			if !math.IsNaN(p.Mean) {
				p.Interval = s.bootstrap(part.random(s.Seed, "penalised "+m.String()), units, func(part, whole float64) float64 { return part / whole })
			}
			out = append(out, p)
		}
	}
	return out
}
