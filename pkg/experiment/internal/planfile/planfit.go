package planfile

import (
	"slices"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// Here is the file of the same engines in this program, with the code that they have
// here, and with few of the puzzles: one of each kind, on which the code of an engine
// depends, and one of each set that the plan does not copy. The error is that of
// [File.Task].
func (f File) Here(rebuild func(solver.Description) (solver.Solver, error), open func(sets.Origin) (puzzle.Puzzle, error)) (File, error) {
	var places []int
	met := map[[2]string]bool{}
	for i := range f.Puzzles {
		from := [2]string{f.Puzzles[i].Kind}
		if f.Puzzles[i].Text == "" {
			from[1] = f.Puzzles[i].Set
		}
		if !met[from] {
			met[from] = true
			places = append(places, i)
		}
	}
	t, err := f.Task(places, rebuild, open)
	if err != nil {
		return File{}, err
	}
	b, err := t.Bind()
	if err != nil {
		return File{}, err
	}
	return Of(b)
}

// Against names what of another file of the same engines, such as [File.Here], is
// not as the plan says: packages, modules and tags of the build whose hashes or
// versions are others, or, where it is none of them, the labels of the engines with
// other code. Nothing is named where every engine has the plan's code.
func (f File) Against(here File) (names []string) {
	var engines []string
	for i, e := range f.Engines {
		if e.Code != here.Engines[i].Code {
			engines = append(engines, e.Label())
		}
	}
	if engines == nil {
		return nil
	}
	for name, hash := range f.Code {
		if here.Code[name] != hash {
			names = append(names, name)
		}
	}
	for name := range here.Code {
		if _, ok := f.Code[name]; !ok {
			names = append(names, name)
		}
	}
	if names == nil {
		return engines
	}
	slices.Sort(names)
	return names
}
