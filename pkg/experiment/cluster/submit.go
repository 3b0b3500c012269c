package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

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
	if !w.Beside {
		switch tasks, err := Alive(ctx, earlier); {
		case tasks.Running+tasks.Waiting > 0:
			if list, err := f.Missing(w.Failed, w.Codes...); err == nil && list == nil { // the last ones are about to end
				return nil, fmt.Errorf("cluster: %s: %w", dir, ErrComplete)
			}
			return nil, fmt.Errorf("cluster: %s: %w: %d run, %d wait", dir, ErrAlive, tasks.Running, tasks.Waiting)
		case err != nil:
			return nil, err
		}
	}
	list, err := f.Missing(w.Failed, w.Codes...)
	if err != nil {
		return nil, err
	}
	if list == nil {
		return nil, fmt.Errorf("cluster: %s: %w", dir, ErrComplete)
	}
	p := &Prepared{Job: Job{Name: f.Plan.Name, Dir: dir, Number: 1, Shards: w.Shards, Wanted: list.Len(), Workers: w.Workers, Time: w.Time, OtherCode: w.OtherCode}, list: list}
	if p.Shards == 0 {
		p.Shards = (p.Wanted + perShard - 1) / perShard
	}
	p.Shards = min(p.Shards, p.Wanted)
	for _, s := range earlier {
		p.Number = max(p.Number, s.Number+1)
	}
	for exists(p.list0()) {
		p.Number++
	}
	p.List = p.list0()
	if p.source = w.Program; p.source == "" {
		if p.source, err = os.Executable(); err != nil {
			return nil, fmt.Errorf("cluster: %w", err)
		}
	}
	sum, err := sumOf(p.source)
	if err != nil {
		return nil, err
	}
	p.Program = filepath.Join(dir, "bin", sum, "formicary")
	return p, p.validate()
}

// Prepared is a job that nobody has seen yet.
type Prepared struct {
	Job
	list   *campaign.List
	source string // of the program
}

func (j Job) list0() string {
	return filepath.Join(j.Dir, campaign.ListsFolder, fmt.Sprintf("%d.list", j.Number))
}

// Write writes the list of the runs that are wanted, and the program, to the plan's
// folder. Two submissions at the same time get two numbers.
func (p *Prepared) Write() (err error) {
	if err := os.MkdirAll(filepath.Join(p.Dir, campaign.ListsFolder), 0o777); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	for {
		p.List = p.list0()
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
	return install(p.source, p.Program)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// sumOf is the start of a file's SHA-256.
func sumOf(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("cluster: %w", err)
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", fmt.Errorf("cluster: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)[:6]), nil
}

// install copies a program; it is there as a whole or not at all.
func install(from, to string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("cluster: %w", err)
		}
	}()
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.CreateTemp(filepath.Dir(to), ".part-*")
	if err != nil {
		return err
	}
	defer os.Remove(out.Name()) // after the renaming there is nothing of that name
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Chmod(0o755), out.Close()); err != nil {
		return err
	}
	return os.Rename(out.Name(), to)
}
