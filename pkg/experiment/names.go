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
	// Comparison is what two sets of records have in common, and what not.
	Comparison = record.Comparison

	// Attempt is what is known of the attempt of a worker beside its records.
	Attempt = journal.Attempt
	// Gathered are the records of any number of journals, each run once.
	Gathered = journal.Gathered

	// PlanFile is a [Plan] as text ([planfile.File]).
	PlanFile = planfile.File
	// PlanEngine is an engine of a [PlanFile].
	PlanEngine = planfile.Engine
	// Imported are runs that another program has made.
	Imported = planfile.Imported

	// Folder is what a folder keeps of experiments.
	Folder = folder.Folder
	// Belonging tells the runs of a plan from others in its folder.
	Belonging = folder.Belonging
	// Provenance says when and where runs were made.
	Provenance = folder.Provenance
	// Verified says which versions of code came to the same.
	Verified = folder.Verified
	// Equal are two versions of an engine's code that came to the same.
	Equal = folder.Equal

	// Archived are published records of runs of a plan.
	Archived = reuse.Archived
	// Sampling says which runs are rerun.
	Sampling = reuse.Sampling
	// Replication is what came of runs that were rerun.
	Replication = reuse.Replication
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

// Compare is [record.Compare].
func Compare(first, second []Record) Comparison { return record.Compare(first, second) }

// Journals is [journal.Journals].
func Journals(dir string) ([]string, error) { return journal.Journals(dir) }

// JournalsAndRescued is [journal.JournalsAndRescued].
func JournalsAndRescued(dir string) ([]string, error) { return journal.JournalsAndRescued(dir) }

// Scan is [journal.Scan].
func Scan(path string, want func(content []byte) bool) iter.Seq2[*Record, error] {
	return journal.Scan(path, want)
}

// Gather is [journal.Gather].
func Gather(paths ...string) (*Gathered, error) { return journal.Gather(paths...) }

// AttemptOf is [journal.AttemptOf].
func AttemptOf(path string) Attempt { return journal.AttemptOf(path) }

// Reset is [journal.Reset].
func Reset(dir string) (aside string, err error) { return journal.Reset(dir) }

// Remove is [journal.Remove].
func Remove(dir string) error { return journal.Remove(dir) }

// OpenPlan is [planfile.Open].
func OpenPlan(dir string) (PlanFile, error) { return planfile.Open(dir) }

// Import is [planfile.Import].
func Import(name, source string, from io.Reader, open func(sets.Origin) (puzzle.Puzzle, error)) (Imported, error) {
	return planfile.Import(name, source, from, open)
}

// ReadFolder is [folder.Read].
func ReadFolder(dir string) (Folder, error) { return folder.Read(dir) }

// FolderOf is [folder.Of].
func FolderOf(dir string, records iter.Seq2[Record, error]) (Folder, error) {
	return folder.Of(dir, records)
}

// Belongings is [folder.Belongings].
func Belongings(dir, name string) (*Belonging, error) { return folder.Belongings(dir, name) }

// ReadVerified is [folder.ReadVerified].
func ReadVerified(dir string) (Verified, error) { return folder.ReadVerified(dir) }

// Home is [folder.Home].
func Home() (string, error) { return folder.Home() }

// Slug is [folder.Slug].
func Slug(name string) string { return folder.Slug(name) }
