package analysis

import (
	"fmt"
	"math"

	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
)

// Difference compares the success rates of two labels on the puzzles that both
// ran on.
type Difference struct {
	// First and Second are the labels.
	First, Second string
	// Class is the class of the puzzles; the zero Class for all.
	Class Class
	// Instances is the number of puzzles that both ran on.
	Instances int
	// FirstRate and SecondRate are means over these puzzles of each puzzle's
	// success rate, and Mean is the first less the second.
	FirstRate, SecondRate, Mean float64
	// Interval is the percentile bootstrap of Mean over puzzles, paired: a
	// puzzle is drawn with its runs of both labels. It is of width zero where
	// the two are equally good on every puzzle, and too narrow below about 20
	// puzzles.
	Interval Interval
	// Level is the interval's confidence.
	Level float64
}

// String says what holds, in one sentence. Where the interval contains 0 it
// says that nothing is settled, which is not that the two are equally good.
func (d Difference) String() string {
	if d.Instances == 0 {
		return fmt.Sprintf("%s and %s have no puzzle in common.", d.First, d.Second)
	}
	verdict := fmt.Sprintf("Whether %s or %s solves more often is not settled", d.First, d.Second)
	switch {
	case d.Interval.High < 0:
		verdict = fmt.Sprintf("%s solves less often than %s", d.First, d.Second)
	case d.Interval.Low > 0:
		verdict = fmt.Sprintf("%s solves more often than %s", d.First, d.Second)
	}
	trust := ""
	if d.Instances < fewPuzzles {
		trust = ", too few: the interval is too narrow"
	}
	return fmt.Sprintf("%s: %.3f against %.3f of runs, a difference of %+.3f (%.0f %% interval %+.3f to %+.3f over %s%s).",
		verdict, d.FirstRate, d.SecondRate, d.Mean, 100*d.Level, d.Interval.Low, d.Interval.High, puzzle.Plural(d.Instances, "puzzle"), trust)
}

// SuccessDifference compares two labels on the puzzles of a class; the zero
// Class takes all. Labels without records have no puzzle in common with
// others: the rates are then NaN.
func (s Settings) SuccessDifference(records []experiment.Record, first, second string, class Class) Difference {
	s = s.complete()
	rates := map[string]map[PuzzleKey]float64{}
	var one group
	for _, g := range byLabel(records) {
		if g.label != first && g.label != second {
			continue
		}
		rate := map[PuzzleKey]float64{}
		for _, in := range g.instances {
			if class == (Class{}) || class.Contains(in.Cells) {
				rate[in.PuzzleKey] = float64(in.solved()) / float64(len(in.runs))
			}
		}
		rates[g.label] = rate
		if g.label == first {
			one = g
		}
	}
	d := Difference{First: first, Second: second, Class: class, Level: s.Level}
	var units []ratio
	for _, in := range one.instances {
		a, okA := rates[first][in.PuzzleKey]
		b, okB := rates[second][in.PuzzleKey]
		if !okA || !okB {
			continue
		}
		d.FirstRate += a
		d.SecondRate += b
		units = append(units, ratio{a - b, 1})
	}
	d.Instances = len(units)
	n := float64(d.Instances)
	d.FirstRate /= n
	d.SecondRate /= n
	d.Mean = d.FirstRate - d.SecondRate
	if d.Instances == 0 {
		d.Interval = Interval{Low: math.NaN(), High: math.NaN()}
		return d
	}
	one.class = class
	d.Interval = s.bootstrap(one.random(s.Seed, "difference "+second), units, mean)
	return d
}
