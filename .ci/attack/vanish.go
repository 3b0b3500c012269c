package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// vanishings are what can happen to the folder of an experiment while it runs.
var vanishings = []struct {
	name string
	do   func(dir string) error
}{
	{"its journal removed", func(dir string) error { return os.Remove(filepath.Join(dir, journalFile)) }},
	{"its journal replaced", func(dir string) error {
		path := filepath.Join(dir, journalFile)
		return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, nil, 0o600), os.Remove(path+".old"))
	}},
	{"its journal cut", func(dir string) error { return os.Truncate(filepath.Join(dir, journalFile), 100) }},
	{"its journal grown", func(dir string) error {
		file, err := os.OpenFile(filepath.Join(dir, journalFile), os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return err
		}
		_, err = file.WriteString("something\n")
		return errors.Join(err, file.Close())
	}},
	{"its folder removed", func(dir string) (err error) {
		for range 10 { // a file may be made meanwhile
			if err = os.RemoveAll(dir); err == nil {
				break
			}
		}
		return err
	}},
	{"its folder renamed", func(dir string) error { return os.Rename(dir, dir+".old") }},
}

// vanishJournals takes the journal away from an experiment that runs. It may go
// on or give up; what it has done it hands back, and the next start has it.
func vanishJournals(f *field) error {
	r := role{Do: "plan", Seed: f.rand.Uint64()}
	start := time.Now()
	want, err := f.peace(r)
	if err != nil {
		return err
	}
	whole := time.Since(start)
	vanishing := vanishings[f.rand.IntN(len(vanishings))]
	what := "with " + vanishing.name
	r.Dir = filepath.Join(f.dir, "runs")
	vanished := make(chan error)
	after := time.Duration(f.rand.Float64() * float64(whole))
	go func() {
		time.Sleep(after)
		vanished <- vanishing.do(r.Dir)
	}()
	got, status, complaint, err := f.play(r)
	if gone := <-vanished; errors.Is(gone, os.ErrNotExist) { // there was no journal yet
		return err
	} else if err = errors.Join(err, gone); err != nil {
		return err
	}
	f.tried++
	if status != 0 && status != refused {
		f.fault(&f.crashed, "plan of seed %d, %s: status %d: %s", r.Seed, what, status, complaint)
	}
	next := f.finish(r, want, what)
	if !strings.Contains(complaint, "while the plan ran") {
		return nil // it happened after the last look at the journal
	}
	f.amidst++
	if n := len(got.Records) - next.Reused; n > 0 {
		f.fault(&f.lost, "plan of seed %d, %s: %d of %d finished runs were rerun", r.Seed, what, n, len(got.Records))
	}
	return nil
}
