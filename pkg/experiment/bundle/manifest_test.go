package bundle

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
)

// TestManifest: a manifest is read as it was written, and with up to so many runs; no more can be made than planned.
func TestManifest(t *testing.T) {
	m := Manifest{
		Format: format, Made: when, Code: Code{Version: "1", Commit: "abc", Changed: true, Machine: "linux/amd64", Parts: map[string]string{"Go": "1"}},
		Notebooks: []Notebook{
			{Name: "a", Title: "<T>", Answer: "A.", Mode: "quick", File: "notebooks/a.ipynb", Page: "pages/a.html", Started: when, Finished: when, Studies: []string{"s", "t"}},
			{Name: "b", File: "notebooks/a.ipynb", Page: "pages/b.html"},
		},
		Studies: []Study{
			{Name: "s", Question: "Q?", Published: true, Plans: []Plan{
				{Name: "p", Fingerprint: "f", Folder: "records/s/p", Tables: "tables/s/p", Planned: mostRuns, Provenance: experiment.Provenance{First: "2026-11-22"}}, {Made: 2, Planned: 2},
			}},
			{Name: "t", Plans: []Plan{{Made: 1, Planned: 3}}},
		},
	}
	bytes, err := m.Bytes()
	alltest.Require(t, err == nil && strings.Contains(string(bytes), "<T>") && strings.HasPrefix(string(bytes), "{\n \"format\": "), "%v: %s", err, bytes)
	got, err := parseManifest("x", bytes)
	alltest.Check(t, err == nil && reflect.DeepEqual(got, m), "%v: %+v, want %+v", err, got, m)
	made, planned := got.Counts()
	alltest.Check(t, made == 3 && planned == mostRuns+5, "%d of %d", made, planned)
	alltest.Equal(t, fmt.Sprint(m.needs()), "[notebooks/a.ipynb pages/a.html notebooks/a.ipynb pages/b.html records/s/study.json records/t/study.json]")
	if text, err := (Manifest{Made: when.AddDate(10_000, 0, 0)}).Bytes(); err == nil {
		t.Errorf("a time that JSON has not is written: %s", text)
	}
	for _, p := range []Plan{{Made: 3, Planned: 2}, {Made: -1}, {Planned: mostRuns + 1}} {
		m.Studies[1].Plans[0] = p
		want := fmt.Sprintf("study \"t\": expected up to 1000000000 planned runs and no more made, found %d and %d", p.Planned, p.Made)
		err := m.check()
		alltest.Check(t, err != nil && err.Error() == want, "%v, want %s", err, want)
	}
}
