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
	"strings"

	"formicary/pkg/colony/family"
	"formicary/pkg/nonogram/combinatorial"
	nonogramexact "formicary/pkg/nonogram/exact"
	nonogramgenetic "formicary/pkg/nonogram/genetic"
	"formicary/pkg/nonogram/logic"
	"formicary/pkg/nonogram/pushfit"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/nurikabe/portfolio"
	"formicary/pkg/nurikabe/swarm"
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
	// Name is the stable name, "KIND/ENGINE".
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
}

// All lists the engines, by kind and name.
func All() []Entry {
	return []Entry{
		{combinatorial.Name, "nonogram", false, "tries all arrangements of the line with most fixed cells (Salcedo-Sanz and others 2007)", func() solver.Configurable { return combinatorial.New() }},
		{nonogramexact.Name, "nonogram", true, "complete line solving, probing, then search: finds the solution and proves that it is the only one", func() solver.Configurable { return nonogramexact.New() }},
		{nonogramgenetic.Name, "nonogram", false, "genetic algorithm: columns that satisfy their clues are genes, parents exchange them (after Salcedo-Sanz and others 2007)", func() solver.Configurable { return nonogramgenetic.New() }},
		{logic.Name, "nonogram", false, "left-most and right-most arrangements and five sub-procedures, also for colours (Salcedo-Sanz and others 2007)", func() solver.Configurable { return logic.New() }},
		{pushfit.Name, "nonogram", true, "pushes blocks left and right, fits what is left, then guesses: line solving without probes", func() solver.Configurable { return pushfit.New() }},
		{acs.Name, "nurikabe", false, "Ant Colony System: grows islands cell by cell, learns where they lie (Amos, Crossley and Lloyd 2019)", func() solver.Configurable { return acs.New() }},
		{acs.NameAnts, "nurikabe", false, "the same ants in other families of colonies: Ant System, elitist, rank-based, MAX–MIN, Best–Worst, population-based, hyper-cube", func() solver.Configurable { return acs.NewAnts(family.MMAS) }},
		{exact.Name, "nurikabe", true, "deduction, then search with clause learning: finds the solution and proves that it is the only one", func() solver.Configurable { return exact.New() }},
		{portfolio.Name, "nurikabe", true, "ants look for a solution while the complete search looks for a proof", func() solver.Configurable { return portfolio.New() }},
		{swarm.Name, "nurikabe", false, "ants that improve their boards by annealing, or deduce while they build: setting pure or propagating", func() solver.Configurable { return swarm.New() }},
		{aco.Name, "sudoku", false, "bitmask simplification and one ant that learns which digits lead to valid boards (Torosdagli)", func() solver.Configurable { return aco.New() }},
		{sudokuacs.Name, "sudoku", false, "Ant Colony System: ants fill cells by pheromone, each on a propagated board of its own (Lloyd and Amos 2018)", func() solver.Configurable { return sudokuacs.New() }},
		{sudokuacs.NameAnts, "sudoku", false, "the same ants in other families of colonies: Ant System, elitist, rank-based, MAX–MIN, Best–Worst, population-based, hyper-cube", func() solver.Configurable { return sudokuacs.NewAnts(family.MMAS) }},
		{cuckoo.Name, "sudoku", false, "cuckoo search on filtered domains with crossovers and mutation of rows (Soto and others 2014)", func() solver.Configurable { return cuckoo.New() }},
		{cuckoo.NameImproved, "sudoku", false, "cuckoo search that filters by whole tuples, adapts its rates and begins again when it stagnates", func() solver.Configurable { return cuckoo.NewImproved() }},
		{sudokuexact.Name, "sudoku", true, "propagation, then search: bit-parallel on 9×9, clause learning on large boards; finds the solution and proves that it is the only one", func() solver.Configurable { return sudokuexact.New() }},
		{genetic.Name, "sudoku", false, "genetic algorithm on boards whose boxes are permutations (Mantere and Koljonen 2007)", func() solver.Configurable { return genetic.New() }},
		{tabu.Name, "sudoku", false, "tabu search over swaps in rows, with filtering in every iteration (Soto and others 2013)", func() solver.Configurable { return tabu.New() }},
	}
}

// Find returns the engine of a name. The error lists all names.
func Find(name string) (Entry, error) {
	var names []string
	for _, e := range All() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
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
	flags := solver.NewFlags(s.Parameters)
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
	solver.NewFlags(e.New().Parameters).VisitAll(func(f *flag.Flag) {
		out = append(out, Parameter{f.Name, f.DefValue, f.Usage})
	})
	return out
}
