package analysis

import (
	"cmp"
	"slices"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
)

// CriticalDifference is the mean ranks of engines over puzzles, and which of
// them cannot be told apart: the data of the diagram of J. Demšar, "Statistical
// comparisons of classifiers over multiple data sets", Journal of Machine
// Learning Research 7 (2006), 1–30.
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
	// Difference is the least difference of mean ranks that is significant by
	// Nemenyi's test, at one less Level.
	Difference, Level float64
	// Cliques are the bars of the diagram: first and last place in Labels of
	// engines no two of which differ significantly, as long as possible, none
	// within another. Engines under no common bar differ.
	Cliques [][2]int
	// P are Nemenyi's p-values of all pairs, in the order of Labels.
	P [][]float64
	// Overall tests whether there is any difference; where it finds none the
	// pairs are not to be read.
	Overall  stats.Blocked
	Warnings []string
}

// CriticalDifferences ranks labels (none means all) by a score. Puzzles on
// which one of them has no score are left out. It panics with fewer than two
// labels.
func (s Settings) CriticalDifferences(records []experiment.Record, score Score, labels ...string) CriticalDifference {
	s = s.complete()
	t := s.Scores(records, score, labels...).Complete()
	k, n := len(t.Labels), len(t.Values)
	if k < 2 {
		panic("analysis: ranks need two engines")
	}
	d := CriticalDifference{Score: score, Puzzles: n, Level: s.Level, Overall: stats.ImanDavenport(t.ranked()), Warnings: t.Warnings}
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
	order := make([]int, k)
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ranks[a], ranks[b]) })
	for _, j := range order {
		d.Labels = append(d.Labels, t.Labels[j])
		d.Ranks = append(d.Ranks, ranks[j])
	}
	d.Difference = stats.CriticalDifference(k, n, 1-s.Level)
	d.P = stats.Nemenyi(d.Ranks, n)
	last := 0
	for first := range d.Ranks {
		end := first
		for end+1 < k && d.Ranks[end+1]-d.Ranks[first] <= d.Difference {
			end++
		}
		if end > first && end > last {
			d.Cliques = append(d.Cliques, [2]int{first, end})
		}
		last = max(last, end)
	}
	if d.Overall.P >= 1-s.Level {
		d.Warnings = append(d.Warnings, "no significant difference over all engines: do not interpret single pairs")
	}
	d.Warnings = append(d.Warnings, d.Overall.Warnings...)
	return d
}

// ranked are the rows with smaller values for better scores.
func (t ScoreTable) ranked() [][]float64 {
	if !t.Score.Larger {
		return t.Values
	}
	out := make([][]float64, len(t.Values))
	for i, row := range t.Values {
		out[i] = make([]float64, len(row))
		for j, v := range row {
			out[i][j] = -v
		}
	}
	return out
}
