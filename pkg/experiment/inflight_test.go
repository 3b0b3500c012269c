//go:build linux || darwin

package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/solver"
)

// What ends without the process leaves no run in flight: a context, an error of
// the journal, a panic in a hook.
func TestEndsThatAreNoDeaths(t *testing.T) {
	broken := breakable(t)
	for name, finish := range map[string]func(cancel context.CancelFunc){
		"cancelled": func(cancel context.CancelFunc) { cancel() },
		"journal":   func(context.CancelFunc) { broken.Store(true) },
		"panic":     func(context.CancelFunc) { panic("in a hook") },
	} {
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		func() {
			defer func() { _ = recover() }()
			_, _ = killPlan().Run(ctx, In(dir), OnRecord(func(Record) { finish(cancel) }))
		}()
		cancel()
		broken.Store(false)
		tidy(t, dir)
		result := mustRun(t, killPlan(), In(dir))
		alltest.Check(t, len(result.Warnings) <= 0 && !slices.ContainsFunc(result.Records(), func(r Record) bool { return r.Status == Failed }), "%s: %q", name, result.Warnings)
	}
}

// A func that ends the process when its run is made a second time is not asked
// for ever whether its runs repeat.
func TestPoisonInTheSecondRun(t *testing.T) {
	plan := examplePlan(2, 1)
	plan.Engines = []solver.Solver{experimenttest.Flips{Bias: 0.1, Custom: true}}
	want := mustRun(t, plan)
	s := alltest.Must(plan.open(settings{}))(t)
	// As a process leaves it that ended while it made a run again, twice.
	dir := t.TempDir()
	leave := func(crashes string) {
		alltest.OK(t, os.WriteFile(filepath.Join(dir, "deaths.json"), []byte(crashes), 0o666))
	}
	leave(fmt.Sprintf(`{%q:{"what":"run 0, rerun","ends":[{"session":"a"},{"session":"b","alone":true}]}}`, record.ShortName("again "+s.pool.repeats.Rules[0])))
	got := mustRun(t, plan, In(dir))
	diff := cmp.Diff(experimenttest.Timeless(want.Records()), experimenttest.Timeless(got.Records()))
	alltest.Check(t, diff == "" && contains(got.Warnings, "repeat is not known: the process ended 2 times"), "%q\n%s", got.Warnings, diff)
	// And once while it made a record's run again, before it was reused.
	crashes := map[string]any{}
	for _, r := range got.Records() {
		crashes[record.ShortName("check "+r.Key().Mark(0))] = map[string]any{"what": "run 0 rerun", "ends": []any{map[string]any{"session": "c"}}}
	}
	text, _ := json.Marshal(crashes)
	leave(string(text))
	again := mustRun(t, plan, In(dir))
	alltest.Check(t, len(again.Records()) == 2 && again.Records()[0].Code != got.Records()[0].Code && strings.Contains(again.Reuse, "rerun ended the process"), "%q", again.Reuse)
}

// Damaged files about runs in flight hinder nothing.
func TestDamagedFlights(t *testing.T) {
	for _, text := range []string{"", "\x00\x00", "{}", "[]", `{"session":1}`, strings.Repeat("x\n", 99), "null", "{\"session\":\"a\"}\n{\"mark\":\"m\"}\n{\"mark"} {
		dir := t.TempDir()
		alltest.OK(t, errors.Join(os.WriteFile(filepath.Join(dir, "running.jsonl"), []byte(text), 0o666), os.WriteFile(filepath.Join(dir, "deaths.json"), []byte(text), 0o666)))
		alltest.Equal(t, len(mustRun(t, examplePlan(2, 1), In(dir)).Records()), 4, "%q records", text)
	}
}
