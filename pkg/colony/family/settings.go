package family

import (
	"math"

	"formicary/pkg/colony"
	"formicary/pkg/solver"
)

// Name names a family.
type Name uint8

// The nine families.
const (
	ACSBVE Name = iota // [BestValue], the papers' on Nurikabe and Sudoku
	ACS                // [System]
	AS                 // [AntSystem]
	EAS                // [Elitist]
	ASRank             // [RankBased]
	MMAS               // [MaxMin]
	BWAS               // [BestWorst]
	PACO               // [Population]
	HCACO              // [HyperCube]
)

var names = []string{"acs-bve", "acs", "as", "eas", "as-rank", "mmas", "bwas", "p-aco", "hc-aco"}

// Names are the names of all families, as the flag has them.
func Names() []string { return names }

// String is the name as the flag has it.
func (n Name) String() string { return solver.OptionName(names, int(n)) }

// Choice chooses a family and holds the parameters of all: an engine embeds it, and gives
// each a flag. Those of other families than the one chosen mean nothing.
type Choice struct {
	Family Name

	Elitist    Elitist
	RankBased  RankBased
	MaxMin     MaxMin
	BestWorst  BestWorst
	Population Population
}

// Defaults are what the papers recommend: e = 10 (as many as ants), w = 6, pbest = 0.05,
// Pm = 0.3, σ = 4, a population of 5. The stagnation limit and the horizon are our own.
func Defaults() Choice {
	return Choice{
		Elitist: Elitist{10}, RankBased: RankBased{6},
		MaxMin:     MaxMin{PBest: 0.05, Choices: 4, BestEvery: 10, Stagnation: 250, Smoothing: 1},
		BestWorst:  BestWorst{Mutation: 0.3, Strength: 4, Horizon: 10_000, Alike: 0.05},
		Population: Population{Size: 5, Most: 50},
	}
}

// Recommend is what the paper of a family recommends of the settings that all families
// share, in place of those of the two Ant Colony Systems: no greedy choice and no local
// update, and ρ. The number of ants stays.
func Recommend(n Name, s colony.Settings) colony.Settings {
	if n == ACSBVE || n == ACS {
		if n == ACS {
			s.BVE = 0
		}
		return s
	}
	s.Q0, s.Xi, s.BVE = 0, 0, 0
	s.Rho = [...]float64{AS: 0.5, EAS: 0.5, ASRank: 0.1, MMAS: 0.02, BWAS: 0.2, PACO: 0, HCACO: 0.1}[n]
	return s
}

// Learning is the update rule of the family; nil for [ACSBVE], which is compiled into
// package colony.
func (c *Choice) Learning() func(*colony.Generation) {
	switch c.Family {
	case ACS:
		return System{}.Update
	case AS:
		return AntSystem{}.Update
	case EAS:
		return c.Elitist.Update
	case ASRank:
		return c.RankBased.Update
	case MMAS:
		return c.MaxMin.Update
	case BWAS:
		return c.BestWorst.Update
	case PACO:
		return c.Population.Update
	case HCACO:
		return HyperCube{}.Update
	}
	return nil
}

// Table are the parameters of all families, with what the family demands of the colony's settings.
func (c *Choice) Table(of colony.Settings) solver.Table {
	finite := func(x float64) bool { return !math.IsInf(x, 1) }
	m, b, p := &c.MaxMin, &c.BestWorst, &c.Population
	return solver.Table{
		solver.Option("family", &c.Family, names, "what is learnt from an iteration: acs-bve, acs, as, eas, as-rank, mmas, bwas, p-aco or hc-aco"),
		solver.Part(nil, solver.InRange("rho", of.Rho, of.Rho > 0 || c.Family != MMAS, "above 0, since the upper bound of mmas is Δτ/ρ")),
		solver.Float("elitists", &c.Elitist.Elitists, "eas: weight e of the best solution so far, at least 0").AtLeast(0),
		solver.Int("ranks", &c.RankBased.Ranks, "as-rank: weight w of the best solution so far, at least 1; w-1 ants lay down pheromone").AtLeast(1),
		solver.Float("p-best", &m.PBest, "mmas: probability of the best solution at convergence, 0 to 1").Between(0, 1),
		solver.Float("choices", &m.Choices, "mmas: candidates at a choice on average, above 1").Must(m.Choices > 1 && finite(m.Choices), "a number above 1"),
		solver.Int("best-every", &m.BestEvery, "mmas: iterations from one update by the best solution so far to the next; 0: never").AtLeast(0),
		solver.Int("stagnation", &m.Stagnation, "mmas: iterations without a better solution after which pheromone is smoothed; 0: never").AtLeast(0),
		solver.Float("smoothing", &m.Smoothing, "mmas: how far smoothing raises pheromone towards its upper bound, 0 to 1; 1 begins again").Between(0, 1),
		solver.Float("mutation", &b.Mutation, "bwas: probability that the pheromone of a component mutates, 0 to 1").Between(0, 1),
		solver.Float("strength", &b.Strength, "bwas: strength σ of a mutation, at least 0").AtLeast(0),
		solver.Int("horizon", &b.Horizon, "bwas: iterations until mutations have their full strength, at least 1").AtLeast(1),
		solver.Float("alike", &b.Alike, "bwas: share of components that the worst solution has alone at which the colony begins again, 0 to 1").Between(0, 1),
		solver.Int("population", &p.Size, "p-aco: number k of solutions, at least 1").Between(1, colony.MostAnts),
		solver.Float("tau-max", &p.Most, "p-aco: pheromone of a component that all solutions have, in units of τ0, above 1").
			Must(p.Most > 1 && finite(p.Most), "a number above 1"),
	}
}
