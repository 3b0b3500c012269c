package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"formicary/pkg/analysis"
	"formicary/pkg/analysis/stats"
	"formicary/pkg/experiment"
	"formicary/pkg/lists"
	"formicary/pkg/solver"
)

// work is a tuner while it works.
type work struct {
	Tuner
	options []experiment.Option
	design  string // of its plans
	watch   func(*Result)
	result  *Result
	known   map[string]*Candidate
	random  *rand.Rand
}

// candidate takes a configuration up; nil where it is forbidden, or one is known that makes the
// same engine, or none at all.
func (w *work) candidate(c Config, born, parent int, m model) *Candidate {
	s, err := w.engine(c)
	if err != nil || slices.ContainsFunc(w.Forbidden, func(no Condition) bool { return w.Space.Holds(no, c) }) {
		return nil
	}
	key := s.Describe().Hash()
	if w.known[key] != nil {
		return nil
	}
	n := &Candidate{Config: c, racer: racer{engine: s, model: m, costs: map[int]trial{}, place: len(w.result.Candidates)}, Born: born, Parent: parent}
	w.known[key] = n
	w.result.Candidates = append(w.result.Candidates, n)
	return n
}

// tries is how often a new configuration is looked for that was not there yet.
const tries = 20

// draw makes new candidates: in the first iteration anywhere, later around an
// elite, the better ones more often (rank r of n with weight n−r+1).
func (w *work) draw(j, n int, elites []*Candidate) (out []*Candidate) {
	rounds := float64(w.rounds())
	weight := make([]float64, len(elites))
	sum := 0.0
	for i := range elites {
		weight[i] = float64(len(elites) - i)
		sum += weight[i]
	}
	for i := range weight {
		weight[i] /= sum
	}
	factor := math.Pow(1/float64(n), 1/float64(len(w.Space)))
	share := min(float64(j-1)/rounds, 0.9)
	for range n {
		for range tries {
			var c *Candidate
			if j == 1 {
				c = w.candidate(w.Space.uniform(w.random), j, -1, w.Space.firstModel())
			} else {
				parent := elites[draw(w.random, weight)]
				m := parent.model.narrowed(w.Space, parent.Config, factor, share)
				c = w.candidate(w.Space.near(w.random, parent.Config, m), j, parent.place, m)
			}
			if c != nil {
				out = append(out, c)
				break
			}
		}
	}
	return out
}

// race races candidates, the first of them elites, and returns the new elites,
// best first. It spends about the budget.
func (w *work) race(ctx context.Context, budget int, racers []*Candidate, elites int) (best []*Candidate, err error) {
	stepper, err := w.open(racers)
	if err != nil {
		return nil, err
	}
	defer func() {
		w.result.runs = stepper.Result(nil)
		for _, text := range stepper.Warnings() {
			if !slices.Contains(w.result.Warnings, text) {
				w.result.Warnings = append(w.result.Warnings, text)
			}
		}
		err = errors.Join(err, stepper.Close())
	}()
	seen := w.result.Blocks
	order := append([]int{seen}, w.random.Perm(seen)...)
	start, blocks := w.result.Used, 0
	alive := slices.Clone(racers)
	protected := lists.Set(racers[:elites], func(e *Candidate) *Candidate { return e })
	for step := 0; ; step++ {
		if step == len(order) {
			order = append(order, step)
		}
		block := order[step]
		if w.result.Used-start+w.missing(alive, block) > budget && step >= w.First {
			break
		}
		if alive, err = w.step(ctx, stepper, racers, alive, protected, order[:step+1]); err != nil {
			return w.rank(alive, order[:step]), err
		}
		w.result.Blocks = max(w.result.Blocks, block+1)
		blocks = step + 1
		if step+1 >= w.First {
			free := step >= seen // elites have no lead any more
			alive = w.test(alive, order[:step+1], func(c *Candidate) bool { return protected[c] && !free })
		}
		if w.watch != nil {
			w.sum()
			w.watch(w.result)
		}
		if step+1 > w.First && step >= seen && len(alive) <= w.rounds() {
			break
		}
	}
	best = w.rank(alive, order[:blocks])
	return best[:min(len(best), w.rounds())], nil
}

func (w *work) plan() experiment.Plan {
	return experiment.Plan{Name: w.Name, Puzzles: w.Puzzles, Runs: 1, Budget: w.Budget, Seed: w.Seed, Design: w.design, Workers: w.Workers}
}

func (w *work) open(racers []*Candidate) (*experiment.Session, error) {
	plan := w.plan()
	for _, c := range racers {
		s, err := w.engine(c.Config)
		if err != nil {
			return nil, err
		}
		plan.Engines = append(plan.Engines, s)
	}
	return plan.Open(w.options...)
}

// missing counts the candidates that a block would have to be run for.
func (w *work) missing(alive []*Candidate, block int) int {
	n := 0
	for _, c := range alive {
		if _, ok := c.costs[block]; !ok {
			n++
		}
	}
	return n
}

// trial is the run of a block: blocks go through all puzzles in a shuffled
// order, then through them again with the next seed.
func (w *work) trial(block, engine int) experiment.Trial {
	round := block / len(w.Puzzles)
	order := rand.New(rand.NewPCG(w.Seed, uint64(round))).Perm(len(w.Puzzles))
	return experiment.Trial{Puzzle: order[block%len(w.Puzzles)], Engine: engine, Run: round}
}

// step runs the last of some blocks: elites first, then challengers with what
// they may still spend. It returns those that are left.
func (w *work) step(ctx context.Context, stepper *experiment.Session, racers, alive []*Candidate, protected map[*Candidate]bool, order []int) ([]*Candidate, error) {
	block := order[len(order)-1]
	var lead, rest []*Candidate
	for _, c := range alive {
		if protected[c] {
			lead = append(lead, c)
		} else {
			rest = append(rest, c)
		}
	}
	if err := w.run(ctx, stepper, racers, lead, block, nil); err != nil {
		return alive, err
	}
	allowed := map[*Candidate]float64{}
	if w.Capping > 0 && len(lead) > 0 {
		bound := w.Capping * w.bound(lead, order)
		kept := rest[:0:0]
		for _, c := range rest {
			allowed[c] = bound - c.total(order[:len(order)-1])
			if allowed[c] > 0 {
				kept = append(kept, c)
			} else {
				c.Dropped = "capped"
			}
		}
		rest = kept
	}
	if err := w.run(ctx, stepper, racers, rest, block, allowed); err != nil {
		return alive, err
	}
	left := lead
	for _, c := range rest {
		if c.costs[block].capped {
			c.Dropped = "capped"
		} else {
			left = append(left, c)
		}
	}
	return left, nil
}

// bound is the median of what the elites took in all on some blocks, as irace has
// it: the mean of the two middle ones where their number is even.
func (w *work) bound(elites []*Candidate, order []int) float64 {
	totals := lists.Map(elites, func(e *Candidate) float64 { return e.total(order) })
	slices.Sort(totals)
	n := len(totals)
	return (totals[(n-1)/2] + totals[n/2]) / 2
}

// total is what a candidate took in all on some blocks.
func (c *Candidate) total(order []int) float64 {
	return lists.Sum(order, func(b int) float64 { return c.costs[b].cost })
}

// run makes the runs of a block that are missing.
func (w *work) run(ctx context.Context, stepper *experiment.Session, racers, who []*Candidate, block int, allowed map[*Candidate]float64) error {
	var trials []experiment.Trial
	var runners []*Candidate
	var caps []float64
	limit := w.Measure.Limit(w.Budget)
	for _, c := range who {
		if _, ok := c.costs[block]; ok {
			continue
		}
		next, most := w.trial(block, slices.Index(racers, c)), limit
		if a, ok := allowed[c]; ok && a < limit {
			next.Budget, most = w.budget(a)
		}
		trials, runners, caps = append(trials, next), append(runners, c), append(caps, most)
	}
	records, err := stepper.Do(ctx, trials...)
	if err != nil {
		return err
	}
	for i, r := range records {
		if r.Status == experiment.Failed {
			return fmt.Errorf("tune: %v on puzzle %s failed: %s", runners[i].Config, r.Puzzle, r.Error)
		}
		x := trial{spent: min(w.Measure.Of(r), limit), cost: w.Cost(r), solved: r.Solved(), record: &records[i]}
		x.capped = !x.solved && caps[i] < limit
		runners[i].costs[block] = x
	}
	w.result.Used += len(trials)
	return nil
}

// budget is the plan's budget with no more of the measure than a number, and
// what that is: counts are rounded up.
func (w *work) budget(most float64) (solver.Budget, float64) {
	b := w.Budget
	switch w.Measure {
	case analysis.Iterations:
		b.Iterations = max(int64(math.Ceil(most)), 1)
		return b, float64(b.Iterations)
	case analysis.Evaluations:
		b.Evaluations = max(int64(math.Ceil(most)), 1)
		return b, float64(b.Evaluations)
	case analysis.CPU:
		b.CPU = max(time.Duration(most*float64(time.Second)), time.Millisecond)
		return b, b.CPU.Seconds()
	default:
		b.Wall = max(time.Duration(most*float64(time.Second)), time.Millisecond)
		return b, b.Wall.Seconds()
	}
}

// test drops those that are worse than the best, by Friedman's test and the
// comparison that goes with it ([conover]); of two, by the signed ranks.
func (w *work) test(alive []*Candidate, order []int, safe func(*Candidate) bool) []*Candidate {
	k := len(alive)
	if k < 2 {
		return alive
	}
	rows := make([][]float64, len(order))
	for i, b := range order {
		for _, c := range alive {
			rows[i] = append(rows[i], c.costs[b].cost)
		}
	}
	sums, far := conover(rows, w.Alpha)
	if k == 2 {
		far = math.Inf(1)
		first, second := make([]float64, len(rows)), make([]float64, len(rows))
		for i, row := range rows {
			first[i], second[i] = row[0], row[1]
		}
		if stats.SignedRank(stats.Differences(first, second)).P < w.Alpha {
			far = 0
		}
	}
	best := slices.Min(sums)
	var left []*Candidate
	for j, c := range alive {
		if sums[j]-best > far && !safe(c) {
			c.Dropped = "test"
			continue
		}
		left = append(left, c)
	}
	return left
}

// conover is the sum of each column's ranks within the rows, and how far two
// sums must lie apart to differ (Conover, Practical Nonparametric Statistics,
// 3rd edition 1999, section 5.8): infinitely far where Friedman's test finds no
// difference.
func conover(rows [][]float64, alpha float64) (sums []float64, far float64) {
	k, n := len(rows[0]), float64(len(rows))
	sums = make([]float64, k)
	squares, all := 0.0, 0.0
	for _, row := range rows {
		ranks, _ := stats.Ranks(row)
		for j, r := range ranks {
			sums[j] += r
			squares += r * r
		}
	}
	if !(stats.Friedman(rows).P < alpha) {
		return sums, math.Inf(1)
	}
	for _, s := range sums {
		all += s * s
	}
	freedom := (n - 1) * float64(k-1)
	t := distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile(1 - alpha/2)
	return sums, t * math.Sqrt(max(2*(n*squares-all)/freedom, 0))
}

// rank orders candidates by the sum of their ranks over some blocks, then by
// what they took.
func (w *work) rank(alive []*Candidate, order []int) []*Candidate {
	sums := map[*Candidate]float64{}
	for _, b := range order {
		row := lists.Map(alive, func(c *Candidate) float64 { return c.costs[b].cost })
		ranks, _ := stats.Ranks(row)
		for j, c := range alive {
			sums[c] += ranks[j]
		}
	}
	out := slices.Clone(alive)
	slices.SortStableFunc(out, func(a, b *Candidate) int {
		return cmp.Or(cmp.Compare(sums[a], sums[b]), cmp.Compare(a.total(order), b.total(order)))
	})
	return out
}

func blocksOf(costs map[int]trial) []int { return slices.Sorted(maps.Keys(costs)) }
