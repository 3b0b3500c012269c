package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// comparisons are the studies of whole engines on Nurikabe of the open set, which
// everybody has: the plans of notebooks 20 to 24 and 41.
func comparisons() []Study {
	return []Study{
		{
			Name:     "nurikabe-engines",
			Question: "Which of three variants of the ants and the complete solver solves most of 300 boards of 49 to 399 cells, and in what time?",
			Plans:    comparing,
		},
		{
			Name:     "nurikabe-hard",
			Question: "Which puzzles of the open set do ants solve in 2,000 iterations?",
			Plans: open(func(set puzzle.Set) []experiment.Plan {
				return []experiment.Plan{{
					Name: "what is hard for ants", Puzzles: set.Puzzles(), Engines: []solver.Solver{acs.New()},
					Runs: 5, Seed: 1, Budget: solver.Iterations(2000),
				}}
			}),
		},
		{
			Name:     "nurikabe-anytime",
			Question: "Which of three colonies, of 2, 10 and 50 ants, has the better board when a run is stopped early, on boards of 100 to 399 cells?",
			Traces:   true,
			Plans: open(func(set puzzle.Set) []experiment.Plan {
				return []experiment.Plan{{
					Name: "anytime", Puzzles: set.Between(100, 399).Sample(100, 1).Puzzles(), Engines: colonies(),
					Runs: 10, Budget: solver.Evaluations(20_000), Seed: 1,
				}}
			}),
		},
		{
			Name:     "nurikabe-tails",
			Question: "Do the run times of the ants have heavy tails on single boards of 100 to 196 cells?",
			Plans: open(func(set puzzle.Set) []experiment.Plan {
				half := set.Between(100, 196).Where(func(p puzzle.Item) bool { return p.Hash()[0]%2 == 0 })
				return []experiment.Plan{{
					Name: "run times on single puzzles", Puzzles: half.Sample(12, 5).Puzzles(), Engines: []solver.Solver{acs.Named("paper")},
					Runs: 300, Budget: solver.Iterations(10_000), Seed: 1,
				}}
			}),
		},
		{
			Name:     "nurikabe-annealing",
			Question: "Does a local search of 30 lines solve as many boards of 25 to 144 cells as the ants do, with the same number of boards judged and in the same time?",
			Plans:    annealing,
		},
	}
}

// open makes plans on the open set.
func open(plans func(set puzzle.Set) []experiment.Plan) func() ([]experiment.Plan, error) {
	return func() ([]experiment.Plan, error) {
		set, err := nurikabes.Kind.Open("open-908")
		if err != nil {
			return nil, err
		}
		return plans(set), nil
	}
}

// comparing are the four engines of notebook 20. The complete solver needs no
// limit there, and runs once.
func comparing() ([]experiment.Plan, error) {
	ants := func(scheme acs.Scheme, q0 float64) solver.Solver {
		return changed(fmt.Sprintf("ants (%s, q0 %v)", scheme, q0), func(s *acs.Solver) { s.Scheme, s.Q0 = scheme, q0 })
	}
	return open(func(set puzzle.Set) []experiment.Plan {
		puzzles := set.Between(49, 399).Sample(300, 1).Puzzles()
		return []experiment.Plan{
			{
				Name: "comparing, ants", Puzzles: puzzles, Runs: 5, Seed: 1, Budget: solver.Iterations(5000),
				Engines: []solver.Solver{ants(acs.Shuffled, 0.9), ants(acs.Raster, 0.9), ants(acs.Shuffled, 0.5)},
			},
			{Name: "comparing, complete", Puzzles: puzzles, Runs: 1, Seed: 1, Engines: []solver.Solver{exact.New()}},
		}
	})()
}

// annealing are the engines that notebook 41 types into cells, word for word,
// beside the ants: with the same number of boards judged, and in the same time.
func annealing() ([]experiment.Plan, error) {
	engines := []solver.Solver{
		acs.Named("ants"),
		solver.Sketch("hill climbing", schedule(func(int64) float64 { return 0 }).search),
		solver.Sketch("annealing", schedule(func(step int64) float64 {
			return 0.7 * solver.Exp(solver.Log(0.2/0.7)*float64(step%5000)/5000)
		}).search),
	}
	return open(func(set puzzle.Set) []experiment.Plan {
		puzzles := set.Between(25, 144).Sample(300, 1).Puzzles()
		return []experiment.Plan{
			{Name: "boards", Puzzles: puzzles, Engines: engines, Runs: 2, Seed: 1, Budget: solver.Evaluations(50_000)},
			{Name: "time", Puzzles: puzzles, Engines: engines, Runs: 2, Seed: 1, Budget: solver.CPU(100 * time.Millisecond)},
		}
	})()
}

// schedule gives the temperature of each step.
type schedule func(step int64) float64

func (t schedule) search(m *solver.Meter, p *nurikabe.Puzzle, random *rand.Rand) puzzle.Grid {
	best := puzzle.NewGrid(p.Size(), nurikabe.Wall)
	board, cost, least := best, p.Cost(best), math.MaxInt
	for ; ; board, cost = step(p, board, cost, t(m.Iterations()), random) {
		m.Evaluated(1)
		if cost < least {
			best, least = board, cost
			m.Improved(float64(least), best, nil)
		}
		m.Iterated(float64(cost), board, nil)
		if least == 0 || !m.Continue() {
			return best
		}
	}
}

// step changes one cell of a board. If that makes the cost worse by d, the change
// is kept with probability exp(-d/temperature).
func step(p *nurikabe.Puzzle, board puzzle.Grid, cost int, temperature float64, random *rand.Rand) (puzzle.Grid, int) {
	next := board.Clone()
	next.Values[random.IntN(len(next.Values))] ^= nurikabe.Wall
	if c := p.Cost(next); float64(c-cost) <= -temperature*solver.Log(1-float64(random.Float64())) {
		return next, c
	}
	return board, cost
}
