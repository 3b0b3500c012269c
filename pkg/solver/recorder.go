package solver

import (
	"math"
	"time"

	"formicary/pkg/puzzle"
)

// Frame is one moment of a run, copied.
type Frame struct {
	Iterations, Evaluations int64
	Elapsed                 time.Duration
	// Cost is that of Board, Best the lowest of the run so far.
	Cost, Best float64
	Board      puzzle.Grid
	Pheromone  []float64
	Layout     Layout
	// Costs are those of all members of the iteration; nil where the engine
	// has none, and in the frame of a solution.
	Costs []float64
}

// Recorder keeps frames of a run, evenly spaced over its iterations however long
// it becomes: when it is full it drops every other frame and doubles the
// distance.
type Recorder struct {
	frames   []Frame
	capacity int
	stride   int64
	last     Frame
	ended    bool
}

// NewRecorder returns a recorder of at most capacity frames (at least 2).
func NewRecorder(capacity int) *Recorder { return &Recorder{capacity: max(capacity, 2), stride: 1} }

// Observe is the [Observer] that records.
func (r *Recorder) Observe(e Event) {
	if e.Improved {
		if e.Cost == 0 {
			// The improvement comes before its round is counted.
			r.last, r.ended = frame(e), true
			r.last.Iterations++
		}
		return
	}
	if (e.Iterations-1)%r.stride != 0 {
		return
	}
	if len(r.frames) == r.capacity {
		kept := r.frames[:0]
		for i := 0; i < r.capacity; i += 2 {
			kept = append(kept, r.frames[i])
		}
		r.frames = kept
		r.stride *= 2
		if (e.Iterations-1)%r.stride != 0 {
			return
		}
	}
	r.frames = append(r.frames, frame(e))
}

// Frames returns the frames, oldest first; the last frame of a solved run is its
// solution.
func (r *Recorder) Frames() []Frame {
	if !r.ended {
		return r.frames
	}
	out := r.frames
	if n := len(out); n > 0 && out[n-1].Cost == 0 {
		out = out[:n-1]
	}
	return append(out[:len(out):len(out)], r.last)
}

func frame(e Event) Frame {
	return Frame{
		Iterations: e.Iterations, Evaluations: e.Evaluations, Elapsed: e.Elapsed, Cost: e.Cost, Best: e.Best,
		Board: e.Board.Clone(), Pheromone: append([]float64(nil), e.Pheromone...), Layout: e.Layout, Costs: append([]float64(nil), e.Costs...),
	}
}

// Entropy is how evenly numbers, such as pheromone, are spread: Shannon's entropy
// of their shares of the sum, divided by its largest value, log n. It is 1 where
// all are equal and 0 where one has everything. Numbers that are not finite or
// below zero count as zero; NaN where all do or there are fewer than two.
func Entropy(numbers []float64) float64 {
	sum := 0.0
	for _, x := range numbers {
		if x > 0 && !math.IsInf(x, 1) {
			sum += x
		}
	}
	if sum == 0 || math.IsInf(sum, 1) || len(numbers) < 2 {
		return math.NaN()
	}
	h := 0.0
	for _, x := range numbers {
		if p := x / sum; p > 0 && !math.IsInf(p, 1) {
			h -= float64(p * Log(p))
		}
	}
	return h / Log(float64(len(numbers)))
}
