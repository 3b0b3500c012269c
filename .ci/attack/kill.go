package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"formicary/pkg/experiment"
)

// journalFile is the journal's name in the folder of an experiment.
const journalFile = "journal.jsonl"

func killPlans(f *field) error { return f.kills("plan") }
func killRaces(f *field) error { return f.kills("race") }

// kills kills an experiment at random times, starts it again each time, and in
// the end lets it finish.
func (f *field) kills(do string) error {
	r := role{Do: do, Seed: f.rand.Uint64()}
	start := time.Now()
	want, err := f.peace(r)
	if err != nil {
		return err
	}
	whole := time.Since(start)
	r.Dir = f.dir
	for range 20 {
		// Most kills come early: in opening the journal, and in the first runs.
		after := time.Duration(f.rand.Float64() * f.rand.Float64() * float64(whole))
		killed, err := f.kill(r, after)
		if err != nil {
			return err
		}
		if !killed {
			break
		}
		f.tried++
		if text, err := os.ReadFile(filepath.Join(f.dir, journalFile)); err == nil && len(text) > 0 {
			f.amidst++
		}
	}
	f.finish(r, want, "after kills")
	return nil
}

// peace lets an experiment run without a journal and without an attack.
func (f *field) peace(r role) (outcome, error) {
	o, status, complaint, err := f.play(r)
	if err == nil && status != 0 {
		err = fmt.Errorf("an experiment in peace ended with status %d: %s", status, complaint)
	}
	return o, err
}

// finish lets an experiment that was attacked come to its end and compares.
func (f *field) finish(r role, want outcome, what string) (got outcome) {
	got, status, complaint, err := f.play(r)
	what = fmt.Sprintf("%s of seed %d, %s", r.Do, r.Seed, what)
	if status == refused && r.Do == "race" && strings.Contains(complaint, twice) {
		f.stopped++ // a race does not go on with a run that failed
		return got
	}
	if err != nil || status != 0 {
		f.fault(&f.crashed, "%s: status %d: %s %v", what, status, complaint, err)
		return got
	}
	f.compare(what, got, want)
	f.journal(what, r.Dir, got)
	return got
}

// journal looks at the lines of a journal: each run of the result is there once.
func (f *field) journal(what, dir string, got outcome) {
	file, err := os.Open(filepath.Join(dir, journalFile))
	if errors.Is(err, fs.ErrNotExist) {
		f.fault(&f.lost, "%s: there is no journal", what)
		return
	}
	if err != nil {
		f.fault(&f.crashed, "%s: %v", what, err)
		return
	}
	defer file.Close()
	seen := map[string]int{}
	in := bufio.NewReader(file)
	for number := 1; ; number++ {
		line, err := in.ReadString('\n')
		var r experiment.Record
		switch {
		case strings.TrimSpace(line) == "":
		case json.Unmarshal([]byte(line), &r) != nil:
			f.fault(&f.wrong, "%s: line %d of the journal is no record: %s", what, number, line)
		default:
			seen[runOf(r)]++
		}
		if err != nil {
			break
		}
	}
	for run, n := range seen {
		if n > 1 {
			f.fault(&f.doubled, "%s: the journal has %s %d times", what, run, n)
		}
	}
	for _, r := range got.Records {
		if seen[runOf(r)] == 0 {
			f.fault(&f.lost, "%s: the journal does not have %s", what, runOf(r))
		}
	}
}

// runOf names a run.
func runOf(r experiment.Record) string {
	return fmt.Sprintf("run %d of %s %s on %s, seed %d, %+v, %s", r.Run, r.Engine, r.ConfigHash, r.Content, r.Seed, r.Budget, r.Code)
}

// fillDisks lets the files of an experiment grow to a random size only, several
// times, and then lets it finish.
func fillDisks(f *field) error {
	r := role{Do: []string{"plan", "race"}[f.rand.IntN(2)], Seed: f.rand.Uint64()}
	want, err := f.peace(r)
	if err != nil {
		return err
	}
	r.Dir = f.dir
	for range 4 {
		r.Limit = 1 + f.rand.Uint64N(120_000)
		_, status, complaint, err := f.play(r)
		if err != nil {
			return err
		}
		f.tried++
		if status != 0 && status != refused {
			f.fault(&f.crashed, "%s of seed %d with files up to %d bytes: status %d: %s", r.Do, r.Seed, r.Limit, status, complaint)
		}
	}
	r.Limit = 0
	f.finish(r, want, "after full disks")
	return nil
}

// doubleProcesses starts an experiment several times at once, some of which are
// killed.
func doubleProcesses(f *field) error {
	r := role{Do: "plan", Seed: f.rand.Uint64()}
	want, err := f.peace(r)
	if err != nil {
		return err
	}
	r.Dir = f.dir
	const together = 3
	errs := make(chan error, together)
	for range together {
		f.tried++
		begin, end := pause(f.rand, 100), pause(f.rand, 2000)
		go func() {
			time.Sleep(begin)
			_, err := f.kill(r, end)
			errs <- err
		}()
	}
	for range together {
		err = errors.Join(err, <-errs)
	}
	if err != nil {
		return err
	}
	f.finish(r, want, "after doubled processes")
	return nil
}

// pause is a random time of at most so many milliseconds.
func pause(r *rand.Rand, most int) time.Duration {
	return time.Duration(r.IntN(most*1000)) * time.Microsecond
}
