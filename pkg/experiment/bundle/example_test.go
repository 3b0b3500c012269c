package bundle_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"formicary/pkg/experiment/bundle"
)

func Example() {
	made := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	manifest, _ := bundle.Manifest{Made: made, Notebooks: []bundle.Notebook{{Name: "a", File: "notebooks/a.ipynb", Page: "pages/a.html"}}}.Bytes()
	var text bytes.Buffer
	_ = bundle.Write(&text, made, map[string][]byte{
		bundle.ManifestFile: manifest, "notebooks/a.ipynb": []byte("{}"), "pages/a.html": []byte("<p>page</p>"),
	})

	path := filepath.Join(os.TempDir(), "example-bundle.zip")
	defer os.Remove(path)
	_ = os.WriteFile(path, text.Bytes(), 0o666)
	b, _ := bundle.Open(path)
	defer b.Close()
	fmt.Println(b.Names(), b.Check())
	// Output: [SHA256SUMS manifest.json notebooks/a.ipynb pages/a.html] <nil>
}
