package show

import (
	"fmt"
	"slices"

	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
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

// filmDrawings bounds the drawings of a track: more than a reader steps through.
const filmDrawings = 400

// Film shows tracks side by side on one clock. It plays, steps, repeats and goes to
// where the reader points, on a slider or on the curves of the moments' numbers, and
// saves its picture (SVG, PNG) or all of itself (an SVG that moves). Each heat has
// one scale in all moments of all tracks, logarithmic where it spans more than a
// factor of 20.
//
// Of long tracks evenly spaced moments are drawn, 400 at most and no more than take
// 300 kB compressed; the curves have them all. Where scripts do not run, the last
// drawings are seen. Tracks without moments are left out.
func Film(tracks ...Track) {
	tracks = slices.DeleteFunc(slices.Clone(tracks), func(t Track) bool { return len(t.Moments) == 0 })
	if len(tracks) == 0 {
		return
	}
	reel := page.Reel{Clock: tracks[0].Clock}
	scales := heatScales(tracks)
	titles := make([]string, len(tracks))
	for i, t := range tracks {
		titles[i] = t.Title
	}
	colours := charts.TrackColours(titles)
	for i, t := range tracks {
		side := page.Track{Title: t.Title, Colour: colours[i], Run: t.Run}
		stride := (len(t.Moments) + filmDrawings - 1) / filmDrawings
		for k, m := range t.Moments {
			one := page.Moment{At: m.At, Caption: m.Caption, Numbers: m.Numbers}
			if k%stride == 0 || k == len(t.Moments)-1 {
				one.SVG = string(t.draw(m, scales))
			}
			side.Moments = append(side.Moments, one)
		}
		reel.Tracks = append(reel.Tracks, side)
	}
	put(output{html: page.Film(reel) + scriptOnce(), plain: reel.String()})
}

// draw draws a moment.
func (t Track) draw(m Moment, scales map[string]puzzle.HeatScale) puzzle.SVG {
	if m.Picture != "" {
		return m.Picture
	}
	view := m.View
	if s, ok := scales[view.HeatName]; ok && unscaled(view) {
		view.HeatMin, view.HeatMax, view.HeatLog = s.Min, s.Max, s.Log
	}
	if view.Title == "" {
		view.Title = m.Caption
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

// Frames is the track of a filmed run ([Solve], [solver.Recorder]): its boards with
// their pheromone ([charts.PheromoneView]), and beneath the cost, the lowest cost so
// far and the entropy of the pheromone, as far as the engine has them.
func Frames(title string, p puzzle.Puzzle, frames []solver.Frame) Track {
	t := Track{Title: title, Puzzle: p, Run: charts.FilmOf(frames), Clock: "iteration"}
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

// Views is the track of views one after the other, such as the steps of a proof
// (nonogram/deduction.Trace.Views): their titles are the captions, and beneath is the
// number of cells that are open.
func Views(title string, p puzzle.Puzzle, views []puzzle.View) Track {
	t := Track{Title: title, Puzzle: p, Clock: "step"}
	for i, v := range views {
		v.Coordinates = true // captions name cells
		m := Moment{At: int64(i), Caption: v.Title, View: v}
		if !v.Board.IsZero() {
			open := 0
			for _, value := range v.Board.Values {
				if value == puzzle.Unset {
					open++
				}
			}
			m.Numbers = []page.Number{{Name: "open cells", Value: float64(open)}}
		}
		t.Moments = append(t.Moments, m)
	}
	return t
}
