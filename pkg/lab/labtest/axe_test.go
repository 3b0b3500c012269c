package labtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
)

// TestAxeFinds: a page with a nameless button, a picture without words and pale
// text is reported, the same page without them is not.
func TestAxeFinds(t *testing.T) {
	alltest.Only(t, "it starts Chromium")
	b := Open(t, Offline)
	open := func(body string) []string {
		path := filepath.Join(t.TempDir(), "page.html")
		page := `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Page</title><meta name="viewport" content="width=device-width"></head><body><main><h1>Page</h1>` + body + `</main></body></html>`
		alltest.OK(t, os.WriteFile(path, []byte(page), 0o644))
		b.Go(t, "file://"+path)
		return b.breaks(t)
	}
	got := strings.Join(open(`<button></button><img src="data:,"><p style="color:#ccc">pale</p>`), "\n")
	for _, want := range []string{"button-name: ", "image-alt: ", "color-contrast: "} {
		alltest.Has(t, got, want, "axe-core does not find in")
	}
	if got := open(`<button>Go</button><img src="data:," alt="nothing"><p>dark</p>`); len(got) > 0 {
		t.Errorf("axe-core finds %v in a page that has nothing wrong", got)
	}
	const pale = `<style>@media (prefers-color-scheme: dark) { body { background: #111; color: #222 } }</style><p>text</p>`
	if got := open(pale); len(got) > 0 {
		t.Errorf("in light: %v", got)
	}
	b.Look(t, 380, true)
	alltest.Has(t, strings.Join(b.breaks(t), "\n"), "color-contrast: ", "in dark nothing is too pale")
	alltest.Equal(t, Eval[int](t, b, "innerWidth"), 380, "the window wide")
}
