package study

import (
	"math"
	"slices"

	"formicary/pkg/colony"
	"formicary/pkg/colony/family"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
)

// What is often proposed for ant colonies: one idea at a time on the paper's colony, as a
// researcher types it into a cell ([rules]).

// attract makes ants choose by τ·η^β.
func attract(beta float64, eta func(v *acs.View, cell int32) float64) func(*acs.Solver) {
	return func(rule *acs.Solver) { rule.Eta, rule.Beta = eta, beta }
}

// breaking is higher the more black 2×2 blocks a cell breaks.
func breaking(v *acs.View, cell int32) float64 { return float64(1 + v.Breaks(cell)) }

// wallKept is lower the more white corners of other islands, or of the frame, a cell has:
// with them it would make the wall narrow.
func wallKept(v *acs.View, cell int32) float64 {
	at, growing, narrow := v.Size().At(int(cell)), growing(v), 0
	for _, d := range [][2]int{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
		corner := puzzle.Cell{Row: at.Row + d[0], Col: at.Col + d[1]}
		if !v.Size().Contains(corner) {
			narrow++
		} else if k := v.Island(int32(v.Size().Index(corner))); k >= 0 && k != growing {
			narrow++
		}
	}
	return 1 / float64(1+narrow)
}

// near is higher the nearer a cell is to the clue of its island.
func near(v *acs.View, cell int32) float64 { return 1 / far(v, cell) }

// far is the distance to the clue of the cell's island.
func far(v *acs.View, cell int32) float64 {
	return float64(steps(v.Size().At(int(cell)), v.At(growing(v))))
}

// apart is the distance to the nearest clue of another island.
func apart(v *acs.View, cell int32) float64 {
	least := v.Size().Rows + v.Size().Cols
	for k := range int32(v.Islands()) {
		if k != growing(v) {
			least = min(least, steps(v.Size().At(int(cell)), v.At(k)))
		}
	}
	return float64(least)
}

// growing is the island that an ant works on.
func growing(v *acs.View) int32 {
	visited := v.Visited()
	return visited[len(visited)-1]
}

// steps is the number of steps between two cells.
func steps(a, b puzzle.Cell) int {
	return max(a.Row-b.Row, b.Row-a.Row) + max(a.Col-b.Col, b.Col-a.Col)
}

// mostConstrained visits the island first that has the fewest cells to grow into; of
// several, one at random.
func mostConstrained(rule *acs.Solver) {
	rule.Order = func(v *acs.View, left []int32) int {
		place, fewest, ties := 0, 0, 0
		for i, k := range left {
			if v.Clue(k) == 1 {
				return i
			}
			switch n := len(v.Border(k)); {
			case ties == 0 || n < fewest:
				place, fewest, ties = i, n, 1
			case n == fewest:
				if ties++; v.Intn(ties) == 0 {
					place = i
				}
			}
		}
		return place
	}
}

// lookAhead refuses a cell that would shut in another island: one that lacks cells, and
// whose last free cells are this one's neighbours.
func lookAhead(rule *acs.Solver) {
	rule.Filter = func(v *acs.View, cells []int32) []int32 {
		k := growing(v)
		kept := slices.DeleteFunc(slices.Clone(cells), func(cell int32) bool {
			for next := range v.Size().Neighbours(int(cell)) {
				for by := range v.Size().Neighbours(next) {
					if other := v.Island(int32(by)); other >= 0 && other != k && shutIn(v, other, cell) {
						return true
					}
				}
			}
			return false
		})
		if len(kept) == 0 {
			return cells
		}
		return kept
	}
}

// shutIn says whether an island that lacks cells could not grow beside a cell of another one.
func shutIn(v *acs.View, island, cell int32) bool {
	if v.Clue(island) == 1 || v.Lacks(island) == 0 {
		return false
	}
	for _, free := range v.Border(island) {
		if steps(v.Size().At(int(free)), v.Size().At(int(cell))) > 1 {
			return false
		}
	}
	return true
}

// repair lets each ant change its board thirty times, and keep what makes it no worse.
func repair(change func(v *acs.View)) func(*acs.Solver) {
	return func(rule *acs.Solver) {
		rule.Effort = 30
		rule.Improve = func(v *acs.View, budget int) int {
			for n := range budget {
				if v.Missing()+v.Blocks() == 0 || len(v.Chosen()) == 0 {
					return n
				}
				change(v)
			}
			return budget
		}
	}
}

// moveLeaf gives an island another cell for one of its own, unless that makes the board worse.
func moveLeaf(v *acs.View) {
	cost, cells := v.Missing()+v.Blocks(), v.Chosen()
	from := cells[v.Intn(len(cells))]
	island := v.Island(from)
	if !v.Close(from) {
		return
	}
	border := v.Border(island)
	to := border[v.Intn(len(border))]
	if v.Open(to); v.Missing()+v.Blocks() > cost && v.Close(to) {
		v.Open(from)
	}
}

// regrow takes an island back to its clue and grows it anew, by the blocks that a cell breaks,
// unless that makes the board worse.
func regrow(v *acs.View) {
	cost, all := v.Missing()+v.Blocks(), v.Chosen()
	island := v.Island(all[v.Intn(len(all))])
	before := shrink(v, island)
	for v.Lacks(island) > 0 {
		border := v.Border(island)
		if len(border) == 0 {
			break
		}
		best := border[v.Intn(len(border))]
		for range 2 {
			if other := border[v.Intn(len(border))]; v.Breaks(other) > v.Breaks(best) {
				best = other
			}
		}
		v.Open(best)
	}
	if v.Missing()+v.Blocks() <= cost {
		return
	}
	shrink(v, island)
	for _, cell := range slices.Backward(before) {
		v.Open(cell)
	}
}

// shrink closes the cells of an island, the outer ones first, and returns them in that order.
func shrink(v *acs.View, island int32) (closed []int32) {
	for again := true; again; {
		again = false
		for _, cell := range slices.Clone(v.Chosen()) {
			if v.Island(cell) == island && v.Close(cell) {
				closed = append(closed, cell)
				again = true
			}
		}
	}
	return closed
}

// smooth bounds pheromone and raises all of it half of the way to the highest after every hundred iterations
// without a better board (Stützle and Hoos, 2000, equation 14).
func smooth(rule *acs.Solver) {
	boundPheromone(rule)
	rule.Each = func(own *acs.Solver) {
		best, idle := math.Inf(1), 0
		own.Restart = func(s colony.State) bool {
			if idle++; s.Best < best {
				best, idle = s.Best, 0
			}
			if idle == 100 {
				high := slices.Max(s.Trail.Tau)
				for i, tau := range s.Trail.Tau {
					s.Trail.Tau[i] = tau + float64(0.5*(high-tau))
				}
				idle = 0
			}
			return false
		}
	}
}

// beginAgain begins again after 200 iterations without a better board, with pheromone on
// the best boards of so many of the last beginnings.
func beginAgain(remembered int) func(*acs.Solver) {
	return func(rule *acs.Solver) {
		rule.Each = func(own *acs.Solver) {
			var best []colony.Solution
			own.Update = func(g *colony.Generation) {
				if g.Iteration == g.Begun {
					g.Kept, g.TauBest = nil, 0
					for _, s := range best {
						g.Lay(s, g.Tau0)
					}
				}
				family.BestValue{}.Update(g)
				if g.Iteration-g.Improved >= 200 {
					best = append(best, g.Best.Clone())
					best = best[max(len(best)-remembered, 0):]
					g.Restart()
				}
			}
		}
	}
}

// weigh sets what a missing cell and a black block cost.
func weigh(cell, block int) func(*acs.Solver) {
	return func(rule *acs.Solver) {
		rule.Cost = func(v *acs.View) float64 { return float64(cell*v.Missing() + block*v.Blocks()) }
	}
}

// adapt makes dearer, by a hundredth an iteration, whichever of missing cells and blocks the
// boards had more of; neither ever costs more than four times the other.
func adapt(rule *acs.Solver) {
	rule.Each = func(own *acs.Solver) {
		block, missing, blocks := 1.0, 0, 0
		own.Cost = func(v *acs.View) float64 {
			missing += v.Missing()
			blocks += v.Blocks()
			return float64(v.Missing()) + float64(block*float64(v.Blocks()))
		}
		own.Restart = func(colony.State) bool {
			if blocks > missing {
				block = min(block*1.01, 4)
			} else {
				block = max(block/1.01, 0.25)
			}
			missing, blocks = 0, 0
			return false
		}
	}
}
