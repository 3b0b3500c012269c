package sources

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// The text of a cell is what was compiled, or nothing: neither another text in its
// place nor one that no linker told of.
func TestMainText(t *testing.T) {
	const text = "package main\n"
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
	t.Setenv("GONB_TMP_DIR", t.TempDir())
	path := filepath.Join(os.Getenv("GONB_TMP_DIR"), ".formicary", "cells", sum)
	defer func() { cell = "" }()
	for _, c := range []struct{ cell, there, want string }{{"", text, ""}, {sum, text, text}, {sum, text + "func main() {}\n", ""}, {sum, "", ""}} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(c.there), 0o600); err != nil {
			t.Fatal(err)
		}
		if cell = c.cell; string(Main()) != c.want {
			t.Errorf("%+v: %q", c, Main())
		}
	}
}
