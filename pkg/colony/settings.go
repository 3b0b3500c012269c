package colony

import (
	"fmt"
	"math"

	"formicary/pkg/solver"
)

// MostAnts is the largest number of ants, a thousand times the papers'. It keeps
// those of the largest Sudoku boards within 1 GiB; an engine for larger boards
// allows fewer there (see [solver.InMemory]).
const MostAnts = 10_000

// Settings are the parameters of Ant Colony System. [Defaults] are those of the papers.
type Settings struct {
	// Ants is m, the number of ants, 1 to [MostAnts].
	Ants int
	// Rho is ρ, the weight of the deposit in the global update, 0 to 1.
	Rho float64
	// Xi is ξ, the weight of τ0 in the local update, 0 to 1.
	Xi float64
	// Q0 is q0, the probability of a greedy choice, 0 to 1.
	Q0 float64
	// BVE is the fraction of τbest that evaporates in an iteration, 0 to 1;
	// 0 turns best-value evaporation off.
	BVE float64
	// Tau0 is τ0, the initial pheromone, above 0; the value 0 means 1/c, where
	// c is what [Problem.Scale] answers (for Nurikabe the number of cells).
	Tau0 float64
	// FirstTie breaks ties of the greedy choice by the lowest component
	// number instead of at random. The papers do not say how they do it.
	FirstTie bool
	// Parallel are several colonies at the same time.
	Parallel
}

// AllAnts is the number of ants of all colonies.
func (p *Settings) AllAnts() int { return p.Ants * max(p.Colonies, 1) }

// Defaults are the parameters of Amos, Crossley and Lloyd (2019), section 4.2:
// m = 10, ρ = 0.2, ξ = 0.1, q0 = 0.9, fBVE = 0.001, τ0 = 1/c.
func Defaults() Settings {
	return Settings{Ants: 10, Rho: 0.2, Xi: 0.1, Q0: 0.9, BVE: 0.001, Parallel: Single()}
}

// Table are the parameters of a colony; [Parallel.Table] has those of several. All but tau0 act from the next iteration on where [Colony.Now] says so.
func (p *Settings) Table() solver.Table {
	return solver.Table{
		solver.Int("ants", &p.Ants, fmt.Sprintf("number of ants m, 1 to %d", MostAnts)).Between(1, MostAnts).Live(),
		solver.Float("rho", &p.Rho, "weight ρ of the deposit in the global update, 0 to 1").Between(0, 1).Live(),
		solver.Float("xi", &p.Xi, "weight ξ of τ0 in the local update, 0 to 1").Between(0, 1).Live(),
		solver.Float("q0", &p.Q0, "probability q0 of a greedy choice, 0 to 1").Between(0, 1).Live(),
		solver.Float("bve", &p.BVE, "fraction of the best deposit that evaporates in an iteration, 0 to 1").Between(0, 1).Live(),
		solver.Float("tau0", &p.Tau0, "initial pheromone τ0; 0 means 1/c, c the number of cells").
			Must(p.Tau0 >= 0 && !math.IsInf(p.Tau0, 1), "a positive number, or 0 for 1/c"),
		solver.Bool("first-tie", &p.FirstTie, "break ties of the greedy choice by the lowest component number, not at random").Live(),
	}
}

// Endless says that ants prove nothing, of every engine that embeds the settings ([solver.Endless]).
func (p Settings) Endless() bool { return true }
