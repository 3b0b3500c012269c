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

	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// remake makes the named file again from the recipes of the manifest, and
// brings the manifest up to date:
//
//	go test ./pkg/nurikabe/generate -run Open -timeout 0 -remake open-908.nurikabe
var remake = flag.String("remake", "", "the file of open instances to make again")

func manifests(t *testing.T) (dir string, all []Manifest) {
	root, err := puzzle.Root()
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(root, "data", "nurikabe")
	text, err := os.ReadFile(filepath.Join(dir, "MANIFEST"))
	if err != nil {
		t.Fatal(err)
	}
	if all, err = ReadManifests("MANIFEST", bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("the manifest is empty")
	}
	return dir, all
}

func TestOpenRemake(t *testing.T) {
	if *remake == "" {
		t.Skip("makes open instances again with -remake FILE only")
	}
	dir, all := manifests(t)
	var text bytes.Buffer
	text.WriteString("# How the files of instances beside this one were made. See package generate.\n")
	for i := range all {
		m := &all[i]
		if m.File == *remake {
			var file bytes.Buffer
			err := m.Generate(context.Background(), &file, func(done, total int) {
				if done%20 == 0 {
					t.Logf("%d of %d", done, total)
				}
			})
			if err != nil {
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

// TestOpenSets holds every file of data/nurikabe against its manifest, checks
// every solution, proves each to be the only one, and makes a part again.
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
	if m.Licence != "CC0-1.0" || m.About == "" {
		t.Errorf("licence %q, about %q", m.Licence, m.About)
	}
	set, err := nurikabe.Read(path, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if set.Len() != m.Instances || set.Len() != m.Total() || set.Distinct().Len() != m.Instances {
		t.Errorf("%d instances, %d different; the manifest says %d and asks for %d", set.Len(), set.Distinct().Len(), m.Instances, m.Total())
	}
	for _, item := range set.Items {
		if broken := item.Check(item.Solution); len(broken) > 0 {
			t.Errorf("%s: %v", item.ID(), broken[0])
		}
		out, err := exact.New().Solve(context.Background(), item, solver.Run{})
		if err != nil {
			t.Fatal(err)
		}
		if out.Status != solver.Unique || !out.Best.Equal(item.Solution) || exact.GradeOf(out).String() != item.Grade {
			t.Errorf("%s: %s, grade %s, not the instance that the file says", item.ID(), out.Status, exact.GradeOf(out))
		}
	}
	// A part of each recipe that is made quickly.
	at := 0
	for _, recipe := range m.Make {
		o, count := recipe.Options, max(recipe.Options.Count, 1)
		if m.Version == Version && o.Size.Cells() <= 150 && o.Difficulty != exact.Learning.String() {
			o.Count = min(count, 2)
			part, err := Nurikabe(context.Background(), o, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, item := range part.Items {
				want := set.Items[at+i]
				if item.Hash() != want.Hash() || item.ID() != want.ID() || item.Grade != want.Grade || !item.Solution.Equal(want.Solution) {
					t.Errorf("%s makes another instance %s than the file holds", recipe.Command, item.ID())
				}
			}
		}
		at += count
	}
	if m.Version != Version {
		t.Errorf("made by version %d, this is %d: make it again with -remake %s", m.Version, Version, m.File)
	}
}
