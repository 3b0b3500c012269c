package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"formicary/pkg/engines"
	"formicary/pkg/experiment"
	"formicary/pkg/formats"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/sudokus"
	"formicary/pkg/watch"
)

// stdinName is the name of the standard input among files.
const stdinName = "-"

// open reads sets: files, sets' names, or "-" for the standard input. The readers' warnings go to the
// standard error.
func (s *streams) open(kind sets.Kind, names ...string) (all puzzle.Set, err error) {
	for _, name := range names {
		set, err := puzzle.Set{}, error(nil)
		if name == stdinName {
			set, err = kind.Read("<stdin>", s.stdin)
		} else {
			set, err = kind.Open(name)
		}
		for _, warning := range set.Warnings {
			fmt.Fprintf(s.stderr, "formicary: warning: %v\n", warning)
		}
		if err != nil {
			return all, badInput(err)
		}
		all.Name = cmp.Or(all.Name, set.Name)
		all.Items = append(all.Items, set.Items...)
	}
	return all, nil
}

// boxed is a kind whose readers take boxes of a size where an input does not say it, as --boxes says; an empty text
// leaves the kind as it is.
func boxed(kind sets.Kind, boxes string) (sets.Kind, error) {
	if boxes == "" {
		return kind, nil
	}
	size, err := puzzle.ParseSize(boxes)
	switch {
	case kind.Name != sudokus.Kind.Name:
		err = fmt.Errorf("--boxes is for Sudoku only, not for %s", kind.Title)
	case err == nil:
		err = sudoku.CheckBox(size)
	}
	if err != nil {
		return sets.Kind{}, badInput(err)
	}
	return formats.Of(sudokus.WithBoxes(size)), nil
}

type convertCommand struct {
	To    string   `required:"" placeholder:"FORMAT" help:"The format to write: its name or its file extension."`
	From  string   `placeholder:"FORMAT" help:"The format to read; detected from the content by default."`
	Kind  string   `placeholder:"KIND" help:"The kind of puzzle; by default the kind that an address or a JSON set names, else nurikabe."`
	Boxes string   `placeholder:"ROWSxCOLS" help:"The boxes of a Sudoku, such as 3x2, if the input does not give them."`
	Out   string   `short:"o" type:"path" placeholder:"FILE" help:"The file to write; the standard output by default."`
	Files []string `arg:"" name:"file" help:"Files of puzzles, names of sets, or - for the standard input."`
}

func (c *convertCommand) Help() string {
	kinds, order := map[string][]string{}, []string{} // by their formats
	for _, k := range engines.Kinds() {
		formats := ""
		for _, f := range k.Formats {
			formats += fmt.Sprintf("\n    %-10s %-10s %s", f.Name, f.Extension, f.Doc)
		}
		if kinds[formats] == nil {
			order = append(order, formats)
		}
		kinds[formats] = append(kinds[formats], k.Name)
	}
	text := "Puzzles of several files are written as one set. The formats of each kind:"
	for _, formats := range order {
		text += "\n\n" + strings.Join(kinds[formats], ", ") + ":\n" + formats
	}
	return text
}

// kind is the one that is asked for, or else the one that the first input names.
func (c *convertCommand) kind(s *streams) (sets.Kind, error) {
	if c.Kind != "" {
		return engines.FindKind(c.Kind)
	}
	var text []byte
	if name := c.Files[0]; name == stdinName {
		var err error
		if text, err = sets.ReadBytes("<stdin>", s.stdin); err != nil {
			return sets.Kind{}, err
		}
		s.stdin = bytes.NewReader(text)
	} else {
		text, _ = sets.ReadFile(name) // what cannot be read names nothing, and is told later
	}
	if kind, ok := formats.Named(text, engines.Kinds()); ok {
		return kind, nil
	}
	return engines.FindKind("nurikabe")
}

func (c *convertCommand) Run(s *streams) error {
	kind, err := c.kind(s)
	if err == nil {
		kind, err = boxed(kind, c.Boxes)
	}
	if err != nil {
		return badInput(err)
	}
	to, err := kind.Format(c.To)
	if err != nil {
		return badInput(err)
	}
	if c.From != "" {
		from, err := kind.Format(c.From)
		if err != nil {
			return badInput(err)
		}
		kind.Formats, kind.Detect = []sets.Format{from}, nil
	}
	all, err := s.open(kind, c.Files...)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := to.Write(&text, all); err != nil {
		return badInput(err)
	}
	return s.write(c.Out, text.Bytes())
}

type enginesCommand struct {
	JSON bool `help:"Print JSON, for programs."`
}

func (c *enginesCommand) Run(s *streams) error {
	if c.JSON {
		type engine struct {
			Name       string              `json:"name"`
			Kind       string              `json:"kind"`
			Complete   bool                `json:"complete"`
			Doc        string              `json:"doc"`
			Parameters []engines.Parameter `json:"parameters"`
		}
		var all []engine
		for _, e := range engines.All() {
			all = append(all, engine{e.Name, e.Kind, e.Complete, e.Doc, e.Parameters()})
		}
		return s.json(all)
	}
	for i, g := range engines.Groups() {
		if i > 0 {
			fmt.Fprintln(s.stdout)
		}
		fmt.Fprintf(s.stdout, "%s: %s\n", g.Title(), g.Doc)
		if g.Declared {
			fmt.Fprintf(s.stdout, "  KIND is the name, in small letters and one word, of %s\n", strings.Join(g.Kinds, ", "))
		}
		err := s.table(func(t io.Writer) {
			for _, p := range g.Parameters() {
				fmt.Fprintf(t, "  %s=%s\t%s\n", p.Name, p.Default, p.Doc)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

type solveCommand struct {
	Engine      string         `required:"" placeholder:"NAME" help:"The engine, such as nurikabe/acs; \"formicary engines\" lists them."`
	Time        *time.Duration `placeholder:"10s" help:"Time limit for each puzzle, 0 for none; 10s by default, or none with --iterations or --evaluations."`
	Iterations  int64          `placeholder:"N" help:"Limit of iterations for each puzzle; the outcome is the same on amd64 and arm64."`
	Evaluations int64          `placeholder:"N" help:"Limit of judged boards for each puzzle; the outcome is the same on amd64 and arm64."`
	Seed        uint64         `default:"1" help:"The seed, from which the seed of each puzzle derives."`
	RunSeed     *uint64        `placeholder:"N" help:"The seed of the run itself, as a record has it. With the record's iterations it reruns the record."`
	Only        string         `placeholder:"PUZZLE" help:"Solve only the puzzle with this id, or with this content hash as a record has it."`
	Param       []string       `sep:"none" placeholder:"NAME=VALUE" help:"A parameter of the engine; may be repeated."`
	Boxes       string         `placeholder:"ROWSxCOLS" help:"The boxes of a Sudoku, such as 3x2, if the input does not give them."`
	Watch       bool           `xor:"out" help:"Draw the board and the pheromone while the engine runs; in a file or a pipe, draw each improvement."`
	Delay       time.Duration  `placeholder:"50ms" help:"With --watch: wait after each picture."`
	JSON        bool           `xor:"out" help:"Print a line with a JSON object for each puzzle."`
	Files       []string       `arg:"" name:"file" help:"Files of puzzles in any format, names of sets, or - for the standard input."`
}

// answer is what is printed of one puzzle.
type answer struct {
	ID         string        `json:"id"`
	Engine     string        `json:"engine"`
	Status     solver.Status `json:"status"`
	Unique     *bool         `json:"unique"`
	Cost       float64       `json:"cost"`
	Iterations int64         `json:"iterations"`
	Seconds    float64       `json:"seconds"`
	Solution   []string      `json:"solution"`
	Text       string        `json:"text,omitempty"`
}

// texter is a puzzle whose sets have a notation of solutions.
type texter interface {
	SolutionText(board puzzle.Grid) string
}

func (c *solveCommand) Run(s *streams) error {
	entry, err := engines.Find(c.Engine)
	if err != nil {
		return badInput(err)
	}
	engine, err := engines.New(c.Engine, c.Param...)
	if err != nil {
		return badInput(err)
	}
	if c.budget().Ends(engine) != nil {
		return badInput(fmt.Errorf("%s proves nothing, and without a limit a run that finds no solution never ends: give one by --time, --iterations or --evaluations", entry.Name))
	}
	kind, err := engines.FindKind(entry.Kind)
	if err == nil {
		kind, err = boxed(kind, c.Boxes)
	}
	if err != nil {
		return err
	}
	set, err := s.open(kind, c.Files...)
	if err != nil {
		return err
	}
	items := set.Items
	if c.Only != "" {
		items = slices.DeleteFunc(items, func(i puzzle.Item) bool { return i.ID() != c.Only && i.Hash().String() != c.Only })
		if len(items) == 0 {
			return badInput(fmt.Errorf("no puzzle has the id or the content %q", c.Only))
		}
	}
	return c.solve(s, engine, entry.Name, items)
}

// solve solves puzzles one by one. An engine that fails on one of them goes on with the next.
func (c *solveCommand) solve(s *streams, engine solver.Solver, name string, items []puzzle.Item) error {
	undecided, refused := 0, false
	clock := solver.NewClock()
	defer clock.Stop()
	for _, item := range items {
		run := solver.Run{Seed: solver.Seed(c.Seed, item.Hash(), name, 0), Budget: c.budget(), Clock: clock}
		if c.RunSeed != nil {
			run.Seed = *c.RunSeed
		}
		var screen *watch.Screen
		if c.Watch {
			screen = watch.New(s.raw, item, c.Delay)
			run.Observer = screen.Observe
		}
		out, err := attempt(s.ctx, engine, item, run)
		switch {
		case errors.Is(err, solver.ErrParameter):
			return badInput(err)
		case errors.Is(err, solver.ErrPuzzle):
			s.report(err)
			refused = true
			continue
		case err != nil:
			fmt.Fprintf(s.stderr, "formicary: %s %s: %s failed: %v\n", item.Kind(), line.Replace(item.ID()), name, err)
			out = solver.Outcome{Status: experiment.Failed, Cost: -1}
		case screen != nil:
			if err := screen.End(out); err != nil {
				return err
			}
		}
		if !out.Status.Decided() {
			undecided++
		}
		if err := c.print(s, item, name, out); err != nil {
			return err
		}
		if out.Status == solver.Exhausted && out.Iterations == 0 && out.Cost < 0 {
			s.notes(fmt.Sprintf("%s: the limit ended the first iteration of %s before it had a board; give it more time", item.ID(), name))
		}
		if s.ctx.Err() != nil {
			break
		}
	}
	if refused {
		return failure{2, nil}
	}
	return failed(undecided > 0 || s.ctx.Err() != nil)
}

// attempt runs an engine. A panic becomes an error with the place of its origin.
func attempt(ctx context.Context, engine solver.Solver, p puzzle.Puzzle, run solver.Run) (out solver.Outcome, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v%s", v, origin())
		}
	}()
	return engine.Solve(ctx, p, run)
}

// origin is where the panic that is being recovered began: the function and the line, outside of Go's own library.
func origin() string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for panicked, more := false, true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		panicked = panicked || f.Function == "runtime.gopanic"
		if panicked && !strings.HasPrefix(f.Function, "runtime.") {
			return fmt.Sprintf(" in %s, %s:%d", f.Function, filepath.Base(f.File), f.Line)
		}
	}
	return ""
}

// budget is what each puzzle gets: ten seconds where nothing is given.
func (c *solveCommand) budget() solver.Budget {
	b := solver.Budget{Iterations: c.Iterations, Evaluations: c.Evaluations}
	if b == (solver.Budget{}) {
		b.Wall = 10 * time.Second
	}
	if c.Time != nil {
		b.Wall = *c.Time
	}
	return b
}

// print writes the outcome for people, or as a line of JSON.
func (c *solveCommand) print(s *streams, item puzzle.Item, engine string, out solver.Outcome) error {
	a := answer{
		ID: item.ID(), Engine: engine, Status: out.Status, Cost: out.Cost,
		Iterations: out.Iterations, Seconds: out.Elapsed.Seconds(),
	}
	if unique := out.Status == solver.Unique; unique || out.Status == solver.Multiple {
		a.Unique = &unique
	}
	if out.Status.HasSolution() {
		a.Solution = item.Rows(out.Best)
		if p, ok := item.Puzzle.(texter); ok {
			a.Text = p.SolutionText(out.Best)
		}
	}
	if c.JSON {
		return json.NewEncoder(s.stdout).Encode(a)
	}
	cost := ""
	if !out.Status.Decided() && out.Cost >= 0 {
		cost = " at cost " + puzzle.Number(out.Cost)
	}
	_, err := fmt.Fprintf(s.stdout, "%s %v: %s%s, %s iterations, %s\n", line.Replace(a.ID), item.Size().Words(), a.Status, cost, puzzle.Thousands(int(a.Iterations)), puzzle.Time(a.Seconds))
	if err == nil && a.Solution != nil {
		_, err = fmt.Fprintln(s.stdout, strings.Join(a.Solution, "\n"))
	}
	return err
}
