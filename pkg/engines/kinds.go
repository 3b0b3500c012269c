package engines

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"formicary/pkg/formats"
	"formicary/pkg/model/theory"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/sudoku/sudokus"
)

// Kinds lists the kinds of puzzles, by name, with the formats of other programs ([formats.Of]).
func Kinds() []sets.Kind { return slices.Clone(kinds()) }

// kinds is the list; nobody changes it.
var kinds = sync.OnceValue(func() []sets.Kind {
	all := []sets.Kind{
		nonograms.Kind,
		nurikabes.Kind,
		sudokus.Kind,
	}
	for _, kind := range pencil.Kinds() {
		declared := pencils.Of(kind)
		declared.Features = append(declared.Features, theory.Open())
		all = append(all, declared)
	}
	for i, kind := range all {
		all[i] = formats.Of(kind)
	}
	slices.SortFunc(all, func(a, b sets.Kind) int { return strings.Compare(a.Name, b.Name) })
	return all
})

// FindKind returns the kind of a name. The error lists the names of all kinds.
func FindKind(name string) (sets.Kind, error) {
	var names []string
	for _, k := range kinds() {
		if k.Name == name {
			return k, nil
		}
		names = append(names, k.Name)
	}
	return sets.Kind{}, fmt.Errorf("no kind of puzzle %q: expected one of %s", name, strings.Join(names, ", "))
}
