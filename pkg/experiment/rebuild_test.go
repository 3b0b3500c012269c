package experiment_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"formicary/pkg/alltest"
)

// TestRebuiltProgram runs the scripts in a copy of those parts of this module that testdata/campaign is built from, in
// which they edit.
func TestRebuiltProgram(t *testing.T) {
	alltest.Only(t, "it builds the module a few times")
	there := alltest.Must(filepath.Abs(filepath.Join("..", "..")))(t)
	out := alltest.Must(exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{$dir := .Dir}}{{range .GoFiles}}{{$dir}}/{{.}}\n{{end}}{{range .IgnoredGoFiles}}{{$dir}}/{{.}}\n{{end}}{{range .EmbedFiles}}{{$dir}}/{{.}}\n{{end}}{{end}}", "./testdata/campaign").Output())(t)
	files := append(strings.Fields(string(out)), filepath.Join(there, "go.mod"), filepath.Join(there, "go.sum"))
	// What its wing embeds besides is no part of the program.
	files = append(files, alltest.Must(filepath.Glob(filepath.Join(there, "pkg", "nurikabe", "*", "*.go")))(t)...)
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "scripts"),
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"edit": edit, "reused": reused},
		Setup: func(env *testscript.Env) error {
			for _, name := range []string{"HOME", "GOCACHE", "GOMODCACHE", "GOPROXY"} {
				env.Setenv(name, os.Getenv(name))
			}
			for name, value := range map[string]string{"GOWORK": "off", "GOFLAGS": "", "GIT_CONFIG_GLOBAL": os.DevNull} {
				env.Setenv(name, value)
			}
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					return err
				}
				path := filepath.Join(env.WorkDir, "copy", strings.TrimPrefix(file, there))
				if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
					return err
				}
				if err := os.WriteFile(path, text, 0o666); err != nil {
					return err
				}
			}
			return nil
		},
	})
}

// edit replaces a text that occurs in a file, where \n and \t stand for what they do in Go.
func edit(ts *testscript.TestScript, _ bool, args []string) {
	escapes := strings.NewReplacer(`\n`, "\n", `\t`, "\t")
	text, before := ts.ReadFile(args[0]), escapes.Replace(args[1])
	if !strings.Contains(text, before) {
		ts.Fatalf("%s has no %q", args[0], before)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(text, before, escapes.Replace(args[2]))), 0o666))
}

// reused sees that the program has made no run, and has the code of the one whose output a file is.
func reused(ts *testscript.TestScript, not bool, args []string) {
	is, was := strings.SplitN(ts.ReadFile("stdout"), "\n", 3), strings.SplitN(ts.ReadFile(args[0]), "\n", 3)
	if is[0] != "0 made" || !strings.HasPrefix(is[2], "300 of 300 runs reused: ") || (is[1] == was[1]) == not {
		ts.Fatalf("%s", fmt.Sprintf("%q after %q", is, was))
	}
}
