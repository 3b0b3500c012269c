package logic_test

import (
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// blobs makes a puzzle of a picture of ellipses in and out of each other: one
// that the engine solves.
func blobs(b *testing.B, size puzzle.Size) *nonogram.Puzzle {
	b.Helper()
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 0))
		picture := puzzle.NewGrid(size, nonogram.Blank)
		for range size.Cells() / 60 {
			y, x := r.Float64()*float64(size.Rows), r.Float64()*float64(size.Cols)
			high, wide := 1+7*r.Float64(), 1+9*r.Float64()
			value := uint8(r.IntN(2))
			for i := range picture.Values {
				c := size.At(i)
				if math.Hypot((float64(c.Row)-y)/high, (float64(c.Col)-x)/wide) < 1 {
					picture.Values[i] = value
				}
			}
		}
		p, err := nonogram.FromPicture("blobs", picture, nil)
		if err != nil {
			b.Fatal(err)
		}
		out, err := logic.New().Solve(b.Context(), p, solver.Run{})
		if err != nil {
			b.Fatal(err)
		}
		if out.Status == solver.Solved {
			return p
		}
	}
	b.Fatalf("no picture of %v is solved", size)
	return nil
}

// BenchmarkPicture solves made pictures, the largest as large as the largest of table I.
//
//	go test -run '^$' -bench Picture ./pkg/nonogram/logic
func BenchmarkPicture(b *testing.B) {
	for _, size := range []puzzle.Size{{Rows: 15, Cols: 15}, {Rows: 30, Cols: 30}, {Rows: 60, Cols: 75}, {Rows: 60, Cols: 145}} {
		b.Run(size.String(), func(b *testing.B) {
			bench(b, []puzzle.Item{{Puzzle: blobs(b, size)}})
		})
	}
}

// BenchmarkSet solves a whole benchmark set, and tells the time of a puzzle.
//
//	FORMICARY_DATA=… go test -run '^$' -bench Set ./pkg/nonogram/logic
func BenchmarkSet(b *testing.B) {
	if os.Getenv(puzzle.DataEnv) == "" {
		b.Skipf("%s does not name the benchmarks", puzzle.DataEnv)
	}
	for _, name := range []string{"survey", "assorted", "janko", "colour"} {
		b.Run(strings.ReplaceAll(name, "/", "-"), func(b *testing.B) { bench(b, nonogram.MustOpen(name).Items) })
	}
}

func bench(b *testing.B, items []puzzle.Item) {
	b.Helper()
	seconds, lines, solved := 0.0, 0.0, 0
	for b.Loop() {
		solved = 0
		for _, item := range items {
			out, err := logic.New().Solve(b.Context(), item.Puzzle, solver.Run{})
			if err != nil {
				b.Fatal(err)
			}
			if out.Status == solver.Solved {
				solved++
			}
			seconds += out.CPU.Seconds()
			lines += float64(out.Iterations)
		}
	}
	runs := float64(b.N * len(items))
	b.ReportMetric(seconds*1e3/runs, "cpu-ms/puzzle")
	b.ReportMetric(lines/runs, "lines/puzzle")
	b.ReportMetric(seconds*1e6/lines, "cpu-µs/line")
	b.ReportMetric(float64(solved), "solved")
	b.ReportMetric(0, "ns/op")
}
