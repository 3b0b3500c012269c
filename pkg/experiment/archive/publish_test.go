package archive

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/nurikabes"
)

// What is not of the plan, or twice, is not published, and what was there stays.
func TestPublishRefuses(t *testing.T) {
	root, two := root(t), parts(t)
	s := publish(t, root, "small", two...)
	before := bytesOf(t, s.Folder)
	changed := func(how func(r *experiment.Record)) []Part {
		p := two[1]
		all := recordsOf(p)
		how(&all[2])
		p.Records = slices.All(all)
		return []Part{two[0], p}
	}
	twin := two[1]
	twin.Plan.Name = "SECOND!"
	empty := two[1]
	empty.Records = nil
	invalid := two[1]
	invalid.Plan.Name = "\xff"
	for _, tt := range []struct {
		name  string
		parts []Part
		want  string
	}{
		{"small", changed(func(r *experiment.Record) { r.Run = 3 }), `study small: plan "second": run 3 of ants on .* is not one of the plan`},
		{"small", changed(func(r *experiment.Record) { r.Run = -1 }), `is not one of the plan`},
		{"small", changed(func(r *experiment.Record) { r.Puzzle = "other" }), `on other is not one of the plan`},
		{"small", changed(func(r *experiment.Record) { r.Content = "0" }), `is not one of the plan`},
		{"small", changed(func(r *experiment.Record) { r.ConfigHash = "0" }), `is not one of the plan`},
		{"small", changed(func(r *experiment.Record) { r.Budget.Iterations++ }), `is not one of the plan`},
		{"small", changed(func(r *experiment.Record) { r.Seed++ }), `expected the seed \d+, found \d+`},
		{"small", changed(func(r *experiment.Record) { *r = recordsOf(two[1])[0] }), `run 0 of ants on .* is there twice`},
		{"small", []Part{two[0], twin, two[1]}, `two plans have the folder second: give one another name`},
		{"small", []Part{two[0], empty}, `plan "second": it has no records`},
		{"small", nil, `at least one plan`},
		{"Small", two, `expected a name of small letters, digits and dashes`},
		{"../small", two, `expected a name`},
		{"", two, `expected a name`},
	} {
		err := Publish(filepath.Dir(s.Folder), tt.name, "Another question?", tt.parts...)
		alltest.Check(t, err != nil && regexp.MustCompile(tt.want).MatchString(err.Error()), "%s: %v", tt.want, err)
		alltest.Equal(t, cmp.Diff(before, bytesOf(t, s.Folder)), "", "%s: what was there has changed", tt.want)
		entries, err := os.ReadDir(filepath.Dir(s.Folder))
		alltest.Check(t, len(entries) == 1 && err == nil, "%s: something was left behind: %v, %v", tt.want, entries, err)
	}
	alltest.Fails(t, Publish(filepath.Join(s.Folder, StudyFile), "small", "", two...), "", "a file became a folder")
}

// Puzzles of other people's sets are there by name and content, those of the repository
// too, and those of nobody's set have their text.
func TestPuzzlesWithoutText(t *testing.T) {
	root := root(t)
	one := nurikabes.Kind.MustOpen("open-908").Between(49, 49).Take(1).Puzzles()
	p := parts(t)[0]
	file := p.Plan
	file.Puzzles = slices.Clone(file.Puzzles)
	file.Puzzles[0].Set, file.Puzzles[0].Text, file.Puzzles[0].Solution = "theirs", "", ""            // as [sets.OriginOf] has it
	file.Puzzles[1].Set, file.Puzzles[1].Text, file.Puzzles[1].Solution = "open-9", one[0].Text(), "" // a file of somebody's
	p.Plan = file
	s := publish(t, root, "small", p)
	got := alltest.Must(s.Plans[0].File())(t)
	alltest.Check(t, got.Puzzles[0].Text == "" && got.Puzzles[0].Solution == "" && got.Puzzles[0].Set == "theirs", "%+v", got.Puzzles[0])
	alltest.Equal(t, got.Puzzles[1].Text, one[0].Text(), "a puzzle that nobody else has lost its text: %+v", got.Puzzles[1])
}

// A study whose Publish was killed when the old folder was aside is found as it was, also
// as what was verified is kept for, and the next one puts everything right.
func TestKilledPublish(t *testing.T) {
	root, two := root(t), parts(t)
	place, aside := filepath.Join(root, "data", "records", "small"), filepath.Join(root, "data", "records", ".small.old")
	before := bytesOf(t, publish(t, root, "small", two...).Folder)
	publish(t, root, "a", two[1])
	alltest.OK(t, os.Rename(place, aside))
	found := func(folder string) {
		t.Helper()
		s, err := Open("small")
		alltest.Check(t, err == nil && s.Name == "small" && s.Folder == folder && s.Check() == nil && s.published(), "%+v, %v", s, err)
		all, err := All()
		alltest.Check(t, err == nil && len(all) == 2 && all[0].Name == "a" && all[1].Name == "small" && all[1].Folder == folder, "%d studies, %v", len(all), err)
		a, ok, err := Find(two[0].Plan.Fingerprint)
		alltest.Check(t, ok && err == nil && a.Study == "small" && len(a.Records) == 6, "%+v, %v, %v", a, ok, err)
	}
	found(aside)
	alltest.Equal(t, cmp.Diff(before, bytesOf(t, publish(t, root, "small", two...).Folder)), "")
	found(place)
	alltest.OK(t, os.CopyFS(aside, os.DirFS(place)))
	found(place)
	publish(t, root, "small", two...)
	entries, err := os.ReadDir(filepath.Dir(place))
	alltest.Check(t, len(entries) == 2 && err == nil, "something was left behind: %v, %v", entries, err)
}
