package show

import (
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
	"formicary/pkg/tune"
)

// TestTune: tuning shows its chart and what survived, is kept under its name,
// and an ablation draws each of its steps.
func TestTune(t *testing.T) {
	puzzles := nurikabes.Kind.MustOpen("open-908").Between(25, 49).Take(6).Puzzles()
	module(t)
	r := record(t)
	tuner := tune.Tuner{
		Name: "small", New: func() solver.Configurable { return acs.New() }, Space: tune.Space{tune.Real("q0", 0, 1), tune.Whole("ants", 2, 20)},
		Puzzles: puzzles, Budget: solver.Evaluations(200), Measure: analysis.Evaluations, Runs: 60, Seed: 1,
	}
	result := Tune(tuner)
	if again := Tune(tuner); again.Best.String() != result.Best.String() || again.Used != result.Used {
		t.Errorf("again %v, first %v", again.Best, result.Best)
	}
	best := Tuned(tuner)
	alltest.Check(t, best.String() == result.Best.String(), "tuned %v, want %v", best, result.Best)
	path := Ablate(tuner, nil, result.Best, 4)
	alltest.Check(t, len(path) >= 2 && path[len(path)-1].Config.String() == result.Best.String(), "path %+v", path)
	var text string
	for _, o := range r.all() {
		text += o.plain + "\n"
	}
	for _, want := range []string{"What the configurator tried", "What survived", "default", result.Best.String(), "Which changes matter", "60 runs · ", " blocks · quick mode", " puzzles · quick mode"} {
		alltest.Has(t, text, want, "the text lacks")
	}
}
