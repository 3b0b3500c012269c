package external_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/external"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// TestBaselines: clingo, CP-SAT, CaDiCaL and MiniZinc solve puzzles of our sets, the same for a seed, and say that a puzzle without
// a solution has none.
func TestBaselines(t *testing.T) {
	unsolvable := map[string]string{
		"nurikabe": "nurikabe/2/2/11h", "akari": "1 2\n- 2\n", "slitherlink": "1 1\n3\n", "sudoku": "11..............",
		"hitori": "2 2\n1 1\n1 1\n", "binairo": "2 2\n1 1\n- -\n", "yinyang": "2 2\nb w\nw b\n",
	}
	for name, text := range unsolvable {
		kind := alltest.Must(engines.FindKind(name))(t)
		set := kind.MustOpen(map[bool]string{true: "open-908", false: "open"}[name == "nurikabe"])
		none := alltest.Must(kind.Read("none", strings.NewReader(text)))(t).Items[0]
		for _, c := range external.Baselines(kind) {
			t.Run(name+"/"+c.Name, func(t *testing.T) {
				if err := c.Missing(); err != nil {
					if os.Getenv("CI") != "" && strings.HasPrefix(c.Source, "pip") { // .ci/python installs these
						t.Fatal(err)
					}
					t.Skip(err)
				}
				set := set
				if c.Name == "MiniZinc" {
					set = set.Between(1, 36) // Gecode takes minutes for 100 cells
				}
				items := set.Between(1, 400).Sample(alltest.Of(8, 12), 1).Items
				items = append(items, set.Items[0], slices.MaxFunc(set.Between(1, 110).Items, func(a, b puzzle.Item) int { return a.Size().Cells() - b.Size().Cells() }))
				for i, item := range items {
					run := solver.Run{Seed: 7 << 40}
					out, err := c.Solve(t.Context(), item, run)
					alltest.Require(t, err == nil && out.Status == solver.Solved && len(item.Check(out.Best)) == 0 && out.CPU > 0,
						"%s: %v, %v, processor time %v", item.ID(), out.Status, err, out.CPU)
					if again, err := c.Solve(t.Context(), item, run); i < 3 && (err != nil || again.Digest != out.Digest) {
						t.Errorf("%s: another digest with the same seed, %v", item.ID(), err)
					}
				}
				out, err := c.Solve(t.Context(), none, solver.Run{})
				alltest.Check(t, err == nil && out.Status == solver.Unsolvable, "a puzzle without a solution: %v, %v", out.Status, err)
			})
		}
	}
}

// TestFromDescription: a command is made again of its description, and what is missing is said.
func TestFromDescription(t *testing.T) {
	kind := alltest.Must(engines.FindKind("nurikabe"))(t)
	mine := &external.Command{
		Name: "mine", Kind: kind, Format: "text", Args: []string{"sh", "colony.py", "{seed}", "{rate}"}, Memory: 1 << 30,
		Files: []string{"external_test.go"}, Numbers: []external.Number{{Name: "rate", Value: 0.25, Low: 0, High: 1}, {Name: "rule", Values: []string{"a", "b"}, Value: 1}},
	}
	for _, c := range append(external.Baselines(kind), mine) {
		d := c.Describe()
		alltest.Check(t, !d.Custom, "%s is custom", c.Name)
		missing := c.Missing()
		made, err := engines.WithPrograms(d)
		if missing != nil {
			alltest.Check(t, err != nil && err.Error() == missing.Error() && strings.Contains(err.Error(), c.Source), "%v, want %v", err, missing)
			continue
		}
		alltest.Check(t, err == nil && made.Describe().Hash() == d.Hash() && made.(*external.Command).Program() == c.Program(), "%s: another engine: %v", c.Name, err)
	}
	plan := experiment.Plan{Name: "mine", Puzzles: kind.MustOpen("open-908").Take(1).Puzzles(), Engines: []solver.Solver{mine}, Budget: solver.CPU(1)}
	file := alltest.Must(plan.File())(t)
	if e := file.Engines[0]; e.Typed || !strings.HasPrefix(e.Code, "src-") || strings.Contains(e.Code, "bin-") || file.Code["program mine"] != mine.Program() {
		t.Errorf("a plan's file has the code %s, %v", e.Code, file.Code)
	}
	for want, c := range map[string]*external.Command{
		"x: the program no-such-program is not on this machine (get it)":               {Args: []string{"no-such-program"}, Source: "get it"},
		"x: the file gone.py is not on this machine; FORMICARY_PROGRAMS lists folders": {Args: []string{"sh"}, Files: []string{"/tmp/nowhere/gone.py"}},
		"x: “sh -c exit 1” fails (100% free)":                                          {Args: []string{"sh"}, Version: []string{"sh", "-c", "exit 1"}, Source: "100% free"},
	} {
		c.Name = "x"
		_, err := engines.WithPrograms(c.Describe())
		alltest.Check(t, err != nil && err.Error() == want, "%v, want %s", err, want)
	}
}

// TestNothingIsStarted: a description of a program that somebody else has written starts nothing, whatever it is called and
// whatever lies in the present folder, unless it is trusted. The lab's baselines are made.
func TestNothingIsStarted(t *testing.T) {
	kind := alltest.Must(engines.FindKind("nurikabe"))(t)
	t.Chdir(t.TempDir())
	started := func() bool { return alltest.Must(os.ReadDir("."))(t)[0].Name() == "a-mark" }
	const mark = "import pathlib; pathlib.Path('a-mark').touch()"
	for _, name := range []string{"clingo.py", "ortools.py", "pysat.py", "worker.py", "clauses.py", "nurikabe.py", "cpsat.py", "sat.py", "clingo_nurikabe.py"} {
		alltest.OK(t, os.WriteFile(name, []byte(mark), 0o666))
	}
	touch := []string{"sh", "-c", "touch a-mark"}
	imitated := *external.Baselines(kind)[1]
	imitated.Version = touch
	for _, c := range []*external.Command{{Name: "x", Args: touch}, {Name: "x", Args: []string{"sh"}, Version: touch}, &imitated} {
		alltest.Refused(engines.FromDescription(c.Describe()))(t, "for a trusted plan only (--run-code)")
	}
	for _, c := range external.Baselines(kind) {
		made, err := engines.FromDescription(c.Describe())
		alltest.Check(t, err != nil && strings.Contains(err.Error(), c.Source) || err == nil && made.Describe().Hash() == c.Describe().Hash(), "%s: %v", c.Name, err)
	}
	alltest.Check(t, !started(), "a program was started")
	_, err := engines.WithPrograms((&external.Command{Name: "x", Args: []string{"sh"}, Version: touch}).Describe())
	alltest.Check(t, err == nil && started(), "a trusted program was not started: %v", err)
}
