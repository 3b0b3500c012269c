package generate

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
)

const sample = `# a comment

file a.nurikabe
about two of a kind
licence CC0-1.0
version 1
instances 2
sha256 00
make formicary generate nurikabe --size 5x6 --count 2 --seed 9 --difficulty trial --symmetry mirror --spread 4.5
file b.nurikabe
make formicary generate nurikabe --size=3x3
`

func TestManifest(t *testing.T) {
	got := alltest.Must(Generator.ReadManifests("sample", strings.NewReader(sample)))(t)
	alltest.Require(t, len(got) == 2 && Generator.Total(&got[0]) == 2 && Generator.Total(&got[1]) == 1, "%+v", got)
	want := Options{Size: size(t, "5x6"), Count: 2, Seed: 9, Difficulty: "trial", Symmetry: "mirror", Spread: 4.5}
	diff := cmp.Diff(want, got[0].Make[0].Options)
	alltest.Check(t, diff == "", "%v", diff)
}

func TestManifestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"about nothing":                                              "m:1:1: expected file",
		"file a\nsize 3":                                             "m:2:1: expected file, about",
		"file a\nmake formicary lab":                                 "m:2:1: expected \"formicary generate nurikabe\"",
		"file a\n\nversion one":                                      "m:3:1:",
		"file a\nmake " + Generator.Command() + " x":                 "m:2:1: expected flags only",
		"file a\nmake " + Generator.Command() + " --size 1x1":        "m:2:1: generate: options out of range",
		"file a\nmake " + Generator.Command() + " --size 5x5 --what": "m:2:1: flag provided but not defined",
	} {
		_, err := Generator.ReadManifests("m", strings.NewReader(text))
		alltest.Check(t, err != nil && strings.HasPrefix(err.Error(), want), "%q: %v, want %s…", text, err, want)
	}
}

func FuzzManifest(f *testing.F) {
	f.Add(sample)
	f.Add("file x\nmake formicary generate nurikabe --size 9x9 --seed -1")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Generator.ReadManifests("fuzz", strings.NewReader(text))
		if err != nil {
			return
		}
		for _, m := range got {
			again, err := Generator.ReadManifests("again", bytes.NewReader(m.Update([]byte(text))))
			alltest.Require(t, err == nil && len(again) == len(got), "after an update of %s: %d manifests, %v", m.File, len(again), err)
		}
	})
}
