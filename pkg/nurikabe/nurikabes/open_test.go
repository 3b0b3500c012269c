package nurikabes_test

import (
	"os"
	"path/filepath"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle/sets"
)

func TestMustOpenFirst(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(sets.RootEnv, dir)
	t.Setenv(sets.DataEnv, "")
	folder := filepath.Join(dir, "data", "nurikabe")
	alltest.OK(t, os.MkdirAll(folder, 0o755))
	write := func(name, text string) {
		alltest.OK(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
	}
	write("small.txt", "1 .\n\n? .\n")
	write("broken.txt", "1 oops\n")
	set := nurikabes.Kind.MustOpenFirst("large", "small", "broken")
	alltest.Check(t, set.Name == "small" && set.Len() == 2 && set.Where(nurikabe.Known).Len() == 1, "opened %s with %d puzzles", set.Name, set.Len())
	for name, want := range map[string]string{"large": `no nurikabe set "large"`, "broken": "broken.txt:1:3"} {
		alltest.Has(t, alltest.Panics(t, func() { nurikabes.Kind.MustOpenFirst(name, "nothing") }), want, name)
	}
}
