package bench

import (
	"cmp"
	"math"
	"slices"

	"formicary/pkg/analysis/stats"
)

// Level is the confidence level of intervals.
const Level = 0.95

// Row compares one benchmark in one unit.
type Row struct {
	// Package is the import path, Name the benchmark's name without
	// "Benchmark", Unit what its values count.
	Package string `json:"package"`
	Name    string `json:"name"`
	Unit    string `json:"unit"`
	// Pairs is the number of pairs of measurements.
	Pairs int `json:"pairs"`
	// First and Second are the medians of the two commits.
	First  float64 `json:"first"`
	Second float64 `json:"second"`
	// Ratio is the estimate of second by first: 0.5 where the second takes
	// half. It is exactly 1 where all pairs are equal, zeros included, and nil
	// where only one of the two is ever zero.
	Ratio *float64 `json:"ratio"`
	// Low and High bound the ratio at [Level]; nil where there are too few
	// pairs to bound it, and where there is no ratio.
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
	// P is the two-sided p-value of Wilcoxon's signed-rank test, 1 where no
	// pair differs.
	P float64 `json:"p"`
}

// Differs says that the interval leaves the ratio 1 out.
func (r Row) Differs() bool {
	return r.Low != nil && (*r.Low > 1 || *r.High < 1)
}

// pair are two measurements of the same, one right after the other.
type pair struct {
	pkg, name, unit string
	first, second   float64
}

// match pairs the samples of two runs; what only one has is left out.
func match(pkg string, first, second []Sample) []pair {
	var out []pair
	for _, a := range first {
		i := slices.IndexFunc(second, func(b Sample) bool { return a.Name == b.Name && a.Unit == b.Unit })
		if i >= 0 {
			out = append(out, pair{pkg, a.Name, a.Unit, a.Value, second[i].Value})
		}
	}
	return out
}

// compare makes a row of all pairs of the same benchmark and unit.
func compare(pairs []pair) []Row {
	pairs = slices.Clone(pairs)
	order := func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.name, b.name), cmp.Compare(a.unit, b.unit))
	}
	slices.SortStableFunc(pairs, order)
	var out []Row
	for len(pairs) > 0 {
		n := 1
		for n < len(pairs) && order(pairs[0], pairs[n]) == 0 {
			n++
		}
		out = append(out, row(pairs[:n]))
		pairs = pairs[n:]
	}
	return out
}

func row(pairs []pair) Row {
	r := Row{Package: pairs[0].pkg, Name: pairs[0].name, Unit: pairs[0].unit, Pairs: len(pairs)}
	var first, second, logs []float64
	for _, p := range pairs {
		first, second = append(first, p.first), append(second, p.second)
		switch {
		case p.first == p.second:
			logs = append(logs, 0)
		case p.first > 0 && p.second > 0:
			logs = append(logs, math.Log(p.second/p.first))
		default:
			// No ratio: only the sign of the difference is left.
			logs = append(logs, math.Inf(cmp.Compare(p.second, p.first)))
		}
	}
	r.First, r.Second = median(first), median(second)
	finite := !slices.ContainsFunc(logs, func(x float64) bool { return math.IsInf(x, 0) })
	if !finite {
		for i, x := range logs {
			logs[i] = float64(cmp.Compare(x, 0))
		}
	}
	r.P = stats.SignedRank(logs, stats.Pratt).P
	if math.IsNaN(r.P) {
		r.P = 1
	}
	if !finite {
		return r
	}
	ratio := math.Exp(stats.HodgesLehmann(logs))
	r.Ratio = &ratio
	if low, high, ok := walsh(logs, Level); ok {
		low, high = math.Exp(low), math.Exp(high)
		r.Low, r.High = &low, &high
	}
	return r
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// walsh is the interval of a location that goes with Wilcoxon's signed-rank
// test: all values that the test does not reject, whose ends are order
// statistics of the means of all pairs (J. W. Tukey's "Walsh averages";
// Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, 3rd edition
// 2014, section 3.3). It is not ok where there are too few values: even the
// widest interval then has less than the level.
func walsh(values []float64, level float64) (low, high float64, ok bool) {
	n := len(values)
	var means []float64
	for i, a := range values {
		for _, b := range values[i:] {
			means = append(means, (a+b)/2)
		}
	}
	slices.Sort(means)
	// ways[w] is the share of the 2ⁿ choices of signs of the ranks 1…n whose
	// positive ones add up to w.
	ways := make([]float64, len(means)+1)
	ways[0] = 1
	for rank := 1; rank <= n; rank++ {
		for w := len(means); w >= 0; w-- {
			ways[w] /= 2
			if w >= rank {
				ways[w] += ways[w-rank] / 2
			}
		}
	}
	// The k smallest and the k largest means are cut off, for the largest k
	// that leaves each side with at most half of what may be missed.
	k, tail := 0, ways[0]
	for tail <= (1-level)/2 && 2*(k+1) <= len(means) {
		k++
		tail += ways[k]
	}
	if k == 0 {
		return 0, 0, false
	}
	return means[k-1], means[len(means)-k], true
}
