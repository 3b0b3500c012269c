package main

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"formicary/pkg/charts/explore"
	"formicary/pkg/experiment"
)

// TestNotCompared: engines of a race are not compared again, since the race chose its runs by what came out.
func TestNotCompared(t *testing.T) {
	var out bytes.Buffer
	records := []experiment.Record{{Puzzle: "p", Engine: "a", Design: "race"}, {Puzzle: "p", Engine: "b", Design: "race"}}
	if err := compareEngines(&streams{stdout: &out, stderr: &out}, records, false); err != nil || !strings.Contains(out.String(), "not compared: a race or a tuner chose these runs") {
		t.Errorf("%v: %s", err, out.String())
	}
}

// TestDiffNames: the first twenty runs that differ are named, or all.
func TestDiffNames(t *testing.T) {
	var a, b gathered
	for run := range 25 {
		r := experiment.Record{Puzzle: "p", Engine: "e", ConfigHash: "c", Run: run, Cost: 1}
		a.records = append(a.records, r)
		r.Cost = 2
		b.records = append(b.records, r)
	}
	for all, named := range map[bool]int{false: 20, true: 25} {
		var out bytes.Buffer
		(&diffCommand{All: all}).print(&streams{stdout: &out}, a, b, compareSets(a, b))
		if runs := strings.Count(out.String(), "→"); runs != named || strings.Contains(out.String(), "and 5 more: --all names them") == all {
			t.Errorf("all %v:\n%s", all, out.String())
		}
	}
}

// TestSample: an explorer of too many runs shows about as many as it may, for each puzzle and number of a run those of
// all engines or none, and the same ones again; of fewer runs it shows all.
func TestSample(t *testing.T) {
	sampled := func(most int) []experiment.Record {
		var all []experiment.Record
		for i := range 4000 {
			all = append(all, experiment.Record{Content: fmt.Sprint(i / 2 % 50), Run: i / 100, Engine: []string{"a", "b"}[i%2], Trace: []experiment.Point{{}}})
		}
		g := gathered{parts: []part{{"", 0, each(all)}}, sources: []explore.Source{{Count: len(all)}}}
		if err := g.sample(most); err != nil || g.count() != len(g.records) {
			t.Errorf("%d records, %d counted, %v", len(g.records), g.count(), err)
		}
		return g.records
	}
	some := sampled(1000)
	if len(some) < 850 || len(some) > 1150 || !reflect.DeepEqual(some, sampled(1000)) || len(sampled(4000)) != 4000 {
		t.Errorf("%d of 4000 records where 1000 may be shown", len(some))
	}
	for i := 0; i+1 < len(some); i += 2 {
		if a, b := some[i], some[i+1]; a.Content != b.Content || a.Run != b.Run || a.Engine == b.Engine || a.Trace != nil {
			t.Fatalf("%+v and %+v are shown", a, b)
		}
	}
}
