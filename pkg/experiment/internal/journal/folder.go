package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"formicary/pkg/assets"
	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/record"
)

// Folder is a folder whose journal this process writes: the only way by which records
// of runs get to the disk.
type Folder struct {
	// Records are those of the folder, and what was made since.
	Records *record.Set
	// Flying are the runs in flight; nil where the folder is only read.
	Flying  *InFlight
	Dir     string
	journal *journal
	rescued string // the file, once the journal is lost
}

// Open opens the journal of a folder with what is beside it: for a worker's attempt,
// and where the journal cannot be locked, one of its own. The warnings report what was
// repaired.
func Open(dir string, worker *Worker) (f *Folder, warnings []string, err error) {
	f = &Folder{Dir: dir, Records: &record.Set{}}
	if worker != nil {
		f.journal, err = worker.create(dir)
	} else if f.journal, f.Records, warnings, err = openJournal(dir); errors.Is(err, errRefused) {
		f.journal, f.Records, warnings, err = openAttempt(dir, ownAttempt())
	}
	switch {
	case err != nil:
		return nil, nil, err
	case f.journal.readonly != nil:
	case f.journal.attempt != "":
		f.Flying = openMarker(dir, f.journal.attempt)
	default:
		var more []string
		f.Flying, more = openFlights(dir, f.Records)
		warnings = append(warnings, more...)
	}
	return f, warnings, nil
}

// Attempt is that of the attempt with a journal of its own; "" of the one journal that a
// lock protects.
func (f *Folder) Attempt() string { return f.journal.attempt }

// Readonly is why the journal can only be read; nil where it is written.
func (f *Folder) Readonly() error { return f.journal.readonly }

// Path is that of the journal.
func (f *Folder) Path() string { return f.journal.path }

// Add writes a record to the journal.
func (f *Folder) Add(r record.Record) error { return f.journal.add(r) }

// Beat writes to the disk what is due, and says that the process lives. The error is that
// of a journal that is not what was written.
func (f *Folder) Beat() error {
	f.Flying.alive()
	return f.journal.check(false)
}

// Close calls last where the folder is still this process's, and releases the journal.
func (f *Folder) Close(last func() error) error {
	if f.Readonly() != nil || f.rescued != "" {
		f.Flying.close(false)
		return f.journal.close()
	}
	err := f.Rescue(f.journal.check(true))
	lost := errors.Is(err, ErrLost)
	f.Flying.close(!lost || f.Attempt() != "")
	if !lost {
		err = errors.Join(err, last())
	}
	return errors.Join(err, f.journal.close())
}

// SaveProcess writes when and where an attempt was made, beside its journal. Nothing depends
// on it.
func (f *Folder) SaveProcess(p identity.Process) (warnings []string) {
	text, err := json.MarshalIndent(p, "", " ")
	if err == nil {
		err = assets.ReplaceFile(processPath(f.Path()), append(text, '\n'))
	}
	if err != nil {
		return []string{fmt.Sprintf("when and where the attempt was made is not kept: %v", err)}
	}
	return nil
}

func processPath(journal string) string { return strings.TrimSuffix(journal, ".jsonl") + ".json" }

// Processes are the processes of the workers of a folder.
func Processes(dir string) (all []identity.Process) {
	if dir == "" {
		return nil
	}
	paths, _ := filepath.Glob(filepath.Join(EscapeGlob(dir), journalsFolder, strings.TrimSuffix(attemptFiles, "l")))
	for _, path := range paths {
		if p, err := readProcess(path); err == nil {
			all = append(all, p)
		}
	}
	return all
}

func readProcess(path string) (p identity.Process, err error) {
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	return p, err
}
