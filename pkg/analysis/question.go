package analysis

import (
	"formicary/pkg/analysis/stats"
)

// Question says what to compare, and how.
type Question struct {
	// Score is what engines are compared by; the zero Score is [SuccessRate].
	Score Score
	// Labels are the engines; none means all, in the records' order.
	Labels []string
	// AgainstFirst compares each engine with the first one only, and so makes
	// fewer tests to correct for.
	AgainstFirst bool
	// Correction is for the number of tests; the zero value is Holm's.
	// Shaffer's is for all pairs and becomes Holm's where AgainstFirst is set.
	Correction stats.Correction
}

// Comparison is what came of comparing engines on the same puzzles.
type Comparison struct {
	// Score and Labels are those of the question, completed.
	Score  Score
	Labels []string
	// Puzzles is the number of puzzles on which all labels have a score, Means
	// the labels' mean scores over them: geometric for scores that are compared
	// by their quotient.
	Puzzles int
	Means   []float64
	// Overall tests whether there is any difference between three or more
	// engines: Friedman's test with Iman and Davenport's F, or that of Skillings
	// and Mack where scores are missing. It is nil for two.
	Overall *stats.Blocked
	// Contrasts are the pairs: all of them, or each engine against the first.
	Contrasts []Contrast
	// Level is the confidence of the intervals; corrected p-values below one
	// less Level are called significant.
	Level      float64
	Correction stats.Correction
	Warnings   []string
}

// Contrast compares two engines, puzzle by puzzle.
type Contrast struct {
	First, Second string
	Score         Score
	// Puzzles is the number of puzzles on which both have a score. FirstMean
	// and SecondMean are their mean scores there.
	Puzzles               int
	FirstMean, SecondMean float64
	// Better, Worse and Equal count puzzles, as seen from the first.
	Better, Worse, Equal int
	// Ratio says that Effect is the first's mean by the second's and not the
	// first's less the second's. Interval is a percentile bootstrap over
	// puzzles; with one run on each puzzle and success as the score it is
	// Newcombe's for paired rates.
	Ratio    bool
	Effect   float64
	Interval stats.Interval
	// Joint is the interval at the level that lets those of all contrasts of a
	// comparison hold together (Bonferroni's); it belongs to P as Interval does
	// to the P of Test.
	Joint stats.Interval
	// Improvement is how often a run of the first is better than one of the
	// second on the same puzzle, equal ones counted half: the mean over puzzles of
	// [stats.A12], 0.5 where there is no difference (R. Agarwal et al., "Deep
	// reinforcement learning at the edge of the statistical precipice", NeurIPS 34
	// (2021), section 4.3), with a bootstrap over puzzles.
	Improvement         float64
	ImprovementInterval stats.Interval
	// Test is the test of the pair, its P not corrected; P is corrected for
	// Tests of them by Correction. Level is that of the comparison.
	Test       stats.Test
	P          float64
	Tests      int
	Correction stats.Correction
	Level      float64
	// Warnings say what the sentence does not.
	Warnings []string
}
