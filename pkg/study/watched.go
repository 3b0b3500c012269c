package study

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"formicary/pkg/cdcl"
	"formicary/pkg/colony"
	"formicary/pkg/model"
	"formicary/pkg/model/acs"
	"formicary/pkg/model/exact"
	"formicary/pkg/model/theory"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// watched are the ants of declared kinds as in the study pencil-pheromone, watched by one who knows the solution. Its
// statistics are means over the iterations of a run but the one that solves. What is right of a board is the share of the
// variables that have their value in the solution, among those that ants gave a value.
//
//   - "right": of a board, mean over ants; "right at first" and "right at last" are those of the first and the last iteration;
//   - "pull": how much more is right of the board of lowest cost of an iteration than of its boards on average. Below
//     0 the cost leads away from the solution;
//   - "fdc": the correlation, over all boards, of the cost and the share that is not right (T. Jones and S. Forrest, "Fitness
//     distance correlation as a measure of problem difficulty for genetic algorithms", ICGA 1995);
//   - "cost at first" and "cost at last": mean over ants. If it rises the colony has second-order deception (C. Blum and
//     M. Dorigo, "Search bias in ant colony optimization", IEEE Transactions on Evolutionary Computation 9, 2005);
//   - "misled": the share of variables whose strongest pheromone is not on the value of the solution, without those whose
//     pheromone is equal; "entropy": that of a variable's pheromone, mean over variables; both at the last iteration;
//   - "improved": the iteration that found the best board, as a share of all.
//
// Statistics that a run does not have are missing.
type watched struct {
	// pheromone says whether there is any; honest, that the cost of a board is the number of variables that do not have
	// their value in the solution, which no solver could know.
	name              string
	pheromone, honest bool
}

func (w watched) Describe() solver.Description {
	return solver.Description{Engine: "watched ants", Variant: w.name, Custom: true}
}

func (w watched) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	q, err := solver.Cast[*model.Puzzle](p)
	if err != nil {
		return solver.Outcome{}, err
	}
	solved, err := exact.New(q.Declaration()).Solve(ctx, p, solver.Run{Budget: solver.Iterations(100_000), Seed: run.Seed})
	if err != nil {
		return solver.Outcome{}, err
	}
	s := acs.New(q.Declaration())
	s.Sequence, s.Facts, s.Patience = acs.Raster, false, 0
	if !w.pheromone {
		s.Rho, s.Xi, s.BVE = 0, 0, 0
	}
	if !solved.Status.HasSolution() {
		return s.Solve(ctx, p, run)
	}
	seen := look(q, solved.Best)
	s.Update = seen.update
	if w.honest {
		s.Cost = seen.distance
	}
	out, err := s.Solve(ctx, p, run)
	out.Statistics = append(out.Statistics, seen.statistics()...)
	return out, err
}

// witness sees the iterations of one run.
type witness struct {
	open  []model.Variable // that propagation leaves open, in the order of package model/acs
	first []int32          // of these: the first component; and last the number of all
	right []bool           // of components

	costs, wrongs      []float64 // of all boards
	pull, share, price []float64 // of iterations: the pull, and means over ants of what is right and of the cost
	generation         *colony.Generation
}

// look finds the components of the colony, and those of the solution.
func look(p *model.Puzzle, solution puzzle.Grid) *witness {
	w, t := &witness{}, theory.Within(p.Form(), func() bool { return false })
	t.Solver.Propagate()
	for _, v := range p.Form().Variables() {
		decided, first := false, int32(len(w.right))
		for x := range v.Values() {
			value := t.Solver.Value(cdcl.Lit(v.Is(x)))
			if decided = decided || value > 0; value == 0 {
				w.right = append(w.right, v.Value(solution) == x)
			}
		}
		if decided {
			w.right = w.right[:first]
		} else {
			w.open, w.first = append(w.open, v), append(w.first, first)
		}
	}
	w.first = append(w.first, int32(len(w.right)))
	return w
}

// distance is the number of variables that do not have their value in the solution, at least 1: what an ant's choices imply
// may be more than it had when it ended.
func (w *witness) distance(v *acs.View) float64 {
	wrong := v.Variables()
	for i := range int32(v.Variables()) {
		if c := v.Taken(i); c >= 0 && w.right[c] {
			wrong--
		}
	}
	return float64(max(wrong, 1))
}

// update is that of the paper.
func (w *witness) update(g *colony.Generation) {
	g.BestValue()
	w.generation = g
	var shares, costs []float64
	for _, ant := range g.Ants {
		right := 0
		for _, c := range ant.Components {
			if w.right[c] {
				right++
			}
		}
		if n := len(ant.Components); n > 0 {
			share := float64(right) / float64(n)
			shares, costs = append(shares, share), append(costs, ant.Cost)
			w.costs, w.wrongs = append(w.costs, ant.Cost), append(w.wrongs, 1-share)
		}
	}
	if len(shares) > 0 {
		w.pull = append(w.pull, shares[0]-stat.Mean(shares, nil))
		w.share, w.price = append(w.share, stat.Mean(shares, nil)), append(w.price, stat.Mean(costs, nil))
	}
}

// statistics are those of [watched].
func (w *witness) statistics() (out []solver.Statistic) {
	say := func(name string, value float64) {
		if !math.IsNaN(value) {
			out = append(out, solver.Statistic{Name: name, Value: value})
		}
	}
	n := len(w.share)
	if n == 0 {
		return nil
	}
	say("right", stat.Mean(w.share, nil))
	say("right at first", w.share[0])
	say("right at last", w.share[n-1])
	say("pull", stat.Mean(w.pull, nil))
	say("fdc", stat.Correlation(w.costs, w.wrongs, nil))
	say("cost at first", w.price[0])
	say("cost at last", w.price[n-1])
	say("improved", float64(w.generation.Improved)/float64(n))
	misled, entropy := 0.0, 0.0
	for i := range w.open {
		tau, right := w.generation.Trail.Tau[w.first[i]:w.first[i+1]], w.right[w.first[i]:w.first[i+1]]
		most := slices.Max(tau)
		if at := slices.Index(tau, most); !slices.Contains(tau[at+1:], most) && !right[at] {
			misled++
		}
		entropy += solver.Entropy(tau)
	}
	say("misled", misled/float64(len(w.open)))
	say("entropy", entropy/float64(len(w.open)))
	return out
}
