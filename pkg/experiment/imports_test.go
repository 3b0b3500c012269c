package experiment

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// TestImportsOf reads every source file of this module and of the tests'
// cases as Go's own parser does.
func TestImportsOf(t *testing.T) {
	cases := map[string]string{
		"none":     "package x\n\nfunc f() { g(\"text\") }\n",
		"one":      "// A comment with import \"not\".\npackage x\n\nimport \"fmt\"\n\nvar s = \"text\"\n",
		"several":  "package x\n\nimport (\n\t. \"a\"\n\t_ \"b/c\" // why\n\td \"e\"\n\n\t`f`\n)\nimport \"g\"; import h \"i\"\n\ntype t struct{ a string `tag` }\n",
		"const":    "package x\nimport \"a\"\nconst b = \"b\"\n",
		"build":    "//go:build linux\n\npackage x\n\nimport \"a\"\n",
		"empty":    "package x\n\nimport ()\n",
		"just one": "package x",
	}
	root := filepath.Join("..", "..", "pkg")
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		cases[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range cases {
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			continue // being edited
		}
		var want []string
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, path)
		}
		if got := importsOf([]byte(text)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
