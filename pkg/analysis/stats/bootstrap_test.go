package stats

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"formicary/pkg/alltest"
)

// alike are so many units of classes that have the given shares, in per cent.
func alike(units int, shares ...int) (class []int32) {
	for c, share := range shares {
		for range units * share / 100 {
			class = append(class, int32(c))
		}
	}
	return class
}

// Whole counts have the means, the variances and the covariances of counts of units that are drawn one by one: n·p, n·p·(1-p) and -n·p·q.
func TestCountsAreMultinomial(t *testing.T) {
	const units, samples = 2000, 20000
	class := alike(units, 50, 0, 30, 1, 19)
	var sum [5]float64
	var products [5][5]float64
	BootstrapCounts(class, 5, samples, 0.95, rand.NewPCG(1, 2), func(counts []int) float64 {
		total := 0
		for a, n := range counts {
			total += n
			sum[a] += float64(n)
			for b, m := range counts {
				products[a][b] += float64(n) * float64(m)
			}
		}
		alltest.Require(t, total == units, "%v are not %d", counts, units)
		return 0
	})
	p := []float64{0.5, 0, 0.3, 0.01, 0.19}
	for a := range p {
		if mean, error := sum[a]/samples, 5*math.Sqrt(units*p[a]/samples); math.Abs(mean-units*p[a]) > error {
			t.Errorf("class %d comes %v times, want %v ± %v", a, mean, units*p[a], error)
		}
		for b := range p {
			want := -units * p[a] * p[b]
			if a == b {
				want = units * p[a] * (1 - p[a])
			}
			spread := 5 * units * math.Sqrt(2*p[a]*p[b]/samples)
			if got := products[a][b]/samples - sum[a]/samples*sum[b]/samples; math.Abs(got-want) > spread {
				t.Errorf("classes %d and %d vary together by %v, want %v ± %v", a, b, got, want, spread)
			}
		}
	}
}

// Where classes are many, units are drawn, by the numbers that [Bootstrap] takes.
func TestCountsOfUnits(t *testing.T) {
	class := alike(100, 40, 20, 20, 10, 5, 5)
	of := func(counts []int) float64 { return float64(counts[0]) }
	want := Bootstrap(len(class), 500, 0.9, rand.NewPCG(3, 4), func(units []int) (n float64) {
		for _, unit := range units {
			if class[unit] == 0 {
				n++
			}
		}
		return n
	})
	alltest.Equal(t, BootstrapCounts(class, 7, 500, 0.9, rand.NewPCG(3, 4), of), want)
	got := BootstrapCounts(class, 6, 500, 0.9, rand.NewPCG(3, 4), of)
	alltest.Check(t, math.Abs(got.Low-want.Low) <= 2 && math.Abs(got.High-want.High) <= 2, "whole counts give %v, units %v", got, want)
}

// BenchmarkBootstrapCounts draws counts of 10,000 units of 16 classes, whole and unit by unit, and prints the ratio.
func BenchmarkBootstrapCounts(b *testing.B) {
	class := alike(10_000, 40, 20, 10, 5, 5, 5, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1)
	first := func(counts []int) float64 { return float64(counts[0]) }
	counts := make([]int, 16)
	var whole, each time.Duration
	for b.Loop() {
		begin := time.Now()
		BootstrapCounts(class, 16, 100, 0.95, rand.NewPCG(1, 2), first)
		whole += time.Since(begin)
		begin = time.Now()
		Bootstrap(len(class), 100, 0.95, rand.NewPCG(1, 2), func(units []int) float64 {
			clear(counts)
			for _, unit := range units {
				counts[class[unit]]++
			}
			return first(counts)
		})
		each += time.Since(begin)
	}
	b.ReportMetric(float64(each)/float64(whole), "times-faster")
}
