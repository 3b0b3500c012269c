package show

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// archived publishes some of a plan's runs in a checkout of the test.
func archived(t *testing.T, plan experiment.Plan, runs int) {
	t.Helper()
	result := alltest.Must(plan.Run(t.Context()))(t)
	file := alltest.Must(plan.File())(t)
	root := t.TempDir()
	alltest.OK(t, os.WriteFile(filepath.Join(root, "go.mod"), []byte("module formicary\n"), 0o644))
	t.Setenv(sets.RootEnv, root)
	t.Setenv(assets.RunsEnv, "")
	home := alltest.Must(archive.Home())(t)
	part := archive.Part{Plan: file, Records: slices.All(result.Records()[:runs]), Provenance: experiment.Provenance{First: "2026-11-22", Last: "2026-11-22", Machines: []string{"an abacus"}}}
	alltest.OK(t, archive.Publish(home, "small", "Does it work?", part))
}

// TestRunOfTheArchive: what is published is not run. What is published in part is shown
// so far in quick mode, and completed in full mode; with --force everything is run.
func TestRunOfTheArchive(t *testing.T) {
	plan := experiment.Plan{Name: "p", Puzzles: nurikabes.Kind.MustOpen("open-908").Take(4).Puzzles(), Engines: []solver.Solver{acs.New()}, Runs: 3, Budget: solver.Iterations(9), Seed: 1}
	for _, c := range []struct {
		name        string
		published   int
		full, force bool
		records     int
		own         bool // a journal of one's own is there
		says        []string
	}{
		{"all", 12, false, false, 12, false, []string{`12 runs recorded on 2026-11-22 (an abacus), published with the study "small", code `}},
		{"all, full mode", 12, true, false, 12, false, []string{`12 runs recorded on 2026-11-22`}},
		{"a part", 7, false, false, 7, false, []string{"Published so far: 7 of 12 runs", `7 runs recorded on 2026-11-22`}},
		{"a part, full mode", 7, true, false, 12, true, []string{`7 runs recorded on 2026-11-22`}},
		{"force", 12, false, true, 12, true, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			archived(t, plan, c.published)
			shown := record(t)
			full, force = c.full, c.force
			t.Cleanup(func() { full, force = false, false })
			result := Run(plan)
			if n := len(result.Records()); n != c.records || result.Interrupted != (c.records < 12) {
				t.Errorf("%d records, interrupted: %v", n, result.Interrupted)
			}
			for _, want := range c.says {
				if !said(shown, want) {
					t.Errorf("it says %+v, expected %q", shown.all(), want)
				}
			}
			alltest.Check(t, !said(shown, "interrupted") && (c.says != nil || !said(shown, "published")), "it says %+v", shown.all())
			home := alltest.Must(experiment.Home())(t)
			entries, err := os.ReadDir(home)
			alltest.Check(t, (err == nil && len(entries) > 0) == c.own, "folders of runs: %v, %v", entries, err)
		})
	}
}

// TestVerifiedHere: lines say how many of the published runs were rerun on this
// machine, with the code of today.
func TestVerifiedHere(t *testing.T) {
	plan := experiment.Plan{Name: "p", Puzzles: nurikabes.Kind.MustOpen("open-908").Take(4).Puzzles(), Engines: []solver.Solver{acs.New()}, Runs: 3, Budget: solver.Iterations(9), Seed: 1}
	archived(t, plan, 12)
	s, err := archive.Open("small")
	alltest.OK(t, err)
	v, err := s.Verify(t.Context(), archive.Makers{
		Engine: func(string, experiment.PlanEngine) (solver.Solver, error) { return plan.Engines[0], nil },
		Puzzle: func(o sets.Origin) (puzzle.Puzzle, error) {
			known, _ := sets.Known(o.Hash.String())
			return known.Item, nil
		},
	}, archive.Sample{Runs: 7})
	alltest.Require(t, err == nil && v.Right(), "%v %v", v, err)
	shown := record(t)
	Run(plan)
	alltest.Check(t, said(shown, "; 7 verified here"), "it says %+v", shown.all())
	alltest.Has(t, comesFrom(s), "; 7 verified here.")
	path := filepath.Join(os.Getenv(sets.RootEnv), ".formicary", "verified", "small", "p.json")
	text := alltest.Must(os.ReadFile(path))(t)
	_, code, _ := strings.Cut(string(text), `"ours":"`)
	code, _, _ = strings.Cut(code, `"`)
	alltest.OK(t, os.WriteFile(path, []byte(strings.ReplaceAll(string(text), `"ours":"`+code, `"ours":"src-0`)), 0o666))
	shown = record(t)
	Run(plan)
	alltest.Check(t, !said(shown, "verified here"), "with other code: %+v", shown.all())
}
