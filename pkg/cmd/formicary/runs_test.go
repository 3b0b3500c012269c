package main

import (
	"bytes"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/cmd/formicary/internal/gathered"
	"formicary/pkg/experiment"
)

// TestNotCompared: engines of a race are not compared again, since the race chose its runs by what came out.
func TestNotCompared(t *testing.T) {
	var out bytes.Buffer
	records := []experiment.Record{{Puzzle: "p", Engine: "a", Design: "race"}, {Puzzle: "p", Engine: "b", Design: "race"}}
	err := compareEngines(&streams{stdout: &out, stderr: &out}, records, false)
	alltest.Check(t, err == nil && strings.Contains(out.String(), "not compared: a race or a tuner chose these runs"), "%v: %s", err, out.String())
}

// TestDiffNames: the first twenty runs that differ are named, or all.
func TestDiffNames(t *testing.T) {
	var a, b gathered.Set
	for run := range 25 {
		r := experiment.Record{Puzzle: "p", Engine: "e", ConfigHash: "c", Run: run, Cost: 1}
		a.Records = append(a.Records, r)
		r.Cost = 2
		b.Records = append(b.Records, r)
	}
	for all, named := range map[bool]int{false: 20, true: 25} {
		var out bytes.Buffer
		(&diffCommand{All: all}).print(&streams{stdout: &out}, a, b, compareSets(a, b))
		runs := strings.Count(out.String(), "→")
		alltest.Check(t, runs == named && strings.Contains(out.String(), "and 5 more: --all names them") != all, "all %v:\n%s", all, out.String())
	}
}
