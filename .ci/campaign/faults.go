package main

import (
	"bytes"
	"context"
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

// faults counts what was done.
type faults struct {
	killed, lost, preempted, filled, torn, flipped int
}

func (f faults) String() string {
	return fmt.Sprintf("faults: %d workers killed, %d of a node declared down lived on, %d times preempted, %d times a full disk, %d journals torn, %d lines changed\n",
		f.killed, f.lost, f.preempted, f.filled, f.torn, f.flipped)
}

// workers are the processes that work on the campaign.
func (c *campaign) workers() (out []int) {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		text, err := os.ReadFile(filepath.Join("/proc", e.Name(), "cmdline"))
		if err != nil {
			continue
		}
		words := strings.Split(string(text), "\x00")
		if len(words) > 2 && strings.HasPrefix(words[0], c.folder) && words[2] == "work" && bytes.Contains(text, []byte(c.many)) {
			out = append(out, pid)
		}
	}
	return out
}

// kill ends one worker without a word.
func (c *campaign) kill(random *rand.Rand) {
	if all := c.workers(); len(all) > 0 {
		if syscall.Kill(all[random.IntN(len(all))], syscall.SIGKILL) == nil {
			c.faults.killed++
		}
	}
}

// loseNode stops everything on a node, so that it hears and does nothing, and declares
// the node down: Slurm gives its tasks to others. Then its processes go on, as those of
// a machine do that only the network had lost, and at last the node comes back.
func (c *campaign) loseNode(ctx context.Context) (wake, back func() error, err error) {
	text, err := os.ReadFile(filepath.Join(c.folder, "slurm", "slurmd-v1.pid"))
	if err != nil {
		return nil, nil, err
	}
	daemon, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return nil, nil, err
	}
	if err := syscall.Kill(daemon, syscall.SIGSTOP); err != nil {
		return nil, nil, err
	}
	var there []int
	for _, pid := range c.workers() {
		environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if err == nil && bytes.Contains(environment, []byte("SLURMD_NODENAME=v1\x00")) && syscall.Kill(pid, syscall.SIGSTOP) == nil {
			there = append(there, pid)
		}
	}
	c.faults.lost += len(there)
	err = c.command(ctx, "scontrol", "update", "NodeName=v1", "State=DOWN", "Reason=test")
	wake = func() error {
		for _, pid := range there {
			_ = syscall.Kill(pid, syscall.SIGCONT) // it may have been killed meanwhile
		}
		return nil
	}
	back = func() error {
		if err := syscall.Kill(daemon, syscall.SIGCONT); err != nil {
			return err
		}
		return c.command(ctx, "scontrol", "update", "NodeName=v1", "State=RESUME")
	}
	return wake, back, err
}

// preempt runs a job that takes a whole node.
func (c *campaign) preempt(ctx context.Context) error {
	c.faults.preempted++
	return c.command(ctx, "sbatch", "--partition=urgent", "--nodelist=v0", "--exclusive", "--output=/dev/null", "--wrap=sleep 3")
}

// damage tears the end off a journal whose worker was killed, and changes a letter of
// another.
func (c *campaign) damage(random *rand.Rand) error {
	paths, err := filepath.Glob(filepath.Join(c.many, "journals", "*.jsonl"))
	if err != nil {
		return err
	}
	random.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		// One whose worker has ended: nobody writes it any more.
		if info, err := os.Stat(path); err != nil || time.Since(info.ModTime()) < 20*time.Second || len(text) < 2000 {
			continue
		}
		if c.faults.torn <= c.faults.flipped {
			c.faults.torn++
			err = os.Truncate(path, int64(len(text)-1-random.IntN(60)))
		} else {
			c.faults.flipped++
			at := random.IntN(len(text))
			if text[at] == '\n' {
				at++
			}
			text[at] ^= 1 << random.IntN(3)
			err = os.WriteFile(path, text, 0o666)
		}
		return err
	}
	return nil
}

// smallDisk puts the journals on a file system of so many bytes; where that is not
// allowed they stay where they are.
func (c *campaign) smallDisk(size int) error {
	c.journals = filepath.Join(c.many, "journals")
	if err := os.MkdirAll(c.journals, 0o777); err != nil {
		return err
	}
	out, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprint("size=", size), "formicary", c.journals).CombinedOutput()
	if err != nil {
		fmt.Printf("no full disk: %s\n", bytes.TrimSpace(out))
		c.journals = ""
	}
	return nil
}

// free is the room that is left on the small disk in bytes, if there is one.
func (c *campaign) free() (bytes uint64, ok bool) {
	var s syscall.Statfs_t
	if c.journals == "" || syscall.Statfs(c.journals, &s) != nil {
		return 0, false
	}
	return s.Bavail * uint64(s.Bsize), true
}

// grow ends the fault of the full disk.
func (c *campaign) grow() error {
	c.faults.filled++
	return exec.Command("mount", "-o", "remount,size=8g", c.journals).Run()
}

// unmount ends the small disk, and what is on it.
func (c *campaign) unmount() {
	if c.journals != "" {
		_ = exec.Command("umount", "-l", c.journals).Run() // the folder stays where it is
	}
}

// rebuild builds the program again from sources that were checked out anew, other
// ones and then these, with another comment in one of them.
func (c *campaign) rebuild(ctx context.Context) error {
	tree := filepath.Join(c.folder, "tree")
	if err := c.command(ctx, "git", "worktree", "add", "--detach", tree, c.head+"~1"); err != nil {
		return err
	}
	defer func() { _ = exec.Command("git", "worktree", "remove", "--force", tree).Run() }() // it is in a folder that goes
	if err := c.command(ctx, "git", "-C", tree, "checkout", "--quiet", c.head); err != nil {
		return err
	}
	path := filepath.Join(tree, "pkg", "solver", "recorder.go")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, append(text, "\n// Another comment.\n"...), 0o666); err != nil {
		return err
	}
	return c.command(ctx, "go", "build", "-C", tree, "-o", c.program, "./pkg/cmd/formicary")
}
