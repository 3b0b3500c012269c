package race

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// stone is a puzzle whose solution is a board of ones; hard is the chance that
// an iteration of luck fails on it.
type stone struct {
	id   string
	size puzzle.Size
	hard float64
}

func (s stone) Kind() string      { return "stone" }
func (s stone) ID() string        { return s.id }
func (s stone) Size() puzzle.Size { return s.size }
func (s stone) Hash() puzzle.Hash { return puzzle.HashOf("stone", fmt.Sprint(s)) }
func (s stone) Check(g puzzle.Grid) []puzzle.Violation {
	if g.Size != s.size || g.Values[0] != 1 {
		return []puzzle.Violation{{Rule: "ones"}}
	}
	return nil
}
func (s stone) Rows(puzzle.Grid) []string   { return nil }
func (s stone) Text() string                { return s.id }
func (s stone) Draw(puzzle.View) puzzle.SVG { return "" }

// luck solves a stone in an iteration with a chance that its skill multiplies.
type luck struct {
	engine string // "" is stone/luck
	name   string
	skill  float64
	solve  *atomic.Int64 // counts runs, where it is there
	fail   string        // panics on the puzzle of this ID
	// custom says that a rule is a func.
	custom bool
}

func (l luck) Describe() solver.Description {
	engine := l.engine
	if engine == "" {
		engine = "stone/luck"
	}
	return solver.Description{Engine: engine, Variant: l.name, Custom: l.custom, Parameters: []solver.Parameter{{Name: "skill", Value: fmt.Sprint(l.skill)}}}
}

func (l luck) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	if l.solve != nil {
		l.solve.Add(1)
	}
	if l.fail == p.ID() {
		panic("out of luck")
	}
	r := rand.New(solver.NewPCG(run.Seed))
	m := solver.Start(ctx, p, run)
	for m.Continue() {
		m.Iterated(1, puzzle.Grid{}, nil)
		if r.Float64() < l.skill*(1-p.(stone).hard) {
			return m.Finish(solver.Outcome{Status: solver.Solved, Best: puzzle.NewGrid(p.Size(), 1)})
		}
	}
	return m.Finish(solver.Outcome{Status: m.Undecided(), Cost: 1})
}

func stones(n int) (out []puzzle.Puzzle) {
	for i := range n {
		side := 8 + i%10
		out = append(out, stone{fmt.Sprintf("s%03d", i), puzzle.Size{Rows: side, Cols: side}, 0.95 + 0.04*float64(i%7)/7})
	}
	return out
}

func example(n int) Race {
	return Race{
		Name: "luck", Puzzles: stones(n), Baseline: luck{name: "plain", skill: 1},
		Variants: []solver.Solver{luck{name: "lucky", skill: 3}, luck{name: "same", skill: 1.0000001}, luck{name: "unlucky", skill: 0.2}},
		Budget:   solver.Iterations(40), Seed: 5,
	}
}

// timeless leaves out what may differ between equal races.
var timeless = cmp.Options{
	cmpopts.IgnoreFields(experiment.Record{}, "Seconds", "CPU", "PeakBytes", "Host", "Session", "Trace"),
	cmpopts.IgnoreFields(Finding{}, "CPU"), cmpopts.IgnoreFields(Result{}, "Warnings", "Reuse"),
	cmpopts.IgnoreUnexported(Result{}, VariantResult{}, SizeResult{}, Finding{}), cmpopts.IgnoreFields(Result{}, "Race"),
}

// A race finds what there is to find, and how many work on it or look does not
// matter.
func TestRaceVerdicts(t *testing.T) {
	var first *Result
	for _, workers := range []int{1, 3, 9} {
		r := example(240)
		r.Workers = workers
		watched := 0
		result := alltest.Must(r.Run(t.Context(), func(res *Result) {
			runs := len(res.Records)
			alltest.Check(t, (watched == 0) == (runs == 0), "watched after %d runs, %d times before", runs, watched)
			watched++
		}))(t)
		alltest.Check(t, watched >= 10, "watched %d times", watched)
		if first == nil {
			first = result
		} else if diff := cmp.Diff(first, result, timeless); diff != "" {
			t.Errorf("%d workers: %s", workers, diff)
		}
	}
	want := map[string]Verdict{"lucky": Better, "same": Identical, "unlucky": Worse}
	for _, c := range first.Variants {
		alltest.Equal(t, c.Verdict, want[c.Variant], "%s: %v", c.Variant, c)
		alltest.Check(t, len(c.Path) != 0 && c.Path[len(c.Path)-1].Success.Interval == c.Success.Interval && c.Blocks <= first.Blocks,
			"%s: %d blocks, path %v", c.Variant, c.Blocks, c.Path)
		runs := 0
		for _, r := range first.Records {
			if r.Label() == c.Variant {
				runs++
			}
		}
		alltest.Equal(t, runs, c.Blocks, "%s records for blocks", c.Variant)
	}
	lucky, _ := first.Find("lucky")
	if lucky.Decided > 60 || lucky.After != lucky.Decided || lucky.Blocks != 2*lucky.Decided || lucky.Effort.Value >= 1 || lucky.Success.Interval.Low > lucky.Success.Value {
		t.Errorf("%+v", lucky)
	}
	for _, part := range []string{"“lucky” is better than “plain” in success and no worse in typical effort (iterations, margin ×1.25) on puzzles like these 110, with up to 40 iterations a run. It solves ", "difference +0.", "By board size in cells, with an alpha of their own for all sizes: better in success on 100–199; not settled on 0–99"} {
		alltest.Has(t, lucky.String(), part, "does not say")
	}
	p, run, ok := first.Differ("lucky")
	alltest.Require(t, ok && run == 0, "no example")
	// On it the variant solves and the baseline does not.
	for _, r := range first.Records {
		alltest.Check(t, r.Puzzle != p.ID() || (r.Label() == "lucky") == r.Solved() || r.Label() == "same" || r.Label() == "unlucky",
			"the example %s: %s %s", p.ID(), r.Label(), r.Status)
	}
}

// Sentences say in what a variant is better, what that is about, and what the
// numbers rest on.
func TestSentences(t *testing.T) {
	estimate := func(value, low, high float64, settled bool) Estimate {
		return Estimate{Value: value, Interval: analysis.Interval{Low: low, High: high}, Settled: settled}
	}
	more, same, fewer := estimate(0.1, 0.05, 0.15, true), estimate(0.01, -0.02, 0.04, false), estimate(-0.1, -0.15, -0.05, true)
	less, slower, open := estimate(0.5, 0.4, 0.6, true), estimate(2, 1.5, 2.5, true), estimate(12.5, 0.81, 38, false)
	const a, from = "“a” is better than “b” in ", " Decided after 20 puzzles; the estimates are from the 20 after them."
	for _, c := range []struct {
		verdict         Verdict
		decide          Question
		success, effort Estimate
		want            string
	}{
		{Better, Both, more, open, a + "success and no worse in typical effort (iterations, margin ×1.25) on puzzles like these 40. It solves 0.500 against 0.400 of runs (difference +0.1, interval +0.05 to +0.15). It typically takes 12.5 times the iterations (geometric mean, ratios cut at 100, failures counted as the budget; interval 0.81 to 38)." + from},
		{Better, Both, same, less, a + "typical effort (iterations) and no worse in success (margin 0.05) on puzzles like these 40. It solves 0.500 against 0.400 of runs (difference +0.01, interval −0.02 to +0.04). It typically takes 0.5 times the iterations (geometric mean, ratios cut at 100, failures counted as the budget; interval 0.4 to 0.6)." + from},
		{Better, Both, more, less, a + "success and in typical effort (iterations) on puzzles"},
		{Better, Success, more, open, a + "success on puzzles like these 40. It solves 0.500 against 0.400 of runs (difference +0.1, interval +0.05 to +0.15). It typically takes about 12.5 times the iterations (geometric mean, ratios cut at 100, failures counted as the budget), which was not decided on." + from},
		{Better, Effort, same, less, a + "typical effort (iterations) on puzzles like these 40. It typically takes 0.5 times the iterations (geometric mean, ratios cut at 100, failures counted as the budget; interval 0.4 to 0.6). It solves about 0.500 against 0.400 of runs, which was not decided on." + from},
		{Worse, Both, same, slower, "“a” is worse than “b” in typical effort (iterations) and no better in success (margin 0.05) on"},
		{Worse, Both, fewer, open, "“a” is worse than “b” in success and no better in typical effort (iterations, margin ×1.25) on"},
		{Mixed, Both, more, slower, "“a” solves more than “b” but typically takes more iterations on puzzles like these 40. It "},
		{Mixed, Both, fewer, less, "“a” typically takes fewer iterations than “b” but solves less on puzzles like these 40. It "},
		{Alike, Both, same, open, "“a” performs like “b”, within 0.05 of success and a factor of 1.25 of the typical iterations, on puzzles"},
		{Alike, Effort, same, open, "“a” performs like “b”, within a factor of 1.25 of the typical iterations, on puzzles"},
		{Open, Both, same, open, "Whether “a” is better than “b” in success or in typical effort (iterations) is not settled on puzzles"},
		{Open, Effort, same, open, "Whether “a” is better than “b” in typical effort (iterations) is not settled on puzzles"},
		{Open, Both, same, less, "“a” typically takes fewer iterations than “b”; whether it solves less is not settled on puzzles"},
		{Open, Both, same, slower, "“a” typically takes more iterations than “b”; whether it solves more is not settled on puzzles"},
		{Open, Both, more, open, "“a” solves more than “b”; whether it typically takes more iterations is not settled on puzzles"},
		{Open, Both, fewer, open, "“a” solves less than “b”; whether it typically takes fewer iterations is not settled on puzzles"},
	} {
		v := VariantResult{
			Variant: "a", Baseline: "b", Puzzles: 50,
			Finding: Finding{Verdict: c.verdict, Blocks: 40, Estimates: Estimates{VariantRate: 0.5, BaselineRate: 0.4, Success: c.success, Effort: c.effort}, Terms: Terms{Margin: 0.05, Decide: c.decide, Measure: analysis.Iterations}, More: 123},
		}
		if c.verdict != Open {
			v.Decided, v.After = 20, 20
		}
		got := v.String()
		alltest.Check(t, strings.HasPrefix(got, c.want) && (!strings.HasSuffix(c.want, from) || got == c.want), "says  %s\nwant  %s", got, c.want)
		alltest.Equal(t, strings.HasSuffix(got, " After 40 puzzles, about 130 more would settle it by these estimates."), (c.verdict == Open), "says %s", got)
		marked := strings.Contains(got, " The estimate of what is settled is too large on average: nothing followed it. After")
		alltest.Check(t, marked == (c.verdict == Open && (c.success.Settled || c.effort.Settled)), "says %s", got)
	}
}

// Where time is measured a func as a rule is named, if one side has none.
func TestUnfair(t *testing.T) {
	ruled := luck{name: "ruled", skill: 2, custom: true}
	for _, c := range []struct {
		baseline, variant luck
		budget            solver.Budget
		want              string
	}{
		{luck{name: "plain", skill: 1}, ruled, solver.CPU(time.Second), `"ruled" has a rule that is a func, and "plain" has the built-in one`},
		{ruled, luck{name: "plain", skill: 1}, solver.Budget{Wall: time.Second}, `"ruled" has a rule that is a func, and "plain" has the built-in one`},
		{luck{name: "other", skill: 1, custom: true}, ruled, solver.CPU(time.Second), ""},
		{luck{name: "plain", skill: 1}, ruled, solver.Iterations(50), ""},
	} {
		r := Race{Puzzles: stones(2), Baseline: c.baseline, Variants: []solver.Solver{c.variant}, Budget: c.budget}
		result := alltest.Must(r.Run(t.Context(), nil))(t)
		text := strings.Join(result.Warnings, "\n")
		alltest.Check(t, strings.Contains(text, c.want) && (c.want != "" || !strings.Contains(text, "func")), "warns %q, want %q", text, c.want)
	}
}

// A race of too few puzzles says so.
func TestHopeless(t *testing.T) {
	for _, c := range []struct {
		puzzles int
		about   Scope
		hopes   bool
	}{{3, InstanceSample, false}, {30, InstanceSample, true}, {3, FixedInstances, true}} {
		r := example(c.puzzles)
		r.Scope = c.about
		result := alltest.Must(r.Run(t.Context(), nil))(t)
		said := strings.Contains(strings.Join(result.Warnings, "\n"), "3 puzzles settle nothing, however large a difference is: it takes 11.")
		alltest.Check(t, said != c.hopes, "of %d puzzles: %q", c.puzzles, result.Warnings)
	}
}

// With EachSize a race goes on until each size is settled.
func TestRaceEachSize(t *testing.T) {
	r := example(400)
	r.Variants = []solver.Solver{luck{name: "lucky", skill: 10}}
	short := alltest.Must(r.Run(t.Context(), nil))(t)
	r.EachSize = true
	long := alltest.Must(r.Run(t.Context(), nil))(t)
	alltest.Check(t, long.Blocks > short.Blocks && long.Blocks != 400, "%d blocks, %d without", long.Blocks, short.Blocks)
	sizes := long.Variants[0].Sizes
	alltest.Check(t, len(sizes) == 3 && sizes[0].Cells >= 64 && sizes[0].Cells <= 81, "%+v", sizes)
	for _, s := range long.Variants[0].Sizes {
		alltest.Equal(t, s.Verdict, Better, s.Class)
	}
}

// The means and differences are those of the records.
func TestRaceEstimates(t *testing.T) {
	r := example(30)
	r.Runs, r.Variants = 3, []solver.Solver{luck{name: "same", skill: 1.0001}}
	result := alltest.Must(r.Run(t.Context(), nil))(t)
	solved := map[string]float64{}
	for i, x := range result.Records {
		result.Records[i].Design = "" // analysis refuses those of a race
		if x.Solved() {
			solved[x.Label()]++
		}
	}
	c := result.Variants[0]
	n := float64(3 * c.Blocks)
	if d := c.VariantRate - solved["same"]/n; d > 1e-9 || d < -1e-9 {
		t.Errorf("rate %v, want %v", c.VariantRate, solved["same"]/n)
	}
	if d := c.Success.Value - (solved["same"]-solved["plain"])/n; d > 1e-9 || d < -1e-9 {
		t.Errorf("difference %v", c.Success.Value)
	}
	d := analysis.Group(result.Records).Compare(analysis.Question{Labels: []string{"same", "plain"}}).Contrasts[0]
	x := d.Effect - c.Success.Value
	alltest.Check(t, x <= 1e-9 && x >= -1e-9, "analysis finds %v, the race %v", d.Effect, c.Success.Value)
	blocks := 0
	for _, s := range c.Sizes {
		blocks += s.Blocks
	}
	alltest.Equal(t, blocks, c.Blocks, "blocks in all sizes")
}

// A race that is stopped goes on where it was and ends as if nothing had
// happened, without making a run twice.
func TestRaceResumes(t *testing.T) {
	var runs atomic.Int64
	r := example(60)
	r.Baseline = luck{name: "plain", skill: 1, solve: &runs}
	r.Workers = 2
	whole, err := r.Run(t.Context(), nil)
	alltest.OK(t, err)
	all := runs.Swap(0)
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	looks := 0
	part, err := r.Run(ctx, func(*Result) {
		if looks++; looks == 3 {
			cancel()
		}
	}, experiment.In(dir))
	alltest.Require(t, err == nil && part.Interrupted && part.Blocks != 0 && part.Blocks < whole.Blocks, "%+v, %v", part, err)
	// A kill in the middle of a line.
	journal := filepath.Join(dir, "journal.jsonl")
	text := alltest.Must(os.ReadFile(journal))(t)
	alltest.OK(t, os.WriteFile(journal, text[:len(text)-40], 0o666))
	again := alltest.Must(r.Run(t.Context(), nil, experiment.In(dir)))(t)
	alltest.Check(t, len(again.Warnings) != 0, "no warning of the line that was cut off")
	alltest.Equal(t, cmp.Diff(whole, again, timeless), "")
	// The line that was cut off is run again, whoever's it was.
	n := runs.Load()
	alltest.Check(t, n == all || n == all+1, "%d runs of the baseline in two parts, %d in one", n, all)
	done, reused := again.Counts()
	alltest.Check(t, reused != 0 && reused < done, "%d done, %d reused", done, reused)
}

func TestRaceErrors(t *testing.T) {
	for name, change := range map[string]func(*Race){
		"no variant":  func(r *Race) { r.Variants = nil },
		"no baseline": func(r *Race) { r.Baseline = nil },
		"nil variant": func(r *Race) { r.Variants[1] = nil },
		"no puzzles":  func(r *Race) { r.Puzzles = nil },
		"nil puzzle":  func(r *Race) { r.Puzzles[1] = nil },
		"no budget":   func(r *Race) { r.Budget = solver.Budget{} },
		"alpha":       func(r *Race) { r.Alpha = 2 },
		"margin":      func(r *Race) { r.Margin = -1 },
		"blocks":      func(r *Race) { r.Blocks = -1 },
		"same names":  func(r *Race) { r.Variants[0] = luck{name: "plain", skill: 2} },
	} {
		r := example(4)
		change(&r)
		result, err := r.Run(t.Context(), nil)
		alltest.Check(t, errors.Is(err, ErrRace) && result == nil, "%s: %v", name, err)
	}
	r := example(8)
	r.Variants[0] = luck{name: "broken", skill: 1, fail: "s003"}
	if _, err := r.Run(t.Context(), nil); !errors.Is(err, ErrFailed) || !strings.Contains(err.Error(), "broken on puzzle s003") || !strings.Contains(err.Error(), "race_test.go:") {
		t.Errorf("%v", err)
	}
	r = example(3)
	r.Puzzles = append(r.Puzzles, r.Puzzles...)
	alltest.Equal(t, alltest.Must(r.Run(t.Context(), nil))(t).Blocks, 3, "twins")
}
