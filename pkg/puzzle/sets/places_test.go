package sets_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// places are a kind's sets, with their paths from a folder on.
func places(t *testing.T, k sets.Kind, from string) string {
	t.Helper()
	all, err := k.Places()
	var out []string
	for _, p := range all {
		path := p.Path
		if rel, err := filepath.Rel(from, p.Path); err == nil {
			path = rel
		}
		out = append(out, fmt.Sprint(p.Name, " ", filepath.ToSlash(path), " ", p.Shared))
	}
	if err != nil {
		out = append(out, "error")
	}
	return strings.Join(out, "\n")
}

// TestPlaces: the sets in data/ and those of others, and none that is no set.
func TestPlaces(t *testing.T) {
	top := t.TempDir()
	root, shared := filepath.Join(top, "root"), filepath.Join(top, "shared")
	t.Setenv(sets.RootEnv, root)
	t.Setenv(sets.DataEnv, shared)
	kind := sets.Kind{Name: "plain", Formats: []sets.Format{{Name: "names", Extension: ".txt", Read: readNames}}, Folders: true, Rename: func(p puzzle.Puzzle, id string) puzzle.Puzzle { return named{id: id} }}
	got := places(t, kind, top)
	alltest.Check(t, got == "", "places of nothing: %s", got)
	for _, path := range []string{"root/data/plain/b.txt", "root/data/plain/deep/a.txt", "root/data/plain/MANIFEST", "root/data/plain/.x", "root/data/other/c.txt", "shared/plain/one/1.txt", "shared/plain/one/2.txt", "shared/plain/one.x/1.txt"} {
		write(t, "p", filepath.Join(top, filepath.FromSlash(path)))
	}
	write(t, "p\nq", shared, "plain", "two.txt")
	const ours = "b root/data/plain/b.txt false\ndeep/a root/data/plain/deep/a.txt false"
	got, want := places(t, kind, top), ours+"\none shared/plain/one true\none shared/plain/one.x true\ntwo shared/plain/two.txt true"
	alltest.Check(t, got == want, "%s\nwant %s", got, want)
	kind.Folders = false
	got, want = places(t, kind, top), ours+"\none/1 shared/plain/one/1.txt true\none/2 shared/plain/one/2.txt true\none.x/1 shared/plain/one.x/1.txt true\ntwo shared/plain/two.txt true"
	alltest.Check(t, got == want, "%s\nwant %s", got, want)
	t.Setenv(sets.DataEnv, "")
	got = places(t, kind, top)
	alltest.Check(t, got == ours, "%s\nwant %s", got, ours)
	t.Setenv(sets.RootEnv, "")
	t.Chdir(shared)
	got = places(t, kind, top)
	alltest.Check(t, got == "error", "without a checkout: %s", got)
	sets.Embed(fstest.MapFS{"plain/e.txt": {Data: []byte("p")}, "plain/sub/f.txt": {Data: []byte("p")}, "other/g.txt": {Data: []byte("p")}})
	defer sets.Embed(nil)
	got = places(t, kind, top)
	alltest.Check(t, strings.HasPrefix(got, "e ") && strings.HasSuffix(got, "plain/e.txt false") && strings.Count(got, "\n") == 0, "carried: %s", got)
	set, err := kind.Open("e")
	alltest.Check(t, err == nil && set.Len() == 1, "%v, %v", set, err)
}

// TestCarried copies the sets that are open to another machine, but not those of others. A set may be larger than an
// environment variable can be for a program to start, and hold any byte.
func TestCarried(t *testing.T) {
	root, shared, away := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "new")
	t.Setenv(sets.RootEnv, root)
	t.Setenv(sets.DataEnv, shared)
	kind := sets.Kind{Name: "carry%", Formats: []sets.Format{{Name: "names", Extension: ".txt", Read: readNames}}, Folders: true, Rename: func(p puzzle.Puzzle, id string) puzzle.Puzzle { return named{id: id} }}
	var long strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&long, "\n%9d", i)
	}
	write(t, "p\nq\x00"+long.String(), root, "data", "carry%", "deep", "a%2F.txt")
	write(t, "r", shared, "carry%", "b.txt")
	write(t, "s", root, "folder", "c.txt")
	gone := write(t, "t", root, "gone.txt")
	for _, name := range []string{"deep/a%2F", "b", filepath.Join(root, "folder"), gone} {
		alltest.Must(kind.Open(name))(t)
	}
	alltest.OK(t, os.Remove(gone))
	alltest.OK(t, sets.WriteCarried(away))
	files, err := filepath.Glob(filepath.Join(away, "carry*"))
	alltest.Require(t, err == nil && len(files) == 1 && filepath.Base(files[0]) == "carry%25%2Fdeep%2Fa%252F", "%q, %v", files, err)
	for _, path := range []string{away, files[0]} {
		if info, err := os.Stat(path); err != nil || info.Mode()&0o600 != 0o600 || info.IsDir() && info.Mode()&0o700 != 0o700 {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	err = sets.ReadCarried(filepath.Join(away, "none"))
	alltest.Check(t, err == nil, "%v", err)
	t.Setenv(sets.RootEnv, away)
	err = sets.ReadCarried(away)
	alltest.Check(t, err == nil, "%v", err)
	set, err := kind.Open("deep/a%2F")
	alltest.Check(t, err == nil && set.Len() == 20_002, "%d, %v", set.Len(), err)
	out, err := exec.Command(os.Args[0], "-test.run=^$").CombinedOutput()
	alltest.Check(t, err == nil, "a program does not start: %v\n%s", err, out)
	alltest.Check(t, sets.ReadCarried(files[0]) != nil, "a file is read as a folder")
	alltest.OK(t, os.Mkdir(filepath.Join(away, "folder"), 0o777))
	alltest.Check(t, sets.ReadCarried(away) != nil, "a folder is read as a set")
	alltest.Check(t, sets.WriteCarried(files[0]) != nil || files == nil, "sets are written below a file")
}

// counts makes puzzles that are named by how many there are before them.
type counts struct{ Count, Fail int }

func generator() sets.Generator[counts] {
	return sets.Generator[counts]{
		Kind: sets.Kind{Name: "plain", Formats: []sets.Format{{Name: "ids", Write: func(w io.Writer, s puzzle.Set) error {
			if s.Name == "bad" {
				return errors.New("bad name")
			}
			_, err := fmt.Fprint(w, s.Name, ids(s))
			return err
		}}}},
		Version: 7,
		Flags: func(o *counts, flags *flag.FlagSet) {
			flags.IntVar(&o.Count, "count", 2, "")
			flags.IntVar(&o.Fail, "fail", -1, "")
		},
		Check: func(o *counts) error {
			if o.Count < 0 {
				return fmt.Errorf("%w: count %d", sets.ErrOptions, o.Count)
			}
			return nil
		},
		Count: func(o *counts) int { return o.Count },
		Begin: func(o *counts) (string, func(context.Context, int, puzzle.Set) (puzzle.Item, error), error) {
			if o.Count == 9 {
				return "", nil, errors.New("nine")
			}
			return "made", func(ctx context.Context, k int, before puzzle.Set) (puzzle.Item, error) {
				if k == o.Fail {
					return puzzle.Item{}, errors.New("failed")
				}
				return puzzle.Item{Puzzle: plain{id: fmt.Sprint(k, "/", before.Len())}}, ctx.Err()
			}, nil
		},
	}
}

const manifest = `# sets

file a.txt
about what it is for
licence CC0-1.0
version 3
instances 4
sha256 ab
make formicary generate plain --count 1
make formicary generate plain --fail 4
file b.txt
`

// TestManifests reads manifests: every line, and comments.
func TestManifests(t *testing.T) {
	all, err := generator().ReadManifests("in", strings.NewReader(manifest))
	const want = "[{a.txt what it is for CC0-1.0 3 4 ab [{formicary generate plain --count 1 {1 -1}} {formicary generate plain --fail 4 {2 4}}]} {b.txt   0 0  []}]"
	got := fmt.Sprint(all)
	alltest.Check(t, err == nil && got == want, "%s, %v; want %s", got, err, want)
}

// TestManifestErrors: lines that make no sense.
func TestManifestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"\nabout x":             `in:2:1: expected file, found "about"`,
		"file x\nfor what":      `in:2:1: expected file, about, licence, version, instances, sha256 or make, found "for"`,
		"file x\n\nversion one": "in:3:1: expected integer", "file x\ninstances one": "in:2:1: expected integer",
		"file x\nmake formicary generate other --count 1":      `in:2:1: expected "formicary generate plain", found "formicary generate other --count 1"`,
		"file x\nmake formicary generate plain --many 1":       "in:2:1: flag provided but not defined: -many",
		"file x\nmake formicary generate plain --count 1 more": `in:2:1: expected flags only, found "more"`,
		"file x\nmake formicary generate plain --count -1":     "in:2:1: options out of range: count -1",
	} {
		_, err := generator().ReadManifests("in", strings.NewReader(text))
		alltest.Check(t, err != nil && err.Error() == want, "%q: %v, want %s", text, err, want)
	}
}

// TestRemake: the puzzles of all recipes in their order, and what stops them.
func TestRemake(t *testing.T) {
	g := generator()
	text := "file a.txt\nmake formicary generate plain --count 1\nmake formicary generate plain --fail 5\n"
	all := alltest.Must(g.ReadManifests("in", strings.NewReader(text)))(t)
	m := all[0]
	var b strings.Builder
	var done []string
	alltest.OK(t, g.Remake(t.Context(), &m, &b, func(n, total int) { done = append(done, fmt.Sprint(n, "/", total)) }))
	// The checksum is that of the text, by sha256sum.
	got, want := fmt.Sprint(b.String(), m.Version, m.Instances, m.SHA256, done, g.Total(&m)), "a[0/0 0/0 1/1]7 3aa3406cd2e550d02dc719021ac6f8f0eaa01285e35462e68f20b16d03150b041[1/3 2/3 3/3] 3"
	alltest.Check(t, got == want, "%s, want %s", got, want)
	err := g.Remake(t.Context(), &m, io.Discard, nil)
	alltest.Check(t, err == nil, "%v", err)
	for _, c := range []struct{ file, recipe, want string }{
		{"a.txt", "--count 3 --fail 1", "formicary generate plain --count 3 --fail 1: failed"}, {"a.txt", "--count 9", "formicary generate plain --count 9: nine"}, {"bad.txt", "--count 1", "bad name"},
	} {
		recipe := alltest.Must(g.ParseRecipe("formicary generate plain " + c.recipe))(t)
		m := sets.Manifest[counts]{File: c.file, Make: []sets.Recipe[counts]{recipe}}
		err := g.Remake(t.Context(), &m, io.Discard, nil)
		alltest.Check(t, err != nil && err.Error() == c.want && m.Version == 0, "%s: %v, want %s", c.recipe, err, c.want)
	}
	set, err := g.Make(t.Context(), counts{3, 2}, nil)
	alltest.Check(t, err != nil && set.Len() == 2 && set.Name == "made", "%v, %v", set, err)
	set, err = g.Make(t.Context(), counts{-1, 0}, nil)
	alltest.Check(t, errors.Is(err, sets.ErrOptions) && set.Name == "", "%v, %v", set, err)
}
