package engines_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/nonogram/nonogramtest"
	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
)

// large has a board of each kind as large as any that is published, or larger.
func large(t *testing.T) map[string]puzzle.Puzzle {
	t.Helper()
	clues := make([]int, 150*150)
	for i := 0; i < len(clues); i += 7 {
		clues[i] = 3
	}
	n := alltest.Must(nurikabe.New("large", puzzle.Size{Rows: 150, Cols: 150}, clues))(t)
	s := alltest.Must(sudoku.New("large", puzzle.Size{Rows: 6, Cols: 6}, puzzle.NewGrid(puzzle.Size{Rows: 36, Cols: 36}, puzzle.Unset).Values))(t)
	p := nonogramtest.Noise(rand.New(rand.NewPCG(1, 1)), "large", puzzle.Size{Rows: 200, Cols: 200})
	first := engines.Groups()[len(engines.Groups())-1].Kind // of the declared kinds
	text := "100 100" + strings.Repeat("\n-"+strings.Repeat(" -", 99), 100)
	k := alltest.Must(engines.FindKind(first))(t)
	set := alltest.Must(k.Read("large", strings.NewReader(text)))(t)
	return map[string]puzzle.Puzzle{"nurikabe": n, "sudoku": s, "nonogram": p, first: set.Items[0]}
}

// greatest is the greatest of some values that a parameter of an engine takes; ""
// for a parameter that is no whole number, or of which none is taken but shares of 1.
func greatest(e engines.Group, name string, p puzzle.Puzzle) (parameter string, err error) {
	over, end := context.WithCancel(context.Background())
	end()
	for _, n := range []int64{1 << 62, 1 << 30, 1_000_000, 100_000, 10_000, 1000, 300, 100, 10, 2, 1} {
		s := e.New()
		flags := solver.NewFlags(s.Table().Define)
		if share, err := strconv.ParseFloat(flags.Lookup(name).DefValue, 64); n == 1 && err == nil && share > 0 && share < 1 {
			return "", nil // 1 may be above another parameter, and is no size
		}
		if _, ok := flags.Lookup(name).Value.(flag.Getter); !ok || flags.Set(name, fmt.Sprint(n)) != nil {
			return "", nil
		}
		_, err = s.Solve(over, p, solver.Run{Seed: 1})
		if !errors.Is(err, solver.ErrParameter) {
			return fmt.Sprintf("%s=%d", name, n), nil
		}
	}
	return "", err
}

// Whatever the parameters, a run whose time is over makes next to nothing, and one
// with a little time stays within the memory that [solver.MostMemory] promises.
func TestLargestParameters(t *testing.T) {
	boards := large(t)
	limits := []time.Duration{1}
	if alltest.Asked() { // it takes up to 3 GB
		limits = append(limits, 20*time.Millisecond)
	}
	for _, e := range engines.Groups() {
		p := boards[e.Kind]
		for _, parameter := range append([]engines.Parameter{{}}, e.Parameters()...) {
			var set []string
			if parameter.Name != "" {
				text, err := greatest(e, parameter.Name, p)
				alltest.Check(t, err == nil, "%s: %v", e.Name, err)
				if text == "" {
					continue
				}
				set = append(set, text)
			}
			for _, limit := range limits {
				s := alltest.Must(engines.New(e.Name, set...))(t)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				out, err := s.Solve(t.Context(), p, solver.Run{Seed: 1, Budget: solver.Budget{Wall: limit}})
				runtime.ReadMemStats(&after)
				allocated, most := after.TotalAlloc-before.TotalAlloc, uint64(64<<20)
				if limit > 1 {
					most = 5 * solver.MostMemory / 4
				}
				if err != nil || allocated > most || limit == 1 && out.Iterations > 1 {
					t.Errorf("%s %s, %v: %d iterations, %d MB, %v", e.Name, strings.Join(set, " "), limit, out.Iterations, allocated>>20, err)
				}
			}
		}
	}
}
