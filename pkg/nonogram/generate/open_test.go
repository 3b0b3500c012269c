package generate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/exact"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// remake makes the named file again from the recipes of the manifest, and
// brings the manifest up to date:
//
//	go test ./pkg/nonogram/generate -run OpenRemake -timeout 0 -remake open.non
var remake = flag.String("remake", "", "the file of open puzzles to make again")

func manifests(t *testing.T) (dir string, all []Manifest) {
	t.Helper()
	root, err := puzzle.Root()
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(root, "data", "nonogram")
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

// TestOpenSets holds every file of data/nonogram against its manifest, checks
// every solution, proves it to be the only one, looks the grade up, and makes a
// part again.
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
	set, err := nonogram.Read(path, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if total := Generator.Total(m); set.Len() != m.Instances || set.Len() != total || set.Distinct().Len() != m.Instances {
		t.Fatalf("%d puzzles, %d different; the manifest says %d and asks for %d", set.Len(), set.Distinct().Len(), m.Instances, total)
	}
	at := 0
	for _, recipe := range m.Make {
		if !strings.Contains(recipe.Command, " --seed ") {
			t.Errorf("%s: the command has another seed than the manifest where none is said", recipe.Command)
		}
		o, count := recipe.Options, Generator.Count(&recipe.Options)
		for k, item := range set.Items[at : at+count] {
			p := item.Puzzle.(*nonogram.Puzzle)
			if p.ID() != o.id(k) || p.Title() == "" || p.Size() != o.Size || (p.Colours() > 1) != (o.Colours > 1) || p.Colours() > max(o.Colours, 1) {
				t.Errorf("%s %q: %v in %d colours, not what %q asks for", p.ID(), p.Title(), p.Size(), p.Colours(), recipe.Command)
			}
			if item.Grade == "" || o.Grade != "" && item.Grade != o.Grade {
				t.Errorf("%s has grade %q", p.ID(), item.Grade)
			}
			wantGrade(t, item)
		}
		// A part of each recipe that is made quickly.
		if o.Grade == "logic" && o.Size.Cells() <= 1000 {
			o.Count = min(count, 1)
			part, err := Nonogram(t.Context(), o, nil)
			if err != nil {
				t.Fatal(err)
			}
			item, want := part.Items[0], set.Items[at]
			if item.Hash() != want.Hash() || item.Grade != want.Grade || !item.Solution.Equal(want.Solution) {
				t.Errorf("%s makes another puzzle %s than the file holds", recipe.Command, item.ID())
			}
		}
		at += count
	}
}

// wantGrade proves an item's solution to be the only one, and that the grade is
// what the engines find.
func wantGrade(t *testing.T, item puzzle.Item) {
	t.Helper()
	p := item.Puzzle.(*nonogram.Puzzle)
	if broken := p.Check(item.Solution); len(broken) > 0 {
		t.Fatalf("%s: %v", p.ID(), broken[0])
	}
	open, err := logicDoubt(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if (len(open) == 0) != (item.Grade == "logic") {
		t.Errorf("%s has grade %s; sub-procedures leave %d cells", p.ID(), item.Grade, len(open))
	}
	out, err := exact.New().Solve(t.Context(), p, solver.Run{})
	if err != nil || out.Status != solver.Unique || !out.Best.Equal(item.Solution) {
		t.Fatalf("%s is %s, %v", p.ID(), out.Status, err)
	}
	want := item.Grade
	if want == "logic" {
		want = "line"
	}
	if got := exact.GradeOf(out).String(); got != want {
		t.Errorf("%s has grade %s, and is %s", p.ID(), item.Grade, got)
	}
}
