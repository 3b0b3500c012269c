package solver_test

import (
	"context"
	"flag"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// A run does not end before its time, and its outcome has the time that it took.
// (How much later it ends is the machine's affair.)
func TestTimeIsWhatTheBudgetSays(t *testing.T) {
	const limit = 3 * time.Millisecond
	for name, budget := range map[string]solver.Budget{"wall": {Wall: limit}, "processor": solver.CPU(limit)} {
		m := solver.Start(t.Context(), row{"a"}, solver.Run{Budget: budget})
		for m.Continue() {
			m.Iterated(1, puzzle.Grid{}, nil)
		}
		out, err := m.Finish(solver.Outcome{Status: m.Undecided()})
		alltest.Check(t, err == nil && out.Elapsed >= limit && (name != "processor" || out.CPU >= limit) && out.CPU >= 0,
			"%s: %v, processor %v, %v", name, out.Elapsed, out.CPU, err)
	}
	// The processor does not work while the run sleeps.
	m := solver.Start(t.Context(), row{"a"}, solver.Run{})
	time.Sleep(limit)
	out, _ := m.Finish(solver.Outcome{Status: solver.Exhausted})
	alltest.Check(t, out.Elapsed >= limit && out.CPU <= out.Elapsed+time.Millisecond, "asleep: %v, processor %v", out.Elapsed, out.CPU)
}

// Counts end a run at their limit, whichever comes first, and a run without a
// budget goes on until its context ends.
func TestCountsEndARun(t *testing.T) {
	for _, c := range []struct {
		budget                  solver.Budget
		iterations, evaluations int64
	}{
		{solver.Iterations(1), 1, 3},
		{solver.Evaluations(1), 1, 3},
		{solver.Evaluations(6), 2, 6},
		{solver.Evaluations(7), 3, 9},
		{solver.Budget{Iterations: 4, Evaluations: 6}, 2, 6},
		{solver.Budget{Iterations: 2, Evaluations: 60}, 2, 6},
		{solver.Budget{}, 50, 150},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		m := solver.Start(ctx, row{"a"}, solver.Run{Budget: c.budget})
		for m.Continue() {
			m.Evaluated(2)
			m.Evaluated(1)
			m.Iterated(1, puzzle.Grid{}, nil)
			if m.Iterations() == 50 {
				cancel()
			}
		}
		want := solver.Exhausted
		if c.budget == (solver.Budget{}) {
			want = solver.Cancelled
		}
		alltest.Check(t, m.Iterations() == c.iterations && m.Evaluations() == c.evaluations && m.Undecided() == want,
			"%+v: %d iterations, %d evaluations, %s", c.budget, m.Iterations(), m.Evaluations(), m.Undecided())
		cancel()
	}
}

// The observer gets all there is, the trace improvements only, without boards; a
// run that is only traced is not watched.
func TestEvents(t *testing.T) {
	for _, timed := range []bool{false, true} {
		var seen, traced []solver.Event
		run := solver.Run{Observer: func(e solver.Event) { seen = append(seen, e) }, Trace: func(e solver.Event) { traced = append(traced, e) }}
		if timed {
			run.Budget.Wall = time.Hour
		}
		m := solver.Start(t.Context(), row{"ab"}, run)
		time.Sleep(time.Millisecond)
		m.Evaluated(4)
		m.Iterated(9, board("zz"), []float64{8})
		m.Improved(3, board("aa"), []float64{1, 2})
		m.Members([]float64{3, 6})
		m.Evaluated(2)
		m.Iterated(5, board("bb"), []float64{2, 3})
		for i := range seen {
			// An improvement always tells the time, an iteration where time counts.
			known := timed || i == 1
			alltest.Check(t, (seen[i].Elapsed >= time.Millisecond) == known && (known || seen[i].Elapsed == 0), "timed %v: event %d at %v", timed, i, seen[i].Elapsed)
			seen[i].Elapsed = 0
		}
		want := []solver.Event{
			{Iterations: 1, Evaluations: 4, Cost: 9, Best: -1, Board: board("zz"), Pheromone: []float64{8}},
			{Improved: true, Iterations: 1, Evaluations: 4, Cost: 3, Best: 3, Board: board("aa"), Pheromone: []float64{1, 2}},
			{Iterations: 2, Evaluations: 6, Cost: 5, Best: 3, Board: board("bb"), Pheromone: []float64{2, 3}, Costs: []float64{3, 6}},
		}
		diff := cmp.Diff(want, seen)
		alltest.Check(t, diff == "" && m.Watched(), "watched %v\n%s", m.Watched(), diff)
		m.Continue() // ends the round
		alltest.Require(t, len(traced) == 1 && traced[0].Elapsed >= time.Millisecond, "traced %+v", traced)
		traced[0].Elapsed = 0
		alltest.Equal(t, cmp.Diff(solver.Event{Improved: true, Iterations: 1, Evaluations: 4, Cost: 3, Best: 3}, traced[0]), "")
	}
	var traced int
	for _, run := range []solver.Run{{}, {Trace: func(solver.Event) { traced++ }}} {
		m := solver.Start(t.Context(), row{"ab"}, run)
		m.Improved(3, board("aa"), nil)
		m.Iterated(3, board("aa"), nil)
		m.Continue()
		alltest.Check(t, !m.Watched() && m.Iterations() == 1, "watched %v, %d iterations", m.Watched(), m.Iterations())
	}
	alltest.Check(t, traced == 1, "%d events were traced", traced)
}

func TestStatus(t *testing.T) {
	for s, want := range map[solver.Status][2]bool{
		solver.Exhausted: {}, solver.Cancelled: {}, solver.Unsolvable: {false, true},
		solver.Solved: {true, true}, solver.Unique: {true, true}, solver.Multiple: {true, true},
	} {
		alltest.Check(t, s.HasSolution() == want[0] && s.Decided() == want[1],
			"%s has a solution: %v; is decided: %v", s, s.HasSolution(), s.Decided())
	}
}

// A solution of two is judged, and none that the status does not tell of.
func TestFinishJudgesBoth(t *testing.T) {
	finish := func(p puzzle.Puzzle, out solver.Outcome) error {
		_, err := solver.Start(t.Context(), p, solver.Run{}).Finish(out)
		return err
	}
	err := finish(pair{}, solver.Outcome{Status: solver.Multiple, Best: board("ab"), Second: board("ba")})
	alltest.Check(t, err == nil, "%v", err)
	alltest.Check(t, finish(pair{}, solver.Outcome{Status: solver.Multiple, Best: board("xx"), Second: board("ba")}) != nil,
		"a wrong first solution passes")
}

// pair is solved by two boards.
type pair struct{ row }

func (pair) Check(g puzzle.Grid) []puzzle.Violation {
	if string(g.Values) == "ab" || string(g.Values) == "ba" {
		return nil
	}
	return []puzzle.Violation{{Rule: "pair", Text: "it is neither"}}
}

// A film holds every field of its frames, keeps them when the engine goes on
// using its memory, drops every other when nothing else helps, and ends with the solution once
// it is told of one.
func TestFrames(t *testing.T) {
	film := solver.NewRecorder(4)
	values, pheromone, costs := board("aa"), []float64{0, 1}, []float64{5, 6}
	round := func(i int64, cost float64) {
		pheromone[0], costs[0] = float64(i), float64(10*i)
		values.Values[0] = 'a' + uint8(i)
		film.Observe(solver.Event{
			Iterations: i, Evaluations: 3 * i, Elapsed: time.Duration(i), Cost: cost, Best: 2, Board: values, Pheromone: pheromone, Costs: costs,
		})
	}
	frame := func(i int64, cost float64) solver.Frame {
		return solver.Frame{
			Iterations: i, Evaluations: 3 * i, Elapsed: time.Duration(i), Cost: cost, Best: 2,
			Board: board(string([]byte{'a' + uint8(i), 'a'})), Pheromone: []float64{float64(i), 1}, Costs: []float64{float64(10 * i), 6},
		}
	}
	want := func(frames ...solver.Frame) {
		t.Helper()
		alltest.Equal(t, cmp.Diff(frames, film.Frames()), "")
	}
	round(1, 7)
	film.Observe(solver.Event{Improved: true, Iterations: 1, Cost: 4, Board: board("no")})
	round(2, 7)
	round(3, 7)
	round(4, 7)
	want(frame(1, 7), frame(2, 7), frame(3, 7), frame(4, 7))
	round(5, 7)
	want(frame(1, 7), frame(3, 7), frame(5, 7))
	round(6, 7)
	round(7, 7)
	round(8, 7)
	want(frame(1, 7), frame(5, 7), frame(7, 7), frame(8, 7))
	round(9, 7)
	round(10, 7)
	round(12, 7)
	want(frame(1, 7), frame(7, 7), frame(9, 7), frame(10, 7), frame(12, 7)) // the latest beside the others
	film.Observe(solver.Event{Improved: true, Iterations: 12, Evaluations: 40, Elapsed: 13, Cost: 0, Best: 0, Board: board("ok"), Pheromone: []float64{9}})
	end := solver.Frame{Iterations: 13, Evaluations: 40, Elapsed: 13, Board: board("ok"), Pheromone: []float64{9}}
	want(frame(1, 7), frame(7, 7), frame(9, 7), frame(10, 7), end)
	round(13, 0)
	want(frame(1, 7), frame(7, 7), frame(9, 7), frame(10, 7), end)
	want(frame(1, 7), frame(7, 7), frame(9, 7), frame(10, 7), end)

	// The first round may be the last.
	film = solver.NewRecorder(4)
	film.Observe(solver.Event{Improved: true, Cost: 0, Board: board("ok")})
	film.Observe(solver.Event{Iterations: 1, Cost: 0, Board: board("ok")})
	want(solver.Frame{Iterations: 1, Board: board("ok")})

	// Two frames at least.
	small := solver.NewRecorder(0)
	for i := range int64(9) {
		small.Observe(solver.Event{Iterations: i + 1, Cost: 1})
	}
	var kept []int64
	for _, f := range small.Frames() {
		kept = append(kept, f.Iterations)
	}
	alltest.Check(t, slices.Equal(kept, []int64{1, 9}), "two frames of nine are %v", kept)
}

// Every part of a description tells configurations apart, and the hash, by which
// old records are found, stays what it was.
func TestHash(t *testing.T) {
	d := solver.Description{Engine: "x/a", Variant: "v", Parameters: []solver.Parameter{{Name: "ants", Value: "3"}, {Name: "rho", Value: "0.5"}}}
	alltest.Equal(t, d.Hash(), goldenHash, "hash")
	seen := map[string]bool{}
	for _, change := range []func(*solver.Description){
		func(*solver.Description) {},
		func(d *solver.Description) { d.Engine = "x/b" },
		func(d *solver.Description) { d.Variant = "" },
		func(d *solver.Description) { d.Custom = true },
		func(d *solver.Description) { d.Parameters[0].Value = "4" },
		func(d *solver.Description) { d.Parameters[1].Name = "tau" },
		func(d *solver.Description) { d.Parameters = d.Parameters[:1] },
	} {
		other := d
		other.Parameters = slices.Clone(d.Parameters)
		change(&other)
		seen[other.Hash()] = true
	}
	alltest.Check(t, len(seen) == 7, "%d different hashes of 7", len(seen))
}

const goldenHash = "944329f0c149836a"

func TestPackageOf(t *testing.T) {
	for name, want := range map[string]string{
		"formicary/pkg/race.Race.Run": "formicary/pkg/race", "main.main": "main", "example.org/x.y/z.F.func1": "example.org/x.y/z", "plain": "plain",
		"a/b": "a/b", ".x": "", "a/.x": "a/",
	} {
		alltest.Equal(t, solver.PackageOf(name), want, "%s is of", name)
	}
}

// Flags that cannot be parsed are the caller's error, told nowhere else.
func TestNewFlagsReturnsErrors(t *testing.T) {
	flags := solver.NewFlags(func(f *flag.FlagSet) { f.Int("ants", 3, "number of ants") })
	err := flags.Parse([]string{"-ants=many"})
	alltest.Check(t, err != nil && flags.Output() == io.Discard, "error %v, told to %v", err, flags.Output())
}

// What a seed draws must not change: it is how runs are rerun.
func TestNewPCG(t *testing.T) {
	a, b := solver.NewPCG(1).Uint64(), solver.NewPCG(2).Uint64()
	alltest.Check(t, a == goldenDraw && a != b, "drawn %#x and %#x", a, b)
}

const goldenDraw = 0x8707a01d6329783f

// A round in which the context or the time has run out counts as never begun: the
// meter takes back what was reported in it, also on the way out, and tells the
// trace nothing of it. A meter that has said so says nothing else, and one that
// said stop between rounds has no round to end.
func TestExpired(t *testing.T) {
	for _, c := range []struct {
		budget solver.Budget
		want   solver.Status
	}{
		{solver.Budget{}, solver.Cancelled},
		{solver.Budget{Wall: 400 * time.Millisecond}, solver.Exhausted}, // two rounds even on a busy machine
		{solver.CPU(20 * time.Millisecond), solver.Exhausted},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var traced []solver.Event
		m := solver.Start(ctx, row{"ab"}, solver.Run{Budget: c.budget, Trace: func(e solver.Event) { traced = append(traced, e) }})
		round := func(cost float64) {
			m.Evaluated(5)
			m.Improved(cost, board("aa"), nil)
			m.Iterated(cost, board("aa"), nil)
		}
		alltest.Require(t, !m.Expired(), "expired before its time")
		round(9)
		m.Continue()
		round(8)
		alltest.Check(t, m.Iterations() == 2 && m.Evaluations() == 10, "%d iterations, %d evaluations", m.Iterations(), m.Evaluations())
		if c.want == solver.Cancelled {
			cancel()
		}
		for !m.Expired() {
		}
		alltest.Check(t, m.Iterations() == 1 && m.Evaluations() == 5, "expired, and %d iterations, %d evaluations", m.Iterations(), m.Evaluations())
		round(7)
		alltest.Check(t, !m.Continue() && m.Expired() && m.Undecided() == c.want, "%+v: goes on, or is %s", c.budget, m.Undecided())
		out, err := m.Finish(solver.Outcome{Status: m.Undecided()})
		alltest.Check(t, err == nil && out.Iterations == 1 && out.Evaluations == 5 && len(traced) == 1 && traced[0].Cost == 9,
			"%+v: %+v, %v, traced %v", c.budget, out, err, traced)
		once := solver.Start(t.Context(), row{"ab"}, solver.Run{})
		m = once
		round(9)
		same, _ := once.Finish(solver.Outcome{Status: solver.Exhausted})
		alltest.Check(t, same.Digest == out.Digest, "digest %x, of the one round alone %x", out.Digest, same.Digest)
		cancel()
	}
	ctx, cancel := context.WithCancel(t.Context())
	m := solver.Start(ctx, row{"ab"}, solver.Run{Budget: solver.Iterations(1)})
	m.Iterated(1, puzzle.Grid{}, nil)
	cancel()
	alltest.Check(t, !m.Continue() && !m.Expired() && m.Iterations() == 1, "a run that ended between rounds expired")
}

// Time that runs out before the first round leaves nothing, wherever it does: the
// limits are so close together that some end between two looks at the clock.
func TestExpiredBeforeTheFirstRound(t *testing.T) {
	ended := 0
	for i := range 200_000 {
		limit := time.Duration(1 + i%20_000)
		m := solver.Start(t.Context(), row{"ab"}, solver.Run{Budget: solver.Budget{Wall: limit}})
		for range 10 {
			m.Evaluated(1)
			m.Improved(1, board("aa"), nil)
		}
		goesOn := m.Continue()
		evaluations := m.Evaluations()
		out := alltest.Must(m.Finish(solver.Outcome{Status: m.Undecided(), Best: board("aa"), Cost: 1}))(t)
		if goesOn {
			continue
		}
		ended++
		alltest.Require(t, evaluations == 0 && out.Cost == -1 && out.Evaluations == 0,
			"ended after %v before the first round, with %d evaluations: %+v", limit, evaluations, out)
	}
	alltest.Check(t, ended != 0, "no run was ended")
}
