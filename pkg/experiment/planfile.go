package experiment

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"unicode/utf8"

	"formicary/pkg/assets"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// planFormat is the first thing in the file of a plan.
const planFormat = "formicary plan 1"

// Files in the folder of a plan.
const (
	// PlanName is the plan itself ([PlanFile]).
	PlanName = "plan.json"
	// WorkerName is the program of a cell, where rules were typed into it.
	WorkerName = "worker"
	// SetsName is a folder with the sets that this program opens.
	SetsName = "sets"
)

// PlanFile is a [Plan] as text: all that another process needs to make its runs, on
// any machine. [Plan.File] makes it, [PlanFile.Write] and [ReadPlan] keep it, and
// [PlanFile.Plan] is the plan again, or some puzzles of it.
type PlanFile struct {
	// Name, Seed, Seeds, Design, Runs and Budget are those of the plan; Runs is at
	// least 1.
	Name   string
	Seed   uint64
	Seeds  string
	Design string
	Runs   int
	Budget solver.Budget
	// Fingerprint tells plans apart: 12 hexadecimal digits over everything that says
	// what is to be run. The code does not count.
	Fingerprint string
	// Go and Arch are the tool chain and the processors' architecture of the program
	// that made the file, such as "go1.26" and "amd64".
	Go, Arch string
	// Worker is [WorkerName] where the plan's folder has the program that makes its
	// runs, since rules were typed into a cell; otherwise it is empty.
	Worker string
	// Mode and Arguments are what that program is given, so that it comes to the same
	// plan: the mode of its notebook (assets.ModeEnv) and the arguments of its cell. They are empty
	// without a Worker.
	Mode      string
	Arguments []string
	// Code has the hash of every package that decides the runs.
	Code map[string]string
	// Engines and Puzzles are in the plan's order; there is at least one of each.
	Engines []PlanEngine
	Puzzles []sets.Origin
}

// PlanEngine is an engine of a [PlanFile].
type PlanEngine struct {
	solver.Description
	// Hash is [solver.Description.Hash], as in [Record.ConfigHash].
	Hash string `json:"hash"`
	// Code is the version of its code, as in [Record.Code].
	Code string `json:"code"`
	// Typed says that the description does not tell what it does, since it has a
	// func or a type of a cell or of another module: only the program that has it
	// can make its runs.
	Typed bool `json:"typed,omitempty"`
}

// File is the plan as a file. The number of workers is no part of it. The error is
// that of a plan that cannot be run ([ErrPlan]), also for a name or an id that is not
// UTF-8, or a version of the code that cannot be found.
func (p Plan) File() (PlanFile, error) {
	if err := p.validate(); err != nil {
		return PlanFile{}, err
	}
	f := PlanFile{Name: p.Name, Seed: p.Seed, Seeds: p.Seeds, Design: p.Design, Runs: p.runs(), Budget: p.Budget, Go: runtime.Version(), Arch: runtime.GOARCH}
	texts := []string{p.Name, p.Seeds, p.Design}
	var hashes []puzzle.Hash
	for _, q := range p.Puzzles {
		o := sets.OriginOf(q)
		f.Puzzles, hashes = append(f.Puzzles, o), append(hashes, o.Hash)
		texts = append(texts, o.ID, o.Kind, o.Set, o.Text)
	}
	var engines []*parts
	for _, e := range p.Engines {
		engines = append(engines, partsOf(e))
	}
	m, err := newManifest(p, hashes, engines)
	if err != nil {
		return PlanFile{}, err
	}
	for i, e := range m.Engines {
		if e.Parameters == nil {
			e.Parameters = []solver.Parameter{} // [] in JSON
		}
		f.Engines = append(f.Engines, PlanEngine{e.Description, e.Hash, e.Code, e.Custom || engines[i].foreign()})
		texts = append(texts, e.Engine, e.Variant)
		for _, x := range e.Parameters {
			texts = append(texts, x.Name, x.Value)
		}
	}
	for _, text := range texts {
		if !utf8.ValidString(text) {
			return PlanFile{}, fmt.Errorf("experiment: %w: %s is not UTF-8", ErrPlan, puzzle.Quote(text))
		}
	}
	f.Code, f.Fingerprint = m.session().Packages, f.fingerprint()
	return f, nil
}

// bare is the plan without its puzzles and engines.
func (f PlanFile) bare() Plan {
	return Plan{Name: f.Name, Seed: f.Seed, Seeds: f.Seeds, Design: f.Design, Runs: f.Runs, Budget: f.Budget}
}

// RunSeed is [Plan.RunSeed].
func (f PlanFile) RunSeed(content puzzle.Hash, engine string, run int) uint64 {
	return f.bare().RunSeed(content, engine, run)
}

func (f PlanFile) fingerprint() string {
	sum, digits := newFingerprint(f.bare()), make([]byte, 2*len(puzzle.Hash{}))
	for _, e := range f.Engines {
		sum.engine(e.Hash)
	}
	for i := range f.Puzzles {
		hex.Encode(digits, f.Puzzles[i].Hash[:])
		sum.puzzle(f.Puzzles[i].ID, string(digits))
	}
	return sum.String()
}

// Typed says whether an engine of the plan is in the program of its cell only.
func (f PlanFile) Typed() bool {
	return slices.ContainsFunc(f.Engines, func(e PlanEngine) bool { return e.Typed })
}

// Total is the number of runs of the plan.
func (f PlanFile) Total() int { return len(f.Puzzles) * len(f.Engines) * f.Runs }

// Plan is the plan with the puzzles at some places of Puzzles, in the order of places,
// or with all where places is nil; the others are not looked at. Engines are rebuilt
// and puzzles opened by two funcs of the caller's. What they return has to have the
// hashes of the file.
func (f PlanFile) Plan(places []int, rebuild func(solver.Description) (solver.Solver, error), open func(sets.Origin) (puzzle.Puzzle, error)) (Plan, error) {
	p := f.bare()
	fail := func(err error) (Plan, error) { return Plan{}, fmt.Errorf("experiment: plan %q: %w", f.Name, err) }
	for _, e := range f.Engines {
		s, err := rebuild(e.Description)
		if err != nil {
			return fail(err)
		}
		if d := s.Describe(); d.Hash() != e.Hash {
			return fail(fmt.Errorf("%s: expected the parameters' hash %s, found %s", e.Label(), e.Hash, d.Hash()))
		}
		p.Engines = append(p.Engines, s)
	}
	if places == nil {
		for i := range f.Puzzles {
			places = append(places, i)
		}
	}
	for _, i := range places {
		q, err := open(f.Puzzles[i])
		if err != nil {
			return fail(err)
		}
		if q.Hash() != f.Puzzles[i].Hash || q.ID() != f.Puzzles[i].ID {
			return fail(fmt.Errorf("puzzle %s: expected the content %v, found %s with %v", puzzle.Quote(f.Puzzles[i].ID), f.Puzzles[i].Hash, puzzle.Quote(q.ID()), q.Hash()))
		}
		p.Puzzles = append(p.Puzzles, q)
	}
	return p, nil
}

// OpenPlan reads the plan of a folder, its [PlanName]. The error is that of the file, or
// of [ReadPlan].
func OpenPlan(dir string) (PlanFile, error) {
	path := filepath.Join(dir, PlanName)
	file, err := os.Open(path)
	if err != nil {
		return PlanFile{}, fmt.Errorf("experiment: %w", err)
	}
	defer file.Close()
	return ReadPlan(path, file)
}

// Save writes the plan to a folder, entirely or not at all.
func (f PlanFile) Save(dir string) error {
	var b bytes.Buffer
	err := f.Write(&b)
	if err == nil {
		err = assets.ReplaceFile(filepath.Join(dir, PlanName), b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("experiment: %w", err)
	}
	return nil
}

// planPuzzle is the line of a puzzle.
type planPuzzle struct {
	Set      string `json:"set,omitempty"`
	ID       string `json:"id"`
	Kind     string `json:"kind"`
	Rows     int    `json:"rows"`
	Cols     int    `json:"cols"`
	Hash     string `json:"hash"`
	Text     string `json:"text,omitempty"`
	Solution string `json:"solution,omitempty"`
}

// Write writes the plan as JSON: a line for each field, and one for each package,
// engine and puzzle. Equal plans give equal bytes.
func (f PlanFile) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	line := &bytes.Buffer{}
	encoder := json.NewEncoder(line)
	encoder.SetEscapeHTML(false)
	value := func(before string, v any, after string) {
		line.Reset()
		if err := encoder.Encode(v); err != nil {
			panic("experiment: a plan that JSON cannot hold: " + err.Error()) // texts and whole numbers only
		}
		fmt.Fprintf(b, "%s%s%s", before, bytes.TrimSuffix(line.Bytes(), []byte("\n")), after)
	}
	comma := func(i, n int) string {
		if i < n-1 {
			return ",\n"
		}
		return "\n"
	}
	value(`{"format":`, planFormat, ",\n")
	value(`"name":`, f.Name, ",\n")
	value(`"seed":`, f.Seed, ",\n")
	for _, v := range []struct{ before, text string }{{`"seeds":`, f.Seeds}, {`"design":`, f.Design}} {
		if v.text != "" {
			value(v.before, v.text, ",\n")
		}
	}
	value(`"runs":`, f.Runs, ",\n")
	value(`"budget":`, f.Budget, ",\n")
	value(`"fingerprint":`, f.Fingerprint, ",\n")
	value(`"go":`, f.Go, ",\n")
	value(`"arch":`, f.Arch, ",\n")
	value(`"worker":`, f.Worker, ",\n")
	if f.Worker != "" {
		value(`"mode":`, f.Mode, ",\n")
		value(`"arguments":`, f.Arguments, ",\n")
	}
	fmt.Fprint(b, "\"code\":{\n")
	for i, name := range slices.Sorted(maps.Keys(f.Code)) {
		value("", name, ":")
		value("", f.Code[name], comma(i, len(f.Code)))
	}
	fmt.Fprint(b, "},\n\"engines\":[\n")
	for i, e := range f.Engines {
		value("", e, comma(i, len(f.Engines)))
	}
	fmt.Fprint(b, "],\n\"puzzles\":[\n")
	for i, o := range f.Puzzles {
		value("", planPuzzle{o.Set, o.ID, o.Kind, o.Rows, o.Cols, hex.EncodeToString(o.Hash[:]), o.Text, o.Solution}, comma(i, len(f.Puzzles)))
	}
	fmt.Fprint(b, "]}\n")
	return b.Flush()
}
