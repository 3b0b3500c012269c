package bench

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Sample is one value that a benchmark printed.
type Sample struct {
	// Name is the benchmark's without "Benchmark" and without the number of
	// processors, Unit what the value counts, such as "ns/op".
	Name, Unit string
	Value      float64
}

// Parse reads what a Go test program prints with -test.bench: the lines of
// benchmarks in the format of https://go.dev/design/14313-benchmark-format,
// anything else is passed over. A line that begins like a benchmark's result
// and is none is an error that names the line.
func Parse(r io.Reader) ([]Sample, error) {
	var out []Sample
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		fields := strings.Fields(lines.Text())
		// A benchmark's name stands alone where it logs something of its own.
		if len(fields) < 2 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		if _, err := strconv.ParseUint(fields[1], 10, 64); err != nil {
			continue // prose
		}
		if len(fields)%2 != 0 {
			return nil, fmt.Errorf("bench: line %d: a value without a unit: %q", number, lines.Text())
		}
		name := bare(fields[0])
		for i := 2; i < len(fields); i += 2 {
			value, err := strconv.ParseFloat(fields[i], 64)
			if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
				return nil, fmt.Errorf("bench: line %d: %q is no value", number, fields[i])
			}
			out = append(out, Sample{Name: name, Unit: fields[i+1], Value: value})
		}
	}
	return out, lines.Err()
}

// bare is a benchmark's name without what every name has.
func bare(name string) string {
	name = strings.TrimPrefix(name, "Benchmark")
	if at := strings.LastIndexByte(name, '-'); at > 0 {
		if _, err := strconv.ParseUint(name[at+1:], 10, 16); err == nil {
			name = name[:at]
		}
	}
	return name
}
