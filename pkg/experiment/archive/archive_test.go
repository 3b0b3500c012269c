package archive

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// root is a checkout of the test, with the repository's set of puzzles and no records.
func root(t testing.TB) string {
	t.Helper()
	root := t.TempDir()
	text, err := os.ReadFile("../../../data/nurikabe/open-908.nurikabe")
	if err == nil {
		err = os.MkdirAll(filepath.Join(root, "data", "nurikabe"), 0o777)
	}
	for name, text := range map[string][]byte{"go.mod": []byte("module formicary\n"), "data/nurikabe/open-908.nurikabe": text} {
		if err == nil {
			err = os.WriteFile(filepath.Join(root, name), text, 0o666)
		}
	}
	alltest.OK(t, err)
	t.Setenv(sets.RootEnv, root)
	return root
}

// parts are two plans with their runs; the second lacks one.
func parts(t testing.TB) []Part {
	t.Helper()
	plan := experiment.Plan{
		Name: "The first: 2 puzzles", Puzzles: nurikabes.Kind.MustOpen("open-908").Between(25, 36).Take(2).Puzzles(),
		Engines: []solver.Solver{acs.New()}, Runs: 3, Budget: solver.Iterations(100), Seed: 1,
	}
	other := plan
	other.Name, other.Seed = "second", 2
	out := []Part{part(t, plan), part(t, other)}
	for i := range out {
		p := &out[i]
		all := recordsOf(*p)
		p.Records, p.Traces = slices.All(all[:len(all)-i]), i == 1
		p.Provenance = experiment.Provenance{First: "2026-11-22", Last: fmt.Sprint("2026-11-2", 2+i), Machines: []string{"a machine"}, Go: []string{"go1.26"}}
	}
	return out
}

// part is a plan with all of its runs.
func part(t testing.TB, plan experiment.Plan) Part {
	t.Helper()
	file := alltest.Must(plan.File())(t)
	return Part{Plan: file, Records: plan.MustRun(t.Context()).All()}
}

// recordsOf are those of a part.
func recordsOf(p Part) (all []experiment.Record) {
	for _, r := range p.Records {
		all = append(all, r)
	}
	return all
}

// partsOf are those of a published study, to be published again.
func partsOf(t testing.TB, s *Study) (parts []Part) {
	t.Helper()
	for _, p := range s.Plans {
		file := alltest.Must(p.File())(t)
		records := alltest.Must(p.Records())(t)
		parts = append(parts, Part{Plan: file, Records: slices.All(records), Provenance: p.Provenance})
	}
	return parts
}

// publish publishes a study in the records of a checkout.
func publish(t testing.TB, root, name string, parts ...Part) *Study {
	t.Helper()
	home := filepath.Join(root, "data", "records")
	alltest.OK(t, Publish(home, name, "Does it work?", parts...))
	return alltest.Must(Open(name))(t)
}

// bytesOf are the files of a folder.
func bytesOf(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		out[strings.TrimPrefix(path, dir+"/")] = string(text)
		return err
	})
	alltest.OK(t, err)
	return out
}

// What is published is read again: plans, records but for what is told nobody, traces
// where they were asked for. The same records in any order give the same bytes.
func TestRoundTrip(t *testing.T) {
	root, parts := root(t), parts(t)
	s := publish(t, root, "small", parts...)
	alltest.OK(t, s.Check())
	if s.Name != "small" || s.Question != "Does it work?" || len(s.Plans) != 2 || s.Provenance().String() != "recorded from 2026-11-22 to 2026-11-23 (a machine)" {
		t.Errorf("%+v", s)
	}
	made, planned := s.Counts()
	alltest.Check(t, made == 11 && planned == 12, "%d of %d", made, planned)
	if engines, err := s.Engines(); err != nil || len(engines) != 1 || engines[0].Hash() != acs.New().Describe().Hash() {
		t.Error(engines, err)
	}
	for i, p := range s.Plans {
		part := parts[i]
		if p.Name != part.Plan.Name || p.Fingerprint != part.Plan.Fingerprint || p.Place != []string{"the-first-2-puzzles", "second"}[i] || p.Made != len(recordsOf(part)) || p.Planned != 6 || p.dir != filepath.Join(s.Folder, p.Place) {
			t.Errorf("%+v", p)
		}
		file, err := p.File()
		alltest.Check(t, err == nil && file.Fingerprint == part.Plan.Fingerprint && len(file.Puzzles) == 2, "%v %v", file, err)
		for _, o := range file.Puzzles { // it is in the repository: its name will do
			q, err := o.Open(nurikabes.Kind)
			alltest.Check(t, o.Text == "" && o.Set == "open-908" && err == nil && q.Hash() == o.Hash, "%+v: %v", o, err)
		}
		got := alltest.Must(s.Records(p.Name))(t)
		for j, r := range part.Records {
			alltest.Require(t, r.Host != "" && r.Board != "" && len(r.Trace) != 0 && r.Digest != 0, "nothing to be left out: %+v", r)
			r.Host, r.Session, r.PeakBytes, r.Board, r.Stack = "", "", 0, "", ""
			if r.Seconds, r.CPU = got[j].Seconds, got[j].CPU; !part.Traces {
				r.Trace = nil
			}
			alltest.Equal(t, cmp.Diff(r, got[j]), "")
			of := recordsOf(part)[j].Seconds
			alltest.Check(t, got[j].Seconds >= of-1e-6 && got[j].Seconds <= of+1e-6, "%v s became %v s", of, got[j].Seconds)
		}
	}
	if all, err := s.Records(); err != nil || len(all) != 11 || all[0].Seed == all[6].Seed {
		t.Error(len(all), err)
	}
	if _, err := s.Records("second", "third"); err == nil || err.Error() != `archive: the study "small" has no plan "third"` {
		t.Error(err)
	}
	before := bytesOf(t, s.Folder)
	for i := range parts {
		all := recordsOf(parts[i])
		slices.Reverse(all)
		parts[i].Records = slices.All(all)
	}
	d := cmp.Diff(before, bytesOf(t, publish(t, root, "small", parts...).Folder))
	alltest.Check(t, d == "", "%v", "the same records gave other bytes: "+d)
	again := partsOf(t, s) // what was read is published again
	again[1].Traces = true
	if d := cmp.Diff(before, bytesOf(t, publish(t, root, "small", again...).Folder)); d != "" {
		t.Error("what was read gave other bytes: " + d)
	}
	entries, err := os.ReadDir(filepath.Dir(s.Folder))
	alltest.Check(t, len(entries) == 1 && err == nil, "something was left behind %v %v", entries, err)
}

// Every byte that is changed is noticed, and so are files that are missing or added.
func TestCheck(t *testing.T) {
	root := root(t)
	s := publish(t, root, "small", parts(t)...)
	files := bytesOf(t, s.Folder)
	alltest.Require(t, len(files) == 5, "%v", len(files))
	noticed := func(what, name, says string) {
		t.Helper()
		err := s.Check()
		if err == nil || !strings.Contains(err.Error(), filepath.Join(s.Folder, name)) || !strings.Contains(err.Error(), says) || strings.Count(err.Error(), "\n") > 0 {
			t.Errorf("%s: %v", what, err)
		}
	}
	write := func(name, text string) {
		t.Helper()
		alltest.OK(t, os.WriteFile(filepath.Join(s.Folder, name), []byte(text), 0o666))
	}
	for name, text := range files {
		says := "the file was changed"
		if name == StudyFile {
			says = "expected "
		}
		step := max(1, len(text)/100)
		if name == StudyFile {
			step = 1
		}
		for at := 0; at < len(text); at += step {
			flipped := []byte(text)
			flipped[at] ^= 1
			write(name, string(flipped))
			noticed(fmt.Sprintf("%s, byte %d", name, at), name, says)
		}
		write(name, text+" ")
		noticed("a byte more", name, says)
		write(name, text[:len(text)-1])
		noticed("a byte less", name, says)
		write(name, text)
		if name == StudyFile {
			write(name, regexp.MustCompile(`,\s*"sum": "[0-9a-f]+"`).ReplaceAllString(text, ""))
			noticed("without its sum", name, "the file was changed")
			write(name, text)
			continue
		}
		alltest.OK(t, os.Remove(filepath.Join(s.Folder, name)))
		noticed("missing", name, "the file is missing")
		write(name, text)
	}
	write("second/more", "")
	noticed("added", "second/more", "expected no such file in the study small")
	write("second/sealed.columns", "other")
	err := s.Check()
	alltest.Check(t, err != nil && strings.Count(err.Error(), "\n") == 1, "two are wrong: %v", err)
	// Records that were changed are not given: neither in what they say nor in number.
	alltest.Refused(s.Records())(t, "sealed.columns")
	write("second/sealed.columns", files["the-first-2-puzzles/sealed.columns"])
	alltest.Refused(s.Records())(t, "expected 5 records, found 6")
}

// The published runs of a plan are found by its fingerprint, in the study that comes
// first.
func TestFind(t *testing.T) {
	root, two := root(t), parts(t)
	if all, err := All(); len(all) > 0 || err != nil {
		t.Error(all, err)
	}
	if _, ok, err := Find(two[1].Plan.Fingerprint); ok || err != nil {
		t.Error(ok, err)
	}
	publish(t, root, "b", two...)
	publish(t, root, "c", two[1])
	publish(t, root, "a", two[0])
	alltest.OK(t, os.Mkdir(filepath.Join(root, "data", "records", ".publish-1"), 0o777))
	all, err := All()
	alltest.Check(t, len(all) == 3 && err == nil && all[0].Name == "a" && all[1].Name == "b" && all[2].Name == "c", "%v %v", all, err)
	for i, study := range []string{"a", "b"} {
		a, ok, err := Find(two[i].Plan.Fingerprint)
		if err != nil || !ok || a.Study != study || len(a.Records) != len(recordsOf(two[i])) || a.Provenance.Last != two[i].Provenance.Last || a.Records[0].Seed != recordsOf(two[i])[0].Seed {
			t.Errorf("%s: %v, %v, %+v", study, ok, err, a)
		}
	}
	if _, ok, err := Find("000000000000"); ok || err != nil {
		t.Error(ok, err)
	}
	for _, name := range []string{"none", "", "../records/a", "A"} {
		alltest.Refused(Open(name))(t, fs.ErrNotExist, "%q", name)
	}
	alltest.OK(t, os.Rename(filepath.Join(root, "data", "records", "a"), filepath.Join(root, "data", "records", "z")))
	alltest.Refused(All())(t, `expected the study "z", found "a"`)
	if _, _, err := Find("000000000000"); err == nil {
		t.Error("a broken archive is searched in silence")
	}
	alltest.OK(t, os.WriteFile(filepath.Join(root, "data", "records", "b", StudyFile), []byte("{"), 0o666))
	alltest.Refused(All())(t, filepath.Join("b", StudyFile)+":1:1: expected a published study")
}

// The studies of a bundle come before those of the checkout, in place of others of their
// names.
func TestRecordsOfABundle(t *testing.T) {
	root, two := root(t), parts(t)
	publish(t, root, "a", two...)
	publish(t, root, "b", two[0])
	bundle := t.TempDir()
	alltest.OK(t, Publish(bundle, "b", "Of a bundle?", two[1]))
	t.Setenv(assets.RecordsEnv, bundle)
	all, err := All()
	alltest.Check(t, err == nil && len(all) == 2 && all[0].Question == "Of a bundle?" && all[1].Name == "a", "%+v, %v", all, err)
	if s, err := Open("b"); err != nil || s.Question != "Of a bundle?" || s.published() {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := Open("a"); err != nil || s.Question != "Does it work?" || !s.published() {
		t.Errorf("%+v, %v", s, err)
	}
	for i, study := range []string{"a", "b"} {
		a, ok, err := Find(two[i].Plan.Fingerprint)
		alltest.Check(t, ok && err == nil && a.Study == study, "%q, want %q: %v, %v", a.Study, study, ok, err)
	}
}

func Example() {
	s, err := Open("nurikabe-table-1")
	if err != nil {
		fmt.Println(err)
		return
	}
	records, err := s.Records()
	if err != nil {
		fmt.Println(err)
		return
	}
	made, _ := s.Counts()
	fmt.Println(s.Name, len(records) == made, s.Check() == nil)
	a, ok, err := Find(s.Plans[0].Fingerprint)
	fmt.Println(a.Study, len(a.Records) == s.Plans[0].Made, ok, err)
	// Output:
	// nurikabe-table-1 true true
	// nurikabe-table-1 true true <nil>
}
