package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/term"

	"formicary/pkg/experiment/campaign"
	"formicary/pkg/experiment/cluster"
	"formicary/pkg/puzzle"
)

type statusCommand struct {
	Watch bool          `help:"Look again until nothing is missing, or no task lives any more; in a terminal on one line that changes."`
	Every time.Duration `default:"5s" placeholder:"5s" help:"With --watch: how often."`
	JSON  bool          `name:"json" help:"As JSON, for programs."`
	Dir   string        `arg:"" type:"path" help:"The folder of a plan."`
}

func (c *statusCommand) Help() string {
	return `Says how far a plan is. The journals in its folder are the truth: what has no record there is missing, whatever a
scheduler says. Slurm says which tasks live; without it that is not known, and all else is.

The exit status is 0 when no run is missing, 1 when some are, and 2 on bad input.`
}

// campaignStatus is what is known of a plan on many machines.
type campaignStatus struct {
	Plan    string `json:"plan"`
	Runs    int    `json:"runs"`
	Done    int    `json:"done"`
	Failed  int    `json:"failed"`  // of Done
	Killed  int    `json:"killed"`  // of Failed
	Missing int    `json:"missing"` // without a record
	Running int    `json:"running"` // of Missing
	Doubled int    `json:"doubled"` // records of runs that have one
	Other   int    `json:"other"`   // records of other plans or code
	// Rate is runs per second, Left seconds, -1 where it is not known.
	Rate float64 `json:"rate"`
	Left float64 `json:"left"`
	// Tasks are those that schedulers know.
	TasksRunning int            `json:"tasks_running"`
	TasksWaiting int            `json:"tasks_waiting"`
	Reasons      map[string]int `json:"reasons,omitempty"` // why tasks wait
	// Attempts are those that left a journal.
	Attempts attemptCounts `json:"attempts"`
	Notes    []string      `json:"notes,omitempty"`
}

// attemptCounts counts the attempts that left a journal.
type attemptCounts struct {
	Alive int `json:"alive"`
	Ended int `json:"ended"`
	Gone  int `json:"gone"` // without an end: killed, or not heard of for long
}

func (c *statusCommand) look(s *streams) (campaignStatus, error) {
	f, err := openCampaign(c.Dir)
	if err != nil {
		return campaignStatus{}, err
	}
	p, err := f.Progress()
	if err != nil {
		return campaignStatus{}, badInput(err)
	}
	submissions, err := cluster.Submissions(c.Dir)
	if err != nil {
		return campaignStatus{}, badInput(err)
	}
	tasks, err := cluster.Alive(s.ctx, submissions)
	st := campaignStatus{
		Plan: f.Plan.Name, Runs: p.Runs, Done: p.Done, Failed: p.Failed, Killed: p.Killed, Missing: p.Missing, Running: p.Running, Doubled: p.Doubled, Other: p.Other,
		Rate: p.Rate, Left: p.Left.Seconds(), TasksRunning: tasks.Running, TasksWaiting: tasks.Waiting, Reasons: tasks.Reasons, Attempts: count(p.Attempts), Notes: p.Warnings,
	}
	if p.Left < 0 {
		st.Left = -1
	}
	if err != nil {
		st.Notes = append(st.Notes, fmt.Sprintf("which tasks live is not known: %v", err))
	}
	return st, nil
}

func count(attempts []campaign.Attempt) (n attemptCounts) {
	now := time.Now()
	for _, a := range attempts {
		switch {
		case a.Alive(now):
			n.Alive++
		case a.Name == "", !a.Finished.IsZero():
			n.Ended++
		default:
			n.Gone++
		}
	}
	return n
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
		last := !c.Watch || st.Missing == 0 || st.TasksRunning+st.TasksWaiting+st.Attempts.Alive == 0
		switch {
		case c.JSON:
			err = s.json(st)
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
			if st.Missing > 0 {
				return failure{1, nil}
			}
			return nil
		}
		select {
		case <-s.ctx.Done():
			return failure{1, nil}
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
		parts = append(parts, puzzle.Time(st.Left)+" left")
	}
	return strings.Join(append(parts, st.tasks()), " · ")
}

func (st campaignStatus) tasks() string {
	text := fmt.Sprintf("tasks: %d running, %d waiting", st.TasksRunning, st.TasksWaiting)
	var why []string
	for reason, n := range st.Reasons {
		why = append(why, fmt.Sprintf("%s %d", reason, n))
	}
	if slices.Sort(why); len(why) > 0 {
		text += " (" + strings.Join(why, ", ") + ")"
	}
	return text
}

func (st campaignStatus) print(s *streams) error {
	fmt.Fprintln(s.stdout, line.Replace(orNone(st.Plan)))
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
	a := st.Attempts
	fmt.Fprintf(s.stdout, "%s; attempts: %d alive, %d ended, %d gone without an end\n", st.tasks(), a.Alive, a.Ended, a.Gone)
	if st.Rate > 0 && st.Left > 0 {
		fmt.Fprintf(s.stdout, "%s runs a second, about %s left\n", puzzle.Number(st.Rate), puzzle.Time(st.Left))
	}
	if st.Doubled > 0 {
		fmt.Fprintf(s.stdout, "%s made twice, and count once\n", puzzle.Plural(st.Doubled, "run"))
	}
	if st.Other > 0 {
		fmt.Fprintf(s.stdout, "%s of other code or other plans\n", puzzle.Plural(st.Other, "record"))
	}
	for _, n := range st.Notes {
		fmt.Fprintln(s.stderr, "note: "+n)
	}
	return nil
}
