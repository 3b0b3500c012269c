package tune

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Conover's example: twelve homeowners rank four grasses (Practical
// Nonparametric Statistics, section 5.8). R's agricolae 1.3 prints, for
// friedman(judge, trt, evaluation) on its data set grass, LSD 11.48168 and the
// sums 38, 23.5, 24.5 and 34, of which the first differs from the second and the
// third; scikit-posthocs 0.11 has the same p-values.
var grass = [][]float64{
	{4, 3, 2, 1},
	{4, 2, 3, 1},
	{3, 1.5, 1.5, 4},
	{3, 1, 2, 4},
	{4, 2, 1, 3},
	{2, 2, 2, 4},
	{1, 3, 2, 4},
	{2, 4, 1, 3},
	{3.5, 1, 2, 3.5},
	{4, 1, 3, 2},
	{4, 2, 3, 1},
	{3.5, 1, 2, 3.5},
}

func TestConover(t *testing.T) {
	sums, far := conover(grass, 0.05)
	alltest.Check(t, slices.Equal(sums, []float64{38, 23.5, 24.5, 34}) && math.Abs(far-11.48168) <= 1e-5, "sums %v, distance %v, want 11.48168", sums, far)
	// Friedman's p is 0.044 (agricolae: 0.04404214).
	if _, far := conover(grass, 0.044); !math.IsInf(far, 1) {
		t.Errorf("a distance of %v where Friedman's test finds nothing", far)
	}
	// Where all rows agree any distance is enough.
	if _, far := conover([][]float64{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, 0.05); far != 0 {
		t.Errorf("a distance of %v where all rows agree", far)
	}
}

// columns makes a candidate of each column of costs; row i is block i.
func columns(rows [][]float64) (all []*Candidate, order []int) {
	for j := range rows[0] {
		c := &Candidate{racer: racer{costs: map[int]trial{}, place: j}}
		for i, row := range rows {
			c.costs[i] = trial{cost: row[j], spent: row[j], solved: true}
		}
		all = append(all, c)
	}
	for i := range rows {
		order = append(order, i)
	}
	return all, order
}

func places(all []*Candidate) (out []int) {
	for _, c := range all {
		out = append(out, c.place)
	}
	return out
}

// Only what lies farther from the best than Conover's distance is dropped, and
// never what is protected. Of two, the signed ranks decide.
func TestDropped(t *testing.T) {
	w := &work{Tuner: Tuner{Alpha: 0.05}}
	nobody := func(*Candidate) bool { return false }
	all, order := columns(grass)
	left := places(w.test(all, order, nobody))
	alltest.Check(t, slices.Equal(left, []int{1, 2, 3}) && all[0].Dropped == "test", "left %v, first dropped %q", left, all[0].Dropped)
	all, order = columns(grass)
	if left := places(w.test(all, order, func(c *Candidate) bool { return c.place == 0 })); len(left) != 4 || all[0].Dropped != "" {
		t.Errorf("with the first protected %v are left", left)
	}
	two := [][]float64{{1, 2}, {1, 3}, {1, 4}, {1, 5}, {1, 6}}
	all, order = columns(two)
	if left := w.test(all, order, nobody); len(left) != 2 {
		t.Errorf("5 signs, p = 1/16: %v are left", places(left))
	}
	all, order = columns(append(two, []float64{1, 7}))
	if left := places(w.test(all, order, nobody)); !slices.Equal(left, []int{0}) {
		t.Errorf("6 signs, p = 1/32: %v are left", left)
	}
	alltest.Equal(t, len(w.test(all[:1], order, nobody)), 1, "a single one is dropped")
}

// Offspring is drawn around elites in proportion to their ranks from below:
// of three, 3 to 2 to 1.
func TestElitesWeights(t *testing.T) {
	tuner := hills(600, 1)
	tuner = alltest.Must(tuner.complete())(t)
	w := &work{Tuner: tuner, result: &Result{}, known: map[string]*Candidate{}, random: rand.New(rand.NewPCG(1, 2))}
	var elites []*Candidate
	for i := range 3 {
		elites = append(elites, w.candidate(Config{"x": fmt.Sprint(0.2 + 0.3*float64(i)), "n": "8", "mode": "b", "y": "0.5"}, 0, -1, tuner.Space.firstModel()))
	}
	const n = 1200
	children := map[int]float64{}
	for _, c := range w.draw(2, n, elites) {
		children[c.Parent] += 1.0 / n
	}
	// The standard deviation of a share is at most 0.0145.
	for i, want := range []float64{3.0 / 6, 2.0 / 6, 1.0 / 6} {
		alltest.Check(t, math.Abs(children[i]-want) <= 0.06, "a share of %.3f are children of elite %d, want %.3f", children[i], i+1, want)
	}
}

// script is an engine whose runs take what a table says, by its parameter c.
// It notes the limits that runs are given, and on which puzzles.
type script struct {
	c      int
	need   []int64
	mu     *sync.Mutex
	limits map[int][]int64
	ran    map[int][]string
}

func (s *script) Table() solver.Table { return solver.Table{solver.Int("c", &s.c, "")} }
func (s *script) Describe() solver.Description {
	return solver.Description{Engine: "task/script", Parameters: s.Table().Values()}
}

func (s *script) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	s.mu.Lock()
	s.limits[s.c] = append(s.limits[s.c], run.Budget.Iterations)
	s.ran[s.c] = append(s.ran[s.c], p.ID())
	s.mu.Unlock()
	m := solver.Start(ctx, p, run)
	for m.Continue() {
		m.Iterated(1, puzzle.Grid{}, nil)
		if m.Iterations() >= s.need[s.c] {
			return m.Finish(solver.Outcome{Status: solver.Solved, Best: puzzle.NewGrid(p.Size(), 1)})
		}
	}
	return m.Finish(solver.Outcome{Status: m.Undecided(), Cost: 1})
}

// scripted is a tuner at work on an engine of which configuration i needs
// need[i] iterations of at most 100, and its candidates.
func scripted(t *testing.T, capping float64, need ...int64) (w *work, all []*Candidate, limits map[int][]int64) {
	t.Helper()
	limits = map[int][]int64{}
	mu, ran := new(sync.Mutex), map[int][]string{}
	tuner := Tuner{
		New:   func() solver.Configurable { return &script{need: need, mu: mu, limits: limits, ran: ran} },
		Space: Space{Whole("c", 0, max(len(need)-1, 1))}, Budget: solver.Iterations(100), Measure: analysis.Iterations, Runs: 1000, Capping: capping,
	}
	for i := range 30 {
		tuner.Puzzles = append(tuner.Puzzles, task{fmt.Sprint("t", i), 1})
	}
	tuner = alltest.Must(tuner.complete())(t)
	w = &work{Tuner: tuner, result: &Result{}, known: map[string]*Candidate{}, random: rand.New(rand.NewPCG(1, 2))}
	for i := range need {
		all = append(all, w.candidate(Config{"c": strconv.Itoa(i)}, 0, -1, tuner.Space.firstModel()))
	}
	return w, all, limits
}

func (w *work) stepper(t *testing.T, all []*Candidate) *experiment.Session {
	t.Helper()
	s := alltest.Must(w.open(all))(t)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// A challenger may spend on a block what the elites' median, times the
// capping, leaves of its total: no more, and no less. What it does not finish
// with that is capped and counts with the penalty; what fails with the whole
// budget is not.
func TestCappedRuns(t *testing.T) {
	const never = 1000
	// Elites need 10, 20 and 60: their median on one block is 20, times 1.5 is 30.
	w, all, limits := scripted(t, 1.5, 10, 20, 60, 30, 31, never)
	protected := map[*Candidate]bool{all[0]: true, all[1]: true, all[2]: true}
	left, err := w.step(t.Context(), w.stepper(t, all), all, all, protected, []int{0})
	alltest.OK(t, err)
	got := places(left)
	alltest.Check(t, slices.Equal(got, []int{0, 1, 2, 3}), "left %v", got)
	for i, want := range []int64{100, 100, 100, 30, 30, 30} {
		alltest.Check(t, slices.Equal(limits[i], []int64{want}), "configuration %d may spend %v, want %d", i, limits[i], want)
	}
	for i, want := range []trial{
		{cost: 10, spent: 10, solved: true},
		{cost: 20, spent: 20, solved: true},
		{cost: 60, spent: 60, solved: true},
		{cost: 30, spent: 30, solved: true},
		{cost: 1000, spent: 30, capped: true},
		{cost: 1000, spent: 30, capped: true},
	} {
		got := all[i].costs[0]
		got.record = nil
		alltest.Equal(t, got, want, "configuration %d", i)
		alltest.Equal(t, all[i].Dropped == "capped", want.capped, "configuration %d: dropped %q", i, all[i].Dropped)
	}
	// On the second block the third may spend what is left: 60 less 30.
	if _, err := w.step(t.Context(), w.stepper(t, all), all, left, protected, []int{0, 1}); err != nil || !slices.Equal(limits[3], []int64{30, 30}) {
		t.Errorf("limits %v, %v", limits[3], err)
	}
	// It has nothing left where the elites' total has not grown.
	left, err = w.step(t.Context(), w.stepper(t, all), all, left, protected, []int{0})
	alltest.Check(t, err == nil && (!slices.Contains(left, all[3]) || all[3].total([]int{0}) <= 30), "left %v, %v", places(left), err)

	// Without capping a run that fails is no reason to drop anyone.
	w, all, limits = scripted(t, -1, 10, never)
	left, err = w.step(t.Context(), w.stepper(t, all), all, all, map[*Candidate]bool{all[0]: true}, []int{0})
	alltest.Check(t, err == nil && len(left) == 2 && slices.Equal(limits[1], []int64{100}),
		"without capping: left %v, limits %v, %v", places(left), limits[1], err)
	x := all[1].costs[0]
	alltest.Check(t, x.cost == 1000 && x.spent == 100 && !x.solved && !x.capped, "a run that fails with the whole budget: %+v", x)
}

// A challenger that has spent all that it may is out before it runs.
func TestSpentAll(t *testing.T) {
	w, all, limits := scripted(t, 1, 10, 10)
	all[0].costs[0], all[1].costs[0] = trial{cost: 10}, trial{cost: 20}
	left, err := w.step(t.Context(), w.stepper(t, all), all, all, map[*Candidate]bool{all[0]: true}, []int{0, 1})
	alltest.Check(t, err == nil && slices.Equal(places(left), []int{0}) && all[1].Dropped == "capped" && len(limits[1]) == 0,
		"left %v, dropped %q, runs %v, %v", places(left), all[1].Dropped, limits[1], err)
}

// An elite that is worse than all challengers stays until they have seen every
// block that it has, and no longer.
func TestElitesProtected(t *testing.T) {
	w, all, _ := scripted(t, -1, 90, 10, 11)
	const seen = 9
	for block := range seen {
		all[0].costs[block] = trial{cost: 90, spent: 90, solved: true}
	}
	w.result.Blocks = seen
	dropped := 0 // the number of blocks that the challenger had seen
	w.watch = func(r *Result) {
		if all[0].Dropped != "" && dropped == 0 {
			dropped = len(all[1].costs)
		}
	}
	best := alltest.Must(w.race(t.Context(), 200, all, 1))(t)
	alltest.Check(t, dropped == seen+1 && all[0].Dropped == "test" && best[0] == all[1],
		"dropped %q after %d blocks, want %d; best %v", all[0].Dropped, dropped, seen+1, best[0].Config)
	alltest.Check(t, len(all[0].costs) == seen+1 && all[2].Dropped == "test" && len(all[2].costs) == w.First,
		"%d blocks of the elite, %d of the worse challenger", len(all[0].costs), len(all[2].costs))
}

// Costs are compared on common blocks, whatever else a candidate has seen.
func TestRelative(t *testing.T) {
	w, all, _ := scripted(t, -1, 1, 1, 1, 1)
	put := func(c *Candidate, costs map[int]float64) {
		for block, cost := range costs {
			c.costs[block] = trial{cost: cost}
		}
	}
	put(all[0], map[int]float64{0: 1, 1: 2})                       // seen early, on easy blocks
	put(all[1], map[int]float64{0: 4, 1: 8, 2: 100, 3: 200, 4: 5}) // the reference
	put(all[2], map[int]float64{2: 300, 3: 300, 9: 1})
	put(all[3], map[int]float64{9: 1})
	w.finish(all[:2])
	alltest.Check(t, w.result.Reference == 1 && all[1].Relative == 1 && all[1].Common == 5, "reference %d, %+v", w.result.Reference, all[1])
	alltest.Check(t, all[0].Relative == 0.25 && all[0].Common == 2 && all[2].Relative == 2 && all[2].Common == 2,
		"%v on %d, %v on %d", all[0].Relative, all[0].Common, all[2].Relative, all[2].Common)
	alltest.Check(t, math.IsNaN(all[3].Relative) && all[3].Common == 0, "%v on %d", all[3].Relative, all[3].Common)
	w.result.Elites = nil
	all[1].costs = nil
	if w.sum(); w.result.Reference != 2 {
		t.Errorf("without elites %d is the reference", w.result.Reference)
	}
}

// The way of an ablation is chosen on some puzzles and measured on others, all
// of it on the same.
func TestAblationMeasuresAnew(t *testing.T) {
	w, _, _ := scripted(t, -1, 50, 20)
	path, err := w.Ablate(t.Context(), Config{"c": "0"}, Config{"c": "1"}, 6)
	alltest.Require(t, err == nil && len(path) == 2, "%v, %v", path, err)
	ran := w.New().(*script).ran
	chosen, measured := ran[1][:6], slices.Sorted(slices.Values(ran[1][6:]))
	before := slices.Sorted(slices.Values(ran[0]))
	alltest.Check(t, len(measured) == 6 && slices.Equal(before, measured), "before the step on %v, after it on %v", before, measured)
	for _, p := range measured {
		alltest.Check(t, !slices.Contains(chosen, p), "%s chose the way and measures it", p)
	}
}

// Steps without an effect are settled in few of many ablations: 5 % of 100, and
// three standard deviations of their number.
func TestAblationError(t *testing.T) {
	wrong := 0
	for seed := range uint64(100) {
		tuner := hills(300, seed)
		tuner.New = func() solver.Configurable { return &luck{} }
		tuner.Space = Space{Whole("a", 0, 9), Whole("b", 0, 9)}
		path := alltest.Must(tuner.Ablate(t.Context(), Config{"a": "0", "b": "0"}, Config{"a": "1", "b": "1"}, 20))(t)
		for _, s := range path {
			if s.Settled() {
				wrong++
				break
			}
		}
	}
	t.Logf("%d of 100 ablations without an effect claim one", wrong)
	alltest.Check(t, wrong <= 11, "%d of 100 ablations without an effect claim one", wrong)
}

// luck is an engine whose parameters change nothing but its luck.
type luck struct{ a, b int }

func (l *luck) Table() solver.Table {
	return solver.Table{solver.Int("a", &l.a, ""), solver.Int("b", &l.b, "")}
}

func (l *luck) Describe() solver.Description {
	return solver.Description{Engine: "task/luck", Parameters: l.Table().Values()}
}

func (l *luck) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	m := solver.Start(ctx, p, run)
	r := rand.New(solver.NewPCG(run.Seed + uint64(1000*l.a+l.b)))
	need := int64(50 * p.(task).weight * math.Exp(0.7*r.NormFloat64()))
	for m.Continue() {
		m.Iterated(1, puzzle.Grid{}, nil)
		if m.Iterations() >= need {
			return m.Finish(solver.Outcome{Status: solver.Solved, Best: puzzle.NewGrid(p.Size(), 1)})
		}
	}
	return m.Finish(solver.Outcome{Status: m.Undecided(), Cost: 1})
}

// A race stops before the block that would exceed its budget.
func TestRaceBudget(t *testing.T) {
	w, all, _ := scripted(t, -1, 10, 10, 10)
	_, err := w.race(t.Context(), 20, all, 0)
	alltest.Check(t, err == nil && w.result.Used == 18 && w.result.Blocks == 6, "%d runs of 20 on %d blocks, %v", w.result.Used, w.result.Blocks, err)
}
