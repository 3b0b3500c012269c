package record

import (
	"bytes"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/solver"
)

// agree says whether the quick reader, if it reads a text, reads what package encoding/json does.
func agree(text []byte) bool {
	var quick, slow Record
	if !quick.quick(text) {
		return true
	}
	_, err := slow.parse(append(text[:len(text):len(text)], '}'))
	return err == nil && reflect.DeepEqual(quick, slow)
}

// written is the JSON of a record without its last brace, nil where there is none (NaN).
func written(r Record) []byte {
	var b bytes.Buffer
	if Append(&b, r) != nil {
		return nil
	}
	body, _, _ := checksum(bytes.TrimSpace(b.Bytes()))
	return body
}

var full = Record{
	Puzzle: "a ü", Kind: "k", Content: "c", Rows: 3, Cols: 4, Engine: "e", Variant: "v", ConfigHash: "h", Run: 5, Seed: 1 << 63, Retry: 1, Design: "race",
	Budget: solver.Budget{Iterations: 1, Evaluations: 2, Wall: 3, CPU: 4}, Status: solver.Solved, Cost: -1, Iterations: 6, Evaluations: 7, Seconds: 1e-9, CPU: 2.5e21, PeakBytes: 8, Digest: 9,
	Trace: []Point{{1, 2, 0.5, 3}, {4, 5, 6, 0}}, Board: "b", Statistics: []solver.Statistic{{Name: "s", Value: -0.25}, {Name: "t", Value: 1}}, Error: "x", Stack: "y", Host: "h", Arch: "a", Session: "s", Code: "src",
}

// TestQuick: records come back, and those with an escape are left to the other reader.
func TestQuick(t *testing.T) {
	least := Record{Engine: "e", Content: "c", Status: solver.Unique, Arch: "a"}
	for _, r := range []Record{full, least} {
		var got Record
		alltest.Check(t, got.quick(written(r)) && reflect.DeepEqual(got, r), "%+v", got)
	}
	if least.Board = "a\nb"; new(Record).quick(written(least)) {
		t.Error("a text with an escape is read")
	}
	records := rapid.Make[Record]()
	rapid.Check(t, func(t *rapid.T) {
		r := records.Draw(t, "record")
		r.Status = solver.Solved
		text := written(r)
		alltest.Require(t, text == nil || agree(text), "%s", text)
	})
}

// FuzzQuick: what the quick reader takes, the other one reads alike.
func FuzzQuick(f *testing.F) {
	text := written(full)
	f.Add(text)
	f.Add(written(Record{Engine: "e", Content: "c", Status: solver.Unique}))
	for _, change := range [][2]string{{`"rows":3`, `"rows":03`}, {`"rows":3`, `"rows":3.0`}, {`"cost":-1`, `"cost":-01`}, {`"cost":-1`, `"cost":1.e2`}, {`"cost":-1`, `"cost":.5`}, {`"cost":-1`, `"cost":+1`}, {`"cost":-1`, `"cost":1e999`}, {`"cost":-1`, `"cost":-`}, {`"run":5`, `"run":5e0`}, {`[{"i":1`, `[],[{"i":1`}, {`"kind":"k",`, ``}, {`"kind":"k",`, `"kind":"k","kind":"l",`}, {`{"iterations":1,`, `{,"iterations":1,`}, {`"h","arch"`, `"h"}"arch"`}, {`},{`, `}{`}} {
		changed := bytes.Replace(text, []byte(change[0]), []byte(change[1]), 1)
		alltest.Require(f, !bytes.Equal(changed, text), "%v", change)
		f.Add(changed)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		alltest.Check(t, agree(text), "%q is read in two ways", text)
	})
}

// BenchmarkParse reads a line.
func BenchmarkParse(b *testing.B) {
	var line bytes.Buffer
	alltest.OK(b, Append(&line, full))
	for b.Loop() {
		_, _, err := Parse("j", 1, line.Bytes())
		alltest.Require(b, err == nil, "%v", err)
	}
}
