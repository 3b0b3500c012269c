package lab_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/lab/labtest"
)

// TestStripOutputs commits a notebook with outputs in a repository of its own:
// git gets it without them, the file keeps them.
func TestStripOutputs(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git on the PATH")
	}
	env := *labtest.Env(t)
	env.Root = t.TempDir()
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = env.Root
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	if err := env.StripOutputs(t.Context()); err != nil {
		t.Errorf("without a repository: %v", err)
	}
	git("init", "--quiet")
	attributes, err := os.ReadFile(filepath.Join("..", "..", ".gitattributes"))
	if err != nil {
		t.Fatal(err)
	}
	clean, err := os.ReadFile("testdata/ok.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	used := strings.Replace(string(clean), `"outputs": []`, `"outputs": [{"output_type": "stream", "name": "stdout", "text": ["said"]}]`, 1)
	used = strings.Replace(used, `"execution_count": null`, `"execution_count": 7`, 1)
	for name, text := range map[string]string{".gitattributes": string(attributes), "used.ipynb": used} {
		if err := os.WriteFile(filepath.Join(env.Root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := env.StripOutputs(t.Context()); err != nil {
		t.Fatal(err)
	}
	git("add", ".")
	if got := git("show", ":used.ipynb"); got != string(clean) {
		t.Errorf("git has\n%s\nwant\n%s", got, clean)
	}
	if kept, err := os.ReadFile(filepath.Join(env.Root, "used.ipynb")); err != nil || string(kept) != used {
		t.Errorf("the file has changed, too: %v", err)
	}

	// Nothing is lost where the cache is.
	env.Python = t.TempDir()
	if err := env.StripOutputs(t.Context()); err != nil {
		t.Fatal(err)
	}
	// Forced: with another filter git may hold the file for changed since.
	git("rm", "--quiet", "--cached", "--force", "used.ipynb")
	git("add", ".")
	if got := git("show", ":used.ipynb"); got != used {
		t.Errorf("without nbstripout git has\n%s", got)
	}
}
