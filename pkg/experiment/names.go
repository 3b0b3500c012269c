package experiment

import (
	"io"
	"iter"

	"formicary/pkg/experiment/internal/folder"
	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/experiment/internal/planfile"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/experiment/internal/reuse"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// What the rooms below own, and cells and other packages name.
type (
	// Record is one run as one flat row ([record.Record]).
	Record = record.Record
	// Point is one improvement of the best cost within a run.
	Point = record.Point

	// PlanFile is a [Plan] as text ([planfile.File]).
	PlanFile = planfile.File
	// PlanEngine is an engine of a [PlanFile].
	PlanEngine = planfile.Engine

	// Provenance says when and where runs were made.
	Provenance = folder.Provenance

	// Archived are published records of runs of a plan.
	Archived = reuse.Archived
	// Sampling says which runs are rerun.
	Sampling = reuse.Sampling
)

const (
	// Failed is the status of a run whose engine returned an error or panicked.
	Failed = record.Failed
	// PlanName is the plan in its folder.
	PlanName = journal.PlanName
	// WorkerName is the program of a cell there, where rules were typed into it.
	WorkerName = journal.WorkerName
	// SetsName is a folder there with the sets that this program opens.
	SetsName = journal.SetsName
	// ParameterPrefix is how the name of a column with an engine's parameter begins.
	ParameterPrefix = planfile.ParameterPrefix
)

var (
	// ErrPlan is wrapped by the error of a plan or trial that cannot be run.
	ErrPlan = identity.ErrPlan
	// ErrLocked is wrapped by the error of a folder whose journal another process is writing.
	ErrLocked = journal.ErrLocked
)

// Held yields records that are held, for whoever takes those of a file.
func Held(records ...Record) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// Compare is [record.Compare].
func Compare(first, second []Record) record.Comparison { return record.Compare(first, second) }

// Journals is [journal.Journals].
func Journals(dir string) ([]string, error) { return journal.Journals(dir) }

// Reset is [journal.Reset].
func Reset(dir string) (aside string, err error) { return journal.Reset(dir) }

// Remove is [journal.Remove].
func Remove(dir string) error { return journal.Remove(dir) }

// OpenPlan is [planfile.Open].
func OpenPlan(dir string) (PlanFile, error) { return planfile.Open(dir) }

// Import is [planfile.Import].
func Import(name, source string, from io.Reader, open func(sets.Origin) (puzzle.Puzzle, error)) (planfile.Imported, error) {
	return planfile.Import(name, source, from, open)
}

// Home is [folder.Home].
func Home() (string, error) { return folder.Home() }

// Slug is [folder.Slug].
func Slug(name string) string { return folder.Slug(name) }
