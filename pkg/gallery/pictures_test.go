package gallery_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/gallery"
	"formicary/pkg/lab/labtest"
)

var update = flag.Bool("update", false, "draw the README's pictures anew")

// TestPictures draws the README's pictures again, which runs the race that it types
// into a cell: they must be what the code draws today, and the README must show each
// and say what the race found.
func TestPictures(t *testing.T) {
	env := labtest.Env(t)
	drawn := t.TempDir()
	sentence, err := gallery.Pictures(t.Context(), env, drawn)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(env.Root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	readme := strings.Join(strings.Fields(strings.ReplaceAll(string(text), "\n> ", " ")), " ")
	if sentence == "" || !strings.Contains(readme, sentence) {
		t.Errorf("the README does not say what its race finds: %s", sentence)
	}
	names := map[string]bool{}
	for _, folder := range []string{"pictures", drawn} {
		files, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			names[f.Name()] = true
		}
	}
	for name := range names {
		file := filepath.Join("pictures", name)
		svg, err := os.ReadFile(filepath.Join(drawn, name))
		if err != nil {
			t.Errorf("%s is drawn by nobody: %v", file, err)
			continue
		}
		if *update {
			if err := os.WriteFile(file, svg, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if was, err := os.ReadFile(file); err != nil || string(was) != string(svg) {
			t.Errorf("%s is not what the code draws (%v): look at it, then go test ./pkg/gallery -run Pictures -update", file, err)
		}
		if !strings.Contains(readme, "pkg/gallery/"+filepath.ToSlash(file)) {
			t.Errorf("the README does not show %s", name)
		}
		if !strings.Contains(string(svg), "<title>") || len(svg) > 300_000 {
			t.Errorf("%s has no text alternative or is too large (%d bytes)", name, len(svg))
		}
	}
}
