package stats

import (
	"fmt"
	"math"
)

// KruskalWallis tests whether values of several groups come from one
// distribution: W. H. Kruskal and W. A. Wallis, "Use of ranks in one-criterion
// variance analysis", Journal of the American Statistical Association 47
// (1952), 583–621. The statistic is H, corrected for ties; P is from χ², which
// is rough where a group has fewer than five values.
func KruskalWallis(groups ...[]float64) Test {
	const method = "Kruskal–Wallis"
	var all []float64
	var sizes []int
	small := false
	for _, g := range groups {
		if g = known(g); len(g) > 0 {
			all = append(all, g...)
			sizes = append(sizes, len(g))
			small = small || len(g) < 5
		}
	}
	if len(sizes) < 2 {
		return nothing(method, "fewer than two groups have values")
	}
	ranks, ties := Ranks(all)
	n := float64(len(all))
	h, at := 0.0, 0
	for _, size := range sizes {
		sum := 0.0
		for _, r := range ranks[at : at+size] {
			sum += r
		}
		at += size
		h += sum * sum / float64(size)
	}
	h = 12/(n*(n+1))*h - 3*(n+1)
	correction := 1 - cubes(ties)/(n*n*n-n)
	if correction == 0 {
		return nothing(method, "all values are equal")
	}
	t := Test{Method: method, Statistic: h / correction, Freedom: []float64{float64(len(sizes) - 1)}, N: len(all)}
	t.P = aboveChi(t.Statistic, t.Freedom[0])
	if small {
		t.Warnings = append(t.Warnings, "a group has fewer than 5 values: p is approximate")
	}
	return t
}

// Blocked is what came of a test over blocks (puzzles) of k treatments
// (engines).
type Blocked struct {
	Test
	// MeanRanks are the treatments' mean ranks over the complete blocks, in
	// the columns' order; 1 is the smallest value.
	MeanRanks []float64
	// Blocks is the number of complete blocks, Incomplete that of those with a
	// missing value.
	Blocks, Incomplete int
}

// blocks parts blocks into complete and incomplete ones. It panics where they
// are not of one length of at least two.
func blocks(rows [][]float64) (complete [][]float64, incomplete int) {
	for _, row := range rows {
		if len(row) != len(rows[0]) || len(row) < 2 {
			panic("stats: blocks must have the same number of treatments, at least two")
		}
		whole := true
		for _, v := range row {
			whole = whole && !math.IsNaN(v)
		}
		if whole {
			complete = append(complete, row)
		} else {
			incomplete++
		}
	}
	return complete, incomplete
}

// completeBlocks begins a test of the complete blocks; there are none where they
// are too few.
func completeBlocks(method string, rows [][]float64) (complete [][]float64, out Blocked) {
	complete, out.Incomplete = blocks(rows)
	out.Blocks = len(complete)
	out.Test = Test{Method: method, N: len(complete)}
	if len(complete) < 2 {
		complete, out.Test = nil, nothing(method, "fewer than two complete blocks")
	}
	if out.Incomplete > 0 {
		out.Warnings = append(out.Warnings, fmt.Sprintf("%d of %d blocks lack a value and are left out", out.Incomplete, len(rows)))
	}
	return complete, out
}

// ranked sums the ranks within blocks up: by treatment, of all squares, and
// the ties' t³ − t.
func ranked(rows [][]float64) (sums []float64, tied float64) {
	sums = make([]float64, len(rows[0]))
	for _, row := range rows {
		ranks, ties := Ranks(row)
		tied += cubes(ties)
		for j, r := range ranks {
			sums[j] += r
		}
	}
	return sums, tied
}

// Friedman tests whether treatments tend to have equal values within blocks:
// M. Friedman, "The use of ranks to avoid the assumption of normality implicit
// in the analysis of variance", Journal of the American Statistical Association
// 32 (1937), 675–701. rows[i][j] is treatment j in block i; blocks with a NaN
// are left out and counted. The statistic is χ², corrected for ties (Conover
// 1999, section 5.8). With few blocks it is rough, conservative without ties and
// too often significant with them: see [ImanDavenport].
func Friedman(rows [][]float64) Blocked {
	const method = "Friedman"
	complete, out := completeBlocks(method, rows)
	if complete == nil {
		return out
	}
	n, k := float64(len(complete)), float64(len(complete[0]))
	sums, tied := ranked(complete)
	off := 0.0
	for _, s := range sums {
		off += (s - n*(k+1)/2) * (s - n*(k+1)/2)
		out.MeanRanks = append(out.MeanRanks, s/n)
	}
	spread := n*k*(k+1) - tied/(k-1)
	if spread == 0 {
		out.Test = nothing(method, "all values are equal within blocks")
		return out
	}
	out.Statistic, out.Freedom = 12*off/spread, []float64{k - 1}
	out.P = aboveChi(out.Statistic, k-1)
	if len(complete) < 10 || k < 4 && len(complete) < 15 {
		out.Warnings = append(out.Warnings, "with so few blocks p is approximate")
	}
	return out
}

// ImanDavenport is [Friedman] with the statistic of R. L. Iman and J. M.
// Davenport, "Approximations of the critical region of the Friedman statistic",
// Communications in Statistics A 9 (1980), 571–595. Demšar ("Statistical
// comparisons of classifiers over multiple data sets", Journal of Machine Learning
// Research 7 (2006), 1–30) asks for it. P is that of all orders within blocks,
// ties included, or of 9,999 drawn ones with up to 20 blocks that order their
// treatments; only beyond it is that of F, which calls up to 6 % of tables
// significant at 5 %, and more where there are fewer blocks or two treatments (see
// the package's tests). Blocks that agree completely have a statistic of +Inf.
func ImanDavenport(rows [][]float64) Blocked {
	out := Friedman(rows)
	if len(out.Freedom) == 0 {
		out.Method = "Iman–Davenport"
		return out
	}
	complete, again := completeBlocks("Friedman with Iman and Davenport's F", rows)
	again.Statistic, again.MeanRanks = out.Statistic, out.MeanRanks
	n, k := len(complete), len(again.MeanRanks)
	scores := make([][]int, n)
	for i, row := range complete {
		ranks, _ := Ranks(row)
		scores[i] = centred(ranks, 1)
	}
	again.byF(scores, again.Statistic, float64(n*(k-1)))
	return again
}

// centred are ranks in half steps from their mean, times a weight.
func centred(ranks []float64, weight int) []int {
	out := make([]int, len(ranks))
	for j, r := range ranks {
		out[j] = weight * (int(2*r) - len(ranks) - 1)
	}
	return out
}

// byF fills in a test of how much of the spread within blocks is one between
// treatments, with the statistic of F, by the blocks' scores.
func (b *Blocked) byF(scores [][]int, between, all float64) {
	n, k := float64(len(scores)), float64(len(scores[0]))
	b.Freedom = []float64{k - 1, (n - 1) * (k - 1)}
	b.Statistic = (n - 1) * between / (all - between)
	if all-between <= 1e-9*all { // all blocks have the same order and ties
		b.Statistic, b.P, b.Exact = math.Inf(1), chance(math.Pow(orders(scores[0]), 1-n)), true
		b.Method += ", exact"
	} else if !b.byOrders(scores) {
		b.P = aboveF(b.Statistic, b.Freedom[0], b.Freedom[1])
	}
}

// Quade is a test like [Friedman]'s in which blocks whose values differ more
// weigh more: D. Quade, "Using weighted rankings in the analysis of complete
// blocks with additive block effects", Journal of the American Statistical
// Association 74 (1979), 680–683, as in Conover 1999, section 5.8. Values of
// different blocks must be on one scale; infinite ones make a block's range
// infinite, or none where all of its values are equal. P is made as that of
// [ImanDavenport].
func Quade(rows [][]float64) Blocked {
	const method = "Quade"
	complete, out := completeBlocks(method, rows)
	if complete == nil {
		return out
	}
	n, k := float64(len(complete)), len(complete[0])
	scores := make([][]int, len(complete))
	ranges, noise := make([]float64, len(complete)), make([]float64, len(complete))
	for i, row := range complete {
		least, most := math.Inf(1), math.Inf(-1)
		for _, v := range row {
			least, most = min(least, v), max(most, v)
		}
		if least != most { // +Inf less itself is no number
			ranges[i] = most - least
		}
		noise[i] = resolution * max(math.Abs(least), math.Abs(most))
	}
	weights, _ := Ranks(snap(ranges, noise))
	sums := make([]float64, k)
	out.MeanRanks = make([]float64, k)
	all, between := 0.0, 0.0
	for i, row := range complete {
		ranks, _ := Ranks(row)
		scores[i] = centred(ranks, int(2*weights[i]))
		for j, r := range ranks {
			s := weights[i] * (r - float64(k+1)/2)
			sums[j] += s
			all += s * s
			out.MeanRanks[j] += r / n
		}
	}
	for _, s := range sums {
		between += s * s / n
	}
	if all == 0 {
		out.Test = nothing(method, "all values are equal within blocks")
		return out
	}
	out.byF(scores, between, all)
	return out
}
