package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// exactRanks is the largest number of values for which the distribution of a
// rank sum is counted out: about a hundredth of a second.
const exactRanks = 80

// MannWhitney tests whether values of x tend to be larger than those of y, or
// smaller: H. B. Mann and D. R. Whitney, "On a test of whether one of two
// random variables is stochastically larger than the other", Annals of
// Mathematical Statistics 18 (1947), 50–60. The statistic is U: the number of
// pairs in which x is larger, equal ones counted half. Up to 80 values P is
// that of all ways to divide these values, ties included; beyond
// it is the normal limit with Lehmann's correction for ties (Nonparametrics,
// 1975, section 1.4) and half a step of continuity.
func MannWhitney(x, y []float64) Test {
	const method = "Mann–Whitney"
	x, y = known(x), known(y)
	m, n := len(x), len(y)
	if m == 0 || n == 0 {
		return nothing(method, "a sample is empty")
	}
	ranks, ties := Ranks(slices.Concat(x, y))
	sum := floats.Sum(ranks[:m])
	t := Test{Method: method + ", exact", Statistic: sum - float64(m)*float64(m+1)/2, N: m + n, Exact: m+n <= exactRanks}
	switch {
	case len(ties) == 1 && ties[0] == m+n:
		t.P = 1
		t.Warnings = append(t.Warnings, "all values are equal")
	case t.Exact:
		low, high := rankSum(ranks, m, sum)
		t.P = double(low, high)
	default:
		t.Method = method + ", normal limit"
		fm, fn, total := float64(m), float64(n), float64(m+n)
		variance := fm * fn / 12 * (total + 1 - cubes(ties)/(total*(total-1)))
		off := math.Max(0, math.Abs(t.Statistic-fm*fn/2)-0.5)
		t.P = beyond(off / math.Sqrt(variance))
	}
	if fewest := choose(m+n, m); fewest < 40 {
		t.Warnings = append(t.Warnings, fmt.Sprintf("with %d and %d values p is never below %.2g", m, n, math.Min(1, 2/fewest)))
	}
	return t
}

// rankSum are the shares of all choices of m of the ranks whose sum is at most
// and at least the given one. It counts by the doubled ranks, which are whole.
func rankSum(ranks []float64, m int, sum float64) (low, high float64) {
	top := 0
	doubled := make([]int, len(ranks))
	for i, r := range ranks {
		doubled[i] = int(2 * r)
		top += doubled[i]
	}
	// ways[j][s] is the number of choices of j ranks with sum s.
	ways := make([][]float64, m+1)
	for j := range ways {
		ways[j] = make([]float64, top+1)
	}
	ways[0][0] = 1
	seen := 0
	for i, r := range doubled {
		for j := min(i+1, m); j > 0; j-- {
			to, from := ways[j], ways[j-1]
			for s := seen; s >= 0; s-- {
				to[s+r] += from[s]
			}
		}
		seen += r
	}
	at, all := int(2*sum), choose(len(ranks), m)
	for s, w := range ways[m] {
		if s <= at {
			low += w / all
		}
		if s >= at {
			high += w / all
		}
	}
	return low, high
}

func choose(n, k int) float64 {
	k = min(k, n-k)
	c := 1.0
	for i := 1; i <= k; i++ {
		c = c * float64(n-k+i) / float64(i)
	}
	return math.Round(c)
}
