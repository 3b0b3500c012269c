package solver

import (
	"math"
	"slices"
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

// Recorder keeps frames of a run, spaced by a rule that does not depend on how long it becomes: iterations that are a
// multiple of the power of ten below them (1, 2, … 9, 10, 20, … 100, 200, …) or, as finely as its room allows, of a
// half, a tenth, a twentieth and so on of that power; each iteration that found a lower cost; and the latest. So a
// frame comes after at most twice as many iterations as the one before. Where even the coarsest spacing does not
// fit, every other frame is dropped.
type Recorder struct {
	frames   []Frame
	capacity int
	spacing  int     // see spaced
	best     float64 // the lowest cost so far
	latest   Frame   // of the last iteration, or the solution
	ended    bool
}

// NewRecorder returns a recorder of at most capacity frames (at least 2) and the latest.
func NewRecorder(capacity int) *Recorder {
	return &Recorder{capacity: max(capacity, 2), spacing: 20, best: math.Inf(1)}
}

// Observe is the [Observer] that records.
func (r *Recorder) Observe(e Event) {
	switch {
	case e.Improved && e.Cost == 0:
		// The improvement comes before its round is counted.
		r.latest, r.ended = frame(e, Frame{}), true
		r.latest.Iterations++
	case !e.Improved && !r.ended:
		r.latest = frame(e, r.latest)
		if e.Best < r.best || spaced(e.Iterations, r.spacing) {
			r.frames = append(r.frames, frame(e, Frame{}))
		}
		r.best = min(r.best, e.Best)
		for len(r.frames) > r.capacity {
			r.thin()
		}
	}
}

// spaced says whether an iteration is a multiple of a part of the power of ten below it: all of it where spacing is
// 0, then a half, a tenth, a twentieth and so on.
func spaced(iteration int64, spacing int) bool {
	power := int64(1)
	for power <= iteration/10 {
		power *= 10
	}
	for ; spacing >= 2; spacing -= 2 {
		power /= 10
	}
	return iteration%max(power/int64(1+spacing), 1) == 0
}

// thin spaces the frames more widely.
func (r *Recorder) thin() {
	r.spacing--
	best, kept := math.Inf(1), r.frames[:0]
	for i, f := range r.frames {
		if r.spacing < 0 && i%2 == 0 || r.spacing >= 0 && (f.Best < best || spaced(f.Iterations, r.spacing)) {
			kept = append(kept, f)
		}
		best = min(best, f.Best)
	}
	r.frames, r.spacing = kept, max(r.spacing, 0)
}

// Frames returns the frames, oldest first; the last frame of a solved run is its
// solution.
func (r *Recorder) Frames() []Frame {
	out := r.frames
	if n := len(out); n > 0 && out[n-1].Iterations == r.latest.Iterations {
		out = out[:n-1]
	}
	if r.latest.Iterations == 0 {
		return out
	}
	last := r.latest
	last.Board, last.Pheromone, last.Costs = last.Board.Clone(), slices.Clone(last.Pheromone), slices.Clone(last.Costs)
	return append(out[:len(out):len(out)], last)
}

// frame copies an event, into the memory of another one.
func frame(e Event, into Frame) Frame {
	f := Frame{Iterations: e.Iterations, Evaluations: e.Evaluations, Elapsed: e.Elapsed, Cost: e.Cost, Best: e.Best, Layout: e.Layout}
	f.Board = puzzle.Grid{Size: e.Board.Size, Values: append(into.Board.Values[:0], e.Board.Values...)}
	f.Pheromone, f.Costs = append(into.Pheromone[:0], e.Pheromone...), append(into.Costs[:0], e.Costs...)
	return f
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
