package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// repository makes a git repository with a module below its top folder, and a
// commit for each of the given bodies of a benchmark.
func repository(t *testing.T, bodies ...string) (root string) {
	t.Helper()
	top := t.TempDir()
	root = filepath.Join(top, "deep", "module")
	git := func(args ...string) {
		t.Helper()
		args = append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}, args...)
		if _, err := command(t.Context(), top, "git", args...); err != nil {
			t.Fatal(err)
		}
	}
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q")
	write("go.mod", "module example.org/m\n\ngo 1.26\n")
	write("untested/x.go", "package untested\n")
	write("same/x_test.go", "package same\n\nimport \"testing\"\n\nfunc BenchmarkSame(b *testing.B) { b.ReportMetric(3, \"steps\") }\n")
	for i, body := range bodies {
		write("x/x_test.go", "package x\n\nimport \"testing\"\n\n"+body)
		git("add", ".")
		git("commit", "-q", "-m", fmt.Sprint(i))
	}
	return root
}

// leftovers fails where a run left a worktree or a folder behind.
func leftovers(t *testing.T, root string) {
	t.Helper()
	text, err := command(context.Background(), root, "git", "worktree", "list", "--porcelain")
	if err != nil || strings.Count(text, "worktree ") != 1 {
		t.Errorf("worktrees: %s, %v", text, err)
	}
	entries, err := os.ReadDir(os.Getenv("TMPDIR"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "formicary-bench-") {
			t.Errorf("left behind: %s", e.Name())
		}
	}
}

func TestRun(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	root := repository(t,
		`func BenchmarkWork(b *testing.B) { b.ReportMetric(100, "steps") }
func BenchmarkOld(b *testing.B) {}
func TestNever(t *testing.T) { t.Fatal("a benchmark runs no tests") }
`,
		`func BenchmarkWork(b *testing.B) { b.ReportMetric(25, "steps") }
func BenchmarkNew(b *testing.B) {}
`)
	var log []string
	r, err := Run(t.Context(), Options{
		Root: root, First: "HEAD~1", Second: "HEAD", Count: 6, Iterations: 1,
		Log: func(format string, args ...any) { log = append(log, fmt.Sprintf(format, args...)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Row{}
	for _, row := range r.Rows {
		if row.Unit == "steps" {
			got[row.Package+" "+row.Name] = row
		}
	}
	work, same := got["example.org/m/x Work"], got["example.org/m/same Same"]
	if len(got) != 2 || work.First != 100 || work.Second != 25 || *work.Ratio != 0.25 || *work.Low != 0.25 || *work.High != 0.25 || work.Pairs != 6 || !work.Differs() {
		t.Errorf("got %+v", got)
	}
	if same.First != 3 || same.Second != 3 || *same.Ratio != 1 || same.Differs() {
		t.Errorf("got %+v", same)
	}
	text := strings.Join(r.Warnings, "\n")
	for _, want := range []string{r.First[:10] + " has BenchmarkOld", r.Second[:10] + " has BenchmarkNew", "m/same: both commits give the same program"} {
		if !strings.Contains(text, want) {
			t.Errorf("the warnings lack %q:\n%s", want, text)
		}
	}
	// The commits take turns, and take turns in beginning.
	var turns []string
	for _, line := range log {
		if strings.Contains(line, "example.org/m/x ") {
			turns = append(turns, strings.Replace(line[len(line)-10:], r.First[:10], "A", 1))
		}
	}
	for i, turn := range turns {
		if first := i%4 == 0 || i%4 == 3; (turn == "A") != first {
			t.Errorf("the turns are %q", turns)
			break
		}
	}
	leftovers(t, root)
}

func TestRunFails(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	root := repository(t,
		"func BenchmarkWork(b *testing.B) {}\n",
		"func BenchmarkWork(b *testing.B) { undefined() }\n",
		"func BenchmarkWork(b *testing.B) { b.Fatal(\"it is broken\") }\n")
	for _, c := range []struct {
		name string
		o    Options
		want string
	}{
		{"no commit", Options{First: "HEAD", Second: "none"}, `"none" is not a commit`},
		{"an option as a commit", Options{First: "--all", Second: "HEAD"}, `"--all" is not a commit`},
		{"does not build", Options{First: "HEAD~2", Second: "HEAD~1"}, "undefined: undefined"},
		{"benchmark fails", Options{First: "HEAD~2", Second: "HEAD"}, "it is broken"},
		{"no benchmark", Options{First: "HEAD~2", Second: "HEAD", Bench: "Nothing"}, `matches "Nothing"`},
		{"no package", Options{First: "HEAD~2", Second: "HEAD", Packages: []string{"./nowhere"}}, "nowhere"},
		{"bad count", Options{First: "HEAD", Second: "HEAD", Count: -1}, "expected at least one pair"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.o.Root, c.o.Iterations = root, 1
			if c.o.Count == 0 {
				c.o.Count = 1
			}
			if c.o.Packages == nil {
				c.o.Packages = []string{"./x"}
			}
			if _, err := Run(t.Context(), c.o); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, expected %q", err, c.want)
			}
			leftovers(t, root)
		})
	}
}

// TestRunCancelled stops in the middle of an endless benchmark.
func TestRunCancelled(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	root := repository(t, "func BenchmarkWork(b *testing.B) { select {} }\n")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := Run(ctx, Options{Root: root, First: "HEAD", Second: "HEAD", Count: 1, Packages: []string{"./x"}, Log: func(format string, _ ...any) {
		if strings.HasPrefix(format, "%d of") {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	leftovers(t, root)
}

func TestCommon(t *testing.T) {
	a := &side{tree: &tree{commit: "aaaaaaaaaaaa"}, programs: map[string]*program{
		"b": {benchmarks: []string{"BenchmarkX"}, digest: [32]byte{1}}, "a": {benchmarks: []string{"BenchmarkX", "BenchmarkY"}, digest: [32]byte{1}}, "c": {benchmarks: []string{"BenchmarkX"}},
	}}
	b := &side{tree: &tree{commit: "bbbbbbbbbbbb"}, programs: map[string]*program{
		"b": {benchmarks: []string{"BenchmarkX"}, digest: [32]byte{2}}, "a": {benchmarks: []string{"BenchmarkX"}, digest: [32]byte{2}}, "d": {benchmarks: []string{"BenchmarkX"}},
	}}
	var r Result
	if got := r.common([2]*side{a, b}); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("got %q", got)
	}
	want := []string{"a: only aaaaaaaaaa has BenchmarkY", "c: only aaaaaaaaaa has BenchmarkX", "d: only bbbbbbbbbb has BenchmarkX"}
	if !slices.Equal(r.Warnings, want) {
		t.Errorf("warnings %q", r.Warnings)
	}
}
