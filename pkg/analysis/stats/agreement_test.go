package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
)

var ofBlocks = map[string]func([][]float64) Blocked{"Iman–Davenport": ImanDavenport, "Quade": Quade}

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
		for name, test := range ofBlocks {
			if x := test(c.rows); !near(x.P/c.p, 1) || !x.Exact || !strings.HasSuffix(x.Method, ", exact") || !math.IsInf(x.Statistic, 1) {
				t.Errorf("%s of %d times %v: %v, want %v (%+v)", name, len(c.rows), c.rows[0], x.P, c.p, x.Test)
			}
		}
	}
	for n := 2; n < 40; n++ { // whatever rounding does to the statistic
		for k := 2; k < 9; k++ {
			for name, test := range ofBlocks {
				if x := test(times(n, []float64{3, 1, 4, 1.5, 9, 2, 6, 5}[:k]...)); !math.IsInf(x.Statistic, 1) || !x.Exact {
					t.Errorf("%s of %d times %d: %+v", name, n, k, x)
				}
			}
		}
	}
	// Of drawn tables none agrees as well as these: p is that of the table itself.
	nearly := append(times(9, 1, 2, 3, 4, 5, 6, 7), []float64{1, 2, 3, 4, 5, 7, 6})
	for name, test := range ofBlocks {
		if x := test(nearly); x.P != 1e-4 || x.Exact {
			t.Errorf("%s of nearly complete agreement: %+v", name, x)
		}
		// Blocks of one tie do not count among the many for which the limit holds.
		x, y := test(append(times(9, 2, 2, 2, 2, 2, 2, 2), drawn(15, 7)...)), test(append(drawn(15, 7), times(9, 2, 2, 2, 2, 2, 2, 2)...))
		if !strings.HasSuffix(x.Method, "drawn tables") || x.P != y.P {
			t.Errorf("%s: %+v, %+v", name, x.Test, y.Test)
		}
		// What is drawn does not depend on the order of blocks with other ties.
		rows := [][]float64{{1, 1, 2, 3, 4, 4, 4}, {5, 3, 1, 2, 9, 8, 7}, {1, 1, 1, 1, 2, 2, 2}, {3, 1, 2, 2, 2, 2, 5}}
		first := test(rows)
		slices.Reverse(rows)
		if again := test(rows); again.P != first.P {
			t.Errorf("%s: %v, in another order %v", name, first.P, again.P)
		}
	}
	// Blocks of one tie say nothing, however many they are.
	for name, test := range ofBlocks {
		for _, n := range []int{1, 5, 300} {
			if x := test(append(times(3, 0, 0, 1), times(n, 2, 2, 2)...)); !near(x.P, 1.0/9) || !x.Exact {
				t.Errorf("%s with %d blocks of one tie: %+v", name, n, x)
			}
		}
		if x := test(append(times(1, 0, 0, 1), times(9, 2, 2, 2)...)); x.P != 1 {
			t.Errorf("%s of one block that orders: %+v", name, x)
		}
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
		for name, test := range ofBlocks {
			x := test(rows)
			scores = nil
			for _, row := range rows {
				scores = append(scores, append([]float64(nil), row...))
			}
			all, as := 0, 0
			var walk func(i, j int)
			walk = func(i, j int) { // every order of every block, by swaps
				switch {
				case i == c.n:
					all++
					if slowAgreement(scores, name == "Quade") >= slowAgreement(rows, name == "Quade")-1e-9 {
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
				if !near(x.P, want) {
					t.Errorf("%s of %v: %v, counted %v", name, rows, x.P, want)
				}
			} else {
				drawn++
				if tables := x.P * 10_000; math.Abs(tables-math.Round(tables)) > 1e-6 {
					t.Errorf("%s: %v of so many tables", name, x.P)
				}
				if math.Abs(x.P-want) > 4*math.Sqrt(want*(1-want)/drawnTables)+1e-4 {
					t.Errorf("%s of %v: %v drawn, counted %v", name, rows, x.P, want)
				}
			}
		}
	}
	if exact != 18 || drawn != 4 {
		t.Errorf("%d exact and %d drawn cases", exact, drawn)
	}
}

// slowAgreement is the sum of squares of weighted mean ranks, from its definition.
func slowAgreement(rows [][]float64, weighted bool) (all float64) {
	k := len(rows[0])
	weights := make([]float64, len(rows))
	for i, row := range rows {
		weights[i] = 1
		if weighted {
			weights[i] = 0.5
			for _, other := range rows {
				switch a, b := width(row), width(other); {
				case b < a:
					weights[i]++
				case b == a:
					weights[i] += 0.5
				}
			}
		}
	}
	for j := range k {
		sum := 0.0
		for i, row := range rows {
			rank := float64(-k) / 2
			for _, v := range row {
				switch {
				case v < row[j]:
					rank++
				case v == row[j]:
					rank += 0.5
				}
			}
			sum += weights[i] * rank
		}
		all += sum * sum
	}
	return all
}

func width(row []float64) float64 {
	least, most := row[0], row[0]
	for _, v := range row {
		least, most = min(least, v), max(most, v)
	}
	return most - least
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
	worst := 0.0
	for ties, draw := range draws {
		for name, test := range ofBlocks {
			all, called := 0.0, 0.0
			for _, k := range treatments {
				for _, n := range blocks {
					r := rand.New(rand.NewPCG(uint64(n), uint64(k)))
					here := 0.0
					for range tables {
						rows := make([][]float64, n)
						for i := range rows {
							rows[i] = make([]float64, k)
							draw(r, rows[i])
						}
						if test(rows).P <= 0.05 {
							here++
						}
					}
					all, called = all+float64(tables), called+here
					share := here / float64(tables)
					worst = max(worst, share)
					if share > 0.05+4*math.Sqrt(0.05*0.95/float64(tables)) {
						t.Errorf("%s, %s, %d blocks of %d: called %.3f", name, ties, n, k, share)
					}
				}
			}
			if share := called / all; share > 0.05+3*math.Sqrt(0.05*0.95/all) || called == 0 {
				t.Errorf("%s, %s: called %.4f of %v", name, ties, share, all)
			}
		}
	}
	t.Logf("at most %.3f of %d tables of one size", worst, tables)
	if !alltest.Asked() {
		return
	}
	for ties, draw := range draws {
		for name, test := range ofBlocks {
			for _, size := range [][2]int{{21, 4}, {21, 6}, {50, 3}, {400, 2}} {
				r, called := rand.New(rand.NewPCG(3, uint64(size[0]))), 0.0
				for range 10 * tables {
					rows := make([][]float64, size[0])
					for i := range rows {
						rows[i] = make([]float64, size[1])
						draw(r, rows[i])
					}
					if test(rows).P <= 0.05 {
						called++
					}
				}
				if share, n := called/float64(10*tables), float64(10*tables); share > 0.06+3*math.Sqrt(0.05*0.95/n) {
					t.Errorf("%s, %s, %v: called %.4f", name, ties, size, share)
				}
			}
		}
	}
}

func fill(row []float64, draw func() float64) {
	for j := range row {
		row[j] = draw()
	}
}

// Blocks of equal infinite values order nothing; one of +Inf and a number has the
// largest range.
func TestInfiniteBlocks(t *testing.T) {
	inf := math.Inf(1)
	base := [][]float64{{1, 2, 4}, {1, 3, 9}, {2, 5, 6}}
	for name, test := range ofBlocks {
		for _, row := range [][]float64{{inf, inf, inf}, {-inf, -inf, -inf}} {
			if got, want := test(append([][]float64{row}, base...)), test(append([][]float64{{7, 7, 7}}, base...)); got.P != want.P || got.Statistic != want.Statistic {
				t.Errorf("%s with %v: %+v, with a tie %+v", name, row, got.Test, want.Test)
			}
		}
		if got, want := test(append([][]float64{{2, 1, inf}}, base...)), test(append([][]float64{{2, 1, 99}}, base...)); got.P != want.P || got.Statistic != want.Statistic {
			t.Errorf("%s: %+v, with a large range %+v", name, got.Test, want.Test)
		}
	}
	if x := Quade(times(3, inf, inf)); x.P != 1 || fmt.Sprint(x.Warnings) != "[all values are equal within blocks]" {
		t.Errorf("%+v", x)
	}
}
