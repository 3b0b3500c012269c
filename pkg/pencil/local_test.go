package pencil_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"formicary/pkg/cdcl"
	"formicary/pkg/model"
	"formicary/pkg/model/acs"
	"formicary/pkg/model/tabu"
	"formicary/pkg/model/theory"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/solver/solvertest"
)

// BenchmarkLocal prints, for each kind, how many of 20 of Janko's puzzles are solved by propagation alone, by ants and by tabu
// search within ten seconds of processor time, one run each, and the mean of that time. The puzzles are at even steps of those of
// up to 100 cells; or, with FORMICARY_CELLS, of all up to so many. It takes ten minutes.
//
//	FORMICARY_DATA=… go test -run '^$' -bench Local -benchtime 1x -timeout 0 ./pkg/pencil
func BenchmarkLocal(b *testing.B) {
	if os.Getenv(sets.DataEnv) == "" {
		b.Skipf("%s does not name the benchmarks", sets.DataEnv)
	}
	most := 100
	if text := os.Getenv("FORMICARY_CELLS"); text != "" {
		most = puzzle.ParseCount(text, 1<<16)
	}
	const each, limit = 20, 10 * time.Second
	for b.Loop() {
		fmt.Printf("\n%-16s %7s %7s %14s %14s\n", "kind", "puzzles", "plain", "acs", "tabu")
		for _, kind := range pencil.Kinds() {
			set := pencils.Of(kind).MustOpen("janko").Where(func(i puzzle.Item) bool { return i.Size().Cells() <= most })
			n := min(each, set.Len())
			if n == 0 {
				continue
			}
			plain := 0
			engines := []solver.Solver{acs.New(kind), tabu.New(kind)}
			var solved [2]int
			var time [2]float64
			for i := range n {
				p := set.Items[i*set.Len()/n]
				if propagated(p.Puzzle.(*model.Puzzle).Form()) {
					plain++
				}
				for k, s := range engines {
					out := solvertest.Solve(b, s, p, solver.Run{Seed: 1, Budget: solver.CPU(limit)})
					if time[k] += out.CPU.Seconds(); out.Status == solver.Solved {
						solved[k]++
					}
				}
			}
			fmt.Printf("%-16s %7d %7d", kind.Name, n, plain)
			for k := range engines {
				fmt.Printf(" %4d %7.3f s", solved[k], time[k]/float64(n))
			}
			fmt.Println()
		}
	}
}

// propagated says whether propagation alone gives every variable a value.
func propagated(form *model.Form) bool {
	s := theory.New(form).Solver
	if !s.Propagate() {
		return false
	}
	for i := range form.Atoms {
		if s.Value(cdcl.Var(i).Pos()) == 0 {
			return false
		}
	}
	return true
}
