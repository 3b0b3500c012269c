package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/experiment/bundle"
	"formicary/pkg/lab/labtest"
)

// TestRunCode: runs of a plan, a race and a tuner with a typed rule are in a bundle and
// are verified in another folder by the notebook's cells, and by nothing else; another
// constant in the rule is another result, and a rule that is gone verifies nothing.
func TestRunCode(t *testing.T) {
	alltest.Only(t, "it executes a notebook six times")
	labtest.Env(t)
	// A notebook with a typed rule in a plan, a race, a tuner, and a film.
	typed, err := os.ReadFile("testdata/typed.cells")
	alltest.OK(t, err)
	path, packed := filepath.Join(t.TempDir(), "typed.ipynb"), filepath.Join(t.TempDir(), "typed.zip")
	alltest.OK(t, os.WriteFile(path, labtest.Notebook(strings.Split(string(typed), "\n// cell\n"), false), 0o666))
	t.Setenv(assets.RunsEnv, t.TempDir())
	if out, said, code := command(t, "bundle", "pack", "--out", packed, path); code != 0 || !strings.Contains(out, " of 4 studies") {
		t.Fatalf("status %d: %s%s", code, out, said)
	}
	elsewhere := t.TempDir()
	t.Setenv(assets.RunsEnv, elsewhere)
	wants := func(bundle string, status int, args []string, lines ...string) {
		t.Helper()
		out, said, code := command(t, append(append([]string{"verify", "--sample", "12"}, args...), bundle)...)
		for _, line := range lines {
			alltest.Check(t, strings.Contains(out, line), "no %q", line)
		}
		alltest.Require(t, code == status && !t.Failed(), "status %d, want %d: %s%s", code, status, out, said)
	}
	wants(packed, 0, nil, "6 of 12 runs cannot be rerun here: an engine is typed into a notebook of the bundle; with --run-code", "4 studies: ",
		"typed shows what is not among the records: film of a single run")
	code := []string{"--run-code"}
	wants(packed, 0, code, "runs-code-plan-", "runs-code-race-", "runs-code-tuner-", "runs-code-best-", "4 studies: 39 of 39 runs identical")
	if left, err := os.ReadDir(elsewhere); err != nil || len(left) > 0 {
		t.Errorf("own journals: %v, %v", left, err)
	}
	if out, said, code := command(t, "run", "--check", "--sample", "0", "--against", packed, path); code != 0 {
		t.Errorf("status %d: %s%s", code, out, said)
	}

	b := alltest.Must(bundle.Open(packed))(t)
	defer b.Close()
	// changed is the bundle with another rule, and sums that fit.
	changed := func(old, now string) string {
		files := map[string][]byte{}
		for _, name := range b.Names() {
			if name != bundle.SumsFile {
				if files[name], err = b.File(name); err != nil {
					t.Fatal(err)
				}
			}
		}
		name := b.Manifest.Notebooks[0].File
		alltest.Require(t, bytes.Contains(files[name], []byte(old)), "no %q in %s", old, files[name])
		files[name] = bytes.ReplaceAll(files[name], []byte(old), []byte(now))
		var out bytes.Buffer
		to := filepath.Join(t.TempDir(), "changed.zip")
		alltest.OK(t, bundle.Write(&out, b.Manifest.Made, files))
		alltest.OK(t, os.WriteFile(to, out.Bytes(), 0o666))
		return to
	}
	wants(changed("25 / 100", "75 / 100"), 1, code, ": code plan: run 0 of ants, bite on ", ": code race: run 0 of ", ": code tuner: run ", "runs identical")
	wants(changed("code plan", "another plan"), 1, code, "no cell of the notebook came to this plan")
}
