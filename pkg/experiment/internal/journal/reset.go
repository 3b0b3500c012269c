package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Files in the folder of a plan.
const (
	// PlanName is the plan itself (PlanFile).
	PlanName = "plan.json"
	// WorkerName is the program of a cell, where rules were typed into it.
	WorkerName = "worker"
	// SetsName is a folder with the sets that this program opens.
	SetsName = "sets"
)

// setAside is the folder below that of an experiment where its earlier files are.
const setAside = "aside-"

// Of a folder's files the plan and its program stay when the runs are put aside; of
// the folders in it these go: the attempts of workers, and what their submissions
// wanted and printed.
var (
	stayFiles = []string{PlanName, WorkerName}
	runsOwn   = []string{journalsFolder, runningFolder, "shards", "logs"}
)

// Reset puts the journals and everything that belongs to their runs into a folder
// below, so that the next run of its plans makes all runs anew. The plan's file and the
// program of its cell stay. It returns that folder. The error is [ErrLocked] where a plan
// is running, or an attempt of a worker showed a sign of life lately ([Attempt.Alive]);
// nothing is moved then.
func Reset(dir string) (aside string, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("experiment: %w", err)
		}
	}()
	journals, err := Journals(dir)
	if err != nil {
		return "", err
	}
	flag := os.O_RDWR
	if len(journals) > 0 {
		flag |= os.O_CREATE // attempts alone have no journal with a lock
	}
	file, err := os.OpenFile(filepath.Join(dir, FileName), flag, 0o666)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := lock(file); err != nil && !errors.Is(err, errRefused) { // then all are attempts
		return "", fmt.Errorf("%s: %w", dir, err)
	}
	now := time.Now()
	for _, path := range journals {
		if a := AttemptOf(path); filepath.Base(path) != FileName && a.Alive(now) {
			return "", fmt.Errorf("%s: %w: attempt %s on %s showed a sign of life %v ago", dir, ErrLocked, a.Name, a.Host, now.Sub(a.Seen).Round(time.Second))
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	for n := 1; aside == ""; n++ {
		path := filepath.Join(dir, fmt.Sprintf("%s%d", setAside, n))
		switch err := os.Mkdir(path, 0o777); {
		case err == nil:
			aside = path
		case !errors.Is(err, fs.ErrExist):
			return "", err
		}
	}
	own := []string{}
	for _, e := range entries {
		regular := e.Type().IsRegular() && e.Name() != FileName && !slices.Contains(stayFiles, e.Name())
		if regular || e.IsDir() && slices.Contains(runsOwn, e.Name()) {
			own = append(own, e.Name())
		}
	}
	for _, name := range append(own, FileName) { // with its lock, so the last
		if err := os.Rename(filepath.Join(dir, name), filepath.Join(aside, name)); err != nil {
			return aside, err
		}
	}
	return aside, nil
}

// Remove deletes the folder of an experiment with everything in it. The error is
// [ErrLocked] where [Reset] says so, and names a folder without a journal.
func Remove(dir string) error {
	aside, err := Reset(dir) // nobody writes it from here on
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
