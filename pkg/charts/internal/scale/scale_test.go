package scale

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func Example() {
	fmt.Println(Ticks(20, 900, false))
	fmt.Println(Roomy(-0.05, 0.42))
	// Output:
	// [20 50 100 200 500]
	// -0.1 0.5
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		few    bool
		want   []float64
	}{
		{20, 900, false, []float64{20, 50, 100, 200, 500}},
		{20, 900, true, []float64{50, 100, 500}},
		{40, 130, false, []float64{40, 50, 60, 80, 100}},
		{87, 115, false, []float64{90, 95, 100, 105, 110, 115}},
		{225, 256, true, []float64{230, 240, 250}},
		{8, 2000, false, []float64{10, 20, 50, 100, 200, 500, 1000, 2000}},
		{1, 1e6, false, []float64{1, 10, 100, 1000, 1e4, 1e5, 1e6}},
		{1, 1e6, true, []float64{1, 100, 1e4, 1e6}},
		{0, 10, false, nil},
		{10, 10, false, nil},
		{1, math.Inf(1), false, nil},
	} {
		if got := Ticks(c.lo, c.hi, c.few); !near(got, c.want) {
			t.Errorf("Ticks(%v, %v, %v) = %v, want %v", c.lo, c.hi, c.few, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(1e-12, 1e9).Draw(t, "lo")
		hi := lo * rapid.Float64Range(1.01, 1e12).Draw(t, "ratio")
		few := rapid.Bool().Draw(t, "few")
		got := Ticks(lo, hi, few)
		if !slices.IsSorted(got) || len(got) > 9 || few && len(got) > 4 {
			t.Fatalf("ticks %v", got)
		}
		if len(got) == 0 {
			t.Fatalf("no ticks from %v to %v", lo, hi)
		}
		for _, x := range got {
			if x < lo*0.999 || x > hi*1.001 {
				t.Fatalf("tick %v outside of %v to %v", x, lo, hi)
			}
		}
	})
}

func near(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= 1e-9*math.Abs(y) })
}

func TestNice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(0, 1e12).Draw(t, "x")
		if got := Nice(x); got < x || x >= 1 && got > 1.6*x {
			t.Fatalf("Nice(%v) = %v", x, got)
		}
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
