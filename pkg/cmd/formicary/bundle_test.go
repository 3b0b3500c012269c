package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/experiment/bundle"
	"formicary/pkg/lab"
	"formicary/pkg/puzzle/sets"
)

// smallBundle is a bundle with a study that is published, in a file.
func smallBundle(t *testing.T) (path string, p *packing) {
	t.Helper()
	root, err := sets.Root()
	alltest.OK(t, err)
	t.Setenv(sets.DataEnv, "")
	text := alltest.Must(os.ReadFile(filepath.Join(root, "pkg", "lab", "testdata", "ok.ipynb")))(t)
	notebook := filepath.Join(t.TempDir(), "a notebook, ü.ipynb")
	alltest.OK(t, os.WriteFile(notebook, text, 0o666))
	study := alltest.Must(archive.Open("nonogram-colour"))(t)
	p = &packing{env: &lab.Env{Root: root}, files: map[string][]byte{}, puzzles: map[string]bool{}}
	p.manifest.Made = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	p.manifest.Code = bundle.Code{Version: "1", Commit: strings.Repeat("a", 40), Machine: "linux/amd64", Parts: map[string]string{"Go": "1.26"}}
	nb := alltest.Must(lab.ReadNotebook(notebook))(t)
	name := base(notebook)
	about := bundle.Notebook{Name: name, Title: nb.Title(), Answer: "Ants are ants", Mode: "quick", File: "notebooks/" + name + ".ipynb", Page: "pages/" + name + ".html", Started: p.manifest.Made, Finished: p.manifest.Made}
	err = p.notebook(&executed{Notebook: about, path: notebook, page: []byte("<p>page</p>"), studies: []usedStudy{{study, true}}})
	if err == nil {
		err = p.surroundings()
	}
	alltest.OK(t, err)
	var out bytes.Buffer
	alltest.OK(t, bundle.Write(&out, p.manifest.Made, p.files))
	path = filepath.Join(t.TempDir(), "small.zip")
	alltest.OK(t, os.WriteFile(path, out.Bytes(), 0o666))
	return path, p
}

// TestBundleOthers: no text of a puzzle of others is in a bundle.
func TestBundleOthers(t *testing.T) {
	_, p := smallBundle(t)
	ours, others := 0, 0
	for line := range bytes.Lines(p.files["puzzles.jsonl"]) {
		var q struct{ Set, Text, Hash string }
		err := json.Unmarshal(line, &q)
		alltest.Require(t, err == nil && len(q.Hash) == 64, "%s: %v", line, err)
		if strings.HasPrefix(q.Set, "open") && q.Text != "" {
			ours++
		} else if q.Text == "" {
			others++
		} else {
			t.Errorf("the text of a puzzle of %s", q.Set)
		}
	}
	alltest.Check(t, ours != 0 && others != 0, "%d puzzles of ours, %d of others", ours, others)
}

// TestBundleValidators: roc-validator (Process Run Crate) and cffconvert find nothing
// wrong, polars, pandas and DuckDB read the tables, and roc-validator does find what is
// wrong.
func TestBundleValidators(t *testing.T) {
	path, p := smallBundle(t)
	b := alltest.Must(bundle.Open(path))(t)
	defer b.Close()
	dir := filepath.Join(t.TempDir(), "b")
	alltest.OK(t, b.Unpack(dir))
	plan := p.manifest.Studies[0].Plans[0]
	var got struct {
		Crate    []string
		Passed   bool
		Citation int
		Said     string
		Rows     []int
	}
	ask := func() {
		t.Helper()
		got.Crate = nil
		alltest.OK(t, json.Unmarshal(python(t, script(t, "bundle.py"), dir, plan.Tables), &got))
	}
	ask()
	alltest.Check(t, got.Passed && len(got.Crate) == 0 && got.Citation == 0, "%+v", got)
	for _, rows := range got.Rows {
		alltest.Check(t, rows == plan.Made, "%v rows, want %d", got.Rows, plan.Made)
	}
	text := bytes.ReplaceAll(p.files[bundle.CrateFile], []byte(`"instrument"`), []byte(`"about"`))
	alltest.OK(t, os.WriteFile(filepath.Join(dir, bundle.CrateFile), text, 0o666))
	if ask(); got.Passed {
		t.Error("actions without an instrument are valid")
	}
}

// TestPackRefuses: a notebook that cannot be read is told before any is executed, and no
// set of others is used by then. A study that was changed is not packed.
func TestPackRefuses(t *testing.T) {
	path, p := smallBundle(t)
	t.Setenv(sets.DataEnv, t.TempDir())
	_, notes, code := command(t, "bundle", "pack", "--out", path, filepath.Join(p.env.Root, "pkg", "lab", "testdata", "ok.ipynb"), "none.ipynb")
	if code != 2 || !strings.Contains(notes, "no notebook ") || !strings.Contains(notes, "none.ipynb: give the path of an .ipynb file") || strings.Contains(notes, "cell 1") {
		t.Errorf("status %d: %s", code, notes)
	}
	dir, there := os.LookupEnv(sets.DataEnv)
	alltest.Check(t, !there, "third-party sets are in %s", dir)
	right, damaged, _ := faults(t)
	p.manifest.Studies = nil
	err := p.study("", usedStudy{damaged, true})
	alltest.Check(t, err != nil && strings.Contains(err.Error(), archive.StudyFile) && len(p.manifest.Studies) == 0, "a study that was changed is packed: %v", err)
	if err := p.study("", usedStudy{right, true}); err != nil || len(p.manifest.Studies) != 1 {
		t.Error(err)
	}
}
