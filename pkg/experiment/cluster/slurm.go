package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"formicary/pkg/lists"
)

// slurm is the name of the scheduler in a [Submission].
const slurm = "slurm"

// Slurm submits arrays of tasks with sbatch. The zero value takes what the cluster
// has by default.
type Slurm struct {
	// Partition, Account, QOS and Constraint are as sbatch has them.
	Partition, Account, QOS, Constraint string
	// Memory of a task, such as "2G".
	Memory string
	// Options are more options of sbatch, such as "--exclude=node7".
	Options []string
}

// limits are what a Slurm allows.
type limits struct {
	// arraySize is MaxArraySize: the first index that an array cannot have. 0 means
	// that there are no arrays.
	arraySize int
	// jobs is MaxJobCount: how many tasks, of all users, it knows at a time.
	jobs int
}

// parseLimits reads the lines "Name = value" of scontrol.
func parseLimits(text string) (l limits, err error) {
	for name, field := range map[string]*int{"MaxArraySize": &l.arraySize, "MaxJobCount": &l.jobs} {
		value := regexp.MustCompile(`(?m)^\s*` + name + `\s*=\s*(.*?)\s*$`).FindStringSubmatch(text)
		if value == nil {
			return l, fmt.Errorf("cluster: scontrol: expected %s in the configuration", name)
		}
		if *field, err = strconv.Atoi(value[1]); err != nil || *field < 0 {
			return l, fmt.Errorf("cluster: scontrol: expected a number for %s, found %q", name, value[1])
		}
	}
	return l, nil
}

// output runs a program; the error has what it says.
func output(c *exec.Cmd) (string, error) {
	var said strings.Builder
	c.Stderr = &said
	c.WaitDelay = time.Second
	text, err := c.Output()
	if err != nil {
		err = fmt.Errorf("cluster: %s: %w", filepath.Base(c.Args[0]), err)
		if s := strings.TrimSpace(said.String()); s != "" {
			err = fmt.Errorf("%w: %s", err, s)
		}
	}
	return string(text), err
}

// chunk is an array of tasks: the indices 0 to tasks-1 stand for the shards from
// offset on.
type chunk struct{ offset, tasks int }

// chunks cuts a job into arrays, whose indices the limits allow.
func (l limits) chunks(shards int) ([]chunk, error) {
	switch {
	case l.arraySize < 1:
		return nil, fmt.Errorf("cluster: %w: this Slurm has no arrays (MaxArraySize is 0)", ErrJob)
	case shards > l.jobs:
		return nil, fmt.Errorf("cluster: %w: %d shards, and this Slurm knows %d tasks at a time (MaxJobCount): take fewer shards", ErrJob, shards, l.jobs)
	}
	var out []chunk
	for offset := 0; offset < shards; offset += l.arraySize {
		out = append(out, chunk{offset, min(l.arraySize, shards-offset)})
	}
	return out, nil
}

// Script is the script of sbatch, or as many as there are arrays.
func (s Slurm) Script(ctx context.Context, j Job) (string, error) {
	scripts, _, err := s.scripts(ctx, j)
	return strings.Join(scripts, "\n"), err
}

func (s Slurm) scripts(ctx context.Context, j Job) ([]string, []chunk, error) {
	if err := errors.Join(j.validate(), s.validate()); err != nil {
		return nil, nil, err
	}
	text, err := output(exec.CommandContext(ctx, "scontrol", "show", "config"))
	if err != nil {
		return nil, nil, err
	}
	allowed, err := parseLimits(text)
	if err != nil {
		return nil, nil, err
	}
	chunks, err := allowed.chunks(j.Shards)
	return lists.Map(chunks, func(c chunk) string { return s.script(j, c) }), chunks, err
}

func (s Slurm) validate() error {
	for _, text := range append([]string{s.Partition, s.Account, s.QOS, s.Constraint, s.Memory}, s.Options...) {
		if strings.ContainsAny(text, "\n\r\x00") {
			return fmt.Errorf("cluster: %w: expected an option on one line, found %q", ErrJob, text)
		}
	}
	for _, o := range s.Options {
		if !strings.HasPrefix(o, "-") {
			return fmt.Errorf("cluster: %w: expected an option of sbatch such as --exclude=node7, found %q", ErrJob, o)
		}
	}
	return nil
}

// script has the program take the place of the shell, so that it gets the signals
// itself: one some time before the limit, others when it is preempted.
func (s Slurm) script(j Job, c chunk) string {
	var b strings.Builder
	option := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "#SBATCH --%s=%s\n", name, value)
		}
	}
	b.WriteString("#!/bin/sh\n")
	option("job-name", j.title())
	option("array", fmt.Sprintf("0-%d", c.tasks-1))
	option("partition", s.Partition)
	option("account", s.Account)
	option("qos", s.QOS)
	option("constraint", s.Constraint)
	option("mem", s.Memory)
	b.WriteString("#SBATCH --ntasks=1\n")
	option("cpus-per-task", fmt.Sprint(j.workers()))
	if j.Time > 0 {
		option("time", fmt.Sprint(int((j.Time+time.Minute-1)/time.Minute)))
		option("signal", fmt.Sprintf("B:TERM@%d", max(1, int(j.margin().Seconds()))))
	}
	b.WriteString("#SBATCH --requeue\n#SBATCH --open-mode=append\n")
	// In the name of a file % begins a field, and a backslash ends all of them.
	option("output", `"`+strings.NewReplacer("%", "%%", `"`, `\"`).Replace(filepath.Join(j.Dir, logsFolder))+`/%A_%a.log"`)
	for _, o := range s.Options {
		fmt.Fprintf(&b, "#SBATCH %s\n", o)
	}
	fmt.Fprintf(&b, "exec %s\n", quoted(j.command("auto", c.offset)...))
	return b.String()
}

// logsFolder has what tasks print.
const logsFolder = "logs"

// Submit submits the job, as several arrays where the limits say so. The scripts are
// kept in the folder shards of the plan's.
func (s Slurm) Submit(ctx context.Context, j Job) ([]Submission, error) {
	scripts, chunks, err := s.scripts(ctx, j)
	if err != nil {
		return nil, err
	}
	for _, folder := range []string{logsFolder, "shards"} {
		if err := os.MkdirAll(filepath.Join(j.Dir, folder), 0o777); err != nil {
			return nil, fmt.Errorf("cluster: %w", err)
		}
	}
	var out []Submission
	for i, c := range chunks {
		path := filepath.Join(j.Dir, "shards", fmt.Sprintf("%d-%d.sh", j.Number, c.offset))
		if err := os.WriteFile(path, []byte(scripts[i]), 0o666); err != nil {
			return out, fmt.Errorf("cluster: %w", err)
		}
		said, err := output(exec.CommandContext(ctx, "sbatch", "--parsable", path))
		if err != nil {
			return out, err
		}
		id, _, _ := strings.Cut(strings.TrimSpace(said), ";") // behind it the name of a cluster
		if _, err := strconv.Atoi(id); err != nil {
			return out, fmt.Errorf("cluster: sbatch: expected the number of a job, found %q", said)
		}
		done, err := j.note(Submission{Scheduler: slurm, Job: id, Offset: c.offset, Tasks: c.tasks})
		out = append(out, done)
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// ask counts what squeue knows of jobs.
func (t *Tasks) ask(ctx context.Context, jobs map[string]bool) error {
	text, err := output(exec.CommandContext(ctx, "squeue", "--me", "--noheader", "--array", "--format=%F|%T|%r"))
	if err != nil {
		return err
	}
	return t.parse(text, jobs)
}

// parse reads lines "JOB|STATE|REASON", one for each task.
func (t *Tasks) parse(text string, jobs map[string]bool) error {
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSpace(line), "|")
		if len(fields) != 3 {
			return fmt.Errorf("cluster: squeue: expected a job, a state and a reason, found %q", line)
		}
		if !jobs[fields[0]] {
			continue
		}
		if !slices.Contains(t.Jobs, fields[0]) {
			t.Jobs = append(t.Jobs, fields[0])
		}
		switch fields[1] {
		case "PENDING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "SUSPENDED", "STOPPED":
			t.Waiting++
			t.Reasons[fields[2]]++
		default:
			t.Running++
		}
	}
	return nil
}
