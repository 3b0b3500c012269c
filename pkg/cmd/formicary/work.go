package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/term"

	"formicary/pkg/cmd/formicary/internal/gathered"
	"formicary/pkg/engines"
	"formicary/pkg/experiment/campaign"
	"formicary/pkg/experiment/cluster"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
)

type workCommand struct {
	Plan    string        `required:"" type:"path" placeholder:"DIR" help:"The folder of the plan, with its plan.json."`
	Shard   string        `default:"0/1" placeholder:"I/N" help:"The part of the runs: number I of N, from 0; all runs by default. With auto/N the scheduler gives the number."`
	Offset  int           `placeholder:"K" help:"With --shard auto/N: add this to the scheduler's number."`
	List    string        `type:"path" placeholder:"FILE" help:"Make only the runs of this list of “formicary cluster submit”, of which --shard is a part."`
	Time    time.Duration `placeholder:"55m" help:"The time limit. The worker starts no run that is longer than the time left."`
	Workers int           `default:"1" placeholder:"N" help:"Simultaneous runs."`
	Name    string        `placeholder:"NAME" help:"The name of the job in the name of the journal; the scheduler's by default."`
	Stay    bool          `help:"Stay until all parts are complete, and take those whose workers have ended."`
	codes   `embed:""`
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
		names := lists.Map(schedulers, func(s scheduler) string { return s.index })
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
		return badInput(gathered.Missing(err, "plan", c.Plan, "the folder of a plan, with a plan.json"))
	}
	w := campaign.Worker{
		Shard: shard, Workers: c.Workers, Stay: c.Stay, OtherCode: c.AllowCodeMismatch, Rebuild: engines.WithPrograms, Open: engines.Open,
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
		return badInput(fmt.Errorf("%w; --allow-code-mismatch works nevertheless", err))
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

type statusCommand struct {
	Watch bool          `help:"Repeat until no run is missing or no task lives; a terminal shows one line that changes."`
	Every time.Duration `default:"5s" placeholder:"5s" help:"With --watch: the time between looks."`
	JSON  bool          `name:"json" help:"Print JSON, for programs."`
	Dir   string        `arg:"" type:"path" help:"The folder of a plan."`
}

// campaignStatus is what is known of a plan on many machines.
type campaignStatus struct {
	plan string
	campaign.Progress
	tasks cluster.Tasks // those that schedulers know
	// alive, ended and gone count the attempts that left a journal; gone are those without an end: killed, or not
	// heard of for long.
	alive, ended, gone int
}

func (c *statusCommand) look(s *streams) (st campaignStatus, err error) {
	f, err := openCampaign(c.Dir)
	if err != nil {
		return st, err
	}
	st.plan = f.Plan.Name
	if st.Progress, err = f.Progress(); err != nil {
		return st, badInput(err)
	}
	submissions, err := cluster.Submissions(c.Dir)
	if err != nil {
		return st, badInput(err)
	}
	if st.tasks, err = cluster.Alive(s.ctx, submissions); err != nil {
		st.Warnings = append(st.Warnings, fmt.Sprintf("which tasks live is not known: %v", err))
	}
	for _, a := range st.Attempts {
		switch {
		case a.Alive(time.Now()):
			st.alive++
		case a.Name == "", !a.Finished.IsZero():
			st.ended++
		default:
			st.gone++
		}
	}
	return st, nil
}

// json is the state for programs: rate is runs per second, left seconds, -1 where it is not known; failed are among done,
// killed among failed, and running among missing.
func (st campaignStatus) json() map[string]any {
	return map[string]any{
		"plan": st.plan, "runs": st.Runs, "done": st.Done, "failed": st.Failed, "killed": st.Killed, "missing": st.Missing, "running": st.Running,
		"doubled": st.Doubled, "other": st.Other, "rate": st.Rate, "left": max(st.Left.Seconds(), -1),
		"tasks_running": st.tasks.Running, "tasks_waiting": st.tasks.Waiting, "reasons": st.tasks.Reasons,
		"attempts": map[string]int{"alive": st.alive, "ended": st.ended, "gone": st.gone}, "notes": st.Warnings,
	}
}

func (c *statusCommand) Run(s *streams) error {
	if c.Every <= 0 {
		return badInput(fmt.Errorf("--every %v: expected a time above 0", c.Every))
	}
	file, isFile := s.raw.(*os.File)
	oneLine := c.Watch && !c.JSON && isFile && term.IsTerminal(int(file.Fd()))
	for {
		st, err := c.look(s)
		if err != nil {
			return err
		}
		// A task that just ended leaves nobody alive for a moment; schedulers wait, too.
		last := !c.Watch || st.Missing == 0 || st.tasks.Running+st.tasks.Waiting+st.alive == 0
		switch {
		case c.JSON:
			err = s.json(st.json())
		case last:
			if oneLine {
				fmt.Fprint(s.raw, "\r\x1b[K")
			}
			err = st.print(s)
		case oneLine:
			_, err = fmt.Fprint(s.raw, "\r\x1b[K"+st.line())
		default:
			fmt.Fprintln(s.stdout, st.line())
		}
		if err != nil {
			return err
		}
		if last {
			return failed(st.Missing > 0)
		}
		select {
		case <-s.ctx.Done():
			return failed(true)
		case <-time.After(c.Every):
		}
	}
}

// line is the state in a line.
func (st campaignStatus) line() string {
	parts := []string{fmt.Sprintf("%s of %s", puzzle.Thousands(st.Done), puzzle.Plural(st.Runs, "run")), fmt.Sprintf("%s running", puzzle.Thousands(st.Running))}
	if st.Failed > 0 {
		parts = append(parts, puzzle.Thousands(st.Failed)+" failed")
	}
	if st.Rate > 0 {
		parts = append(parts, puzzle.Number(st.Rate)+"/s")
	}
	if st.Left > 0 {
		parts = append(parts, puzzle.Time(st.Left.Seconds())+" left")
	}
	return strings.Join(append(parts, st.living()), " · ")
}

// living says which tasks live, and why others wait.
func (st campaignStatus) living() string {
	text := fmt.Sprintf("tasks: %d running, %d waiting", st.tasks.Running, st.tasks.Waiting)
	var why []string
	for reason, n := range st.tasks.Reasons {
		why = append(why, fmt.Sprintf("%s %d", reason, n))
	}
	if slices.Sort(why); len(why) > 0 {
		text += " (" + strings.Join(why, ", ") + ")"
	}
	return text
}

// print prints the state as a table.
func (st campaignStatus) print(s *streams) error {
	fmt.Fprintln(s.stdout, line.Replace(orNone(st.plan)))
	row := func(name string, n int, note string) {
		fmt.Fprintf(s.stdout, "%-8s%9s  %5.1f %%%s\n", name, puzzle.Thousands(n), 100*float64(n)/float64(max(st.Runs, 1)), note)
	}
	failed := ""
	if st.Killed > 0 {
		failed = fmt.Sprintf(", %s ended their process", puzzle.Thousands(st.Killed))
	}
	row("done", st.Done-st.Failed, "")
	row("failed", st.Failed, failed)
	row("running", st.Running, "")
	row("missing", st.Missing-st.Running, "")
	row("all", st.Runs, "")
	fmt.Fprintf(s.stdout, "%s; attempts: %d alive, %d ended, %d gone without an end\n", st.living(), st.alive, st.ended, st.gone)
	if st.Rate > 0 && st.Left > 0 {
		fmt.Fprintf(s.stdout, "%s runs a second, about %s left\n", puzzle.Number(st.Rate), puzzle.Time(st.Left.Seconds()))
	}
	if st.Doubled > 0 {
		fmt.Fprintf(s.stdout, "%s made twice, and count once\n", puzzle.Plural(st.Doubled, "run"))
	}
	if st.Other > 0 {
		fmt.Fprintf(s.stdout, "%s of other code or other plans\n", puzzle.Plural(st.Other, "record"))
	}
	s.notes(st.Warnings...)
	return nil
}

type collectCommand struct {
	Name string `arg:"" help:"A plan's folder, or its name below .formicary/runs."`
}

func (c *collectCommand) Run(s *streams) error {
	dir, err := gathered.Journal(c.Name)
	if err != nil {
		return badInput(err)
	}
	sealed, err := columns.Seal(dir)
	if err != nil {
		return badInput(err)
	}
	s.notes(sealed.Warnings...)
	fmt.Fprintf(s.stdout, "%s: %s of %s, %s", sealed.Path, puzzle.Plural(sealed.Records, "run"), puzzle.Plural(sealed.Journals, "journal"), size(sealed.Bytes))
	if sealed.Doubled > 0 {
		fmt.Fprintf(s.stdout, "; %s of these runs", puzzle.Plural(sealed.Doubled, "line more", "lines more"))
	}
	if sealed.Failed > 0 {
		fmt.Fprintf(s.stdout, "; %s", puzzle.Plural(sealed.Failed, "run failed", "runs failed"))
	}
	f, err := campaign.Open(dir)
	if err == nil {
		p, failed := f.Progress()
		if err = failed; err == nil {
			fmt.Fprintf(s.stdout, "; %s of %s missing", puzzle.Thousands(p.Missing), puzzle.Thousands(p.Runs))
		}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // without a plan nothing says what is wanted
		s.notes(fmt.Sprintf("what is missing is not known: %v", err))
	}
	fmt.Fprintln(s.stdout)
	return nil
}
