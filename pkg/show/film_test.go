package show

import (
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// TestFilm: heat of one name has one scale over all tracks, the last drawings are seen
// without scripts, numbers are those of the frames, and what is empty shows nothing.
func TestFilm(t *testing.T) {
	r := record(t)
	p := nurikabes.Kind.MustOpen("open-908").Between(100, 100).Items[3]
	_, frames := Solve(acs.New(), p, solver.Iterations(30), 1)
	weak := make([]solver.Frame, 2)
	for i := range weak {
		weak[i] = frames[i]
		weak[i].Pheromone = make([]float64, p.Size().Cells())
		for c := range weak[i].Pheromone {
			weak[i].Pheromone[c] = 1e-4
		}
	}
	Film(Frames("strong", p, frames), Track{Title: "vacant"}, Frames("weak", p, weak))
	Film()
	Film(Frames("planned", p, nil))
	all := r.all()
	alltest.Require(t, len(all) == 1, "%d outputs", len(all))
	if n := strings.Count(all[0].html, `>pheromone, 0.0001 to `); n != 2 {
		t.Errorf("%d of 2 last drawings have the least pheromone of all tracks on their scale", n)
	}
	alltest.Equal(t, strings.Count(all[0].html, `, logarithmic<`), 2, "of 2 last drawings have a logarithmic scale")
	// The solution of one is that of both; on paper are iterations 1 and 10, and 1 of the other, which ends at 2.
	alltest.Equal(t, strings.Count(all[0].html, `>pulled the wrong way: `), 2, "of 2 last drawings have the solution")
	if n := strings.Count(all[0].html, `<figcaption style="font-size:.8em">iteration 1</figcaption>`); n != 2 || strings.Count(all[0].html, `>iteration 10<`) != 1 {
		t.Errorf("%d of 2 tracks have the first iteration as a small drawing", n)
	}
	for _, want := range []string{"strong: ", "moments, iteration 1 to 17.", "weak: 2 moments"} {
		alltest.Has(t, all[0].plain, want, "which lacks")
	}
	alltest.Check(t, !strings.Contains(all[0].html, "vacant") && strings.Contains(all[0].html, `class="formicary-script"`),
		"an empty track is shown, or the output is not complete in itself")
	last := Frames("", p, frames).Moments[len(frames)-1]
	before := solver.Entropy(frames[len(frames)-2].Pheromone)
	alltest.Check(t, last.Numbers[0].Value == 0 && last.Numbers[1].With == "cost" && last.Numbers[2].Value == before,
		"the last moment has %+v", last.Numbers)
	views := Views("", p, []puzzle.View{{Title: "the puzzle"}, {Title: "step", Board: puzzle.NewGrid(p.Size(), puzzle.Unset)}})
	if m := views.Moments; m[0].Numbers != nil || m[1].At != 1 || m[1].Caption != "step" || m[1].Numbers[0].Value != 100 {
		t.Errorf("the views' moments are %+v", m)
	}
}

// TestCounts: a run with a typed rule says how often the rule was asked and changed anything.
func TestCounts(t *testing.T) {
	r := record(t)
	s := acs.Named("two phases")
	s.Evaporate = func(tauBest float64) float64 {
		if tauBest > 1 { // it never is
			return tauBest / 2
		}
		return tauBest * (1 - s.BVE)
	}
	p := nurikabes.Kind.MustOpen("open-908").Between(100, 100).Items[3]
	Solve(acs.New(), p, solver.Iterations(30), 1) // which has no rule to tell of
	out, _ := Solve(s, p, solver.Iterations(30), 1)
	all := r.all()
	if len(all) != 1 || out.Iterations != 17 || !strings.Contains(all[0].plain, "two phases on "+p.ID()+": Evaporate was asked 16 times and changed the amount beyond rounding 0 times.") {
		t.Errorf("%d outputs: %+v", len(all), all)
	}
}
