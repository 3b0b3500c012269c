package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"formicary/pkg/experiment"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// poison ends the whole process from within a run: nothing can catch it.
var poison = map[string]func(){
	"stack overflow":                func() { debug.SetMaxStack(1 << 20); fmt.Println(deeper(0)) },
	"panic in another goroutine":    func() { go panic("attack: a panic that nobody can catch"); select {} },
	"os.Exit":                       func() { os.Exit(0) },
	"kill":                          func() { kill(os.Getpid()) },
	"two goroutines on one map":     func() { twoWriters() },
	"more memory than there can be": func() { _ = make([]byte, 1<<46) },
}

// deeper ends where n overflows: long after the stack has.
func deeper(n int) int {
	if n < 0 {
		return 0
	}
	return deeper(n+1) + 1
}

func twoWriters() {
	m := map[int]int{}
	for range 2 {
		go func() {
			for i := 0; ; i++ {
				m[i%8] = i
			}
		}()
	}
	select {}
}

func kill(pid int) {
	p, err := os.FindProcess(pid)
	if err == nil {
		_ = p.Kill()
	}
	select {}
}

// poisonous is an engine of which some runs end the process.
type poisonous struct {
	solver.Solver
	ends map[poisonedRun]string
}

type poisonedRun struct {
	puzzle string
	seed   uint64
}

func (p poisonous) Solve(ctx context.Context, q puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	if end := poison[p.ends[poisonedRun{q.ID(), run.Seed}]]; end != nil {
		end()
	}
	return p.Solver.Solve(ctx, q, run)
}

// poisons chooses the runs of a role's plan that end the process, 1 to 3.
func poisons(r role, puzzles []puzzle.Puzzle) map[poisonedRun]string {
	random := rand.New(rand.NewPCG(r.Seed, 0x90150))
	var names []string
	for name := range poison {
		names = append(names, name)
	}
	slices.Sort(names)
	out := map[poisonedRun]string{}
	for range 1 + random.IntN(3) {
		p := puzzles[random.IntN(len(puzzles))]
		out[poisonedRun{p.ID(), solver.Seed(r.Seed, p.Hash(), "nurikabe/acs", random.IntN(4))}] = names[random.IntN(len(names))]
	}
	return out
}

// poisonPlans runs a plan with runs that end the process until it is complete:
// two deaths for each such run, no more, and all other runs as without them.
func poisonPlans(f *field) error {
	r := role{Do: "poison", Seed: f.rand.Uint64(), Dir: f.dir}
	ends := poisons(r, planOf(r).Puzzles)
	names := ""
	for _, name := range ends {
		names += ", " + name
	}
	what := fmt.Sprintf("seed %d%s", r.Seed, names)
	f.tried += len(ends)
	var got outcome
	for deaths := 0; ; deaths++ {
		if f.ctx.Err() != nil {
			return nil
		}
		var status int
		var err error
		var complaint string
		// A program that os.Exit(0) ends prints nothing: an error of decoding.
		if got, status, complaint, err = f.play(r); err == nil && status == 0 {
			break
		}
		if deaths >= 2*len(ends) {
			first, _, _ := strings.Cut(complaint, "\n")
			f.fault(&f.crashed, "%s: it still ends after %d deaths: status %d: %s", what, deaths, status, first)
			return nil
		}
	}
	plan := planOf(r)
	plan.Engines[0] = plan.Engines[0].(poisonous).Solver
	result, err := plan.Run(f.ctx)
	if errors.Is(err, context.Canceled) || result != nil && result.Interrupted {
		return nil
	}
	if err != nil {
		return err
	}
	var want outcome
	failed := 0
	for _, w := range result.Records() {
		timeless(&w)
		w.Code = "" // another engine's, to the lab
		want.Records = append(want.Records, w)
	}
	for i := range got.Records {
		g := &got.Records[i]
		g.Code = ""
		if ends[poisonedRun{g.Puzzle, g.Seed}] == "" {
			continue
		}
		if g.Status != experiment.Failed || g.Error == "" {
			f.fault(&f.wrong, "%s: run %d on %s ended the process, and its record says %s %q", what, g.Run, g.Puzzle, g.Status, g.Error)
		}
		failed++
		want.Records = slices.DeleteFunc(want.Records, func(w experiment.Record) bool { return w.Puzzle == g.Puzzle && w.Run == g.Run })
		want.Records = append(want.Records, *g)
	}
	if failed != len(ends) {
		f.fault(&f.lost, "%s: %d of %d runs that ended the process are in the result", what, failed, len(ends))
	}
	stopped := f.stopped
	f.compare(what, got, want)
	f.stopped = stopped // these are no kills
	return nil
}

// twice is what the error of a run says during which its process ended twice.
const twice = "the process ended 2 times"

// stoppedByDeaths says whether a run failed because its process ended during it
// twice.
func stoppedByDeaths(r experiment.Record) bool {
	return r.Status == experiment.Failed && strings.Contains(r.Error, twice)
}
