package analysis

import (
	"cmp"
	"math"
	"slices"

	"formicary/pkg/analysis/stats"
	"formicary/pkg/lists"
)

// Portfolio is what engines are worth together: the virtual best engine, which
// takes the best one on every puzzle, and what each engine adds to it.
type Portfolio struct {
	// Score is what engines are judged by.
	Score  Score
	Labels []string
	// Puzzles is the number of puzzles on which all have a score.
	Puzzles int
	// VirtualBest is the mean score of the virtual best engine, Single the label
	// with the best mean, SingleBest its mean. Means are arithmetic. The virtual
	// best is over the scores of puzzles, not over single runs, whose luck it
	// would collect; with few runs a puzzle it collects some all the same.
	VirtualBest float64
	Single      string
	SingleBest  float64
	// Shares are by label, in the order of Labels.
	Shares   []Contribution
	Warnings []string
}

// Contribution is what one engine adds to a portfolio.
type Contribution struct {
	Label string
	// Alone is the engine's own mean score.
	Alone float64
	// Best counts the puzzles on which no other is better, OnlyBest those on
	// which every other is worse.
	Best, OnlyBest int
	// Marginal is by how much the virtual best would be worse without the
	// engine: 0 for an engine that another one copies.
	Marginal float64
	// Shapley is the engine's Shapley value: its marginal contribution averaged over all orders in which
	// engines might be added, from no engine on. Without an engine a puzzle is worth the worst score on it
	// of all engines (A. Fréchette et al., "Using the Shapley value to analyze algorithm portfolios", AAAI
	// 2016, 3397–3403). It is at least 0. Copies share alike. The values of all engines sum up to the
	// virtual best's distance from the worst. Share is its part of that sum, 0 where the sum is.
	Shapley, Share float64
	// Interval is that of Shapley for puzzles like these ([stats.BoundedMean]), from 0
	// to as far as scores can lie apart; its High is +Inf where the score has no
	// bounds.
	Interval Interval
}

// PortfolioOf is what labels (none means all) are worth together, by a score
// that is finite, such as [PAR] or [SuccessRate]; puzzles on which one has
// none, or an infinite one, are left out. It panics where [Runs.Compare] does for
// records of a race or a tuner.
func (r *Runs) PortfolioOf(score Score, labels ...string) Portfolio {
	s := r.settings
	finite := score.ofRuns(func(runs []run) float64 {
		v := score.on(runs)
		if math.IsInf(v, 0) {
			return math.NaN()
		}
		return v
	})
	t := r.Scores(finite, labels...).Complete()
	t.fixed("PortfolioOf")
	n := float64(len(t.Values))
	out := Portfolio{Score: score, Labels: t.Labels, Puzzles: len(t.Values), Warnings: t.Warnings}
	shares := make([][]float64, len(t.Labels)) // Shapley value by label and puzzle
	for j, label := range t.Labels {
		out.Shares = append(out.Shares, Contribution{Label: label})
		shares[j] = make([]float64, len(t.Values))
	}
	if n == 0 {
		return out
	}
	for i, row := range t.Values {
		for j, v := range stats.Shapley(score.costs(row)) {
			shares[j][i] = v
			out.Shares[j].Shapley += v / n
			out.Shares[j].Alone += row[j] / n
		}
		order := lists.Of(len(row), func(i int) int { return i })
		slices.SortStableFunc(order, func(a, b int) int { return score.compare(row[a], row[b]) })
		best := order[0]
		out.VirtualBest += row[best] / n
		for _, j := range order {
			if row[j] == row[best] {
				out.Shares[j].Best++
			}
		}
		if len(order) > 1 && row[order[1]] != row[best] {
			out.Shares[best].OnlyBest++
			out.Shares[best].Marginal += math.Abs(row[best]-row[order[1]]) / n
		}
	}
	sum, most := 0.0, 0.0
	for i, row := range t.instances {
		low, high := score.bounds(row...)
		for j := range shares {
			most = max(most, high-low, shares[j][i]) // a limit can be overrun
		}
	}
	for j, c := range out.Shares {
		sum += c.Shapley
		if j == 0 || score.better(c.Alone, out.SingleBest) {
			out.Single, out.SingleBest = c.Label, c.Alone
		}
	}
	for j := range out.Shares {
		c := &out.Shares[j]
		if sum > 0 {
			c.Share = c.Shapley / sum
		}
		c.Interval = s.mean(shares[j], 0, most)
	}
	return out
}

// compare orders scores from the best to the worst.
func (s Score) compare(a, b float64) int {
	if s.Larger {
		a, b = b, a
	}
	return cmp.Compare(a, b)
}
