package stats

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"formicary/pkg/alltest"

	"pgregory.net/rapid"
)

// sample draws values of which many are equal.
func sample(t *rapid.T, name string, least, most int) []float64 {
	return rapid.SliceOfN(rapid.Map(rapid.IntRange(-5, 5), func(i int) float64 { return float64(i) }), least, most).Draw(t, name)
}

// table draws blocks of treatments.
func table(t *rapid.T) [][]float64 {
	k := rapid.IntRange(2, 5).Draw(t, "treatments")
	rows := make([][]float64, rapid.IntRange(2, 8).Draw(t, "blocks"))
	for i := range rows {
		rows[i] = sample(t, "block", k, k)
	}
	return rows
}

// stretch is a monotone transformation.
func stretch(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = math.Exp(v/2) + v
	}
	return out
}

func near(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(a)) }

// Mann and Whitney's test: sides can change places, values can be stretched and
// shuffled, and p is that of a count of all divisions.
func TestTwoSamples(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := sample(t, "x", 1, 6), sample(t, "y", 1, 6)
		pool := append(slices.Clone(x), y...)
		a, b, c := MannWhitney(x, y), MannWhitney(y, x), MannWhitney(stretch(x), stretch(y))
		alltest.Require(t, near(a.P, b.P) && near(a.P, c.P) && near(a.Statistic, c.Statistic) && a.P > 0 && a.P <= 1,
			"%+v, sides changed %+v, stretched %+v", a, b, c)
		low, high, all := 0.0, 0.0, 0.0
		for mask := range uint(1) << len(pool) {
			if bits.OnesCount(mask) != len(x) {
				continue
			}
			var one, two []float64
			for i, v := range pool {
				if mask>>i&1 == 1 {
					one = append(one, v)
				} else {
					two = append(two, v)
				}
			}
			all++
			v := slowU(one, two)
			if v <= a.Statistic+1e-9 {
				low++
			}
			if v >= a.Statistic-1e-9 {
				high++
			}
		}
		want := min(1, 2*min(low, high)/all)
		alltest.Require(t, near(slowU(x, y), a.Statistic) && near(a.P, want), "%+v, counted %v", a, want)
	})
}

// slowU is U straight from its definition.
func slowU(x, y []float64) (sum float64) {
	for _, a := range x {
		for _, b := range y {
			switch {
			case a > b:
				sum++
			case a == b:
				sum += 0.5
			}
		}
	}
	return sum
}

// Signed ranks: p is that of a count of all signs; signs can be turned over;
// order and unit do not matter. Nor does the side in McNemar's test.
func TestPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := sample(t, "differences", 0, 10)
		a := SignedRank(d)
		turned, scaled := make([]float64, len(d)), make([]float64, len(d))
		for i, v := range d {
			turned[i], scaled[len(d)-1-i] = -v, 3*v
		}
		if b, c := SignedRank(turned), SignedRank(scaled); !near(a.P, b.P) || !near(a.P, c.P) {
			t.Fatalf("%+v, turned %+v, scaled %+v", a, b, c)
		}
		var sizes []float64
		for _, v := range d {
			sizes = append(sizes, math.Abs(v))
		}
		ranks, _ := Ranks(sizes)
		var used []float64
		for i, r := range ranks {
			if sizes[i] != 0 {
				used = append(used, r)
			}
		}
		low, high := 0.0, 0.0
		for mask := range uint(1) << len(used) {
			sum := 0.0
			for i, r := range used {
				if mask>>i&1 == 1 {
					sum += r
				}
			}
			if sum <= a.Statistic {
				low++
			}
			if sum >= a.Statistic {
				high++
			}
		}
		want := min(1, 2*min(low, high)*math.Pow(0.5, float64(len(used))))
		alltest.Require(t, a.N == len(used) && near(a.P, want), "%+v, counted %v", a, want)
		plus, minus := 0, 0
		for _, v := range d {
			if v > 0 {
				plus++
			} else if v < 0 {
				minus++
			}
		}
		if a, b := McNemar(plus, minus), McNemar(minus, plus); !near(a.P, b.P) || a.N != plus+minus {
			t.Fatalf("%+v and %+v", a, b)
		}
	})
}

// Tests of blocks: treatments and blocks can be shuffled, and values stretched; a
// block with one value changes nothing.
func TestBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := table(t)
		k := len(rows[0])
		order := rapid.Permutation(seq(k)).Draw(t, "order")
		shuffled, stretched := [][]float64{}, [][]float64{}
		for _, row := range rows {
			var s []float64
			for _, j := range order {
				s = append(s, row[j])
			}
			shuffled, stretched = append([][]float64{s}, shuffled...), append(stretched, stretch(row))
		}
		for name, test := range map[string]func([][]float64) Blocked{"Friedman": Friedman, "ImanDavenport": ImanDavenport} {
			a, b := test(rows), test(shuffled)
			c := test(stretched)
			alltest.Require(t, near(a.P, b.P) && near(a.P, c.P) && a.P > 0 && a.P <= 1, "%s: %+v, shuffled %+v, transformed %+v", name, a, b, c)
			for i, j := range order {
				alltest.Require(t, near(a.MeanRanks[j], b.MeanRanks[i]),
					"%s: mean ranks %v, shuffled by %v %v", name, a.MeanRanks, order, b.MeanRanks)
			}
		}
		alone := slices.Repeat([]float64{math.NaN()}, k)
		alone[0] = 3
		f := Friedman(rows)
		more := Friedman(append(slices.Clone(rows), alone))
		alltest.Require(t, near(more.P, f.P) && more.Incomplete == 1, "%+v, with an incomplete block %+v", f, more)
	})
}

func seq(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// Corrected p-values are never smaller than what they come from, and keep their order.
func TestCorrections(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 15).Draw(t, "p")
		corrected := Holm(p)
		for i := range p {
			alltest.Require(t, p[i] <= corrected[i] && corrected[i] <= 1 && (len(p) != 1 || corrected[i] == p[i]),
				"p %v becomes %v", p[i], corrected[i])
			for j := range p {
				alltest.Require(t, p[i] >= p[j] || corrected[i] <= corrected[j], "order lost: %v", p)
			}
		}
	})
}

// A12 of changed sides is the rest to 1, with the mirrored interval, which
// holds it.
func TestSuperiority(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := sample(t, "x", 1, 8), sample(t, "y", 1, 8)
		a, interval := A12(x, y), Superiority(x, y, 0.95)
		b, mirrored := A12(y, x), Superiority(y, x, 0.95)
		alltest.Require(t, near(a, 1-b) && near(interval.Low, 1-mirrored.High) && interval.Contains(a) && interval.High-interval.Low >= 0.05,
			"%v %+v, sides changed %v %+v", a, interval, b, mirrored)
		if c, same := A12(stretch(x), stretch(y)), Superiority(stretch(x), stretch(y), 0.95); a != c || interval != same {
			t.Fatalf("%v %+v, stretched %v %+v", a, interval, c, same)
		}
		u := MannWhitney(x, y).Statistic / float64(len(x)*len(y))
		alltest.Require(t, near(u, a), "A12 %v, U/mn %v", a, u)
		wide := Superiority(x, y, 0.99)
		alltest.Require(t, wide.Low <= interval.Low && wide.High >= interval.High, "99 %% %v, 95 %% %v", wide, interval)
	})
}

// TestDraw: what is drawn is what package rand draws of the same source.
func TestDraw(t *testing.T) {
	for n := 1; n < 3000; n += 1 + n/20 {
		got, want := make([]int, n), rand.New(rand.NewPCG(1, uint64(n)))
		draw(got, rand.NewPCG(1, uint64(n)))
		for i := range got {
			one := want.IntN(n)
			alltest.Require(t, got[i] == one, "%d of %d is %d, want %d", i, n, got[i], one)
		}
	}
}

// The same seed draws the same; a constant statistic has an interval of one
// point.
func TestBootstrap(t *testing.T) {
	draw := func(n int, of func([]int) float64) Interval {
		return Bootstrap(n, 200, 0.95, rand.NewPCG(3, 4), of)
	}
	sum := func(units []int) (sum float64) {
		for _, i := range units {
			sum += float64(i)
		}
		return sum
	}
	if x, y := draw(5, sum), draw(5, sum); x != y || !(x.Low < x.High) {
		t.Errorf("%v and %v", x, y)
	}
	alltest.Equal(t, draw(4, func(units []int) float64 { return float64(len(units)) }), Interval{4, 4})
	if i := draw(0, nil); !math.IsNaN(i.Low) {
		t.Errorf("of nothing: %v", i)
	}
	calls := 0
	i := draw(1, func([]int) float64 {
		calls++
		return math.Inf(calls%2*2 - 1)
	})
	alltest.Check(t, calls == 200 && i == (Interval{math.Inf(-1), math.Inf(1)}), "%d calls, %v", calls, i)
	// One draw of many that has no value leaves no interval.
	i = draw(5, func(units []int) float64 {
		if calls++; calls == 300 {
			return math.NaN()
		}
		return float64(units[0])
	})
	alltest.Check(t, math.IsNaN(i.Low) && math.IsNaN(i.High), "a draw without a value: %v", i)
}

// A quantile is always one of the values.
// TestBandwidth: by hand, from the deviation and from the quartiles, whichever is less.
func TestBandwidth(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{{[]float64{1, 2, 3, 4, 5}, 0.9 * 2 / 1.34 * math.Pow(5, -0.2)}, {[]float64{1, 1, 1, 1, 6}, 0.9 * math.Sqrt(5) * math.Pow(5, -0.2)}} {
		got := Bandwidth(c.values)
		alltest.Check(t, math.Abs(got-c.want) <= 1e-12, "%v: %g, want %g", c.values, got, c.want)
	}
}

func TestQuantile(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		p      float64
		values []float64
		want   float64
	}{{0.5, []float64{1, 2, 3}, 2}, {0.5, []float64{1, 2, 3, inf}, 2}, {0.5, []float64{1, inf}, 1}, {0.25, []float64{1, 2, 3, 4, 5}, 2}, {0.9, []float64{1, 2, 3, 4, inf}, inf}, {0, []float64{7, 8}, 7}, {1, []float64{7, 8}, 8}} {
		alltest.Equal(t, Quantile(c.p, c.values), c.want, "%v of %v", c.p, c.values)
	}
}
