package nurikabes_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle/sets"
)

func TestMustOpenFirst(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(sets.RootEnv, dir)
	t.Setenv(sets.DataEnv, "")
	folder := filepath.Join(dir, "data", "nurikabe")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("small.txt", "1 .\n\n? .\n")
	write("broken.txt", "1 oops\n")
	if set := nurikabes.Kind.MustOpenFirst("large", "small", "broken"); set.Name != "small" || set.Len() != 2 || set.Where(nurikabe.Known).Len() != 1 {
		t.Errorf("opened %s with %d puzzles", set.Name, set.Len())
	}
	for name, want := range map[string]string{"large": `no nurikabe set "large"`, "broken": "broken.txt:1:3"} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.Contains(text, want) {
					t.Errorf("%s: panics with %q, want %q in it", name, text, want)
				}
			}()
			nurikabes.Kind.MustOpenFirst(name, "nothing")
		}()
	}
}
