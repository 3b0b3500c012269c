package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// exactPairs is the largest number of differences whose signs are all counted
// out.
const exactPairs = 200

// SignedRank tests whether differences of pairs lie about zero symmetrically:
// F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin
// 1 (1945), 80–83. Zeros are ranked together with the others, and their ranks
// left out: J. W. Pratt, "Remarks on zeros and ties in the Wilcoxon signed rank
// procedures", Journal of the American Statistical Association 54 (1959),
// 655–667. A larger difference can make p larger all the same, for the ranks of
// the others and their ties change with it. The statistic is the sum of the ranks
// of the positive differences. Up to 200 differences P is that
// of all ways to give signs to the ranks that are there, ties included; beyond it
// is the normal limit. Numbers that are subtracted leave rounding noise, which
// would be ranked as if it were a difference: see [Differences].
func SignedRank(differences []float64) Test {
	const method = "Wilcoxon signed-rank"
	all := known(differences)
	sizes := make([]float64, len(all))
	for i, d := range all {
		sizes[i] = math.Abs(d)
	}
	ranks, _ := Ranks(sizes)
	var used []float64
	sum, total, squares := 0.0, 0.0, 0.0
	for i, d := range all {
		if d == 0 {
			continue
		}
		used = append(used, ranks[i])
		total += ranks[i]
		squares += ranks[i] * ranks[i]
		if d > 0 {
			sum += ranks[i]
		}
	}
	n := len(used)
	if n == 0 {
		return nothing(method, "no pair differs")
	}
	t := Test{Method: method + ", exact", Statistic: sum, N: n, Exact: n <= exactPairs}
	if t.Exact {
		t.P = double(signSum(used, sum))
	} else {
		t.Method = method + ", normal limit"
		t.P = beyond((sum - total/2) / math.Sqrt(squares/4))
	}
	if n < 6 {
		t.Warnings = append(t.Warnings, fewPairs(n))
	}
	return t
}

// signSum are the shares of all signs of the ranks for which the sum of the
// positive ones is at most and at least the given one.
func signSum(ranks []float64, sum float64) (low, high float64) {
	top := 0
	for _, r := range ranks {
		top += int(2 * r)
	}
	share := make([]float64, top+1)
	share[0] = 1
	seen := 0
	for _, r := range ranks {
		d := int(2 * r)
		for s := seen + d; s >= 0; s-- {
			share[s] /= 2
			if s >= d {
				share[s] += share[s-d] / 2
			}
		}
		seen += d
	}
	at := int(2 * sum)
	for s, p := range share {
		if s <= at {
			low += p
		}
		if s >= at {
			high += p
		}
	}
	return low, high
}

// McNemar tests whether two engines solve equally many of the puzzles that
// both ran on, by the puzzles that only one of the two solved: Q. McNemar,
// "Note on the sampling error of the difference between correlated proportions
// or percentages", Psychometrika 12 (1947), 153–157, with the exact binomial
// distribution. The statistic is the number of those that only the first
// solved.
func McNemar(onlyFirst, onlySecond int) Test {
	if onlyFirst < 0 || onlySecond < 0 {
		panic("stats: counts below zero")
	}
	n := onlyFirst + onlySecond
	if n == 0 {
		return nothing("McNemar", "no pair differs")
	}
	t := Test{Method: "McNemar, exact", Statistic: float64(onlyFirst), N: n, Exact: true}
	t.P = chance(2 * distuv.Binomial{N: float64(n), P: 0.5}.CDF(float64(min(onlyFirst, onlySecond))))
	if n < 6 {
		t.Warnings = append(t.Warnings, fewPairs(n))
	}
	return t
}

// fewPairs warns of too few pairs for a small p-value.
func fewPairs(n int) string {
	return fmt.Sprintf("%d of the pairs differ: p cannot fall below %.2g", n, math.Pow(2, 1-float64(n)))
}
