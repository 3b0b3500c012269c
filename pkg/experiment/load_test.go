package experiment

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestManifest(t *testing.T) {
	dir := t.TempDir()
	plan := examplePlan(3, 2)
	mustRun(t, plan, In(dir))
	mustRun(t, plan, In(dir))
	m, err := readManifest(filepath.Join(dir, ManifestFile))
	if err != nil {
		t.Fatal(err)
	}
	if m.Name != "coins" || m.Seed != 7 || m.Runs != 2 || m.Budget != plan.Budget || len(m.Puzzles) != 3 || len(m.Engines) != 2 || m.Total() != 12 {
		t.Errorf("%+v", m)
	}
	hash := plan.Puzzles[1].Hash()
	if p := m.Puzzles[1]; p.ID != "c01" || p.Kind != "coins" || p.Rows != 1 || p.Cols != 2 || p.Hash != fmt.Sprintf("%x", hash[:]) {
		t.Errorf("%+v", p)
	}
	d := plan.Engines[1].Describe()
	if e := m.Engines[1]; e.Hash != d.Hash() || cmp.Diff(e.Description, d) != "" || e.Code == "" {
		t.Errorf("%+v", e)
	}
	if m.Go == "" || m.Code == "" || len(m.Sessions) != 2 {
		t.Errorf("go %q, code %q, %d sessions", m.Go, m.Code, len(m.Sessions))
	}
	s := m.Sessions[1]
	if s.Done != 12 || s.Reused != 12 || s.Workers < 1 || s.Processors < 1 || s.Host == "" || s.Started.IsZero() || s.Finished.Before(s.Started) || len(s.Command) == 0 || s.Interrupted {
		t.Errorf("%+v", s)
	}
}

// Plans that share a folder keep their manifests apart, and the last one is
// what Load tells of.
func TestPlansThatShareAFolder(t *testing.T) {
	dir := t.TempDir()
	a, b := examplePlan(3, 1), examplePlan(2, 2)
	first := mustRun(t, a, In(dir))
	second := mustRun(t, b, In(dir))
	back, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(second.Records, back.Records); diff != "" {
		t.Error(diff)
	}
	aside := filepath.Join(dir, "manifest-"+first.Manifest.Fingerprint()+".json")
	if m, err := readManifest(aside); err != nil || len(m.Puzzles) != 3 {
		t.Errorf("put aside: %v, %v", m, err)
	}
	mustRun(t, a, In(dir))
	if back, err = Load(dir); err != nil || len(back.Records) != 6 || len(back.Manifest.Sessions) != 2 {
		t.Errorf("%d records, %d sessions, %v", len(back.Records), len(back.Manifest.Sessions), err)
	}
	if _, err := os.Stat(aside); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the manifest that was put aside is still there: %v", err)
	}
}

func TestLoadWithoutManifest(t *testing.T) {
	dir, _, want := journalOf(t, examplePlan(2, 2))
	if err := os.Remove(filepath.Join(dir, ManifestFile)); err != nil {
		t.Fatal(err)
	}
	runs, err := Load(dir)
	if err != nil || len(runs.Records) != len(want) {
		t.Errorf("%d records, %v", len(runs.Records), err)
	}
	if _, err := Load(t.TempDir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an empty folder: %v", err)
	}
}

func TestLoadHalfFinished(t *testing.T) {
	dir, text, want := journalOf(t, examplePlan(2, 2))
	if err := os.WriteFile(filepath.Join(dir, JournalFile), text[:len(text)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	runs, err := Load(dir)
	if err != nil || !runs.Interrupted || !contains(runs.Warnings, "no end yet") || len(runs.Records) == 0 {
		t.Fatalf("%+v, %v", runs, err)
	}
	byKey := map[Key]Record{}
	for _, r := range want {
		byKey[r.Key()] = r
	}
	for _, r := range runs.Records {
		if diff := cmp.Diff(byKey[r.Key()], r); diff != "" {
			t.Error(diff)
		}
	}
}

func TestLoadRefusesABadManifest(t *testing.T) {
	dir, _, _ := journalOf(t, examplePlan(2, 2))
	path := filepath.Join(dir, ManifestFile)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"cut off":       string(good[:len(good)/2]),
		"huge":          strings.Replace(string(good), `"runs": 2`, `"runs": 9000000000000000000`, 1),
		"negative":      strings.Replace(string(good), `"runs": 2`, `"runs": -2`, 1),
		"broken hash":   strings.Replace(string(good), `"hash": "`, `"hash": "x`, -1),
		"another thing": "[]",
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if runs, err := Load(dir); err == nil || runs != nil {
			t.Errorf("%s: %v, %v", name, runs, err)
		}
	}
}
