package play_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts/page"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/play"
)

// document is a page with the lab's program, under its policy.
func document(t *testing.T, body string) string {
	t.Helper()
	env := labtest.Pages(t)
	program := alltest.Must(env.Program(t.Context()))(t)
	echarts := alltest.Must(os.ReadFile(env.EchartsFile()))(t)
	text := "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>t</title></head><body>" + body + page.Script() + program + "</body></html>"
	protected := alltest.Must(page.Protect([]byte(text), string(echarts)))(t)
	file := filepath.Join(t.TempDir(), "page.html")
	alltest.OK(t, os.WriteFile(file, protected, 0o644))
	return "file://" + file
}

// TestProgram calls services in a page from disk, without a network and under its
// policy: answers, events, bytes, errors, calls taken back, and a program that ended.
func TestProgram(t *testing.T) {
	alltest.Only(t, "it calls services in a browser")
	b := labtest.Open(t, labtest.Offline)
	b.Go(t, document(t, ""))
	eval := func(expression string) string { return labtest.Eval[string](t, b, expression) }
	svg := eval(`formicary.program().then(p => p.call("draw", {kind: "nurikabe", text: "nurikabe/2/2/1g1g"})).then(a => a.svg)`)
	alltest.Check(t, strings.HasPrefix(svg, "<svg"), "it draws %.60s", svg)
	if text := eval(`formicary.program().then(p => p.call("draw", {kind: "nurikabe", text: "nurikabe/2/2/x"})).catch(e => e.message)`); !strings.Contains(text, "draw: the puzzle:1:14: expected") {
		t.Errorf("its error is %q", text)
	}
	alltest.Has(t, eval(`formicary.program().then(p => p.call("dance")).catch(e => e.message)`), `no service "dance"`, "its error")
	if text := eval(`formicary.newProgram().then(p => { var c = p.call("draw", {}); p.end(); return c; }).catch(e => e.message)`); text != "The program was ended." {
		t.Errorf("after its end: %q", text)
	}
	b.Quiet(t, "file://")
}

// TestBuild: a package that does not compile is an error that says where.
func TestBuild(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module broken\n\ngo 1.26\n", "main.go": "package main\n\nfunc main() { x }\n"} {
		alltest.OK(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
	}
	t.Setenv("FORMICARY_HOME", t.TempDir())
	env := append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	alltest.Refused(play.Build(t.Context(), folder, ".", env))(t, "main.go:3:15")
	alltest.OK(t, os.WriteFile(filepath.Join(folder, "main.go"), []byte("package main\n\nfunc main() {}\n"), 0o644))
	first, err := play.Build(t.Context(), folder, ".", env)
	alltest.Require(t, err == nil && len(first.WASM) >= 1000 && strings.Contains(first.Glue, "importObject"), "%d bytes, %v", len(first.WASM), err)
	again, err := play.Build(t.Context(), folder, ".", env)
	alltest.Check(t, err == nil && string(again.WASM) == string(first.WASM), "built again it is another: %v", err)
	alltest.OK(t, os.WriteFile(filepath.Join(folder, "main.go"), []byte("package main\n\nfunc main() { println(`other`) }\n"), 0o644))
	other, err := play.Build(t.Context(), folder, ".", env)
	alltest.Check(t, err == nil && string(other.WASM) != string(first.WASM), "built from other sources it is the same: %v", err)
}

func Example() {
	ctx := context.Background()
	root, err := filepath.Abs("../..")
	if err != nil {
		fmt.Println(err)
		return
	}
	program, err := play.Build(ctx, root, "./pkg/play/program", append(os.Environ(), "GOFLAGS=", "GOWORK=off"))
	fmt.Println(len(program.WASM) < 4_000_000, err)
	// Output: true <nil>
}
