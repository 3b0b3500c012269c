package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/experiment/bundle"
)

// TestReplaceable: a folder is replaced where it has nothing but a bundle and what --run
// writes, however much it looks like one.
func TestReplaceable(t *testing.T) {
	sums := bundle.SumsFile + ":0  a/b\n0  c\n"
	for _, tt := range []struct {
		name  string
		files []string // with their text behind a colon
		other string   // the file that is not of a bundle
	}{
		{"nothing", nil, ""},
		{"a bundle", []string{sums, "a/b", "c"}, ""},
		{"what is left of one", []string{sums}, ""},
		{"with pages and journals", []string{sums, "a/b", "c", "run/a.html", "journals/x/journal.jsonl"}, ""},
		{"other files", []string{"x"}, "x"},
		{"pages of somebody", []string{"run/a.html", "x"}, "x"},
		{"sums of something else", []string{bundle.SumsFile + ":0 *x\n", "x"}, "x"},
		{"something beside it", []string{sums, "a/b", "c", "x"}, "x"},
	} {
		dir := t.TempDir()
		for _, file := range tt.files {
			name, text, _ := strings.Cut(file, ":")
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		err := replaceable(dir)
		if tt.other == "" && err != nil || tt.other != "" && (err == nil || !strings.Contains(err.Error(), "has other files, such as "+tt.other+":")) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	if err := replaceable(filepath.Join(t.TempDir(), "none")); err != nil {
		t.Error(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := replaceable(file); err == nil {
		t.Error("a file may be replaced")
	}
}
