package lab_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
)

// mostRatio is how much longer than a hello-world cell a warm cell may take
// that imports everything a notebook needs.
const mostRatio = 2.0

// BenchmarkWarmCell times cells, from one's start to the next one's: a hello
// world, and one that links all that notebooks link. Each kind has a kernel of
// its own (imports stay with a kernel), and the two take turns, so that
// whatever else the machine does meets both. It prints the medians and fails
// above mostRatio.
func BenchmarkWarmCell(b *testing.B) {
	env := labtest.Env(b)
	hello, everything := manyTimes(b, labtest.HelloCell), manyTimes(b, labtest.EverythingCell)
	for b.Loop() {
		var light, full []float64
		for range 5 {
			light = append(light, cellTimes(b, env, hello)...)
			full = append(full, cellTimes(b, env, everything)...)
		}
		b.Logf("medians: %.3f s and %.3f s, ratio %.2f", median(light), median(full), median(full)/median(light))
		ratio := slices.Min(full) / slices.Min(light)
		b.ReportMetric(slices.Min(light), "s/hello-cell")
		b.ReportMetric(slices.Min(full), "s/warm-cell")
		b.ReportMetric(ratio, "ratio")
		if ratio >= mostRatio {
			b.Errorf("a warm cell takes %.2f times a hello-world cell, less than %.1f is required", ratio, mostRatio)
		}
	}
}

// manyTimes is the path of a notebook of cells of one kind.
func manyTimes(b *testing.B, cell func(n int) string) string {
	var cells []string
	for n := range 9 {
		cells = append(cells, cell(n))
	}
	path := filepath.Join(b.TempDir(), "cells.ipynb")
	if err := os.WriteFile(path, notebook(cells), 0o644); err != nil {
		b.Fatal(err)
	}
	return path
}

// cellTimes are the seconds that the cells of a notebook take, without the
// first, which finds the kernel cold, and the last, whose end nothing marks.
func cellTimes(b *testing.B, env *lab.Env, path string) []float64 {
	var starts []time.Time
	_, err := env.Execute(b.Context(), path, lab.ExecuteOptions{
		Progress: func(int, int) { starts = append(starts, time.Now()) },
	})
	if err != nil {
		b.Fatal(err)
	}
	var out []float64
	for i := 1; i+1 < len(starts); i++ {
		out = append(out, starts[i+1].Sub(starts[i]).Seconds())
	}
	return out
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return x[len(x)/2]
}

// notebook is an .ipynb file with code cells.
func notebook(cells []string) []byte {
	var b bytes.Buffer
	b.WriteString(`{"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": {"name": "gonb", "display_name": "Go (gonb)", "language": "go"}}, "cells": [`)
	for i, source := range cells {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"cell_type": "code", "id": "c%d", "metadata": {}, "execution_count": null, "outputs": [], "source": %q}`, i, source)
	}
	b.WriteString("]}\n")
	return b.Bytes()
}
