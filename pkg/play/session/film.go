package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/play/service"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// filmed is the most moments of a run that a session keeps, beside the latest ([solver.Recorder]).
const filmed = 240

// Frames are moments of the run so far, as [solver.Recorder] keeps them. Which ones depends on the run alone, not on when
// pictures were taken.
func (s *Session) Frames() []solver.Frame {
	answer := make(chan []solver.Frame, 1)
	s.tell(func() { answer <- slices.Clone(s.recorder.Frames()) })
	select {
	case frames := <-answer:
		return frames
	case <-s.done:
		return s.recorder.Frames()
	}
}

// ended is the latest session that is over, by its name: what it recorded is there
// until another one ends.
var ended = map[string]*Session{}

// moment is one of a film, on its way from the program that ran the engine to the
// one that draws.
type moment struct {
	At      int64     `json:"at"`
	Cost    *float64  `json:"cost"`
	Best    *float64  `json:"best"`
	Entropy *float64  `json:"entropy"`
	Board   string    `json:"board"` // packed
	Heat    []float64 `json:"heat,omitempty"`
	Name    string    `json:"name,omitempty"` // of the heat
	Shares  bool      `json:"shares,omitempty"`
	Misled  []int     `json:"misled,omitempty"` // cells, once the run has solved
	Since   string    `json:"since,omitempty"`  // what was changed in mid-run
}

// recorded has the moments of a run.
func recorded(_ *service.Call, in struct {
	Name string `json:"name"`
},
) (any, error) {
	s := playing[in.Name]
	if s == nil {
		s = ended[in.Name]
	}
	if s == nil {
		return nil, errors.New("nothing has run yet")
	}
	frames := s.Frames()
	out := []moment{}
	for i, f := range frames {
		if f.Board.IsZero() {
			continue
		}
		laid := f.Pheromone
		if i > 0 && i == len(frames)-1 && f.Best == 0 { // taken before pheromone is laid down on the solution
			laid = frames[i-1].Pheromone
		}
		m := moment{At: f.Iterations, Cost: finite(f.Cost), Best: finite(f.Best), Entropy: finite(solver.Entropy(laid)), Board: f.Board.Pack()}
		m.Heat, m.Name = Heat(solver.Event{Board: f.Board, Pheromone: f.Pheromone, Layout: f.Layout})
		m.Shares = len(m.Heat) != len(f.Pheromone)
		if end := frames[len(frames)-1]; end.Best == 0 {
			for _, cell := range f.Layout.Misled(f.Pheromone, end.Board) {
				m.Misled = append(m.Misled, f.Board.Index(cell))
			}
		}
		for _, change := range s.changes {
			if change.at < f.Iterations {
				m.Since += fmt.Sprintf(" · since iteration %s %s", puzzle.Thousands(int(change.at)+1), change.what)
			}
		}
		out = append(out, m)
	}
	return out, nil
}

// reel is a film as the page's player has it; see package page.
type reel struct {
	Clock  string  `json:"clock"`
	Tracks []track `json:"tracks"`
}

type track struct {
	Title    string       `json:"title"`
	Colour   string       `json:"colour"`
	At       []int64      `json:"at"`
	Captions []string     `json:"captions"`
	Frames   [][]int      `json:"frames"`
	Pieces   []puzzle.SVG `json:"pieces"`
	Numbers  []curve      `json:"numbers"`
}

type curve struct {
	Name   string     `json:"name"`
	With   string     `json:"with,omitempty"`
	Values []*float64 `json:"values"`
}

// film draws what one run or two went through, heat of one name on one scale.
func film(c *service.Call, in struct {
	instance
	Tracks []struct {
		choice
		Moments []moment `json:"moments"`
	} `json:"tracks"`
},
) (any, error) {
	p, err := in.first()
	if err != nil {
		return nil, err
	}
	heats, scales := map[string][][]float64{}, map[string]puzzle.HeatScale{}
	for _, t := range in.Tracks {
		for _, m := range t.Moments {
			heats[m.Name] = append(heats[m.Name], m.Heat)
		}
	}
	for name, heat := range heats {
		scales[name] = puzzle.HeatScaleOf(heat...)
	}
	out := reel{Clock: "iteration"}
	for i, t := range in.Tracks {
		if len(t.Moments) == 0 {
			return nil, errors.New("the engine has shown no board")
		}
		side := track{Colour: fmt.Sprintf("var(--formicary-%c,%s)", 'a'+i%2, [2]string{"#0072b2", "#b34f00"}[i%2])}
		if side.Title, err = t.title(); err != nil {
			return nil, err
		}
		if len(in.Tracks) > 1 {
			side.Title = fmt.Sprintf("%c: %s", 'A'+i, side.Title)
		}
		cost, best, entropy := curve{Name: "cost"}, curve{Name: "lowest so far", With: "cost"}, curve{Name: "entropy of pheromone"}
		for k, m := range t.Moments {
			if err := c.Yield(); err != nil {
				return nil, err
			}
			v := puzzle.View{Heat: m.Heat, HeatName: m.Name}
			if v.Board, err = puzzle.Unpack(p.Size(), m.Board); err != nil {
				return nil, err
			}
			if m.Heat != nil && len(m.Heat) != v.Board.Cells() {
				return nil, fmt.Errorf("%d numbers of heat for a board of %v", len(m.Heat), p.Size())
			}
			if end := t.Moments[len(t.Moments)-1]; end.Best != nil && *end.Best == 0 {
				if v.Solution, err = puzzle.Unpack(p.Size(), end.Board); err != nil {
					return nil, err
				}
			}
			for _, cell := range m.Misled {
				if cell < 0 || cell >= p.Size().Cells() {
					return nil, fmt.Errorf("cell %d is not on a board of %v", cell, p.Size())
				}
				v.Misled = append(v.Misled, p.Size().At(cell))
			}
			scale := puzzle.HeatScale{Max: 1}
			if !m.Shares {
				scale = scales[m.Name]
			}
			v.HeatMin, v.HeatMax, v.HeatLog = scale.Min, scale.Max, scale.Log
			v.Title = m.caption()
			side.At, side.Captions = append(side.At, m.At), append(side.Captions, v.Title)
			side.Frames, side.Pieces = append(side.Frames, []int{k}), append(side.Pieces, p.Draw(v))
			cost.Values, best.Values, entropy.Values = append(cost.Values, m.Cost), append(best.Values, m.Best), append(entropy.Values, m.Entropy)
		}
		side.Numbers = []curve{cost, best, entropy}
		out.Tracks = append(out.Tracks, side)
	}
	return out, nil
}

// caption says what a moment has come to.
func (m moment) caption() string {
	said := "Iteration " + puzzle.Thousands(int(m.At))
	switch {
	case m.Cost != nil && *m.Cost == 0:
		said += ": solved"
	case m.Cost != nil && m.Best != nil:
		said += ": cost " + puzzle.Number(*m.Cost) + ", lowest so far " + puzzle.Number(*m.Best)
	}
	return said + m.Since
}

// title is the engine in words, and its parameters that are not the defaults.
func (c choice) title() (string, error) {
	plain, err := c.plain()
	if err != nil {
		return "", err
	}
	name := solver.Label(plain.Describe().Engine, "")
	if own[c.Engine] != nil {
		name = plain.Describe().Label()
	}
	parts := []string{name}
	for _, p := range Parameters(plain, plain) {
		if v, ok := c.Parameters[p.Name]; ok && v != p.Default {
			parts = append(parts, p.Name+" = "+v)
		}
	}
	return strings.Join(parts, ", "), nil
}
