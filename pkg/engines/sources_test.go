package engines_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/sources"
)

// Everything of this module that an engine is compiled from is carried along, byte
// for byte and nothing besides, on every system; and nothing of it is anything but
// Go, or of the packages that make and keep runs.
func TestSourcesOfAllEngines(t *testing.T) {
	const module = "formicary/"
	packages := []string{"formicary/pkg/pencil"} // the kinds that engines of package model are given
	for _, e := range engines.Groups() {
		packages = append(packages, reflect.TypeOf(e.New()).Elem().PkgPath())
	}
	slices.Sort(packages)
	packages = slices.Compact(packages)
	for _, goos := range []string{"linux", "windows"} {
		cmd := exec.Command("go", append([]string{"list", "-deps", "-json=ImportPath,Dir,Standard,GoFiles,IgnoredGoFiles,IgnoredOtherFiles,CgoFiles,SFiles,HFiles,CFiles,SysoFiles,EmbedFiles"}, packages...)...)
		cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH=arm64")
		cmd.Stderr = os.Stderr
		out := alltest.Must(cmd.Output())(t)
		seen := 0
		for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
			var p struct {
				ImportPath, Dir                                      string
				Standard                                             bool
				GoFiles, IgnoredGoFiles, IgnoredOtherFiles, CgoFiles []string
				SFiles, HFiles, CFiles, SysoFiles, EmbedFiles        []string
			}
			if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			dir, mine := strings.CutPrefix(p.ImportPath, module)
			if !mine || dir == "pkg/sources" {
				continue
			}
			seen++
			alltest.Check(t, !strings.HasPrefix(dir, "pkg/experiment") && !strings.HasPrefix(dir, "pkg/analysis"), "an engine needs %s", dir)
			want := slices.DeleteFunc(slices.Concat(p.GoFiles, p.IgnoredGoFiles), func(name string) bool { return strings.HasSuffix(name, "_test.go") })
			slices.Sort(want)
			var got []string
			for name, text := range sources.Package(dir) {
				got = append(got, name)
				there, err := os.ReadFile(filepath.Join(p.Dir, name))
				alltest.Check(t, err == nil && string(there) == string(text), "%s/%s is not what was compiled (%v)", dir, name, err)
			}
			alltest.Check(t, slices.Equal(got, want),
				"%s: the program carries %q, it is compiled from %q: see the go:embed line of its sources.go, or of that above", dir, got, want)
			other := slices.Concat(p.IgnoredOtherFiles, p.CgoFiles, p.SFiles, p.HFiles, p.CFiles, p.SysoFiles)
			alltest.Check(t, len(other) == 0, "%s: %q would be part of no version", dir, other)
			for _, name := range p.EmbedFiles {
				alltest.Check(t, strings.HasSuffix(name, ".go"), "%s: %q would be part of no version", dir, name)
			}
		}
		alltest.Check(t, seen >= len(packages), "%d packages for %d engines", seen, len(packages))
	}
}
