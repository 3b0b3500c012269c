package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/archive"
)

// script is a program of testdata/python.
func script(t *testing.T, name string) string {
	t.Helper()
	text := alltest.Must(os.ReadFile(filepath.Join("testdata", "python", name)))(t)
	return string(text)
}

// python runs a program of Python, where there is one with the libraries.
func python(t *testing.T, program string, args ...string) []byte {
	t.Helper()
	path := os.Getenv("FORMICARY_PYTHON")
	if path == "" {
		t.Skip("FORMICARY_PYTHON names no Python with what .ci/requirements.txt lists")
	}
	out, err := exec.CommandContext(t.Context(), path, append([]string{"-c", program}, args...)...).Output()
	if err != nil {
		if exit, ok := err.(*exec.ExitError); ok { //nolint:errorlint // it is Output's own
			t.Fatalf("%v: %s", err, exit.Stderr)
		}
		t.Fatal(err)
	}
	return out
}

// TestExportReaders: polars, DuckDB and pandas find the same rows and sums in the
// files as the records have.
func TestExportReaders(t *testing.T) {
	_, records := keptRuns(t, "small")
	out := filepath.Join(t.TempDir(), "files")
	if text, notes, code := command(t, "journal", "export", "--parquet", "--out", out, "small"); code != 0 {
		t.Fatalf("status %d\n%s%s", code, text, notes)
	}
	text, notes, code := command(t, "journal", "export", "--csv", "small")
	alltest.Require(t, code == 0 && notes == "", "status %d\n%s", code, notes)
	table := filepath.Join(out, "runs.csv")
	alltest.OK(t, os.WriteFile(table, []byte(text), 0o666))
	type sums struct {
		Runs, Iterations, Points, At int64
		Seeds                        string
		Cost, Costs                  float64
	}
	var want sums
	seeds := new(big.Int)
	for _, r := range records {
		want.Runs++
		want.Iterations += r.Iterations
		want.Cost += r.Cost // whole numbers: the order does not matter
		seeds.Add(seeds, new(big.Int).SetUint64(r.Seed))
		for _, p := range r.Trace {
			want.Points++
			want.At += p.Evaluations
			want.Costs += p.Cost
		}
	}
	if want.Seeds = seeds.String(); want.Points == 0 {
		t.Fatal("there are no traces")
	}
	var got map[string]sums
	alltest.OK(t, json.Unmarshal(python(t, script(t, "readers.py"), out, table), &got))
	alltest.Check(t, len(got) == 6, "%d readers: %v", len(got), got)
	for name, sums := range got {
		alltest.Check(t, sums == want, "%s: %+v, want %+v", name, sums, want)
	}
}

// TestShards: what the page of published runs does with DuckDB and polars counts the runs and solutions of both exports.
func TestShards(t *testing.T) {
	readme := string(alltest.Must(os.ReadFile(filepath.Join("..", "..", "..", "data", "records", "README.md")))(t))
	_, block, found := strings.Cut(readme, "```python\n")
	block, _, closed := strings.Cut(block, "```")
	if !found || !closed || !strings.Contains(readme, "--out shards/ants nurikabe-ants\n") || !strings.Contains(readme, "--out shards/scale sudoku-scale\n") {
		t.Fatal("the page has no such program")
	}
	dir := t.TempDir()
	want := map[string][2]float64{} // runs and share of solutions by engine
	for shard, name := range map[string]string{"ants": "nurikabe-ants", "scale": "sudoku-scale"} {
		text, notes, code := command(t, "journal", "export", "--parquet", "--out", filepath.Join(dir, "shards", shard), name)
		alltest.Require(t, code == 0, "status %d\n%s%s", code, text, notes)
		s := alltest.Must(archive.Open(name))(t)
		for _, r := range alltest.Must(s.Records())(t) {
			sums := want[r.Engine]
			if sums[0]++; r.Solved() {
				sums[1]++
			}
			want[r.Engine] = sums
		}
	}
	out := python(t, "import os, sys\nos.chdir(sys.argv[1])\n"+block+"import json\nprint(json.dumps([first.fetchall(), second.rows()]))", dir)
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	var got [2][][3]any
	alltest.OK(t, json.Unmarshal([]byte(lines[len(lines)-1]), &got))
	for reader, rows := range got {
		alltest.Check(t, len(rows) == len(want), "reader %d has %v, want %v", reader, rows, want)
		for _, row := range rows {
			sums := want[row[0].(string)]
			alltest.Check(t, row[1] == sums[0] && math.Abs(row[2].(float64)*sums[0]-sums[1]) <= 1e-6,
				"reader %d has %v, want %v", reader, row, sums)
		}
	}
}

// TestExportASlib: liac-arff reads what the records have.
func TestExportASlib(t *testing.T) {
	_, records := keptRuns(t, "small")
	out := filepath.Join(t.TempDir(), "scenario")
	if text, notes, code := command(t, "journal", "export", "--aslib", "--out", out, "small"); code != 0 {
		t.Fatalf("status %d\n%s%s", code, text, notes)
	}
	text, err := os.ReadFile(filepath.Join(out, "description.txt"))
	if err != nil || !strings.Contains(string(text), "scenario_id: \"small\"\n") || !strings.Contains(string(text), fmt.Sprintf("  %q:\n", records[0].Label())) {
		t.Errorf("%v: %s", err, text)
	}
	if !strings.Contains(string(text), "      - islands\n") || strings.Contains(string(text), "cutoff_time: 0\n") || strings.Contains(string(text), "algorithm_cutoff_time: '?'") {
		t.Errorf("no features of the kind or no cutoff: %s", text)
	}
	features, err := os.ReadFile(filepath.Join(out, "feature_values.arff"))
	if _, data, _ := strings.Cut(string(features), "@DATA\n"); err != nil || strings.Count(string(features), "@ATTRIBUTE") < 7 || strings.Contains(data, "?") || strings.Count(data, "\n") != 4 {
		t.Errorf("%v: %s", err, features)
	}
	var got *struct {
		Runs     [][]any `json:"algorithm_runs"`
		Features [][]any `json:"feature_values"`
	}
	alltest.OK(t, json.Unmarshal(python(t, script(t, "aslib.py"), out), &got))
	if got == nil {
		t.Skip("this Python has no liac-arff, which has no wheel: install it by hand")
	}
	alltest.Require(t, len(got.Runs) == len(records) && len(got.Features) == 4, "%d runs, %d puzzles", len(got.Runs), len(got.Features))
	for i, r := range records {
		want := []any{r.Puzzle, float64(r.Run + 1), r.Label(), r.CPU, map[bool]string{true: "ok", false: "timeout"}[r.Solved()]}
		alltest.Check(t, reflect.DeepEqual(got.Runs[i], want), "%v, want %v", got.Runs[i], want)
	}
}
