package stats

import (
	"fmt"
	"math"
)

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

// ImanDavenport is [Friedman] with the statistic of R. L. Iman and J. M. Davenport, "Approximations of
// the critical region of the Friedman statistic", Communications in Statistics A 9 (1980), 571–595.
// Demšar ("Statistical comparisons of classifiers over multiple data sets", Journal of Machine
// Learning Research 7 (2006), 1–30) asks for it. P is that of all orders within blocks, ties included,
// or of 9,999 drawn ones with up to 20 blocks that order their treatments; only beyond it is that of
// F, which calls up to 6 % of tables significant at 5 %. It calls more so if there are fewer blocks or
// two treatments (see the package's tests). Blocks that agree completely have a statistic of +Inf.
func ImanDavenport(rows [][]float64) Blocked {
	out := Friedman(rows)
	if len(out.Freedom) == 0 {
		out.Method = "Iman–Davenport"
		return out
	}
	complete, again := completeBlocks("Friedman with Iman and Davenport's F", rows)
	again.MeanRanks = out.MeanRanks
	n, k := float64(len(complete)), float64(len(again.MeanRanks))
	scores := make([][]int, len(complete))
	for i, row := range complete {
		ranks, _ := Ranks(row)
		for _, r := range ranks {
			scores[i] = append(scores[i], int(2*r)-len(row)-1) // in half steps from their mean
		}
	}
	again.Freedom = []float64{k - 1, (n - 1) * (k - 1)}
	all := n * (k - 1) // the spread within blocks, of which the statistic is between treatments
	again.Statistic = (n - 1) * out.Statistic / (all - out.Statistic)
	if all-out.Statistic <= 1e-9*all { // all blocks have the same order and ties
		again.Statistic, again.P, again.Exact = math.Inf(1), chance(math.Pow(orders(scores[0]), 1-n)), true
		again.Method += ", exact"
	} else if !again.byOrders(scores) {
		again.P = aboveF(again.Statistic, again.Freedom[0], again.Freedom[1])
	}
	return again
}
