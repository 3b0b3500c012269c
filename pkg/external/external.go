// Package external makes an engine of a program: a solver in any language that reads a puzzle and writes a board.
//
// # Design
//
// A [Command] starts its program once for each run, without a shell, in a process group of its own. It gives the puzzle,
// the seed and the budget by placeholders or on the standard input, and reads an answer from the standard output: a
// board, or lines of JSON ([Answer]). The lab judges each board by the puzzle's Check. A program that claims what is not
// so has a failed run. Processor time and memory are those of all processes that the program has started, which end with
// the run. A worker ([Command.Worker]) is one process for many runs. What the program is made of (its file, the files
// that its arguments name, [Command.Files], and what [Command.Version] prints) is hashed into the version of the
// engine's code, so that records tell one version from another. The description has all else, so that plan files,
// clusters and the archive make the engine again ([FromDescription]).
//
// # Limits
//
// Linux tells the processor time and the memory of a running program; elsewhere a budget of processor time is one of
// time on the clock. A claim that a puzzle has one solution, or none, is believed unless a known solution contradicts it.
// A program that clears its environment and leaves its process group may outlive its run, unless the user may make control
// groups (cgroup v2 of Linux 5.14): each program has one there.
package external

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// Command is an engine that runs a program. It is a [solver.Configurable]; its parameters are [Command.Numbers].
type Command struct {
	// Name is the engine's name in records, tables and legends.
	Name string
	// Args are the program and its arguments. The program is looked for in PATH; python3 is the one that FORMICARY_PYTHON
	// names, if it is set. Placeholders in arguments are {puzzle},
	// the path of a file with the puzzle; {seed}, a number from 0 to 2³¹−1; {iterations}, {evaluations} and {seconds}, the
	// budget, 0 where it has none; and {NAME} for each of Numbers. Without {puzzle} the program reads the puzzle from its
	// standard input.
	Args []string
	// Kind has the formats in which the program may read puzzles and write solutions. Of the zero Kind the program reads
	// the puzzle's own text ([puzzle.Puzzle.Text]) and writes rows of signs.
	Kind sets.Kind
	// Format is that of Kind in which the program reads puzzles; empty is the first.
	Format string
	// Files are those, beside the program and the files that Args name, which decide what the program does. A file
	// without a folder, here and in Args, is looked for in the present folder, in the checkout's notebooks and in the
	// recipes of this package, and in the folders that FORMICARY_PROGRAMS lists.
	Files []string
	// Worker says that one process answers many puzzles: it reads a line of JSON for each ([Request]), and the line of its
	// answer that has a status is the last one. Args have no placeholders then but those of Numbers.
	Worker bool
	// Version are a program and arguments that print what the files do not tell, such as the version of a library. Its
	// first line goes into the version of the code; if it fails, the program is missing.
	Version []string
	// Source says how others get the program, as "pip install clingo==5.8.3".
	Source string
	// Numbers are parameters of the program.
	Numbers []Number
	// Memory limits the address space of each process, in bytes; 0 is no limit. Only Linux has it.
	Memory uint64

	folder string // where Version runs; "" is the present folder
}

// Number is a parameter of a [Command].
type Number struct {
	// Name is that of the placeholder, of the flag and in records: one word without "=" and braces.
	Name string
	// Value is from Low to High; with both zero it may be any.
	Value, Low, High float64
	// Whole says that Value is a whole number.
	Whole bool
	// Values are the texts of a parameter that is one of several; Value is the place of one of them, from 0.
	Values []string `json:",omitempty"`
}

// placeholders are those of [Command.Args] without the numbers.
var placeholders = []string{"puzzle", "seed", "iterations", "evaluations", "seconds"}

// placeholder matches one.
var placeholder = regexp.MustCompile(`\{[A-Za-z][A-Za-z0-9_-]*\}`)

// Endless says that nobody knows whether the program ends by itself.
func (c *Command) Endless() bool { return true }

// Table are the numbers.
func (c *Command) Table() solver.Table {
	t := solver.Table{solver.Part(nil, c.Validate())}
	for i := range c.Numbers {
		t = append(t, solver.Other(c.Numbers[i].Name, &c.Numbers[i], "a parameter of the program"))
	}
	return t
}

// Range has the ends of the number, both included.
func (n *Number) Range() (low, high float64) {
	switch {
	case n.Values != nil:
		return 0, float64(len(n.Values) - 1)
	case n.Low == 0 && n.High == 0:
		return math.Inf(-1), math.Inf(1)
	}
	return n.Low, n.High
}

// Get is the value, an int where it is whole, and a text where it is one.
func (n *Number) Get() any {
	switch {
	case n.Values != nil:
		return n.String()
	case n.Whole:
		return int(n.Value)
	}
	return n.Value
}

func (n *Number) String() string {
	if at := int(n.Value); n.Values != nil && at >= 0 && at < len(n.Values) {
		return n.Values[at]
	}
	return strconv.FormatFloat(n.Value, 'g', -1, 64)
}

// Set reads the value.
func (n *Number) Set(text string) error {
	if n.Values != nil {
		at := slices.Index(n.Values, text)
		if at < 0 {
			return fmt.Errorf("%q: expected one of %q", text, n.Values)
		}
		n.Value = float64(at)
		return nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || n.Whole && x != math.Trunc(x) {
		return fmt.Errorf("%q: expected a number%s", text, map[bool]string{true: " without a fraction"}[n.Whole])
	}
	n.Value = x
	return nil
}

// Validate says what is wrong with the command: the error wraps [solver.ErrParameter].
func (c *Command) Validate() error {
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("%s: %w: %s", c.Name, solver.ErrParameter, fmt.Sprintf(format, args...))
	}
	known, allowed := map[string]bool{}, []string{}
	if !c.Worker {
		allowed = placeholders
	}
	for _, name := range allowed {
		known["{"+name+"}"] = true
	}
	for i := range c.Numbers {
		n := &c.Numbers[i]
		name := "{" + n.Name + "}"
		if placeholder.FindString(name) != name || known[name] || slices.Contains(placeholders, n.Name) || n.Name == command {
			return wrong("%q is no name of a number, or stands for something else", n.Name)
		}
		known[name] = true
		low, high := n.Range()
		if err := solver.InRange(n.Name, n.Value, n.Value >= low && n.Value <= high && (!n.Whole && n.Values == nil || n.Value == math.Trunc(n.Value)), fmt.Sprintf("%v to %v", low, high)); err != nil {
			return err
		}
	}
	switch {
	case c.Name == "":
		return fmt.Errorf("external: a command has no name: %w", solver.ErrParameter)
	case len(c.Args) == 0:
		return wrong("Args are empty: expected a program and its arguments")
	}
	for _, a := range c.Args[1:] {
		for _, name := range placeholder.FindAllString(a, -1) {
			if !known[name] {
				return wrong("the argument %q has the placeholder %s: expected %s", a, name, strings.TrimPrefix(strings.Join(append(allowed, "that of a number"), ", "), ", "))
			}
		}
	}
	if c.Format != "" {
		if _, err := c.Kind.Format(c.Format); err != nil {
			return wrong("%v", err)
		}
	}
	return nil
}

// Solve runs the program once. A program that cannot be started, that fails, or that claims what is not so is an error;
// one that the budget ends is not, and the best board that it has written until then counts.
func (c *Command) Solve(ctx context.Context, p puzzle.Puzzle, run solver.Run) (solver.Outcome, error) {
	if err := c.Validate(); err != nil {
		return solver.Outcome{}, err
	}
	if c.Kind.Name != "" && c.Kind.Name != p.Kind() {
		return solver.Outcome{}, fmt.Errorf("%s %s: %w: %s reads puzzles of kind %s", p.Kind(), p.ID(), solver.ErrPuzzle, c.Name, c.Kind.Name)
	}
	text, err := c.text(p)
	if err != nil {
		return solver.Outcome{}, fmt.Errorf("%s %s: %w: %w", p.Kind(), p.ID(), solver.ErrPuzzle, err)
	}
	a := newAnswers(c, p, run)
	var end ending
	if c.Worker {
		end = a.ask(ctx, text)
	} else {
		args, input, remove, err := c.args(text, run)
		if err != nil {
			return solver.Outcome{}, fmt.Errorf("%s: %w", c.Name, err)
		}
		defer remove()
		end = a.run(ctx, args, input)
	}
	switch {
	case ctx.Err() != nil:
		return solver.Outcome{Status: solver.Cancelled, Cost: -1, Elapsed: end.elapsed, CPU: end.cpu}, nil
	case end.err != nil:
		return solver.Outcome{}, fmt.Errorf("%s: %w", c.Name, end.err)
	}
	out, err := a.outcome(end)
	if err != nil {
		return solver.Outcome{}, fmt.Errorf("%s: %w%s", c.Name, err, end.said())
	}
	return out, nil
}

// text is the puzzle as the program reads it.
func (c *Command) text(p puzzle.Puzzle) ([]byte, error) {
	if c.Kind.Name == "" {
		return []byte(strings.TrimRight(p.Text(), "\n") + "\n"), nil
	}
	format := c.Kind.Formats[0]
	if c.Format != "" {
		format, _ = c.Kind.Format(c.Format)
	}
	for item, ok := p.(puzzle.Item); ok; item, ok = p.(puzzle.Item) { // the program does not see the solution
		p = item.Puzzle
	}
	var out bytes.Buffer
	err := format.Write(&out, puzzle.Set{Name: "puzzle", Items: []puzzle.Item{{Puzzle: p}}})
	return out.Bytes(), err
}

// args are the arguments of one run, and what the program reads; remove ends a file with the puzzle.
func (c *Command) args(text []byte, run solver.Run) (args []string, input []byte, remove func(), err error) {
	values := map[string]string{
		"{seed}":        strconv.FormatUint(run.Seed>>33, 10),
		"{iterations}":  strconv.FormatInt(run.Budget.Iterations, 10),
		"{evaluations}": strconv.FormatInt(run.Budget.Evaluations, 10),
		"{seconds}":     strconv.FormatFloat(max(run.Budget.Wall, run.Budget.CPU).Seconds(), 'f', -1, 64),
	}
	remove = func() {}
	if strings.Contains(strings.Join(c.Args[1:], " "), "{puzzle}") {
		dir, err := os.MkdirTemp("", "formicary-command-")
		if err != nil {
			return nil, nil, nil, err
		}
		remove = func() { _ = os.RemoveAll(dir) }
		values["{puzzle}"] = filepath.Join(dir, "puzzle.txt")
		if err := os.WriteFile(values["{puzzle}"], text, 0o600); err != nil {
			remove()
			return nil, nil, nil, err
		}
		text = nil
	}
	return c.filled(values), text, remove, nil
}

// filled are the program and its arguments: paths in place of files, and values in place of placeholders.
func (c *Command) filled(values map[string]string) (args []string) {
	for i := range c.Numbers {
		values["{"+c.Numbers[i].Name+"}"] = c.Numbers[i].String()
	}
	args = []string{program(c.Args[0])}
	for _, a := range c.Args[1:] {
		if path, ok := find(a); ok {
			a = path
		}
		args = append(args, placeholder.ReplaceAllStringFunc(a, func(name string) string { return values[name] }))
	}
	return args
}

// limits are the times after which a program is ended.
func limits(b solver.Budget) (wall, cpu time.Duration) {
	wall, cpu = time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	if b.Wall > 0 {
		wall = b.Wall
	}
	if b.CPU > 0 {
		cpu = b.CPU
	}
	return wall, cpu
}
