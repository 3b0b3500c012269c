package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/lab/labtest"
	"formicary/pkg/puzzle/sets"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"formicary": main, "scrub": scrub})
}

// times matches what differs from run to run.
var times = regexp.MustCompile(`("seconds":)[0-9.e+-]+(,")|(, )[0-9.]+ (?:µs|ms|s)\b| \([0-9.]+ s\)`)

// scrub copies its input without times.
func scrub() {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	os.Stdout.Write(times.ReplaceAll(text, []byte("${1}${3}T${2}")))
}

// TestScripts runs the scripts in testdata. UPDATE=1 writes what commands
// print now into the scripts that compare it as a whole. Their condition all says that
// FORMICARY_TEST asks for what takes long.
func TestScripts(t *testing.T) {
	root := alltest.Must(sets.Root())(t)
	home := alltest.Must(assets.Home())(t)
	labtest.Env(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"sampleplan": samplePlan, "failrun": failRun, "samplestudy": sampleStudy},
		UpdateScripts:       os.Getenv("UPDATE") != "",
		Condition: func(what string) (bool, error) {
			if what != "all" {
				return false, fmt.Errorf("expected all, found %q", what)
			}
			return alltest.Asked(), nil
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv(sets.RootEnv, root)
			env.Setenv(assets.HomeEnv, home)
			env.Setenv("ROOT", root)
			env.Setenv("NOTEBOOKS", filepath.Join(root, "pkg", "lab", "testdata"))
			for _, name := range []string{"HOME", "GOCACHE", "GOMODCACHE"} {
				env.Setenv(name, os.Getenv(name))
			}
			return nil
		},
	})
}

// TestFull: notebooks run in full when a flag or the environment says so.
func TestFull(t *testing.T) {
	for _, mode := range []string{"", "quick", assets.ModeFull} {
		t.Setenv(assets.ModeEnv, mode)
		alltest.Check(t, full(true) && full(false) == (mode == assets.ModeFull),
			"mode %q: %v with the flag, %v without", mode, full(true), full(false))
	}
}
