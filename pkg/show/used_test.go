package show

import (
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/race"
	"formicary/pkg/solver"
	"formicary/pkg/tune"
)

// TestUsed: what a notebook takes its records from is listed where somebody asks: a
// published study by its name, and runs of its own as a study, also where they came out as
// the published ones did.
func TestUsed(t *testing.T) {
	plan := experiment.Plan{Name: "A plan", Puzzles: nurikabes.Kind.MustOpen("open-908").Take(4).Puzzles(), Engines: []solver.Solver{acs.New()}, Runs: 3, Budget: solver.Iterations(9), Seed: 1}
	archived(t, plan, 12)
	record(t)
	home := t.TempDir()
	t.Setenv(assets.UsedEnv, home)
	uses = sync.OnceValue(openUses)
	Run(plan)
	Published("small")
	Published("small", "A plan")
	force = true
	t.Cleanup(func() { force = false })
	Run(plan)
	raced := Race(race.Race{Name: "A race", Puzzles: plan.Puzzles, Baseline: acs.New(), Variants: []solver.Solver{acs.Named("v")}, Budget: plan.Budget})
	tuned := Tune(tune.Tuner{Name: "A tuner", Puzzles: plan.Puzzles, New: func() solver.Configurable { return acs.New() }, Space: tune.Space{tune.Real("q0", 0, 1)}, Budget: plan.Budget, Measure: analysis.Iterations, Runs: 40})
	text, err := os.ReadFile(filepath.Join(home, assets.UsedFile))
	own := regexp.MustCompile(`^{"study":"small","plans":\["A plan"\]}
{"study":"small"}
{"study":"small","plans":\["A plan"\]}
{"study":"(runs-a-plan-[0-9a-f]{12})","own":true}
{"study":"(runs-a-race-[0-9a-f]{12})","own":true}
{"study":"(runs-a-tuner-[0-9a-f]{12})","own":true}
$`).FindStringSubmatch(string(text))
	alltest.Require(t, err == nil && own != nil, "%s, %v", text, err)
	for i, want := range []int{12, len(raced.Records), tuned.Used} {
		s, err := archive.Read(filepath.Join(home, own[i+1]))
		alltest.Require(t, err == nil && s.Check() == nil, "%v %v", s, err)
		records, err := s.Records()
		if err != nil || len(records) != want || len(records[0].Trace) == 0 || s.Provenance().First < "2026-11-23" || records[0].Design != []string{"", "race", "tuning"}[i] {
			t.Errorf("%d records, want %d, %v, %v", len(records), want, s.Provenance(), err)
		}
	}
}
