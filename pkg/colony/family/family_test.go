package family_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/colony/family"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

const components, picked = 9, 4

// picks is a problem without solution: ants take four of nine components, and the cost
// says which are cheap.
type picks struct{}

func (picks) Components() int    { return components }
func (picks) Scale() int         { return 100 }
func (picks) NewAnt() colony.Ant { return new(picker) }

type picker struct{ left, chosen []int32 }

func (a *picker) Reset(*colony.Trail) {
	a.left, a.chosen = a.left[:0], a.chosen[:0]
	for i := range int32(components) {
		a.left = append(a.left, i)
	}
}

func (a *picker) Step(t *colony.Trail) bool {
	i := t.Choose(a.left, t.Greedy())
	t.Took(a.left[i])
	a.chosen = append(a.chosen, a.left[i])
	a.left = slices.Delete(a.left, i, i+1)
	return len(a.chosen) < picked
}

func (a *picker) Cost() float64 {
	cost := 0.5
	for _, c := range a.chosen {
		cost += float64(c)
	}
	return cost
}

func (a *picker) Chosen() []int32 { return a.chosen }
func (a *picker) Board() puzzle.Grid {
	return puzzle.NewGrid(puzzle.Size{Rows: 1, Cols: components}, 0)
}

// anything is a puzzle of any kind.
type anything struct{ puzzle.Puzzle }

func (anything) Kind() string { return "toy" }

// generation is what an update rule sees, copied, and the pheromone before and after.
type generation struct {
	before, after []float64
	ants          []colony.Solution
	best          colony.Solution
	improved      int64
}

// watch runs a colony of a family for some iterations.
func watch(t *testing.T, s colony.Settings, update func(*colony.Generation), iterations int64) (seen []generation) {
	t.Helper()
	rules := colony.Rules{Update: func(g *colony.Generation) {
		now := generation{before: slices.Clone(g.Trail.Tau), best: g.Best.Clone(), improved: g.Improved}
		for _, a := range g.Ants {
			now.ants = append(now.ants, a.Clone())
		}
		alltest.Check(t, g.Iteration == int64(len(seen)+1), "iteration %d after %d", g.Iteration, len(seen))
		update(g)
		now.after = slices.Clone(g.Trail.Tau)
		seen = append(seen, now)
	}}
	m := solver.Start(context.Background(), anything{}, solver.Run{Budget: solver.Iterations(iterations)})
	colony.New(s, rules, picks{}, solver.NewPCG(5)).Run(m)
	return seen
}

// has says whether a solution has a component, as a number.
func has(s colony.Solution, c int) float64 {
	if slices.Contains(s.Components, int32(c)) {
		return 1
	}
	return 0
}

// alike says whether two solutions have the same components.
func alike(a, b colony.Solution) bool {
	return !slices.ContainsFunc(a.Components, func(c int32) bool { return has(b, int(c)) == 0 })
}

// Ants come in order of cost; the best is the cheapest of all so far, with its iteration.
func TestGeneration(t *testing.T) {
	best, improved := math.Inf(1), int64(0)
	for i, g := range watch(t, colony.Defaults(), family.AntSystem{}.Update, 50) {
		alltest.Require(t, len(g.ants) == 10 && slices.IsSortedFunc(g.ants, func(a, b colony.Solution) int { return int(2 * (a.Cost - b.Cost)) }),
			"iteration %d: %+v", i+1, g.ants)
		if g.ants[0].Cost < best {
			best, improved = g.ants[0].Cost, int64(i+1)
		}
		alltest.Require(t, g.best.Cost == best && g.improved == improved && len(g.best.Components) == picked && g.best.Board().Cells() == components,
			"iteration %d: best %+v of iteration %d, want %v of %d", i+1, g.best, g.improved, best, improved)
	}
}

// Each family without chance does what the equation of its paper says, component by
// component.
func TestEquations(t *testing.T) {
	const rho = 0.3
	best := func(all []generation, i int) colony.Solution { return all[i].best }
	for name, c := range map[string]struct {
		update func(*colony.Generation)
		want   func(all []generation, i, c int) float64
	}{
		"as": {family.AntSystem{}.Update, func(all []generation, i, c int) float64 {
			want := (1 - rho) * all[i].before[c]
			for _, a := range all[i].ants {
				want += has(a, c) / a.Cost
			}
			return want
		}},
		"eas": {family.Elitist{Elitists: 2.5}.Update, func(all []generation, i, c int) float64 {
			want := (1-rho)*all[i].before[c] + 2.5*has(best(all, i), c)/best(all, i).Cost
			for _, a := range all[i].ants {
				want += has(a, c) / a.Cost
			}
			return want
		}},
		"as-rank": {family.RankBased{Ranks: 4}.Update, func(all []generation, i, c int) float64 {
			a := all[i].ants
			return (1-rho)*all[i].before[c] + 3*has(a[0], c)/a[0].Cost + 2*has(a[1], c)/a[1].Cost + has(a[2], c)/a[2].Cost +
				4*has(best(all, i), c)/best(all, i).Cost
		}},
		"as-rank of more ranks than ants": {family.RankBased{Ranks: 40}.Update, func(all []generation, i, c int) float64 {
			want := (1-rho)*all[i].before[c] + 40*has(best(all, i), c)/best(all, i).Cost
			for r, a := range all[i].ants {
				want += float64(39-r) * has(a, c) / a.Cost
			}
			return want
		}},
		"mmas": {family.MaxMin{PBest: 0.05, Choices: 3, BestEvery: 2}.Update, func(all []generation, i, c int) float64 {
			most := 1 / best(all, i).Cost / rho
			p := math.Pow(0.05, 1.0/picked)
			least := min(most*(1-p)/((3-1)*p), most)
			before, s := all[i].before[c], all[i].ants[0]
			if i == 0 {
				before = most
			}
			if i%2 == 1 {
				s = best(all, i)
			}
			return min(max((1-rho)*before+has(s, c)/s.Cost, least), most)
		}},
		"bwas without mutation": {family.BestWorst{Horizon: 1}.Update, func(all []generation, i, c int) float64 {
			want := (1-rho)*all[i].before[c] + has(best(all, i), c)/best(all, i).Cost
			if has(all[i].ants[9], c) > has(best(all, i), c) {
				want *= 1 - rho
			}
			return want
		}},
		"acs": {family.System{}.Update, func(all []generation, i, c int) float64 {
			if has(best(all, i), c) == 0 {
				return all[i].before[c]
			}
			return (1-rho)*all[i].before[c] + rho/best(all, i).Cost
		}},
		"p-aco": {family.Population{Size: 3, Most: 7}.Update, func(all []generation, i, c int) float64 {
			n := 0.0
			for j := max(i-2, 0); j <= i; j++ {
				n += has(all[j].ants[0], c)
			}
			return (1 + 6*n/3) / 100
		}},
		"hc-aco": {family.HyperCube{}.Update, func(all []generation, i, c int) float64 {
			before, sum, laid := all[i].before[c], 0.0, 0.0
			if i == 0 {
				before = 0.5
			}
			for _, a := range all[i].ants {
				sum += 1 / a.Cost
				laid += has(a, c) / a.Cost
			}
			return (1-rho)*before + rho*laid/sum
		}},
	} {
		s := colony.Settings{Ants: 10, Rho: rho, Q0: 0.1}
		all := watch(t, s, c.update, 40)
		for i, g := range all {
			if name == "bwas without mutation" && alike(g.ants[9], g.best) {
				continue // it begins again
			}
			for component := range components {
				if want := c.want(all, i, component); math.Abs(g.after[component]-want) > 1e-9*want {
					t.Fatalf("%s, iteration %d: τ of %d is %v, want %v", name, i+1, component, g.after[component], want)
				}
			}
		}
	}
}

// The paper's own family as an update rule is the one that is compiled in, bit for bit.
func TestBestValueIsTheDefault(t *testing.T) {
	for seed := range uint64(20) {
		s := colony.Settings{Ants: 5, Rho: 0.2, Xi: 0.1, Q0: 0.5, BVE: 0.02 * float64(seed%3)}
		run := func(rules colony.Rules) *colony.Colony {
			c := colony.New(s, rules, picks{}, solver.NewPCG(seed))
			c.Run(solver.Start(context.Background(), anything{}, solver.Run{Budget: solver.Iterations(200)}))
			return c
		}
		// Restart sees the pheromone of both.
		var got, want []float64
		run(colony.Rules{Update: family.BestValue{}.Update, Restart: func(s colony.State) bool { got = slices.Clone(s.Trail.Tau); return false }})
		run(colony.Rules{Restart: func(s colony.State) bool { want = slices.Clone(s.Trail.Tau); return false }})
		alltest.Require(t, slices.Equal(got, want), "seed %d: %v, want %v", seed, got, want)
	}
}

// Mutation changes the pheromone of a share of the components, up as often as down, more
// the later, and leaves none without.
func TestMutation(t *testing.T) {
	up, down, early, late := 0, 0, 0.0, 0.0
	const rho, iterations = 0.1, 200
	f := family.BestWorst{Mutation: 0.25, Strength: 2, Horizon: iterations}
	expected := 0.0
	for i, g := range watch(t, colony.Settings{Ants: 10, Rho: rho}, f.Update, iterations) {
		if i == 0 || alike(g.ants[9], g.best) {
			continue
		}
		for c, tau := range g.after {
			want := (1-rho)*g.before[c] + has(g.best, c)/g.best.Cost
			if has(g.ants[9], c) > has(g.best, c) {
				want *= 1 - rho
			}
			if want < 1e-6 {
				continue // it can only rise
			}
			expected += 0.25
			d := tau - want
			if i < iterations/2 {
				early += math.Abs(d)
			} else {
				late += math.Abs(d)
			}
			switch {
			case tau <= 0:
				t.Fatalf("τ of %d is %v", c, tau)
			case d > 1e-12:
				up++
			case d < -1e-12:
				down++
			}
		}
	}
	if n := float64(up + down); expected < 200 || math.Abs(n-expected) > 5*math.Sqrt(expected) || math.Abs(float64(up-down)) > 5*math.Sqrt(n) || late < early {
		t.Errorf("%d mutations up, %d down, of %v expected; %v in the first half, %v in the second", up, down, expected, early, late)
	}
}

// Where nothing gets better any more MAX–MIN smooths: all pheromone at τmax, or closer to
// it; with δ = 1 the best solution is forgotten.
func TestSmoothing(t *testing.T) {
	for _, delta := range []float64{0.5, 1} {
		f := family.MaxMin{PBest: 0.05, Choices: 3, Stagnation: 5, Smoothing: delta}
		improved, smoothed := int64(0), 0
		watch(t, colony.Settings{Ants: 10, Rho: 0.1}, func(g *colony.Generation) {
			most := g.Delta(g.Best.Cost) / g.Rho
			since := g.Iteration - max(g.Improved, g.Begun)
			before := slices.Clone(g.Trail.Tau)
			f.Update(g)
			if since == 0 || since%5 > 0 {
				improved = g.Improved
				return
			}
			smoothed++
			forgotten := math.IsInf(g.Best.Cost, 1)
			alltest.Require(t, forgotten == (delta == 1), "iteration %d: the best cost is %v", g.Iteration, g.Best.Cost)
			for c, tau := range g.Trail.Tau {
				want := most
				if delta < 1 {
					want = max((before[c]+most)/2*(1-g.Rho), 0)
				}
				alltest.Require(t, (delta != 1 || tau == want) && (tau >= want*(1-1e-12) || tau >= most),
					"iteration %d: τ of %d is %v, want %v", g.Iteration, c, tau, want)
			}
		}, 60)
		alltest.Check(t, smoothed >= 3, "δ = %v: smoothed %d times, the best one is of iteration %d", delta, smoothed, improved)
	}
}

// Every family learns: late ants find cheaper solutions than early ones.
func TestFamilies(t *testing.T) {
	for i, name := range family.Names() {
		c := family.Defaults()
		flags := solver.NewFlags(c.Table(colony.Defaults()).Define)
		err := flags.Set("family", name)
		alltest.Require(t, err == nil && c.Family == family.Name(i) && c.Family.String() == name, "%s: %v, %v", name, c.Family, err)
		s := family.Recommend(c.Family, colony.Defaults())
		err = c.Table(s).Validate()
		alltest.Check(t, err == nil, "%s: %v", name, err)
		update := c.Learning()
		if update == nil {
			alltest.Check(t, name == "acs-bve", "%s has no rule", name)
			update = family.BestValue{}.Update
		}
		mean := func(all []generation) (sum float64) {
			for _, g := range all {
				for _, a := range g.ants {
					sum += a.Cost / float64(10*len(all))
				}
			}
			return sum
		}
		all := watch(t, s, update, 300)
		first, last := mean(all[:3]), mean(all[200:])
		alltest.Check(t, last <= first-1, "%s: mean cost %.2f at first, %.2f at last", name, first, last)
	}
}

// Parameters out of range are refused by name.
func TestValidate(t *testing.T) {
	for name, change := range map[string]func(*family.Choice){
		"family": func(c *family.Choice) { c.Family = 9 }, "elitists": func(c *family.Choice) { c.Elitist.Elitists = -1 },
		"ranks": func(c *family.Choice) { c.RankBased.Ranks = 0 }, "p-best": func(c *family.Choice) { c.MaxMin.PBest = 1.5 },
		"choices": func(c *family.Choice) { c.MaxMin.Choices = 1 }, "best-every": func(c *family.Choice) { c.MaxMin.BestEvery = -1 },
		"stagnation": func(c *family.Choice) { c.MaxMin.Stagnation = -1 }, "smoothing": func(c *family.Choice) { c.MaxMin.Smoothing = math.NaN() },
		"mutation": func(c *family.Choice) { c.BestWorst.Mutation = 1.5 }, "strength": func(c *family.Choice) { c.BestWorst.Strength = math.Inf(1) },
		"horizon": func(c *family.Choice) { c.BestWorst.Horizon = 0 }, "alike": func(c *family.Choice) { c.BestWorst.Alike = -0.1 },
		"population": func(c *family.Choice) { c.Population.Size = 0 }, "tau-max": func(c *family.Choice) { c.Population.Most = 1 },
	} {
		c := family.Defaults()
		change(&c)
		err := c.Table(colony.Defaults()).Validate()
		alltest.Check(t, errors.Is(err, solver.ErrParameter) && strings.HasPrefix(err.Error(), name+" = "), "%s: error %v", name, err)
	}
	c := family.Defaults()
	c.Family = family.MMAS
	err := c.Table(colony.Settings{Ants: 1}).Validate()
	alltest.Check(t, errors.Is(err, solver.ErrParameter) && strings.HasPrefix(err.Error(), "rho = "), "mmas without evaporation: error %v", err)
}
