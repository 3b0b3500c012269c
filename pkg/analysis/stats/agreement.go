package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Agreement is tested by all orders where at most exactColumns treatments need at
// most exactSteps sums (a hundredth of a second), and by drawnTables up to
// smallBlocks blocks that order their treatments at all.
const (
	smallBlocks  = 20
	exactColumns = 6
	exactSteps   = 100_000
	drawnTables  = 9999
)

// byOrders sets P to the chance that blocks agree on their treatments at least as
// well as they do where every order of a block's scores has the same chance: that
// the squares of the columns' sums are at least as large together. A block's
// scores are whole numbers of sum 0, equal ones for ties; blocks of one tie say
// nothing. P is exact where all orders are counted, and (a+1)/(n+1) for a of n
// drawn tables that agree as well, which holds its level with any n (J. Besag and
// P. Clifford, "Generalized Monte Carlo significance tests", Biometrika 76 (1989),
// 633–642). What is counted or drawn does not depend on the blocks' orders. ok is
// false where there is too much to count, and so many blocks that the limit holds.
func (b *Blocked) byOrders(scores [][]int) (ok bool) {
	var rows [][]int
	for _, row := range scores {
		if row = slices.Sorted(slices.Values(row)); row[0] < row[len(row)-1] {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, slices.Compare)
	seen := squares(scores)
	if b.P, b.Exact = counted(rows, seen); b.Exact {
		b.Method += ", exact"
		return true
	}
	if len(rows) > smallBlocks {
		return false
	}
	random := rand.New(rand.NewPCG(uint64(len(rows)), uint64(len(rows[0]))))
	as := 1
	for range drawnTables {
		for _, row := range rows {
			random.Shuffle(len(row), func(a, b int) { row[a], row[b] = row[b], row[a] })
		}
		if squares(rows) >= seen {
			as++
		}
	}
	b.P = float64(as) / (drawnTables + 1)
	b.Method += fmt.Sprintf(", %d drawn tables", drawnTables)
	return true
}

// squares is the sum of the squares of the columns' sums.
func squares(rows [][]int) (all int) {
	for j := range rows[0] {
		sum := 0
		for _, row := range rows {
			sum += row[j]
		}
		all += sum * sum
	}
	return all
}

// counted is the share of all orders of sorted scores in which the squares of the
// columns' sums are at least those seen; ok is false where it would take too long.
// Columns have equal rights, so that sums are told apart by their sizes only.
func counted(rows [][]int, seen int) (p float64, ok bool) {
	k := len(rows[0])
	if k > exactColumns {
		return 0, false
	}
	type sums [exactColumns]int32
	states, chances := []sums{{}}, []float64{1}
	steps := 0
	for i, row := range rows {
		orders := allOrders(row)
		if i == 0 {
			orders = orders[:1] // any other is the same with the columns renamed
		}
		// The rows that follow have as many states to begin with, or more.
		more := len(states) * len(orders)
		if steps+(len(rows)-i)*more > exactSteps {
			return 0, false
		}
		steps += more
		var next []sums
		var nextChances []float64
		places := map[sums]int{}
		for at, state := range states {
			chance := chances[at] / float64(len(orders))
			for _, order := range orders {
				to := state
				for j, s := range order {
					to[j] += int32(s)
				}
				slices.Sort(to[:k])
				place, met := places[to]
				if !met {
					place = len(next)
					places[to] = place
					next, nextChances = append(next, to), append(nextChances, 0)
				}
				nextChances[place] += chance
			}
		}
		states, chances = next, nextChances
	}
	for at, state := range states {
		all := 0
		for _, s := range state {
			all += int(s) * int(s)
		}
		if all >= seen {
			p += chances[at]
		}
	}
	return chance(p), true
}

func orders(row []int) float64 {
	n := math.Gamma(float64(len(row) + 1))
	for i, s := range row {
		if slices.Index(row, s) == i {
			equal := 0
			for _, other := range row {
				if other == s {
					equal++
				}
			}
			n /= math.Gamma(float64(equal + 1))
		}
	}
	return math.Round(n)
}

func allOrders(row []int) (all [][]int) {
	row = slices.Clone(row)
	for {
		all = append(all, slices.Clone(row))
		i := len(row) - 2
		for i >= 0 && row[i] >= row[i+1] {
			i--
		}
		if i < 0 {
			return all
		}
		j := len(row) - 1
		for row[j] <= row[i] {
			j--
		}
		row[i], row[j] = row[j], row[i]
		slices.Reverse(row[i+1:])
	}
}
