package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"formicary/pkg/puzzle"
)

// damagedFile keeps lines of the journal that are no records, as they were.
const damagedFile = "damaged.jsonl"

// span is a part of a file.
type span struct{ start, end int64 }

// heal moves damaged lines from the journal to [damagedFile] and says so. In the
// journal each becomes a line of spaces: everything else stays in its place. A
// process that is killed in between leaves the line in both files, and the next
// one finds that it is there already.
func (j *journal) heal(damaged []span) (warning string) {
	lines := puzzle.Plural(len(damaged), "damaged line")
	if err := j.keepAside(damaged); err != nil {
		return fmt.Sprintf("%s: %s cannot be kept in %s and stay in the journal: %v", j.path, lines, damagedFile, err)
	}
	if err := j.blank(damaged); err != nil {
		return fmt.Sprintf("%s: %s stay in the journal: %v", j.path, lines, err)
	}
	j.dirty = true
	return fmt.Sprintf("%s: moved to %s: %s; their runs are rerun", j.path, damagedFile, lines)
}

// keepAside appends lines to the file of damaged ones, but not twice.
func (j *journal) keepAside(damaged []span) (err error) {
	file, err := os.OpenFile(filepath.Join(filepath.Dir(j.path), damagedFile), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	text, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	kept := map[string]bool{}
	for line := range bytes.Lines(text) {
		kept[string(bytes.TrimSuffix(line, []byte("\n")))] = true
	}
	var more bytes.Buffer
	if n := len(text); n > 0 && text[n-1] != '\n' {
		more.WriteByte('\n')
	}
	for _, d := range damaged {
		line := make([]byte, d.end-d.start)
		if _, err := j.file.ReadAt(line, d.start); err != nil {
			return err
		}
		if !kept[string(line)] {
			more.Write(append(line, '\n'))
		}
	}
	if _, err := file.Write(more.Bytes()); err != nil {
		return err
	}
	return file.Sync()
}

// blank overwrites parts of the journal with spaces, through a descriptor of its
// own: on that of the journal every write appends.
func (j *journal) blank(damaged []span) (err error) {
	file, err := os.OpenFile(j.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	for _, d := range damaged {
		if _, err := file.WriteAt(bytes.Repeat([]byte{' '}, int(d.end-d.start)), d.start); err != nil {
			return err
		}
	}
	return nil
}
