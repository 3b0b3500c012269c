package bench

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
)

// level is the confidence level of intervals.
const level = 0.95

// Row compares one benchmark in one unit.
type Row struct {
	// Package is the import path, Name the benchmark's name without
	// "Benchmark", Unit what its values count, such as "ns/op".
	Package string `json:"package"`
	Name    string `json:"name"`
	Unit    string `json:"unit"`
	// Pairs is the number of pairs of measurements.
	Pairs int `json:"pairs"`
	// First and Second are the medians of the two commits.
	First  float64 `json:"first"`
	Second float64 `json:"second"`
	// Ratio is the median, over the pairs, of second by first: 0.5 where the
	// second takes half. It is exactly 1 where all pairs are equal, zeros
	// included, and nil where only one of a pair is zero.
	Ratio *float64 `json:"ratio"`
	// Low and High bound the ratio with a confidence of at least 95 %; nil
	// where there are too few pairs to bound it, and where there is no ratio.
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
}

// Differs reports whether the interval leaves the ratio 1 out.
func (r Row) Differs() bool {
	return r.Low != nil && (*r.Low > 1 || *r.High < 1)
}

// key is what a row is about.
type key struct{ pkg, name, unit string }

// values are the measurements of one run of a package's test program.
type values map[key]float64

// read reads what a Go test program prints with -test.bench, in the format of
// https://go.dev/design/14313-benchmark-format. Lines that look like a result
// and are none go to skip.
func read(pkg, text string, skip func(format string, args ...any)) (values, error) {
	out := values{}
	lines := benchfmt.NewReader(strings.NewReader(text), pkg)
	for lines.Scan() {
		switch record := lines.Result().(type) {
		case *benchfmt.SyntaxError:
			skip("skipping %v", record)
		case *benchfmt.Result:
			name, parts := record.Name.Parts()
			for _, part := range parts {
				if part[0] == '/' { // not the number of processors
					name = append(name[:len(name):len(name)], part...)
				}
			}
			for _, v := range record.Values {
				if v.OrigUnit != "" { // ns/op, which the reader turns into sec/op
					v.Value, v.Unit = v.OrigValue, v.OrigUnit
				}
				if math.IsNaN(v.Value) || math.IsInf(v.Value, 0) {
					return nil, fmt.Errorf("bench: %s: %s measured %v %s", pkg, name, v.Value, v.Unit)
				}
				out[key{pkg, string(name), v.Unit}] = v.Value
			}
		}
	}
	return out, lines.Err()
}

// pairs are measurements of the two commits, one right after the other.
type pairs map[key][][2]float64

// add pairs the measurements of two runs; what only one has is left out.
func (p pairs) add(first, second values) {
	for k, a := range first {
		if b, ok := second[k]; ok {
			p[k] = append(p[k], [2]float64{a, b})
		}
	}
}

// rows are the comparisons by package, benchmark and unit.
func (p pairs) rows() []Row {
	keys := slices.SortedFunc(maps.Keys(p), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.name, b.name), cmp.Compare(a.unit, b.unit))
	})
	var out []Row
	for _, k := range keys {
		out = append(out, row(k, p[k]))
	}
	return out
}

func row(k key, pairs [][2]float64) Row {
	var first, second, logs []float64
	defined := true
	for _, p := range pairs {
		first, second = append(first, p[0]), append(second, p[1])
		switch {
		case p[0] == p[1]:
			logs = append(logs, 0)
		case p[0] > 0 && p[1] > 0:
			logs = append(logs, math.Log(p[1]/p[0]))
		default:
			defined = false
		}
	}
	r := Row{Package: k.pkg, Name: k.name, Unit: k.unit, Pairs: len(pairs), First: median(first).Center, Second: median(second).Center}
	if !defined {
		return r
	}
	// Logarithms, and the wider of the interval and the one of the swapped
	// commits (for some sizes benchmath's is not symmetric): so swapping them
	// gives the reciprocal.
	m := median(logs)
	for i := range logs {
		logs[i] *= -1
	}
	swapped := median(logs)
	ratio, low, high := math.Exp(m.Center), math.Exp(min(m.Lo, -swapped.Hi)), math.Exp(max(m.Hi, -swapped.Lo))
	r.Ratio = &ratio
	if low > 0 && !math.IsInf(high, 0) {
		r.Low, r.High = &low, &high
	}
	return r
}

// median is the median of a sample with its distribution-free interval.
func median(sample []float64) benchmath.Summary {
	return benchmath.AssumeNothing.Summary(benchmath.NewSample(sample, &benchmath.DefaultThresholds), level)
}
