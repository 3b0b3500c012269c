package analysis

import "formicary/pkg/analysis/stats"

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
// One of the two is called better where both of two things hold: the corrected
// P is below one less Level, and the interval excludes no difference on the same
// side. The test is about the order of the two on each puzzle and the interval
// about a mean, and they can differ; then nothing is settled. That any of them is
// wrong has the probability 1 less Level at most, with any number of puzzles, for
// all intervals hold together with Level.
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
	// Ratio says that Effect is the geometric mean of the puzzles' quotients, the
	// first's score by the second's, and not the first's mean less the second's. A
	// quotient counts as [MostRatio] at most and as its reciprocal at least, which Cut
	// puzzles do; where it is 0, Effect is the quotient of the means. Effect is NaN for
	// one puzzle, and where a score is infinite: [Contrast.ByRuns].
	Ratio  bool
	Cut    int
	Effect float64
	// Interval is that of Effect. All intervals of a comparison hold together
	// with the confidence Level: each has that of one less (1−Level)/Tests
	// (Bonferroni's inequality). It is that of a mean of differences between the
	// bounds of the score ([stats.BoundedMean]), on the scale of logarithms for a
	// Ratio, and infinite where the score has none. It holds with any number of
	// puzzles, and therefore allows for kinds of puzzles so rare that none of them
	// was seen.
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
