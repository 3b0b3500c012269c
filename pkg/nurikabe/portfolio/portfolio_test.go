package portfolio

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/exact"
	"formicary/pkg/nurikabe/memetic"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// benchmark is the lab's own set of 908.
func benchmark(t *testing.T) puzzle.Set {
	t.Helper()
	f := alltest.Must(os.Open(filepath.Join("..", "..", "..", "data", "nurikabe", "open-908.nurikabe")))(t)
	defer f.Close()
	set := alltest.Must(nurikabes.Kind.Read("open-908", f))(t)
	return set
}

// hard are the instances of up to 200 cells that need a search.
func hard(t *testing.T) puzzle.Set {
	t.Helper()
	return benchmark(t).Between(1, 200).Where(func(i puzzle.Item) bool { return i.Grade == exact.Learning.String() })
}

// TestSet decides the open benchmark as the complete solver alone does, and
// lets ants out only where a search is needed.
func TestSet(t *testing.T) {
	for _, item := range benchmark(t).Items {
		want := solvertest.Solve(t, exact.New(), item, solver.Run{})
		got := solvertest.Solve(t, New(), item, solver.Run{Seed: 1})
		alltest.Check(t, got.Status == want.Status && got.Best.Equal(want.Best), "%s: %s, want %s", item.ID(), got.Status, want.Status)
		ants := solvertest.Statistic(t, got, "ant-iterations")
		grade := exact.GradeOf(want)
		alltest.Check(t, grade == exact.Learning || ants <= 0, "%s: %v iterations of ants on a board of grade %v", item.ID(), ants, grade)
	}
}

// TestAntsFind gives the ants a large share and the search no trials: they find
// many solutions, and the decisions stay.
func TestAntsFind(t *testing.T) {
	for _, parallel := range []bool{false, true} {
		e := New()
		e.Share, e.Parallel, e.Exact.Trials = 1<<20, parallel, 0
		found := 0.0
		set := hard(t).Take(16)
		for _, item := range set.Items {
			out := solvertest.Solve(t, e, item, solver.Run{Seed: 7})
			alltest.Check(t, out.Status == solver.Unique && out.Best.Equal(item.Solution), "%s: %s", item.ID(), out.Status)
			ants := solvertest.Statistic(t, out, "ant-evaluations")
			alltest.Check(t, ants >= 3*solvertest.Statistic(t, out, "ant-iterations"), "%s: %v evaluations of ants", item.ID(), ants)
			found += solvertest.Statistic(t, out, "ants-found")
		}
		// Beside the search it is a race that nobody can foretell.
		n := float64(set.Len())
		alltest.Check(t, parallel || found >= n/4, "ants found %v of %v solutions", found, n)
	}
}

// Two solutions: whoever finds the first, the search finds the second. The
// board is open but for its corners, so that trials exclude nothing.
func TestMultiple(t *testing.T) {
	clues := make([]int, 49)
	clues[0], clues[24], clues[48] = 6, 10, 6
	p := alltest.Must(nurikabe.New("open", puzzle.Size{Rows: 7, Cols: 7}, clues))(t)
	want := solvertest.Solve(t, exact.New(), p, solver.Run{})
	e := New()
	e.Share, e.Exact.Trials = 1<<20, 0
	got := solvertest.Solve(t, e, p, solver.Run{Seed: 1})
	alltest.Check(t, got.Status == want.Status, "%s, want %s", got.Status, want.Status)
}

// TestRepeatable: with a budget in conflicts a run is what it was, and another
// seed is another run.
func TestRepeatable(t *testing.T) {
	e := New()
	e.Share, e.Exact.Trials = 1<<14, 0
	differ := false
	for _, item := range hard(t).Take(12).Items {
		run := solver.Run{Seed: 1, Budget: solver.Iterations(60)}
		first := solvertest.Watched(t, e, item, run)
		alltest.Check(t, first.Iterations <= 60, "%s: %d conflicts", item.ID(), first.Iterations)
		run.Seed++
		differ = differ || !solvertest.Same(first, solvertest.Solve(t, e, item, run))
	}
	alltest.Check(t, differ, "the seed changes nothing")
}

// TestBudget ends runs after one conflict: nothing is decided, or the ants have
// found a solution by then.
func TestBudget(t *testing.T) {
	counts := map[solver.Status]int{}
	for _, share := range []int{1, 1 << 30} {
		e := New()
		e.Share, e.Exact.Trials = share, 0
		for _, item := range hard(t).Take(10).Items {
			out := solvertest.Solve(t, e, item, solver.Run{Seed: 1, Budget: solver.Iterations(1)})
			counts[out.Status]++
			found := solvertest.Statistic(t, out, "ants-found") == 1
			alltest.Check(t, found == (out.Status == solver.Solved), "%s: %s, ants found: %v", item.ID(), out.Status, found)
		}
	}
	alltest.Check(t, counts[solver.Exhausted] != 0 && counts[solver.Solved] != 0, "runs of one conflict ended so: %v", counts)
}

// TestCancel cancels the context while ants that never find a solution are at work.
func TestCancel(t *testing.T) {
	item := hard(t).Between(190, 200).Items[0]
	for _, parallel := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		e := New()
		e.Share, e.Parallel, e.Exact.Trials = 1<<40, parallel, 0
		e.Ants.Moves, e.Ants.Q0, e.Ants.Ants = 0, 1, 1
		time.AfterFunc(20*time.Millisecond, cancel)
		out := alltest.Must(e.Solve(ctx, item, solver.Run{Seed: 1, Budget: solver.Budget{Wall: time.Minute}}))(t)
		// Beside the search, that may be done before.
		alltest.Check(t, out.Status == solver.Cancelled || parallel && out.Status.HasSolution(), "parallel %v: %s", parallel, out.Status)
	}
}

// Clues of unknown size are none for ants: the search does without.
func TestUnknownClues(t *testing.T) {
	clues := make([]int, 36)
	clues[3], clues[14], clues[22], clues[31] = nurikabe.Unknown, 4, nurikabe.Unknown, 3
	p := alltest.Must(nurikabe.New("unknown", puzzle.Size{Rows: 6, Cols: 6}, clues))(t)
	want := solvertest.Solve(t, exact.New(), p, solver.Run{})
	for _, parallel := range []bool{false, true} {
		e := New()
		e.Parallel, e.Exact.Trials = parallel, 0
		if got := solvertest.Solve(t, e, p, solver.Run{Seed: 1}); got.Status != want.Status || solvertest.Statistic(t, got, "ant-iterations") != 0 {
			t.Errorf("%s, want %s; %v", got.Status, want.Status, got.Statistics)
		}
	}
}

func TestRefuses(t *testing.T) {
	solvertest.Refuses(t, benchmark(t).Items[0], New, map[string]func(*Solver){
		"share":   func(e *Solver) { e.Share = 0 },
		"ants":    func(e *Solver) { e.Ants.Ants = 0 },
		"rho":     func(e *Solver) { e.Ants.Rho = 2 },
		"setting": func(e *Solver) { e.Ants.Setting = memetic.Propagating },
	})
	e := New()
	alltest.Check(t, !e.Describe().Custom, "the defaults are custom")
}

// TestPanicBeside: a panic of ants that run beside the search is one of the run, on its goroutine.
func TestPanicBeside(t *testing.T) {
	n := &ants{ctx: t.Context(), puzzle: benchmark(t).Items[0].Puzzle, answer: make(chan answer, 1)}
	go n.run(nil, n.answer) // no colony
	defer func() {
		v := recover()
		alltest.Check(t, v != nil && n.answer == nil, "recovered %v, waits for another answer: %v", v, n.answer != nil)
	}()
	n.close(func() {})
}
