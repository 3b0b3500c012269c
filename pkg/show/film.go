package show

import (
	"cmp"
	"fmt"
	"slices"

	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Track is one side of a film: what happens to one board.
type Track struct {
	// Title tells the track from the others of the film; one alone needs none.
	Title string
	// Puzzle draws the views of the moments.
	Puzzle puzzle.Puzzle
	// Run names the run that is seen ([charts.FilmOf]), so that points of charts lead
	// to its moments; "" for none.
	Run string
	// Clock says what Moment.At counts, such as "iteration". All tracks of a film are
	// on the clock of the first.
	Clock string
	// Moments are in the order of the clock.
	Moments []Moment

	frames []solver.Frame // of a filmed run, one a moment
}

// Moment is what a track shows at one place of the clock.
type Moment struct {
	At      int64
	Caption string
	// View is drawn by the track's puzzle. Where its heat has no scale of its own
	// (HeatMin and HeatMax are zero), the film gives all heat of the same name one
	// scale.
	View puzzle.View
	// Picture is drawn in place of View unless it is empty.
	Picture puzzle.SVG
	// Numbers are points of the curves under the boards: those of one name are a
	// curve of the track.
	Numbers []page.Number
}

// smallSide is about the longer side of a small multiple in pixels.
const smallSide = 168

// filmDrawings bounds the drawings of a track: more than a reader steps through.
const filmDrawings = 400

// Film shows tracks side by side on one clock. It plays, steps and repeats, and goes to the moment at
// which the reader points, on a slider or on the curves of the moments' numbers. It saves its picture
// (SVG, PNG) or all of itself (an SVG that moves). Each heat has one scale in all moments of all
// tracks, logarithmic where it spans more than a factor of 20. If a filmed run ([Frames]) finds the
// solution, the boards of all filmed runs of its puzzle have it, and the cells that their pheromone
// leads away from it.
//
// Of long tracks evenly spaced moments are drawn, 400 at most and no more than take
// 300 kB compressed; the curves have them all. Where scripts do not run, the last
// drawings are seen. Tracks without moments are left out.
func Film(tracks ...Track) {
	tracks = slices.DeleteFunc(slices.Clone(tracks), func(t Track) bool { return len(t.Moments) == 0 })
	if len(tracks) == 0 {
		return
	}
	reel := reelOf(tracks)
	put(output{html: page.Film(reel) + scriptOnce(), plain: reel.String()})
}

// reelOf draws tracks that have moments.
func reelOf(tracks []Track) page.Reel {
	reel := page.Reel{Clock: tracks[0].Clock}
	solve(tracks)
	scales := heatScales(tracks)
	titles := lists.Map(tracks, func(t Track) string { return t.Title })
	colours := charts.TrackColours(titles)
	for i, t := range tracks {
		side := page.Track{Title: t.Title, Colour: colours[i], Run: t.Run}
		stride := (len(t.Moments) + filmDrawings - 1) / filmDrawings
		for k, m := range t.Moments {
			one := page.Moment{At: m.At, Caption: m.Caption, Numbers: m.Numbers}
			if t.frames != nil && multiple(m.At) && k < len(t.Moments)-1 {
				one.Small = string(t.draw(m, scales, true))
			}
			if k%stride == 0 || k == len(t.Moments)-1 {
				one.SVG = string(t.draw(m, scales, false))
			}
			side.Moments = append(side.Moments, one)
		}
		reel.Tracks = append(reel.Tracks, side)
	}
	return reel
}

// solve gives the moments of filmed runs the solution of their puzzle, as far as one of the runs has it.
func solve(tracks []Track) {
	solutions := map[puzzle.Hash]puzzle.Grid{}
	for _, t := range tracks {
		if n := len(t.frames); n > 0 && t.frames[n-1].Best == 0 {
			solutions[t.Puzzle.Hash()] = t.frames[n-1].Board
		}
	}
	for _, t := range tracks {
		for k, f := range t.frames {
			v := &t.Moments[k].View
			v.Solution = solutions[t.Puzzle.Hash()]
			v.Misled = f.Layout.Misled(f.Pheromone, v.Solution)
		}
	}
}

// multiple says whether the place of a clock is one of the small multiples: 1, 10, 100, …
func multiple(at int64) bool {
	for at > 1 && at%10 == 0 {
		at /= 10
	}
	return at == 1
}

// draw draws a moment, small without its scale.
func (t Track) draw(m Moment, scales map[string]puzzle.HeatScale, small bool) puzzle.SVG {
	if m.Picture != "" {
		return m.Picture
	}
	view := m.View
	if s, ok := scales[view.HeatName]; ok && unscaled(view) {
		view.HeatMin, view.HeatMax, view.HeatLog = s.Min, s.Max, s.Log
	}
	view.Title = cmp.Or(view.Title, m.Caption)
	if view.Unkeyed = small; small {
		view.CellSize = max(smallSide/max(view.Board.Rows, view.Board.Cols, 1), 6)
	}
	return t.Puzzle.Draw(view)
}

// unscaled says whether a view leaves the scale of its heat to the film.
func unscaled(v puzzle.View) bool { return v.Heat != nil && v.HeatMin == 0 && v.HeatMax == 0 }

// heatScales are the scales of a film's heats by their names.
func heatScales(tracks []Track) map[string]puzzle.HeatScale {
	heats := map[string][][]float64{}
	for _, t := range tracks {
		for _, m := range t.Moments {
			if unscaled(m.View) {
				heats[m.View.HeatName] = append(heats[m.View.HeatName], m.View.Heat)
			}
		}
	}
	scales := map[string]puzzle.HeatScale{}
	for name, all := range heats {
		if s := puzzle.HeatScaleOf(all...); s != (puzzle.HeatScale{}) {
			scales[name] = s
		}
	}
	return scales
}

// Frames is the track of a filmed run ([Solve], [solver.Recorder]): its boards with their pheromone
// ([charts.PheromoneView]). Beneath are the cost, the lowest cost so far and the entropy of the
// pheromone, as far as the engine has them.
func Frames(title string, p puzzle.Puzzle, frames []solver.Frame) Track {
	t := Track{Title: title, Puzzle: p, Run: charts.FilmOf(frames), Clock: "iteration", frames: frames}
	for i, f := range frames {
		laid := f.Pheromone
		if i > 0 && i == len(frames)-1 && f.Best == 0 { // taken before pheromone is laid down on the solution
			laid = frames[i-1].Pheromone
		}
		m := Moment{
			At: f.Iterations, View: charts.PheromoneView(f),
			Caption: fmt.Sprintf("Iteration %s: cost %v, lowest so far %v", puzzle.Thousands(int(f.Iterations)), f.Cost, f.Best),
			Numbers: []page.Number{{Name: "cost", Value: f.Cost}, {Name: "lowest so far", With: "cost", Value: f.Best}},
		}
		if len(f.Pheromone) > 0 {
			m.Numbers = append(m.Numbers, page.Number{Name: "entropy of pheromone", Value: solver.Entropy(laid)})
		}
		t.Moments = append(t.Moments, m)
	}
	return t
}

// Only is the track with the moments for whose number takes is true.
func (t Track) Only(takes func(n int) bool) Track {
	all := t.Moments
	t.Moments = nil
	for n, m := range all {
		if takes(n) {
			t.Moments = append(t.Moments, m)
		}
	}
	return t
}

// Views is the track of views one after the other, such as the steps of a proof
// (nonogram/deduction.Trace.Views): their titles are the captions, and beneath is the
// number of cells that are open.
func Views(title string, p puzzle.Puzzle, views []puzzle.View) Track {
	t := Track{Title: title, Puzzle: p, Clock: "step"}
	for i, v := range views {
		v.Coordinates = true // captions name cells
		m := Moment{At: int64(i), Caption: v.Title, View: v}
		if !v.Board.IsZero() {
			open := lists.Count(v.Board.Values, func(value uint8) bool { return value == puzzle.Unset })
			m.Numbers = []page.Number{{Name: "open cells", Value: float64(open)}}
		}
		t.Moments = append(t.Moments, m)
	}
	return t
}
