package engines_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"formicary/pkg/engines"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// TestEntries checks that each engine says of itself what the registry says of
// it, and that each of its parameters can be set to its own default.
func TestEntries(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range engines.All() {
		t.Run(strings.ReplaceAll(e.Name, "/", " "), func(t *testing.T) {
			if seen[e.Name] {
				t.Error("the name is taken")
			}
			seen[e.Name] = true
			if kind, _, _ := strings.Cut(e.Name, "/"); kind != e.Kind {
				t.Errorf("kind %q", e.Kind)
			}
			if _, err := engines.FindKind(e.Kind); err != nil {
				t.Error(err)
			}
			description := e.New().Describe()
			if description.Engine != e.Name {
				t.Errorf("the engine calls itself %q", description.Engine)
			}
			var same []string
			for _, p := range e.Parameters() {
				if p.Doc == "" {
					t.Errorf("parameter %s has no documentation", p.Name)
				}
				if p.Default != "" {
					same = append(same, p.Name+"="+p.Default)
				}
			}
			again, err := engines.New(e.Name, same...)
			if err != nil {
				t.Fatal(err)
			}
			if again.Describe().Hash() != description.Hash() {
				t.Errorf("with its defaults spelled out: %v, want %v", again.Describe(), description)
			}
		})
	}
}

// TestAllSolve gives every engine a puzzle of its kind.
func TestAllSolve(t *testing.T) {
	puzzles := map[string]string{
		// One solution: a plus.
		"nonogram": "width 3\nheight 3\nrows\n1\n3\n1\ncolumns\n1\n3\n1\n",
		// One solution: the islands are the clue 1 and the last column.
		"nurikabe": "..2\n1..\n",
		// Puzzle 5 of Sudoku by bitmask simplification and ants.
		"sudoku": "..4.86...9.347.1...825...67.9.8..3.2.5.....4.2.6..1.5.34...927...5.348.6...71.5..\n",
	}
	for _, e := range engines.All() {
		kind, err := engines.FindKind(e.Kind)
		if err != nil {
			t.Fatal(err)
		}
		set, err := kind.Read("test", strings.NewReader(puzzles[e.Kind]))
		if err != nil {
			t.Fatal(err)
		}
		out, err := e.New().Solve(t.Context(), set.Items[0], solver.Run{Seed: 1, Budget: solver.Iterations(100_000)})
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		if want := map[bool]solver.Status{false: solver.Solved, true: solver.Unique}[e.Complete]; out.Status != want {
			t.Errorf("%s: %s, want %s", e.Name, out.Status, want)
		}
	}
}

func TestNewErrors(t *testing.T) {
	for _, c := range []struct {
		name, parameter, want string
	}{
		{"nurikabe/none", "", "nurikabe/exact"},
		{"nurikabe/acs", "ants", "expected NAME=VALUE"},
		{"nurikabe/acs", "legs=6", "expected one of"},
		{"nurikabe/acs", "ants=many", "ants=many"},
	} {
		var parameters []string
		if c.parameter != "" {
			parameters = append(parameters, c.parameter)
		}
		if _, err := engines.New(c.name, parameters...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("New(%q, %q): error %v, want one that says %q", c.name, c.parameter, err, c.want)
		}
	}
	if _, err := engines.FindKind("chess"); err == nil || !strings.Contains(err.Error(), "nurikabe") {
		t.Errorf("FindKind: %v", err)
	}
}

// TestKinds checks that every format of a kind can be found and says what it is.
func TestKinds(t *testing.T) {
	for _, k := range engines.Kinds() {
		for _, f := range k.Formats {
			if found, err := k.Format(f.Name); err != nil || found.Doc == "" || found.Extension == "" {
				t.Errorf("%s %s: %+v, %v", k.Name, f.Name, found, err)
			}
		}
		var broken *puzzle.ParseError
		if _, err := k.Read("test", strings.NewReader("")); !errors.As(err, &broken) {
			t.Errorf("%s: empty input: %v", k.Name, err)
		}
	}
}

func ExampleNew() {
	engine, err := engines.New("nurikabe/acs", "ants=20")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range engine.Describe().Parameters {
		if p.Name == "ants" {
			fmt.Println(engine.Describe().Engine, p.Name, p.Value)
		}
	}
	// Output: nurikabe/acs ants 20
}
