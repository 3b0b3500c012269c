package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// spent is what a process needed.
type spent struct {
	processor time.Duration
	memory    int64 // bytes, at most
}

// alone makes all runs in one process.
func (c *campaign) alone(ctx context.Context) (spent, error) {
	cmd := exec.CommandContext(ctx, c.program, "cluster", "work", "--plan", c.one, "--shard", "0/1", "--workers", "1")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return spent{}, fmt.Errorf("one process: %w", err)
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return spent{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), usage.Maxrss << 10}, nil
}

// state is what the command says of the campaign.
type state struct{ Done, Missing, Failed, Runs int }

func (c *campaign) state(ctx context.Context) (s state, err error) {
	text, err := c.output(ctx, c.program, "cluster", "status", "--json", c.many) // its status is 1 while runs are missing
	if wrong := json.Unmarshal([]byte(text), &s); wrong != nil {
		return s, errors.Join(err, wrong)
	}
	return s, nil
}

// most is how many submissions may be needed until everything is there.
const most = 30

// together makes the runs as a campaign, with faults.
func (c *campaign) together(ctx context.Context, total int) (submissions int, err error) {
	cluster := filepath.Join(c.folder, "slurm")
	text, err := c.output(ctx, "bash", ".ci/slurm", "start", cluster)
	if err != nil {
		return 0, err
	}
	defer func() {
		err = errors.Join(err, c.command(context.WithoutCancel(ctx), "bash", ".ci/slurm", "stop", cluster))
	}()
	name, value, _ := strings.Cut(strings.TrimSpace(text), "=")
	if err := os.Setenv(name, value); err != nil {
		return 0, err
	}
	if err := c.smallDisk(total * 400); err != nil { // about half of what the journals need
		return 0, err
	}
	random := rand.New(rand.NewPCG(c.seed, 0))
	for ; ; submissions++ {
		s, err := c.state(ctx)
		if err != nil {
			return submissions, err
		}
		fmt.Printf("submission %d: %d of %d runs are there, %d failed\n", submissions, s.Done, s.Runs, s.Failed)
		if s.Missing == 0 {
			return submissions, nil
		}
		if submissions == most {
			return submissions, fmt.Errorf("%d runs are still missing", s.Missing)
		}
		args := []string{"cluster", "submit", "--slurm", "--partition", "normal", "--time", "1h", "--shards", strconv.Itoa(c.shards)}
		if submissions == 0 { // four large shards that a minute is too short for
			args = append(args[:len(args)-3], "2m", "--shards", "4")
		}
		if s.Failed > 0 {
			args = append(args, "--failed")
		}
		if err := c.command(ctx, c.program, append(args, c.many)...); err != nil {
			return submissions, err
		}
		switch submissions {
		case 0:
			err = c.drain(ctx, func(int) error { return nil })
			err = errors.Join(err, c.rebuild(ctx))
		case 1:
			err = c.drain(ctx, c.worst(ctx, random))
			err = errors.Join(err, c.damage(random), c.damage(random), c.damage(random), c.damage(random))
		default:
			if free, ok := c.free(); ok && free < 1<<20 {
				err = c.grow()
			}
			err = errors.Join(err, c.drain(ctx, func(int) error { return c.again(random) }))
		}
		if err != nil {
			return submissions, err
		}
	}
}

// again kills as long as not enough were killed.
func (c *campaign) again(random *rand.Rand) error {
	if c.faults.killed < c.kills {
		c.kill(random)
	}
	return nil
}

// worst are the faults in the middle of the campaign, one each second.
func (c *campaign) worst(ctx context.Context, random *rand.Rand) func(second int) error {
	var wake, back func() error
	full := 0
	return func(second int) (err error) {
		if free, ok := c.free(); ok && free < 1<<20 && c.faults.filled == 0 {
			if full++; full > 5 { // seconds
				err = c.grow()
			}
			return err
		}
		switch second {
		case 3:
			wake, back, err = c.loseNode(ctx)
		case 12:
			err = wake()
		case 15:
			err = back()
		case 18:
			err = c.preempt(ctx)
		default:
			if second > 20 && second%20 == 0 {
				return c.damage(random)
			}
			return c.again(random)
		}
		return err
	}
}

// drain does something each second until no job is left.
func (c *campaign) drain(ctx context.Context, each func(second int) error) error {
	for second := 0; ; second++ {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
		left, err := c.output(ctx, "squeue", "--noheader", "--partition=normal", "--format=%i")
		if err != nil {
			return err
		}
		if strings.TrimSpace(left) == "" && len(c.workers()) == 0 {
			return nil
		}
		if err := each(second); err != nil {
			return err
		}
	}
}
