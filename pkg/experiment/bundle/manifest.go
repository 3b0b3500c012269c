package bundle

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

const format = "formicary bundle 1"

// mostRuns is the most runs that a plan may have: the sum of all plans is a number then.
const mostRuns = 1_000_000_000

// Manifest says what a bundle has, when it was packed, and by which code.
type Manifest struct {
	Format string `json:"format"`
	// Made is when it was packed.
	Made time.Time `json:"made"`
	// Code is what packed it.
	Code Code `json:"code"`
	// Notebooks are its notebooks; there is at least one.
	Notebooks []Notebook `json:"notebooks"`
	// Studies are what they took their records from.
	Studies []Study `json:"studies"`
}

// Code is the program that packed a bundle.
type Code struct {
	// Version is what “formicary --version” says.
	Version string `json:"version"`
	// Commit is that of the repository; "" where it is not known. Changed says that
	// files differed from it.
	Commit  string `json:"commit,omitempty"`
	Changed bool   `json:"changed,omitempty"`
	// Machine is the system and the architecture, as in "linux/amd64".
	Machine string `json:"machine"`
	// Parts are the versions of what the notebooks were executed with.
	Parts map[string]string `json:"parts,omitempty"`
}

// Notebook is a notebook of a bundle.
type Notebook struct {
	// Name is that of its file without folder and ending, Title its first heading, and
	// Answer the first sentence of its conclusion; "" where it has none.
	Name   string `json:"name"`
	Title  string `json:"title,omitempty"`
	Answer string `json:"answer,omitempty"`
	// Mode is the mode in which it was executed.
	Mode string `json:"mode"`
	// File is the notebook without outputs, Page the page with them.
	File string `json:"file"`
	Page string `json:"page"`
	// Started and Finished are when it was executed.
	Started  time.Time `json:"started"`
	Finished time.Time `json:"finished"`
	// Studies are the names of those that it took records from.
	Studies []string `json:"studies"`
	// Beside is what it shows of runs that are not among the records of the bundle.
	Beside []string `json:"beside,omitempty"`
}

// Study is a study of a bundle, in records/NAME.
type Study struct {
	Name     string `json:"name"`
	Question string `json:"question,omitempty"`
	// Published says that it is one of data/records; others are runs of a notebook.
	Published bool `json:"published"`
	// Plans are its plans.
	Plans []Plan `json:"plans"`
}

// Plan is a plan of a study.
type Plan struct {
	Name        string `json:"name"`
	Fingerprint string `json:"fingerprint"`
	// Folder has plan.json and the sealed records, Tables has runs.parquet and
	// trace.parquet.
	Folder string `json:"folder"`
	Tables string `json:"tables"`
	// Made is the number of its records, Planned that of all runs of the plan.
	Made    int `json:"made"`
	Planned int `json:"planned"`
	// Provenance says when and where they were made.
	Provenance experiment.Provenance `json:"provenance"`
}

// Bytes is the manifest as a file.
func (m Manifest) Bytes() ([]byte, error) {
	m.Format = format
	return marshal(m)
}

// Counts are the records of all studies and those that were planned.
func (m Manifest) Counts() (made, planned int) {
	for _, s := range m.Studies {
		for _, p := range s.Plans {
			made, planned = made+p.Made, planned+p.Planned
		}
	}
	return made, planned
}

// needs are the files that the bundle has to have.
func (m Manifest) needs() (names []string) {
	for _, n := range m.Notebooks {
		names = append(names, n.File, n.Page)
	}
	for _, s := range m.Studies {
		names = append(names, Records+"/"+s.Name+"/"+archive.StudyFile)
	}
	return names
}

func parseManifest(source string, text []byte) (m Manifest, err error) {
	if err := sets.Unmarshal(source, text, &m, "expected the manifest of a bundle"); err != nil {
		return Manifest{}, err
	}
	if err := m.check(); err != nil {
		return Manifest{}, puzzle.Errorf(source, 1, 1, "%v", err)
	}
	return m, nil
}

// check says what a manifest has that none can have.
func (m Manifest) check() error {
	if m.Format != format {
		return fmt.Errorf("expected the format %q, found %s", format, puzzle.Quote(m.Format))
	}
	if len(m.Notebooks) == 0 {
		return errors.New("expected at least one notebook")
	}
	pages := newNames()
	for _, n := range m.Notebooks {
		if err := newNames().add(n.Name); err != nil || strings.Contains(n.Name, "/") {
			return fmt.Errorf("expected the name of a notebook, found %s", puzzle.Quote(n.Name))
		}
		for _, name := range []string{n.File, n.Page} {
			if err := newNames().add(name); err != nil {
				return fmt.Errorf("notebook %s: %w", puzzle.Quote(n.Name), err)
			}
		}
		if !strings.HasSuffix(n.Page, ".html") || !strings.HasSuffix(n.File, ".ipynb") {
			return fmt.Errorf("notebook %s: expected a page that ends in .html and a file that ends in .ipynb, found %s and %s", puzzle.Quote(n.Name), puzzle.Quote(n.Page), puzzle.Quote(n.File))
		}
		if err := pages.add(n.Page); err != nil {
			return fmt.Errorf("notebook %s: %w", puzzle.Quote(n.Name), err)
		}
	}
	for _, s := range m.Studies {
		if s.Name == "" || s.Name != experiment.Slug(s.Name) {
			return fmt.Errorf("expected the name of a study, found %s", puzzle.Quote(s.Name))
		}
		for _, p := range s.Plans {
			if p.Made < 0 || p.Made > p.Planned || p.Planned > mostRuns {
				return fmt.Errorf("study %s: expected up to %d planned runs and no more made, found %d and %d", puzzle.Quote(s.Name), mostRuns, p.Planned, p.Made)
			}
		}
	}
	return nil
}
