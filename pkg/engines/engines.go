// Package engines is the registry: every engine by its stable name with its
// parameters, and every kind of puzzle with its formats. It is the one place
// that names them all.
//
// Its opinion: the command, plans and manifests speak of engines by name, so a
// name once given stays. An engine registers nothing by itself; a list that
// can be read is better than one that fills behind the scenes.
//
// Its limits: engines are described by text parameters here. What a func can
// replace in an engine is reached through its own package.
package engines

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync"

	"formicary/pkg/colony/family"
	"formicary/pkg/model"
	modelacs "formicary/pkg/model/acs"
	modelexact "formicary/pkg/model/exact"
	modeltabu "formicary/pkg/model/tabu"
	"formicary/pkg/nonogram/combinatorial"
	nonogramexact "formicary/pkg/nonogram/exact"
	nonogramgenetic "formicary/pkg/nonogram/genetic"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/nonogram/pushfit"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/nurikabe/memetic"
	"formicary/pkg/nurikabe/portfolio"
	"formicary/pkg/pencil"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku/aco"
	sudokuacs "formicary/pkg/sudoku/acs"
	"formicary/pkg/sudoku/cuckoo"
	sudokuexact "formicary/pkg/sudoku/exact"
	"formicary/pkg/sudoku/genetic"
	"formicary/pkg/sudoku/tabu"
)

// Entry is one engine.
type Entry struct {
	// Name is the stable name, "KIND/ENGINE". Records may have another one ([solver.Recorded]).
	Name string
	// Kind is the kind of puzzle that it solves.
	Kind string
	// Complete says that the engine can prove things: that a solution is the
	// only one, or that there is none.
	Complete bool
	// Doc says in one sentence what it does.
	Doc string
	// New returns the engine with its default parameters.
	New func() solver.Configurable
	// Declared says that the engine is one for all declared kinds: each has it under a name of its own.
	Declared bool
}

// All lists the engines, by name.
func All() []Entry { return slices.Clone(all()) }

// all is the list; nobody changes it.
var all = sync.OnceValue(func() []Entry {
	all := []Entry{
		{Name: combinatorial.Name, Kind: "nonogram", Doc: "tries all arrangements of the line with most fixed cells (Salcedo-Sanz and others 2007)", New: func() solver.Configurable { return combinatorial.New() }},
		{Name: nonogramexact.Name, Kind: "nonogram", Complete: true, Doc: "complete line solving, probing, then search: finds the solution and proves that it is the only one", New: func() solver.Configurable { return nonogramexact.New() }},
		{Name: nonogramgenetic.Name, Kind: "nonogram", Doc: "genetic algorithm: columns that satisfy their clues are genes, parents exchange them (after Salcedo-Sanz and others 2007)", New: func() solver.Configurable { return nonogramgenetic.New() }},
		{Name: logic.Name, Kind: "nonogram", Doc: "left-most and right-most arrangements and five sub-procedures, also for colours (Salcedo-Sanz and others 2007)", New: func() solver.Configurable { return logic.New() }},
		{Name: pushfit.Name, Kind: "nonogram", Complete: true, Doc: "pushes blocks left and right, fits what is left, then guesses: line solving without probes", New: func() solver.Configurable { return pushfit.New() }},
		{Name: acs.Name, Kind: "nurikabe", Doc: "Ant Colony System: grows islands cell by cell, learns where they lie (Amos, Crossley and Lloyd 2019)", New: func() solver.Configurable { return acs.New() }},
		{Name: acs.NameAnts, Kind: "nurikabe", Doc: "the same ants in other families of colonies: Ant System, elitist, rank-based, MAX–MIN, Best–Worst, population-based, hyper-cube", New: func() solver.Configurable { return acs.NewAnts(family.MMAS) }},
		{Name: exact.Name, Kind: "nurikabe", Complete: true, Doc: "deduction, then search with clause learning: finds the solution and proves that it is the only one", New: func() solver.Configurable { return exact.New() }},
		{Name: portfolio.Name, Kind: "nurikabe", Complete: true, Doc: "ants look for a solution while the complete search looks for a proof", New: func() solver.Configurable { return portfolio.New() }},
		{Name: memetic.Name, Kind: "nurikabe", Doc: "ants that improve their boards by annealing, or deduce while they build: setting pure or propagating", New: func() solver.Configurable { return memetic.New() }},
		{Name: aco.Name, Kind: "sudoku", Doc: "bitmask simplification and one ant that learns which digits lead to valid boards (Torosdagli)", New: func() solver.Configurable { return aco.New() }},
		{Name: sudokuacs.Name, Kind: "sudoku", Doc: "Ant Colony System: ants fill cells by pheromone, each on a propagated board of its own (Lloyd and Amos 2018)", New: func() solver.Configurable { return sudokuacs.New() }},
		{Name: sudokuacs.NameAnts, Kind: "sudoku", Doc: "the same ants in other families of colonies: Ant System, elitist, rank-based, MAX–MIN, Best–Worst, population-based, hyper-cube", New: func() solver.Configurable { return sudokuacs.NewAnts(family.MMAS) }},
		{Name: cuckoo.Name, Kind: "sudoku", Doc: "cuckoo search on filtered domains with crossovers and mutation of rows (Soto and others 2014)", New: func() solver.Configurable { return cuckoo.New() }},
		{Name: cuckoo.NameImproved, Kind: "sudoku", Doc: "cuckoo search that filters by whole tuples, adapts its rates and begins again when it stagnates", New: func() solver.Configurable { return cuckoo.NewImproved() }},
		{Name: sudokuexact.Name, Kind: "sudoku", Complete: true, Doc: "propagation, then search: bit-parallel on 9×9, clause learning on large boards; finds the solution and proves that it is the only one", New: func() solver.Configurable { return sudokuexact.New() }},
		{Name: genetic.Name, Kind: "sudoku", Doc: "genetic algorithm on boards whose boxes are permutations (Mantere and Koljonen 2007)", New: func() solver.Configurable { return genetic.New() }},
		{Name: tabu.Name, Kind: "sudoku", Doc: "tabu search over swaps in rows, with filtering in every iteration (Soto and others 2013)", New: func() solver.Configurable { return tabu.New() }},
	}
	for _, kind := range pencil.Kinds() {
		all = append(all, declared(kind)...)
	}
	slices.SortFunc(all, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return all
})

// declared are the engines of every declared kind.
func declared(kind *model.Kind) []Entry {
	entry := func(name string, complete bool, doc string, make func() solver.Configurable) Entry {
		return Entry{Name: kind.Name + "/" + name, Kind: kind.Name, Complete: complete, Declared: true, Doc: doc, New: make}
	}
	return []Entry{
		entry("acs", false, "Ant Colony System: ants give values to variables by pheromone and propagate the declared rules (after Lloyd and Amos 2018)", func() solver.Configurable { return modelacs.New(kind) }),
		entry("ants", false, "the same ants in other families of colonies: Ant System, elitist, rank-based, MAX–MIN, Best–Worst, population-based, hyper-cube", func() solver.Configurable { return modelacs.NewAnts(kind, family.MMAS) }),
		entry("exact", true, "clause learning on the declared rules: finds the solution and proves that it is the only one", func() solver.Configurable { return modelexact.New(kind) }),
		entry("tabu", false, "min-conflicts with a tabu list and weights on complete boards: the plain local search", func() solver.Configurable { return modeltabu.New(kind) }),
	}
}

// Group is an engine, one of all declared kinds once.
type Group struct {
	// Entry is the engine's, where it has several kinds that of the first one.
	Entry
	// Kinds are the titles of its kinds.
	Kinds []string
	names []string
}

// Title is the engine's name; "KIND/ENGINE" where it has several kinds.
func (g Group) Title() string {
	if _, short, _ := strings.Cut(g.Name, "/"); g.Declared {
		return "KIND/" + short
	}
	return g.Name
}

// Has says whether the engine of a name is this one.
func (g Group) Has(engine string) bool { return slices.Contains(g.names, solver.Today(engine)) }

// Groups lists the engines, those of declared kinds at the end.
func Groups() []Group {
	var own, declared []Group
	for _, e := range all() {
		kind, err := FindKind(e.Kind)
		if err != nil {
			panic("engines: " + err.Error())
		}
		g := Group{e, []string{kind.Title}, []string{e.Name}}
		i := slices.IndexFunc(declared, func(other Group) bool { return other.Title() == g.Title() })
		switch {
		case !e.Declared:
			own = append(own, g)
		case i < 0:
			declared = append(declared, g)
		default:
			declared[i].Kinds, declared[i].names = append(declared[i].Kinds, kind.Title), append(declared[i].names, e.Name)
		}
	}
	return append(own, declared...)
}

// Find returns the engine of a name. The error lists the names of the kind's engines, or else those of all.
func Find(name string) (Entry, error) {
	var names []string
	for _, e := range all() {
		if e.Name == name || solver.Recorded(e.Name) == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	kind, _, _ := strings.Cut(name, "/")
	if own := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !strings.HasPrefix(n, kind+"/") }); len(own) > 0 {
		names = own
	}
	return Entry{}, fmt.Errorf("no engine %q: expected one of %s", name, strings.Join(names, ", "))
}

// New returns the engine of a name with the given parameters, each as
// "NAME=VALUE", in place of its defaults. The error for an unknown name
// lists the engine's parameters.
func New(name string, parameters ...string) (solver.Solver, error) {
	entry, err := Find(name)
	if err != nil {
		return nil, err
	}
	s := entry.New()
	flags := solver.NewFlags(s.Table().Define)
	for _, p := range parameters {
		key, value, ok := strings.Cut(p, "=")
		if !ok {
			return nil, fmt.Errorf("parameter %q: expected NAME=VALUE", p)
		}
		if flags.Lookup(key) == nil {
			var names []string
			flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
			return nil, fmt.Errorf("%s has no parameter %q: expected one of %s", name, key, strings.Join(names, ", "))
		}
		if err := flags.Set(key, value); err != nil {
			return nil, fmt.Errorf("%s: parameter %s=%s: %w", name, key, value, err)
		}
	}
	return s, nil
}

// Parameter is one parameter of an engine.
type Parameter struct {
	Name    string `json:"name"`
	Default string `json:"default"`
	Doc     string `json:"doc"`
}

// Parameters lists the parameters of an engine by name.
func (e Entry) Parameters() []Parameter {
	var out []Parameter
	solver.NewFlags(e.New().Table().Define).VisitAll(func(f *flag.Flag) {
		out = append(out, Parameter{f.Name, f.DefValue, f.Usage})
	})
	return out
}
