package assets_test

import (
	"os"
	"path/filepath"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
)

// inside is the text of the file of a folder.
func inside(dir string) string {
	text, _ := os.ReadFile(filepath.Join(dir, "file"))
	return string(text)
}

// folder makes a folder with a file.
func folder(t *testing.T, dir, text string) string {
	t.Helper()
	alltest.OK(t, os.MkdirAll(dir, 0o777))
	alltest.OK(t, assets.ReplaceFile(filepath.Join(dir, "file"), []byte(text)))
	return dir
}

// A folder takes the place of another one, or of none. Wherever the process is killed, the
// old one or the new one is found, and the next call puts everything right.
func TestNewFolder(t *testing.T) {
	for _, tt := range []struct {
		name       string
		there, old string // what is in the place, and beside it, when it begins
		found      string
	}{
		{"none", "", "", ""},
		{"another", "first", "", "first"},
		{"killed between the steps", "", "first", "first"},
		{"killed before the old one was removed", "second", "first", "second"},
	} {
		home := t.TempDir()
		place := filepath.Join(home, "place")
		if tt.there != "" {
			folder(t, place, tt.there)
		}
		if tt.old != "" {
			folder(t, filepath.Join(home, ".place.old"), tt.old)
		}
		alltest.Equal(t, inside(assets.Folder(place)), tt.found, "%s is found", tt.name)
		// What cannot be moved is an error, and what was there stays.
		if err := assets.NewFolder(place, os.RemoveAll); err == nil || inside(place) != tt.found {
			t.Errorf("%s: %v, and %q is there", tt.name, err, inside(place))
		}
		third := func(dir string) error { folder(t, dir, "third"); return nil }
		if err := assets.NewFolder(place+"/", third); err != nil || inside(place) != "third" {
			t.Errorf("%s: %v, and %q is there", tt.name, err, inside(place))
		}
		entries, err := os.ReadDir(home)
		alltest.Check(t, len(entries) == 1 && err == nil, "%s: left behind: %v, %v", tt.name, entries, err)
	}
}

// A file is replaced, or stays what it is, and nothing is left beside it.
func TestReplaceFile(t *testing.T) {
	dir := folder(t, t.TempDir(), "first")
	folder(t, dir, "second")
	alltest.OK(t, os.Mkdir(filepath.Join(dir, "sub"), 0o777))
	alltest.Fails(t, assets.ReplaceFile(filepath.Join(dir, "sub"), nil), "", "a folder became a file")
	left, _ := filepath.Glob(filepath.Join(dir, assets.Partial))
	alltest.Check(t, inside(dir) == "second" && len(left) == 0, "%q; left behind: %q", inside(dir), left)
}
