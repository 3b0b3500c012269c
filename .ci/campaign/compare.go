package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"formicary/pkg/experiment/columns"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// elsewhere are the fields of a record that say when, where and how fast a run was
// made. All others are the same wherever it is made.
var elsewhere = []string{"seconds", "cpu", "peak_bytes", "host", "session", "arch", "code", "crc32c", "again"}

// compare counts what differs between the records of the two folders.
func (c *campaign) compare() error {
	want, _, err := lines(c.one)
	if err != nil {
		return err
	}
	got, doubled, err := lines(c.many)
	if err != nil {
		return err
	}
	lost, wrong, more := 0, 0, 0
	for run, record := range want {
		switch other, ok := got[run]; {
		case !ok:
			lost++
		case other != record:
			if wrong++; wrong == 1 {
				fmt.Printf("one process: %s\nthe campaign: %s\n", record, other)
			}
		}
	}
	for run := range got {
		if _, ok := want[run]; !ok {
			more++
		}
	}
	fmt.Printf("lost %d, of no plan %d, otherwise than in one process %d, there twice and different %d\n", lost, more, wrong, doubled.different)
	fmt.Printf("made twice because a process lived on that was taken for dead: %d, for no reason: %d\n", doubled.lived, doubled.equal)
	kept, err := columns.Kept(c.many)
	if err != nil {
		return err
	}
	if len(kept.Plans) != 1 {
		return fmt.Errorf("the folder has %d plans, want 1", len(kept.Plans))
	}
	if n := len(kept.Plans[0].Records); n != len(want) || kept.Others > 0 {
		return fmt.Errorf("the folder has %d records of the plan and %d of others, want %d and 0", n, kept.Others, len(want))
	}
	if lost+wrong+more+doubled.different+doubled.equal > 0 {
		return errors.New("the campaign did not come out as it should")
	}
	return nil
}

// doubles counts further records of runs: those that differ, those that two attempts of
// one task made because the first lived on when it was taken for dead, and others,
// which were made although they were there.
type doubles struct{ different, lived, equal int }

// lines reads the journals of a folder as text: by run, what does not depend on
// where it was made. Lines that are damaged are left out.
func lines(dir string) (map[string]string, doubles, error) {
	out, by := map[string]string{}, map[string]string{}
	var twice doubles
	paths, err := filepath.Glob(filepath.Join(dir, "journals", "*.jsonl"))
	if err != nil {
		return nil, twice, err
	}
	for _, path := range slices.Sorted(slices.Values(paths)) {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, twice, err
		}
		for line := range bytes.Lines(text) {
			run, record, ok := read(line)
			if !ok {
				continue
			}
			task := path[:strings.LastIndexByte(path, '-')] // without the number of the attempt
			switch before, ok := out[run]; {
			case ok && before == record && by[run] == task:
				twice.lived++
			case ok && before == record:
				twice.equal++
			case ok:
				twice.different++
			}
			out[run], by[run] = record, task
		}
	}
	return out, twice, nil
}

// read is a line of a journal: the run's name, and its record without what is
// [elsewhere].
func read(line []byte) (run, record string, ok bool) {
	if !whole(line) {
		return "", "", false
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(line, &fields) != nil || fields["puzzle"] == nil {
		return "", "", false
	}
	for _, name := range elsewhere {
		delete(fields, name)
	}
	var trace []map[string]any
	if json.Unmarshal(fields["trace"], &trace) == nil {
		for _, point := range trace {
			delete(point, "s")
		}
		fields["trace"], _ = json.Marshal(trace)
	}
	text, _ := json.Marshal(fields) // of what was just read
	return fmt.Sprintf("%s %s %s", fields["content"], fields["parameters"], fields["run"]), string(text), true
}

// whole says whether a line is as it was written: its checksum fits.
func whole(line []byte) bool {
	at := bytes.LastIndex(line, []byte(`,"crc32c":"`))
	return at > 0 && string(line[at:]) == fmt.Sprintf(",\"crc32c\":\"%08x\"}\n", crc32.Checksum(line[:at], crc32.MakeTable(crc32.Castagnoli)))
}
