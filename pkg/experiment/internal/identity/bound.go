// Package identity says what a run is: which plan, puzzle, engine, code and seed it has.
//
// # Design
//
// The [Terms] of a plan give every run its seed ([Terms.RunSeed]). [Task.Bind] makes a [Bound] of a plan: the plan in this
// program. It has the hash of each puzzle, and the version of each engine's code. The version is a hash of the engine's
// sources, of the text that was typed into a cell, or of the whole program. [Fingerprint] tells plans apart, whatever their
// code.
//
// The version knows rules of a cell by their text. It takes the text of each func, of all declarations that the func names,
// and of what gives values to the variables that it captured. Another kernel or an unrelated func changes nothing. Text does
// not tell some of these values, as that of a loop's variable. The version then takes all that the cell runs; a parameter of
// the engine tells the value. An author whose loop makes engines gives each of them a variant.
//
// # Limits
//
// A version does not tell what funcs get from files, the environment or the clock.
package identity

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// ErrPlan is wrapped by the error of a plan or trial that cannot be run.
var ErrPlan = errors.New("invalid plan")

// Terms are what a plan says beside its puzzles and engines. In a file of it Runs is at
// least 1.
type Terms struct {
	Name   string        `json:"name"`
	Seed   uint64        `json:"seed"`
	Seeds  string        `json:"seeds,omitempty"`
	Design string        `json:"design,omitempty"`
	Runs   int           `json:"runs"`
	Budget solver.Budget `json:"budget"`
}

// RunSeed is the seed of a run of an engine, by its name, on the puzzle of a content.
func (t Terms) RunSeed(content puzzle.Hash, engine string, run int) uint64 {
	return solver.Seed(t.Seed, content, cmp.Or(t.Seeds, engine), run)
}

// Allows says whether a run of the plan may have had a budget.
func (t Terms) Allows(b solver.Budget) bool { return b == t.Budget || t.Design != "" }

// Task is a plan with its puzzles and engines.
type Task struct {
	Terms
	Puzzles []puzzle.Puzzle
	Solvers []solver.Solver
}

// validate is the error of a plan that cannot be run.
func (p Task) validate() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("experiment: %s: %w: %s", cmp.Or(p.Name, "a plan without a name"), ErrPlan, fmt.Sprintf(format, args...))
	}
	switch b := p.Budget; {
	case len(p.Puzzles) == 0:
		return fail("it has no puzzles")
	case len(p.Solvers) == 0:
		return fail("it has no engines")
	case p.Runs < 0:
		return fail("%d runs", p.Runs)
	case b.Iterations < 0 || b.Evaluations < 0 || b.Wall < 0 || b.CPU < 0:
		return fail("a negative budget: %+v", b)
	}
	if i := slices.Index(p.Puzzles, nil); i >= 0 {
		return fail("puzzle %d of %d is nil", i+1, len(p.Puzzles))
	}
	seen := map[string]int{}
	for i, e := range p.Solvers {
		if e == nil {
			return fail("engine %d of %d is nil", i+1, len(p.Solvers))
		}
		d := e.Describe()
		if j, ok := seen[d.Hash()]; ok {
			return fail("engines %d and %d are the same (%s): give one of them another variant name%s", j+1, i+1, d.Label(), PartsOf(e).places())
		}
		seen[d.Hash()] = i
	}
	if err := cmp.Or(p.Budget.Ends(p.Solvers...), solver.Apart(p.Solvers...)); err != nil {
		return fail("%v", err)
	}
	return nil
}

// Versioned is an engine of a plan with the version of its code.
type Versioned struct {
	solver.Description
	Hash string `json:"hash"` // as in [record.Record.ConfigHash]
	Code string `json:"code"` // as in [record.Record.Code]
}

// Bound is a plan in this program: with what its runs are known by.
type Bound struct {
	Task
	Hashes   []puzzle.Hash
	Parts    []*parts // what the engines are made of
	Engines  []Versioned
	Packages map[string]string // what their codes are made of, as in [code]
	variants map[string]string // as [Variants] has them
	contents []string          // the texts of the hashes, as records have them
}

// Bind finds what the runs of a plan are known by. The error is that of a plan that cannot
// be run, or of a version of code that cannot be found.
func (p Task) Bind() (*Bound, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	p.Runs = max(p.Runs, 1)
	b := &Bound{Task: p, Packages: map[string]string{}}
	for _, q := range p.Puzzles {
		b.Hashes, b.contents = append(b.Hashes, q.Hash()), append(b.contents, q.Hash().String())
	}
	for _, s := range p.Solvers {
		parts, d := PartsOf(s), s.Describe()
		code, err := CodeOf(parts, d, p.Puzzles)
		if err != nil {
			return nil, fmt.Errorf("experiment: the version of the code of %s: %w", d.Label(), err)
		}
		b.Parts, b.Engines = append(b.Parts, parts), append(b.Engines, Versioned{d, d.Hash(), code.version})
		maps.Copy(b.Packages, code.Packages)
	}
	b.variants = Variants(b.Engines)
	return b, nil
}

// Total is the number of runs of the plan.
func (b *Bound) Total() int { return len(b.Puzzles) * len(b.Engines) * b.Runs }

// Place is that of a run in the order of the plan: by puzzle, engine and run.
func (b *Bound) Place(puzzle, engine, run int) int {
	return (puzzle*len(b.Engines)+engine)*b.Runs + run
}

// PuzzleAt is the puzzle of the run at a place in that order.
func (b *Bound) PuzzleAt(place int) int { return place / (len(b.Engines) * b.Runs) }

// Finder is a func that finds the runs of the plan for which a record of a key stands: their engine, and their puzzles, of
// which there are none if it stands for no run.
func (b *Bound) Finder() func(k record.Key) (engine int, puzzles []int) {
	alike, engines := b.Alike(), map[string]int{}
	for i, e := range b.Engines {
		engines[e.Hash] = i
	}
	return func(k record.Key) (int, []int) {
		puzzles := alike[k.Content]
		engine, known := engines[k.ConfigHash]
		if puzzles == nil || !known || k.Run < 0 || k.Run >= b.Runs || b.Key(puzzles[0], engine, k.Run, b.Budget) != k {
			return 0, nil
		}
		return engine, puzzles
	}
}

// Fingerprint tells plans apart: 12 hexadecimal digits over everything that says what is to
// be run, except for the versions of the code.
func (b *Bound) Fingerprint() string {
	return Fingerprint(b.Terms, EngineHashes(b.Engines), func(yield func(string, puzzle.Hash) bool) {
		for i, q := range b.Puzzles {
			if !yield(q.ID(), b.Hashes[i]) {
				return
			}
		}
	})
}

// EngineHashes are those of engines, in their order.
func EngineHashes(engines []Versioned) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, e := range engines {
			if !yield(e.Hash) {
				return
			}
		}
	}
}

// Custom says whether the version of an engine's code leaves something to its author: what
// funcs of a reader's have captured, and what they read.
func (b *Bound) Custom(engine int) bool { return b.Engines[engine].Custom || b.Parts[engine].foreign() }

// Alike are the places of the puzzles of each content, rising: they share their runs.
func (b *Bound) Alike() map[string][]int {
	alike := map[string][]int{}
	for i, content := range b.contents {
		alike[content] = append(alike[content], i)
	}
	return alike
}

// Places are the first ones of [Bound.Alike].
func (b *Bound) Places() map[string]int {
	places := map[string]int{}
	for content, all := range b.Alike() {
		places[content] = all[0]
	}
	return places
}

// Key is what a run of an engine on a puzzle, by their places, is known by; the zero budget
// is the plan's.
func (b *Bound) Key(puzzle, engine, run int, budget solver.Budget) record.Key {
	if budget == (solver.Budget{}) {
		budget = b.Budget
	}
	e := &b.Engines[engine]
	return record.Key{Content: b.contents[puzzle], Engine: e.Engine, ConfigHash: e.Hash, Run: run, Seed: b.RunSeed(b.Hashes[puzzle], e.Engine, run), Budget: budget, Code: e.Code}
}

// Planned says whether a record on the puzzle at a place is of one of the plan's runs,
// whoever's number that has.
func (b *Bound) Planned(r record.Record, place int) bool {
	return r.Seed == b.RunSeed(b.Hashes[place], r.Engine, r.Run) && b.Allows(r.Budget)
}

// Named gives a record the name and size of the puzzle at a place, which may be other ones
// than those of the puzzle that was run, what the plan calls its engine's variant, and the plan's design.
func (b *Bound) Named(r record.Record, place int) record.Record {
	p := b.Puzzles[place]
	r.Puzzle, r.Kind, r.Rows, r.Cols, r.Design = p.ID(), p.Kind(), p.Size().Rows, p.Size().Cols, b.Design
	if variant, ok := b.variants[r.ConfigHash]; ok {
		r.Variant = variant
	}
	return r
}

// Find is the place of the engine of a description; -1 where there is none.
func (b *Bound) Find(d solver.Description) int {
	return slices.IndexFunc(b.Engines, func(e Versioned) bool { return e.Hash == d.Hash() })
}
