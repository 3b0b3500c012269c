package experiment

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// hooked is an engine with something plugged into it.
type hooked struct {
	flips
	Hook  func() int
	Parts []any
}

func outer() int { return 1 }

// checkout makes a small module of this module's name and makes it the root.
func checkout(t *testing.T) (root string, write func(name, text string)) {
	t.Helper()
	root = t.TempDir()
	past := time.Now().Add(-48 * time.Hour) // before this program was built
	write = func(name, text string) {
		t.Helper()
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, past, past); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module formicary\n\nrequire (\n\tgonum.org/v1/gonum v0.17.0 // indirect\n\texample.org/other v1.0.0\n)\n")
	write("pkg/experiment/run.go", "package experiment\n\nimport _ \"formicary/pkg/deep\"\n")
	write("pkg/deep/deep.go", "package deep\n\nimport _ \"gonum.org/v1/gonum/stat\"\n")
	write("pkg/aside/aside.go", "package aside\n")
	t.Setenv(puzzle.RootEnv, root)
	return root, write
}

func codeOf(t *testing.T, s solver.Solver) string {
	t.Helper()
	c := newCoder()
	c.built = time.Now() // after the sources
	version, err := c.engine(partsOf(s), s.Describe(), table(1))
	if err != nil {
		t.Fatal(err)
	}
	return version
}

func TestCodeOfAnEngine(t *testing.T) {
	_, write := checkout(t)
	plain := codeOf(t, flips{})
	if !strings.HasPrefix(plain, "src-") || strings.Contains(plain, "bin-") || codeOf(t, flips{bias: 0.3}) != plain {
		t.Fatalf("version %q", plain)
	}
	unchanged := func(what string) {
		t.Helper()
		if got := codeOf(t, flips{}); got != plain {
			t.Errorf("%s: %q became %q", what, plain, got)
		}
	}
	changed := func(what string) {
		t.Helper()
		got := codeOf(t, flips{})
		if got == plain {
			t.Errorf("%s: the version stayed %q", what, plain)
		}
		plain = got
	}
	write("pkg/aside/aside.go", "package aside\n\nconst More = 1\n")
	unchanged("a package that the engine does not import")
	write("pkg/deep/deep_test.go", "package deep\n")
	unchanged("a test")
	write("go.mod", "module formicary\n\nrequire gonum.org/v1/gonum v0.17.0\n\nrequire example.org/other v1.0.1\n")
	unchanged("the version of a module that the engine does not import")
	write("go.mod", "module formicary\n\nrequire gonum.org/v1/gonum v0.18.0\n")
	changed("the version of a module that it does")
	write("pkg/deep/deep.go", "package deep\n\nimport _ \"gonum.org/v1/gonum/stat\"\n\nconst More = 1\n")
	changed("an imported package")
	write("pkg/deep/more_arm64.s", "// code for another machine\n")
	changed("a new file")
	write("pkg/deep/more_arm64.go", "package deep\n\nimport _ \"formicary/pkg/aside\"\n")
	changed("an import for another machine")
	write("pkg/aside/aside.go", "package aside\n")
	changed("a package imported there")
}

// What has no sources in the checkout is known by the program: here types and
// funcs of another module; in a notebook those of the cell.
func TestCodeOfForeignParts(t *testing.T) {
	checkout(t)
	plain := codeOf(t, hooked{})
	for name, s := range map[string]solver.Solver{
		"custom": flips{custom: true},
		"type":   &hooked{Parts: []any{cmp.Ignore()}},
		"deep":   hooked{Parts: []any{&[]any{cmp.Ignore()}}},
		"map":    hooked{Parts: []any{map[string]any{"a": cmp.Ignore()}}},
		"func":   hooked{Parts: []any{cmp.Equal}},
	} {
		got := codeOf(t, s)
		if !strings.HasPrefix(got, plain+"+bin-") || strings.Contains(got, given) != (name != "custom") {
			t.Errorf("%s: %q, want %s+bin-…", name, got, plain)
		}
		if name == "custom" {
			continue
		}
		args := os.Args
		os.Args = append(slices.Clone(args), "--k=2")
		if other := codeOf(t, s); other == got {
			t.Errorf("%s: %q with any arguments", name, got)
		}
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
		if got := codeOf(t, s); got != plain {
			t.Errorf("%s: %q, want %q", name, got, plain)
		}
	}
}

// Sources that are newer than the program are not what it was built from.
func TestCodeOfAStaleProgram(t *testing.T) {
	root, _ := checkout(t)
	future := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(root, "pkg", "deep", "deep.go"), future, future); err != nil {
		t.Fatal(err)
	}
	runs := mustRun(t, examplePlan(1, 1))
	if code := runs.Records[0].Code; !strings.HasPrefix(code, "bin-") || !contains(runs.Warnings, "have changed since") {
		t.Errorf("%q, %q", code, runs.Warnings)
	}
}

// A source that changed after the program was built does not lend it the new
// code's name where its time is set back, as cp -p, tar and touch do.
func TestCodeOfASourceSetBack(t *testing.T) {
	root, write := checkout(t)
	built := time.Now()
	version := func() string {
		c := newCoder()
		c.built = built
		code, err := c.engine(partsOf(flips{}), flips{}.Describe(), table(1))
		if err != nil {
			t.Fatal(err)
		}
		return code
	}
	if code := version(); !strings.HasPrefix(code, "src-") {
		t.Fatalf("unchanged: %q", code)
	}
	path := filepath.Join(root, "pkg", "deep", "deep.go")
	for changed := false; !changed; { // the system's times are coarse
		write("pkg/deep/deep.go", "package deep\n\nconst Changed = 1\n")
		info, err := os.Stat(path)
		if err != nil || !info.ModTime().Before(built) || time.Since(built) > time.Minute {
			t.Fatalf("%v, %v", info, err)
		}
		changed = changeTime(info).After(built)
	}
	if code := version(); !strings.HasPrefix(code, "bin-") {
		t.Errorf("changed and set back: %q", code)
	}
}

func TestCodeWithoutACheckout(t *testing.T) {
	t.Setenv(puzzle.RootEnv, t.TempDir())
	if code := codeOf(t, flips{}); !strings.HasPrefix(code, "bin-") {
		t.Errorf("%q", code)
	}
}

func TestPackageOf(t *testing.T) {
	for name, want := range map[string]string{
		"main.main.func1": "main",
		"formicary/pkg/nurikabe/acs.(*Solver).step.func1": "formicary/pkg/nurikabe/acs",
		"strings.ToUpper":                  "strings",
		"gopkg.in/yaml%2ev3.Marshal":       "gopkg.in/yaml%2ev3",
		"formicary/pkg/colony.Greedy[...]": "formicary/pkg/colony",
	} {
		if got := solver.PackageOf(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// What differs first is named: sources before the program, and that before what it was
// given.
func TestOtherCode(t *testing.T) {
	for _, c := range [][3]string{
		{"src-1", "src-2", "by other sources (src-2)"},
		{"bin-1", "bin-2", "by another program (bin-2)"},
		{"src-1+bin-1", "src-1+bin-2", "by another program (bin-2)"},
		{"src-1+bin-1+with-1", "src-1+bin-1+with-2", "with other arguments or values (with-2)"},
		{"bin-1", "src-2", "by other sources (src-2)"},
		{"src-1", "bin-2", "by another program (bin-2)"},
		{"src-1", "elsewhere", "by other code (elsewhere)"},
	} {
		if got := new(Stepper).otherwise(c[0], c[1]); got != c[2] {
			t.Errorf("%s and %s: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}
