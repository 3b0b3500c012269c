package bundle

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
)

// TestCrateSays: the metadata of a small bundle are these, field by field, as RO-Crate 1.1 and its profile Process Run
// Crate 0.5 want them. Every file is there once, all that is pointed at is there, also where names are unusual, and
// there is nothing of what is not known.
func TestCrateSays(t *testing.T) {
	later := when.Add(90 * time.Second).In(time.FixedZone("", 3600))
	plan := func(name string, p experiment.Provenance) Plan {
		return Plan{Name: "Plan " + name, Folder: "records/s/" + name, Tables: "tables/s/" + name, Made: 5, Planned: 6, Provenance: p}
	}
	m := Manifest{
		Made: later, Code: Code{Version: "1.2", Commit: "abc", Machine: "linux/amd64", Parts: map[string]string{"Go": "1.26"}},
		Notebooks: []Notebook{
			{Name: "a", Title: "A title", Answer: "An answer.", Mode: "quick", File: "notebooks/a.ipynb", Page: "pages/a.html", Started: when, Finished: later, Studies: []string{"s"}},
			{Name: "b ü 100%", Mode: "paper", File: "notebooks/b ü 100%.ipynb", Page: "pages/b ü 100%.html", Started: later, Finished: later},
		},
		Studies: []Study{{Name: "s", Plans: []Plan{
			plan("p", experiment.Provenance{First: "2026-11-22", Last: "2026-11-23", Machines: []string{"M"}}), plan("q", experiment.Provenance{}),
		}}},
	}
	sizes := map[string]int64{ManifestFile: 1, "records/s/study.json": 2, "tables/s/p/trace.parquet": 1}
	for i, name := range []string{
		"notebooks/a.ipynb", "notebooks/b ü 100%.ipynb", "pages/a.html", "pages/b ü 100%.html", "records/s/p/plan.json", "records/s/p/sealed.columns",
		"tables/s/p/runs.parquet", "records/s/q/plan.json", "records/s/q/sealed.columns", "tables/s/q/runs.parquet", "README.md", "x.txt", "x.jsonl", "go.mod", "go.sum", "x.lock", "CITATION.cff", "LICENSE",
	} {
		sizes[name] = int64(i + 10)
	}
	text := alltest.Must(Crate(About{Name: "N", Description: "D", Licence: "https://spdx.org/licenses/MIT", Authors: []string{"A"}}, m, sizes))(t)
	var crate struct {
		Context string           `json:"@context"`
		Graph   []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal(text, &crate); err != nil || crate.Context != "https://w3id.org/ro/crate/1.1/context" {
		t.Fatalf("%v: %s", err, crate.Context)
	}
	var got []string
	there := map[string]int{roCrate: 1, "http://schema.org/CompletedActionStatus": 1} // by name
	for _, e := range crate.Graph {
		line, err := json.Marshal(e) // with sorted keys
		alltest.OK(t, err)
		got = append(got, string(line))
		name := e["@id"].(string)
		alltest.Equal(t, alltest.Must(url.Parse(name))(t).String(), name, "is no address")
		there[name]++
	}
	for _, at := range regexp.MustCompile(`"@id": *"([^"]*)"`).FindAllSubmatch(text, -1) {
		alltest.Equal(t, there[string(at[1])], 1, "is there")
	}
	for name := range sizes {
		alltest.Equal(t, there[id(name)], 1, "the file %s is there times", name)
	}
	golden := filepath.Join("testdata", "crate.jsonl")
	if os.Getenv("UPDATE") != "" {
		alltest.OK(t, os.WriteFile(golden, []byte(strings.Join(got, "\n")+"\n"), 0o666))
	}
	all, err := os.ReadFile(golden)
	alltest.OK(t, err)
	alltest.Equal(t, cmp.Diff(strings.Split(strings.TrimSpace(string(all)), "\n"), got), "")

	// What is not known is left out.
	text, err = Crate(About{}, Manifest{Made: when}, nil)
	alltest.Check(t, err == nil && !strings.Contains(string(text), "identifier") && !strings.Contains(string(text), "softwareRequirements"), "%v: %s", err, text)
}
