package external

import (
	"slices"

	"formicary/pkg/puzzle/sets"
)

// Baselines are third-party solvers of a kind for which this package has recipes: clingo 5.8.3 (Nurikabe), CP-SAT of
// OR-Tools 9.15, and CaDiCaL 1.9.5 with the cardinalities of PySAT (Akari, Nurikabe, Slitherlink and Sudoku). They need a
// Python with these libraries; [Command.Missing] says what is not there. One thread each; they prove no uniqueness.
func Baselines(kind sets.Kind) (all []*Command) {
	python := func(name, library, source string, args ...string) {
		all = append(all, &Command{
			Name: name, Kind: kind, Format: "text", Worker: true, Args: append([]string{"python3"}, args...),
			Version: []string{"python3", "-c", "import " + library + "; print('" + library + "', " + library + ".__version__)"},
			Source:  "pip install " + source, Files: []string{"worker.py", "kinds.py"},
		})
	}
	if kind.Name == "nurikabe" {
		python("clingo", "clingo", "clingo==5.8.3", "clingo_nurikabe.py")
		all[0].Files = []string{"worker.py", "nurikabe.lp"}
	}
	if slices.Contains([]string{"akari", "nurikabe", "slitherlink", "sudoku"}, kind.Name) {
		python("CP-SAT", "ortools", "ortools==9.15.6755", "cpsat.py", kind.Name)
		python("CaDiCaL", "pysat", "python-sat==1.9.dev24", "sat.py", "cadical195", kind.Name)
	}
	return all
}
