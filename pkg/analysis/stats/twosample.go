package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// exactRanks is the largest number of values for which the distribution of a
// rank sum is counted out: about a hundredth of a second.
const exactRanks = 80

// MannWhitney tests whether values of x tend to be larger than those of y, or
// smaller: H. B. Mann and D. R. Whitney, "On a test of whether one of two
// random variables is stochastically larger than the other", Annals of
// Mathematical Statistics 18 (1947), 50–60. The statistic is U: the number of
// pairs in which x is larger, equal ones counted half. Up to 80 values P is
// that of all ways to divide the values that are there, ties included; beyond
// it is the normal limit with Lehmann's correction for ties (Nonparametrics,
// 1975, section 1.4) and half a step of continuity.
func MannWhitney(x, y []float64) Test {
	const method = "Mann–Whitney"
	x, y = known(x), known(y)
	m, n := len(x), len(y)
	if m == 0 || n == 0 {
		return nothing(method, "a side has no values")
	}
	ranks, ties := Ranks(append(append(make([]float64, 0, m+n), x...), y...))
	sum := 0.0
	for _, r := range ranks[:m] {
		sum += r
	}
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
		t.P = math.Min(1, 2*distuv.UnitNormal.Survival(off/math.Sqrt(variance)))
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

// choose is the binomial coefficient.
func choose(n, k int) float64 {
	k = min(k, n-k)
	c := 1.0
	for i := 1; i <= k; i++ {
		c = c * float64(n-k+i) / float64(i)
	}
	return math.Round(c)
}

// exactPaths is the largest m·n for which the paths of Kolmogorov and
// Smirnov's statistic are counted out.
const exactPaths = 1_000_000

// KolmogorovSmirnov tests whether two samples come from one distribution, by
// the largest distance between their empirical ones, which is the statistic.
// P is exact as long as m·n is at most a million: the share of all orders of
// the values that are there, ties included, in which the distance is as large
// (G. Schröer and D. Trenkler, "Exact and randomization distributions of
// Kolmogorov–Smirnov tests two or three samples", Computational Statistics &
// Data Analysis 20 (1995), 185–202); beyond it is Smirnov's limit.
func KolmogorovSmirnov(x, y []float64) Test {
	const method = "Kolmogorov–Smirnov"
	x, y = known(x), known(y)
	m, n := len(x), len(y)
	if m == 0 || n == 0 {
		return nothing(method, "a side has no values")
	}
	ranks, _ := Ranks(append(append(make([]float64, 0, m+n), x...), y...))
	// After the i-th value in rising order the two distributions can be told,
	// unless the next one is equal to it. Equal values share a mean rank r; of k
	// of them the last stands at place r + (k−1)/2.
	tied, ofX := map[float64]int{}, map[float64]int{}
	for i, r := range ranks {
		tied[r]++
		if i < m {
			ofX[r]++
		}
	}
	ends := make([]bool, m+n+1)
	fromX := make([]int, m+n+1) // how many of the values that end here are of x
	for r, k := range tied {
		last := int(r + float64(k-1)/2)
		ends[last], fromX[last] = true, ofX[r]
	}
	d, soFar := 0, 0 // distances are kept as whole numbers, times m·n
	for i := 1; i <= m+n; i++ {
		if ends[i] {
			soFar += fromX[i]
			d = max(d, abs(soFar*n-(i-soFar)*m))
		}
	}
	t := Test{Method: method + ", exact", Statistic: float64(d) / (float64(m) * float64(n)), N: m + n, Exact: m*n <= exactPaths}
	if t.Exact {
		t.P = pathsBeyond(m, n, d, ends)
	} else {
		t.Method = method + ", Smirnov's limit"
		t.P = kolmogorov(t.Statistic * math.Sqrt(float64(m)*float64(n)/float64(m+n)))
	}
	return t
}

func abs(i int) int {
	if i < 0 {
		return -i
	}
	return i
}

// pathsBeyond is the chance that a random order of m and n values has a
// distance of at least d somewhere, where only places in ends are looked at.
func pathsBeyond(m, n, d int, ends []bool) float64 {
	// beyond[j] is the chance that an order of i and j values has been there. The
	// chance that it has not would lose the digits of small p-values.
	beyond := make([]float64, n+1)
	for i := 0; i <= m; i++ {
		for j := 0; j <= n; j++ {
			total := float64(i + j)
			switch {
			case i+j == 0:
				beyond[j] = 0
			case ends[i+j] && abs(i*n-j*m) >= d:
				beyond[j] = 1
			case i == 0:
				beyond[j] = beyond[j-1]
			case j == 0: // beyond[0] stays what it was for i−1
			default:
				beyond[j] = beyond[j]*float64(i)/total + beyond[j-1]*float64(j)/total
			}
		}
	}
	return math.Min(1, beyond[n])
}

// kolmogorov is the chance that the limit of the scaled distance exceeds x:
// N. Smirnov, "Table for estimating the goodness of fit of empirical
// distributions", Annals of Mathematical Statistics 19 (1948), 279–281. The
// second series, which is the first one transformed, converges where x is small.
func kolmogorov(x float64) float64 {
	if x <= 0 {
		return 1
	}
	sum := 0.0
	if x < 1 {
		for k := 1.0; k < 20; k += 2 {
			sum += math.Exp(-k * k * math.Pi * math.Pi / (8 * x * x))
		}
		return math.Max(0, 1-math.Sqrt(2*math.Pi)/x*sum)
	}
	sign := 1.0
	for k := 1.0; k < 20; k++ {
		sum += sign * math.Exp(-2*k*k*x*x)
		sign = -sign
	}
	return math.Min(1, 2*sum)
}
