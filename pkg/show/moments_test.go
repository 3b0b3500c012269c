package show

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/charts"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
	"formicary/pkg/tune"
)

// TestPointsOfFilms clicks on points of the curves of runs: the film of the run goes to
// that iteration, the film of another run stays, and a run without a film moves nothing.
func TestPointsOfFilms(t *testing.T) {
	p := nurikabes.Kind.MustOpen("open-908").MustGet("9x9-103-5")
	var films []charts.Film
	var body strings.Builder
	for seed := range uint64(3) {
		recorder := solver.NewRecorder(100)
		alltest.Must(acs.New().Solve(t.Context(), p, solver.Run{Seed: seed, Budget: solver.Iterations(20), Observer: recorder.Observe}))(t)
		films = append(films, charts.Film{Label: fmt.Sprint("run ", seed), Panel: fmt.Sprint("run ", seed), Frames: recorder.Frames()})
		if seed == 2 {
			continue // no film of it
		}
		track := Frames("", p, recorder.Frames())
		reel := page.Reel{Clock: track.Clock, Tracks: []page.Track{{Run: track.Run}}}
		for _, m := range track.Moments {
			reel.Tracks[0].Moments = append(reel.Tracks[0].Moments, page.Moment{At: m.At, Caption: m.Caption, SVG: string(track.draw(m, nil, false))})
		}
		body.WriteString(page.Film(reel))
	}
	for _, c := range []charts.Chart{charts.PheromoneSummary(films...), charts.AntCosts(films...)} {
		body.WriteString(page.Chart(c))
	}
	echarts := alltest.Must(os.ReadFile(labtest.Pages(t).EchartsFile()))(t)
	text := alltest.Must(page.Protect([]byte(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>t</title></head><body>`+body.String()+page.Library(string(echarts))+"</body></html>"), string(echarts)))(t)
	file := filepath.Join(t.TempDir(), "films.html")
	alltest.OK(t, os.WriteFile(file, text, 0o644))
	alltest.Only(t, "it plays the films in a browser, too")
	b := labtest.Open(t, labtest.Offline)
	b.Go(t, "file://"+file)
	b.Await(t, labtest.Patience, `document.querySelectorAll(".formicary-film[data-stops]").length === 2 && document.querySelectorAll(".formicary-plot svg").length === 2`)
	shown := func(film int) string {
		return labtest.Eval[string](t, b, fmt.Sprintf(`document.querySelectorAll(".formicary-film output")[%d].textContent.split(" · ")[0]`, film))
	}
	// find is the place of the point of an iteration of a run among the marks of a chart.
	find := func(chart, run, iteration int) int {
		return labtest.Eval[int](t, b, fmt.Sprintf(`(c => formicary.link.marks(c).filter(m => formicary.link.place(c, m)).findIndex(m => m.film === %q && m.moment === %d))(formicary.charts()[%d])`, charts.FilmOf(films[run].Frames), iteration, chart))
	}
	for chart := range 2 {
		for _, c := range []struct{ run, iteration int }{{0, 5 + chart}, {1, 9 + chart}, {2, 7}} {
			before := []string{shown(0), shown(1)}
			x, y := at(t, b, chart, find(chart, c.run, c.iteration))
			b.Drag(t, x, y, x, y)
			if c.run < 2 {
				before[c.run] = fmt.Sprint("iteration ", c.iteration)
				b.Await(t, labtest.Patience, fmt.Sprintf(`document.querySelectorAll(".formicary-film output")[%d].textContent.startsWith(%q)`, c.run, before[c.run]+" · "))
			}
			if got := []string{shown(0), shown(1)}; got[0] != before[0] || got[1] != before[1] {
				t.Errorf("chart %d, run %d, iteration %d: the films show %v, want %v", chart, c.run, c.iteration, got, before)
			}
		}
	}
	labtest.Eval[any](t, b, `formicary.charts()[0].plot.focus(), null`)
	b.Press(t, labtest.Home)
	b.Press(t, labtest.Enter)
	b.Await(t, labtest.Patience, `document.querySelectorAll(".formicary-film output")[0].textContent.startsWith("iteration 1 · ")`)
	errs := b.Errors()
	alltest.Check(t, len(errs) == 0, "%v", errs)
}

// TestTunedRuns: the marks of a tuner's chart stand for the runs of its configurations,
// which the page knows with their parameters.
func TestTunedRuns(t *testing.T) {
	tuner := tune.Tuner{
		New: func() solver.Configurable { return acs.New() }, Space: tune.Space{tune.Real("q0", 0, 1), tune.Whole("ants", 2, 20)},
		Puzzles: nurikabes.Kind.MustOpen("open-908").Between(25, 49).Take(6).Puzzles(), Budget: solver.Evaluations(200), Measure: analysis.Evaluations, Runs: 60, Seed: 1,
	}
	result := alltest.Must(tuner.Run(t.Context(), nil))(t)
	m := newReferences()
	for _, c := range result.Candidates {
		m.tried(tuner.New(), c)
	}
	chart := charts.Tuning(result, tuner.Space)
	alltest.Check(t, len(chart.Subjects()) == 6, "its marks stand for runs on %d puzzles", len(chart.Subjects()))
	m.markup(chart)
	runs, named := 0, 0
	for _, of := range m.runs {
		for _, r := range of {
			runs++
			if e := m.engines[r.ConfigHash]; e.Hash() == r.ConfigHash && e.Label == r.Label() && strings.Contains(string(chart.Option()), fmt.Sprintf("[%q,%q,%d]", r.Content, r.Label(), r.Run)) {
				named++
			}
		}
	}
	alltest.Check(t, runs == result.Used && named >= runs/2,
		"the page knows %d of %d runs, %d by a mark and with the parameters", runs, result.Used, named)
}
