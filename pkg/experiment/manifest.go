package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// ManifestFile is the manifest's name in the folder of an experiment.
const ManifestFile = "manifest.json"

// Manifest says what an experiment was: all that is needed to make it again,
// and to tell which lines of the journal belong to it. It is written at the
// start and once more at the end. Where another plan had the folder before,
// that one's manifest is kept as manifest-FINGERPRINT.json.
type Manifest struct {
	// Name, Seed, Runs and Budget are the plan's.
	Name   string        `json:"name"`
	Seed   uint64        `json:"seed"`
	Runs   int           `json:"runs"`
	Budget solver.Budget `json:"budget"`
	// Engines and Puzzles are the plan's, in order.
	Engines []ManifestEngine `json:"engines"`
	Puzzles []ManifestPuzzle `json:"puzzles"`
	// Code is [Version], or what [CodeVersion] said.
	Code string `json:"code"`
	// Go is the version of the Go tool chain, Modules are the modules linked
	// into the program.
	Go      string           `json:"go"`
	Modules []ManifestModule `json:"modules"`
	// Sessions tell when and where the plan was worked on, oldest first.
	Sessions []Session `json:"sessions"`
}

// ManifestEngine is one engine of a plan.
type ManifestEngine struct {
	solver.Description
	// Hash is that of the description, as in [Record.ConfigHash].
	Hash string `json:"hash"`
	// Code is the version of the engine's code, as in [Record.Code].
	Code string `json:"code"`
}

// ManifestPuzzle is one puzzle of a plan.
type ManifestPuzzle struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	Rows int    `json:"rows"`
	Cols int    `json:"cols"`
	// Hash is the whole content hash in hexadecimal digits; records hold the
	// start of it.
	Hash string `json:"hash"`
}

// ManifestModule is one module linked into the program.
type ManifestModule struct {
	Path    string `json:"path"`
	Version string `json:"version"`
}

// Session is one call of [Plan.Run].
type Session struct {
	// Host is the machine's name, Processor its model where the system tells
	// it, Processors how many the program may use.
	Host       string `json:"host"`
	OS         string `json:"os"`
	Arch       string `json:"arch"`
	Processor  string `json:"processor,omitempty"`
	Processors int    `json:"processors"`
	// Workers is how many runs went on at a time.
	Workers int `json:"workers"`
	// Command is the program with its arguments.
	Command []string  `json:"command"`
	Started time.Time `json:"started"`
	// Finished is the zero time where the session was killed, or still runs.
	Finished time.Time `json:"finished,omitzero"`
	// Done, Reused, Failed and Solved count records as [Progress] does.
	Done   int `json:"done"`
	Reused int `json:"reused"`
	Failed int `json:"failed"`
	Solved int `json:"solved"`
	// Interrupted says that runs are missing.
	Interrupted bool `json:"interrupted"`
}

// newManifest describes a plan, the program and the machine.
func newManifest(p Plan, code string) (Manifest, []string, error) {
	c := newCoder(code)
	m := Manifest{Name: p.Name, Seed: p.Seed, Runs: max(p.Runs, 1), Budget: p.Budget, Go: runtime.Version()}
	for _, q := range p.Puzzles {
		hash := q.Hash()
		m.Puzzles = append(m.Puzzles, ManifestPuzzle{q.ID(), q.Kind(), q.Size().Rows, q.Size().Cols, hex.EncodeToString(hash[:])})
	}
	for _, s := range p.Engines {
		d := s.Describe()
		code, err := c.engine(s, d, p.Puzzles)
		if err != nil {
			return Manifest{}, nil, fmt.Errorf("experiment: the version of the code of %s: %w", d.Label(), err)
		}
		m.Engines = append(m.Engines, ManifestEngine{d, d.Hash(), code})
	}
	m.Code = c.all()
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			m.Modules = append(m.Modules, ManifestModule{d.Path, d.Version})
		}
	}
	host, _ := os.Hostname()
	m.Sessions = []Session{{
		Host: host, OS: runtime.GOOS, Arch: runtime.GOARCH, Processor: processor(), Processors: runtime.NumCPU(),
		Workers: p.workers(), Command: os.Args, Started: time.Now().Round(time.Millisecond),
	}}
	return m, c.warnings, nil
}

// Total is the number of runs of the plan.
func (m *Manifest) Total() int { return len(m.Puzzles) * len(m.Engines) * m.Runs }

// Fingerprint tells plans apart: 12 hexadecimal digits over everything that
// says what is to be run, the versions of the code left out.
func (m *Manifest) Fingerprint() string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %d %d %+v\n", m.Name, m.Seed, m.Runs, m.Budget)
	for _, e := range m.Engines {
		fmt.Fprintln(h, e.Hash)
	}
	for _, p := range m.Puzzles {
		fmt.Fprintf(h, "%q %s\n", p.ID, p.Hash)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// hashes are the puzzles' content hashes.
func (m *Manifest) hashes() ([]puzzle.Hash, error) {
	out := make([]puzzle.Hash, len(m.Puzzles))
	for i, p := range m.Puzzles {
		if n, err := hex.Decode(out[i][:], []byte(p.Hash)); err != nil || n != len(out[i]) || len(p.Hash) != 2*n {
			return nil, fmt.Errorf("experiment: manifest: puzzle %s: %q is not a content hash", p.ID, p.Hash)
		}
	}
	return out, nil
}

// named gives a record the name and size that the puzzle has at its place in
// the plan.
func (m *Manifest) named(r Record, place int) Record {
	p := m.Puzzles[place/(len(m.Engines)*m.Runs)]
	r.Puzzle, r.Kind, r.Rows, r.Cols = p.ID, p.Kind, p.Rows, p.Cols
	return r
}

// begin writes the manifest at the start of a session, with the earlier
// sessions of the same plan; another plan's manifest is put aside.
func (m *Manifest) begin(dir string) error {
	mine := filepath.Join(dir, "manifest-"+m.Fingerprint()+".json")
	aside, err := readManifest(mine)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	there, err := readManifest(filepath.Join(dir, ManifestFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case there.Fingerprint() == m.Fingerprint():
		aside = there
	default:
		other := filepath.Join(dir, "manifest-"+there.Fingerprint()+".json")
		if err := os.Rename(filepath.Join(dir, ManifestFile), other); err != nil {
			return fmt.Errorf("experiment: %w", err)
		}
	}
	m.Sessions = append(aside.Sessions, m.Sessions...)
	if err := m.write(dir); err != nil {
		return err
	}
	if err := os.Remove(mine); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("experiment: %w", err)
	}
	return nil
}

// end completes the last session.
func (m *Manifest) end(p Progress, interrupted bool) {
	s := &m.Sessions[len(m.Sessions)-1]
	s.Finished = time.Now().Round(time.Millisecond)
	s.Done, s.Reused, s.Failed, s.Solved, s.Interrupted = p.Done, p.Reused, p.Failed, p.Solved, interrupted
}

// write puts the manifest into the folder, all of it or nothing.
func (m *Manifest) write(dir string) error {
	text, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return fmt.Errorf("experiment: manifest: %w", err)
	}
	file, err := os.CreateTemp(dir, ".manifest-*")
	if err != nil {
		return fmt.Errorf("experiment: %w", err)
	}
	_, err = file.Write(append(text, '\n'))
	err = errors.Join(err, file.Chmod(0o644), file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), filepath.Join(dir, ManifestFile))
	}
	if err != nil {
		os.Remove(file.Name())
		return fmt.Errorf("experiment: %w", err)
	}
	return nil
}

func readManifest(path string) (Manifest, error) {
	var m Manifest
	text, err := os.ReadFile(path)
	if err != nil {
		return m, fmt.Errorf("experiment: %w", err)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fmt.Errorf("experiment: %s: %w", path, err)
	}
	// More runs than any plan has: the file is not ours, and would be taken for
	// a request of memory.
	const most = 1 << 30
	if total := float64(len(m.Puzzles)) * float64(len(m.Engines)) * float64(m.Runs); m.Runs < 0 || total > most {
		return m, fmt.Errorf("experiment: %s: %d runs of %d engines on %d puzzles: %w", path, m.Runs, len(m.Engines), len(m.Puzzles), ErrPlan)
	}
	return m, nil
}

// Load reads back what [Plan.Run] left in a folder: the records of the plan
// that had it last, finished or not, in the plan's order; Interrupted says
// that some are missing. It may be called while the experiment runs. A folder
// without a manifest gives all that its journal has, in the journal's order.
func Load(dir string) (*Result, error) {
	path := filepath.Join(dir, JournalFile)
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("experiment: %w", err)
	}
	defer file.Close()
	c, err := readAll(path, file)
	if err != nil {
		return nil, fmt.Errorf("experiment: %s: %w", path, err)
	}
	runs := &Result{Warnings: c.warnings}
	if c.torn {
		runs.Warnings = append(runs.Warnings, path+": the last line has no end yet")
	}
	runs.Manifest, err = readManifest(filepath.Join(dir, ManifestFile))
	if errors.Is(err, fs.ErrNotExist) {
		for _, key := range c.order {
			runs.Records = append(runs.Records, c.records[key])
		}
		return runs, nil
	}
	if err != nil {
		return nil, err
	}
	if err := runs.fill(c.records); err != nil {
		return nil, err
	}
	return runs, nil
}

// fill puts the plan's records into order.
func (r *Result) fill(known map[Key]Record) error {
	m := &r.Manifest
	jobs, err := m.jobs()
	if err != nil {
		return err
	}
	found := make([]*Record, m.Total())
	for _, j := range jobs {
		if record, ok := known[j.key]; ok {
			for _, place := range j.places {
				named := m.named(record, place)
				found[place] = &named
			}
		}
	}
	for _, record := range found {
		if record != nil {
			r.Records = append(r.Records, *record)
		}
	}
	r.Interrupted = len(r.Records) < m.Total()
	return nil
}
