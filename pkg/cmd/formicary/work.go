package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"formicary/pkg/engines"
	"formicary/pkg/experiment/campaign"
	"formicary/pkg/puzzle"
)

type workCommand struct {
	Plan      string        `required:"" type:"path" placeholder:"DIR" help:"The folder of the plan, with its plan.json."`
	Shard     string        `default:"0/1" placeholder:"I/N" help:"Which part of the runs: number I of N, from 0. With auto/N a scheduler's environment has the number. Default: 0/1, all runs."`
	Offset    int           `placeholder:"K" help:"With --shard auto/N: what is added to the scheduler's number."`
	List      string        `type:"path" placeholder:"FILE" help:"Only the runs of this list, which “formicary submit” writes; the parts are those of the list."`
	Time      time.Duration `placeholder:"55m" help:"Time for everything: no run is begun that is longer than what is left of it. Default: no limit."`
	Workers   int           `default:"1" placeholder:"N" help:"How many runs at the same time."`
	Name      string        `placeholder:"NAME" help:"The job's name in that of the journal; the scheduler's by default."`
	Stay      bool          `help:"When the part is complete, stay until the other parts are, too, and take those whose workers have ended."`
	OtherCode bool          `help:"Work though the code of this program is not the plan's. Records say which code made them."`
}

// scheduler is where a scheduler says which of its tasks a process is.
type scheduler struct {
	index, job string // variables of the environment; job may be ""
	from       int    // what it begins to count with
}

var schedulers = []scheduler{
	{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_JOB_ID", 0},
	{"JOB_COMPLETION_INDEX", "JOB_NAME", 0},
	{"PARALLEL_SEQ", "", 1},
}

// shard reads which part it is, and what the scheduler calls the job.
func (c *workCommand) shard(env func(string) string) (shard campaign.Shard, job string, err error) {
	index, of, ok := strings.Cut(c.Shard, "/")
	n, errN := strconv.Atoi(of)
	var errI error
	at := -1
	for i, s := range schedulers {
		if env(s.index) != "" {
			at = i
			break
		}
	}
	if at >= 0 && schedulers[at].job != "" {
		job = env(schedulers[at].job)
	}
	switch {
	case !ok || errN != nil:
		errI = errors.New("no number")
	case index != "auto":
		shard.Index, errI = strconv.Atoi(index)
	case at < 0:
		var names []string
		for _, s := range schedulers {
			names = append(names, s.index)
		}
		return shard, "", fmt.Errorf("--shard %s: no scheduler has set the number: none of %s is there", c.Shard, strings.Join(names, ", "))
	default:
		if shard.Index, errI = strconv.Atoi(env(schedulers[at].index)); errI != nil {
			return shard, "", fmt.Errorf("--shard %s: expected a number in %s, found %s", c.Shard, schedulers[at].index, puzzle.Quote(env(schedulers[at].index)))
		}
		shard.Index += c.Offset - schedulers[at].from
	}
	shard.Of = n
	if errI != nil || !shard.Valid() {
		return shard, "", fmt.Errorf("--shard %s: expected I/N with I from 0 to N-1, or auto/N, found number %d", c.Shard, shard.Index)
	}
	return shard, job, nil
}

func (c *workCommand) Run(s *streams) error {
	began := time.Now()
	shard, job, err := c.shard(os.Getenv)
	switch {
	case err != nil:
		return badInput(err)
	case c.Workers < 1 || c.Time < 0:
		return badInput(fmt.Errorf("--workers %d, --time %v: expected at least one worker, and a time that is not negative", c.Workers, c.Time))
	}
	f, err := campaign.Open(c.Plan)
	if err != nil {
		return badInput(missing(err, "plan", c.Plan, "the folder of a plan, with a plan.json"))
	}
	w := campaign.Worker{
		Shard: shard, Workers: c.Workers, Stay: c.Stay, OtherCode: c.OtherCode, Rebuild: engines.FromDescription, Open: engines.Open,
		Job: cmp.Or(c.Name, job, fmt.Sprintf("of%d", shard.Of)), Task: strconv.Itoa(shard.Index),
	}
	if c.Time > 0 {
		w.Until = began.Add(c.Time)
	}
	if c.List != "" {
		if w.List, err = readList(f, c.List); err != nil {
			return badInput(err)
		}
	}
	worked, err := f.Work(s.ctx, w)
	missing := worked.Missing
	told := func(before string, shard campaign.Shard, w campaign.Worked) {
		for _, warning := range w.Warnings {
			fmt.Fprintf(s.stderr, "formicary: %s\n", warning)
		}
		fmt.Fprintf(s.stdout, "%spart %v: %s, %s found, %s made (%s failed), %s missing\n", before, shard, puzzle.Plural(w.Runs, "run"),
			puzzle.Thousands(w.Found), puzzle.Thousands(w.Made), puzzle.Thousands(w.Failed), puzzle.Thousands(w.Missing))
	}
	told("", shard, worked)
	for _, t := range worked.Taken {
		told("left by its worker: ", t.Shard, t.Worked)
		missing += t.Missing
	}
	switch {
	case errors.Is(err, campaign.ErrCode):
		return badInput(fmt.Errorf("%w; --other-code works all the same", err))
	case err != nil:
		return failure{1, err}
	case missing > 0:
		return failure{1, nil}
	}
	return nil
}

func readList(f *campaign.Folder, path string) (*campaign.List, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return f.ReadList(filepath.Base(path), file)
}
