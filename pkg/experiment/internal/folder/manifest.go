package folder

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/lists"
	"formicary/pkg/puzzle"
)

// Manifest describes an experiment: all that is needed to repeat it, and to
// tell which lines of the journal belong to it. It is written to
// Manifest-FINGERPRINT.json when a plan or session starts, and again when it
// ends. Plans that share a folder have a manifest each.
type Manifest struct {
	identity.Terms
	Engines []identity.Versioned `json:"engines"`
	Puzzles []manifestPuzzle     `json:"puzzles"`
	// Sessions say when and where the plan was worked on, oldest first.
	Sessions []identity.Process `json:"sessions"`
}

type manifestPuzzle struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	Rows int    `json:"rows"`
	Cols int    `json:"cols"`
	Hash string `json:"hash"` // all of it; records hold the start
}

// New describes a plan that a process begins to work on.
func New(b *identity.Bound, by identity.Process) *Manifest {
	m := &Manifest{Terms: b.Terms, Engines: b.Engines, Sessions: []identity.Process{by}}
	for i, q := range b.Puzzles {
		m.Puzzles = append(m.Puzzles, manifestPuzzle{q.ID(), q.Kind(), q.Size().Rows, q.Size().Cols, hex.EncodeToString(b.Hashes[i][:])})
	}
	return m
}

// content is the hash of a puzzle; ok is false where the manifest has none.
func (p manifestPuzzle) content() (hash puzzle.Hash, ok bool) {
	n, err := hex.Decode(hash[:], []byte(p.Hash))
	return hash, err == nil && n == len(hash)
}

// codes are the versions of the code of the engines.
func (m *Manifest) codes() []string {
	return lists.Map(m.Engines, func(e identity.Versioned) string { return e.Code })
}

// Session is the session of this process.
func (m *Manifest) Session() *identity.Process { return &m.Sessions[len(m.Sessions)-1] }

// Fingerprint is that of the plan ([identity.Fingerprint]).
func (m *Manifest) Fingerprint() string {
	return identity.Fingerprint(m.Terms, identity.EngineHashes(m.Engines), func(yield func(string, puzzle.Hash) bool) {
		for _, p := range m.Puzzles {
			if hash, ok := p.content(); !ok || !yield(p.ID, hash) {
				return
			}
		}
	})
}

// Path is where the manifest stands in a folder.
func (m *Manifest) Path(dir string) string {
	return filepath.Join(dir, "manifest-"+m.Fingerprint()+".json")
}

// errDamaged is wrapped by the error of a manifest that is not what was written.
var errDamaged = errors.New("it is damaged")

// Begin starts a session: it takes the earlier sessions of the same plan from the
// manifest, and writes it unless the folder is only read. A damaged manifest is
// kept beside the new one, which has only those sessions that the journal tells
// of. None of what goes wrong hinders the plan.
func (m *Manifest) Begin(dir string, records *record.Set, readonly bool) (warnings []string) {
	path := m.Path(dir)
	warn := func(err error) {
		warnings = append(warnings, fmt.Sprintf("the manifest: %v", err))
	}
	switch err := m.Earlier(path); {
	case errors.Is(err, errDamaged) && readonly:
		warn(err)
	case errors.Is(err, errDamaged):
		aside := path + ".damaged"
		if failed := os.Rename(path, aside); failed != nil {
			warn(fmt.Errorf("%w, and cannot be kept: %w", err, failed))
			return warnings
		}
		m.rebuild(records)
		warn(fmt.Errorf("%w; it was rebuilt from the plan and the journal, and is kept as %s", err, aside))
	case err != nil:
		warn(err)
	}
	if readonly {
		return warnings
	}
	left, _ := filepath.Glob(filepath.Join(journal.EscapeGlob(dir), assets.Partial)) // of processes that were killed
	for _, name := range left {
		os.Remove(name)
	}
	if err := m.Write(path); err != nil {
		warn(err)
	}
	return warnings
}

// Earlier adds the earlier sessions.
func (m *Manifest) Earlier(path string) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	var before Manifest
	if err := json.Unmarshal(text, &before); err != nil {
		return fmt.Errorf("%s: %w: %w", path, errDamaged, err)
	}
	if before.Fingerprint() != m.Fingerprint() {
		return fmt.Errorf("%s: %w: it is of another plan", path, errDamaged)
	}
	if n := len(before.Sessions); n > 0 && before.Sessions[n-1].Codes == nil {
		before.Sessions[n-1].Codes = before.codes()
	}
	m.Sessions = append(before.Sessions, m.Sessions...)
	for i, next := range m.Sessions[1:] {
		if maps.Equal(m.Sessions[i].Packages, next.Packages) {
			m.Sessions[i].Packages = nil
		}
	}
	return nil
}

// rebuild adds a session for each machine on which runs of the plan were made, of
// which nothing but the name is known.
func (m *Manifest) rebuild(records *record.Set) {
	hosts := map[string]bool{}
	for _, r := range records.All() {
		mine := func(e identity.Versioned) bool { return e.Hash == r.ConfigHash }
		if slices.ContainsFunc(m.Engines, mine) {
			hosts[r.Host] = true
		}
	}
	var before []identity.Process
	for _, host := range slices.Sorted(maps.Keys(hosts)) {
		before = append(before, identity.Process{Machine: identity.Machine{Host: host}})
	}
	m.Sessions = append(before, m.Sessions...)
}

// Finish completes the session.
func (m *Manifest) Finish() {
	m.Session().Codes = m.codes()
	m.Session().Finished = time.Now().Round(time.Millisecond)
}

// Write replaces the file, entirely or not at all.
func (m *Manifest) Write(path string) error {
	text, err := json.MarshalIndent(m, "", " ")
	if err == nil {
		err = assets.ReplaceFile(path, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("experiment: manifest: %w", err)
	}
	return nil
}
