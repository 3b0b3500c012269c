// Command campaign runs one plan twice, in one process and as a campaign of many
// workers under a Slurm of its own, with every fault that a cluster has, and compares
// what came out. It is how the claim "nothing is lost" is tested at full size:
//
//	go run ./.ci/campaign                                     # 5,448 runs, minutes
//	go run ./.ci/campaign -runs 92 -shards 500 -kills 200     # 501,216 runs, half an hour
//
// The faults: workers are killed, a node is declared down while its processes live
// on, a job of another partition preempts, the time of a submission is too short, the
// disk is full, journals are torn and changed, and the program is built again from
// sources that were checked out anew and have another comment.
//
// Counted are runs that are lost, that are there twice and differ, that were made
// although they were there, and that differed than in one process. All
// should be 0.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
)

func main() {
	c := campaign{}
	flag.IntVar(&c.runs, "runs", 1, "runs of each of six engines on each of the 908 puzzles of the open set")
	flag.Int64Var(&c.iterations, "iterations", 10, "iterations of a run")
	flag.IntVar(&c.shards, "shards", 50, "shards of the campaign")
	flag.IntVar(&c.kills, "kills", 10, "workers that are killed")
	flag.Uint64Var(&c.seed, "seed", 1, "draws whom a fault meets")
	flag.StringVar(&c.keep, "keep", "", "a new folder for everything, which stays")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := c.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "campaign:", err)
		os.Exit(1)
	}
}

// campaign is what is run, where, and what was done to it.
type campaign struct {
	runs, shards, kills int
	iterations          int64
	seed                uint64
	keep                string

	folder      string // of everything
	program     string // the command
	one, many   string // the folders of the plan
	environment []string
	faults      faults
	journals    string // the small disk; "" where there is none
	head        string // the commit that the program is built from
}

func (c *campaign) run(ctx context.Context) (err error) {
	if c.folder = c.keep; c.folder == "" {
		if c.folder, err = os.MkdirTemp("", "formicary-campaign-"); err != nil {
			return err
		}
		defer os.RemoveAll(c.folder)
	}
	defer c.unmount()
	head, err := c.output(ctx, "git", "rev-parse", "HEAD")
	if err != nil {
		return err
	}
	c.head = strings.TrimSpace(head)
	c.program = filepath.Join(c.folder, "formicary")
	c.one, c.many = filepath.Join(c.folder, "one"), filepath.Join(c.folder, "many")
	if err := c.command(ctx, "go", "build", "-o", c.program, "./pkg/cmd/formicary"); err != nil {
		return err
	}
	total, err := c.plan()
	if err != nil {
		return err
	}
	fmt.Printf("%d runs, %d shards, %d kills\n", total, c.shards, c.kills)
	start := time.Now()
	spent, err := c.alone(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("one process: %.0f s, %.0f s of processor time, %.0f µs of them a run, %d MiB\n",
		time.Since(start).Seconds(), spent.processor.Seconds(), spent.processor.Seconds()/float64(total)*1e6, spent.memory>>20)
	start = time.Now()
	submissions, err := c.together(ctx, total)
	if err != nil {
		return err
	}
	fmt.Printf("campaign: %.0f s, %d submissions\n%s", time.Since(start).Seconds(), submissions, c.faults.String())
	return c.compare()
}

// plan writes the plan's file into both folders.
func (c *campaign) plan() (total int, err error) {
	set, err := nurikabes.Kind.Open("open-908")
	if err != nil {
		return 0, err
	}
	p := experiment.Plan{
		Name: "half a million", Puzzles: set.Puzzles(), Engines: acs.Schemes(), Runs: c.runs,
		Budget: solver.Iterations(c.iterations), Seed: 30,
	}
	f, err := p.File()
	if err != nil {
		return 0, err
	}
	for _, dir := range []string{c.one, c.many} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return 0, err
		}
		file, err := os.Create(filepath.Join(dir, "plan.json"))
		if err != nil {
			return 0, err
		}
		if err := f.Write(file); err != nil {
			return 0, err
		}
		if err := file.Close(); err != nil {
			return 0, err
		}
	}
	return f.Total(), nil
}

// command runs a program and says what it said where it fails.
func (c *campaign) command(ctx context.Context, name string, args ...string) error {
	_, err := c.output(ctx, name, args...)
	return err
}

func (c *campaign) output(ctx context.Context, name string, args ...string) (string, error) {
	var said strings.Builder
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), c.environment...)
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return string(out), fmt.Errorf("%s %s: %w: %s", filepath.Base(name), strings.Join(args, " "), err, strings.TrimSpace(said.String()))
	}
	return string(out), nil
}
