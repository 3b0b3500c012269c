package gallery_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/gallery"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/nurikabe/nurikabes"
)

var update = flag.Bool("update", false, "make the README's pictures anew")

// saved is a film that play saves: of ants with and without learning on the same
// seed, made by the buttons of a page from disk.
func saved(t *testing.T) string {
	t.Helper()
	b, _ := playPage(t, "nurikabe", nurikabes.Kind.MustOpen("open-908").MustGet("9x9-103-5"))
	enter := func(control, value string) {
		labtest.Eval[any](t, b, fmt.Sprintf(`(e => { e.value = %q; e.dispatchEvent(new Event("change")); })(%s), null`, value, control))
	}
	press(t, b, "Add a second variant")
	const rho = `.formicary-side-b [data-name=rho]`
	b.Await(t, limit, `document.querySelector("`+rho+` input[type=number]")`)
	enter(`[...document.querySelectorAll("label")].find(e => e.textContent.startsWith("iterations, 0")).querySelector("input")`, "60")
	enter(`document.querySelector("`+rho+` input[type=number]")`, "0")
	b.Await(t, limit, `document.querySelector('`+rho+`[data-taken="0"]')`)
	press(t, b, "Play")
	b.Await(t, limit, `document.querySelector(".formicary-side-a").dataset.status === "solved" && document.querySelector(".formicary-side-b").dataset.status === "exhausted"`)
	press(t, b, "Film")
	b.Await(t, limit, `document.querySelector(".formicary-film-ready")`)
	labtest.Eval[any](t, b, `formicary.save = async blob => { window.saved = await blob.text(); }, null`)
	press(t, b, "Animation")
	b.Await(t, limit, `window.saved`)
	for _, width := range []int{380, 900} {
		b.Look(t, width, width == 900)
		labtest.Eval[any](t, b, `document.querySelector(".formicary-film").scrollIntoView(), null`)
		b.Screenshot(t, fmt.Sprint(width))
	}
	b.Axe(t)
	b.Quiet(t, "file://")
	return labtest.Eval[string](t, b, `window.saved`)
}

// TestPictures makes the README's pictures again: a film that play saves, and the
// chart of the race that the README types into a cell, which it runs. They must be
// what the code makes today, and the README must show each and say what the race
// found.
func TestPictures(t *testing.T) {
	alltest.Only(t, "it executes a notebook and films play in a browser")
	env := labtest.Env(t)
	drawn := t.TempDir()
	sentence := alltest.Must(gallery.Picture(t.Context(), env, drawn))(t)
	// The film follows the reader's theme by itself; each file has one for good, by the
	// attribute that drawings know it by.
	film := saved(t)
	for theme, light := range map[string]string{"light": "true", "dark": "false"} {
		one := strings.Replace(film, `<g class="fp"`, `<g class="fp" data-jp-theme-light="`+light+`"`, 1)
		alltest.Check(t, one != film, "the film has no theme to be set")
		alltest.OK(t, os.WriteFile(filepath.Join(drawn, "play-"+theme+".svg"), []byte(one), 0o644))
	}
	text := alltest.Must(os.ReadFile(filepath.Join(env.Root, "README.md")))(t)
	readme := strings.Join(strings.Fields(strings.ReplaceAll(string(text), "\n> ", " ")), " ")
	alltest.Check(t, sentence != "" && strings.Contains(readme, sentence), "the README does not say what its race finds: %s", sentence)
	names := map[string]bool{}
	for _, folder := range []string{"pictures", drawn} {
		files := alltest.Must(os.ReadDir(folder))(t)
		for _, f := range files {
			if !strings.HasPrefix(f.Name(), "lake-") && f.Name() != "pheromone.svg" { // see TestDeclared and TestPheromone
				names[f.Name()] = true
			}
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
			alltest.OK(t, os.WriteFile(file, svg, 0o644))
		}
		was, err := os.ReadFile(file)
		alltest.Check(t, err == nil && string(was) == string(svg), "%s is not what the code makes (%v): look at it, then go test ./pkg/gallery -run Pictures -update", file, err)
		alltest.Has(t, readme, "pkg/gallery/"+filepath.ToSlash(file), "the README does not show %s", name)
		alltest.Check(t, strings.Contains(string(svg), "<title>") && len(svg) <= 300_000, "%s has no text alternative or is too large (%d bytes)", name, len(svg))
	}
}
