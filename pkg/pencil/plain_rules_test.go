package pencil_test

import (
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle/sets"
)

// refused says why pencil refuses a solution, "" where it accepts it.
func refused(t *testing.T, kind *model.Kind, problem, solution string) string {
	t.Helper()
	if _, err := kind.New("1", "made", problem); err != nil {
		t.Fatalf("%v in\n%s", err, problem)
	}
	set, err := pencils.Of(kind).Read("made", strings.NewReader(board{kind: kind.Name, problem: problem, solution: solution}.set(kind)))
	if err != nil {
		return err.Error()
	}
	for _, bad := range set.Items[0].Check(set.Items[0].Solution) {
		return bad.String()
	}
	return ""
}

// TestPlainRules holds plain checkers and declarations against boards made by hand, of which each breaks one
// sentence of the rules.
func TestPlainRules(t *testing.T) {
	for _, kind := range pencil.Kinds() {
		t.Run(kind.Name, func(t *testing.T) {
			k, ok := plains[kind.Name]
			alltest.Require(t, ok, "no plain checker")
			bad := k.breaks(parseText(k.right[0]), parseText(k.right[1]))
			alltest.Check(t, bad == nil, "the right solution breaks %q", bad)
			alltest.Equal(t, refused(t, kind, k.right[0], k.right[1]), "", "the right solution is refused")
			for _, w := range k.wrongs {
				bad := k.breaks(parseText(w.problem), parseText(w.solution))
				alltest.Check(t, slices.Equal(bad, []string{w.rule}), "breaks %q, not %q alone:\n%s\n%s", bad, w.rule, w.problem, w.solution)
				why := refused(t, kind, w.problem, w.solution)
				alltest.Check(t, why != "", "%s: accepted, though it breaks %q:\n%s\n%s", kind.Name, w.rule, w.problem, w.solution)
				t.Logf("%s: %s", w.rule, why)
			}
		})
	}
}

// TestPlainIndependent: plain checkers import nothing of the lab, so that they share no reading with it.
func TestPlainIndependent(t *testing.T) {
	files := alltest.Must(filepath.Glob("plain_*_test.go"))(t)
	checkers := 0
	for _, name := range append(files, "plain_test.go") {
		if name == "plain_rules_test.go" || name == "plain_differ_test.go" {
			continue // they compare
		}
		file := alltest.Must(parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly))(t)
		checkers++
		for _, imported := range file.Imports {
			alltest.Check(t, !strings.Contains(imported.Path.Value, "formicary"), "%s imports %s", name, imported.Path.Value)
		}
	}
	alltest.Check(t, checkers >= 8, "%d files of checkers", checkers)
}

// TestSolutionSigns: where nothing is to be decided a solution has nothing, or what is given; and separate areas have
// names of their own.
func TestSolutionSigns(t *testing.T) {
	for _, c := range []struct{ kind, problem, solution, want string }{
		{"akari", "1 3\n1 - x", "1 3\n1 o x", ""},
		{"akari", "1 3\n1 - x", "1 3\nx o -", ""},
		{"akari", "1 3\n1 - x", "1 3\n2 o x", `made:8:19: expected a sign of a solution, found "2"`},
		{"kurotto", "1 2\n1 -", "1 2\n1 x", ""},
		{"kurotto", "1 2\n1 -", "1 2\nx x", `made:8:19: expected a sign of a solution, found "x"`},
		{"lits", "1 4\na a a a", "1 4\nI I I I", ""},
		{"shikaku", "2 2\n2 -\n2 -", "2 2\na a\nb b", ""},
		{"galaxies", "2 2\n0 0\n0 0", "2 2\na b\nb c", `made:8:24: expected another name for another area, found "b"`},
	} {
		alltest.Equal(t, refused(t, kindOf(c.kind), c.problem, c.solution), c.want, "%s %q", c.kind, c.solution)
	}
}

// TestPlainSets: solutions of the sets of janko.at, where they are there, and of our own sets obey the plain rules.
func TestPlainSets(t *testing.T) {
	files := []string{filepath.Join("..", "..", "data", "KIND", "open.json")}
	if dir := os.Getenv(sets.DataEnv); dir != "" {
		files = append(files, filepath.Join(dir, "KIND", "janko.json"))
	} else {
		t.Logf("without the sets of janko.at: %s names no folder", sets.DataEnv)
	}
	for _, kind := range pencil.Kinds() {
		t.Run(kind.Name, func(t *testing.T) {
			for _, file := range files {
				file = strings.Replace(file, "KIND", kind.Name, 1)
				content, err := os.ReadFile(file)
				if errors.Is(err, fs.ErrNotExist) {
					t.Logf("no %s", file)
					continue
				}
				var set struct {
					Data map[string]struct{ Problem, Solution string }
				}
				alltest.OK(t, errors.Join(err, json.Unmarshal(content, &set)))
				for id, item := range set.Data {
					bad := plains[kind.Name].breaks(parseText(item.Problem), parseText(item.Solution))
					alltest.Check(t, bad == nil, "%s of %s breaks %q", id, file, bad)
				}
				t.Logf("%d of %s", len(set.Data), file)
			}
		})
	}
}
