package gallery_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/gallery"
	"formicary/pkg/lab/labtest"
)

// TestBuild makes a gallery of a notebook with charts, one without a picture
// and one that fails, and opens it from disk in a browser without a network.
func TestBuild(t *testing.T) {
	env := labtest.Env(t)
	var paths []string
	for _, name := range []string{"charts", "ok", "error"} {
		paths = append(paths, filepath.Join("..", "lab", "testdata", name+".ipynb"))
	}
	folder := filepath.Join(t.TempDir(), "gallery")
	told := map[string]bool{}
	entries, err := gallery.Build(t.Context(), env, paths, folder, gallery.Options{Progress: func(notebook string, _, _ int) { told[notebook] = true }})
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 3 || len(told) != 3 {
		t.Fatalf("%d entries, progress of %v, want three", len(entries), told)
	}
	if entries[0].Err != nil || entries[1].Err != nil || entries[2].Err == nil {
		t.Errorf("errors %v, %v, %v; want that of the third alone", entries[0].Err, entries[1].Err, entries[2].Err)
	}
	if entries[0].Light == "" || entries[0].Dark == "" || entries[0].Alt == "" || entries[1].Light != "" {
		t.Errorf("thumbnails %+v", entries)
	}
	for _, e := range entries {
		for _, file := range []string{e.Page, e.Light, e.Dark} {
			if info, err := os.Stat(filepath.Join(folder, file)); err != nil || info.Size() == 0 {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
	b := labtest.Open(t, labtest.Offline)
	b.Go(t, "file://"+filepath.Join(folder, "index.html"))
	if n := labtest.Eval[int](t, b, `document.querySelectorAll(".card").length`); n != 3 {
		t.Errorf("%d notebooks in the index, want 3", n)
	}
	b.Await(t, labtest.Patience, `[...document.images].length === 1 && document.images[0].complete`)
	if width := labtest.Eval[int](t, b, "document.images[0].naturalWidth"); width == 0 {
		t.Error("the thumbnail is no picture")
	}
	if text := labtest.Eval[string](t, b, "document.body.innerText"); !strings.Contains(text, "It did not run to its end") || strings.Contains(text, "so far") {
		t.Errorf("the index says %q", text)
	}
	b.Screenshot(t, "index")
	b.Go(t, "file://"+filepath.Join(folder, entries[0].Page))
	b.Await(t, labtest.Patience, `[...document.querySelectorAll(".formicary-chart")].every(c => c.matches(".formicary-drawn"))`)
	if asked := b.Requests("file://", "data:", "blob:"); len(asked) > 0 {
		t.Errorf("the gallery asks for %v", asked)
	}
	if errs := b.Errors(); len(errs) > 0 {
		t.Errorf("errors in the pages: %v", errs)
	}
}
