package gallery_test

import (
	"context"
	"fmt"
	"os"

	"formicary/pkg/gallery"
	"formicary/pkg/lab"
)

// A gallery of one notebook.
func Example() {
	ctx := context.Background()
	env, err := lab.Prepare(ctx, lab.Options{Log: os.Stderr})
	if err != nil {
		fmt.Println(err)
		return
	}
	folder, err := os.MkdirTemp("", "gallery")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	entries, err := gallery.Build(ctx, env, []string{"../lab/testdata/ok.ipynb"}, folder, gallery.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range entries {
		fmt.Println(e.Page, "-", e.Title)
	}
	// Output: ok.html - A small notebook
}
