// Package cluster takes the shards of a plan to machines: with Slurm, with
// processes of this machine, or as a job file for a scheduler that is not here.
//
//  1. A [Job] is a plan's folder, the program that makes its runs, and the number of
//     shards. Every scheduler starts one task for each shard, and each task is
//     “formicary cluster work” with a number that the scheduler gives it.
//  2. A [Scheduler] starts the tasks ([Slurm], [Local]); [Parallel] and [Kubernetes]
//     write a file that is to be handed to one.
//  3. What was started is noted in submissions.jsonl in the plan's folder.
//     [Alive] asks the scheduler who lives. What was made is known from the
//     journals alone.
//
// Its opinion: a folder that all machines see is enough. There is no server, no
// queue and no database of our own, and no accounting of the scheduler is read: a
// task that ended is known by what it left. A task that is started twice costs
// time, and no result. A task that is done takes what others left that have ended, and
// those of [Local] stay until all is made.
//
// Its limits: Slurm 20.11 or later, by its programs sbatch, squeue and scontrol; the nodes have the
// system and the processors that the program was built for. The plan's folder is at one path on all of
// them.
package cluster

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Job is what a scheduler starts: a task for each shard of a plan.
type Job struct {
	// Name is for people; it may be empty.
	Name string
	// Dir is the plan's folder.
	Dir string
	Order
	// Workers is the number of simultaneous runs of a task; 0 means 1.
	Workers int
	// Time ends a task; 0 means that the scheduler decides.
	Time time.Duration
	// OtherCode has tasks work though their code is not the plan's.
	OtherCode bool

	stay bool // the tasks begin together, and end together
}

// Order is what a job and each of its submissions have in common. Its paths, and the
// folder's, are absolute on the machines that run it.
type Order struct {
	// Number counts the submissions of the folder, from 1.
	Number int `json:"submission"`
	// Shards is the number of tasks, at least 1.
	Shards int `json:"shards"`
	// List is the path of the list of runs that are wanted; it is empty where all are.
	// Wanted is the number of those runs.
	List   string `json:"list,omitempty"`
	Wanted int    `json:"wanted"`
	// Program makes the runs.
	Program string `json:"program"`
}

// Scheduler starts the tasks of jobs.
type Scheduler interface {
	// Script is what [Scheduler.Submit] hands over, for people to look at.
	Script(ctx context.Context, j Job) (string, error)
	// Submit starts the job and notes what was started in its folder, also where it
	// returns an error.
	Submit(ctx context.Context, j Job) ([]Submission, error)
}

var _, _ Scheduler = Slurm{}, Local{}

// ErrJob is wrapped by the error of a job that a scheduler cannot take.
var ErrJob = errors.New("invalid job")

func (j Job) validate() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("cluster: %w: %s", ErrJob, fmt.Sprintf(format, args...))
	}
	switch {
	case j.Shards < 1:
		return fail("expected at least 1 shard, found %d", j.Shards)
	case j.Workers < 0 || j.Time < 0:
		return fail("%d runs at a time for %v", j.Workers, j.Time)
	case !filepath.IsAbs(j.Dir) || !filepath.IsAbs(j.Program):
		return fail("expected absolute paths, found %q and %q", j.Dir, j.Program)
	}
	for _, text := range []string{j.Name, j.Dir, j.Program, j.List} {
		if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return fail("a name with a control character: %q", text)
		}
	}
	return nil
}

func (j Job) workers() int { return max(j.Workers, 1) }

// margin is how long before its end a task is told to stop, for the runs in flight to
// end and the journal to be written: a minute, or a quarter of a short time.
func (j Job) margin() time.Duration { return min(time.Minute, j.Time/4).Truncate(time.Second) }

// command is what a task runs. The shard is “auto” where the environment has its
// number, or what the scheduler puts into its place.
func (j Job) command(shard string, offset int) []string {
	c := []string{j.Program, "cluster", "work", "--plan", j.Dir, "--shard", fmt.Sprintf("%s/%d", shard, j.Shards)}
	if offset > 0 {
		c = append(c, "--offset", fmt.Sprint(offset))
	}
	if j.List != "" {
		c = append(c, "--list", j.List)
	}
	if j.Time > 0 {
		c = append(c, "--time", (j.Time - j.margin()).String())
	}
	if j.OtherCode {
		c = append(c, "--allow-code-mismatch")
	}
	if j.stay {
		c = append(c, "--stay")
	}
	if shard != "auto" { // there is no scheduler that has a name for the job
		c = append(c, "--name", fmt.Sprintf("submission%d", j.Number))
	}
	return append(c, "--workers", fmt.Sprint(j.workers()))
}

// title is a name that every scheduler takes: small letters, digits and single
// dashes, at most 40 of them, a letter first.
func (j Job) title() string {
	b := []byte("formicary")
	for i := range len(j.Name) {
		c := j.Name[i] | 0x20 // small, where it is a letter
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			if i == 0 {
				b = append(b, '-')
			}
			b = append(b, c)
		case b[len(b)-1] != '-':
			b = append(b, '-')
		}
	}
	return strings.TrimRight(string(b[:min(len(b), 40)]), "-")
}

// quoted is a command for a shell.
func quoted(words ...string) string {
	out := make([]string, len(words))
	for i, w := range words {
		plain := w != "" && !strings.ContainsFunc(w, func(r rune) bool {
			return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:=,@%", r))
		})
		if out[i] = w; !plain {
			out[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}

// submissionsFile is in the folder of a plan: a line of JSON for each [Submission].
const submissionsFile = "submissions.jsonl"

// Submission is a part of a job that a scheduler took.
type Submission struct {
	Order
	// Scheduler is “slurm” or “local”.
	Scheduler string `json:"scheduler"`
	// Job is the scheduler's number of it; of processes it is empty.
	Job string `json:"job,omitempty"`
	// Tasks are as many shards of Shards, from Offset on.
	Offset int `json:"offset"`
	Tasks  int `json:"tasks"`
	// Processes are those that [Local] started on Host.
	Processes []Process `json:"processes,omitempty"`
	Host      string    `json:"host"`
	// At is when, by the clock of Host.
	At time.Time `json:"at"`
}

// Submissions are those of a plan's folder, the oldest first. A torn last line, of a
// program that was killed, is left out; any other line that is no submission is an
// error that names it.
func Submissions(dir string) ([]Submission, error) {
	path := filepath.Join(dir, submissionsFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	var out []Submission
	lines := bufio.NewScanner(strings.NewReader(string(text)))
	lines.Buffer(nil, len(text)+1)
	for number := 1; lines.Scan(); number++ {
		var s Submission
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			if !strings.HasSuffix(string(text), "\n") && strings.Count(string(text), "\n") == number-1 {
				break
			}
			return out, fmt.Errorf("cluster: %s:%d:1: expected a submission: %w", path, number, err)
		}
		out = append(out, s)
	}
	return out, nil
}

// note adds a submission to the folder's.
func (j Job) note(s Submission) (Submission, error) {
	s.Order = j.Order
	s.Host, _ = os.Hostname() // for people
	s.At = time.Now().UTC().Truncate(time.Second)
	line, err := json.Marshal(s)
	if err != nil {
		return s, fmt.Errorf("cluster: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(j.Dir, submissionsFile), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return s, fmt.Errorf("cluster: %w", err)
	}
	// A line that a killed program left without an end is ended.
	last := []byte{'\n'}
	if info, err := file.Stat(); err == nil && info.Size() > 0 {
		_, _ = file.ReadAt(last, info.Size()-1)
	}
	if last[0] != '\n' {
		line = append([]byte{'\n'}, line...)
	}
	_, err = file.Write(append(line, '\n'))
	if err = errors.Join(err, file.Close()); err != nil {
		return s, fmt.Errorf("cluster: %w", err)
	}
	return s, nil
}

// Tasks counts the tasks that schedulers know.
type Tasks struct {
	Running, Waiting int
	// Jobs are the schedulers' numbers of those that live, without repetition.
	Jobs []string
	// Reasons says why tasks wait, in the scheduler's word, and how many do.
	Reasons map[string]int
}

// Alive asks the schedulers which tasks of submissions live. The error is that of a
// scheduler that cannot be asked; the others are counted. Processes of another
// machine are not known, and not counted.
func Alive(ctx context.Context, submissions []Submission) (Tasks, error) {
	t := Tasks{Reasons: map[string]int{}}
	jobs := map[string]bool{}
	for _, s := range submissions {
		switch s.Scheduler {
		case slurm:
			jobs[s.Job] = true
		case local:
			t.Running += s.living()
		}
	}
	if len(jobs) == 0 {
		return t, nil
	}
	return t, t.ask(ctx, jobs)
}
