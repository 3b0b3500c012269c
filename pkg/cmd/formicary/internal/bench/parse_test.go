package bench

import (
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		name, text, failure string
		want                []Sample
	}{
		{"nothing", "", "", nil},
		{"what go test prints", `goos: linux
pkg: formicary/pkg/colony
BenchmarkStep-2   	  136934	      8761 ns/op	       0 B/op	       0 allocs/op
PASS
`, "", []Sample{{"Step", "ns/op", 8761}, {"Step", "B/op", 0}, {"Step", "allocs/op", 0}}},
		{"a unit of its own", "BenchmarkDecide/all-16 1 5e9 ns/op 0.5 ms-median\n", "", []Sample{{"Decide/all", "ns/op", 5e9}, {"Decide/all", "ms-median", 0.5}}},
		{"one processor", "BenchmarkCell/10x10 100 12 ns/op\n", "", []Sample{{"Cell/10x10", "ns/op", 12}}},
		{"a name with a dash", "BenchmarkCell/best-value 100 12 ns/op\n", "", []Sample{{"Cell/best-value", "ns/op", 12}}},
		{"a benchmark that logs", "BenchmarkX\nBenchmarkX-2\n    x_test.go:3: hello\nBenchmarkX-2 1 7 ns/op\n", "", []Sample{{"X", "ns/op", 7}}},
		{"prose", "Benchmarks are fun\n", "", nil},
		{"no unit", "BenchmarkX-2 1 7\n", `line 1: a value without a unit`, nil},
		{"no value", "ok\nBenchmarkX-2 1 fast ns/op\n", `line 2: "fast" is no value`, nil},
		{"not a number", "BenchmarkX-2 1 NaN ns/op\n", `line 1: "NaN" is no value`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Parse(strings.NewReader(c.text))
			if c.failure != "" {
				if err == nil || !strings.Contains(err.Error(), c.failure) {
					t.Errorf("error %v, expected %q", err, c.failure)
				}
				return
			}
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add("BenchmarkStep-2   	  136934	      8761 ns/op	       0 B/op	       0 allocs/op\nPASS\n")
	f.Add("BenchmarkX\nBenchmarkX-2 1 7 ns/op 1e300 x\n")
	f.Add("BenchmarkX-2 1 -0 ns/op Inf y")
	f.Fuzz(func(t *testing.T, text string) {
		samples, err := Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, s := range samples {
			if s.Unit == "" || s.Value != s.Value {
				t.Errorf("%q gave %+v", text, s)
			}
		}
	})
}
