package analysis

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"formicary/pkg/experiment"
)

// Peak is at which value of a feature a puzzle takes one engine most, for a
// feature of few values with several puzzles each, such as the share of cells
// that is given.
type Peak struct {
	Label, Feature string
	Measure        Measure
	// At is the value whose puzzles took most, and Mean what they took: the
	// geometric mean over the puzzles of the mean of a puzzle's runs, those
	// without a solution included with what they took. It is the largest of
	// several means and so too large on average; there is no interval of it.
	At, Mean float64
	// Between are the least and the largest value that may be the peak: all but
	// those whose puzzles took so much less that chance does not explain it. The
	// true peak is among them with the confidence of About (S. S. Gupta, "On some
	// multiple decision (selection and ranking) rules", Technometrics 7 (1965),
	// 225–245, with Student's quantile for as many comparisons as there are other
	// values instead of his tables). It asks that logarithms spread alike at all
	// values, and is the whole range where they do not spread, or no value has
	// two puzzles.
	Between Interval
	About   About
	// Values is the number of values, Puzzles that of the puzzles.
	Values, Puzzles int
}

// Peaks is where each label takes most. Puzzles without a value, or on which
// runs took nothing, are left out; labels of which none is left, too.
func (s Settings) Peaks(records []experiment.Record, m Measure, f Feature) []Peak {
	return Group(records).Peaks(s, m, f)
}

// Peaks is [Settings.Peaks].
func (r *Runs) Peaks(s Settings, m Measure, f Feature) []Peak {
	s = s.complete()
	var out []Peak
	for _, g := range r.groups {
		took := map[float64][]float64{}
		p := Peak{Label: g.label, Feature: f.Name, Measure: m, Mean: math.Inf(-1), About: About{Level: s.Level}}
		for _, in := range g.instances {
			if mean := in.versus(m).Total / float64(len(in.runs)); f.has(in.Puzzle) && mean > 0 {
				at := f.Values[in.Puzzle]
				took[at] = append(took[at], math.Log(mean))
				p.Puzzles++
			}
		}
		values := slices.Sorted(maps.Keys(took))
		if p.Values = len(values); p.Values == 0 {
			continue
		}
		squares, freedom := 0.0, float64(p.Puzzles-p.Values)
		for _, at := range values {
			mean, variance := stat.PopMeanVariance(took[at], nil)
			squares += variance * float64(len(took[at]))
			if mean > p.Mean {
				p.At, p.Mean = at, mean
			}
		}
		p.Between = Interval{Low: p.At, High: p.At}
		quantile := math.Inf(1)
		if freedom > 0 && squares > 0 && p.Values > 1 {
			quantile = distuv.StudentsT{Sigma: math.Sqrt(squares / freedom), Nu: freedom}.Quantile(1 - (1-s.Level)/float64(p.Values-1))
		}
		for _, at := range values {
			may := true
			for _, other := range values {
				reach := quantile * math.Sqrt(1/float64(len(took[at]))+1/float64(len(took[other])))
				may = may && stat.Mean(took[at], nil) >= stat.Mean(took[other], nil)-reach
			}
			if may {
				p.Between = Interval{Low: min(p.Between.Low, at), High: max(p.Between.High, at)}
			}
		}
		p.Mean = math.Exp(p.Mean)
		out = append(out, p)
	}
	return out
}
