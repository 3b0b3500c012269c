package main

import (
	"bytes"
	"strings"
	"testing"

	"formicary/pkg/experiment"
)

// The first twenty runs that came out otherwise are named, or all.
func TestDiffNames(t *testing.T) {
	var first, second []experiment.Record
	for run := range 25 {
		a := experiment.Record{Puzzle: "p", Engine: "e", ConfigHash: "c", Run: run, Cost: 1}
		b := a
		b.Cost = 2
		first, second = append(first, a), append(second, b)
	}
	for _, all := range []bool{false, true} {
		var out bytes.Buffer
		d := compareSets(gathered{records: first}, gathered{records: second})
		(&diffCommand{All: all}).print(&streams{stdout: &out}, gathered{}, gathered{}, d)
		runs, more := strings.Count(out.String(), "→"), strings.Contains(out.String(), "and 5 more: --all names them")
		if all && (runs != 25 || more) || !all && (runs != 20 || !more) {
			t.Errorf("all %v:\n%s", all, out.String())
		}
	}
}
