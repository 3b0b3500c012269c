package gallery

import (
	"context"
	"fmt"

	"formicary/pkg/charts"
	"formicary/pkg/charts/static"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Picture is one still picture of the README.
type Picture struct {
	// File is the file's name, SVG its text.
	File, SVG string
	// Says is the sentence that comes with the picture; empty for none.
	Says string
}

// The experiment behind the pictures: small, and limited in iterations, so
// that every machine draws the same.
const (
	pictureSet     = "open-908"
	picturePuzzle  = "10x10-102-12"
	pictureSeed    = 1
	pictureLargest = 400 // cells
	pictureSample  = 120
	pictureRuns    = 3
	pictureLimit   = 100 // iterations of a run
)

// Pictures draws the README's pictures: success against the size of the board
// for two orders of islands, the pheromone of one run, that run's puzzle with its
// solution, and the race that the README types into a cell. Charts come in both themes, as NAME-light.svg and
// NAME-dark.svg; boards follow the reader's theme by themselves. The same code
// draws the same bytes, on machines with the same rounding of floating point
// operations.
func Pictures(ctx context.Context, r *static.Renderer) ([]Picture, error) {
	set, err := nurikabe.Kind.Open(pictureSet)
	if err != nil {
		return nil, err
	}
	success, err := successPicture(ctx, set)
	if err != nil {
		return nil, err
	}
	board, film, err := pheromonePicture(ctx, set)
	if err != nil {
		return nil, err
	}
	raced, verdict, err := racePicture(ctx, set)
	if err != nil {
		return nil, err
	}
	pictures := []Picture{board}
	for _, c := range []struct {
		name, says string
		chart      charts.Chart
	}{{"success", "", success}, {"pheromone", "", film}, {"race", verdict, raced}} {
		for _, theme := range []struct {
			name string
			of   charts.Theme
		}{{"light", charts.Light}, {"dark", charts.Dark}} {
			svg, err := r.SVG(c.chart, theme.of)
			if err != nil {
				return nil, err
			}
			pictures = append(pictures, Picture{c.name + "-" + theme.name + ".svg", svg, c.says})
		}
	}
	return pictures, nil
}

// successPicture runs the colony with two orders of islands.
func successPicture(ctx context.Context, set puzzle.Set) (charts.Chart, error) {
	var engines []solver.Solver
	for _, scheme := range []acs.Scheme{acs.Raster, acs.Shuffled} {
		s := acs.Named(fmt.Sprintf("ants, %v", scheme))
		s.Scheme = scheme
		engines = append(engines, s)
	}
	plan := experiment.Plan{
		Puzzles: set.Between(25, pictureLargest).Sample(pictureSample, pictureSeed).Puzzles(), Engines: engines,
		Runs: pictureRuns, Budget: solver.Iterations(pictureLimit), Seed: pictureSeed,
	}
	runs, err := plan.Run(ctx)
	if err != nil {
		return charts.Chart{}, err
	}
	if ctx.Err() != nil {
		return charts.Chart{}, ctx.Err()
	}
	return charts.SuccessBySize(runs.Records).Chart(), nil
}

// pheromonePicture solves one puzzle with ants: the board with its solution,
// and the pheromone on the way to it.
func pheromonePicture(ctx context.Context, set puzzle.Set) (Picture, charts.Chart, error) {
	p, err := set.Get(picturePuzzle)
	if err != nil {
		return Picture{}, charts.Chart{}, err
	}
	film := solver.NewRecorder(12)
	out, err := acs.New().Solve(ctx, p, solver.Run{Seed: pictureSeed, Budget: solver.Iterations(20000), Observer: film.Observe})
	if err != nil {
		return Picture{}, charts.Chart{}, err
	}
	if !out.Status.HasSolution() {
		return Picture{}, charts.Chart{}, fmt.Errorf("gallery: the ants did not solve %s: %v", picturePuzzle, out.Status)
	}
	svg := p.Draw(puzzle.View{Board: out.Best, Title: fmt.Sprintf("Nurikabe %s, solved by ants in iteration %d", p.ID(), out.Iterations)})
	return Picture{File: "solved.svg", SVG: string(svg)}, charts.Pheromone(film.Frames(), p).Titled("Pheromone on the way to the solution"), nil
}
