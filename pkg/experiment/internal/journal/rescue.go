package journal

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"formicary/pkg/assets"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/puzzle"
)

// rescuedFiles are what a plan leaves whose journal was taken away, or changed
// from outside, while it ran: all records that the journal had and the plan made.
const rescuedFiles = "rescued-*.jsonl"

// Rescue writes all records to a new file where the journal was lost, and says so
// in the error.
func (f *Folder) Rescue(err error) error {
	if !errors.Is(err, ErrLost) || f.Records.Len() == 0 {
		return err
	}
	path, failed := f.rescued, error(nil)
	if path == "" {
		path, failed = rescuePath(f.Dir)
	}
	if failed == nil {
		failed = writeRescued(path, f.Records)
	}
	if failed != nil {
		return fmt.Errorf("%w; its records cannot be written to another file: %w", err, failed)
	}
	f.rescued = path
	return fmt.Errorf("%w; its records are in %s, from where the next start takes them", err, path)
}

func rescuePath(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	file, err := os.CreateTemp(dir, rescuedFiles)
	if err != nil {
		return "", err
	}
	return file.Name(), errors.Join(file.Chmod(0o644), file.Close())
}

func writeRescued(path string, records *record.Set) error {
	var lines [][]byte
	for _, r := range records.All() {
		var line bytes.Buffer
		if err := record.Append(&line, r); err != nil {
			return err
		}
		lines = append(lines, line.Bytes())
	}
	slices.SortFunc(lines, bytes.Compare)
	return assets.ReplaceFile(path, bytes.Join(lines, nil))
}

// takeOver appends the records of rescued files to the journal and removes the
// files, but for those that have something else, too. None of what goes wrong
// hinders the plan.
func (j *journal) takeOver(records *record.Set) (warnings []string) {
	paths, _ := filepath.Glob(filepath.Join(EscapeGlob(filepath.Dir(j.path)), rescuedFiles))
	for _, path := range paths {
		taken, said, err := j.takeFrom(path, records)
		warnings = append(warnings, said...)
		if taken > 0 {
			warnings = append(warnings, fmt.Sprintf("%s were taken from %s", puzzle.Plural(taken, "rescued run"), path))
		}
		if err != nil {
			warnings = append(warnings, fmt.Sprintf("%s: %v", path, err))
		}
	}
	return warnings
}

func (j *journal) takeFrom(path string, records *record.Set) (taken int, warnings []string, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, nil, err
	}
	c, err := readJournal(path, bytes.NewReader(text))
	if err != nil {
		return 0, nil, err
	}
	for k, r := range c.Records.All() {
		if records.Has(k) {
			continue
		}
		records.Put(k, r)
		taken++
		err = errors.Join(err, j.add(r))
	}
	if err == nil && !c.torn && len(c.Warnings) == 0 {
		err = errors.Join(j.file.Sync(), os.Remove(path))
	}
	return taken, c.Warnings, err
}
