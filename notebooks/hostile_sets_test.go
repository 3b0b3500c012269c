package notebooks_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/puzzle/sets"
)

// hostileID is the end of every id in a hostile checkout: evil, on one line. It begins
// with a blank, so that ids keep their order.
var hostileID = strings.NewReplacer("\r", "", "\u2028", "").Replace(evil) + "end"

// ids match what is written before and after an id in the files of data, by their
// endings.
var ids = map[string]*regexp.Regexp{
	".nurikabe": regexp.MustCompile(`(?m)^(\S+)( nurikabe/)`),
	".sdm":      regexp.MustCompile(`(?m)(# .+)($)`),
	".non":      regexp.MustCompile(`(?m)^((?:catalogue|title) ".*)("$)`),
}

// hostileWords writes hostileID in the files of an ending.
var hostileWords = map[string]func() string{
	".nurikabe": func() string { return sets.Escape(hostileID) },
	".sdm":      func() string { return hostileID },
	".non": func() string {
		return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", `\`, "&#92;").Replace(hostileID)
	},
}

func inJSON(text string) string {
	line, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(line[1 : len(line)-1])
}

// named matches a puzzle that a notebook takes by its id.
var named = regexp.MustCompile(`(MustGet\(\\"[^"]*)(\\"\))`)

// hostileCheckout copies the checkout, with hostile ids in all sets and published
// records.
func hostileCheckout(t *testing.T) string {
	t.Helper()
	from, err := sets.Root()
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for _, part := range []string{"pkg", "data", "notebooks"} {
		if err := os.CopyFS(filepath.Join(root, part), os.DirFS(filepath.Join(from, part))); err != nil {
			t.Fatal(err)
		}
	}
	change := func(path string, to func(text string) string) {
		text, err := os.ReadFile(filepath.Join(from, path))
		if err == nil {
			err = os.WriteFile(filepath.Join(root, path), []byte(to(string(text))), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	same := func(text string) string { return text }
	change("go.mod", same)
	change("go.sum", same)
	for ending, id := range ids {
		word := strings.ReplaceAll(hostileWords[ending](), "$", "$$")
		files, err := filepath.Glob(filepath.Join(from, "data", "*", "*"+ending))
		if err != nil || len(files) == 0 {
			t.Fatalf("%d files *%s, %v", len(files), ending, err)
		}
		for _, file := range files {
			change(strings.TrimPrefix(file, from), func(text string) string {
				return id.ReplaceAllString(text, "${1}"+word+"${2}")
			})
		}
	}
	literal := strconv.Quote(hostileID)
	literal = strings.ReplaceAll(inJSON(literal[1:len(literal)-1]), "$", "$$")
	paths, err := filepath.Glob(filepath.Join(from, "notebooks", "*.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		change(strings.TrimPrefix(path, from), func(text string) string { return named.ReplaceAllString(text, "${1}"+literal+"${2}") })
	}
	publishHostile(t, filepath.Join(root, "data", "records"))
	return root
}

// expectedFingerprint matches what [experiment.ReadPlan] says of a plan whose puzzles
// were renamed.
var expectedFingerprint = regexp.MustCompile(`expected the fingerprint of this plan, "([0-9a-f]{12})"`)

// publishHostile publishes all studies anew, with hostile ids, questions and machines.
func publishHostile(t *testing.T, home string) {
	t.Helper()
	all, err := archive.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, study := range all {
		var parts []archive.Part
		for _, p := range study.Plans {
			plan, err := p.File()
			if err != nil {
				t.Fatal(err)
			}
			records, err := p.Records()
			if err != nil {
				t.Fatal(err)
			}
			plan.Puzzles, records = slices.Clone(plan.Puzzles), slices.Clone(records)
			for i := range plan.Puzzles {
				plan.Puzzles[i].ID += hostileID
			}
			for i := range records {
				records[i].Puzzle += hostileID
			}
			for i := range p.Provenance.Machines {
				p.Provenance.Machines[i] += hostileID
			}
			var text bytes.Buffer
			if err := plan.Write(&text); err != nil {
				t.Fatal(err)
			}
			_, err = experiment.ReadPlan("plan.json", &text)
			expected := expectedFingerprint.FindStringSubmatch(fmt.Sprint(err))
			if expected == nil {
				t.Fatalf("expected to be told the fingerprint of the renamed puzzles, got %v", err)
			}
			plan.Fingerprint = expected[1]
			traced := slices.ContainsFunc(records, func(r experiment.Record) bool { return len(r.Trace) > 0 })
			parts = append(parts, archive.Part{Plan: plan, Records: records, Provenance: p.Provenance, Traces: traced})
		}
		if err := archive.Publish(home, study.Name, study.Question+hostileID, parts...); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHostileSets runs notebooks in a checkout with hostile ids, and hovers over
// and clicks at all that their pages show. FORMICARY_HOSTILE in the environment names
// those to run by the beginnings of their names, or is "all"; without it
// FORMICARY_TEST=all runs two.
func TestHostileSets(t *testing.T) {
	wanted := strings.Fields(os.Getenv("FORMICARY_HOSTILE"))
	if len(wanted) == 0 {
		alltest.Only(t, "it publishes all records anew, for a kernel and a browser")
		wanted = []string{"03", "22"}
	}
	env := labtest.Env(t)
	root := hostileCheckout(t)
	for _, path := range notebooks(t) {
		name := filepath.Base(path)
		chosen := slices.ContainsFunc(wanted, func(w string) bool { return w == "all" || strings.HasPrefix(name, w) })
		if !chosen || !strings.HasPrefix(path, name) || name == lab.Index {
			continue
		}
		t.Run(name, func(t *testing.T) {
			if strings.HasPrefix(name, "05-") {
				t.Skip("it finds the papers' puzzles in published records by their ids, and shows none")
			}
			path := filepath.Join(root, "notebooks", name)
			executed := execute(t, env, path, true, lab.ExecuteOptions{Env: []string{sets.DataEnv + "="}})
			page, err := env.HTML(t.Context(), executed, name, filepath.Dir(path))
			if err != nil {
				t.Fatal(err)
			}
			exported(t, page, 0, 0)
			if !strings.Contains(string(page), "__evil") {
				t.Log("it shows no id")
			}
		})
	}
}
