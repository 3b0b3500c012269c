package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Zeros says what [SignedRank] does with differences of zero.
type Zeros int

const (
	// Pratt ranks zeros together with the others and leaves their ranks out:
	// J. W. Pratt, "Remarks on zeros and ties in the Wilcoxon signed rank
	// procedures", Journal of the American Statistical Association 54 (1959),
	// 655–667. A larger difference then never makes p larger.
	Pratt Zeros = iota
	// Drop leaves zeros out before ranking, as Wilcoxon did.
	Drop
)

// exactPairs is the largest number of differences whose signs are all counted
// out.
const exactPairs = 200

// SignedRank tests whether differences of pairs lie about zero symmetrically:
// F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin
// 1 (1945), 80–83. The statistic is the sum of the ranks of the positive
// differences. Up to 200 differences P is that of all ways to give signs to the
// ranks that are there, ties included; beyond it is the normal limit.
func SignedRank(differences []float64, zeros Zeros) Test {
	const method = "Wilcoxon signed-rank"
	all := known(differences)
	if zeros == Drop {
		all = slices.DeleteFunc(all, func(d float64) bool { return d == 0 })
	}
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
		t.P = math.Min(1, 2*distuv.UnitNormal.Survival(math.Abs(sum-total/2)/math.Sqrt(squares/4)))
	}
	if n < 6 {
		t.Warnings = append(t.Warnings, fmt.Sprintf("with %s that differ p is never below %.2g", count(n, "pair", "pairs"), math.Pow(2, 1-float64(n))))
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

// SignTest tests whether positive and negative differences are equally
// frequent; zeros say nothing. It assumes nothing about the differences but
// that they are independent (W. J. Conover, Practical Nonparametric Statistics,
// 3rd edition, 1999, section 3.4). The statistic is the number of positive ones.
func SignTest(differences []float64) Test {
	plus, minus := 0, 0
	for _, d := range differences {
		switch {
		case d > 0:
			plus++
		case d < 0:
			minus++
		}
	}
	t := halves("sign test", plus, minus)
	t.Statistic = float64(plus)
	return t
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
	t := halves("McNemar", onlyFirst, onlySecond)
	t.Statistic = float64(onlyFirst)
	return t
}

// halves tests whether two counts are those of heads and tails.
func halves(method string, a, b int) Test {
	n := a + b
	if n == 0 {
		return nothing(method, "no pair differs")
	}
	t := Test{Method: method + ", exact", N: n, Exact: true}
	t.P = math.Min(1, 2*distuv.Binomial{N: float64(n), P: 0.5}.CDF(float64(min(a, b))))
	if n < 6 {
		t.Warnings = append(t.Warnings, fmt.Sprintf("with %s that differ p is never below %.2g", count(n, "pair", "pairs"), math.Pow(2, 1-float64(n))))
	}
	return t
}

// PairedT is Student's test of the mean of differences, which are taken to be
// normal. The statistic is t.
func PairedT(differences []float64) Test {
	const method = "Student's paired t"
	d := known(differences)
	n := float64(len(d))
	mean, variance := 0.0, 0.0
	for _, v := range d {
		mean += v / n
	}
	for _, v := range d {
		variance += (v - mean) * (v - mean) / (n - 1)
	}
	if n < 2 || variance == 0 {
		return nothing(method, "the differences do not vary")
	}
	t := Test{Method: method, Statistic: mean / math.Sqrt(variance/n), Freedom: []float64{n - 1}, N: len(d)}
	t.P = 2 * distuv.StudentsT{Sigma: 1, Nu: n - 1}.Survival(math.Abs(t.Statistic))
	return t
}

// HodgesLehmann is the median of the means of all pairs of differences (each
// with itself, too): the shift that goes with [SignedRank] (J. L. Hodges and
// E. L. Lehmann, "Estimates of location based on rank tests", Annals of
// Mathematical Statistics 34 (1963), 598–611). It is NaN without differences.
func HodgesLehmann(differences []float64) float64 {
	d := known(differences)
	if len(d) == 0 {
		return math.NaN()
	}
	means := make([]float64, 0, len(d)*(len(d)+1)/2)
	for i, a := range d {
		for _, b := range d[i:] {
			means = append(means, (a+b)/2)
		}
	}
	slices.Sort(means)
	n := len(means)
	return (means[(n-1)/2] + means[n/2]) / 2
}
