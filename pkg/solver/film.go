package solver

import (
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
	// Costs are those of all members of the round; nil where the engine does
	// not tell, and in the frame of a solution.
	Costs []float64
}

// Film keeps frames of a run, evenly spaced over its iterations however long
// it becomes: when the film is full every other frame is dropped and the
// distance doubles. The newest event is always at its end.
type Film struct {
	frames   []Frame
	capacity int
	stride   int64
	last     Frame
	ended    bool
}

// NewFilm returns a film of at most capacity frames (at least 2).
func NewFilm(capacity int) *Film { return &Film{capacity: max(capacity, 2), stride: 1} }

// Observe is the [Observer] that records.
func (f *Film) Observe(e Event) {
	if e.Kind == Improvement {
		if e.Cost == 0 {
			// The improvement comes before its round is counted.
			f.last, f.ended = frame(e), true
			f.last.Iterations++
		}
		return
	}
	if (e.Iterations-1)%f.stride != 0 {
		return
	}
	if len(f.frames) == f.capacity {
		kept := f.frames[:0]
		for i := 0; i < f.capacity; i += 2 {
			kept = append(kept, f.frames[i])
		}
		f.frames = kept
		f.stride *= 2
		if (e.Iterations-1)%f.stride != 0 {
			return
		}
	}
	f.frames = append(f.frames, frame(e))
}

// Frames returns what was recorded, oldest first; where the run was solved the
// last frame is the solution.
func (f *Film) Frames() []Frame {
	if !f.ended {
		return f.frames
	}
	out := f.frames
	if n := len(out); n > 0 && out[n-1].Cost == 0 {
		out = out[:n-1]
	}
	return append(out[:len(out):len(out)], f.last)
}

func frame(e Event) Frame {
	return Frame{
		Iterations: e.Iterations, Evaluations: e.Evaluations, Elapsed: e.Elapsed, Cost: e.Cost, Best: e.Best,
		Board: e.Board.Clone(), Pheromone: append([]float64(nil), e.Pheromone...), Costs: append([]float64(nil), e.Costs...),
	}
}
