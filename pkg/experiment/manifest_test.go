package experiment

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/internal/folder"
)

// manifestOf reads the one manifest of a folder.
func manifestOf(t *testing.T, dir string) (m folder.Manifest) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "manifest-*.json"))
	alltest.Require(t, err == nil && len(paths) == 1, "manifests %q, %v", paths, err)
	text, err := os.ReadFile(paths[0])
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	alltest.OK(t, err)
	return m
}

func TestManifest(t *testing.T) {
	dir := t.TempDir()
	plan := examplePlan(3, 2)
	mustRun(t, plan, In(dir))
	mustRun(t, plan, In(dir))
	m := manifestOf(t, dir)
	alltest.Check(t, m.Name == "coins" && m.Seed == 7 && m.Runs == 2 && m.Budget == plan.Budget && len(m.Puzzles) == 3 && len(m.Engines) == 2, "%+v", m)
	hash := plan.Puzzles[1].Hash()
	p := m.Puzzles[1]
	alltest.Check(t, p.ID == "c01" && p.Kind == "coins" && p.Rows == 1 && p.Cols == 2 && p.Hash == fmt.Sprintf("%x", hash[:]), "%+v", p)
	d := plan.Engines[1].Describe()
	e := m.Engines[1]
	alltest.Check(t, e.Hash == d.Hash() && cmp.Diff(e.Description, d) == "" && e.Code != "", "%+v", e)
	alltest.Require(t, len(m.Sessions) == 2, "%d sessions", len(m.Sessions))
	for _, s := range m.Sessions {
		alltest.Check(t, s.Workers >= 1 && s.Processors >= 1 && s.Host != "" && s.Go != "" && !s.Started.IsZero() && !s.Finished.Before(s.Started) && len(s.Command) != 0, "%+v", s)
	}
}

// The fingerprint names published records: it must not change.
func TestFingerprint(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, examplePlan(3, 2), In(dir))
	m := manifestOf(t, dir)
	alltest.Equal(t, m.Fingerprint(), "7e5586f1436b", "fingerprint")
}

// Plans that share a folder keep their manifests apart.
func TestPlansThatShareAFolder(t *testing.T) {
	dir := t.TempDir()
	a, b := examplePlan(3, 1), examplePlan(2, 2)
	for _, p := range []Plan{a, b, a} {
		mustRun(t, p, In(dir))
	}
	paths, err := filepath.Glob(filepath.Join(dir, "manifest*"))
	alltest.Require(t, err == nil && len(paths) == 2, "manifests %q, %v", paths, err)
	sessions := 0
	for _, path := range paths {
		text, err := os.ReadFile(path)
		var m folder.Manifest
		if err == nil {
			err = json.Unmarshal(text, &m)
		}
		alltest.Check(t, err == nil && strings.HasSuffix(path, "manifest-"+m.Fingerprint()+".json"), "%s: %v", path, err)
		sessions += len(m.Sessions)
	}
	alltest.Equal(t, sessions, 3, "sessions")
}

// A damaged manifest is rebuilt from the plan and the journal, which is said, and
// kept beside the new one.
func TestBrokenManifest(t *testing.T) {
	dir := t.TempDir()
	plan := examplePlan(2, 2)
	want := mustRun(t, plan, In(dir))
	good := manifestOf(t, dir)
	path := good.Path(dir)
	text := alltest.Must(os.ReadFile(path))(t)
	for name, damaged := range map[string]string{
		"empty": "", "cut": string(text[:len(text)/2]), "another kind": "[]", "nothing": "{}", "null": "null", "zeros": "\x00\x00\x00\x00",
		"another plan": strings.Replace(string(text), `"seed": 7`, `"seed": 8`, 1),
	} {
		alltest.OK(t, os.WriteFile(path, []byte(damaged), 0o666))
		runs := mustRun(t, plan, In(dir))
		diff := cmp.Diff(want.Records(), runs.Records())
		alltest.Check(t, diff == "" && contains(runs.Warnings, path+": it is damaged") && contains(runs.Warnings, "rebuilt"), "%s: %q\n%s", name, runs.Warnings, diff)
		alltest.Equal(t, string(alltest.Must(os.ReadFile(path+".damaged"))(t)), damaged, "%s: kept", name)
		again := mustRun(t, plan, In(dir))
		alltest.Check(t, len(again.Warnings) <= 0, "%s, the next time: %q", name, again.Warnings)
		m := manifestOf(t, dir)
		alltest.Check(t, len(m.Sessions) == 3 && m.Sessions[0].Host == good.Sessions[0].Host && !m.Sessions[2].Finished.IsZero(), "%s: sessions %+v", name, m.Sessions)
		m.Sessions = good.Sessions
		alltest.Equal(t, cmp.Diff(good, m), "", name)
	}
}
