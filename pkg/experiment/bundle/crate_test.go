package bundle

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"formicary/pkg/experiment"
)

// The metadata have every file once, and actions that say what was made of what: all that
// is pointed at is there, also where names of files or plans are alike or unusual.
func TestCrate(t *testing.T) {
	m := Manifest{Made: when, Code: Code{Version: "1", Commit: "abc", Machine: "linux/amd64", Parts: map[string]string{"Python with venv": "3"}}}
	sizes := map[string]int64{"LICENSE": 1, ManifestFile: 2}
	for _, name := range []string{"one ü 100%", "two"} {
		n := Notebook{Name: name, Answer: "An answer of " + name, Mode: "quick", File: "notebooks/" + name + ".ipynb", Page: "pages/" + name + ".html", Started: when, Finished: when, Studies: []string{"a"}}
		m.Notebooks, sizes[n.File], sizes[n.Page] = append(m.Notebooks, n), 3, 4
	}
	for _, s := range [][2]string{{"a", "b-c"}, {"a-b", "c"}} {
		p := Plan{Name: "Plan " + s[1], Folder: Records + "/" + s[0] + "/" + s[1], Tables: "tables/" + s[0] + "/" + s[1], Made: 5, Planned: 6, Provenance: experiment.Provenance{First: "2026-11-22", Last: "2026-11-23"}}
		m.Studies = append(m.Studies, Study{Name: s[0], Plans: []Plan{p}})
		for _, name := range []string{p.Folder + "/plan.json", p.Folder + "/sealed.columns", p.Tables + "/runs.parquet", p.Tables + "/trace.parquet"} {
			sizes[name] = 5
		}
	}
	text, err := Crate(About{Name: "N", Description: "D", Licence: "https://spdx.org/licenses/MIT", Authors: []string{"A", "B"}}, m, sizes)
	if err != nil {
		t.Fatal(err)
	}
	var crate struct {
		Graph []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal(text, &crate); err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]any{}
	for _, e := range crate.Graph {
		name := e["@id"].(string)
		if all[name] != nil {
			t.Errorf("%s is there twice", name)
		}
		if u, err := url.Parse(name); err != nil || u.String() != name {
			t.Errorf("%s is no address: %v", name, err)
		}
		all[name] = e
	}
	// of are the things that a property of something points at.
	of := func(name, property string) (out []string) {
		list, many := all[name][property].([]any)
		if !many {
			list = []any{all[name][property]}
		}
		for _, one := range list {
			if r, ok := one.(map[string]any); ok {
				out = append(out, r["@id"].(string))
			}
		}
		return out
	}
	outside := []string{roCrate, "http://schema.org/CompletedActionStatus"}
	for name, e := range all {
		for property := range e {
			for _, at := range of(name, property) {
				if all[at] == nil && !slices.Contains(outside, at) {
					t.Errorf("%s: %s: nothing is %s", name, property, at)
				}
			}
		}
	}
	parts := of("./", "hasPart")
	for name, size := range sizes {
		if e := all[id(name)]; !slices.Contains(parts, id(name)) || e["contentSize"] != string(rune('0'+size)) {
			t.Errorf("%s: %v", name, e)
		}
	}
	if len(parts) != len(sizes) || len(of("./", "author")) != 2 || len(of("#formicary", "softwareRequirements")) != 1 {
		t.Errorf("%d parts of %d files; %v", len(parts), len(sizes), all["./"])
	}
	actions := of("./", "mentions")
	if len(actions) != 4 {
		t.Errorf("%d actions, want 4: %q", len(actions), actions)
	}
	for _, c := range []struct {
		action, objects, results, start string
	}{
		{"#runs-a/b-c", "records/a/b-c/plan.json", "records/a/b-c/sealed.columns tables/a/b-c/runs.parquet tables/a/b-c/trace.parquet", "2026-11-22"},
		{"#runs-a-b/c", "records/a-b/c/plan.json", "records/a-b/c/sealed.columns tables/a-b/c/runs.parquet tables/a-b/c/trace.parquet", "2026-11-22"},
		{"#execute-two", "notebooks/two.ipynb records/a/b-c/sealed.columns", "pages/two.html", "2026-11-23T12:00:00Z"},
		{"#execute-one%20%C3%BC%20100%25", "notebooks/one%20%C3%BC%20100%25.ipynb records/a/b-c/sealed.columns", "pages/one%20%C3%BC%20100%25.html", "2026-11-23T12:00:00Z"},
	} {
		objects, results := strings.Join(of(c.action, "object"), " "), strings.Join(of(c.action, "result"), " ")
		if !slices.Contains(actions, c.action) || objects != c.objects || results != c.results || strings.Join(of(c.action, "instrument"), "") != "#formicary" || all[c.action]["startTime"] != c.start {
			t.Errorf("%s: of %s: %s; %v", c.action, objects, results, all[c.action])
		}
	}
}

// TestCrateSays: the metadata of a small bundle are these, field by field, as RO-Crate 1.1 and its profile Process Run
// Crate 0.5 want them. There is nothing of what is not known.
func TestCrateSays(t *testing.T) {
	later := when.Add(90 * time.Second).In(time.FixedZone("", 3600))
	plan := func(name string, p experiment.Provenance) Plan {
		return Plan{Name: "Plan " + name, Folder: "records/s/" + name, Tables: "tables/s/" + name, Made: 5, Planned: 6, Provenance: p}
	}
	m := Manifest{
		Made: later, Code: Code{Version: "1.2", Commit: "abc", Machine: "linux/amd64", Parts: map[string]string{"Go": "1.26"}},
		Notebooks: []Notebook{
			{Name: "a", Title: "A title", Answer: "An answer.", Mode: "quick", File: "notebooks/a.ipynb", Page: "pages/a.html", Started: when, Finished: later, Studies: []string{"s"}},
			{Name: "b", Mode: "paper", File: "notebooks/b.ipynb", Page: "pages/b.html", Started: later, Finished: later},
		},
		Studies: []Study{{Name: "s", Plans: []Plan{
			plan("p", experiment.Provenance{First: "2026-11-22", Last: "2026-11-23", Machines: []string{"M"}}), plan("q", experiment.Provenance{}),
		}}},
	}
	sizes := map[string]int64{ManifestFile: 1, "records/s/study.json": 2, "tables/s/p/trace.parquet": 1}
	for i, name := range []string{
		"notebooks/a.ipynb", "notebooks/b.ipynb", "pages/a.html", "pages/b.html", "records/s/p/plan.json", "records/s/p/sealed.columns",
		"tables/s/p/runs.parquet", "README.md", "x.txt", "x.jsonl", "go.mod", "go.sum", "x.lock", "CITATION.cff", "LICENSE",
	} {
		sizes[name] = int64(i + 10)
	}
	text, err := Crate(About{Name: "N", Description: "D", Licence: "https://spdx.org/licenses/MIT", Authors: []string{"A"}}, m, sizes)
	if err != nil {
		t.Fatal(err)
	}
	var crate struct {
		Context string           `json:"@context"`
		Graph   []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal(text, &crate); err != nil || crate.Context != "https://w3id.org/ro/crate/1.1/context" {
		t.Fatalf("%v: %s", err, crate.Context)
	}
	var got []string
	for _, e := range crate.Graph {
		line, err := json.Marshal(e) // with sorted keys
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(line))
	}
	golden := filepath.Join("testdata", "crate.jsonl")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(strings.Join(got, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	all, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Split(strings.TrimSpace(string(all)), "\n"); !slices.Equal(got, want) {
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Errorf("entity %d of %d, want %d:\n%s\nwant\n%s", i, len(got), len(want), strings.Join(got[min(i, len(got)):min(i+1, len(got))], ""), strings.Join(want[min(i, len(want)):min(i+1, len(want))], ""))
			}
		}
	}

	// What is not known is left out.
	text, err = Crate(About{}, Manifest{Made: when}, nil)
	if err != nil || strings.Contains(string(text), "identifier") || strings.Contains(string(text), "softwareRequirements") {
		t.Errorf("%v: %s", err, text)
	}
}
