// Package folder has what stands in a plan's folder beside its journals. That is manifests, where and when runs were made,
// and which versions of code came to the same.
//
// # Design
//
// A [Manifest] describes a plan and the processes that worked on it. [Read] gives each plan of a folder its records, and
// changes nothing. [Belongings] tells which runs are a plan's without reading records.
//
// # Limits
//
// [Read] holds all records of a folder in memory; package columns does not.
package folder

import (
	"cmp"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/experiment/internal/planfile"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// Folder is what a folder keeps of experiments: a journal and the plans whose runs it
// has. Reading it changes nothing, also while a plan is running.
type Folder struct {
	// Folder is its path, Bytes the size of all its files.
	Folder string
	Bytes  int64
	// Plans are the plans, in the order in which they were last worked on.
	Plans []Plan
	// Others is the number of records that are of no plan as it was last run: those
	// of earlier code.
	Others int
	// Warnings report damage, which the next run of a plan repairs.
	Warnings []string
}

// Plan is a plan in a folder.
type Plan struct {
	identity.Terms
	Engines []solver.Description
	// Codes are the versions of the code that was last run, in the order of Engines.
	Codes   []string
	Puzzles int
	// Planned is the number of all its runs; len(Records) are made. A sequential design
	// ([Plan.Design]) did not plan how many: Planned is what was made.
	Planned int
	Worked
	// Provenance says when and where its runs were made.
	Provenance Provenance
	// Records are ordered by puzzle, engine and run, as in Result. Those of code that
	// was verified ([ReadVerified]) are among them.
	Records []record.Record
	// Others are the records of its runs that other code has made, and that do not
	// count: by engine, in the order of Engines, and code.
	Others []Other
}

// Worked is when a plan was last worked on.
type Worked struct{ Started time.Time }

// Other are records of a plan's runs that other code has made.
type Other struct {
	// Engine is its place in the plan's Engines, Code the version that made them.
	Engine int
	Code   string
	// Records is their number.
	Records int
	// Differs names the packages in which the code that was last run differs from it;
	// none where nobody wrote down what it was made of.
	Differs []string
}

// Home is the folder with the folders of notebooks' experiments: what
// [assets.RunsEnv] names, or .formicary/runs below the module's root.
func Home() (string, error) {
	if runs := os.Getenv(assets.RunsEnv); runs != "" {
		return runs, nil
	}
	root, err := sets.Root()
	if err != nil {
		return "", fmt.Errorf("experiment: %w", err)
	}
	return filepath.Join(root, ".formicary", "runs"), nil
}

// Read reads a folder. The error is that of a folder without a journal, or of a
// journal in which one run has two outcomes.
func Read(dir string) (Folder, error) {
	journals, err := journal.Journals(dir)
	if err == nil && len(journals) == 0 {
		_, err = os.Stat(filepath.Join(dir, journal.FileName))
	}
	if err != nil {
		return Folder{Folder: dir}, fmt.Errorf("experiment: %w", err)
	}
	c, err := journal.Read(dir)
	if err != nil {
		return Folder{Folder: dir}, fmt.Errorf("experiment: %w", err)
	}
	k, err := keep(dir, c.Records)
	k.Warnings = append(c.Warnings, k.Warnings...)
	return k, err
}

// Of is [Read] of records that were read elsewhere, such as those of a sealed
// file, each run once, in place of the folder's journals.
func Of(dir string, records iter.Seq2[record.Record, error]) (Folder, error) {
	var all record.Set
	for r, err := range records {
		if err != nil {
			return Folder{Folder: dir}, err
		}
		all.Put(r.Key(), r)
	}
	return keep(dir, &all)
}

// keep gives the plans of a folder their records.
func keep(dir string, records *record.Set) (Folder, error) {
	k := Folder{Folder: dir}
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				k.Bytes += info.Size()
			}
		}
		return nil // a file that has gone meanwhile
	})
	if err != nil {
		return k, fmt.Errorf("experiment: %w", err)
	}
	all, warnings, err := manifests(dir)
	if err != nil {
		return k, err
	}
	verified, err := ReadVerified(dir)
	if err != nil {
		warnings = append(warnings, err.Error())
	}
	k.Warnings = warnings
	used, known := make([]bool, records.Len()), sync.OnceValue(func() Codes { return CodesOf(dir) })
	workers := journal.Processes(dir)
	for _, m := range all {
		p := m.kept(records, used, verified, known)
		p.Provenance.add(slices.Concat(m.Sessions, workers)...)
		k.Plans = append(k.Plans, p)
	}
	slices.SortStableFunc(k.Plans, func(a, b Plan) int { return a.Started.Compare(b.Started) })
	k.Others = records.Len() - count(used)
	return k, nil
}

// kept is a plan with its records.
func (m *Manifest) kept(records *record.Set, used []bool, verified Verified, known func() Codes) Plan {
	p := Plan{Terms: m.Terms, Puzzles: len(m.Puzzles), Planned: m.Runs * len(m.Engines) * len(m.Puzzles)}
	if len(m.Sessions) > 0 {
		last := m.Session()
		p.Worked = Worked{last.Started}
	}
	codes := make([][]string, len(m.Engines)) // that count
	for i, e := range m.Engines {
		p.Engines, p.Codes = append(p.Engines, e.Description), append(p.Codes, e.Code)
		codes[i] = append([]string{e.Code}, verified.With(e.Hash, e.Code)...)
	}
	loose, variants := m.loose(records), identity.Variants(m.Engines)
	for _, q := range m.Puzzles {
		hash, ok := q.content()
		if !ok {
			continue
		}
		for i, e := range m.Engines {
			if m.Design != "" || planfile.IsImported(e.Code) {
				for _, r := range loose[[2]string{hash.String(), e.Hash}] {
					if n := records.Find(r.Key()); !used[n] && slices.Contains(codes[i], r.Code) && (planfile.IsImported(e.Code) || r.Seed == m.RunSeed(hash, e.Engine, r.Run)) {
						used[n] = true
						r.Puzzle, r.Kind, r.Rows, r.Cols, r.Design, r.Variant = q.ID, q.Kind, q.Rows, q.Cols, m.Design, variants[e.Hash]
						p.Records = append(p.Records, r)
					}
				}
				continue
			}
			for run := range m.Runs {
				k := record.Key{Content: hash.String(), Engine: e.Engine, ConfigHash: e.Hash, Run: run, Seed: m.RunSeed(hash, e.Engine, run), Budget: m.Budget, Code: ""}
				for _, k.Code = range codes[i] {
					if n := records.Find(k); n >= 0 {
						r := records.At(n)
						used[n] = true
						r.Puzzle, r.Kind, r.Rows, r.Cols, r.Design, r.Variant = q.ID, q.Kind, q.Rows, q.Cols, m.Design, variants[e.Hash]
						p.Records = append(p.Records, r)
						break
					}
				}
			}
		}
	}
	if m.Design != "" || len(m.Engines) > 0 && planfile.IsImported(m.Engines[0].Code) {
		p.Planned = len(p.Records)
	}
	if count(used) < len(used) {
		p.Others = m.others(records, codes, known())
	}
	return p
}

// count is how many are true.
func count(of []bool) int {
	return lists.Count(of, func(one bool) bool { return one })
}

// loose are the records by puzzle and configuration, ordered by run, where the plan does
// not say which runs there are: a sequential design may have given them less than its
// budget, and another program's have seeds of its own ([planfile.Import]).
func (m *Manifest) loose(records *record.Set) map[[2]string][]record.Record {
	if m.Design == "" && !slices.ContainsFunc(m.Engines, func(e identity.Versioned) bool { return planfile.IsImported(e.Code) }) {
		return nil
	}
	out := map[[2]string][]record.Record{}
	for _, r := range records.All() {
		of := [2]string{r.Content, r.ConfigHash}
		out[of] = append(out[of], r)
	}
	for _, all := range out {
		slices.SortFunc(all, func(a, b record.Record) int {
			return cmp.Or(a.Run-b.Run, cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Budget.Iterations, b.Budget.Iterations), cmp.Compare(a.Budget.Evaluations, b.Budget.Evaluations),
				cmp.Compare(a.Budget.CPU, b.Budget.CPU), cmp.Compare(a.Budget.Wall, b.Budget.Wall), cmp.Compare(a.Code, b.Code))
		})
	}
	return out
}

// Slug makes the name of a folder out of a plan's name: small letters, digits and
// points, all other characters as dashes; "plan" where nothing is left.
func Slug(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '.' && b.Len() > 0:
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	if s := strings.Trim(b.String(), "-."); s != "" {
		return s
	}
	return "plan"
}
