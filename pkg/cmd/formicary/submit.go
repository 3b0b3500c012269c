package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"formicary/pkg/cmd/formicary/internal/gathered"
	"formicary/pkg/engines"
	"formicary/pkg/experiment/campaign"
	"formicary/pkg/experiment/cluster"
	"formicary/pkg/puzzle"
)

type submitCommand struct {
	To struct {
		Slurm      bool   `xor:"to" help:"Submit arrays to Slurm by sbatch, within its limits."`
		Local      bool   `xor:"to" help:"Start processes on this machine, at most --at-once."`
		Parallel   string `xor:"to" placeholder:"HOSTS" help:"Write a script of GNU parallel for these hosts, with commas between them; ':' is this machine."`
		Kubernetes bool   `xor:"to" help:"Write an Indexed Job of Kubernetes; needs --image and --claim."`
	} `embed:""`

	Shards  int           `placeholder:"N" help:"The number of tasks; by default one for each thousand missing runs."`
	Workers int           `default:"1" placeholder:"N" help:"Simultaneous runs of a task, which asks for as many processors."`
	Time    time.Duration `placeholder:"55m" help:"The time limit of a task. Its last run ends a minute before."`
	Failed  bool          `help:"Also rerun the failed runs."`
	codes   `embed:""`
	Force   bool   `help:"Submit even if tasks of an earlier submission wait or run."`
	Again   int    `placeholder:"N" help:"With --slurm or --local: follow the tasks and, once all have ended, submit the missing runs, up to N times."`
	DryRun  bool   `help:"Print the job, and write and submit nothing."`
	Start   bool   `help:"With a job file: also run the command that submits it."`
	Program string `type:"existingfile" placeholder:"FILE" help:"The formicary for machines of another kind than this one."`

	Partition  string   `group:"Slurm:" placeholder:"NAME" help:"Partition."`
	Account    string   `group:"Slurm:" placeholder:"NAME" help:"Account."`
	QOS        string   `group:"Slurm:" name:"qos" placeholder:"NAME" help:"Quality of service."`
	Constraint string   `group:"Slurm:" placeholder:"NAME" help:"Features that nodes have."`
	Option     []string `group:"Slurm:" sep:"none" placeholder:"OPTION" help:"Another option of sbatch, such as --option=--exclude=node7; may be repeated."`

	Memory string `group:"Schedulers:" placeholder:"2G" help:"Memory of a task, as the scheduler writes it."`
	AtOnce int    `group:"Schedulers:" placeholder:"N" help:"Simultaneous tasks: on this machine (--local, by default --shards, or one for each processor of --workers), on a host (GNU parallel, by default 1) or in all (Kubernetes, by default all)."`
	Image  string `group:"Schedulers:" placeholder:"IMAGE" help:"Container image with any Linux; the program is in the plan's folder."`
	Claim  string `group:"Schedulers:" placeholder:"NAME" help:"Volume claim with the plan's folder."`

	Dir string `arg:"" type:"path" help:"The folder of a plan, with its plan.json, which all machines see."`
}

func (c *submitCommand) Run(s *streams) error {
	switch {
	case c.Shards < 0 || c.Workers < 1 || c.Time < 0 || c.AtOnce < 0 || c.Again < 0:
		return badInput(errors.New("expected no negative numbers, and at least one worker"))
	case c.Again > 0 && (c.DryRun || !c.To.Slurm && !c.To.Local):
		return badInput(errors.New("--again: expected --slurm or --local, whose tasks are started and followed"))
	}
	f, err := openCampaign(c.Dir)
	if err != nil {
		return err
	}
	wish := cluster.Wish{Failed: c.Failed, Shards: c.Shards, Workers: c.Workers, Time: c.Time, Beside: c.Force, Program: c.Program, OtherCode: c.AllowCodeMismatch}
	if c.Program == "" { // of another program nothing is known here
		if wish.Codes, err = f.Codes(c.AllowCodeMismatch, engines.WithPrograms, engines.Open); errors.Is(err, campaign.ErrCode) {
			err = fmt.Errorf("%w; --allow-code-mismatch submits nevertheless", err)
		}
		if err != nil {
			return badInput(err)
		}
	}
	for again := c.Again; ; again-- {
		complete, err := c.once(s, f, wish)
		if err != nil || complete || c.Again == 0 {
			return err
		}
		if err := followed(s.ctx, f.Dir); err != nil {
			return err
		}
		if again == 0 {
			p, err := f.Progress(wish.Codes...)
			if err == nil && p.Missing > 0 {
				err = fmt.Errorf("%s missing after %s", puzzle.Plural(p.Missing, "run is", "runs are"), puzzle.Plural(c.Again+1, "submission"))
			}
			return err
		}
	}
}

// followed waits until no task of a plan lives.
func followed(ctx context.Context, dir string) error {
	for {
		all, err := cluster.Submissions(dir)
		if err != nil {
			return err
		}
		// A scheduler that cannot be asked now is asked again.
		if tasks, err := cluster.Alive(ctx, all); err == nil && tasks.Running+tasks.Waiting == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: the tasks go on", ctx.Err())
		case <-time.After(time.Second):
		}
	}
}

// once submits what is missing, unless nothing is.
func (c *submitCommand) once(s *streams, f *campaign.Folder, wish cluster.Wish) (complete bool, err error) {
	prepared, err := cluster.Prepare(s.ctx, f, wish)
	switch {
	case errors.Is(err, cluster.ErrComplete):
		fmt.Fprintln(s.stdout, "No run is missing.")
		return true, nil
	case errors.Is(err, cluster.ErrAlive):
		return false, fmt.Errorf("%w; wait for them, or submit with --force", err)
	case err != nil:
		return false, err
	case c.To.Slurm:
		err = c.submit(s, prepared, cluster.Slurm{Partition: c.Partition, Account: c.Account, QOS: c.QOS, Constraint: c.Constraint, Memory: c.Memory, Options: c.Option})
	case c.To.Local:
		local := cluster.Local{AtOnce: cmp.Or(c.AtOnce, c.Shards)}
		if processes := local.Shards(prepared.Job); processes < prepared.Shards {
			s.notes(fmt.Sprintf("%s share what %s would have; --at-once starts more", puzzle.Plural(processes, "process", "processes"), puzzle.Plural(prepared.Shards, "shard")))
		}
		err = c.submit(s, prepared, local)
	case c.To.Parallel != "":
		hosts := strings.Split(strings.ReplaceAll(c.To.Parallel, " ", ""), ",")
		err = c.write(s, prepared, cluster.Parallel{Hosts: hosts, Jobs: c.AtOnce})
	case c.To.Kubernetes:
		err = c.write(s, prepared, cluster.Kubernetes{Image: c.Image, Claim: c.Claim, Memory: c.Memory, Parallel: c.AtOnce})
	default:
		err = badInput(errors.New("expected one of --slurm, --local, --parallel and --kubernetes"))
	}
	return false, err
}

// openCampaign opens the folder of a plan.
func openCampaign(dir string) (*campaign.Folder, error) {
	f, err := campaign.Open(dir)
	if err != nil {
		return nil, badInput(gathered.Missing(err, "plan", dir, "the folder of a plan, with a plan.json"))
	}
	return f, nil
}

// submit starts the tasks by a scheduler here.
func (c *submitCommand) submit(s *streams, p *cluster.Prepared, scheduler cluster.Scheduler) error {
	script, err := scheduler.Script(s.ctx, p.Job)
	if c.DryRun && err == nil {
		_, err := fmt.Fprint(s.raw, script)
		return err
	}
	if err == nil {
		err = p.Write()
	}
	if err != nil {
		return err
	}
	done, err := scheduler.Submit(s.ctx, p.Job)
	for _, d := range done {
		name := d.Scheduler
		if d.Job != "" {
			name += " job " + d.Job
		}
		fmt.Fprintf(s.stdout, "%s: %s from shard %s of %s on\n", name, puzzle.Plural(d.Tasks, "task"), puzzle.Thousands(d.Offset), puzzle.Thousands(d.Shards))
	}
	if err == nil {
		fmt.Fprintf(s.stdout, "%s submitted; see: formicary cluster status --watch %s\n", puzzle.Plural(p.Wanted, "missing run is", "missing runs are"), c.Dir)
	}
	return err
}

// write writes a job file to a folder of the submission in the plan's.
func (c *submitCommand) write(s *streams, p *cluster.Prepared, of cluster.JobFile) error {
	file, err := of.File(p.Job)
	if err != nil {
		return badInput(err)
	}
	if c.DryRun {
		_, err := fmt.Fprint(s.raw, file.Text)
		return err
	}
	if err := p.Write(); err != nil {
		return err
	}
	if file, err = of.File(p.Job); err != nil { // somebody else may have submitted meanwhile
		return badInput(err)
	}
	folder := filepath.Join(p.Dir, campaign.ListsFolder, fmt.Sprint(p.Number))
	err = errors.Join(os.MkdirAll(folder, 0o777), os.MkdirAll(filepath.Join(p.Dir, "logs"), 0o777), os.WriteFile(filepath.Join(folder, file.Name), []byte(file.Text), 0o666))
	if err != nil {
		return err
	}
	command := file.Command(folder)
	if !c.Start {
		fmt.Fprintf(s.stdout, "%s prepared as %s. To hand them over:\n\n", puzzle.Plural(p.Wanted, "missing run is", "missing runs are"), puzzle.Plural(p.Shards, "task"))
		_, err := fmt.Fprintln(s.raw, command)
		return err
	}
	run := exec.CommandContext(s.ctx, "sh", "-c", command)
	run.Stdin, run.Stdout, run.Stderr = s.stdin, s.stdout, s.stderr
	run.Cancel = func() error { return run.Process.Signal(os.Interrupt) }
	run.WaitDelay = time.Minute
	if err := run.Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Fields(command)[0], err)
	}
	return nil
}
