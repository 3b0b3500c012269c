package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
)

// keptRuns makes the runs of a small plan in a folder of its own, NAME, and returns
// the folder and the records.
func keptRuns(t *testing.T, name string) (dir string, records []experiment.Record) {
	t.Helper()
	home := t.TempDir()
	t.Setenv(assets.RunsEnv, home)
	dir = filepath.Join(home, name)
	plan := experiment.Plan{
		Name: name, Puzzles: nurikabes.Kind.MustOpen("open-908").Take(4).Puzzles(), Engines: []solver.Solver{acs.New(), acs.WithScheme(acs.Raster)},
		Runs: 3, Budget: solver.Iterations(5), Seed: 1,
	}
	result := alltest.Must(plan.Run(t.Context(), experiment.In(dir)))(t)
	return dir, result.Records()
}

// command runs the command.
func command(t *testing.T, args ...string) (out, errors string, code int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
	return stdout.String(), stderr.String(), code
}
