package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle/sets"
)

// TestDependencies holds CONTRIBUTING.md's table of dependencies against go.mod:
// every module that this one requires itself stands there with a reason, and
// no other.
func TestDependencies(t *testing.T) {
	root := alltest.Must(sets.Root())(t)
	text := alltest.Must(exec.Command("go", "mod", "edit", "-json", filepath.Join(root, "go.mod")).Output())(t)
	var mod struct {
		Require []struct {
			Path     string
			Indirect bool
		}
		Tool []struct{ Path string }
	}
	alltest.OK(t, json.Unmarshal(text, &mod))
	required := map[string]bool{}
	for _, r := range mod.Require {
		// What only a tool needs is indirect, the tool's own module, too.
		tool := slices.ContainsFunc(mod.Tool, func(tool struct{ Path string }) bool {
			return tool.Path == r.Path || strings.HasPrefix(tool.Path, r.Path+"/")
		})
		if !r.Indirect || tool {
			required[r.Path] = true
		}
	}
	contributing := alltest.Must(os.ReadFile(filepath.Join(root, "CONTRIBUTING.md")))(t)
	named := map[string]bool{}
	for module, reason := range dependencyTable(contributing) {
		alltest.Check(t, reason != "", "CONTRIBUTING has no reason for %s", module)
		named[module] = true
	}
	alltest.Check(t, len(required) != 0, "go.mod requires nothing")
	for _, module := range slices.Sorted(maps.Keys(required)) {
		alltest.Check(t, named[module], "CONTRIBUTING's table of dependencies lacks %s", module)
	}
	for _, module := range slices.Sorted(maps.Keys(named)) {
		alltest.Check(t, required[module], "go.mod does not require %s, which CONTRIBUTING's table of dependencies names", module)
	}
}

// dependencyTable are the modules in CONTRIBUTING's table and their reasons.
func dependencyTable(contributing []byte) map[string]string {
	_, section, _ := bytes.Cut(contributing, []byte("\n## Dependencies\n"))
	section, _, _ = bytes.Cut(section, []byte("\n## "))
	out := map[string]string{}
	for line := range strings.Lines(string(section)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 2 || !strings.Contains(cells[0], "/") {
			continue
		}
		for module := range strings.SplitSeq(cells[0], ",") {
			out[strings.Trim(module, " `")] = strings.TrimSpace(cells[1])
		}
	}
	return out
}
