package lab_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
)

// TestCompletion asks an installed kernel for what a person at the keyboard asks for:
// without gopls it says what to do, and has completion and documentation as soon as
// gopls is there, without a restart.
func TestCompletion(t *testing.T) {
	alltest.Only(t, "gopls reads the module, and is built where it is not there")
	t.Parallel()
	env := labtest.Env(t)
	if err := env.MakeGopls(t.Context(), lab.Options{Log: os.Stderr}); err != nil {
		t.Skipf("gopls cannot be had: %v", err)
	}
	alltest.Require(t, env.HasGopls(), "gopls has been built and is not there")
	prefix := t.TempDir()
	kernel, _, err := env.InstallKernel(filepath.Join(prefix, "kernels"), lab.KernelName)
	alltest.OK(t, err)
	link := filepath.Join(kernel.Dir, "completion", "gopls")
	gopls := alltest.Must(os.Readlink(link))(t)
	alltest.OK(t, os.Remove(link))
	type step struct {
		Ask   string   `json:"ask,omitempty"`
		Code  string   `json:"code,omitempty"`
		Until string   `json:"until,omitempty"`
		Link  []string `json:"link,omitempty"`
	}
	const cell = "import \"formicary/pkg/nurikabe/acs\"\n\n%%\nrule := acs.Named(\"x\")\nrule.Dep"
	steps := []step{
		{Ask: "inspect", Code: cell, Until: "formicary lab doctor --prepare"},
		{Ask: "complete", Code: cell, Until: `"error"`},
		{Link: []string{gopls, link}},
		{Ask: "complete", Code: cell, Until: `"Deposit"`},
		{Ask: "inspect", Code: cell + "osit", Until: "Deposit gives"},
		{Ask: "inspect", Code: "import \"formicary/pkg/nurikabe/acs\"\n\n%%\nacs.Named", Until: "func acs.Named"},
	}
	task := alltest.Must(json.Marshal(steps))(t)
	script := alltest.Must(filepath.Abs(filepath.Join("testdata", "ask.py")))(t)
	var path []string // without a gopls of the user's
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		if _, err := os.Stat(filepath.Join(folder, "gopls")); err != nil {
			path = append(path, folder)
		}
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(env.Python, "bin", "python"), script)
	cmd.Dir = t.TempDir()
	cmd.Stdin = bytes.NewReader(task)
	cmd.Env = append(os.Environ(), "PATH="+strings.Join(path, string(os.PathListSeparator)),
		"JUPYTER_PATH="+prefix, "JUPYTER_PREFER_ENV_PATH=0", "JUPYTER_DATA_DIR="+t.TempDir(), "JUPYTER_RUNTIME_DIR="+t.TempDir(), assets.HomeEnv+"="+env.Home)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	alltest.Require(t, err == nil, "%v\n%s", err, stderr.String())
	answers := strings.Split(strings.TrimSpace(string(out)), "\n")
	for _, s := range steps {
		if s.Ask == "" {
			continue
		}
		alltest.Require(t, len(answers) != 0 && strings.Contains(answers[0], s.Until), "%s at the end of\n%s\nwas answered %.600q, want %q", s.Ask, s.Code, answers, s.Until)
		answers = answers[1:]
	}
}
