package show

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"formicary/pkg/experiment"
	"formicary/pkg/experiment/campaign"
	"formicary/pkg/experiment/cluster"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// On has the runs of a plan made by the tasks of a scheduler, and [Run] follows them: it
// shows the progress, and live charts grow as journals do.
//
//	show.Run(plan, show.On(cluster.Slurm{Partition: "short"}, cluster.Wish{Shards: 500}))
//
// The plan's folder, which all machines have to see, gets the plan as a file. What is
// missing is submitted, unless tasks of an earlier submission live: these are followed
// then. When all have ended and runs are missing, these are submitted again, as often as
// the wish says. A cell that is interrupted leaves tasks running; it may be run again at
// any time. The program of the tasks is the command formicary of this checkout, unless
// the wish names another. Of several wishes the last counts.
func On(scheduler cluster.Scheduler, wishes ...cluster.Wish) experiment.Option {
	wish := cluster.Wish{}
	for _, w := range wishes {
		wish = w
	}
	folder, alive, again := "", false, wish.Again
	var plan experiment.Plan
	start := func(ctx context.Context, p experiment.Plan, dir string) error {
		folder, plan = dir, p
		err := submit(ctx, p, dir, scheduler, wish)
		alive = err == nil
		return err
	}
	lives := func(ctx context.Context, dir string) bool {
		all, err := cluster.Submissions(dir)
		if err != nil {
			return true // nobody knows
		}
		tasks, err := cluster.Alive(ctx, all)
		if alive = err != nil || tasks.Running+tasks.Waiting > 0; !alive && again > 0 {
			again--
			alive = submit(ctx, plan, dir, scheduler, wish) == nil
		}
		return alive
	}
	return together(experiment.Remote(start, lives), experiment.OnProgress(func(p experiment.Progress) {
		switch {
		case !p.Finished || !p.Interrupted || folder == "":
		case alive:
			Warn("The tasks go on without this cell. Run it again to follow them, or see: formicary cluster status --watch %s", folder)
		default:
			Warn("No task lives any more, and %s missing. What they said is in %s. Run the cell again to submit what is missing.", puzzle.Plural(p.Total-p.Done, "run is", "runs are"), filepath.Join(folder, "logs"))
		}
	}))
}

// submit writes the plan's file and submits what is missing, unless tasks live.
func submit(ctx context.Context, p experiment.Plan, dir string, scheduler cluster.Scheduler, wish cluster.Wish) error {
	file, err := p.File()
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, experiment.PlanName)); errors.Is(err, fs.ErrNotExist) {
		if err := writePlanFile(file, dir); err != nil {
			return err
		}
	}
	f, err := campaign.Open(dir)
	if err != nil {
		return err
	}
	if f.Plan.Fingerprint != file.Fingerprint {
		return fmt.Errorf("show: %s has another plan: give this one another name", dir)
	}
	for i, e := range file.Engines {
		if e.Code != f.Plan.Engines[i].Code {
			return fmt.Errorf("show: %s is of other code (%s has %s there, and %s here): remove it to go on with today's", filepath.Join(dir, experiment.PlanName), e.Label(), f.Plan.Engines[i].Code, e.Code)
		}
	}
	if wish.Program == "" {
		if wish.Program, err = command(ctx, dir); err != nil {
			return err
		}
	}
	prepared, err := cluster.Prepare(ctx, f, wish)
	switch {
	case errors.Is(err, cluster.ErrAlive), errors.Is(err, cluster.ErrComplete):
		return nil // they are followed
	case err != nil:
		return err
	}
	if err := prepared.Write(); err != nil {
		return err
	}
	_, err = scheduler.Submit(ctx, prepared.Job)
	return err
}

// command is the command formicary: that of this checkout, or else the one in the path.
func command(ctx context.Context, dir string) (string, error) {
	root, err := sets.Root()
	if err == nil {
		path := filepath.Join(dir, "bin", "formicary")
		build := exec.CommandContext(ctx, "go", "build", "-o", path, "./pkg/cmd/formicary")
		build.Dir = root
		out, failed := build.CombinedOutput()
		if failed == nil {
			return path, nil
		}
		err = fmt.Errorf("%w: %s", failed, out)
	}
	path, missing := exec.LookPath("formicary")
	if missing != nil {
		return "", fmt.Errorf("show: the command formicary can neither be built nor found: %w", err)
	}
	return path, nil
}
