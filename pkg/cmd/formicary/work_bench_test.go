//go:build linux || darwin

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/campaign"
	"formicary/pkg/nonogram/nonogramtest"
	"formicary/pkg/solver"
)

// halfAMillion is a plan of 501,216 runs: six engines, 16 runs on each of 5,221
// nonograms.
func halfAMillion(b *testing.B) experiment.Plan {
	b.Helper()
	plan := experiment.Plan{Name: "half a million", Runs: 16, Seed: 16, Budget: solver.Iterations(2)}
	plan.Puzzles = nonogramtest.Pictures(rand.New(rand.NewPCG(16, 16)), "picture %d", 5221)
	for _, name := range []string{"exact", "pushfit", "logic", "combinatorial", "genetic", "genetic mutation=0.1"} {
		name, parameter, _ := strings.Cut(name, " ")
		e := alltest.Must(engines.New("nonogram/"+name, strings.Fields(parameter)...))(b)
		plan.Engines = append(plan.Engines, e)
	}
	return plan
}

// BenchmarkWorker is what workers of a plan of 501,216 runs take in processor time
// and memory: to begin one part of 500 and end without time; to make it; and to begin
// it when all other parts are done, whose journals they look through.
func BenchmarkWorker(b *testing.B) {
	dir := b.TempDir()
	program := filepath.Join(dir, "formicary")
	out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput()
	alltest.Require(b, err == nil, "%v: %s", err, out)
	f := alltest.Must(halfAMillion(b).File())(b)
	file := alltest.Must(os.Create(filepath.Join(dir, experiment.PlanName)))(b)
	alltest.OK(b, f.Write(file))
	alltest.OK(b, file.Close())
	work := func(b *testing.B, status int, arguments ...string) {
		b.Helper()
		cpu, most := 0.0, 0.0
		for b.Loop() {
			cmd := exec.Command(program, append([]string{"cluster", "work", "--plan", dir}, arguments...)...)
			cmd.Stderr = os.Stderr
			_ = cmd.Run()
			alltest.Require(b, cmd.ProcessState.ExitCode() == status, "%v: %v", cmd.Args, cmd.ProcessState)
			cpu += (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
			rss := float64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
			if runtime.GOOS == "linux" {
				rss *= 1024
			}
			most = max(most, rss/(1<<20))
		}
		b.ReportMetric(cpu/float64(b.N), "cpu-s/op")
		b.ReportMetric(most, "MiB")
		b.ReportMetric(0, "ns/op")
	}
	b.Run("begin", func(b *testing.B) { work(b, 1, "--shard", "0/500", "--time", "1ms") })
	b.Run("make 1 of 500", func(b *testing.B) { work(b, 0, "--shard", "1/500") })
	folder := alltest.Must(campaign.Open(dir))(b)
	for i := range 500 {
		if i == 0 {
			continue
		}
		worked, err := folder.Work(b.Context(), campaign.Worker{
			Shard: campaign.Shard{Index: i, Of: 500}, Job: "rest", Task: fmt.Sprint(i), Workers: 2, Rebuild: engines.FromDescription, Open: engines.Open,
		})
		alltest.Require(b, err == nil && worked.Missing <= 0, "%+v, %v", worked, err)
	}
	b.Run("begin with all others", func(b *testing.B) { work(b, 1, "--shard", "0/500", "--time", "1ms") })
}
