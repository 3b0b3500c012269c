package stats

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"
)

// Differences of rates k/n have the ties and zeros that rational arithmetic has,
// whatever the numbers of runs, and the test of them is that of the rational
// numbers by their ranks.
func TestDifferencesByRationals(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 7))
	noise := 0
	for range 400 {
		runs := 1 + random.IntN(100)
		var first, second []float64
		var exact []*big.Rat
		for range 2 + random.IntN(40) {
			m, n := runs, runs
			if random.IntN(3) == 0 {
				m, n = 1+random.IntN(30), 1+random.IntN(30) // some puzzles have other numbers of runs
			}
			a, b := random.IntN(m+1), random.IntN(n+1)
			first, second = append(first, float64(a)/float64(m)), append(second, float64(b)/float64(n))
			exact = append(exact, new(big.Rat).Sub(big.NewRat(int64(a), int64(m)), big.NewRat(int64(b), int64(n))))
		}
		got := Differences(first, second)
		for i := range got {
			if got[i] == 0 != (exact[i].Sign() == 0) || got[i] > 0 != (exact[i].Sign() > 0) || math.Abs(got[i]-(first[i]-second[i])) > 1e-14 {
				t.Fatalf("%v − %v is %v", first[i], second[i], got[i])
			}
			for j := range i {
				x, y := new(big.Rat).Abs(exact[i]), new(big.Rat).Abs(exact[j])
				if got, want := compare(math.Abs(got[i]), math.Abs(got[j])), x.Cmp(y); got != want {
					t.Fatalf("%v − %v and %v − %v compare as %d, want %d", first[i], second[i], first[j], second[j], got, want)
				}
				if plain := compare(math.Abs(first[i]-second[i]), math.Abs(first[j]-second[j])); plain != x.Cmp(y) {
					noise++
				}
			}
		}
		// The places of the rational numbers are whole numbers with the same ranks.
		order := slices.Clone(exact)
		slices.SortFunc(order, func(a, b *big.Rat) int { return new(big.Rat).Abs(a).Cmp(new(big.Rat).Abs(b)) })
		whole := make([]float64, len(exact))
		for i, e := range exact {
			place := slices.IndexFunc(order, func(o *big.Rat) bool { return new(big.Rat).Abs(o).Cmp(new(big.Rat).Abs(e)) == 0 })
			whole[i] = float64(e.Sign()) * float64(place+1)
		}
		if x, y := SignedRank(got), SignedRank(whole); x.P != y.P || x.Statistic != y.Statistic {
			t.Fatalf("%+v, of whole numbers %+v", x, y)
		}
	}
	alltest.Check(t, noise >= 100, "only %d comparisons of plain differences go wrong: the test shows little", noise)
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Costs that were summed up in another order are one cost to every test of
// ranks, and factors that are equal are one factor; numbers that differ in more
// than rounding, and infinite ones, stay what they are.
func TestNoiseIsNotRanked(t *testing.T) {
	three := 0.1 + 0.2 // 0.30000000000000004
	got := Differences([]float64{three, 0.3, 1e9, 0.7}, []float64{0.3, 0.3, 1e9 + 1e-3, 0.1})
	alltest.Check(t, got[0] == 0 && got[1] == 0 && got[2] < 0 && got[3] > 0, "%v", got)
	if got := Differences([]float64{math.Inf(1), math.Inf(1), 2, math.Inf(-1)}, []float64{math.Inf(1), 2, math.Inf(1), 0}); !slices.Equal(got, []float64{0, math.Inf(1), math.Inf(-1), math.Inf(-1)}) {
		t.Errorf("%v", got)
	}
	if got := LogRatios([]float64{0.3, 3, 1, math.Inf(1), 2}, []float64{0.1, 1, 3, math.Inf(1), math.Inf(1)}); got[0] != got[1] || got[1] != -got[2] || got[3] != 0 || !math.IsInf(got[4], -1) {
		t.Errorf("%v", got)
	}
	ranks, ties := Ranks([]float64{three, 0.5, 0.3, math.Inf(1), math.Inf(1)})
	alltest.Check(t, slices.Equal(ranks, []float64{1.5, 3, 1.5, 4.5, 4.5}) && slices.Equal(ties, []int{2, 2}), "%v, %v", ranks, ties)
	if ranks, _ := Ranks([]float64{1, 1 + 1e-12, math.MaxFloat64, math.Inf(1)}); !slices.Equal(ranks, []float64{1, 2, 3, 4}) {
		t.Errorf("%v", ranks)
	}
	clean, noisy := [][]float64{{1, 2, 2}, {3, 3, 1}, {2, 1, 3}, {1, 2, 3}}, [][]float64{}
	for _, row := range clean {
		next := slices.Clone(row)
		for j, v := range next {
			next[j] = v / 10
			if j == 1 {
				next[j] = math.Nextafter(next[j], 9)
			}
		}
		noisy = append(noisy, next)
	}
	for name, test := range map[string]func([][]float64) Blocked{"Friedman": Friedman, "ImanDavenport": ImanDavenport} {
		if a, b := test(clean), test(noisy); !near(a.P, b.P) {
			t.Errorf("%s: %v, with noise %v", name, a.P, b.P)
		}
	}
	alltest.Equal(t, A12([]float64{three}, []float64{0.3}), 0.5, "A12")
}

// Noise is by the size of the numbers that were subtracted, or by one of logarithms.
func TestNoiseOfLargeNumbers(t *testing.T) {
	got := Differences([]float64{1000.3, 0.4}, []float64{1000.1, 0.2})
	alltest.Check(t, got[0] == got[1], "%v", got)
	if got := Differences([]float64{1e-9 + 3e-20, 0.4}, []float64{1e-9, 0.2}); got[0] == 0 {
		t.Errorf("%v", got)
	}
	if got := LogRatios([]float64{3e300, 3, math.Nextafter(1, 2), 7e-300}, []float64{1e300, 1, 1, 7e-300}); got[0] != got[1] || got[2] != 0 || got[3] != 0 {
		t.Errorf("%v", got)
	}
}
