package lab_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/lab"
)

// TestStripOutputs commits notebooks with outputs in a repository of its own, in which there is nothing of the lab: git
// gets them without, the files keep them.
func TestStripOutputs(t *testing.T) {
	path, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git on the PATH")
	}
	env := lab.Env{Root: t.TempDir()}
	environ := append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_PAGER=cat")
	try := func(args ...string) (string, error) {
		cmd := exec.Command(path, args...)
		cmd.Dir, cmd.Env = env.Root, environ
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	git := func(args ...string) string {
		t.Helper()
		out, err := try(args...)
		alltest.Require(t, err == nil, "git %v: %v\n%s", args, err, out)
		return out
	}
	written := time.Now().Add(-time.Hour)
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(env.Root, name)
		alltest.OK(t, os.WriteFile(file, []byte(text), 0o644))
		// Git reads a file again that is as young as its index.
		written = written.Add(time.Second)
		alltest.OK(t, os.Chtimes(file, written, written))
	}
	if err := env.StripOutputs(t.Context()); err != nil {
		t.Errorf("without a repository: %v", err)
	}
	git("init", "--quiet")
	attributes := alltest.Must(os.ReadFile(filepath.Join("..", "..", ".gitattributes")))(t)
	text := alltest.Must(os.ReadFile("testdata/ok.ipynb"))(t)
	clean := strings.Replace(string(text), `"metadata": {}`, "\"metadata\": {\n    \"tags\": [\n     \"parameters\"\n    ]\n   }", 1)
	used := strings.NewReplacer(
		`"outputs": []`, `"outputs": [{"output_type": "stream", "name": "stdout", "text": ["it’s said"]}]`,
		`"execution_count": null`, `"execution_count": 7`,
		`"metadata": {`+"\n    \"tags\"", `"metadata": {"papermill": {"duration": 1}, "tags"`,
		`"metadata": {`+"\n  \"kernelspec\"", `"metadata": {"papermill": {"parameters": {"a": 1}}, "kernelspec"`,
		`"name": "go"`, `"name": "go", "version": "go1"`,
	).Replace(clean)
	if text, err := lab.Stripped("used", []byte(used)); err != nil || strings.Contains(string(text), "papermill") || strings.Contains(string(text), "said") {
		t.Errorf("stripped it is\n%s\n%v", text, err)
	}
	const conflict = "<<<<<<< ours\n{}\n"
	write(".gitattributes", string(attributes))
	write("used.ipynb", used)
	write("conflict.ipynb", conflict)
	alltest.OK(t, env.StripOutputs(t.Context()))
	alltest.Has(t, git("add", "."), "no notebook", "of a file that is no notebook git")
	for name, want := range map[string]string{"used.ipynb": clean, "conflict.ipynb": conflict} {
		alltest.Equal(t, git("show", ":"+name), want, "git")
	}
	alltest.Equal(t, string(alltest.Must(os.ReadFile(filepath.Join(env.Root, "used.ipynb")))(t)), used, "the file has changed, too")
	write("used.ipynb", strings.Replace(used, "A small", "A changed", 1))
	const line = "\n+    \"# A changed notebook\\n\",\n"
	diff := git("diff")
	alltest.Check(t, strings.Contains(diff, line) && !strings.Contains(diff, "said"), "the difference is\n%s", diff)

	// Where there is no Python nothing gets in with its outputs, and what is there can be compared.
	git("add", "used.ipynb")
	bin := t.TempDir()
	for _, name := range []string{"sh", "cat"} {
		program := alltest.Must(exec.LookPath(name))(t)
		alltest.OK(t, os.Symlink(program, filepath.Join(bin, name)))
	}
	environ = append(environ, "PATH="+bin)
	alltest.Has(t, git("diff", "--cached", "4b825dc642cb6eb9a060e54bf8d69288fbee4904"), line, "without Python the difference")
	write("new.ipynb", used)
	said, err := try("add", "new.ipynb")
	alltest.Check(t, err != nil && strings.Contains(said, "needs python3 on the PATH"), "without Python git adds a notebook: %v\n%s", err, said)
	alltest.Equal(t, git("ls-files", "new.ipynb"), "", "git")
}
