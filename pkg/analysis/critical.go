package analysis

import (
	"cmp"
	"slices"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/lists"
)

// CriticalDifference is the mean ranks of engines over puzzles, and which of
// them cannot be told apart: the data of the diagram of J. Demšar, "Statistical
// comparisons of classifiers over multiple data sets", Journal of Machine
// Learning Research 7 (2006), 1–30. He tells engines apart by Nemenyi's test of
// their mean ranks, in which two engines can differ or not depending on which
// others are there. Here it is the pairs' own comparison that tells, as A.
// Benavoli, G. Corani and F. Mangili argue ("Should we really use post-hoc tests
// based on mean-ranks?", Journal of Machine Learning Research 17 (2016), 1–10), so
// that the diagram and [Runs.Compare] never contradict each other.
type CriticalDifference struct {
	// Score is what was ranked, by puzzle.
	Score Score
	// Labels are from the best mean rank to the worst.
	Labels []string
	// Ranks are the mean ranks, in the same order; rank 1 is the best on a
	// puzzle, and equal scores share the mean of their ranks.
	Ranks []float64
	// Puzzles is the number of puzzles on which all engines have a score.
	Puzzles int
	// Cliques are the bars of the diagram: places in Labels, rising, of engines of
	// no two of which it is settled which is better ([Contrast.Verdict]). They are as large
	// as possible and none is within another. Of two engines that share no bar it is
	// settled. A bar can leave out an engine between its first and last.
	Cliques [][]int
	// Level is that of all pairs together.
	Level float64
	// Overall tests whether there is any difference (Friedman's test with Iman and
	// Davenport's F). The pairs do not wait for it.
	Overall  stats.Blocked
	Warnings []string
}

// CriticalDifferences ranks labels (none means all) by a score. Puzzles on
// which one of them has no score are left out of the ranks. It panics with fewer
// than two labels.
func (r *Runs) CriticalDifferences(score Score, labels ...string) CriticalDifference {
	s := r.settings
	t := r.Scores(score, labels...).Complete()
	k, n := len(t.Labels), len(t.Values)
	if k < 2 {
		panic("analysis: ranks need two engines")
	}
	pairs := r.Compare(Question{Score: score, Labels: t.Labels})
	d := CriticalDifference{
		Score: score, Puzzles: n, Level: s.Level,
		Overall: stats.ImanDavenport(t.ranked()), Warnings: t.Warnings,
	}
	if n == 0 {
		d.Warnings = append(d.Warnings, "no puzzle has a score of every engine")
		return d
	}
	ranks := make([]float64, k)
	for _, row := range t.ranked() {
		r, _ := stats.Ranks(row)
		for j := range r {
			ranks[j] += r[j] / float64(n)
		}
	}
	order := lists.Of(k, func(i int) int { return i })
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ranks[a], ranks[b]) })
	for _, j := range order {
		d.Labels, d.Ranks = append(d.Labels, t.Labels[j]), append(d.Ranks, ranks[j])
	}
	alike := make([][]bool, k)
	for a, label := range d.Labels {
		open := pairs.against(label, 0)
		alike[a] = make([]bool, k)
		for b, other := range d.Labels {
			alike[a][b] = slices.Contains(open, other)
		}
	}
	d.Cliques = stats.Cliques(alike)
	d.Warnings = append(d.Warnings, d.Overall.Warnings...)
	return d
}

// ranked are the rows with smaller values for better scores.
func (t ScoreTable) ranked() [][]float64 {
	return lists.Map(t.Values, func(row []float64) []float64 { return t.Score.costs(row) })
}

// costs are scores, of which the smaller one is better.
func (s Score) costs(scores []float64) []float64 {
	out := slices.Clone(scores)
	for j := range out {
		if s.Larger {
			out[j] = -out[j]
		}
	}
	return out
}
