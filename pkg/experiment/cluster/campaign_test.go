//go:build unix

package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/campaign"
	"formicary/pkg/experiment/cluster"
	"formicary/pkg/external"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
)

// program builds the command.
func program(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "formicary")
	out, err := exec.Command("go", "build", "-o", path, "formicary/pkg/cmd/formicary").CombinedOutput()
	alltest.Require(t, err == nil, "%v: %s", err, out)
	return path
}

// planOf is a plan of so many runs of two engines on each of 20 puzzles; one takes
// about a fifteenth of a second.
func planOf(t *testing.T, runs int, iterations int64) experiment.Plan {
	t.Helper()
	plan := experiment.Plan{Name: "a campaign", Runs: runs, Seed: 16, Budget: solver.Budget{Iterations: iterations}}
	plan.Puzzles = nurikabes.Kind.MustOpen("open-908").Between(400, 2500).Take(20).Puzzles()
	for _, ants := range []string{"ants=5", "ants=10"} {
		e := alltest.Must(engines.New("nurikabe/acs", ants))(t)
		plan.Engines = append(plan.Engines, e)
	}
	return plan
}

func write(t *testing.T, plan experiment.Plan) *campaign.Folder {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a plan's 100 %")
	alltest.OK(t, os.MkdirAll(dir, 0o777))
	file, err := plan.File()
	if err == nil {
		err = file.Save(dir)
	}
	alltest.OK(t, err)
	return alltest.Must(campaign.Open(dir))(t)
}

// startSlurm starts a Slurm whose arrays have at most three tasks, and nodes of one
// processor each.
func startSlurm(t *testing.T) {
	t.Helper()
	alltest.Only(t, "a campaign takes a minute")
	dir := t.TempDir()
	script := func(verb string) ([]byte, error) {
		c := exec.Command("bash", filepath.Join("..", "..", "..", ".ci", "slurm"), verb, dir)
		c.Env = append(os.Environ(), "FORMICARY_SLURM_ARRAY=3", "FORMICARY_SLURM_CPUS=1")
		return c.CombinedOutput()
	}
	out, err := script("start")
	t.Cleanup(func() {
		out, err := script("stop")
		alltest.Check(t, err == nil, "%v: %s", err, out)
	})
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 3 {
		t.Skipf("no Slurm here: %s", out)
	}
	alltest.Require(t, err == nil, "%v: %s", err, out)
	t.Setenv("SLURM_CONF", strings.TrimSpace(strings.TrimPrefix(string(out), "SLURM_CONF=")))
}

// shell runs a command line.
func shell(t *testing.T, command string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "sh", "-c", command).CombinedOutput()
	alltest.Require(t, err == nil, "%s: %v: %s", command, err, out)
	return strings.TrimSpace(string(out))
}

// until waits for something that is sure to come; how long it takes is the machine's.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for start := time.Now(); !is(); time.Sleep(100 * time.Millisecond) {
		if time.Since(start) > 10*time.Minute {
			t.Fatalf("waited in vain until %s\n%s", what, shell(t, "squeue --array; scontrol show nodes | head -40"))
		}
	}
}

func submit(t *testing.T, f *campaign.Folder, w cluster.Wish, s cluster.Scheduler) []cluster.Submission {
	t.Helper()
	p := alltest.Must(cluster.Prepare(t.Context(), f, w))(t)
	alltest.OK(t, p.Write())
	return alltest.Must(s.Submit(t.Context(), p.Job))(t)
}

// tasks are those that live.
func tasks(t *testing.T, f *campaign.Folder) cluster.Tasks {
	t.Helper()
	all := alltest.Must(cluster.Submissions(f.Dir))(t)
	return alltest.Must(cluster.Alive(t.Context(), all))(t)
}

func progress(t *testing.T, f *campaign.Folder) campaign.Progress {
	t.Helper()
	return alltest.Must(f.Progress())(t)
}

// working are the attempts that make a run just now.
func working(t *testing.T, f *campaign.Folder) (out []campaign.Attempt) {
	t.Helper()
	for _, a := range progress(t, f).Attempts {
		if a.Process > 0 && len(a.Runs) > 0 && syscall.Kill(a.Process, 0) == nil {
			out = append(out, a)
		}
	}
	return out
}

func signal(t *testing.T, process int, s syscall.Signal) {
	t.Helper()
	alltest.OK(t, syscall.Kill(process, s))
}

// kill kills the process of an attempt.
func kill(t *testing.T, a campaign.Attempt) {
	t.Helper()
	signal(t, a.Process, syscall.SIGKILL)
}

// on is the attempt that works on a node, or none, without a name. A process that was
// killed has no environment.
func on(t *testing.T, f *campaign.Folder, node string) campaign.Attempt {
	t.Helper()
	for _, a := range working(t, f) {
		environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", a.Process))
		if err == nil && strings.Contains("\x00"+string(environment), "\x00SLURMD_NODENAME="+node+"\x00") {
			return a
		}
	}
	return campaign.Attempt{}
}

// slurmd is the process of a node.
func slurmd(t *testing.T, node string) int {
	t.Helper()
	text := alltest.Must(os.ReadFile(filepath.Join(filepath.Dir(os.Getenv("SLURM_CONF")), "slurmd-"+node+".pid")))(t)
	return alltest.Must(strconv.Atoi(strings.TrimSpace(string(text))))(t)
}

// TestCampaign makes a plan on a real Slurm that goes wrong as clusters do: tasks that
// are killed, a node that is declared down while its process lives on, a time limit,
// preemption, and more shards than an array may have. No run is lost, none counts
// twice, and all came out as they do in one process.
func TestCampaign(t *testing.T) {
	startSlurm(t)
	f := write(t, planOf(t, 50, 800))
	wish := cluster.Wish{Program: program(t), Shards: 4, Time: time.Minute}

	// The limit is a minute, and its signal comes as soon as Slurm looks: every half
	// minute. Until then there are other faults.
	first := submit(t, f, wish, cluster.Slurm{Partition: "normal", Memory: "0", Options: []string{"--signal=B:TERM@58"}})
	alltest.Check(t, len(first) == 2 && first[1].Offset == 3 && first[1].Tasks == 1, "4 shards in arrays of 3: %+v", first)
	alltest.Refused(cluster.Prepare(t.Context(), f, wish))(t, cluster.ErrAlive, "tasks live, and the error of another submission")
	until(t, "both nodes work", func() bool { return on(t, f, "v0").Name != "" && on(t, f, "v1").Name != "" })
	killed := on(t, f, "v0")
	kill(t, killed)
	until(t, "another task works in its place", func() bool { a := on(t, f, "v0"); return a.Name != "" && a.Name != killed.Name })

	// Node v0 is not heard of any more, and declared down. Its process lives on, while
	// its task begins again on the other node, where there is room after another kill.
	lonely, other := on(t, f, "v0"), on(t, f, "v1")
	daemon := slurmd(t, "v0")
	signal(t, daemon, syscall.SIGSTOP)
	shell(t, "scontrol update nodename=v0 state=down reason=test")
	until(t, "its task waits again", func() bool { return tasks(t, f).Reasons["BeginTime"] > 0 })
	until(t, "it may begin", func() bool { return tasks(t, f).Reasons["BeginTime"] == 0 })
	kill(t, other)
	twin := strings.TrimSuffix(lonely.Name, "-0") + "-1"
	until(t, "the task begins again beside its first process", func() bool {
		return slices.ContainsFunc(working(t, f), func(a campaign.Attempt) bool { return a.Name == twin })
	})
	alltest.Check(t, slices.ContainsFunc(working(t, f), func(a campaign.Attempt) bool { return a.Name == lonely.Name }), "the process on the node that is down has ended")
	until(t, "both have made one run", func() bool { p := progress(t, f); return p.Doubled > 0 || syscall.Kill(lonely.Process, 0) != nil })
	signal(t, daemon, syscall.SIGCONT)
	shell(t, "scontrol update nodename=v0 state=resume")
	until(t, "the time of all tasks is over", func() bool { return len(working(t, f)) == 0 })
	for _, s := range first {
		shell(t, "scancel "+s.Job) // what would begin only now
	}
	until(t, "none is left", func() bool { return tasks(t, f).Running+tasks(t, f).Waiting == 0 })
	p := progress(t, f)
	t.Logf("after the first submission: %d of %d runs, %d attempts, %d records of runs that have one", p.Done, p.Runs, len(p.Attempts), p.Doubled)
	alltest.Require(t, p.Missing != 0, "the machine is too fast: nothing was left when the time was over")
	logs := shell(t, "cat '"+strings.ReplaceAll(f.Dir, "'", `'\''`)+"'/logs/*.log")
	alltest.Check(t, strings.Contains(logs, "missing") && (!strings.Contains(logs, " 0 missing\n") || p.Done != 0), "no worker says that it was ended: %s", logs)

	// What is missing goes to Slurm once more, and somebody else's job takes its place
	// for a moment.
	wish.Time, wish.Shards = 0, 3
	second := submit(t, f, wish, cluster.Slurm{Partition: "normal"})
	alltest.Check(t, second[0].Wanted == p.Missing && second[0].Number == 2, "%d runs are missing, and submitted was %+v", p.Missing, second)
	until(t, "both nodes work", func() bool { return on(t, f, "v0").Name != "" && on(t, f, "v1").Name != "" })
	shell(t, `cd / && sbatch --partition=urgent --nodes=2 --exclusive --output=/dev/null --wrap 'sleep 1'`)
	until(t, "they are preempted", func() bool { return tasks(t, f).Reasons["BeginTime"] > 0 })
	until(t, "all have ended", func() bool { return tasks(t, f).Running+tasks(t, f).Waiting == 0 })
	p = progress(t, f)
	t.Logf("after the second: %d of %d runs, %d attempts, %d records of runs that have one", p.Done, p.Runs, len(p.Attempts), p.Doubled)
	alltest.Check(t, p.Missing == 0 && p.Failed == 0 && p.Other == 0 && len(p.Warnings) == 0,
		"%d missing, %d failed, %d of other code, %q", p.Missing, p.Failed, p.Other, p.Warnings)
	alltest.Refused(cluster.Prepare(t.Context(), f, wish))(t, cluster.ErrComplete, "all is there, and the error of another submission")
	same(t, f, planOf(t, 50, 800))
}

// TestLocal: what a process of this machine leaves that is killed in the middle of its
// part is made by the others before they end.
func TestLocal(t *testing.T) {
	alltest.Only(t, "it builds the command")
	plan := planOf(t, 3, 400)
	f := write(t, plan)
	s := submit(t, f, cluster.Wish{Program: program(t), Shards: 3}, cluster.Local{AtOnce: 3})
	until(t, "one is in the middle of its part", func() bool {
		for _, a := range working(t, f) {
			if a.Made > 0 && a.Process == s[0].Processes[1].ID {
				kill(t, a)
				return true
			}
		}
		return false
	})
	until(t, "none lives", func() bool { return tasks(t, f).Running == 0 })
	if p := progress(t, f); p.Missing != 0 || p.Failed != 0 || p.Doubled != 0 || !slices.ContainsFunc(p.Attempts, func(a campaign.Attempt) bool { return a.Killed }) {
		t.Errorf("%+v\n%s", p, shell(t, "cat '"+strings.ReplaceAll(f.Dir, "'", `'\''`)+"'/logs/*.log"))
	}
	same(t, f, plan)
}

// TestProgram: a plan of a program in another language is made by processes here and by tasks of Slurm, with the program's
// parameters, and each run comes out as in one process.
func TestProgram(t *testing.T) {
	alltest.Only(t, "it builds the command")
	recipes := alltest.Must(filepath.Abs("../../external/recipes"))(t)
	t.Setenv("FORMICARY_PROGRAMS", recipes)
	plan := experiment.Plan{
		Name: "a program", Runs: 2, Seed: 3, Budget: solver.Iterations(5), Puzzles: nurikabes.Kind.MustOpen("open-908").Between(9, 25).Take(4).Puzzles(),
		Engines: []solver.Solver{&external.Command{
			Name: "colony", Kind: nurikabes.Kind, Format: "text", Args: []string{"python3", filepath.Join(recipes, "colony.py"), "{seed}", "{iterations}", "{rate}"},
			Numbers: []external.Number{{Name: "rate", Value: 0.2, High: 1}},
		}},
	}
	if err := plan.Engines[0].(*external.Command).Missing(); err != nil {
		t.Skip(err)
	}
	wish := cluster.Wish{Program: program(t), Shards: 2}
	for name, s := range map[string]cluster.Scheduler{"local": cluster.Local{AtOnce: 2}, "Slurm": cluster.Slurm{Partition: "normal", Memory: "0"}} {
		t.Run(name, func(t *testing.T) {
			if name == "Slurm" {
				startSlurm(t)
			}
			f := write(t, plan)
			submit(t, f, wish, s)
			until(t, "none lives", func() bool { n := tasks(t, f); return n.Running+n.Waiting == 0 })
			p := progress(t, f)
			alltest.Check(t, p.Done == 8 && p.Missing == 0 && p.Failed == 0, "%+v\n%s", p, shell(t, "cat '"+strings.ReplaceAll(f.Dir, "'", `'\''`)+"'/logs/*.log"))
			same(t, f, plan)
			result := alltest.Must(plan.Run(t.Context(), experiment.In(f.Dir)))(t)
			alltest.Check(t, slices.ContainsFunc(result.Records(), experiment.Record.Solved), "it has solved nothing")
		})
	}
}

// same compares what a folder has with the plan: every run once, and a sample with what
// this process makes of it.
func same(t *testing.T, f *campaign.Folder, plan experiment.Plan) {
	t.Helper()
	made := 0
	result := alltest.Must(plan.Run(t.Context(), experiment.In(f.Dir), experiment.OnProgress(func(p experiment.Progress) { made = p.Done - p.Reused })))(t)
	alltest.Require(t, made <= 0 && len(result.Records()) == len(plan.Puzzles)*len(plan.Engines)*plan.Runs,
		"%d records, %d of them made now", len(result.Records()), made)
	s := alltest.Must(plan.Open())(t)
	defer s.Close()
	random := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		i := random.IntN(len(result.Records()))
		trial := experiment.Trial{Puzzle: i / plan.Runs / len(plan.Engines), Engine: i / plan.Runs % len(plan.Engines), Run: i % plan.Runs}
		again := alltest.Must(s.Do(context.Background(), trial))(t)
		a, b := outcome(result.Records()[i]), outcome(again[0])
		alltest.Check(t, a == b, "%+v: there %s, here %s", trial, a, b)
	}
}

// outcome is what a seed decides.
func outcome(r experiment.Record) string {
	r.Seconds, r.CPU, r.PeakBytes, r.Host = 0, 0, 0, ""
	text := fmt.Sprintf("%s %s %d %d %v %v %d %d %x %q", r.Puzzle, r.Label(), r.Run, r.Seed, r.Status, r.Cost, r.Iterations, r.Evaluations, r.Digest, r.Board)
	for _, p := range r.Trace {
		text += fmt.Sprintf(" %d %d %v", p.Iterations, p.Evaluations, p.Cost)
	}
	return text
}
