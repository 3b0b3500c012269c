package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// runs is the folder of the clone's journals.
func (d *day) runs() string { return filepath.Join(d.clone, ".formicary", "runs") }

// counts are the records in the clone's journals, by folder.
func (d *day) counts() (map[string]int, error) {
	all, err := journals(d.runs())
	out := map[string]int{}
	for name, records := range all {
		out[name] = len(records)
	}
	return out, err
}

// rule races and tunes a typed rule. No run is made twice after a restart of the kernel
// and an unrelated edit; no run is taken after an edit of the rule.
func (d *day) rule() error {
	all, err := cells("rule")
	if err != nil {
		return err
	}
	again := func(edit func(cells []string)) (said []string, counts map[string]int, err error) {
		edited := slices.Clone(all)
		edit(edited)
		if err = d.write("rule", edited); err == nil {
			said, err = d.execute("rule")
		}
		if err == nil {
			counts, err = d.counts()
		}
		return said, counts, err
	}
	said, first, err := again(func([]string) {})
	if err != nil {
		return err
	}
	if err := errors.Join(
		want(said[2], "two phases” ", "After "),
		want(said[3], "identical in all", "the rule never changed a run"),
	); err != nil {
		return err
	}
	if len(first) != 3 {
		return fmt.Errorf("expected three journals, found %v", first)
	}
	made, err := journals(d.runs())
	if err != nil {
		return err
	}
	if err := together(made); err != nil {
		return err
	}
	said, second, err := again(func(cells []string) { cells[1] += "\n\nfunc unrelated() int { return 7 }" })
	if err != nil {
		return err
	}
	if !maps.Equal(first, second) {
		return fmt.Errorf("an unrelated func: the journals had %v records, and now %v", first, second)
	}
	if err := want(said[2], " reused"); err != nil {
		return err
	}
	said, third, err := again(func(cells []string) {
		cells[1] = strings.Replace(cells[1], "xi = late", "xi = late / 2", 1)
	})
	if err != nil {
		return err
	}
	for name, before := range first {
		baseline := 0 // whose runs are reused
		for _, r := range made[name] {
			if r.Variant == "paper's rules" {
				baseline++
			}
		}
		if third[name] < 2*before-baseline {
			return fmt.Errorf("an edited rule: %s had %d records, of which %d are the baseline's, and now %d", name, before, baseline, third[name])
		}
	}
	return want(said[2], "left aside")
}

// together says whether the engines of races have the same seeds on the same puzzles.
func together(made map[string][]record) error {
	for name, records := range made {
		seeds := map[string]uint64{}
		for _, r := range records {
			run := fmt.Sprint(r.Content, r.Run)
			if seed, there := seeds[run]; there && seed != r.Seed {
				return fmt.Errorf("%s: run %d on %s has two seeds", name, r.Run, r.Puzzle)
			}
			seeds[run] = r.Seed
		}
	}
	return nil
}

// kind declares a puzzle and races a typed algorithm on it.
func (d *day) kind() error {
	all, err := cells("kind")
	if err == nil {
		err = d.write("kind", all)
	}
	if err != nil {
		return err
	}
	said, err := d.execute("kind")
	if err != nil {
		return err
	}
	if err := errors.Join(want(said[5], "Tapa: unique"), want(said[7], "“genetic”")); err != nil {
		return err
	}
	made, err := journals(d.runs())
	if err != nil {
		return err
	}
	if len(made["tapa"]) == 0 {
		return fmt.Errorf("expected a journal of the race, found %v", slices.Sorted(maps.Keys(made)))
	}
	return together(made)
}

// cluster makes the runs of a typed rule on four workers, of which one is killed. The
// notebook then makes none.
func (d *day) cluster() error {
	all, err := cells("cluster")
	if err == nil {
		err = d.write("cluster", all)
	}
	if err != nil {
		return err
	}
	if _, err := d.lab("cluster", "plan", "cluster.ipynb"); err != nil {
		return err
	}
	folders, _ := filepath.Glob(filepath.Join(d.runs(), "on-a-cluster*"))
	if len(folders) != 1 {
		return fmt.Errorf("expected the folder of a plan, found %v", folders)
	}
	folder := folders[0]
	d.clustered = folder
	submit := exec.CommandContext(d.ctx, d.program, "cluster", "submit", "--local", "--shards", "4", folder)
	submit.Dir = d.clone
	var told strings.Builder
	submit.Stdout, submit.Stderr = &told, &told
	if err := submit.Start(); err != nil {
		return err
	}
	killed, err := d.kill(folder)
	if err != nil {
		return errors.Join(err, submit.Process.Kill(), submit.Wait())
	}
	if err := submit.Wait(); err != nil {
		return fmt.Errorf("%w\n%s", err, told.String())
	}
	for until := time.Now().Add(5 * time.Minute); ; time.Sleep(time.Second) {
		said, err := d.lab("cluster", "status", folder)
		if err == nil {
			break
		}
		if time.Now().After(until) {
			return fmt.Errorf("worker %d was killed, and its work is left: %w\n%s", killed, err, said)
		}
	}
	before, err := d.counts()
	if err != nil {
		return err
	}
	said, err := d.execute("cluster")
	if err != nil {
		return err
	}
	after, err := d.counts()
	if err != nil {
		return err
	}
	if !maps.Equal(before, after) {
		return fmt.Errorf("the notebook made runs that the workers had made: %v, then %v", before, after)
	}
	return want(said[2], "800 of 800 runs reused")
}

// kill ends one worker on a folder without a word, once one has begun. The folder is in
// the arguments of a worker, or in the environment of the cell's program that it starts.
func (d *day) kill(folder string) (int, error) {
	for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
		if begun, _ := filepath.Glob(filepath.Join(folder, "journals", "*")); len(begun) == 0 {
			continue
		}
		processes, _ := filepath.Glob("/proc/[0-9]*")
		for _, process := range processes {
			words, _ := os.ReadFile(filepath.Join(process, "cmdline"))
			variables, _ := os.ReadFile(filepath.Join(process, "environ"))
			if strings.Contains(string(words)+string(variables), folder) && !strings.Contains(string(words), "submit") {
				pid, err := strconv.Atoi(filepath.Base(process))
				return pid, errors.Join(err, syscall.Kill(pid, syscall.SIGKILL))
			}
		}
	}
	return 0, errors.New("no worker was seen")
}

// python runs a script of this folder in the clone.
func (d *day) python(script string, args ...string) (string, error) {
	text, err := files.ReadFile(script)
	if err != nil {
		return "", err
	}
	return d.in(d.clone, os.Getenv("FORMICARY_PYTHON"), append([]string{"-c", string(text)}, args...)...)
}
