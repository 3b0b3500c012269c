package puzzletest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// OpenSets are the sets of a kind of puzzles in data/KIND that its generator
// has made, and what is expected of them.
type OpenSets[O any] struct {
	Generator sets.Generator[O]
	// Recipe, if any, says what is wrong with a recipe.
	Recipe func(recipe *sets.Recipe[O]) error
	// Prove is asked of every puzzle, with the options that made it (of every fifth
	// of a recipe in the plain run of package alltest): an error
	// says what its file claims wrongly, such as that it has one solution. Nil
	// proves nothing; that the solution solves the puzzle is checked anyway.
	Prove func(t *testing.T, o *O, item puzzle.Item) error
	// Part are the options to make a quick part of a recipe's puzzles again
	// with, the first of them; ok is false where that takes too long for a test.
	Part func(o O) (part O, ok bool)
}

// Test holds every file against its manifest: the checksum, the number of
// puzzles and that no two are the same, the generator's version, the licence
// (CC0-1.0, with a word about what it is for), and every puzzle's solution; and
// makes parts of it again. Files that are in no manifest are errors.
func (s OpenSets[O]) Test(t *testing.T) {
	root := alltest.Must(sets.Root())(t)
	dir := filepath.Join(root, "data", s.Generator.Kind.Name)
	text := alltest.Must(os.ReadFile(filepath.Join(dir, "MANIFEST")))(t)
	all := alltest.Must(s.Generator.ReadManifests("MANIFEST", bytes.NewReader(text)))(t)
	alltest.Require(t, len(all) != 0, "the manifest is empty")
	listed := map[string]bool{"MANIFEST": true}
	for _, m := range all {
		listed[m.File] = true
		t.Run(m.File, func(t *testing.T) { s.file(t, filepath.Join(dir, m.File), &m) })
	}
	entries := alltest.Must(os.ReadDir(dir))(t)
	for _, e := range entries {
		alltest.Check(t, listed[e.Name()], "%s is not in the manifest", e.Name())
	}
}

// file holds one file against its manifest.
func (s OpenSets[O]) file(t *testing.T, path string, m *sets.Manifest[O]) {
	text := alltest.Must(os.ReadFile(path))(t)
	sum := sha256.Sum256(text)
	alltest.Check(t, hex.EncodeToString(sum[:]) == m.SHA256, "the file's checksum is %x, the manifest says %s", sum, m.SHA256)
	alltest.Check(t, m.Licence == "CC0-1.0" && m.About != "", "licence %q, about %q", m.Licence, m.About)
	alltest.Check(t, m.Version == s.Generator.Version,
		"made by version %d, this is %d: rerun it with %s --remake MANIFEST --file %s --update", m.Version, s.Generator.Version, s.Generator.Command(), m.File)
	set := alltest.Must(s.Generator.Kind.Read(path, bytes.NewReader(text)))(t)
	total := s.Generator.Total(m)
	if len(m.Make) == 0 {
		total = m.Instances // what a generator is fed with
	}
	alltest.Require(t, set.Len() == m.Instances && set.Len() == total && set.Distinct().Len() == m.Instances,
		"%d puzzles, %d different; the manifest says %d and asks for %d", set.Len(), set.Distinct().Len(), m.Instances, total)
	at := 0
	for _, recipe := range m.Make {
		if s.Recipe != nil {
			err := s.Recipe(&recipe)
			alltest.Check(t, err == nil, "%s: %v", recipe.Command, err)
		}
		count := s.Generator.Count(&recipe.Options)
		made := set.Items[at : at+count]
		at += count
		for i, item := range made {
			if broken := item.Check(item.Solution); len(broken) > 0 {
				t.Errorf("%s: %v", item.ID(), broken[0])
			} else if s.Prove != nil && i%alltest.Of(5, 1) == 0 {
				err := s.Prove(t, &recipe.Options, item)
				alltest.Check(t, err == nil, "%s: %v", item.ID(), err)
			}
		}
		s.again(t, &recipe, made)
	}
}

// again makes a part of a recipe again and compares.
func (s OpenSets[O]) again(t *testing.T, recipe *sets.Recipe[O], made []puzzle.Item) {
	if s.Part == nil {
		return
	}
	o, ok := s.Part(recipe.Options)
	if !ok {
		return
	}
	part, err := s.Generator.Make(t.Context(), o, nil)
	alltest.Require(t, err == nil, "%s: %v", recipe.Command, err)
	alltest.Require(t, part.Len() != 0 && part.Len() <= len(made), "%s: a part of %d puzzles of %d", recipe.Command, part.Len(), len(made))
	for i, item := range part.Items {
		want := made[i]
		alltest.Check(t, item.Hash() == want.Hash() && item.ID() == want.ID() && item.Grade == want.Grade && item.Solution.Equal(want.Solution),
			"%s makes another puzzle %s than the file holds", recipe.Command, item.ID())
	}
}
