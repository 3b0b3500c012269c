package bundle

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

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
