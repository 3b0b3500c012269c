// Package planfile has a plan as a file: all that another process needs to make its runs.
//
// # Design
//
// [Of] makes a [File] of a plan that is bound to this program. [File.Write] and [Read] keep it, and [File.Task] has its
// puzzles and engines again. [File.Against] names the packages whose code differs. [Import] reads a table of runs of another
// program, and makes a plan and records of it.
//
// # Limits
//
// A file does not have rules that were typed into a cell: it names the program that has them.
package planfile

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
	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// planFormat is the first thing in the file of a plan.
const planFormat = "formicary plan 1"

// File is a [Plan] as text: all that another process needs to make its runs, on
// any machine. [Plan.File] makes it, [File.Write] and [Read] keep it, and
// [File.Task] is the plan again, or some puzzles of it.
type File struct {
	identity.Terms
	// Fingerprint tells plans apart: 12 hexadecimal digits over everything that says
	// what is to be run. The code does not count.
	Fingerprint string
	// Go and Arch are the tool chain and the processors' architecture of the program
	// that made the file, such as "go1.26" and "amd64".
	Go, Arch string
	// Worker is [journal.WorkerName] where the plan's folder has the program that makes its
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
	Engines []Engine
	Puzzles []sets.Origin
}

// Engine is an engine of a [File].
type Engine struct {
	identity.Versioned
	// Typed says that the description does not tell what it does, since it has a
	// func or a type of a cell or of another module: only the program that has it
	// can make its runs.
	Typed bool `json:"typed,omitempty"`
}

// Of is a plan as a file. The number of workers is no part of it. The error is that of
// a name or an id that is not UTF-8 ([identity.ErrPlan]).
func Of(b *identity.Bound) (File, error) {
	f := File{Terms: b.Terms, Fingerprint: b.Fingerprint(), Go: runtime.Version(), Arch: runtime.GOARCH, Code: b.Packages}
	texts := []string{b.Name, b.Seeds, b.Design}
	for _, q := range b.Puzzles {
		o := sets.OriginOf(q)
		f.Puzzles = append(f.Puzzles, o)
		texts = append(texts, o.ID, o.Kind, o.Set, o.Text)
	}
	for i, e := range b.Engines {
		if e.Parameters == nil {
			e.Parameters = []solver.Parameter{} // [] in JSON
		}
		f.Engines = append(f.Engines, Engine{e, b.Custom(i)})
		texts = append(texts, e.Engine, e.Variant)
		for _, x := range e.Parameters {
			texts = append(texts, x.Name, x.Value)
		}
	}
	for _, text := range texts {
		if !utf8.ValidString(text) {
			return File{}, fmt.Errorf("experiment: %w: %s is not UTF-8", identity.ErrPlan, puzzle.Quote(text))
		}
	}
	return f, nil
}

func (f File) fingerprint() string {
	return identity.Fingerprint(f.Terms, func(yield func(string) bool) {
		for _, e := range f.Engines {
			if !yield(e.Hash) {
				return
			}
		}
	}, func(yield func(string, puzzle.Hash) bool) {
		for i := range f.Puzzles {
			if !yield(f.Puzzles[i].ID, f.Puzzles[i].Hash) {
				return
			}
		}
	})
}

// Typed says whether an engine of the plan is in the program of its cell only.
func (f File) Typed() bool {
	return slices.ContainsFunc(f.Engines, func(e Engine) bool { return e.Typed })
}

// Total is the number of runs of the plan.
func (f File) Total() int { return len(f.Puzzles) * len(f.Engines) * f.Runs }

// Task is the plan with the puzzles at some places of Puzzles, in the order of places,
// or with all where places is nil; the others are not looked at. Engines are rebuilt
// and puzzles opened by two funcs of the caller's. What they return has to have the
// hashes of the file.
func (f File) Task(places []int, rebuild func(solver.Description) (solver.Solver, error), open func(sets.Origin) (puzzle.Puzzle, error)) (identity.Task, error) {
	p := identity.Task{Terms: f.Terms}
	fail := func(err error) (identity.Task, error) {
		return identity.Task{}, fmt.Errorf("experiment: plan %q: %w", f.Name, err)
	}
	for _, e := range f.Engines {
		s, err := rebuild(e.Description)
		if err != nil {
			return fail(err)
		}
		if d := s.Describe(); d.Hash() != e.Hash {
			return fail(fmt.Errorf("%s: expected the parameters' hash %s, found %s", e.Label(), e.Hash, d.Hash()))
		}
		p.Solvers = append(p.Solvers, s)
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

// Open reads the plan of a folder, its [journal.PlanName]. The error is that of the file, or
// of [Read].
func Open(dir string) (File, error) {
	path := filepath.Join(dir, journal.PlanName)
	file, err := os.Open(path)
	if err != nil {
		return File{}, fmt.Errorf("experiment: %w", err)
	}
	defer file.Close()
	return Read(path, file)
}

// Save writes the plan to a folder, entirely or not at all.
func (f File) Save(dir string) error {
	var b bytes.Buffer
	err := f.Write(&b)
	if err == nil {
		err = assets.ReplaceFile(filepath.Join(dir, journal.PlanName), b.Bytes())
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
func (f File) Write(w io.Writer) error {
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
