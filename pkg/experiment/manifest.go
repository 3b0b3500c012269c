package experiment

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// manifest describes an experiment: all that is needed to repeat it, and to
// tell which lines of the journal belong to it. It is written to
// manifest-FINGERPRINT.json when a plan or session starts, and again when it
// ends. Plans that share a folder have a manifest each.
type manifest struct {
	Name    string           `json:"name"`
	Seed    uint64           `json:"seed"`
	Seeds   string           `json:"seeds,omitempty"`  // as in [Plan]
	Design  string           `json:"design,omitempty"` // as in [Plan]
	Runs    int              `json:"runs"`
	Budget  solver.Budget    `json:"budget"`
	Engines []manifestEngine `json:"engines"`
	Puzzles []manifestPuzzle `json:"puzzles"`
	// Sessions say when and where the plan was worked on, oldest first.
	Sessions []session `json:"sessions"`
}

type manifestEngine struct {
	solver.Description
	Hash string `json:"hash"` // as in [Record.ConfigHash]
	Code string `json:"code"` // as in [Record.Code]
}

type manifestPuzzle struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	Rows int    `json:"rows"`
	Cols int    `json:"cols"`
	Hash string `json:"hash"` // all of it; records hold the start
}

// session is one process that worked on a plan.
type session struct {
	// ID is in the records of the session: host, process and time, or the name of an
	// attempt. Older programs gave none.
	ID         string    `json:"id,omitempty"`
	Host       string    `json:"host"`
	OS         string    `json:"os"`
	Arch       string    `json:"arch"`
	Processor  string    `json:"processor,omitempty"` // its model
	Processors int       `json:"processors"`
	Go         string    `json:"go"` // the version of the tool chain
	Workers    int       `json:"workers"`
	Command    []string  `json:"command"`
	Started    time.Time `json:"started"`
	// Codes are the versions of the code of the engines, in their order.
	Codes []string `json:"codes,omitempty"`
	// Packages are what the codes are made of, by package ([PlanFile.Code]); none where
	// it is what the next session's are made of, and in manifests of older programs.
	Packages map[string]string `json:"packages,omitempty"`
	// Repeated are the funcs of engines of which a run was made twice in this
	// session, with what differed: "" where nothing did.
	Repeated map[string]string `json:"repeated,omitempty"`
	// Finished is missing where the session was killed, or is still running.
	Finished time.Time `json:"finished,omitzero"`
}

// newManifest describes a plan, the program and the machine.
func newManifest(p Plan, hashes []puzzle.Hash, engines []*parts) (manifest, error) {
	m := manifest{Name: p.Name, Seed: p.Seed, Seeds: p.Seeds, Design: p.Design, Runs: p.runs(), Budget: p.Budget}
	packages := map[string]string{}
	for i, q := range p.Puzzles {
		m.Puzzles = append(m.Puzzles, manifestPuzzle{q.ID(), q.Kind(), q.Size().Rows, q.Size().Cols, hex.EncodeToString(hashes[i][:])})
	}
	for i, s := range p.Engines {
		d := s.Describe()
		code, err := codeOf(engines[i], d, p.Puzzles)
		if err != nil {
			return manifest{}, fmt.Errorf("experiment: the version of the code of %s: %w", d.Label(), err)
		}
		m.Engines = append(m.Engines, manifestEngine{d, d.Hash(), code.version})
		maps.Copy(packages, code.packages)
	}
	host, _ := os.Hostname()
	now := time.Now()
	m.Sessions = []session{{
		ID:   fmt.Sprintf("%s_%d-%x", host, os.Getpid(), now.UnixMilli()),
		Host: host, OS: runtime.GOOS, Arch: runtime.GOARCH, Processor: processor(), Processors: runtime.NumCPU(), Go: runtime.Version(),
		Workers: p.workers(), Command: os.Args, Started: now.Round(time.Millisecond), Codes: m.codes(), Packages: packages,
	}}
	return m, nil
}

// codes are the versions of the code of the engines.
func (m *manifest) codes() (out []string) {
	for _, e := range m.Engines {
		out = append(out, e.Code)
	}
	return out
}

// session is the session of this process.
func (m *manifest) session() *session { return &m.Sessions[len(m.Sessions)-1] }

// plan is the plan without its puzzles and engines.
func (m *manifest) plan() Plan {
	return Plan{Name: m.Name, Seed: m.Seed, Seeds: m.Seeds, Design: m.Design, Runs: m.Runs, Budget: m.Budget}
}

// fingerprint tells plans apart: 12 hexadecimal digits over everything that
// says what is to be run, except for the versions of the code.
func (m *manifest) fingerprint() string {
	f := newFingerprint(m.plan())
	for _, e := range m.Engines {
		f.engine(e.Hash)
	}
	for _, p := range m.Puzzles {
		f.puzzle(p.ID, p.Hash)
	}
	return f.String()
}

func (m *manifest) path(dir string) string {
	return filepath.Join(dir, "manifest-"+m.fingerprint()+".json")
}

// errDamaged is wrapped by the error of a manifest that is not what was written.
var errDamaged = errors.New("it is damaged")

// begin starts a session: it takes the earlier sessions of the same plan from the
// manifest, and writes it unless the folder is only read. A damaged manifest is
// kept beside the new one, which has only those sessions that the journal tells
// of. None of what goes wrong hinders the plan.
func (m *manifest) begin(dir string, records map[key]Record, readonly bool) (warnings []string) {
	path := m.path(dir)
	warn := func(err error) {
		warnings = append(warnings, fmt.Sprintf("the manifest: %v", err))
	}
	switch err := m.earlier(path); {
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
	left, _ := filepath.Glob(filepath.Join(escapeGlob(dir), assets.Partial)) // of processes that were killed
	for _, name := range left {
		os.Remove(name)
	}
	if err := m.write(path); err != nil {
		warn(err)
	}
	return warnings
}

// earlier adds the earlier sessions.
func (m *manifest) earlier(path string) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	var before manifest
	if err := json.Unmarshal(text, &before); err != nil {
		return fmt.Errorf("%s: %w: %w", path, errDamaged, err)
	}
	if before.fingerprint() != m.fingerprint() {
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
func (m *manifest) rebuild(records map[key]Record) {
	hosts := map[string]bool{}
	for _, r := range records {
		mine := func(e manifestEngine) bool { return e.Hash == r.ConfigHash }
		if slices.ContainsFunc(m.Engines, mine) {
			hosts[r.Host] = true
		}
	}
	var before []session
	for _, host := range slices.Sorted(maps.Keys(hosts)) {
		before = append(before, session{Host: host})
	}
	m.Sessions = append(before, m.Sessions...)
}

// finish completes the session.
func (m *manifest) finish() {
	m.session().Codes = m.codes()
	m.session().Finished = time.Now().Round(time.Millisecond)
}

// end writes the completed session.
func (m *manifest) end(dir string) error {
	m.finish()
	return m.write(m.path(dir))
}

// write replaces the file, entirely or not at all.
func (m *manifest) write(path string) error {
	text, err := json.MarshalIndent(m, "", " ")
	if err == nil {
		err = assets.ReplaceFile(path, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("experiment: manifest: %w", err)
	}
	return nil
}
