package pencil_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/model/acs"
	"formicary/pkg/model/exact"
	"formicary/pkg/model/tabu"
	"formicary/pkg/pencil"
	"formicary/pkg/solver"
)

// TestLargest: on boards of almost as many cells as there may be every engine ends, in bounded memory; what does not
// fit is left undecided.
func TestLargest(t *testing.T) {
	alltest.Only(t, "it takes up to 2 GB and most of a minute")
	const aloneEnv = "FORMICARY_TEST_LARGEST"
	if os.Getenv(aloneEnv) == "" { // in a process whose memory is its own
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestLargest$", "-test.v")
		cmd.Env = append(os.Environ(), aloneEnv+"=1")
		said, err := cmd.CombinedOutput()
		alltest.Check(t, err == nil && bytes.Contains(said, []byte("--- PASS: TestLargest")), "%v\n%s", err, said)
		return
	}
	const most = 2 << 30 // bytes, of all engines and kinds
	for _, kind := range pencil.Kinds() {
		t.Run(kind.Name, func(t *testing.T) {
			base := plains[kind.Name].base
			if kind == pencil.Nurimisaki || kind == pencil.TennerGrid {
				base = empty // their own look for a solution
			}
			p, err := kind.New("large", "large", base(rand.New(rand.NewPCG(1, 1)), 127, 129).String())
			if err != nil {
				t.Skip(err) // squares only
			}
			for _, engine := range []solver.Solver{exact.New(kind), acs.New(kind), tabu.New(kind)} {
				var m runtime.MemStats
				out, err := engine.Solve(t.Context(), p, solver.Run{Seed: 1, Budget: solver.CPU(100 * time.Millisecond)})
				if runtime.ReadMemStats(&m); err != nil || m.Sys > most {
					t.Fatalf("%s: %v (%v) in %d MB", engine.Describe().Engine, out.Status, err, m.Sys>>20)
				}
				t.Logf("%s: %v in %d MB", engine.Describe().Engine, out.Status, m.Sys>>20)
			}
		})
	}
}
