package family

import (
	"cmp"
	"flag"
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

// Live names the settings of the colony that act in mid-run (see [solver.Live]): those that
// mean something to the family.
func (c *Choice) Live(of colony.Settings) []string {
	if c.Family == ACSBVE {
		return of.Live()
	}
	return []string{"ants", "rho", "xi", "q0"}
}

// Define defines the flags of all families.
func (c *Choice) Define(flags *flag.FlagSet) {
	solver.OptionVar(flags, &c.Family, "family", names, "what is learnt from an iteration: acs-bve, acs, as, eas, as-rank, mmas, bwas, p-aco or hc-aco")
	flags.Float64Var(&c.Elitist.Elitists, "elitists", c.Elitist.Elitists, "eas: weight e of the best solution so far, at least 0")
	flags.IntVar(&c.RankBased.Ranks, "ranks", c.RankBased.Ranks, "as-rank: weight w of the best solution so far, at least 1; w-1 ants lay down pheromone")
	m, b, p := &c.MaxMin, &c.BestWorst, &c.Population
	flags.Float64Var(&m.PBest, "p-best", m.PBest, "mmas: probability of the best solution at convergence, 0 to 1")
	flags.Float64Var(&m.Choices, "choices", m.Choices, "mmas: candidates at a choice on average, above 1")
	flags.IntVar(&m.BestEvery, "best-every", m.BestEvery, "mmas: iterations from one update by the best solution so far to the next; 0: never")
	flags.IntVar(&m.Stagnation, "stagnation", m.Stagnation, "mmas: iterations without a better solution after which pheromone is smoothed; 0: never")
	flags.Float64Var(&m.Smoothing, "smoothing", m.Smoothing, "mmas: how far smoothing raises pheromone towards its upper bound, 0 to 1; 1 begins again")
	flags.Float64Var(&b.Mutation, "mutation", b.Mutation, "bwas: probability that the pheromone of a component mutates, 0 to 1")
	flags.Float64Var(&b.Strength, "strength", b.Strength, "bwas: strength σ of a mutation, at least 0")
	flags.IntVar(&b.Horizon, "horizon", b.Horizon, "bwas: iterations until mutations have their full strength, at least 1")
	flags.Float64Var(&b.Alike, "alike", b.Alike, "bwas: share of components that the worst solution has alone at which the colony begins again, 0 to 1")
	flags.IntVar(&p.Size, "population", p.Size, "p-aco: number k of solutions, at least 1")
	flags.Float64Var(&p.Most, "tau-max", p.Most, "p-aco: pheromone of a component that all solutions have, in units of τ0, above 1")
}

// Validate says which parameter is out of range, or which of the colony's settings does not
// suit the family; the error wraps [solver.ErrParameter].
func (c *Choice) Validate(of colony.Settings) error {
	share := func(name string, x float64) error { return solver.InRange(name, x, x >= 0 && x <= 1, "0 to 1") }
	finite := func(x float64) bool { return x >= 0 && !math.IsInf(x, 1) }
	m, b, p := c.MaxMin, c.BestWorst, c.Population
	return cmp.Or(
		solver.OptionInRange("family", c.Family, names),
		solver.InRange("rho", of.Rho, of.Rho > 0 || c.Family != MMAS, "above 0, since the upper bound of mmas is Δτ/ρ"),
		solver.InRange("elitists", c.Elitist.Elitists, finite(c.Elitist.Elitists), "a number of at least 0"),
		solver.InRange("ranks", c.RankBased.Ranks, c.RankBased.Ranks >= 1, "at least 1"),
		share("p-best", m.PBest),
		solver.InRange("choices", m.Choices, m.Choices > 1 && finite(m.Choices), "a number above 1"),
		solver.InRange("best-every", m.BestEvery, m.BestEvery >= 0, "at least 0"),
		solver.InRange("stagnation", m.Stagnation, m.Stagnation >= 0, "at least 0"),
		share("smoothing", m.Smoothing),
		share("mutation", b.Mutation),
		solver.InRange("strength", b.Strength, finite(b.Strength), "a number of at least 0"),
		solver.InRange("horizon", b.Horizon, b.Horizon >= 1, "at least 1"),
		share("alike", b.Alike),
		solver.InRange("population", p.Size, p.Size >= 1 && p.Size <= colony.MostAnts, "1 to 10000"),
		solver.InRange("tau-max", p.Most, p.Most > 1 && finite(p.Most), "a number above 1"),
	)
}
