package model

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// Kind is a kind of puzzle: what its text has, its rules, and its signs. Name, Title, Parts, Declare and
// Sign make a kind, with a drawing and formats of its own; all else is for kinds that need it.
type Kind struct {
	// Name is the kind's name in small letters, that of the folder of its sets; Title is the one
	// that people read.
	Name, Title string
	// Set is what JSON sets call the kind, where that is not Title.
	Set string
	// Parts are the tables of a puzzle's text, in their order.
	Parts []*Part
	// Unknown says that tables may have clues without a number, [Unknown].
	Unknown bool
	// Header is the most words that the first line may have behind rows and columns.
	Header int
	// Board is the size of the board where the first line says another one; nil: the same.
	Board func(said puzzle.Size) puzzle.Size
	// Declare declares variables and rules of an instance. What is wrong with the instance it
	// tells the instance.
	Declare func(m *Model, in *Instance)
	// Sign is what a solution's text has for a cell with these values, one for each layer of the
	// board. Without it solutions have no text.
	Sign func(in *Instance, cell int, values []int) string
	// Areas says that the board is links with the look [Border], and that a solution's text has a name
	// for each area of cells that are linked; Sign is not asked then.
	Areas bool
	// Groups says that cells side by side with equal signs belong together: thick lines stand between others.
	Groups bool
	// Copied are tables of the puzzle that the text of a solution has again behind the board.
	Copied []*Part
	// Same names signs of solutions that mean the same as others.
	Same map[string]string
	// Marks are how signs of [Clues] are drawn; that of "" is for all signs without one of their own. By
	// themselves they are [Plain], and [None] is [Blank].
	Marks map[string]Mark
	// Boxes is the size of boxes between which thick lines are drawn; regions are cages in broken lines then.
	// Nil has thick lines between regions.
	Boxes func(board puzzle.Size) puzzle.Size
	// Make says how puzzles are generated; nil: they are not.
	Make *Making
}

// New makes a puzzle of a text; source names it in errors.
func (k *Kind) New(id, source, text string) (*Puzzle, error) {
	return k.Read(id, puzzle.NewWords(source, []byte(text)))
}

// Read makes a puzzle of the words of a text, where its errors stand.
func (k *Kind) Read(id string, w *puzzle.Words) (*Puzzle, error) {
	if k.Name == "" || k.Declare == nil {
		return nil, fmt.Errorf("model: kind %q: expected a Name and Declare", k.Name)
	}
	in, err := k.read(w)
	if err != nil {
		return nil, err
	}
	p, err := k.declared(in, nil)
	if err != nil {
		return nil, err
	}
	p.id, p.hash = id, puzzle.HashOf(k.Name, in.text())
	return p, nil
}

// declared is what the declaration of an instance comes to.
func (k *Kind) declared(in *Instance, near *near) (*Puzzle, error) {
	m := NewModel(in.Size)
	m.in, m.near = in, near
	in.model, in.err = m, nil
	err := k.declare(m, in)
	if in.model = nil; err != nil {
		return nil, err
	}
	if in.err != nil {
		return nil, in.err
	}
	if most := max(m.most, m.form.Codes()); most > puzzle.Unset {
		return nil, in.words.Errorf(0, 0, "expected a puzzle with at most %d values a cell, found %d", puzzle.Unset, most)
	}
	p := &Puzzle{kind: k, instance: in, form: m.Form()}
	p.tallies = &tallies{form: p.form}
	return p, nil
}

// Ready gives an engine the puzzle to work on; name is the engine's. The error wraps
// [solver.ErrPuzzle] where the puzzle is of another kind, and [solver.ErrParameter] where a
// parameter is out of range.
func (k *Kind) Ready(name string, e solver.Configurable, p puzzle.Puzzle) (*Puzzle, error) {
	q, err := solver.Ready[*Puzzle](name, e.Table(), p)
	if err == nil && q.kind.Name != k.Name {
		err = fmt.Errorf("%s: %s %s: %w: it solves puzzles of kind %s", name, q.Kind(), q.ID(), solver.ErrPuzzle, k.Name)
	}
	return q, err
}

// Custom says that the kind is no part of the lab, such as one that a cell declares: its name does
// not tell what it is, and the engines for it are custom, too ([solver.Description.Custom]).
func (k *Kind) Custom() bool {
	f := runtime.FuncForPC(reflect.ValueOf(k.Declare).Pointer())
	return f == nil || !strings.HasPrefix(solver.PackageOf(f.Name()), "formicary/pkg/")
}
