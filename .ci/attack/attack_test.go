package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/experiment"
	"formicary/pkg/solver"
)

// TestMain lets the test binary be a victim, too.
func TestMain(m *testing.M) {
	if role := os.Getenv(roleEnv); role != "" {
		os.Exit(victim(role))
	}
	os.Exit(m.Run())
}

func peace() outcome {
	var o outcome
	for run := range 4 {
		o.Records = append(o.Records, experiment.Record{
			Puzzle: "p", Content: "c", Engine: "e", ConfigHash: "h", Run: run, Status: solver.Solved, Iterations: int64(10 + run),
			Trace: []experiment.Point{{Iterations: 1, Cost: 3}},
		})
	}
	o.Sentences = []string{"a is better than b"}
	return o
}

// What is counted is what was done to the records.
func TestCompareCounts(t *testing.T) {
	for _, c := range []struct {
		name                 string
		do                   func(o *outcome)
		lost, doubled, wrong int
	}{
		{name: "nothing", do: func(*outcome) {}},
		{name: "lost", do: func(o *outcome) { o.Records = o.Records[1:] }, lost: 1},
		{name: "doubled", do: func(o *outcome) { o.Records = append(o.Records, o.Records[0]) }, doubled: 2},
		{name: "another count", do: func(o *outcome) { o.Records[2].Iterations++ }, wrong: 1},
		{name: "another trace", do: func(o *outcome) { o.Records[2].Trace = []experiment.Point{{Iterations: 2, Cost: 3}} }, wrong: 1},
		{name: "failed", do: func(o *outcome) { o.Records[2].Status, o.Records[2].Error = experiment.Failed, "panic" }, wrong: 1},
		{name: "another sentence", do: func(o *outcome) { o.Sentences = []string{"a is worse than b"} }, wrong: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := peace()
			c.do(&got)
			f := &field{}
			f.compare("a plan", got, peace())
			if f.lost != c.lost || f.doubled != c.doubled || f.wrong != c.wrong || (len(f.faults) > 0) != (c.lost+c.doubled+c.wrong > 0) {
				t.Errorf("lost %d, doubled %d, wrong %d: %q", f.lost, f.doubled, f.wrong, f.faults)
			}
		})
	}
}

// A journal has each run of the result once.
func TestJournalCounts(t *testing.T) {
	o := peace()
	var lines []string
	for _, r := range o.Records {
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(line)+"\n")
	}
	for _, c := range []struct {
		name                 string
		text                 string
		lost, doubled, wrong int
	}{
		{name: "whole", text: strings.Join(lines, "")},
		{name: "blank lines", text: strings.Join(lines, "   \n")},
		{name: "one missing", text: strings.Join(lines[1:], ""), lost: 1},
		{name: "one twice", text: strings.Join(append(slices.Clone(lines), lines[0]), ""), doubled: 1},
		{name: "cut", text: strings.Join(lines, "") + "{", wrong: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, journalFile), []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			f := &field{}
			f.journal("a plan", dir, o)
			if f.lost != c.lost || f.doubled != c.doubled || f.wrong != c.wrong {
				t.Errorf("lost %d, doubled %d, wrong %d: %q", f.lost, f.doubled, f.wrong, f.faults)
			}
		})
	}
	f := &field{}
	f.journal("a plan", t.TempDir(), o)
	if f.lost != 1 {
		t.Errorf("a journal that is not there: lost %d", f.lost)
	}
}

// A thing that ends its process is counted, and the others are done.
func TestBatchesGoOn(t *testing.T) {
	f := &field{ctx: t.Context()}
	if err := f.batches("test", 1, 12); err != nil {
		t.Fatal(err)
	}
	if f.tried != 12 || f.crashed != 2 || f.wrong != 2 {
		t.Errorf("tried %d, crashed %d, wrong %d: %q", f.tried, f.crashed, f.wrong, f.faults)
	}
}

func init() {
	things["test"] = func(_ uint64, number int) error {
		switch {
		case number == 4:
			os.Exit(0)
		case number%5 == 2:
			return fmt.Errorf("fault %d", number)
		case number == 11:
			panic("the end")
		}
		return nil
	}
}
