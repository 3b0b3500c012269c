package engines_test

import (
	"errors"
	"flag"
	"fmt"
	"strings"
	"sync"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/nonogram/combinatorial"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// TestEntries checks that each engine says of itself what the registry says of
// it, and that each of its parameters can be set to its own default.
func TestEntries(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range engines.All() {
		t.Run(strings.ReplaceAll(e.Name, "/", " "), func(t *testing.T) {
			alltest.Check(t, !seen[e.Name], "the name is taken")
			seen[e.Name] = true
			kind, _, _ := strings.Cut(e.Name, "/")
			alltest.Check(t, kind == e.Kind, "kind %q", e.Kind)
			_, err := engines.FindKind(e.Kind)
			alltest.Check(t, err == nil, "%v", err)
			description := e.New().Describe()
			alltest.Check(t, description.Engine == solver.Recorded(e.Name), "the engine calls itself %q", description.Engine)
			var same []string
			for _, p := range e.Parameters() {
				alltest.Check(t, p.Doc != "", "parameter %s has no documentation", p.Name)
				if p.Default != "" {
					same = append(same, p.Name+"="+p.Default)
				}
			}
			again := alltest.Must(engines.New(e.Name, same...))(t)
			alltest.Check(t, again.Describe().Hash() == description.Hash(),
				"with its defaults spelled out: %v, want %v", again.Describe(), description)
		})
	}
}

// puzzles are small ones with one solution, by kind; of declared kinds mostly the first of their sets.
var puzzles = map[string]string{
	// A plus.
	"nonogram": "width 3\nheight 3\nrows\n1\n3\n1\ncolumns\n1\n3\n1\n",
	// The islands are the clue 1 and the last column.
	"nurikabe": "..2\n1..\n",
	// Straight lines, since local search is slow on those of the set.
	"numberlink": "3 3\n1 2 3\n- - -\n1 2 3\n",
	// Puzzle 5 of Sudoku by bitmask simplification and ants.
	"sudoku": "..4.86...9.347.1...825...67.9.8..3.2.5.....4.2.6..1.5.34...927...5.348.6...71.5..\n",
}

// smalls are the small puzzles that were read, by kind.
var smalls sync.Map

// small is the small puzzle of a kind.
func small(t *testing.T, kind string) puzzle.Puzzle {
	t.Helper()
	if p, ok := smalls.Load(kind); ok {
		return p.(puzzle.Puzzle)
	}
	k, err := engines.FindKind(kind)
	alltest.OK(t, err)
	var set puzzle.Set
	if puzzles[kind] == "" {
		set = k.MustOpen("open")
	} else if set, err = k.Read("test", strings.NewReader(puzzles[kind])); err != nil {
		t.Fatal(err)
	}
	smalls.Store(kind, set.Items[0])
	return set.Items[0]
}

// TestAllSolve gives every engine a puzzle of its kind.
func TestAllSolve(t *testing.T) {
	for _, e := range engines.All() {
		out, err := e.New().Solve(t.Context(), small(t, e.Kind), solver.Run{Seed: 1, Budget: solver.Iterations(100_000)})
		alltest.Check(t, err == nil, "%s: %v", e.Name, err)
		want := map[bool]solver.Status{false: solver.Solved, true: solver.Unique}[e.Complete]
		alltest.Check(t, out.Status == want, "%s: %s, want %s", e.Name, out.Status, want)
	}
}

// TestOutOfRange gives every parameter of every engine values outside its
// range: whole numbers are nowhere negative, and the documentation says where a
// number is at most 1 or at least 1. One of several names is refused by its flag.
func TestOutOfRange(t *testing.T) {
	for _, e := range engines.Groups() {
		p := small(t, e.Kind)
		solver.NewFlags(e.New().Table().Define).VisitAll(func(f *flag.Flag) {
			var bad []string
			var holds any = "one of several names"
			if g, ok := f.Value.(flag.Getter); ok {
				holds = g.Get()
			}
			switch holds.(type) {
			case bool:
				return
			case string:
				alltest.Refused(engines.New(e.Name, f.Name+"=-5"))(t, e.Name+": parameter "+f.Name+"=-5", "%s --param %s=-5", e.Name, f.Name)
				return
			case int, int64:
				bad = []string{"-1", "-5"}
			case float64:
				bad = []string{"NaN", "-0.1", "+Inf", "-Inf"}
			default:
				t.Fatalf("%s: parameter %s is a %T", e.Name, f.Name, holds)
			}
			switch {
			case strings.Contains(f.Usage, "0 to 1"):
				bad = append(bad, "1.1")
			case strings.Contains(f.Usage, "at least 1"):
				bad = append(bad, "0")
			}
			for _, value := range bad {
				s, err := engines.New(e.Name, f.Name+"="+value)
				alltest.OK(t, err)
				_, err = s.Solve(t.Context(), p, solver.Run{Budget: solver.Iterations(1)})
				alltest.Check(t, errors.Is(err, solver.ErrParameter) && strings.Contains(err.Error(), e.Name+": "+f.Name+" = "),
					"%s --param %s=%s: error %v", e.Name, f.Name, value, err)
			}
		})
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
		alltest.Refused(engines.New(c.name, parameters...))(t, c.want, "New(%q, %q)", c.name, c.parameter)
	}
	alltest.Refused(engines.FindKind("chess"))(t, "nurikabe", "FindKind")
}

// TestKinds checks that every format of a kind can be found and says what it is.
func TestKinds(t *testing.T) {
	for _, k := range engines.Kinds() {
		for _, f := range k.Formats {
			found, err := k.Format(f.Name)
			alltest.Check(t, err == nil && found.Doc != "" && found.Extension != "", "%s %s: %+v, %v", k.Name, f.Name, found, err)
		}
		var broken *puzzle.ParseError
		_, err := k.Read("test", strings.NewReader(""))
		alltest.Check(t, errors.As(err, &broken), "%s: empty input: %v", k.Name, err)
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

// stuck are engines that prove nothing and end where they know no further step.
var stuck = map[string]bool{combinatorial.Name: true, logic.Name: true}

// An engine that can prove things ends by itself; of the others, those that stop where they are
// stuck do, and all else never does without a budget.
func TestEndless(t *testing.T) {
	for _, e := range engines.All() {
		_, endless := e.New().(solver.Endless)
		alltest.Check(t, endless != (e.Complete || stuck[e.Name]), "%s: endless %v", e.Name, endless)
	}
	p := nonograms.Kind.MustOpen("open").Items[0]
	for name := range stuck {
		e, err := engines.New(name)
		alltest.Check(t, err == nil && solvertest.Solve(t, e, p, solver.Run{}).Status != "", "%v %v", name, err)
	}
}
