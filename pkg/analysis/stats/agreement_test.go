package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
)

// times repeats a block.
func times(n int, block ...float64) (rows [][]float64) {
	for range n {
		rows = append(rows, block)
	}
	return rows
}

// Where all blocks agree, p is the chance that each block after the first has the
// first one's order: one by the number of different orders each.
func TestCompleteAgreement(t *testing.T) {
	for _, c := range []struct {
		rows [][]float64
		p    float64
	}{
		{times(3, 0, 0, 1), 1.0 / 9},
		{times(3, 0, 1, 1), 1.0 / 9},
		{times(2, 0, 0, 0, 0, 1), 1.0 / 5},
		{times(2, 0, 0, 0, 1, 1), 1.0 / 10},
		{times(2, 0, 0, 1, 2, 2), 1.0 / 30},
		{times(3, 0, 1, 2), 1.0 / 36},
		{times(3, 1, 2, 3, 4, 5, 6, 7, 7), math.Pow(20160, -2)},
		{times(60, 1, 2, 3, 4, 5), math.Pow(120, -59)},
		{times(900, 1, 2, 3), math.SmallestNonzeroFloat64},
	} {
		if x := ImanDavenport(c.rows); !near(x.P/c.p, 1) || !x.Exact || !strings.HasSuffix(x.Method, ", exact") || !math.IsInf(x.Statistic, 1) {
			t.Errorf("%d times %v: %v, want %v (%+v)", len(c.rows), c.rows[0], x.P, c.p, x.Test)
		}
	}
	for n := 2; n < 40; n++ { // whatever rounding does to the statistic
		for k := 2; k < 9; k++ {
			if x := ImanDavenport(times(n, []float64{3, 1, 4, 1.5, 9, 2, 6, 5}[:k]...)); !math.IsInf(x.Statistic, 1) || !x.Exact {
				t.Errorf("%d times %d: %+v", n, k, x)
			}
		}
	}
	// Of drawn tables none agrees as well as these: p is that of the table itself.
	nearly := append(times(9, 1, 2, 3, 4, 5, 6, 7), []float64{1, 2, 3, 4, 5, 7, 6})
	if x := ImanDavenport(nearly); x.P != 1e-4 || x.Exact {
		t.Errorf("nearly complete agreement: %+v", x)
	}
	// Blocks of one tie do not count among the many for which the limit holds.
	x, y := ImanDavenport(append(times(9, 2, 2, 2, 2, 2, 2, 2), drawn(15, 7)...)), ImanDavenport(append(drawn(15, 7), times(9, 2, 2, 2, 2, 2, 2, 2)...))
	alltest.Check(t, strings.HasSuffix(x.Method, "drawn tables") && x.P == y.P, "%+v, %+v", x.Test, y.Test)
	// What is drawn does not depend on the order of blocks with other ties.
	rows := [][]float64{{1, 1, 2, 3, 4, 4, 4}, {5, 3, 1, 2, 9, 8, 7}, {1, 1, 1, 1, 2, 2, 2}, {3, 1, 2, 2, 2, 2, 5}}
	first := ImanDavenport(rows)
	slices.Reverse(rows)
	alltest.Equal(t, ImanDavenport(rows).P, first.P, "in another order")
	// Blocks of one tie say nothing, however many they are.
	for _, n := range []int{1, 5, 300} {
		if x := ImanDavenport(append(times(3, 0, 0, 1), times(n, 2, 2, 2)...)); !near(x.P, 1.0/9) || !x.Exact {
			t.Errorf("with %d blocks of one tie: %+v", n, x)
		}
	}
	if x := ImanDavenport(append(times(1, 0, 0, 1), times(9, 2, 2, 2)...)); x.P != 1 {
		t.Errorf("one block that orders: %+v", x)
	}
}

// An exact p is that of the statistic over all orders within blocks, each computed
// as if it were the table; one of drawn tables is near to it, and neither depends
// on the order of blocks and treatments.
func TestAllOrders(t *testing.T) {
	random := rand.New(rand.NewPCG(51, 52))
	exact, drawn := 0, 0
	for _, c := range []struct{ n, k, levels int }{{3, 3, 2}, {4, 3, 3}, {5, 3, 99}, {3, 4, 2}, {3, 4, 99}, {6, 2, 4}, {2, 5, 3}, {2, 5, 99}, {2, 6, 3}, {2, 7, 2}, {2, 7, 99}} {
		var rows, scores [][]float64
		for range c.n {
			row := make([]float64, c.k)
			for j := range row {
				row[j] = float64(random.IntN(c.levels) + j*c.levels/99)
			}
			rows = append(rows, row)
		}
		x := ImanDavenport(rows)
		scores = nil
		for _, row := range rows {
			scores = append(scores, slices.Clone(row))
		}
		all, as := 0, 0
		var walk func(i, j int)
		walk = func(i, j int) { // every order of every block, by swaps
			switch {
			case i == c.n:
				all++
				if slowAgreement(scores) >= slowAgreement(rows)-1e-9 {
					as++
				}
			case j == c.k-1:
				walk(i+1, 0)
			default:
				for to := j; to < c.k; to++ {
					scores[i][j], scores[i][to] = scores[i][to], scores[i][j]
					walk(i, j+1)
					scores[i][j], scores[i][to] = scores[i][to], scores[i][j]
				}
			}
		}
		walk(1, 0) // any order of the first block is the same with the columns renamed
		want := float64(as) / float64(all)
		if x.Exact {
			exact++
			alltest.Check(t, near(x.P, want), "%v: %v, counted %v", rows, x.P, want)
			continue
		}
		drawn++
		tables := x.P * 10_000
		alltest.Check(t, math.Abs(tables-math.Round(tables)) <= 1e-6, "%v of so many tables", x.P)
		alltest.Check(t, math.Abs(x.P-want) <= 4*math.Sqrt(want*(1-want)/drawnTables)+1e-4, "%v: %v drawn, counted %v", rows, x.P, want)
	}
	alltest.Check(t, exact == 9 && drawn == 2, "%d exact and %d drawn cases", exact, drawn)
}

// slowAgreement is the sum of squares of mean ranks, from its definition.
func slowAgreement(rows [][]float64) (all float64) {
	k := len(rows[0])
	for j := range k {
		sum := 0.0
		for _, row := range rows {
			rank := float64(-k) / 2
			for _, v := range row {
				switch {
				case v < row[j]:
					rank++
				case v == row[j]:
					rank += 0.5
				}
			}
			sum += rank
		}
		all += sum * sum
	}
	return all
}

// Of tables in which nothing differs at most 5 % are called significant at 5 %:
// with 2 to 10 blocks of 2 to 6 treatments, without and with ties, and in the limit
// of F nearly so.
func TestLevelOfBlocks(t *testing.T) {
	draws := map[string]func(r *rand.Rand, row []float64){
		"no ties":  func(r *rand.Rand, row []float64) { fill(row, r.Float64) },
		"two":      func(r *rand.Rand, row []float64) { fill(row, func() float64 { return float64(r.IntN(2)) }) },
		"three":    func(r *rand.Rand, row []float64) { fill(row, func() float64 { return float64(r.IntN(3)) }) },
		"one of k": func(r *rand.Rand, row []float64) { clear(row); row[r.IntN(len(row))] = 1 + r.Float64() },
	}
	tables, blocks, treatments := 100, []int{2, 3, 5}, []int{2, 3, 4}
	if alltest.Asked() {
		tables, blocks, treatments = alltest.Experiments(0, 60), []int{2, 3, 4, 5, 6, 7, 8, 9, 10}, []int{2, 3, 4, 5, 6}
	}
	// called is the share of tables of a size that are called significant.
	called := func(seed, n, k, tables int, draw func(r *rand.Rand, row []float64)) float64 {
		r, found := rand.New(rand.NewPCG(uint64(seed), uint64(k))), 0.0
		for range tables {
			rows := make([][]float64, n)
			for i := range rows {
				rows[i] = make([]float64, k)
				draw(r, rows[i])
			}
			if ImanDavenport(rows).P <= 0.05 {
				found++
			}
		}
		return found / float64(tables)
	}
	worst := 0.0
	for ties, draw := range draws {
		sum, sizes := 0.0, 0.0
		for _, k := range treatments {
			for _, n := range blocks {
				share := called(n, n, k, tables, draw)
				worst, sum, sizes = max(worst, share), sum+share, sizes+1
				alltest.Check(t, share <= 0.05+4*math.Sqrt(0.05*0.95/float64(tables)), "%s, %d blocks of %d: called %.3f", ties, n, k, share)
			}
		}
		if share := sum / sizes; share > 0.05+3*math.Sqrt(0.05*0.95/sizes/float64(tables)) || share == 0 {
			t.Errorf("%s: called %.4f of %v", ties, share, sizes*float64(tables))
		}
		if !alltest.Asked() {
			continue
		}
		for _, size := range [][2]int{{21, 4}, {21, 6}, {50, 3}, {400, 2}} {
			share := called(3, size[0], size[1], 10*tables, draw)
			alltest.Check(t, share <= 0.06+3*math.Sqrt(0.05*0.95/float64(10*tables)), "%s, %v: called %.4f", ties, size, share)
		}
	}
	t.Logf("at most %.3f of %d tables of one size", worst, tables)
}

func fill(row []float64, draw func() float64) {
	for j := range row {
		row[j] = draw()
	}
}

// Blocks of equal infinite values order nothing, and others as large numbers do.
func TestInfiniteBlocks(t *testing.T) {
	inf := math.Inf(1)
	base := [][]float64{{1, 2, 4}, {1, 3, 9}, {2, 5, 6}}
	for _, c := range [][2][]float64{{{inf, inf, inf}, {7, 7, 7}}, {{-inf, -inf, -inf}, {7, 7, 7}}, {{2, 1, inf}, {2, 1, 99}}} {
		if got, want := ImanDavenport(append([][]float64{c[0]}, base...)), ImanDavenport(append([][]float64{c[1]}, base...)); got.P != want.P || got.Statistic != want.Statistic {
			t.Errorf("with %v: %+v, with %v %+v", c[0], got.Test, c[1], want.Test)
		}
	}
}
