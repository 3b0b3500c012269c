package generate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/exact"
)

// remake makes the named file again from the recipes of the manifest, and
// brings the manifest up to date:
//
//	go test ./pkg/sudoku/generate -run Open -timeout 0 -remake open.sdm
var remake = flag.String("remake", "", "the file of open puzzles to make again")

func manifests(t *testing.T) (dir string, all []Manifest) {
	t.Helper()
	root, err := puzzle.Root()
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(root, "data", "sudoku")
	text, err := os.ReadFile(filepath.Join(dir, "MANIFEST"))
	if err != nil {
		t.Fatal(err)
	}
	if all, err = Generator.ReadManifests("MANIFEST", bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("the manifest is empty")
	}
	return dir, all
}

func TestOpenRemake(t *testing.T) {
	if *remake == "" {
		t.Skip("makes open puzzles again with -remake FILE only")
	}
	dir, all := manifests(t)
	var text bytes.Buffer
	text.WriteString("# How the files of puzzles beside this one were made. See package generate.\n")
	for i := range all {
		m := &all[i]
		if m.File == *remake {
			var file bytes.Buffer
			if err := Generator.Remake(context.Background(), m, &file, nil); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, m.File), file.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		text.WriteString("\n")
		if err := m.Write(&text); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "MANIFEST"), text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestOpenSets holds every file of data/sudoku against its manifest, checks
// every solution, proves it to be the only one where a grade says so, and
// makes a part again.
func TestOpenSets(t *testing.T) {
	dir, all := manifests(t)
	listed := map[string]bool{"MANIFEST": true}
	for _, m := range all {
		listed[m.File] = true
		t.Run(m.File, func(t *testing.T) { testOpen(t, filepath.Join(dir, m.File), &m) })
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !listed[e.Name()] {
			t.Errorf("%s is not in the manifest", e.Name())
		}
	}
}

func testOpen(t *testing.T, path string, m *Manifest) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != m.SHA256 {
		t.Errorf("the file's checksum is %x, the manifest says %s", sum, m.SHA256)
	}
	if m.Licence != "CC0-1.0" || m.About == "" || m.Version != Version {
		t.Errorf("licence %q, about %q, version %d", m.Licence, m.About, m.Version)
	}
	set, err := sudoku.Read(path, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if total := Generator.Total(m); set.Len() != m.Instances || set.Len() != total || set.Distinct().Len() != m.Instances {
		t.Fatalf("%d puzzles, %d different; the manifest says %d and asks for %d", set.Len(), set.Distinct().Len(), m.Instances, total)
	}
	at := 0
	for _, recipe := range m.Make {
		o, count := recipe.Options, Generator.Count(&recipe.Options)
		for _, item := range set.Items[at : at+count] {
			if broken := item.Check(item.Solution); len(broken) > 0 {
				t.Errorf("%s: %v", item.ID(), broken[0])
			}
			if o.Fixed > 0 {
				continue
			}
			out, err := exact.New().Solve(t.Context(), item, solver.Run{})
			if err != nil || out.Status != solver.Unique || !out.Best.Equal(item.Solution) {
				t.Errorf("%s: %s, %v, not the puzzle that the file says", item.ID(), out.Status, err)
			}
		}
		// A part of each recipe that is made quickly.
		if o.boxes().Cells() <= 9 || o.Fixed > 0 && int(o.Fixed)%15 == 0 {
			o.Count = 1
			part, err := Sudoku(t.Context(), o, nil)
			if err != nil {
				t.Fatal(err)
			}
			item, want := part.Items[0], set.Items[at]
			if item.Hash() != want.Hash() || item.ID() != want.ID() || item.Grade != want.Grade || !item.Solution.Equal(want.Solution) {
				t.Errorf("%s makes another puzzle %s than the file holds", recipe.Command, item.ID())
			}
		}
		at += count
	}
}
