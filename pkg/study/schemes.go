package study

import (
	"math"
	"slices"
	"strings"

	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/nurikabe/nurikabes"
	printed "formicary/pkg/nurikabe/paper"
	"formicary/pkg/nurikabe/portfolio"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// schemes are the studies of the six island orders and of the complete solver
// beside the ants: Amos, Crossley and Lloyd 2019, tables 1 and 2.
func schemes() []Study {
	return []Study{
		hundredRuns(),
		{
			Name: "nurikabe-table-1", Question: "In which order should ants visit the islands, on the paper's 908 puzzles and on the 908 of the open set?",
			Plans: orders,
		},
		{
			Name: "nurikabe-furthest-nearest", Question: "Is there a reading of schemes 4 and 5 by which the furthest island is better than the nearest?",
			Plans: onJanko(func(set puzzle.Set) []experiment.Plan {
				return []experiment.Plan{{
					Name: "nurikabe furthest and nearest", Puzzles: strata(set, 40, 100, 30).Puzzles(), Engines: distances(),
					Budget: solver.Iterations(2000), Seed: 1,
				}}
			}),
		},
		{
			Name: "nurikabe-first-island", Question: "Does the furthest island become better than the nearest when both are measured from the ant's first island?",
			Plans: onJanko(func(set puzzle.Set) []experiment.Plan {
				return []experiment.Plan{{
					Name: "nurikabe first island", Puzzles: strata(set, 60, 240, 64).Puzzles(), Engines: firstIsland(),
					Budget: solver.Iterations(5000), Seed: 1,
				}}
			}),
		},
		{
			Name: "nurikabe-table-2", Question: "Which puzzles do a complete solver, ants, and both together solve, of the paper's 908 and of the 908 of the open set?",
			Plans: beside,
		},
		{
			Name: "nurikabe-deduction", Question: "How many puzzles of the open set do rules alone decide, how many need trials, and how many a search?",
			Plans: func() ([]experiment.Plan, error) {
				set, err := nurikabes.Kind.Open("open-908")
				return []experiment.Plan{{Name: "nurikabe deduction", Puzzles: set.Puzzles(), Engines: []solver.Solver{exact.New()}, Seed: 1}}, err
			},
		},
	}
}

// eachKnown makes plans on each collection's puzzles without clues of unknown size.
func eachKnown(plans func(set puzzle.Set) []experiment.Plan) (all []experiment.Plan, err error) {
	for _, name := range collections {
		set, err := nurikabes.Kind.Open(name)
		if err != nil {
			return nil, err
		}
		all = append(all, plans(set.Where(nurikabe.Known))...)
	}
	return all, nil
}

// orders are table 1. On boards of 200 cells and more an iteration takes long, and
// fewer come to what the paper's minute does (paper.Paces).
func orders() ([]experiment.Plan, error) {
	return eachKnown(func(set puzzle.Set) []experiment.Plan {
		plan := func(part string, of puzzle.Set, iterations int64) experiment.Plan {
			return experiment.Plan{
				Name: "nurikabe table 1, " + set.Name + ", " + part, Puzzles: of.Puzzles(), Engines: acs.Schemes(),
				Runs: 5, Budget: solver.Iterations(iterations), Seed: 1,
			}
		}
		return []experiment.Plan{
			plan("below 200 cells", set.Between(1, 199), 10000),
			plan("200 cells and more", set.Between(200, 100000), 2000),
		}
	})
}

// beside are table 2: complete solvers with the paper's minute, of processor time,
// and ants, with fewer iterations where one takes long and the paper's ants solve
// nothing.
func beside() ([]experiment.Plan, error) {
	return eachKnown(func(set puzzle.Set) []experiment.Plan {
		name := "nurikabe table 2, "
		if set.Name != "janko-911" {
			name += set.Name + ", "
		}
		ants := []solver.Solver{acs.WithScheme(acs.Shuffled)}
		return []experiment.Plan{
			{
				Name: name + "complete", Puzzles: set.Puzzles(), Engines: []solver.Solver{exact.New(), portfolio.New()},
				Budget: solver.CPU(printed.Limit), Seed: 1,
			},
			{Name: name + "ants", Puzzles: set.Between(1, 399).Puzzles(), Engines: ants, Budget: solver.Iterations(5000), Seed: 1},
			{Name: name + "ants, large", Puzzles: set.Between(400, 100000).Puzzles(), Engines: ants, Budget: solver.Iterations(1000), Seed: 1},
		}
	})
}

// onJanko makes plans on the paper's puzzles: Janko's collection without clues
// of unknown size.
func onJanko(plans func(set puzzle.Set) []experiment.Plan) func() ([]experiment.Plan, error) {
	return func() ([]experiment.Plan, error) {
		set, err := nurikabes.Kind.Open("janko-911")
		if err != nil {
			return nil, err
		}
		return plans(set.Where(nurikabe.Known)), nil
	}
}

// strata draws so many distinct puzzles of each of the paper's size classes.
func strata(set puzzle.Set, each ...int) puzzle.Set {
	out := puzzle.Set{Name: set.Name}
	for k, n := range each {
		fits := func(i puzzle.Item) bool { return analysis.SizeClasses[k].Contains(i.Size().Cells()) }
		out.Items = append(out.Items, set.Distinct().Where(fits).Sample(n, 1).Items...)
	}
	return out
}

// distance is a way to take the paper's words on schemes 4 and 5: they "select
// the next island based on the 'Manhattan' distance of islands from the numbered
// cell of the current island" (section 3.3, line 17).
type distance struct {
	name string
	// from are the places that the distance is measured from, the nearest of
	// them; nil is the clue of the island that the ant comes from.
	from func(v *acs.View) []puzzle.Cell
	// euclidean is the distance as the crow flies, not the Manhattan distance.
	euclidean bool
	// randomTie takes one of several equally far islands at random, not the
	// first in raster order.
	randomTie bool
	// skipOnes takes islands with clue 1, which need no growing, as no stops on
	// the way.
	skipOnes bool
}

// distances are the engines of schemes 4 and 5: as package acs reads them, and
// each other reading, which differs from that in one thing.
func distances() []solver.Solver {
	var out []solver.Solver
	for _, r := range []distance{
		{},
		{name: "from the nearest cell grown", from: func(v *acs.View) []puzzle.Cell { return append(v.Grown(), previous(v)) }},
		{name: "from the last cell grown", from: func(v *acs.View) []puzzle.Cell {
			grown := append([]puzzle.Cell{previous(v)}, v.Grown()...)
			return grown[len(grown)-1:]
		}},
		{name: "from the first island", from: func(v *acs.View) []puzzle.Cell { return []puzzle.Cell{v.At(v.Visited()[0])} }},
		{name: "Euclidean", euclidean: true},
		{name: "random ties", randomTie: true},
		{name: "without clues 1", skipOnes: true},
	} {
		for _, scheme := range []acs.Scheme{acs.Furthest, acs.Nearest} {
			s := acs.Named(scheme.String())
			s.Scheme = scheme
			if r.name != "" {
				s.Variant += ", " + r.name
				s.Order = func(v *acs.View, left []int32) int { return r.next(scheme, v, left) }
			}
			out = append(out, s)
		}
	}
	return out
}

// firstIsland are the engines of the reading that needs a closer look.
func firstIsland() []solver.Solver {
	return slices.DeleteFunc(distances(), func(s solver.Solver) bool {
		return !strings.HasSuffix(s.Describe().Variant, ", from the first island")
	})
}

// next is the place in left of the next island. At the start one is as good as
// another.
func (r distance) next(scheme acs.Scheme, v *acs.View, left []int32) int {
	begun := slices.ContainsFunc(v.Visited(), func(i int32) bool { return !r.skipOnes || v.Clue(i) > 1 })
	var from []puzzle.Cell
	switch {
	case !begun:
	case r.from == nil:
		from = []puzzle.Cell{previous(v)}
	default:
		from = r.from(v)
	}
	best, least, ties := 0, math.Inf(1), 0
	for i, island := range left {
		if r.skipOnes && v.Clue(island) == 1 {
			continue
		}
		d := 0.
		if begun {
			d = r.between(from, v.At(island))
		}
		if scheme == acs.Furthest {
			d = -d
		}
		switch {
		case d < least:
			best, least, ties = i, d, 1
		case d == least && (r.randomTie || !begun):
			ties++
			if v.Intn(ties) == 0 {
				best = i
			}
		case d == least && island < left[best]:
			best = i
		}
	}
	return best
}

// between is the distance of a place from the nearest of others.
func (r distance) between(from []puzzle.Cell, to puzzle.Cell) float64 {
	least := math.Inf(1)
	for _, c := range from {
		rows, cols := math.Abs(float64(c.Row-to.Row)), math.Abs(float64(c.Col-to.Col))
		d := rows + cols
		if r.euclidean {
			d = hypotenuse(rows, cols)
		}
		least = min(least, d)
	}
	return least
}

// hypotenuse is the length of a vector with no negative coordinate. math.Hypot
// rounds otherwise where the processor multiplies and adds in one operation.
func hypotenuse(a, b float64) float64 {
	long, short := max(a, b), min(a, b)
	if long == 0 {
		return 0
	}
	ratio := short / long
	return long * math.Sqrt(1+float64(ratio*ratio))
}

// previous is the clue of the island that the ant comes from.
func previous(v *acs.View) puzzle.Cell {
	visited := v.Visited()
	return v.At(visited[len(visited)-1])
}
