package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// local is the name of the scheduler in a [Submission].
const local = "local"

// Local starts processes on this machine, one for each shard, all at once. They go on
// when the program that started them ends. Those that are done stay, and take what others
// left that were killed.
type Local struct {
	// AtOnce is the most processes; 0 means as many as the processors have room for. Where
	// the job has more shards it is cut into as many as there are processes.
	AtOnce int
}

// Shards is the number of shards that a job is cut into.
func (l Local) Shards(j Job) int {
	return min(j.Shards, cmp.Or(l.AtOnce, max(runtime.NumCPU()/j.workers(), 1)))
}

// Process is a process of this machine.
type Process struct {
	ID int `json:"id"`
	// Started tells processes with the same number apart, in the unit of the system;
	// 0 where it does not tell.
	Started uint64 `json:"started,omitempty"`
}

// lives says whether the process exists and is the one that was started.
func (p Process) lives() bool {
	started, ok := startOf(p.ID)
	return ok && started == p.Started
}

// Script is the commands of the processes.
func (l Local) Script(_ context.Context, j Job) (string, error) {
	j.Shards, j.stay = l.Shards(j), true
	if err := j.validate(); err != nil {
		return "", err
	}
	var b strings.Builder
	for i := range j.Shards {
		fmt.Fprintf(&b, "%s &\n", quoted(j.command(fmt.Sprint(i), 0)...))
	}
	return b.String(), nil
}

// Submit starts the processes. What they print goes to the folder logs in the plan's.
func (l Local) Submit(_ context.Context, j Job) ([]Submission, error) {
	j.Shards, j.stay = l.Shards(j), true
	if err := j.validate(); err != nil {
		return nil, err
	}
	logs := filepath.Join(j.Dir, logsFolder)
	if err := os.MkdirAll(logs, 0o777); err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	var started []Process
	var failed error
	for i := range j.Shards {
		p, err := start(j.command(fmt.Sprint(i), 0), filepath.Join(logs, fmt.Sprintf("local-%d_%d.log", j.Number, i)))
		if err != nil {
			failed = fmt.Errorf("cluster: %w", err)
			break
		}
		started = append(started, p)
	}
	if len(started) == 0 {
		return nil, failed
	}
	s, err := j.note(Submission{Scheduler: local, Tasks: len(started), Processes: started})
	return []Submission{s}, errors.Join(failed, err)
}

func start(command []string, log string) (Process, error) {
	file, err := os.OpenFile(log, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return Process{}, err
	}
	defer file.Close() // the process has its own
	c := exec.Command(command[0], command[1:]...)
	c.Stdout, c.Stderr = file, file
	ownSession(c)
	if err := c.Start(); err != nil {
		return Process{}, err
	}
	p := Process{ID: c.Process.Pid}
	p.Started, _ = startOf(p.ID)
	go func() { _ = c.Wait() }() // so that it is gone when it has ended
	return p, nil
}

// living counts the processes that exist.
func (s Submission) living() (n int) {
	if host, err := os.Hostname(); err != nil || host != s.Host {
		return 0
	}
	for _, p := range s.Processes {
		if p.lives() {
			n++
		}
	}
	return n
}
