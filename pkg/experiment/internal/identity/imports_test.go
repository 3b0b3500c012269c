package identity

import (
	"bytes"
	"crypto/sha256"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"formicary/pkg/alltest"
)

// The imports of every source file of this module, and of the tests' cases, are
// those that Go's own parser finds; and without comments and in another form it
// has the same hash.
func TestTokens(t *testing.T) {
	cases := map[string]string{
		"none":     "package x\n\nfunc f() { g(\"text\") }\n",
		"one":      "// A comment with import \"not\".\npackage x\n\nimport \"fmt\"\n\nvar s = \"text\"\n",
		"several":  "package x\n\nimport (\n\t. \"a\"\n\t_ \"b/c\" // why\n\td \"e\"\n\n\t`f`\n)\nimport \"g\"; import h \"i\"\n\ntype t struct{ a string `tag` }\n",
		"const":    "package x\nimport \"a\"\nconst b = \"b\"\n",
		"build":    "//go:build linux\n\npackage x\n\nimport \"a\"\n",
		"empty":    "package x\n\nimport ()\n",
		"just one": "package x",
	}
	root := filepath.Join("..", "..", "..", "..", "pkg")
	alltest.OK(t, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		cases[path] = string(text)
		return err
	}))
	compared := 0
	for name, text := range cases {
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			continue // being edited
		}
		var want []string
		for _, spec := range file.Imports {
			path := alltest.Must(strconv.Unquote(spec.Path.Value))(t)
			want = append(want, path)
		}
		got := hashTokens(sha256.New(), []byte(text))
		alltest.Check(t, slices.Equal(got, want), "%s: %q, want %q", name, got, want)
		if strings.Contains(text, "//go:") || !strings.HasPrefix(name, root) { // the printer writes `f` as "f"
			continue
		}
		files := token.NewFileSet()
		if file, err = parser.ParseFile(files, name, text, 0); err != nil {
			continue
		}
		var other bytes.Buffer
		alltest.OK(t, (&printer.Config{Mode: printer.RawFormat, Tabwidth: 1}).Fprint(&other, files, file))
		hash := func(text []byte) []byte {
			h := sha256.New()
			hashTokens(h, text)
			return h.Sum(nil)
		}
		same := bytes.Equal(hash([]byte(text)), hash(other.Bytes()))
		compared++
		alltest.Check(t, same, "%s: another hash without comments, printed anew", name)
	}
	alltest.Check(t, compared >= 500, "%d files compared", compared)
}
