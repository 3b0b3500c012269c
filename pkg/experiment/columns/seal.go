package columns

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/experiment/internal/journal"
)

// File is the name of the sealed file in the folder of a plan.
const File = "sealed.columns"

// ErrStale is wrapped by the error of a sealed file that does not have all that the
// journals beside it have.
var ErrStale = errors.New("it is older than the journals")

// Sealing is what came of sealing a folder.
type Sealing struct {
	// Path is the sealed file, Bytes its size, Journals and Records what is in it.
	Path              string
	Bytes             int64
	Journals, Records int
	// Failed is how many of the runs failed, and Doubled how many lines of journals
	// were of a run that another line has.
	Failed, Doubled int
	// Warnings report damaged lines, whose runs are missing.
	Warnings []string
}

// Seal writes the sealed file of a folder from all of its journals, and what was rescued
// of lost ones ([journal.JournalsAndRescued]), each run once,
// entirely or not at all: it is read once before it takes its place. The journals
// stay as they are. The same records give the
// same file, whatever the journals are called and the order in which they have them,
// but for the list of the journals. It takes the memory of a block, and about a
// hundred bytes for each record. The error is that of a folder without journals, of
// two records of one run that cannot both be true, or of the disk.
func Seal(dir string) (Sealing, error) {
	out := Sealing{Path: filepath.Join(dir, File)}
	gathered, journals, err := gather(dir)
	if err == nil && len(journals) == 0 {
		err = fmt.Errorf("columns: %s: there is no journal: %w", dir, fs.ErrNotExist)
	}
	if err != nil {
		return out, err
	}
	var sources []Source
	for i, path := range journals {
		sources = append(sources, Source{nameIn(dir, path), gathered.Size(i)})
	}
	file, err := os.CreateTemp(dir, ".sealed-*")
	if err != nil {
		return out, fmt.Errorf("columns: %w", err)
	}
	if err = out.write(file, sources, gathered); err == nil {
		err = out.readBack(file.Name())
	}
	if err == nil {
		err = os.Rename(file.Name(), out.Path)
	}
	if err != nil {
		return out, errors.Join(fmt.Errorf("columns: %w", err), os.Remove(file.Name()))
	}
	out.Journals, out.Doubled, out.Warnings = len(journals), gathered.Doubled, gathered.Warnings
	return out, nil
}

// gather finds the records of the journals of a folder.
func gather(dir string) (gathered *journal.Gathered, journals []string, err error) {
	if journals, err = journal.JournalsAndRescued(dir); err == nil {
		gathered, err = journal.Gather(journals...)
	}
	return gathered, journals, err
}

// write fills the file and closes it.
func (s *Sealing) write(file *os.File, sources []Source, gathered *journal.Gathered) error {
	buffer := bufio.NewWriterSize(file, 1<<16)
	w := Create(buffer, sources)
	for r, err := range gathered.Records() {
		if err == nil {
			err = w.Add(r)
		}
		if err != nil {
			return errors.Join(err, file.Close())
		}
		s.Records++
		if r.Status == experiment.Failed {
			s.Failed++
		}
	}
	err := errors.Join(w.Close(), buffer.Flush(), file.Chmod(0o644), file.Sync())
	if info, wrong := file.Stat(); wrong == nil {
		s.Bytes = info.Size()
	}
	return errors.Join(err, file.Close())
}

// readBack sees that the file has all records before it takes its place.
func (s *Sealing) readBack(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	sealed, err := OpenSealed(s.Path, file, s.Bytes)
	if err != nil {
		return err
	}
	n := 0
	for _, err := range sealed.records(false) {
		if err != nil {
			return err
		}
		n++
	}
	if n != s.Records || n != sealed.Count {
		return fmt.Errorf("%s has %d records of %d", s.Path, n, s.Records)
	}
	return nil
}

// OpenFolder opens the sealed file of a folder. The error wraps [fs.ErrNotExist]
// where there is none, and [ErrStale] where a journal is newer, or has another length
// than when it was sealed, or was not there. Journals that are gone are no hindrance.
// [Sealed.Close] closes it.
func OpenFolder(dir string) (*Sealed, error) {
	path := filepath.Join(dir, File)
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("columns: %w", err)
	}
	info, err := file.Stat()
	var s *Sealed
	if err == nil {
		s, err = OpenSealed(path, file, info.Size())
	}
	if err == nil {
		s.file = file
		err = s.fresh(dir, path, info.ModTime())
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return s, nil
}

// fresh sees that the file has all that the journals of its folder have.
func (s *Sealed) fresh(dir, path string, sealed time.Time) error {
	journals, err := journal.JournalsAndRescued(dir)
	if err != nil {
		return err
	}
	for _, source := range journals {
		now, err := os.Stat(source)
		if err != nil {
			return fmt.Errorf("columns: %w", err)
		}
		name := nameIn(dir, source)
		if !slices.Contains(s.Sources, Source{name, now.Size()}) || now.ModTime().After(sealed) {
			return fmt.Errorf("columns: %s: %w: %s has changed since", path, ErrStale, name)
		}
	}
	return nil
}

// nameIn is the path of a file within its folder, with slashes.
func nameIn(dir, path string) string {
	name, err := filepath.Rel(dir, path)
	if err != nil {
		panic("columns: " + err.Error()) // one begins with the other
	}
	return filepath.ToSlash(name)
}
