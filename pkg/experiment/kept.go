package experiment

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Kept is what a folder keeps of experiments: a journal and the plans whose runs it
// has. Reading it changes nothing, also while a plan is running.
type Kept struct {
	// Folder is its path, Bytes the size of all its files.
	Folder string
	Bytes  int64
	// Plans are the plans, in the order in which they were last worked on.
	Plans []KeptPlan
	// Others is the number of records that are of no plan as it was last run: those
	// of earlier code.
	Others int
	// Warnings report damage, which the next run of a plan repairs.
	Warnings []string
}

// KeptPlan is a plan in a folder.
type KeptPlan struct {
	Name    string
	Seed    uint64
	Runs    int
	Budget  solver.Budget
	Engines []solver.Description
	// Codes are the versions of the code that was last run, in the order of Engines.
	Codes   []string
	Puzzles int
	// Planned is the number of all its runs; len(Records) are made.
	Planned int
	// Started is when the plan was last worked on; Finished is when that ended, and
	// zero where it was killed, or still runs.
	Started, Finished time.Time
	// Host is where.
	Host string
	// Records are ordered by puzzle, engine and run, as in [Result].
	Records []Record
}

// Records are those of all plans.
func (k Kept) Records() (out []Record) {
	for _, p := range k.Plans {
		out = append(out, p.Records...)
	}
	return out
}

// Home is the folder with the folders of notebooks' experiments: what
// [assets.RunsEnv] names, or .formicary/runs below the module's root.
func Home() (string, error) {
	if runs := os.Getenv(assets.RunsEnv); runs != "" {
		return runs, nil
	}
	root, err := puzzle.Root()
	if err != nil {
		return "", fmt.Errorf("experiment: %w", err)
	}
	return filepath.Join(root, ".formicary", "runs"), nil
}

// ReadKept reads a folder. The error is that of a folder without a journal, or of a
// journal in which one run has two outcomes.
func ReadKept(dir string) (Kept, error) {
	k := Kept{Folder: dir}
	file, err := os.Open(filepath.Join(dir, journalFile))
	if err != nil {
		return k, fmt.Errorf("experiment: %w", err)
	}
	defer file.Close()
	c, err := readJournal(file.Name(), file)
	if err != nil {
		return k, fmt.Errorf("experiment: %s: %w", file.Name(), err)
	}
	k.Warnings = c.warnings
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				k.Bytes += info.Size()
			}
		}
		return nil // a file that has gone meanwhile
	})
	if err != nil {
		return k, fmt.Errorf("experiment: %w", err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "manifest-*.json"))
	if err != nil {
		return k, fmt.Errorf("experiment: %w", err)
	}
	used := map[key]bool{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		var m manifest
		if err == nil {
			err = json.Unmarshal(text, &m)
		}
		if err != nil {
			k.Warnings = append(k.Warnings, fmt.Sprintf("%s: it is no manifest: %v", path, err))
			continue
		}
		k.Plans = append(k.Plans, m.kept(c.records, used))
	}
	slices.SortStableFunc(k.Plans, func(a, b KeptPlan) int { return a.Started.Compare(b.Started) })
	k.Others = len(c.records) - len(used)
	return k, nil
}

// kept is a plan with its records.
func (m *manifest) kept(records map[key]Record, used map[key]bool) KeptPlan {
	p := KeptPlan{Name: m.Name, Seed: m.Seed, Runs: m.Runs, Budget: m.Budget, Puzzles: len(m.Puzzles), Planned: m.Runs * len(m.Engines) * len(m.Puzzles)}
	if len(m.Sessions) > 0 {
		last := m.session()
		p.Started, p.Finished, p.Host = last.Started, last.Finished, last.Host
	}
	for _, e := range m.Engines {
		p.Engines, p.Codes = append(p.Engines, e.Description), append(p.Codes, e.Code)
	}
	for _, q := range m.Puzzles {
		var hash puzzle.Hash
		if n, err := hex.Decode(hash[:], []byte(q.Hash)); err != nil || n != len(hash) {
			continue
		}
		for _, e := range m.Engines {
			for run := range m.Runs {
				k := key{hash.String(), e.Engine, e.Hash, run, solver.Seed(m.Seed, hash, e.Engine, run), m.Budget, e.Code}
				if r, ok := records[k]; ok {
					used[k] = true
					r.Puzzle, r.Kind, r.Rows, r.Cols = q.ID, q.Kind, q.Rows, q.Cols
					p.Records = append(p.Records, r)
				}
			}
		}
	}
	return p
}

// setAside is the folder below that of an experiment where its earlier files are.
const setAside = "aside-"

// Afresh puts the journal and everything that belongs to it into a folder below, so
// that the next run of its plans makes all runs anew. It returns that folder. The
// error is [ErrLocked] where a plan is running.
func Afresh(dir string) (aside string, err error) {
	file, err := os.OpenFile(filepath.Join(dir, journalFile), os.O_RDWR, 0)
	if err != nil {
		return "", fmt.Errorf("experiment: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	switch ok, err := assets.TryLock(file); {
	case err != nil:
		return "", fmt.Errorf("experiment: %w", err)
	case !ok:
		return "", fmt.Errorf("experiment: %s: %w", dir, ErrLocked)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", fmt.Errorf("experiment: %w", err)
	}
	for n := 1; aside == ""; n++ {
		path := filepath.Join(dir, fmt.Sprintf("%s%d", setAside, n))
		switch err := os.Mkdir(path, 0o777); {
		case err == nil:
			aside = path
		case !errors.Is(err, fs.ErrExist):
			return "", fmt.Errorf("experiment: %w", err)
		}
	}
	for _, e := range entries {
		if e.Type().IsRegular() {
			if err := os.Rename(filepath.Join(dir, e.Name()), filepath.Join(aside, e.Name())); err != nil {
				return aside, fmt.Errorf("experiment: %w", err)
			}
		}
	}
	return aside, nil
}

// Remove deletes the folder of an experiment with everything in it. The error is
// [ErrLocked] where a plan is running, and names a folder without a journal.
func Remove(dir string) error {
	aside, err := Afresh(dir) // nobody writes it from here on
	if err != nil {
		return err
	}
	if err := os.RemoveAll(aside); err != nil {
		return fmt.Errorf("experiment: %w", err)
	}
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("experiment: %w", err)
	}
	return nil
}
