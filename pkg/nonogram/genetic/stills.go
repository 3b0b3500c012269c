package genetic

import "formicary/pkg/solver"

// Stills keeps the best board of the population at the start, of every so many
// generations, and of the last: the paper's Fig. 13 with every tenth. (A
// [solver.Recorder] has evenly spaced frames of a run of any length; this has the
// generations that were asked for.)
type Stills struct {
	every  int64
	frames []solver.Frame
	last   solver.Frame
}

// NewStills keeps every n-th generation; n is at least 1, and less counts as 1.
func NewStills(n int64) *Stills { return &Stills{every: max(n, 1)} }

// Observe is the [solver.Observer] that records.
func (s *Stills) Observe(e solver.Event) {
	if e.Improved {
		return
	}
	s.last = solver.Frame{
		Iterations: e.Iterations, Evaluations: e.Evaluations, Elapsed: e.Elapsed,
		Cost: e.Cost, Best: e.Best, Board: e.Board.Clone(),
	}
	if e.Iterations == 1 || e.Iterations%s.every == 0 {
		s.frames = append(s.frames, s.last)
	}
}

// Frames returns what was recorded, oldest first.
func (s *Stills) Frames() []solver.Frame {
	out := s.frames
	if n := len(out); s.last.Iterations > 0 && out[n-1].Iterations != s.last.Iterations {
		out = append(out[:n:n], s.last)
	}
	return out
}
