// Package record holds one run as a row: a [Record], its line in a journal, and what tells two records apart.
//
// # Design
//
// A record is flat, so that a line, a column and a table row are the same thing. [Append] writes the line with its checksum,
// and [Parse] reads it. A [Key] says of which run a record is.
// [Record.Before] says which of two records of one run counts, and [Record.Contradicts] whether both can be true.
//
// # Limits
//
// The package opens no file, and knows neither plans nor engines.
package record

import (
	"cmp"

	"formicary/pkg/solver"
)

// Record is one run as one flat row: a line of the journal, and all that the
// analysis of an experiment ever sees of it.
type Record struct {
	// Puzzle is the instance's ID, Kind its rules, Content the start of its
	// content hash.
	Puzzle  string `json:"puzzle"`
	Kind    string `json:"kind"`
	Content string `json:"content"`
	Rows    int    `json:"rows"`
	Cols    int    `json:"cols"`
	// Engine is the stable name. Variant tells configurations apart for people,
	// ConfigHash does so exactly: it is the hash of engine, variant and
	// parameters ([solver.Description.Hash]).
	Engine     string `json:"engine"`
	Variant    string `json:"variant"`
	ConfigHash string `json:"parameters"`
	// Run counts from 0 within puzzle and variant; Seed is derived from it.
	Run  int    `json:"run"`
	Seed uint64 `json:"seed"`
	// Retry counts how often the run was asked for again after it had failed: the
	// record with the highest number counts.
	Retry int `json:"again,omitempty"`
	// Design is that of the plan which the record was made or read for (Plan.Design):
	// "" for a plan that was fixed in advance, "race" or "tuning" for a sequential one.
	Design string `json:"design,omitempty"`
	// Budget is what the run was allowed.
	Budget solver.Budget `json:"budget"`
	// Status is how the run ended; "failed" when the engine returned an error
	// or panicked, with Error and Stack telling why.
	Status solver.Status `json:"status"`
	// Cost is the best cost, 0 for a solution, -1 where there is none.
	Cost        float64 `json:"cost"`
	Iterations  int64   `json:"iterations"`
	Evaluations int64   `json:"evaluations"`
	// Seconds is wall time, CPU processor time, both in seconds.
	Seconds float64 `json:"seconds"`
	CPU     float64 `json:"cpu"`
	// PeakBytes is the largest resident size of the whole process up to the
	// end of the run, where the process had made no other run before and made none
	// beside it; 0 for all others, and where the system does not tell. Journals of
	// older programs have it for all.
	PeakBytes int64 `json:"peak_bytes,omitempty"`
	// Digest is a hash of all that the run came to and that a second run of its seed
	// comes to again: status, cost, both boards, counts, statistics, the trace without
	// its times, and the costs of all rounds. Undecided runs with a limit of time are
	// taken without their statistics, which may have begun a round more. 0 where the
	// run failed, in published records, and in journals of older programs.
	Digest uint64 `json:"digest,omitempty"`
	// Trace holds the improvements of the best cost, oldest first.
	Trace []Point `json:"trace,omitempty"`
	// Board is the best board of the run, as [puzzle.Grid.Pack] writes it; "" where
	// the engine had none, in published records, and in journals of older programs.
	Board string `json:"board,omitempty"`
	// Statistics are the engine's own counters.
	Statistics []solver.Statistic `json:"statistics,omitempty"`
	Error      string             `json:"error,omitempty"`
	Stack      string             `json:"stack,omitempty"`
	// Host is the machine's name, Arch its architecture as Go names it ("amd64"), and
	// Session the process that made the run: the name of a worker's attempt, or that of
	// a session in the manifest. Published records have none of them, journals of older
	// programs only the first.
	Host    string `json:"host"`
	Arch    string `json:"arch,omitempty"`
	Session string `json:"session,omitempty"`
	// Code is the version of the code that ran.
	Code string `json:"code"`
}

// Point is one improvement of the best cost within a run.
type Point struct {
	Iterations  int64   `json:"i"`
	Evaluations int64   `json:"e"`
	Seconds     float64 `json:"s"`
	Cost        float64 `json:"c"`
}

// Failed is the status of a run whose engine returned an error or panicked.
const Failed solver.Status = "failed"

// Solved says whether the run found a solution.
func (r Record) Solved() bool { return r.Status.HasSolution() }

// Cells is the number of cells of the board.
func (r Record) Cells() int { return r.Rows * r.Cols }

// Label is what people read: engine and variant in words ([solver.Label]).
func (r Record) Label() string { return solver.Label(r.Engine, r.Variant) }

// Is says whether a name means the record's engine and variant: its label, or the
// variant, or the engine where there is none.
func (r Record) Is(name string) bool {
	return name == cmp.Or(r.Variant, r.Engine) || name == r.Label()
}
