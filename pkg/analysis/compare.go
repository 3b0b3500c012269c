package analysis

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
)

// Compare says which engines are better on the same puzzles: all pairs of
// them, or each against the first, with one correction for so many tests and
// intervals that hold together. Puzzles are what is drawn at random: runs on one
// puzzle make its score more exact and are not counted as evidence of their own.
// With a single puzzle in common its runs are compared instead
// ([stats.MannWhitney]), and the answer is about that puzzle. An engine without
// runs has no puzzle in common with the others. It panics where an engine is
// named twice, and for records of a race or a tuner ([experiment.Record.Design]).
func (r *Runs) Compare(q Question) Comparison {
	s := r.settings
	if q.Score.Of == nil {
		q.Score = SuccessRate()
	}
	t := r.Scores(q.Score, q.Labels...)
	for j, label := range t.Labels {
		if slices.Contains(t.Labels[:j], label) {
			panic("analysis: " + label + " cannot be compared with itself")
		}
	}
	t.fixed("Compare")
	t.averaged()
	complete := t.Complete()
	out := Comparison{
		Score: t.Score, Labels: t.Labels, Puzzles: len(complete.Values), Level: s.Level, AgainstFirst: q.AgainstFirst, Warnings: complete.Warnings,
	}
	var pairs [][2]int
	for i := range t.Labels {
		for j := i + 1; j < len(t.Labels); j++ {
			switch {
			case !q.AgainstFirst:
				pairs = append(pairs, [2]int{i, j})
			case i == 0:
				pairs = append(pairs, [2]int{j, i}) // what is new stands first in the sentence
			}
		}
	}
	each := s
	if len(pairs) > 0 {
		each.Level = 1 - (1-s.Level)/float64(len(pairs))
	}
	var p []float64
	for _, pair := range pairs {
		c := each.contrast(t, pair[0], pair[1])
		out.Contrasts, p = append(out.Contrasts, c), append(p, c.Test.P)
	}
	for i, corrected := range stats.Holm(p) {
		c := &out.Contrasts[i]
		c.P, c.Tests, c.Level = corrected, len(p), s.Level
	}
	return out
}

// pairs are the puzzles on which both of two labels have a score.
type pairs struct {
	first, second []float64
	// firstRuns and secondRuns are the scores of single runs, by puzzle; larger
	// is better.
	firstRuns, secondRuns [][]float64
}

func (t ScoreTable) pairs(first, second int) (p pairs) {
	each := func(in *instance) []float64 {
		var out []float64
		for one := range slices.Chunk(in.runs(), 1) {
			v := t.Score.on(one)
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
		p.firstRuns = append(p.firstRuns, each(t.instances[i][first]))
		p.secondRuns = append(p.secondRuns, each(t.instances[i][second]))
	}
	return p
}

// contrast compares two columns. Its intervals have the level of the settings.
func (s Settings) contrast(t ScoreTable, first, second int) Contrast {
	p := t.pairs(first, second)
	n := len(p.first)
	ran := 0
	var both []*instance
	for i, row := range t.Values {
		if t.instances[i][first] == nil || t.instances[i][second] == nil {
			continue
		}
		if ran++; !math.IsNaN(row[first]) && !math.IsNaN(row[second]) {
			both = append(both, t.instances[i][first], t.instances[i][second])
		}
	}
	nan := Interval{Low: math.NaN(), High: math.NaN()}
	c := Contrast{
		Pair: Pair{First: t.Labels[first], Second: t.Labels[second], Score: t.Score, Puzzles: n, FirstMean: t.Score.mean(p.first), SecondMean: t.Score.mean(p.second)}, Change: Change{Ratio: t.geometric, Effect: math.NaN(), Interval: nan},
		Improvement: math.NaN(), ImprovementInterval: nan, Tested: Tested{Test: stats.Test{Method: "none", P: 1}}, basis: basisOf(n, ran, both...),
	}
	switch {
	case n == 0 && ran > 0:
		c.Warnings = append(c.Warnings, fmt.Sprintf("both ran on %s, and the %s is known of both on none", puzzle.Plural(ran, "puzzle"), t.Score.Name))
		return c
	case n == 0:
		c.Warnings = append(c.Warnings, "there is no puzzle in common")
		return c
	}
	differences := stats.Differences(p.first, p.second)
	for _, d := range differences {
		switch {
		case d == 0:
			c.Equal++
		case (d > 0) == t.Score.Larger:
			c.Better++
		default:
			c.Worse++
		}
	}
	if n == 1 {
		c.Test = stats.MannWhitney(p.firstRuns[0], p.secondRuns[0])
		c.Improvement, c.ImprovementInterval = stats.A12(p.firstRuns[0], p.secondRuns[0]), stats.Superiority(p.firstRuns[0], p.secondRuns[0], s.Level)
		c.Warnings = append(c.Test.Warnings, "only one puzzle in common: the result is about its runs and says nothing about other puzzles")
		return c
	}
	c.Improvement, c.ImprovementInterval = s.improvement(p)
	back := func(x float64) float64 { return x }
	if c.Ratio {
		back = math.Exp
		differences = stats.LogRatios(p.first, p.second)
	}
	c.Test = stats.SignedRank(differences)
	if t.Score.Share && p.single() {
		c.mcNemar(p)
	}
	if slices.ContainsFunc(differences, func(d float64) bool { return math.IsInf(d, 0) }) || math.IsInf(c.FirstMean, 0) {
		c.Warnings = append(c.Warnings, fmt.Sprintf("the %s is infinite on %d of %s for %s and on %d for %s: means say nothing, the comparison is by ranks",
			t.Score.Name, infinite(p.first), puzzle.Plural(n, "puzzle"), c.First, infinite(p.second), c.Second))
	} else {
		low, high := t.Score.bounds(both...)
		most := high - low
		if c.Ratio {
			most = math.Log(MostRatio)
		}
		for i, d := range differences {
			switch out := math.Abs(d) > most*(1+1e-9); {
			case out && c.Ratio:
				c.Cut++
			case out:
				panic(fmt.Sprintf("analysis: the %s lies outside of its bounds, %g to %g", t.Score.Name, low, high))
			}
			differences[i] = math.Copysign(min(math.Abs(d), most), d)
		}
		i := s.mean(differences, -most, most)
		c.Effect, c.Interval = back(floats.Sum(differences)/float64(n)), Interval{Low: back(i.Low), High: back(i.High)}
		if c.Cut > 0 {
			c.Warnings = append(c.Warnings, fmt.Sprintf("the two differ by more than a factor of %g on %d of %s, which count as that", MostRatio, c.Cut, puzzle.Plural(n, "puzzle")))
		}
		if math.IsInf(most, 1) {
			c.Warnings = append(c.Warnings, "nothing bounds the "+t.Score.Name+" of a puzzle that was not seen: its mean has no interval, and single runs are compared")
		}
	}
	c.ceiling(p)
	c.Warnings = append(c.Warnings, c.Test.Warnings...)
	return c
}

func infinite(values []float64) int {
	return lists.Count(values, func(v float64) bool { return math.IsInf(v, 0) })
}

// improvement is the mean over puzzles of [stats.A12] with its interval.
func (s Settings) improvement(p pairs) (float64, Interval) {
	chances := lists.Of(len(p.first), func(i int) float64 { return stats.A12(p.firstRuns[i], p.secondRuns[i]) })
	return min(floats.Sum(chances)/float64(len(chances)), 1), s.mean(chances, 0, 1)
}

// single says whether every puzzle has one run of each.
func (p pairs) single() bool {
	for i := range p.first {
		if len(p.firstRuns[i]) != 1 || len(p.secondRuns[i]) != 1 {
			return false
		}
	}
	return true
}

// mcNemar is the test of single runs that succeed or not.
func (c *Contrast) mcNemar(p pairs) {
	var counts [2][2]int
	for i := range p.first {
		counts[int(p.first[i])][int(p.second[i])]++
	}
	c.Test = stats.McNemar(counts[1][0], counts[0][1])
}

// manyEqual is the share of puzzles without a difference, fewPuzzles the number of
// puzzles (or of solved runs on one), from which and below which a result warns.
const (
	manyEqual  = 0.5
	fewPuzzles = 20
)

// ceiling warns of puzzles that cannot tell engines apart.
func (c *Contrast) ceiling(p pairs) {
	top, bottom := 0, 0
	if c.Score.Share {
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
		c.Warnings = append(c.Warnings, fmt.Sprintf("ties: the two are equal on %s of %s", puzzle.Thousands(c.Equal), puzzle.Plural(c.Puzzles, "puzzle")))
	}
}

// Question says what to compare, and how.
type Question struct {
	// Score is what engines are compared by; the zero Score is [SuccessRate].
	Score Score
	// Labels are the engines; none means all, in the records' order.
	Labels []string
	// AgainstFirst compares each engine with the first one only, and so makes
	// fewer tests to correct for. Choose the first before looking at the runs:
	// to pick the best and compare the others with it takes all pairs.
	AgainstFirst bool
}

// MostRatio is how many times as large as another a score counts at most where scores
// are compared by their quotient. Without a bound no number of puzzles would settle
// anything of their mean: a puzzle that was not seen might outweigh all others.
const MostRatio = 100.0

// Comparison is what came of comparing engines on the same puzzles.
type Comparison struct {
	// Score and Labels are those of the question, completed. The name of a score
	// whose mean over puzzles is the geometric one says so.
	Score  Score
	Labels []string
	// Puzzles is the number of puzzles on which all labels have a score.
	Puzzles int
	// Contrasts are the pairs: all of them, or each engine against the first.
	Contrasts    []Contrast
	AgainstFirst bool
	// Level is the confidence of all contrasts together.
	Level    float64
	Warnings []string
}

// Contrast compares two engines, puzzle by puzzle.
//
// One of the two is called better where both of two things hold: the corrected P is below one less
// Level, and the interval excludes no difference on the same side. The test is about the order of the
// two on each puzzle and the interval about a mean, and they can differ; then nothing is settled. All
// intervals hold together with Level, with any number of puzzles: any of them is wrong with a
// probability of at most 1 less Level.
type Contrast struct {
	Pair
	Order
	Change
	// Improvement is how often a run of the first is better than one of the
	// second on the same puzzle, equal ones counted half: the mean over puzzles of
	// [stats.A12], 0.5 where there is no difference (R. Agarwal et al., "Deep
	// reinforcement learning at the edge of the statistical precipice", NeurIPS 34
	// (2021), section 4.3). Its interval is that of a mean between 0 and 1
	// ([stats.BoundedMean]), and for one puzzle [stats.Superiority].
	Improvement         float64
	ImprovementInterval Interval
	Tested
	// Warnings say what the sentence does not.
	Warnings []string

	basis basis
}

// Pair is two engines that are compared.
type Pair struct {
	First, Second string
	Score         Score
	// Puzzles is the number of puzzles on which both have a score. FirstMean
	// and SecondMean are their mean scores there.
	Puzzles               int
	FirstMean, SecondMean float64
}

// Order counts puzzles, as seen from the first engine.
type Order struct{ Better, Worse, Equal int }

// Change is by how much two engines differ.
type Change struct {
	// Ratio says that Effect is the geometric mean of the puzzles' quotients, the first's score by the
	// second's. Otherwise Effect is the first's mean less the second's. A quotient counts as [MostRatio]
	// at most and as its reciprocal at least, which Cut puzzles do; where it is 0, Effect is the quotient
	// of the means. Effect is NaN for one puzzle, and where a score is infinite: [Contrast.ByRuns].
	Ratio  bool
	Cut    int
	Effect float64
	// Interval is that of Effect. All intervals of a comparison hold together with the confidence Level:
	// each has that of one less (1−Level)/Tests (Bonferroni's inequality). It is that of a mean of
	// differences between the bounds of the score ([stats.BoundedMean]), for a Ratio on the scale of
	// logarithms. It is infinite if the score has no bounds. It holds with any number of puzzles, and
	// therefore allows for kinds of puzzles so rare that none of them was seen.
	Interval Interval
}

// Tested is what tests say of a pair.
type Tested struct {
	// Test is the test of the pair, its P not corrected; P is corrected for
	// Tests of them ([stats.Holm]). Level is that of the comparison.
	Test  stats.Test
	P     float64
	Tests int
	Level float64
}
