package bench

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// pairsOf are pairs of one benchmark.
func pairsOf(first, second []float64) []pair {
	var out []pair
	for i := range first {
		out = append(out, pair{"p", "B", "ns/op", first[i], second[i]})
	}
	return out
}

func TestCompare(t *testing.T) {
	ten := []float64{10, 11, 12, 13, 14, 15, 16, 17, 18, 19}
	scaled := func(by float64) []float64 {
		var out []float64
		for _, x := range ten {
			out = append(out, by*x)
		}
		return out
	}
	zeros := make([]float64, 10)
	for _, c := range []struct {
		name          string
		first, second []float64
		ratio         float64 // NaN: none
		bounded       bool
		differs       bool
		p             float64
	}{
		{"half", ten, scaled(0.5), 0.5, true, true, 2.0 / 1024},
		{"equal", ten, ten, 1, true, false, 1},
		{"both zero", zeros, zeros, 1, true, false, 1},
		{"zero once", zeros, ten, math.NaN(), false, false, 2.0 / 1024},
		{"too few pairs", ten[:5], scaled(2)[:5], 2, false, false, 2.0 / 32},
		{"just enough pairs", ten[:6], scaled(2)[:6], 2, true, true, 2.0 / 64},
		{"forth and back", []float64{1, 2, 1, 2, 1, 2, 1, 2}, []float64{2, 1, 2, 1, 2, 1, 2, 1}, 1, true, false, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows := compare(pairsOf(c.first, c.second))
			if len(rows) != 1 {
				t.Fatalf("%d rows", len(rows))
			}
			r := rows[0]
			if r.Pairs != len(c.first) || math.Abs(r.P-c.p) > 1e-12 || r.Differs() != c.differs {
				t.Errorf("got %+v", r)
			}
			if (r.Ratio == nil) != math.IsNaN(c.ratio) || r.Ratio != nil && math.Abs(*r.Ratio-c.ratio) > 1e-12 {
				t.Errorf("ratio %v, expected %v", r.Ratio, c.ratio)
			}
			if (r.Low != nil) != c.bounded || (r.High != nil) != c.bounded {
				t.Errorf("interval %v %v", r.Low, r.High)
			}
		})
	}
}

// TestCompareSeparates keeps packages, benchmarks and units apart.
func TestCompareSeparates(t *testing.T) {
	var pairs []pair
	for i := range 3 {
		x := float64(i + 1)
		pairs = append(pairs, pair{"q", "A", "ns/op", x, x}, pair{"p", "B", "B/op", x, x}, pair{"p", "B", "ns/op", x, 2 * x}, pair{"p", "A", "ns/op", x, x})
	}
	var got []string
	for _, r := range compare(pairs) {
		got = append(got, fmt.Sprintf("%s %s %s %d %g %g", r.Package, r.Name, r.Unit, r.Pairs, r.First, r.Second))
	}
	want := []string{"p A ns/op 3 2 2", "p B B/op 3 2 2", "p B ns/op 3 2 4", "q A ns/op 3 2 2"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestCompareProperties: swapping the two gives the reciprocal, and the machine
// being slower for a whole pair changes nothing.
func TestCompareProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		time := rapid.Float64Range(0.1, 1e6)
		first := rapid.SliceOfN(time, 6, 12).Draw(t, "first")
		second := rapid.SliceOfN(time, len(first), len(first)).Draw(t, "second")
		slow := rapid.SliceOfN(rapid.Float64Range(0.5, 8), len(first), len(first)).Draw(t, "slow")
		r := compare(pairsOf(first, second))[0]
		swapped := compare(pairsOf(second, first))[0]
		near := func(what string, x, y float64) {
			if math.Abs(x-y) > 1e-9*math.Max(math.Abs(x), math.Abs(y)) {
				t.Errorf("%s: %v and %v", what, x, y)
			}
		}
		near("the ratio of the swapped", *r.Ratio, 1 / *swapped.Ratio)
		near("the interval of the swapped", *r.Low, 1 / *swapped.High)
		if *r.Low > *r.Ratio || *r.Ratio > *r.High {
			t.Errorf("the estimate %v is not within %v and %v", *r.Ratio, *r.Low, *r.High)
		}
		for i := range first {
			first[i] *= slow[i]
			second[i] *= slow[i]
		}
		slower := compare(pairsOf(first, second))[0]
		near("the ratio of the slower", *r.Ratio, *slower.Ratio)
		near("the interval of the slower", *r.Low, *slower.Low)
	})
}

// TestWalsh compares with the definition: a value is within the interval where
// the test of the differences from it, all choices of signs counted out, does
// not reject.
func TestWalsh(t *testing.T) {
	// accepted counts out the signs of the ranks.
	accepted := func(values []float64, at, level float64) bool {
		sizes := make([]float64, len(values))
		for i, v := range values {
			sizes[i] = math.Abs(v - at)
		}
		rank := func(i int) int {
			n := 1
			for _, s := range sizes {
				if s < sizes[i] {
					n++
				}
			}
			return n
		}
		sum := 0
		for i, v := range values {
			if v > at {
				sum += rank(i)
			}
		}
		low, high := 0, 0
		for signs := range 1 << len(values) {
			s := 0
			for i := range values {
				if signs>>i&1 == 1 {
					s += i + 1
				}
			}
			if s <= sum {
				low++
			}
			if s >= sum {
				high++
			}
		}
		all := float64(int(1) << len(values))
		return float64(low)/all > (1-level)/2 && float64(high)/all > (1-level)/2
	}
	rapid.Check(t, func(t *rapid.T) {
		// Different values, whose means of pairs are different, too.
		values := rapid.SliceOfNDistinct(rapid.IntRange(0, 1<<20), 6, 9, rapid.ID).Draw(t, "values")
		level := rapid.SampledFrom([]float64{0.5, 0.8, 0.9, 0.95}).Draw(t, "level")
		var floats []float64
		for i, v := range values {
			floats = append(floats, float64(v)+float64(i*i)/1000)
		}
		low, high, ok := walsh(floats, level)
		if !ok {
			t.Fatal("no interval")
		}
		const step = 1e-5
		for _, c := range []struct {
			at   float64
			want bool
		}{{low - step, false}, {low + step, true}, {high - step, true}, {high + step, false}} {
			if low+2*step < high && accepted(floats, c.at, level) != c.want {
				t.Errorf("of %v at %v: %v is within [%v, %v]: %v", floats, level, c.at, low, high, !c.want)
			}
		}
	})
}
