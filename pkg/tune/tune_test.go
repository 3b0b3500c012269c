package tune

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// task is a puzzle that any board solves; weight says how long it takes.
type task struct {
	id     string
	weight float64
}

func (p task) Kind() string                         { return "task" }
func (p task) ID() string                           { return p.id }
func (p task) Size() puzzle.Size                    { return puzzle.Size{Rows: 1, Cols: 1} }
func (p task) Hash() puzzle.Hash                    { return puzzle.HashOf("task", p.id) }
func (p task) Check(puzzle.Grid) []puzzle.Violation { return nil }
func (p task) Rows(puzzle.Grid) []string            { return nil }
func (task) Text() string                           { return "" }
func (p task) Draw(puzzle.View) puzzle.SVG          { return "" }

// hill is an engine whose best parameters are known: x = 0.3, n = 8, mode b,
// and, which matters in mode b only, y = 0.7.
type hill struct {
	x, y float64
	n    int
	mode string
	runs *atomic.Int64
}

func newHill() *hill { return &hill{x: 0.9, y: 0.1, n: 60, mode: "a"} }

func (h *hill) Table() solver.Table {
	return solver.Table{
		solver.Float("x", &h.x, ""), solver.Float("y", &h.y, ""), solver.Int("n", &h.n, ""),
		solver.Part(func(flags *flag.FlagSet) { flags.StringVar(&h.mode, "mode", h.mode, "") }, nil),
	}
}

func (h *hill) Describe() solver.Description {
	return solver.Description{Engine: "task/hill", Parameters: h.Table().Values()}
}

// slow is how many times longer than the best a run takes on average.
func (h *hill) slow() float64 {
	s := 1 + 8*(h.x-0.3)*(h.x-0.3) + 0.3*math.Pow(math.Log(float64(h.n)/8), 2)
	switch h.mode {
	case "a":
		s += 1.5
	case "b":
		s += 3 * (h.y - 0.7) * (h.y - 0.7)
	case "c":
		s += 3
	}
	return s
}

func (h *hill) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	if h.runs != nil {
		h.runs.Add(1)
	}
	m := solver.Start(ctx, p, run)
	r := rand.New(solver.NewPCG(run.Seed))
	need := int64(20 * h.slow() * p.(task).weight * math.Exp(0.4*r.NormFloat64()))
	for m.Continue() {
		m.Iterated(1, puzzle.Grid{}, nil)
		if m.Iterations() >= need {
			return m.Finish(solver.Outcome{Status: solver.Solved, Best: puzzle.NewGrid(p.Size(), 1)})
		}
	}
	return m.Finish(solver.Outcome{Status: m.Undecided(), Cost: 1})
}

func hills(runs int, seed uint64) Tuner {
	y := Real("y", 0, 1)
	y.When = `mode == "b"`
	t := Tuner{
		Name: "hills", New: func() solver.Configurable { return newHill() },
		Space:  Space{Real("x", 0, 1), Whole("n", 1, 100).OnLog(), OneOf("mode", "a", "b", "c"), y},
		Budget: solver.Iterations(400), Measure: analysis.Iterations, Runs: runs, Seed: seed,
	}
	for i := range 20 {
		t.Puzzles = append(t.Puzzles, task{fmt.Sprint("t", i), 0.5 + float64(i%5)/4})
	}
	return t
}

// TestFindsTheHill tunes an engine of known optimum with several seeds: the
// best found must be close to it, where the default is more than six times and
// a random configuration nearly four times as slow.
func TestFindsTheHill(t *testing.T) {
	for seed := range uint64(6) {
		tuner := hills(1500, seed)
		result := alltest.Must(tuner.Run(t.Context(), nil))(t)
		s := alltest.Must(tuner.engine(result.Best))(t)
		slow := s.(*hill).slow()
		t.Logf("seed %d: %v, %.2f times the optimum, %d runs, %d candidates", seed, result.Best, slow, result.Used, len(result.Candidates))
		alltest.Check(t, slow <= 1.35 && result.Best["mode"] == "b", "seed %d: found %v, %.2f times as slow as the best", seed, result.Best, slow)
		alltest.Check(t, result.Used <= 1500*11/10, "seed %d: %d runs of 1500", seed, result.Used)
		e := result.Elites[0]
		alltest.Check(t, e.Blocks >= 10 && e.Dropped == "" && result.Elites[0].Config.String() == result.Best.String(), "the best: %+v", e)
	}
}

// Capping saves: with it more candidates are looked at for the same runs'
// worth of iterations, and no run of a challenger is longer than the elites'
// spending allows.
func TestCapping(t *testing.T) {
	spent := map[float64]float64{}
	for _, capping := range []float64{-1, 1.2} {
		tuner := hills(900, 4)
		tuner.Capping = capping
		result := alltest.Must(tuner.Run(t.Context(), nil))(t)
		capped := 0
		for _, c := range result.Candidates {
			for _, x := range c.costs {
				spent[capping] += x.spent / float64(result.Used)
			}
			if c.Dropped == "capped" {
				capped++
			}
		}
		alltest.Equal(t, (capped > 0), (capping > 0), "capping %v: %d capped", capping, capped)
	}
	alltest.Check(t, spent[1.2] <= 0.9*spent[-1], "%.1f iterations a run with capping, %.1f without", spent[1.2], spent[-1])
}

var equal = cmp.Options{cmpopts.IgnoreUnexported(Candidate{}, Result{})}

// The result does not depend on the number of workers, and a tuner that was
// stopped goes on to the same result without making a run twice.
func TestSameAgain(t *testing.T) {
	tuner := hills(300, 2)
	tuner.Workers = 1
	var runs atomic.Int64
	tuner.New = func() solver.Configurable {
		h := newHill()
		h.runs = &runs
		return h
	}
	want, err := tuner.Run(t.Context(), nil)
	alltest.OK(t, err)
	all := runs.Swap(0)
	alltest.Equal(t, all, int64(want.Used), "runs, the result says %d", want.Used)
	tuner.Workers = 4
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	looks := 0
	part, err := tuner.Run(ctx, func(r *Result) {
		if looks++; looks == 9 {
			cancel()
		}
	}, experiment.In(dir))
	alltest.Require(t, err == nil && part.Interrupted && part.Used != 0 && part.Used < want.Used && len(part.Best) != 0, "%+v, %v", part, err)
	got := alltest.Must(tuner.Run(t.Context(), nil, experiment.In(dir)))(t)
	alltest.Equal(t, cmp.Diff(want, got, equal), "")
	alltest.Equal(t, runs.Load(), all, "runs in two parts")
	// All of its runs are of its plan, can be published with it, and come out the same again.
	plan, made := got.Plan(), got.Runs()
	file := alltest.Must(plan.File())(t)
	home := t.TempDir()
	alltest.OK(t, archive.Publish(home, "a-tuner", "Which parameters?", archive.Part{Plan: file, Records: made.All(), Provenance: made.Provenance()}))
	study, err := archive.Read(filepath.Join(home, "a-tuner"))
	alltest.Require(t, err == nil && study.Plans[0].Provenance.First != "", "%v %v", study, err)
	records, err := study.Records()
	alltest.Require(t, err == nil && len(records) == got.Used && len(plan.Engines) == len(got.Candidates),
		"%d of %d runs and %d of %d configurations published: %v", len(records), got.Used, len(plan.Engines), len(got.Candidates), err)
	capped := 0
	for _, r := range records {
		if r.Budget != plan.Budget {
			capped++
		}
		alltest.Require(t, r.Design == "tuning", "%v", r.Design)
	}
	out := differ(t, plan, records)
	alltest.Require(t, out == nil, "%v", out)
	alltest.Check(t, capped != 0, "no run was capped")
}

// An ablation path begins and ends where it should, each step is measured, and
// the parameter that matters most comes first.
func TestAblation(t *testing.T) {
	tuner := hills(300, 1)
	for i := 20; i < 200; i++ {
		tuner.Puzzles = append(tuner.Puzzles, task{fmt.Sprint("t", i), 0.5 + float64(i%5)/4})
	}
	to := Config{"x": "0.3", "n": "8", "mode": "b", "y": "0.7"}
	path, err := tuner.Ablate(t.Context(), Config{"x": "0.31"}, to, 200)
	alltest.OK(t, err)
	var order []string
	for _, s := range path {
		order = append(order, strings.Join(s.Changed, "+"))
	}
	// Slowness of the start: x 0.0008, n 1.22, mode 1.5; mode b with y 0.1 costs 1.08.
	want := []string{"", "n", "mode+y", "x"}
	alltest.Check(t, slices.Equal(order, want), "order %q, want %q", order, want)
	if last := path[len(path)-1]; last.Config.String() != to.String() || last.Solved != 1 || last.Mean > path[0].Mean/2 {
		t.Errorf("ends with %+v after %+v", last, path[0])
	}
	// The changes of n and of the mode are large; that of x is a sixtieth of an iteration.
	for i, want := range []bool{false, true, true, false} {
		s := path[i]
		alltest.Equal(t, s.Settled(), want, "step %d: settled; %v", i, s)
		if i == 0 {
			alltest.Equal(t, s.String(), "", "the first step says %q", s)
			continue
		}
		if c := s.Change; c.Puzzles != 200 || math.Abs(c.Level-(1-0.05/3)) > 1e-12 || !c.Ratio || math.Abs(c.FirstMean-s.Mean) > 0.4*s.Mean {
			t.Errorf("step %d: mean cost %v, compared as %+v", i, s.Mean, c)
		}
	}
	if got, want := path[3].String(), "x = 0.3: whether this changes the typical cost is not settled, from "; !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q…", got, want)
	}
	if got, want := path[1].String(), "n = 8: lowers the typical cost, from "; !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q…", got, want)
	}
	back, err := tuner.Ablate(t.Context(), to, Config{"mode": "a", "x": "0.3", "n": "8", "y": "0.7"}, 200)
	alltest.Check(t, err == nil && len(back) == 2 && back[1].What() == "mode = a, no y" && strings.Contains(back[1].String(), "raises"), "the way back: %v, %v", back, err)
	alltest.Refused(tuner.Ablate(t.Context(), nil, to, 1))(t, ErrTuner, "one block")
}

// An engine of the registry, by its name.
func TestRegistry(t *testing.T) {
	entry := alltest.Must(engines.Find("nurikabe/acs"))(t)
	tuner := Tuner{
		New: entry.New, Space: Space{Whole("ants", 2, 40).OnLog(), Real("q0", 0, 1), Real("rho", 0.01, 0.9), OneOf("scheme", "shuffled", "nearest")},
		Puzzles: nurikabes.Kind.MustOpen("open-908").Between(64, 81).Take(10).Puzzles(), Budget: solver.Evaluations(1000), Measure: analysis.Evaluations, Runs: 120, Seed: 1,
	}
	result := alltest.Must(tuner.Run(t.Context(), nil))(t)
	s, err := tuner.engine(result.Best)
	alltest.Check(t, err == nil && len(result.Candidates) >= 4 && s.Describe().Engine == entry.Name, "%v, %v", result.Best, err)
	alltest.Equal(t, result.Candidates[0].Config["ants"], "10", "the first candidate ants, want the paper's 10")
}

func TestErrors(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Tuner)
		want   error
	}{
		"no engine":      {func(t *Tuner) { t.New = nil }, ErrTuner},
		"no puzzles":     {func(t *Tuner) { t.Puzzles = nil }, ErrTuner},
		"no budget":      {func(t *Tuner) { t.Budget = solver.Budget{} }, ErrTuner},
		"few runs":       {func(t *Tuner) { t.Runs = 3 }, ErrTuner},
		"alpha":          {func(t *Tuner) { t.Alpha = 3 }, ErrTuner},
		"no space":       {func(t *Tuner) { t.Space = nil }, ErrSpace},
		"unknown name":   {func(t *Tuner) { t.Space[0].Name = "z" }, ErrSpace},
		"twice":          {func(t *Tuner) { t.Space[1].Name = "x" }, ErrSpace},
		"range":          {func(t *Tuner) { t.Space[0].Low = 2 }, ErrSpace},
		"log of zero":    {func(t *Tuner) { t.Space[0].Log = true }, ErrSpace},
		"no values":      {func(t *Tuner) { t.Space[2].Values = nil }, ErrSpace},
		"not whole":      {func(t *Tuner) { t.Space[1].Low = 1.5 }, ErrSpace},
		"real for whole": {func(t *Tuner) { t.Space[1] = Real("n", 0.5, 2) }, ErrSpace},
		"start":          {func(t *Tuner) { t.Start = []Config{{"n": "many"}} }, nil},
	} {
		tuner := hills(300, 1)
		c.change(&tuner)
		result, err := tuner.Run(t.Context(), nil)
		alltest.Check(t, err != nil && (c.want == nil || errors.Is(err, c.want)) && result == nil, "%s: %v", name, err)
	}
}

// differ says how runs of a plan differ when they are rerun.
func differ(t *testing.T, plan experiment.Plan, records []experiment.Record) (out []string) {
	t.Helper()
	made := 0
	for _, r := range alltest.Must(experiment.Replicate(t.Context(), experiment.Sampling{Runs: len(records)}, experiment.Evidence{Plan: plan, Records: experiment.Held(records...)}))(t) {
		out, made = append(out, r.Differences...), made+r.Made
	}
	alltest.Require(t, made != 0, "no run was rerun")
	return out
}
