package analysis

import (
	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// Measure is what the cost of a run is measured in.
type Measure int

// The measures. Time depends on the machine; iterations and evaluations are
// the same everywhere, iterations within one engine only.
const (
	// Seconds is time on the clock.
	Seconds Measure = iota
	// CPU is processor time in seconds.
	CPU
	// Iterations are an engine's own rounds.
	Iterations
	// Evaluations are judged boards.
	Evaluations
)

// measures say of each measure what a run took, when an improvement came, and
// what a budget allows.
var measures = [...]struct {
	name, unit string
	of         func(r experiment.Record) float64
	at         func(spent *[4]float64, p experiment.Point) float64 // of a run
	limit      func(b solver.Budget) float64
}{
	Seconds: {
		"time", "s",
		func(r experiment.Record) float64 { return r.Seconds },
		func(_ *[4]float64, p experiment.Point) float64 { return p.Seconds },
		func(b solver.Budget) float64 { return b.Wall.Seconds() },
	},
	CPU: {
		"processor time", "s",
		func(r experiment.Record) float64 { return r.CPU },
		func(spent *[4]float64, p experiment.Point) float64 {
			// Not known within a run: it is taken to go with the clock.
			if spent[Seconds] <= 0 {
				return 0
			}
			return p.Seconds / spent[Seconds] * spent[CPU]
		},
		func(b solver.Budget) float64 { return b.CPU.Seconds() },
	},
	Iterations: {
		"iterations", "",
		func(r experiment.Record) float64 { return float64(r.Iterations) },
		func(spent *[4]float64, p experiment.Point) float64 {
			// The point counts the rounds that were finished: the improvement came
			// within the next one, and is known when that ends.
			return min(float64(p.Iterations+1), max(spent[Iterations], float64(p.Iterations)))
		},
		func(b solver.Budget) float64 { return float64(b.Iterations) },
	},
	Evaluations: {
		"evaluations", "",
		func(r experiment.Record) float64 { return float64(r.Evaluations) },
		func(_ *[4]float64, p experiment.Point) float64 { return float64(p.Evaluations) },
		func(b solver.Budget) float64 { return float64(b.Evaluations) },
	},
}

// String names the measure as an axis does: "time", "processor time",
// "iterations", "evaluations".
func (m Measure) String() string { return measures[m].name }

// Unit is the unit of the measure: "s", or "" for counts.
func (m Measure) Unit() string { return measures[m].unit }

// Of is what a whole run took.
func (m Measure) Of(r experiment.Record) float64 { return measures[m].of(r) }

// Limit is what a budget allows of the measure; 0 where it has no limit.
func (m Measure) Limit(b solver.Budget) float64 { return measures[m].limit(b) }

// at is when an improvement came in a run that took so much in all.
func (m Measure) at(spent *[len(measures)]float64, p experiment.Point) float64 {
	return measures[m].at(spent, p)
}

func spentBy(r *experiment.Record) [len(measures)]float64 {
	return [...]float64{Seconds: r.Seconds, CPU: r.CPU, Iterations: float64(r.Iterations), Evaluations: float64(r.Evaluations)}
}

// firstMoment is where logarithmic axes of a measure begin, whatever the data:
// a millisecond, or the first round.
func (m Measure) firstMoment() float64 {
	if m.Unit() == "s" {
		return 0.001
	}
	return 1
}
