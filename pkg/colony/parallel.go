package colony

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Exchange says which boards pass between colonies.
type Exchange uint8

const (
	// None: no board does. The run is that of the first colony that solves the problem.
	None Exchange = iota
	// Ring: each colony is shown the best board of the colony before it, the first one that of the last.
	Ring
	// BestSoFar: each colony is shown the best board of all; of several, that of the first colony.
	BestSoFar
)

var exchanges = []string{"none", "ring", "best"}

// String is the name as the flag has it.
func (e Exchange) String() string { return solver.OptionName(exchanges, int(e)) }

// MostColonies is the largest number of colonies.
const MostColonies = 64

// Parallel are the parameters of several colonies that work on one problem at the same time, each on a
// goroutine of its own, with its own ants, pheromone and random source: after M. Middendorf, F. Reischle
// and H. Schmeck, "Multi colony ant algorithms", Journal of Heuristics 8(3), 2002, who exchange boards
// in a ring or the best of all. The run is the same on any number of processors.
//
// An iteration of the run is one of each colony, and its cost the lowest of them. Evaluations are those of all
// colonies. Each has its share of a budget of evaluations and of one of processor time, and processor time is the
// sum. The run ends with the iteration in which the first colony solves the problem. An observer sees the
// board and the pheromone of the colony with the best ant of the iteration, of several the first, and the
// costs of all ants.
type Parallel struct {
	// Colonies is their number, 1 to [MostColonies]. The first has the seed of the run, and a run with one is that of
	// the colony alone.
	Colonies int
	// Exchange says which boards pass between them. A colony that is shown a board with a lower cost than its own
	// best since it began again learns from it in the next iteration as from one of its ants.
	Exchange Exchange
	// Every is the number of iterations from one exchange to the next, at least 1.
	Every int
}

// Single is one colony, which would exchange every 50 iterations if it were several.
func Single() Parallel { return Parallel{Colonies: 1, Every: 50} }

// Several says whether there is more than one colony.
func (p *Parallel) Several() bool { return p.Colonies > 1 }

// Table are the parameters, which a description leaves out where there is one colony.
func (p *Parallel) Table() solver.Table {
	alone := !p.Several()
	return solver.Table{
		solver.Int("colonies", &p.Colonies, fmt.Sprintf("number of colonies at the same time, 1 to %d", MostColonies)).Between(1, MostColonies).Unless(alone),
		solver.Option("exchange", &p.Exchange, exchanges, "best boards that pass between colonies: none, ring (from each to the next) or best (of all, to all)").Unless(alone),
		solver.Int("exchange-every", &p.Every, "iterations from one exchange to the next, at least 1").AtLeast(1).Unless(alone),
	}
}

// seed is that of a colony: the run's for the first.
func (p *Parallel) seed(run uint64, colony int) uint64 {
	if colony == 0 {
		return run
	}
	return solver.Seed(run, puzzle.Hash{}, "colony", colony)
}

// nest is a run of several colonies.
type nest struct {
	Parallel
	ctx     context.Context
	puzzle  puzzle.Puzzle
	rules   *Rules
	begin   func(g *Guard, m *solver.Meter, seed uint64) *Colony
	all     []*member
	decided atomic.Int64 // the first iteration in which a colony decided the problem
	bestKnown
}

// member is one of the colonies.
type member struct {
	run      solver.Run
	guard    *Guard // nil where no rules are replaced
	colony   *Colony
	meter    *solver.Meter
	made     []generation // of the round
	restarts int64        // in iterations of the run
	ending
}

// ending is why a colony does not go on.
type ending struct {
	late  bool // time ran out
	none  bool // the problem has no solution
	done  bool // the round ended
	err   error
	crash any
}

// generation is what is kept of a colony's iteration until all colonies have made it.
type generation struct {
	cost                  float64
	evaluations, restarts int64
	board                 puzzle.Grid // where it is the colony's best
	refuted               bool
}

// together makes a run of several colonies.
func (r *Rules) together(ctx context.Context, p puzzle.Puzzle, run solver.Run, of Parallel, custom bool, begin func(*Guard, *solver.Meter, uint64) *Colony) (solver.Outcome, error) {
	n := &nest{Parallel: of, ctx: ctx, puzzle: p, rules: r, begin: begin, bestKnown: bestKnown{lowest: math.Inf(1)}}
	n.decided.Store(math.MaxInt64)
	counting := custom && solver.Counts(ctx, n.counts)
	colonies := int64(of.Colonies)
	for i := range of.Colonies {
		w := &member{run: solver.Run{Seed: of.seed(run.Seed, i), Budget: run.Budget}}
		w.run.Budget.Iterations = 0
		w.run.Budget.Evaluations = (run.Budget.Evaluations + colonies - 1) / colonies
		if run.Budget.CPU > 0 {
			w.run.Budget.CPU = max(run.Budget.CPU/time.Duration(colonies), 1)
		}
		if custom {
			w.guard = &Guard{counting: counting}
		}
		n.all = append(n.all, w)
	}
	run.Clock, run.Budget.CPU = nil, 0 // of this goroutine, which waits
	m := solver.Start(ctx, p, run)
	out, failed := n.rounds(m, run.Budget.Iterations)
	out, err := m.Finish(out)
	if err = errors.Join(failed, err); err != nil {
		return solver.Outcome{}, err
	}
	for _, w := range n.all {
		if w.meter != nil {
			w.meter.Resume()
			spent, _ := w.meter.Finish(solver.Outcome{Status: solver.Exhausted})
			out.CPU += spent.CPU
		}
	}
	return out, nil
}

// rounds lets all colonies make some iterations at a time, until the meter says stop. How many depends on
// the iterations alone, and decides nothing.
func (n *nest) rounds(m *solver.Meter, most int64) (solver.Outcome, error) {
	const boards = 256 // of a colony in a round
	length := int64(1)
	for m.Continue() {
		n.rules.Act()
		from := m.Iterations()
		until := from + length
		if most > 0 {
			until = min(until, most)
		}
		if every := int64(n.Every); n.Exchange != None {
			until = min(until, from-from%every+every)
		}
		var all sync.WaitGroup
		for _, w := range n.all {
			all.Go(func() { w.work(n, until) })
		}
		all.Wait()
		if err := n.failed(); err != nil {
			return solver.Outcome{Status: solver.Exhausted, Cost: -1}, err
		}
		before := m.Evaluations()
		for i := range n.whole(until - from) {
			if i > 0 && !m.Continue() {
				break
			}
			if out, decided := n.tell(m, i); decided {
				return out, nil
			}
		}
		switch {
		case n.all[0].none:
			return solver.Outcome{Status: solver.Unsolvable, Cost: -1}, nil
		case m.Iterations() < until:
			if m.Continue() && !m.Expired() { // what is told counts
				m.Abandon()
			}
		case n.Exchange != None && until%int64(n.Every) == 0:
			n.exchange()
		}
		if length = 1; !m.Watched() {
			perColony := (m.Evaluations() - before) / max((m.Iterations()-from)*int64(n.Colonies), 1)
			length = max(boards/max(perColony, 1), 1)
		}
	}
	out := solver.Outcome{Status: m.Undecided(), Best: n.board, Cost: n.lowest, Statistics: n.statistics()}
	if n.board.IsZero() {
		out.Cost = -1
	}
	return out, nil
}

// work is a round of a colony, on a goroutine that ends with it.
func (w *member) work(n *nest, until int64) {
	w.made, w.done = w.made[:0], false
	defer func() { w.crash = recover() }()
	if w.guard == nil {
		w.iterate(n, until)
	} else {
		_, w.err = w.guard.attempt(n.ctx, n.rules.CallLimit, func() (solver.Outcome, error) {
			w.iterate(n, until)
			return solver.Outcome{}, nil
		})
	}
	w.done = true
}

// iterate iterates until so many iterations are made, the colony's budget is spent, or a colony has decided the problem
// in an iteration before.
func (w *member) iterate(n *nest, until int64) {
	if w.meter == nil {
		w.meter = solver.Start(n.ctx, n.puzzle, w.run)
	} else {
		w.meter.Resume()
	}
	defer w.meter.Pause()
	if w.colony == nil {
		if !w.meter.Expired() {
			w.colony = n.begin(w.guard, w.meter, w.run.Seed)
		}
		if w.colony == nil {
			w.late = w.meter.Expired()
			w.none = !w.late
			return
		}
	}
	c, share := w.colony, w.run.Budget.Evaluations
	for c.iteration < min(until, n.decided.Load()) && (share == 0 || w.meter.Evaluations() < share) {
		iterations, evaluations, lowest := w.meter.Iterations(), w.meter.Evaluations(), c.lowest
		if w.meter.Continue() {
			c.Iterate(w.meter)
		}
		if w.late = w.meter.Iterations() == iterations; w.late {
			return
		}
		g := generation{cost: c.lead.Cost, evaluations: w.meter.Evaluations() - evaluations, restarts: c.restarts}
		if c.lowest < lowest {
			g.board = c.board
		}
		if r, ok := c.problem.(Refuted); ok {
			g.refuted = r.Refuted()
		}
		w.made = append(w.made, g)
		if g.cost == 0 || g.refuted {
			n.decide(c.iteration)
		}
	}
}

// decide notes an iteration in which a colony decided the problem.
func (n *nest) decide(iteration int64) {
	for {
		first := n.decided.Load()
		if iteration >= first || n.decided.CompareAndSwap(first, iteration) {
			return
		}
	}
}

// failed is the error of the first colony that a rule broke. The panic of another one is that of the run.
func (n *nest) failed() error {
	for _, w := range n.all {
		switch {
		case w.crash != nil:
			panic(w.crash)
		case w.err != nil:
			return w.err
		case !w.done:
			return errors.New("colony: the run ended its goroutine (runtime.Goexit)")
		}
	}
	return nil
}

// whole is how many of so many iterations all colonies have made whose budget is not spent.
func (n *nest) whole(planned int64) int {
	most := 0
	for _, w := range n.all {
		most = max(most, len(w.made))
	}
	for _, w := range n.all {
		if w.late {
			most = min(most, len(w.made))
		}
	}
	return int(min(int64(most), planned))
}

// tell tells the meter of an iteration of the round, which all colonies have made, and whether it decided the problem.
func (n *nest) tell(m *solver.Meter, i int) (out solver.Outcome, decided bool) {
	var leader *member
	refuted := false
	for _, w := range n.all {
		if i >= len(w.made) {
			continue // its budget is spent
		}
		made := &w.made[i]
		m.Evaluated(made.evaluations)
		w.restarts = made.restarts
		refuted = refuted || made.refuted
		if leader == nil || made.cost < leader.made[i].cost {
			leader = w
		}
	}
	c, made := leader.colony, leader.made[i]
	if mapped, ok := c.problem.(Mapped); ok && m.Watched() {
		m.Layout = mapped.Layout()
	}
	if made.cost < n.lowest {
		n.lowest, n.board = made.cost, made.board
		m.Improved(n.lowest, n.board, c.trail.Tau)
	}
	if m.Watched() { // rounds have one iteration
		var costs []float64
		for _, w := range n.all {
			if i < len(w.made) {
				costs = append(costs, w.colony.costs...)
			}
		}
		m.Members(costs)
		m.Iterated(made.cost, c.lead.Board(), c.trail.Tau)
	} else {
		m.Iterated(made.cost, puzzle.Grid{}, nil)
	}
	switch {
	case made.cost == 0:
		return solver.Outcome{Status: solver.Solved, Best: n.board, Statistics: n.statistics()}, true
	case refuted:
		return solver.Outcome{Status: solver.Unsolvable, Cost: -1, Statistics: n.statistics()}, true
	}
	return out, false
}

// statistics are the sums of the colonies'.
func (n *nest) statistics() []solver.Statistic {
	first := n.all[0].colony
	if first == nil || first.statistics() == nil {
		return nil
	}
	sum := int64(0)
	for _, w := range n.all {
		sum += w.restarts
	}
	return restarts(sum)
}

// counts are the sums of the colonies'.
func (n *nest) counts() []solver.RuleCount {
	out := n.all[0].guard.counts()
	for _, w := range n.all[1:] {
		for i, c := range w.guard.counts() {
			if i == len(out) {
				break // a colony that a rule ended before it had all
			}
			out[i].Asked += c.Asked
			out[i].Changed = max(out[i].Changed+c.Changed, -1)
		}
	}
	return out
}

// exchange shows colonies the best boards of others, in the colonies' order.
func (n *nest) exchange() {
	best, sent := 0, make([]Solution, len(n.all))
	for i, w := range n.all {
		if sent[i] = w.colony.generation.Best; sent[i].Cost < sent[best].Cost {
			best = i
		}
	}
	for i, w := range n.all {
		from := best
		if n.Exchange == Ring {
			from = (i + len(sent) - 1) % len(sent)
		}
		if sent[from].Cost < sent[i].Cost {
			shown := sent[from].Clone()
			w.colony.shown = &shown
		}
	}
}

// learn is what a colony that exchanges boards learns from: the iteration's best board, or a better one that it was
// shown.
func (c *Colony) learn(s Solution) Solution {
	if c.shown != nil && c.shown.Cost < s.Cost {
		s = *c.shown
	}
	c.shown = nil
	c.generation.keep(s, c.iteration)
	return s
}
