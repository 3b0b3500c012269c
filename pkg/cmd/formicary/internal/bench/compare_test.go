package bench

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// compare makes the row of one benchmark.
func compare(first, second []float64) Row {
	all := pairs{}
	for i := range first {
		all.add(values{{unit: "ns/op"}: first[i]}, values{{unit: "ns/op"}: second[i], {unit: "B/op"}: 1})
	}
	return all.rows()[0]
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
	}{
		{"half", ten, scaled(0.5), 0.5, true, true},
		{"equal", ten, ten, 1, true, false},
		{"both zero", zeros, zeros, 1, true, false},
		{"zero once", zeros, ten, math.NaN(), false, false},
		{"too few pairs", ten[:5], scaled(2)[:5], 2, false, false},
		{"just enough pairs", ten[:6], scaled(2)[:6], 2, true, true},
		{"forth and back", []float64{1, 2, 1, 2, 1, 2, 1, 2}, []float64{2, 1, 2, 1, 2, 1, 2, 1}, 1, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := compare(c.first, c.second)
			if r.Unit != "ns/op" || r.Pairs != len(c.first) || r.Differs() != c.differs {
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

// TestRead reads the lines of results and skips everything else.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text, skipped string
		want                values
	}{
		{"nothing", "", "", values{}},
		{"what go test prints", `goos: linux
pkg: formicary/pkg/colony
BenchmarkStep-2   	  136934	      8761 ns/op	       0 B/op	       0 allocs/op
PASS
`, "", values{{"p", "Step", "ns/op"}: 8761, {"p", "Step", "B/op"}: 0, {"p", "Step", "allocs/op"}: 0}},
		{"a unit of its own", "BenchmarkDecide/all-16 1 5e9 ns/op 0.5 ms-median\n", "", values{{"p", "Decide/all", "ns/op"}: 5e9, {"p", "Decide/all", "ms-median"}: 0.5}},
		{"one processor", "BenchmarkCell/10x10 100 12 ns/op\n", "", values{{"p", "Cell/10x10", "ns/op"}: 12}},
		{"a name with a dash", "BenchmarkCell/best-value 100 12 ns/op\n", "", values{{"p", "Cell/best-value", "ns/op"}: 12}},
		{"a benchmark that logs", "BenchmarkX\nBenchmarkX-2\n    x_test.go:3: hello\nBenchmarkX-2 1 7 ns/op\n", "", values{{"p", "X", "ns/op"}: 7}},
		{"prose", "Benchmarks are fun\n", "p:1: ", values{}},
		{"no unit", "BenchmarkX-2 1 7\n", "p:1: ", values{}},
		{"no value", "ok\nBenchmarkX-2 1 fast ns/op\n", "p:2: ", values{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var log strings.Builder
			got, err := read("p", c.text, func(format string, args ...any) { fmt.Fprintf(&log, format, args...) })
			if err != nil || !maps.Equal(got, c.want) {
				t.Errorf("got %v, %v", got, err)
			}
			if !strings.Contains(log.String(), c.skipped) || c.skipped == "" && log.Len() > 0 {
				t.Errorf("skipped %q, expected %q", log.String(), c.skipped)
			}
		})
	}
	if _, err := read("p", "BenchmarkX-2 1 NaN ns/op\n", nil); err == nil || !strings.Contains(err.Error(), "X measured NaN ns/op") {
		t.Errorf("error %v", err)
	}
}

// TestRows keeps packages, benchmarks and units apart.
func TestRows(t *testing.T) {
	all := pairs{}
	for i := range 3 {
		x := float64(i + 1)
		all.add(values{{"q", "A", "ns/op"}: x, {"p", "B", "B/op"}: x, {"p", "B", "ns/op"}: x, {"p", "A", "ns/op"}: x},
			values{{"q", "A", "ns/op"}: x, {"p", "B", "B/op"}: x, {"p", "B", "ns/op"}: 2 * x, {"p", "A", "ns/op"}: x})
	}
	var got []string
	for _, r := range all.rows() {
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
		r := compare(first, second)
		swapped := compare(second, first)
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
		slower := compare(first, second)
		near("the ratio of the slower", *r.Ratio, *slower.Ratio)
		near("the interval of the slower", *r.Low, *slower.Low)
	})
}
