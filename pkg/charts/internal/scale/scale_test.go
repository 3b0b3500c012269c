package scale

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
)

func Example() {
	fmt.Println(Fit(20, 900, 9))
	fmt.Println(Roomy(-0.05, 0.42))
	// Output:
	// [20 50 100 200 500]
	// -0.1 0.5
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		fit    int
		want   []float64
	}{
		{20, 900, 9, []float64{20, 50, 100, 200, 500}},
		{20, 900, 4, []float64{50, 100, 500}},
		{40, 130, 9, []float64{40, 50, 60, 80, 100}},
		{87, 115, 9, []float64{90, 95, 100, 105, 110, 115}},
		{225, 256, 4, []float64{230, 240, 250}},
		{8, 2000, 9, []float64{10, 20, 50, 100, 200, 500, 1000, 2000}},
		{1, 1e6, 9, []float64{1, 10, 100, 1000, 1e4, 1e5, 1e6}},
		{1, 1e6, 4, []float64{1, 100, 1e4, 1e6}},
		{0, 10, 9, nil},
		{10, 10, 9, nil},
		{1, math.Inf(1), 9, nil},
	} {
		got := Fit(c.lo, c.hi, c.fit)
		alltest.Check(t, near(got, c.want), "Fit(%v, %v, %v) = %v, want %v", c.lo, c.hi, c.fit, got, c.want)
	}
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(1e-12, 1e9).Draw(t, "lo")
		hi := lo * rapid.Float64Range(1.01, 1e12).Draw(t, "ratio")
		fit := rapid.IntRange(4, 9).Draw(t, "fit")
		got := Fit(lo, hi, fit)
		alltest.Require(t, slices.IsSorted(got) && len(got) <= fit, "ticks %v", got)
		alltest.Require(t, len(got) != 0, "no ticks from %v to %v", lo, hi)
		for _, x := range got {
			alltest.Require(t, x >= lo*0.999 && x <= hi*1.001, "tick %v outside of %v to %v", x, lo, hi)
		}
	})
}

func near(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= 1e-9*math.Abs(y) })
}

func TestNice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(0, 1e12).Draw(t, "x")
		got := Nice(x)
		alltest.Require(t, got >= x && (x < 1 || got <= 1.6*x), "Nice(%v) = %v", x, got)
	})
}

func TestRoomy(t *testing.T) {
	for _, c := range []struct{ lo, hi, least, most float64 }{
		{-0.05, 0.42, -0.1, 0.5}, {0, 1, -0.2, 1.2}, {3, 3, 2, 4}, {0, 480, -100, 500},
	} {
		if least, most := Roomy(c.lo, c.hi); math.Abs(least-c.least) > 1e-9 || math.Abs(most-c.most) > 1e-9 {
			t.Errorf("Roomy(%v, %v) = %v, %v; want %v, %v", c.lo, c.hi, least, most, c.least, c.most)
		}
	}
}

// TestBorder: classes of 0 to 100 and from 101 on part at 100, those of 0 to 99 and from 100 on too.
func TestBorder(t *testing.T) {
	for _, least := range []int{100, 101} {
		alltest.Equal(t, Border(least), 100, "the border of a class from %d on", least)
	}
}
