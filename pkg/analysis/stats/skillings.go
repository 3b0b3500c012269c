package stats

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// SkillingsMack is [Friedman]'s test where values are missing: J. H. Skillings
// and G. A. Mack, "On the use of a Friedman-type statistic in balanced and
// unbalanced block designs", Technometrics 23 (1981), 171–177. Values are
// ranked within what their block has, and blocks with more values weigh more.
// Blocks with fewer than two values say nothing and are left out. Without
// missing values and ties it is Friedman's χ². With ties it is conservative,
// for they share mean ranks and the variance is that of none. Values are taken
// to be missing for reasons that have nothing to do with them.
func SkillingsMack(rows [][]float64) Blocked {
	const method = "Skillings–Mack"
	complete, incomplete := blocks(rows)
	out := Blocked{Blocks: len(complete), Incomplete: incomplete}
	if len(complete) > 0 {
		out.MeanRanks, _ = ranked(complete)
		for j := range out.MeanRanks {
			out.MeanRanks[j] /= float64(len(complete))
		}
	}
	if len(rows) == 0 {
		out.Test = nothing(method, "there are no blocks")
		return out
	}
	k := len(rows[0])
	adjusted := make([]float64, k)
	covariance := mat.NewSymDense(k, nil)
	used, tied := 0, false
	for _, row := range rows {
		var there []int
		var values []float64
		for j, v := range row {
			if !math.IsNaN(v) {
				there, values = append(there, j), append(values, v)
			}
		}
		s := float64(len(there))
		if s < 2 {
			continue
		}
		used++
		ranks, ties := Ranks(values)
		tied = tied || len(ties) > 0
		for i, j := range there {
			adjusted[j] += math.Sqrt(12/(s+1)) * (ranks[i] - (s+1)/2)
			covariance.SetSym(j, j, covariance.At(j, j)+s-1)
			for _, other := range there[:i] {
				covariance.SetSym(other, j, covariance.At(other, j)-1)
			}
		}
	}
	if used < 2 {
		out.Test = nothing(method, "fewer than two blocks have two values")
		return out
	}
	// The last treatment follows from the others. The matrix without it can be
	// inverted exactly where blocks link all treatments with each other.
	var c mat.Cholesky
	inner := covariance.SliceSym(0, k-1).(*mat.SymDense)
	if !c.Factorize(inner) || c.Cond() > 1e12 {
		out.Test = nothing(method, "blocks do not link all treatments with each other")
		return out
	}
	var solved mat.VecDense
	a := mat.NewVecDense(k-1, adjusted[:k-1])
	if c.SolveVecTo(&solved, a) != nil {
		out.Test = nothing(method, "the design cannot be solved")
		return out
	}
	out.Test = Test{Method: method, Statistic: mat.Dot(a, &solved), Freedom: []float64{float64(k - 1)}, N: used}
	out.P = aboveChi(out.Statistic, float64(k-1))
	if tied {
		out.Warnings = append(out.Warnings, "with ties p is conservative")
	}
	if used < 15 {
		out.Warnings = append(out.Warnings, "with so few blocks p is approximate")
	}
	return out
}
