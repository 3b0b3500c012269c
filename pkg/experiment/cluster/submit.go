package cluster

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/experiment/campaign"
)

// Errors that say why there is nothing to submit.
var (
	// ErrComplete is wrapped where no run is missing.
	ErrComplete = errors.New("no run is missing")
	// ErrAlive is wrapped where tasks of an earlier submission wait or run.
	ErrAlive = errors.New("tasks of the plan wait or run")
)

// Wish is what somebody wants of a plan's missing runs. The zero Wish takes all of
// them, a thousand to a shard.
type Wish struct {
	// Failed asks for runs again whose record says that they failed: the new records
	// supersede those.
	Failed bool
	// Shards, Workers and Time are those of the [Job]; 0 shards mean one for each
	// thousand runs.
	Shards, Workers int
	Time            time.Duration
	// Beside allows a submission though tasks of an earlier one live.
	Beside bool
	// Again is how often a cell submits what is missing once more when all tasks have
	// ended without having made all, since they were killed or had no more time.
	Again int
	// OtherCode has the tasks work though their code is not the plan's. Records of the
	// versions in Codes count as made.
	OtherCode bool
	Codes     []string
	// Program makes the runs: a path, or "" for the program that calls. It is copied to
	// the plan's folder, so that a change of it does not reach tasks that wait.
	Program string
}

// perShard is how many runs a shard has where nobody says.
const perShard = 1000

// Prepare finds out what is missing, and makes a job of it. Nothing is written but by
// [Prepared.Write]. The error wraps [ErrComplete] or [ErrAlive], or it is that of the
// folder.
func Prepare(ctx context.Context, f *campaign.Folder, w Wish) (*Prepared, error) {
	dir, err := filepath.Abs(f.Dir)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	earlier, err := Submissions(dir)
	if err != nil {
		return nil, err
	}
	list, err := f.Missing(w.Failed, w.Codes...)
	if err != nil {
		return nil, err
	}
	if list == nil { // though tasks may be about to end
		return nil, fmt.Errorf("cluster: %s: %w", dir, ErrComplete)
	}
	if !w.Beside {
		switch tasks, err := Alive(ctx, earlier); {
		case tasks.Running+tasks.Waiting > 0:
			return nil, fmt.Errorf("cluster: %s: %w: %d run, %d wait", dir, ErrAlive, tasks.Running, tasks.Waiting)
		case err != nil:
			return nil, err
		}
	}
	wanted := list.Len()
	p := &Prepared{Job: Job{Name: f.Plan.Name, Dir: dir, Workers: w.Workers, Time: w.Time, OtherCode: w.OtherCode}, list: list}
	p.Order = Order{Number: 1, Shards: min(cmp.Or(w.Shards, (wanted+perShard-1)/perShard), wanted), Wanted: wanted}
	for _, s := range earlier {
		p.Number = max(p.Number, s.Number+1)
	}
	for exists(p.listPath()) {
		p.Number++
	}
	p.List = p.listPath()
	source := w.Program
	if source == "" {
		if source, err = os.Executable(); err != nil {
			return nil, fmt.Errorf("cluster: %w", err)
		}
	}
	if p.program, err = os.ReadFile(source); err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	sum := sha256.Sum256(p.program)
	p.Program = filepath.Join(dir, "bin", hex.EncodeToString(sum[:6]), "formicary")
	return p, p.validate()
}

// Prepared is a job that nobody has seen yet.
type Prepared struct {
	Job
	list    *campaign.List
	program []byte
}

func (j Job) listPath() string {
	return filepath.Join(j.Dir, campaign.ListsFolder, fmt.Sprintf("%d.list", j.Number))
}

// Write writes the list of the runs that are wanted, and the program, to the plan's
// folder. Two submissions at the same time get two numbers.
func (p *Prepared) Write() (err error) {
	if err := os.MkdirAll(filepath.Join(p.Dir, campaign.ListsFolder), 0o777); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	for {
		p.List = p.listPath()
		file, err := os.OpenFile(p.List, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			p.Number++
			continue
		}
		if err == nil {
			err = errors.Join(p.list.Write(file), file.Close())
		}
		if err != nil {
			return fmt.Errorf("cluster: %w", err)
		}
		break
	}
	if exists(p.Program) {
		return nil
	}
	err = os.MkdirAll(filepath.Dir(p.Program), 0o777)
	next := fmt.Sprintf("%s.%d", p.Program, p.Number) // of this submission alone
	if err == nil {
		err = errors.Join(assets.ReplaceFile(next, p.program), os.Chmod(next, 0o755))
	}
	if err == nil {
		err = os.Rename(next, p.Program)
	}
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
