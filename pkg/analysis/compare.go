package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
)

// Compare says which engines are better on the same puzzles. Puzzles are what
// is drawn at random: runs on one puzzle make its score more exact and are not
// counted as evidence of their own. With a single puzzle in common its runs are
// compared instead ([stats.MannWhitney]), and the answer is about that puzzle.
// An error is a question that cannot be asked: fewer than two engines, or one
// that has no runs.
func (s Settings) Compare(records []experiment.Record, q Question) (Comparison, error) {
	s = s.complete()
	if q.AgainstFirst && q.Correction == stats.Shaffer {
		q.Correction = stats.Holm
	}
	if q.Score.Of == nil {
		q.Score = SuccessRate()
	}
	t := s.Scores(records, q.Score, q.Labels...)
	if len(t.Labels) < 2 {
		return Comparison{}, fmt.Errorf("analysis: comparing needs two engines, there are %d", len(t.Labels))
	}
	for j, label := range t.Labels {
		if !slices.ContainsFunc(t.Runs, func(runs []int) bool { return runs[j] > 0 }) {
			return Comparison{}, fmt.Errorf("analysis: %s has no runs to compare", label)
		}
		if slices.Contains(t.Labels[:j], label) {
			return Comparison{}, fmt.Errorf("analysis: %s cannot be compared with itself", label)
		}
	}
	complete := t.Complete()
	out := Comparison{
		Score: q.Score, Labels: t.Labels, Puzzles: len(complete.Values), Level: s.Level, Correction: q.Correction, Warnings: complete.Warnings,
	}
	for _, label := range t.Labels {
		out.Means = append(out.Means, q.Score.mean(complete.Column(label)))
	}
	if len(t.Labels) > 2 {
		overall := stats.ImanDavenport(complete.ranked())
		if overall.Incomplete = len(t.Values) - len(complete.Values); overall.Incomplete > 0 {
			overall = stats.SkillingsMack(t.ranked())
		}
		out.Overall = &overall
	}
	tests := len(t.Labels) * (len(t.Labels) - 1) / 2
	if q.AgainstFirst {
		tests = len(t.Labels) - 1
	}
	for i := range t.Labels {
		for j := i + 1; j < len(t.Labels); j++ {
			if q.AgainstFirst && i > 0 {
				break
			}
			first, second := i, j
			if q.AgainstFirst {
				first, second = j, i // what is new stands first in the sentence
			}
			out.Contrasts = append(out.Contrasts, s.contrast(t, first, second, tests))
		}
	}
	var p []float64
	for _, c := range out.Contrasts {
		p = append(p, c.Test.P)
	}
	for i, corrected := range q.Correction.Apply(p) {
		c := &out.Contrasts[i]
		c.P, c.Tests, c.Correction = corrected, len(p), q.Correction
		c.check()
	}
	return out, nil
}

// pairs are the puzzles on which both of two labels have a score.
type pairs struct {
	first, second []float64
	// firstRuns and secondRuns are the scores of single runs, by puzzle; larger
	// is better.
	firstRuns, secondRuns [][]float64
}

func (t ScoreTable) pairs(first, second int) (p pairs) {
	each := func(runs []experiment.Record) []float64 {
		var out []float64
		for i := range runs {
			v := t.Score.Of(runs[i : i+1])
			if !t.Score.Larger {
				v = -v
			}
			out = append(out, v)
		}
		return out
	}
	for i, row := range t.Values {
		a, b := row[first], row[second]
		if math.IsNaN(a) || math.IsNaN(b) {
			continue
		}
		p.first, p.second = append(p.first, a), append(p.second, b)
		p.firstRuns = append(p.firstRuns, each(t.runs[i][first]))
		p.secondRuns = append(p.secondRuns, each(t.runs[i][second]))
	}
	return p
}

// contrast compares two columns, which is one of so many comparisons.
func (s Settings) contrast(t ScoreTable, first, second, tests int) Contrast {
	jointly := 1 - (1-s.Level)/float64(tests)
	p := t.pairs(first, second)
	n := len(p.first)
	c := Contrast{
		First: t.Labels[first], Second: t.Labels[second], Score: t.Score, Puzzles: n, Level: s.Level,
		FirstMean: t.Score.mean(p.first), SecondMean: t.Score.mean(p.second),
	}
	if n == 0 {
		c.Test = stats.Test{Method: "none", P: 1}
		nan := stats.Interval{Low: math.NaN(), High: math.NaN()}
		c.Effect, c.Interval, c.Joint, c.Improvement, c.ImprovementInterval = math.NaN(), nan, nan, math.NaN(), nan
		return c
	}
	c.Ratio = t.Score.Ratio && slices.Min(p.first) > 0 && slices.Min(p.second) > 0
	seed := group{label: c.First}.random(s.Seed, "compare "+c.Second).Uint64()
	// over is the bootstrap of the mean of something that each puzzle has; both
	// intervals draw the same puzzles.
	over := func(values []float64, level float64, back func(float64) float64) Interval {
		return stats.Bootstrap(n, s.Resamples, level, rand.New(rand.NewPCG(seed, 0x626f6f74)), func(puzzles []int) float64 {
			sum := 0.0
			for _, i := range puzzles {
				sum += values[i]
			}
			return back(sum / float64(n))
		})
	}
	differences := make([]float64, n)
	for i := range differences {
		a, b := p.first[i], p.second[i]
		switch {
		case t.Score.better(a, b):
			c.Better++
		case a != b:
			c.Worse++
		}
		if c.Ratio {
			a, b = math.Log(a), math.Log(b)
		}
		if differences[i] = a - b; a == b {
			differences[i] = 0 // also of two infinite scores
		}
	}
	c.Equal = n - c.Better - c.Worse
	if n == 1 {
		s.onePuzzle(&c, p)
		return c
	}
	same := func(x float64) float64 { return x }
	back := same
	if c.Ratio {
		back = math.Exp
	}
	c.Effect, c.Interval, c.Joint = back(floats.Sum(differences)/float64(n)), over(differences, s.Level, back), over(differences, jointly, back)
	better := make([]float64, n)
	for i := range better {
		better[i], _ = stats.A12(p.firstRuns[i], p.secondRuns[i], s.Level)
	}
	c.Improvement, c.ImprovementInterval = floats.Sum(better)/float64(n), over(better, s.Level, same)
	if p.binary() && !t.Score.Ratio {
		c.paired(p, jointly)
	} else {
		c.Test = stats.SignedRank(differences)
	}
	c.ceiling(p)
	return c
}

// binary says whether every puzzle has one run of each, scored 0 or 1.
func (p pairs) binary() bool {
	for i := range p.first {
		if len(p.firstRuns[i]) != 1 || len(p.secondRuns[i]) != 1 {
			return false
		}
		if a, b := p.first[i], p.second[i]; a*(1-a) != 0 || b*(1-b) != 0 {
			return false
		}
	}
	return true
}

// paired is the test and interval of single runs that succeed or not.
func (c *Contrast) paired(p pairs, jointly float64) {
	var counts [2][2]int
	for i := range p.first {
		counts[int(p.first[i])][int(p.second[i])]++
	}
	c.Test = stats.McNemar(counts[1][0], counts[0][1])
	newcombe := func(level float64) Interval {
		return stats.PairedDifference(counts[1][1], counts[1][0], counts[0][1], counts[0][0], level)
	}
	c.Interval, c.Joint = newcombe(c.Level), newcombe(jointly)
}

// onePuzzle compares runs: there is nothing else to compare.
func (s Settings) onePuzzle(c *Contrast, p pairs) {
	c.Test = stats.MannWhitney(p.firstRuns[0], p.secondRuns[0])
	c.Improvement, c.ImprovementInterval = stats.A12(p.firstRuns[0], p.secondRuns[0], s.Level)
	c.Ratio = false
	c.Effect, c.Interval = p.first[0]-p.second[0], stats.Interval{Low: math.Inf(-1), High: math.Inf(1)}
	c.Joint = c.Interval
	c.Warnings = append(c.Warnings, "only one puzzle in common: the result is about its runs and says nothing about other puzzles")
}

// manyEqual is the share of puzzles without a difference, fewPuzzles the number of
// puzzles (or of solved runs on one), from which and below which a result warns.
// A bootstrap over fewer is too narrow.
const (
	manyEqual  = 0.5
	fewPuzzles = 20
)

// ceiling warns of puzzles that cannot tell engines apart.
func (c *Contrast) ceiling(p pairs) {
	top, bottom := 0, 0
	if c.Score.Larger && !c.Score.Ratio {
		for i := range p.first {
			switch {
			case p.first[i] == 1 && p.second[i] == 1:
				top++
			case p.first[i] == 0 && p.second[i] == 0:
				bottom++
			}
		}
	}
	n := float64(c.Puzzles)
	switch {
	case float64(top) >= manyEqual*n:
		c.Warnings = append(c.Warnings, fmt.Sprintf("ceiling: both are perfect on %d of %s, which says nothing about their difference; take harder ones", top, puzzle.Plural(c.Puzzles, "puzzle")))
	case float64(bottom) >= manyEqual*n:
		c.Warnings = append(c.Warnings, fmt.Sprintf("floor: both always fail on %d of %s, which says nothing about their difference; take easier ones or a larger budget", bottom, puzzle.Plural(c.Puzzles, "puzzle")))
	case float64(c.Equal) >= manyEqual*n:
		c.Warnings = append(c.Warnings, fmt.Sprintf("ties: the two are equal on %d of %s", c.Equal, puzzle.Plural(c.Puzzles, "puzzle")))
	}
}

// check adds the warnings that depend on the corrected p.
func (c *Contrast) check() {
	if c.Puzzles > 1 && c.Puzzles < fewPuzzles {
		c.Warnings = append(c.Warnings, fmt.Sprintf("small sample: %s; the interval is too narrow below about %d", puzzle.Plural(c.Puzzles, "puzzle"), fewPuzzles))
	}
	c.Warnings = append(c.Warnings, c.Test.Warnings...)
	none := 0.0
	if c.Ratio {
		none = 1
	}
	if c.Puzzles > 1 && c.Significant() == c.Interval.Contains(none) {
		c.Warnings = append(c.Warnings, "the interval and the test disagree: one is about the mean, the other about ranks, or p is corrected")
	}
}
