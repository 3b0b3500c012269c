package gallery

import (
	"context"
	_ "embed" // ants.svg.tmpl
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"text/template"

	"formicary/pkg/charts"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

//go:embed ants.svg.tmpl
var antsText string

var antsTemplate = template.Must(template.New("ants").Parse(antsText))

// The run that is animated, on a board of 10×10. Times are in seconds.
const (
	antsPuzzle = "10x10-102-12"
	antsFrames = 6
	stepTime   = 0.06 // an ant's step
	restTime   = 1.4  // after a board
)

// animation is what ants.svg.tmpl draws: elements, and the keyframes that move
// them by their ids.
type animation struct {
	Title, Text, Surface string
	Seconds              float64
	Cells                []square
	Frames               []moment
	stops                map[string]string
}

// square is a cell, in pixels: its clue, and its land and heat at the end.
type square struct {
	X, Y       int
	Clue, Heat string
	Land       uint8
}

// moment is a board of the run, with the cells that break rules.
type moment struct {
	Caption string
	Faults  []square
}

// at gives an element a declaration from a time on.
func (a *animation) at(id string, time float64, declaration string, args ...any) {
	a.stops[id] += fmt.Sprintf("%.2f%%{%s}", 100*time/a.Seconds, fmt.Sprintf(declaration, args...))
}

// svg draws the animation in a theme.
func (a *animation) svg(theme charts.Theme) (string, error) {
	a.Text, a.Surface = theme["text"], theme["surface"]
	var b strings.Builder
	err := antsTemplate.Execute(&b, a)
	return b.String(), err
}

// Rules are the keyframes of all elements.
func (a *animation) Rules() string {
	var b strings.Builder
	for _, id := range slices.Sorted(maps.Keys(a.stops)) {
		fmt.Fprintf(&b, "#%s{animation-name:%s}@keyframes %s{%s}\n", id, id, id, a.stops[id])
	}
	return b.String()
}

// animate draws a run of the ants as an SVG that moves by CSS: some of its boards,
// each grown cell by cell as an ant does it (the order of the cells is the
// drawing's), what is wrong with them, and the pheromone. Where the reader asks for
// less motion it shows the solution.
func animate(ctx context.Context) (*animation, error) {
	item := nurikabe.Kind.MustOpen("open-908").MustGet(antsPuzzle)
	recorder := solver.NewRecorder(antsFrames)
	out, err := acs.New().Solve(ctx, item, solver.Run{Seed: 1, Budget: solver.Iterations(20000), Observer: recorder.Observe})
	if err != nil {
		return nil, err
	}
	if !out.Status.HasSolution() {
		return nil, fmt.Errorf("gallery: the ants did not solve %s: %v", antsPuzzle, out.Status)
	}
	p := item.Puzzle.(*nurikabe.Puzzle)
	a := &animation{Title: fmt.Sprintf("Ants solve a Nurikabe of %s in %d iterations", p.Size().Words(), out.Iterations), stops: map[string]string{}}
	a.draw(p, recorder.Frames())
	return a, nil
}

// draw lays out the elements and their keyframes.
func (a *animation) draw(p *nurikabe.Puzzle, frames []solver.Frame) {
	low, high := math.Inf(1), math.Inf(-1)
	walks := make([][]int, len(frames))
	for i, f := range frames {
		low, high = min(low, slices.Min(f.Pheromone)), max(high, slices.Max(f.Pheromone))
		walks[i] = walkOver(p, f.Board)
		a.Seconds += stepTime*float64(len(walks[i])) + restTime
	}
	a.Seconds = math.Ceil(a.Seconds + restTime) // the solution stays for longer
	colour := func(pheromone float64) string { return puzzle.HeatColour((pheromone-low)/(high-low), false) }
	last := frames[len(frames)-1]
	unused := frames[0].Pheromone[walks[0][0]] // that of a clue, which no ant takes
	for cell, value := range last.Board.Values {
		at := p.Size().At(cell)
		a.Cells = append(a.Cells, square{28 * at.Col, 28 * at.Row, p.Label(cell), colour(last.Pheromone[cell]), nurikabe.Wall - value})
	}
	time, before := 0.0, slices.Repeat([]float64{unused}, len(a.Cells))
	for i, f := range frames {
		m := moment{Caption: fmt.Sprintf("iteration %d, cost %v", f.Iterations, f.Cost)}
		if f.Cost == 0 {
			m.Caption = fmt.Sprintf("iteration %d: solved", f.Iterations)
		}
		caption, faults := fmt.Sprint("c", i), fmt.Sprint("f", i)
		a.at(caption, 0, "opacity:0")
		a.at(caption, time, "opacity:1")
		a.at("show", time, "opacity:1")
		for cell, c := range a.Cells {
			if c.Clue == "" {
				a.at(fmt.Sprint("l", cell), time, "opacity:0")
			}
		}
		for k, cell := range walks[i] {
			c, next := a.Cells[cell], a.Cells[walks[i][min(k+1, len(walks[i])-1)]]
			a.at("walk", time, "transform:translate(%dpx,%dpx)", c.X+14, c.Y+14)
			a.at("turn", time, "transform:rotate(%.2frad)", math.Atan2(float64(next.Y-c.Y), float64(next.X-c.X)))
			if c.Clue == "" {
				a.at(fmt.Sprint("l", cell), time, "opacity:1")
			}
			time += stepTime
		}
		a.at("show", time, "opacity:0")
		for cell, pheromone := range f.Pheromone {
			a.at(fmt.Sprint("h", cell), time, "fill:%s", colour(before[cell]))
			a.at(fmt.Sprint("h", cell), time+restTime/2, "fill:%s", colour(pheromone))
		}
		before = f.Pheromone
		for _, broken := range p.Check(f.Board) {
			for _, at := range broken.Cells {
				m.Faults = append(m.Faults, a.Cells[p.Size().Index(at)])
			}
		}
		a.at(faults, time, "opacity:1")
		time += restTime
		a.at(faults, time, "opacity:0")
		if i < len(frames)-1 {
			a.at(caption, time, "opacity:0")
		}
		a.Frames = append(a.Frames, m)
	}
}

// walkOver lists the cells of the islands that an ant grows: each island from its
// clue on, so that most cells lie beside the one before. Clues of 1 are islands
// already.
func walkOver(p *nurikabe.Puzzle, board puzzle.Grid) (walk []int) {
	seen := make([]bool, len(board.Values))
	var visit func(cell int)
	visit = func(cell int) {
		if seen[cell] || board.Values[cell] == nurikabe.Wall {
			return
		}
		seen[cell] = true
		walk = append(walk, cell)
		for next := range p.Size().Neighbours(cell) {
			visit(next)
		}
	}
	for cell := range board.Values {
		if p.Clue(cell) > 1 {
			visit(cell)
		}
	}
	return walk
}
