package main

import (
	"bytes"
	"strings"
	"testing"

	"formicary/pkg/experiment"
)

// The first twenty runs that came out otherwise are named, or all.
func TestDiffNames(t *testing.T) {
	var pairs []experiment.Pair
	for run := range 25 {
		a := experiment.Record{Puzzle: "p", Engine: "e", ConfigHash: "c", Run: run, Cost: 1}
		b := a
		b.Cost = 2
		pairs = append(pairs, experiment.Pair{First: a, Second: b})
	}
	for _, all := range []bool{false, true} {
		var out bytes.Buffer
		differ := (&diffCommand{All: all}).both(&streams{stdout: &out}, pairs)
		runs, more := strings.Count(out.String(), "→"), strings.Contains(out.String(), "and 5 more: --all names them")
		if !differ["c"] || all && (runs != 25 || more) || !all && (runs != 20 || !more) {
			t.Errorf("all %v: %v\n%s", all, differ, out.String())
		}
	}
}
