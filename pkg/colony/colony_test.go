package colony_test

import (
	"context"
	"math"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/colony"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// picks is a toy problem: out of n components an ant takes k different ones;
// the cost is what weigh says of them.
type picks struct {
	n, k    int
	weigh   func(chosen []int32) float64
	refuses func(component int32) bool // tested after the choice
}

func (p picks) Components() int { return p.n }
func (p picks) Scale() int      { return p.n }
func (p picks) NewAnt() colony.Ant {
	return &picker{picks: p}
}

type picker struct {
	picks
	left, chosen []int32
}

func (a *picker) Reset(*colony.Trail) {
	a.left, a.chosen = a.left[:0], a.chosen[:0]
	for i := range a.n {
		a.left = append(a.left, int32(i))
	}
}

func (a *picker) Step(t *colony.Trail) bool {
	left := append([]int32(nil), a.left...)
	greedy := t.Greedy()
	for len(left) > 0 {
		i := 0
		if len(left) > 1 {
			i = t.Choose(left, greedy)
		}
		c := left[i]
		left = append(left[:i], left[i+1:]...)
		if a.refuses != nil && a.refuses(c) {
			continue
		}
		for j, other := range a.left {
			if other == c {
				a.left = append(a.left[:j:j], a.left[j+1:]...)
				break
			}
		}
		a.chosen = append(a.chosen, c)
		t.Took(c)
		break
	}
	return len(a.chosen) < a.k
}

func (a *picker) Cost() float64      { return a.weigh(a.chosen) }
func (a *picker) Chosen() []int32    { return a.chosen }
func (a *picker) Board() puzzle.Grid { return puzzle.NewGrid(puzzle.Size{Rows: 1, Cols: a.n}, 0) }

// anything is a puzzle that every board solves.
type anything struct{}

func (anything) Kind() string                         { return "toy" }
func (anything) ID() string                           { return "toy" }
func (anything) Size() puzzle.Size                    { return puzzle.Size{Rows: 1, Cols: 1} }
func (anything) Hash() puzzle.Hash                    { return puzzle.HashOf("toy", "") }
func (anything) Check(puzzle.Grid) []puzzle.Violation { return nil }
func (anything) Rows(puzzle.Grid) []string            { return nil }
func (anything) Text() string                         { return "" }
func (anything) Draw(puzzle.View) puzzle.SVG          { return "" }

func meter() *solver.Meter {
	return solver.Start(context.Background(), anything{}, solver.Run{})
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	alltest.Check(t, math.Abs(got-want) <= 1e-12*math.Max(1, math.Abs(want)), "%s = %v, want %v", what, got, want)
}

// Two iterations of one ant that always takes component 0, computed by hand
// from equations 4 to 7 of the paper.
func TestUpdatesByHand(t *testing.T) {
	costs := []float64{4, 5}
	iteration := 0
	first := func(_ *colony.Trail, candidates []int32) int { return 0 }
	settings := colony.Settings{Ants: 1, Rho: 0.2, Xi: 0.1, Q0: 0.9, BVE: 0.5}
	var seen []float64
	c := colony.New(settings, colony.Rules{
		Choose: first,
		Evaporate: func(best float64) float64 {
			seen = append(seen, best)
			return best * 0.5
		},
	}, picks{n: 4, k: 1, weigh: func([]int32) float64 { return costs[iteration] }}, solver.NewPCG(1))
	m := meter()
	tau := c.Trail().Tau
	near(t, "τ0", tau[0], 0.25)

	c.Iterate(m)
	// Local: 0.9·0.25 + 0.1·0.25 = 0.25; Δτ = 1/4 > 0; global: 0.8·0.25 + 0.2·0.25.
	near(t, "τ after 1", tau[0], 0.25)
	near(t, "τ elsewhere", tau[1], 0.25)

	tau[0] = 1
	iteration = 1
	c.Iterate(m)
	// Local: 0.9·1 + 0.1·0.25 = 0.925. τbest = 0.25·0.5 = 0.125, Δτ = 1/5 is
	// larger: a worse solution becomes the best. Global: 0.8·0.925 + 0.2·0.2.
	near(t, "τ after 2", tau[0], 0.8*0.925+0.2*0.2)
	near(t, "τbest of 1", seen[0], 0.25)
	near(t, "τbest of 2", seen[1], 0.2)
}

// A deposit that does not exceed τbest changes nothing but that the old best
// is rewarded again.
func TestWorseSolutionIsNotTaken(t *testing.T) {
	turn := int32(0)
	c := colony.New(colony.Settings{Ants: 1, Rho: 0.5, Xi: 0, Q0: 1}, colony.Rules{
		Choose: func(_ *colony.Trail, candidates []int32) int { return int(turn) },
	}, picks{n: 2, k: 1, weigh: func(chosen []int32) float64 { return float64(2 + chosen[0]) }}, solver.NewPCG(1))
	m := meter()
	c.Iterate(m)
	turn = 1
	c.Iterate(m)
	near(t, "τ of the best", c.Trail().Tau[0], 0.5)
	near(t, "τ of the worse", c.Trail().Tau[1], 0.5)
	c.Trail().Tau[0] = 0
	c.Iterate(m)
	near(t, "τ of the best, rewarded again", c.Trail().Tau[0], 0.25)
}

// The paper's evaporation, by hand: after a board of cost 4 τbest is 1/4, and
// with fBVE = 0.5 the next iteration begins with 1/8, so that a board of cost 5
// replaces it (1/5 > 1/8), which it would not do against 1/4 or 3/8.
func TestEvaporationByHand(t *testing.T) {
	var after []float64
	turn := int32(0)
	c := colony.New(colony.Settings{Ants: 1, Rho: 0.2, Xi: 0, Q0: 1, BVE: 0.5}, colony.Rules{
		Choose:  func(*colony.Trail, []int32) int { return int(turn) },
		Restart: func(s colony.State) bool { after = append(after, s.TauBest); return false },
	}, picks{n: 4, k: 1, weigh: func(chosen []int32) float64 { return float64(4 + chosen[0]) }}, solver.NewPCG(1))
	m := meter()
	c.Iterate(m)
	turn = 1
	c.Iterate(m)
	near(t, "τbest after 1", after[0], 0.125)
	near(t, "τbest after 2", after[1], 0.1)
	near(t, "τ of the new best", c.Trail().Tau[1], 0.8*0.25+0.2*0.2)
	near(t, "τ of the old best", c.Trail().Tau[0], 0.8*0.25+0.2*0.25)
}

// A deposit as large as τbest does not replace it: the first board of a cost
// stays the best one.
func TestEqualSolutionIsNotTaken(t *testing.T) {
	turn := int32(0)
	c := colony.New(colony.Settings{Ants: 1, Rho: 0.5, Xi: 0, Q0: 1}, colony.Rules{
		Choose: func(*colony.Trail, []int32) int { return int(turn) },
	}, picks{n: 2, k: 1, weigh: func([]int32) float64 { return 4 }}, solver.NewPCG(1))
	m := meter()
	c.Iterate(m)
	turn = 1
	c.Iterate(m)
	// Global update twice: τ ← 0.5·τ + 0.5·0.25, from τ0 = 0.5.
	near(t, "τ of the first", c.Trail().Tau[0], 0.3125)
	near(t, "τ of the second", c.Trail().Tau[1], 0.5)
}

// The local update leaves τ0 exactly where it is, so that a component that was
// taken cannot be told from one that never was.
func TestLocalUpdateKeepsTau0(t *testing.T) {
	for n := 1; n < 400; n++ {
		c := colony.New(colony.Defaults(), colony.Rules{}, picks{n: n, k: 1}, solver.NewPCG(1))
		for range 50 {
			c.Trail().Took(0)
		}
		got := c.Trail().Tau[0]
		alltest.Require(t, got == 1/float64(n), "n = %d: τ0 became %v", n, got)
	}
}

// chiSquare is Pearson's statistic of counts against probabilities.
func chiSquare(counts []int, probabilities []float64) float64 {
	n := 0
	for _, c := range counts {
		n += c
	}
	sum := 0.0
	for i, c := range counts {
		want := probabilities[i] * float64(n)
		sum += (float64(c) - want) * (float64(c) - want) / want
	}
	return sum
}

// The 0.999 quantile of χ² with 3 degrees of freedom (any table).
const chiSquare3 = 16.27

func TestChoiceFollowsPheromone(t *testing.T) {
	c := colony.New(colony.Defaults(), colony.Rules{}, picks{n: 5, k: 1}, solver.NewPCG(3))
	trail := c.Trail()
	copy(trail.Tau, []float64{1, 2, 3, 4, 4})
	roulette, ties := make([]int, 4), make([]int, 2)
	for range 100000 {
		roulette[trail.ChooseRoulette([]int32{0, 1, 2, 3})]++
		ties[trail.ChooseGreedy([]int32{0, 3, 2, 4})/2]++
	}
	x := chiSquare(roulette, []float64{0.1, 0.2, 0.3, 0.4})
	alltest.Check(t, x <= chiSquare3, "roulette %v: χ² = %v", roulette, x)
	d := math.Abs(float64(ties[0]-ties[1])) / math.Sqrt(100000)
	alltest.Check(t, d <= 3.3, "ties %v: %v standard deviations", ties, d)
	greedy := 0
	for range 100000 {
		if trail.Greedy() {
			greedy++
		}
	}
	d = math.Abs(float64(greedy)-90000) / math.Sqrt(9000)
	alltest.Check(t, d <= 3.3, "greedy in %d of 100000: %v standard deviations from q0 = 0.9", greedy, d)
}

func TestFirstTie(t *testing.T) {
	s := colony.Defaults()
	s.FirstTie = true
	c := colony.New(s, colony.Rules{}, picks{n: 5, k: 1}, solver.NewPCG(3))
	copy(c.Trail().Tau, []float64{1, 4, 4, 4, 0})
	alltest.Equal(t, c.Trail().ChooseGreedy([]int32{0, 3, 1, 2}), 2, "chose place")
}

// Choosing first and testing what was chosen has the distribution of testing
// all first, in both kinds of choice.
func TestChooseThenTest(t *testing.T) {
	refused := func(c int32) bool { return c == 1 || c == 4 }
	for _, q0 := range []float64{0, 0.5, 1} {
		s := colony.Defaults()
		s.Q0, s.Xi = q0, 0
		c := colony.New(s, colony.Rules{}, picks{n: 6, k: 1, refuses: refused}, solver.NewPCG(5))
		copy(c.Trail().Tau, []float64{1, 9, 2, 3, 9, 3})
		ant := picks{n: 6, k: 1, refuses: refused}.NewAnt()
		counts := make([]int, 4)
		place := map[int32]int{0: 0, 2: 1, 3: 2, 5: 3}
		for range 60000 {
			ant.Reset(c.Trail())
			ant.Step(c.Trail())
			counts[place[ant.Chosen()[0]]]++
		}
		// Roulette over 1, 2, 3, 3; greedy between the two of 3.
		p := []float64{(1 - q0) / 9, (1 - q0) * 2 / 9, q0/2 + (1-q0)/3, q0/2 + (1-q0)/3}
		if q0 == 1 {
			alltest.Check(t, counts[0]+counts[1] == 0, "q0 = 1 chose less than the most: %v", counts)
			counts, p = counts[2:], []float64{0.5, 0.5}
		}
		x := chiSquare(counts, p)
		alltest.Check(t, x <= chiSquare3, "q0 = %v: %v, χ² = %v", q0, counts, x)
	}
}

// An outcome tells the best board and its cost; ants find the one set of three
// that costs nothing.
func TestRunSolves(t *testing.T) {
	weigh := func(chosen []int32) float64 {
		cost := 3.0
		for _, c := range chosen {
			if c%4 == 1 {
				cost--
			}
		}
		return cost
	}
	p := picks{n: 12, k: 3, weigh: weigh}
	m := meter()
	out := colony.New(colony.Defaults(), colony.Rules{}, p, solver.NewPCG(1)).Run(m)
	alltest.Check(t, out.Status == solver.Solved && out.Cost == 0 && !out.Best.IsZero(), "outcome %+v", out)
	m = solver.Start(context.Background(), anything{}, solver.Run{Budget: solver.Evaluations(25)})
	out = colony.New(colony.Defaults(), colony.Rules{}, picks{n: 12, k: 3, weigh: func([]int32) float64 { return 7 }}, solver.NewPCG(1)).Run(m)
	alltest.Check(t, out.Status == solver.Exhausted && out.Cost == 7 && m.Evaluations() == 30,
		"outcome %+v after %d evaluations", out, m.Evaluations())
}
