package gallery_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/charts/static"
	"formicary/pkg/gallery"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/puzzle"
)

var update = flag.Bool("update", false, "draw the README's pictures anew")

// TestPictures draws the README's pictures again: they must be what the code
// draws today, and the README must show each.
func TestPictures(t *testing.T) {
	library, err := os.ReadFile(labtest.Env(t).EchartsFile())
	if err != nil {
		t.Fatal(err)
	}
	renderer, err := static.New(string(library))
	if err != nil {
		t.Fatal(err)
	}
	pictures, err := gallery.Pictures(t.Context(), renderer)
	if err != nil {
		t.Fatal(err)
	}
	root, err := puzzle.Root()
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Join(strings.Fields(strings.ReplaceAll(string(readme), "\n> ", " ")), " ")
	kept := map[string]bool{}
	for _, p := range pictures {
		kept[p.File] = true
		file := filepath.Join("pictures", p.File)
		if *update {
			if err := os.WriteFile(file, []byte(p.SVG), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		was, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if string(was) != p.SVG {
			t.Errorf("%s is not what the code draws: look at it, then go test ./pkg/gallery -run Pictures -update", file)
		}
		if !strings.Contains(string(readme), "pkg/gallery/pictures/"+p.File) {
			t.Errorf("the README does not show %s", p.File)
		}
		if !strings.Contains(words, p.Says) {
			t.Errorf("the README does not say what %s does: %s", p.File, p.Says)
		}
		if !strings.Contains(p.SVG, "<title>") {
			t.Errorf("%s has no text alternative", p.File)
		}
	}
	files, err := os.ReadDir("pictures")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !kept[f.Name()] {
			t.Errorf("pictures/%s is drawn by nobody", f.Name())
		}
	}
}
