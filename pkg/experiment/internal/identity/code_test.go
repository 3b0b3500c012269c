package identity

import (
	"maps"
	"os"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/experimenttest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// hooked is an engine with something plugged into it.
type hooked struct {
	experimenttest.Flips
	Hook  func() int
	Parts []any
}

func outer() int { return 1 }

func versionFor(t *testing.T, s solver.Solver, puzzles ...puzzle.Puzzle) string {
	t.Helper()
	if puzzles == nil {
		puzzles = experimenttest.Table(1)
	}
	c := alltest.Must(CodeOf(PartsOf(s), s.Describe(), puzzles))(t)
	return c.version
}

// module files are the sources of a small module.
func small() map[string]fstest.MapFS {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	return map[string]fstest.MapFS{
		"pkg/run":   {"run.go": file("package run\n\nimport _ \"formicary/pkg/deep\"\n"), "run_test.go": file("package run")},
		"pkg/deep":  {"deep.go": file("package deep\n\nimport _ \"gonum.org/v1/gonum/stat\"\n\nfunc F(a int) int {\n\tif a > 1 {\n\t\treturn a + 1 // one\n\t}\n\treturn 0\n}\n")},
		"pkg/aside": {"aside.go": file("package aside\n")},
	}
}

// smallCode is the closure of pkg/run.
func smallCode(files map[string]fstest.MapFS, build debug.BuildInfo) map[string]string {
	out, all := closure([]string{"pkg/run"}, func(dir string) *source {
		return hashPackage(func(yield func(string, []byte) bool) {
			for _, name := range slices.Sorted(maps.Keys(files[dir])) {
				if !yield(name, files[dir][name].Data) {
					return
				}
			}
		})
	}, build)
	if !all {
		out["missing"] = ""
	}
	return out
}

var smallBuild = debug.BuildInfo{Deps: []*debug.Module{{Path: "gonum.org/v1/gonum", Version: "v0.17.0"}, {Path: "example.org/other", Version: "v1.0.0"}}}

// What the compiler does not see changes no version; what it sees changes that of
// its package alone.
func TestCodeOfAnEngine(t *testing.T) {
	plain := smallCode(small(), smallBuild)
	alltest.Require(t, len(plain) == 3 && plain["gonum.org/v1/gonum"] == "v0.17.0" && len(plain["pkg/run"]) == 12, "%v", plain)
	deep := func(edit func(text string) string) func(map[string]fstest.MapFS, *debug.BuildInfo) {
		return func(files map[string]fstest.MapFS, _ *debug.BuildInfo) {
			f := files["pkg/deep"]["deep.go"]
			before := string(f.Data)
			if f.Data = []byte(edit(before)); string(f.Data) == before {
				t.Error("nothing was edited")
			}
		}
	}
	replace := func(old, new string) func(map[string]fstest.MapFS, *debug.BuildInfo) {
		return deep(func(text string) string { return strings.ReplaceAll(text, old, new) })
	}
	add := func(name, text string) func(map[string]fstest.MapFS, *debug.BuildInfo) {
		return func(files map[string]fstest.MapFS, _ *debug.BuildInfo) {
			dir := path.Dir(name)
			if files[dir] == nil {
				files[dir] = fstest.MapFS{}
			}
			files[dir][path.Base(name)] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	type edit = func(map[string]fstest.MapFS, *debug.BuildInfo)
	for name, c := range map[string]edit{
		"a comment":                       replace("// one", "// two"),
		"a comment on lines of its own":   replace("package deep\n", "// Package deep is deep.\n//\n// go:noinline\npackage deep\n\n/* and\nmore */\n"),
		"a comment within":                replace("a + 1", "a /* a */ + 1"),
		"a comment that ends a line":      replace("return 0\n", "return 0 /* 0\n */"),
		"white space":                     replace("\t", "    "),
		"ends of lines of another system": replace("\n", "\r\n"),
		"blank lines":                     replace("\n", "\n\n"),
		"one line":                        replace("{\n\t\treturn a + 1 // one\n\t}", "{ return a + 1 }"),
		"a semicolon":                     replace("return 0", "return 0;"),
		"parentheses of imports":          replace("_ \"gonum.org/v1/gonum/stat\"\n", "_ \"gonum.org/v1/gonum/stat\";"),
		"a package aside":                 add("pkg/aside/aside.go", "package aside\n\nconst More = 1\n"),
		"a test":                          add("pkg/deep/deep_test.go", "package deep\n"),
		"another module":                  func(_ map[string]fstest.MapFS, b *debug.BuildInfo) { b.Deps = b.Deps[:1] },
		"how it was built": func(_ map[string]fstest.MapFS, b *debug.BuildInfo) {
			b.Settings = []debug.BuildSetting{{Key: "GOARCH", Value: "arm64"}, {Key: "-trimpath", Value: "true"}}
		},
	} {
		files, build := small(), smallBuild
		c(files, &build)
		got := smallCode(files, build)
		alltest.Check(t, maps.Equal(got, plain) && versionOf(got) == versionOf(plain), "%s: %v became %v", name, plain, got)
	}
	for name, c := range map[string]struct {
		edit
		differs string
	}{
		"an operator":                    {replace("a > 1", "a >= 1"), "pkg/deep"},
		"a constant":                     {replace("return 0", "return 1"), "pkg/deep"},
		"a name":                         {replace("a", "b"), "pkg/deep"},
		"a directive":                    {replace("func F", "//go:noinline\nfunc F"), "pkg/deep"},
		"a file's systems":               {replace("package deep", "//go:build amd64\n\npackage deep"), "pkg/deep"},
		"the end of a statement":         {replace("a + 1", "a\n\t\t+1"), "pkg/deep"},
		"a loop without a condition":     {replace("if a > 1 {", "for a > 1 {"), "pkg/deep"},
		"a file":                         {add("pkg/deep/more_arm64.go", "package deep\n"), "pkg/deep"},
		"an import of a package here":    {add("pkg/run/run.go", "package run\n\nimport _ \"formicary/pkg/deep\"\nimport . \"formicary/pkg/aside\"\n"), "pkg/aside pkg/run"},
		"a package that is not there":    {add("pkg/run/run.go", "package run\n\nimport _ \"formicary/pkg/deep\"\nimport _ \"formicary/pkg/other\"\n"), "missing pkg/run"},
		"a text with what comments have": {replace("// one", "+ len(\"// one\")"), "pkg/deep"},
		"another version of a module": {func(_ map[string]fstest.MapFS, b *debug.BuildInfo) {
			b.Deps = []*debug.Module{{Path: "gonum.org/v1/gonum", Version: "v0.18.0"}}
		}, "gonum.org/v1/gonum"},
		"a module of one's own": {func(_ map[string]fstest.MapFS, b *debug.BuildInfo) {
			b.Deps = []*debug.Module{{Path: "gonum.org/v1/gonum", Version: "v0.17.0", Replace: &debug.Module{Path: "../gonum"}}}
		}, "gonum.org/v1/gonum"},
		"tags": {func(_ map[string]fstest.MapFS, b *debug.BuildInfo) {
			b.Settings = []debug.BuildSetting{{Key: "-tags", Value: "slow"}}
		}, "-tags"},
	} {
		files, build := small(), smallBuild
		c.edit(files, &build)
		got := smallCode(files, build)
		var differs []string
		for _, name := range slices.Sorted(maps.Keys(got)) {
			if hash, ok := plain[name]; !ok || got[name] != hash {
				differs = append(differs, name)
			}
		}
		alltest.Check(t, strings.Join(differs, " ") == c.differs && versionOf(got) != versionOf(plain), "%s: %s differ, want %s", name, differs, c.differs)
	}
}

// Two engines of one closure have one version; the packages of the puzzles count.
func TestCodeOfPuzzles(t *testing.T) {
	plain := versionFor(t, experimenttest.Flips{})
	alltest.Require(t, strings.HasPrefix(plain, "src-") && !strings.Contains(plain, "bin-") && versionFor(t, experimenttest.Flips{Bias: 0.3}) == plain, "version %q", plain)
	got := versionFor(t, experimenttest.Flips{}, &nurikabe.Puzzle{})
	alltest.Check(t, got != plain && strings.HasPrefix(got, "src-") && !strings.Contains(got, "bin-"), "on a puzzle of another package %q", got)
}

// What has no sources in the program is known by the program: here types and
// funcs of another module; in a notebook those of the cell.
func TestCodeOfForeignParts(t *testing.T) {
	plain := versionFor(t, hooked{})
	for name, s := range map[string]solver.Solver{
		"custom": experimenttest.Flips{Custom: true},
		"type":   &hooked{Parts: []any{cmp.Ignore()}},
		"deep":   hooked{Parts: []any{&[]any{cmp.Ignore()}}},
		"map":    hooked{Parts: []any{map[string]any{"a": cmp.Ignore()}}},
		"func":   hooked{Parts: []any{cmp.Equal}},
	} {
		got := versionFor(t, s)
		alltest.Check(t, strings.HasPrefix(got, plain+"+bin-") && strings.Contains(got, Given) == (name != "custom"), "%s: %q, want %s+bin-…", name, got, plain)
		if name == "custom" {
			continue
		}
		args := os.Args
		os.Args = append(slices.Clone(args), "--k=2")
		other := versionFor(t, s)
		alltest.Check(t, other != got, "%s: %q with any arguments", name, got)
		os.Args = args
	}
	circle := &hooked{}
	circle.Parts = []any{circle}
	for name, s := range map[string]solver.Solver{
		"own func":      hooked{Hook: outer},
		"own closure":   hooked{Hook: func() int { return len(plain) }},
		"standard func": hooked{Parts: []any{strings.ToUpper, strings.NewReplacer("a", "b"), []float64{1}}},
		"circle":        circle,
	} {
		alltest.Equal(t, versionFor(t, s), plain, name)
	}
}
