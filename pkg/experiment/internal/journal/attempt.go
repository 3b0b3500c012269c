package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"formicary/pkg/experiment/internal/record"
)

// Where several processes write one folder, on machines whose locks do not reach
// each other, each attempt has a journal of its own, which nobody else ever writes:
//
//	journals/W-JOB_TASK-RESTART.jsonl
//
// The first free RESTART is found by creating the file (O_EXCL), so no lock is
// needed. Nothing is repaired there: its process may live on elsewhere. A damaged
// line is named, and its run is rerun.
const (
	journalsFolder = "journals"
	attemptFiles   = "W-*.jsonl"
)

// errRefused is wrapped by the error of a lock that the file system does not have.
var errRefused = errors.New("the file system has no locks")

// lock takes the lock of a journal. The error wraps [ErrLocked] or errRefused.
func lock(file *os.File) error {
	switch ok, err := Disk.Lock(file); {
	case errors.Is(err, syscall.ENOSYS), errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.EOPNOTSUPP), errors.Is(err, syscall.ENOTSUP):
		return fmt.Errorf("%w: %w", errRefused, err)
	case err != nil:
		return err
	case !ok:
		return ErrLocked
	}
	return nil
}

// Worker is whose attempt it is.
type Worker struct{ Job, Task string }

// ownAttempt is that of a process without a scheduler.
func ownAttempt() Worker {
	host, _ := os.Hostname()
	return Worker{host, fmt.Sprint(os.Getpid())}
}

// fileName keeps of a name what is good in a file's name.
func fileName(name string) string {
	clean := func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' {
			return r
		}
		return '-'
	}
	return strings.Map(clean, name)
}

// create makes the journal of an attempt, with the first free number.
func (a Worker) create(dir string) (*journal, error) {
	folder := filepath.Join(dir, journalsFolder)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("experiment: %w", err)
	}
	for restart := 0; ; restart++ {
		name := fmt.Sprintf("W-%s_%s-%d", fileName(a.Job), fileName(a.Task), restart)
		path := filepath.Join(folder, name+".jsonl")
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o666)
		switch {
		case err == nil:
			return &journal{path: path, attempt: name, synced: time.Now(), file: file}, nil
		case !errors.Is(err, fs.ErrExist):
			return nil, fmt.Errorf("experiment: %w", err)
		}
	}
}

// Journals are the paths of a folder's journals, that of its lock first, the
// attempts of workers after it in the order of their names. A folder without any has
// none.
func Journals(dir string) ([]string, error) {
	var out []string
	if one := filepath.Join(dir, FileName); exists(one) {
		out = append(out, one)
	}
	attempts, err := filepath.Glob(filepath.Join(EscapeGlob(dir), journalsFolder, attemptFiles))
	if err != nil {
		return nil, fmt.Errorf("experiment: %w", err)
	}
	slices.Sort(attempts)
	return append(out, attempts...), nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// EscapeGlob takes the meaning from the characters of a folder's name.
func EscapeGlob(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// readAttempts reads the journals of a folder's attempts.
func (c *content) readAttempts(dir string) error {
	paths, err := Journals(dir)
	if err != nil {
		return err
	}
	for _, path := range paths {
		if filepath.Base(path) != FileName {
			if err := c.readFile(path); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *content) readFile(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := c.read(path, file); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// openAttempt reads a folder whose journal cannot be locked, and begins an attempt
// of its own beside it.
func openAttempt(dir string, a Worker) (*journal, *record.Set, []string, error) {
	c, err := Read(dir)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("experiment: %w", err)
	}
	j, err := a.create(dir)
	return j, c.Records, c.Warnings, err
}

// JournalsAndRescued are the paths of all files of a folder that have records: its
// [Journals], and after them what plans rescued whose journal was lost while they ran.
func JournalsAndRescued(dir string) ([]string, error) {
	paths, err := Journals(dir)
	if err != nil {
		return nil, err
	}
	rescued, err := filepath.Glob(filepath.Join(EscapeGlob(dir), rescuedFiles))
	if err != nil {
		return nil, fmt.Errorf("experiment: %w", err)
	}
	return append(paths, rescued...), nil
}

// Read reads all that a folder has. Nothing is changed.
func Read(dir string) (content, error) {
	c := content{Records: &record.Set{}}
	paths, err := JournalsAndRescued(dir)
	for _, path := range paths {
		if err := c.readFile(path); err != nil {
			return c, err
		}
	}
	return c, err
}
