package model

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// misdeclared is the error of a declaration that makes no sense. [Kind.New] returns it; where a [Model] is used by
// itself it is what a panic says.
type misdeclared struct{ text string }

func (e *misdeclared) Error() string { return e.text }

// tooLarge is what a declaration ends with that takes more than [mostBytes].
type tooLarge struct{}

func (tooLarge) Error() string { return "model: the declaration takes more than 1 GB" }

// fail ends a declaration that makes no sense: it names the rule that is being declared, the constraint, and the
// line of the declaration.
func (m *Model) fail(constraint, format string, args ...any) {
	where := ""
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for frame, more := frames.Next(); more; frame, more = frames.Next() {
		if !strings.HasPrefix(frame.Function, "formicary/pkg/model.") {
			where = fmt.Sprintf("%s:%d: ", filepath.Base(frame.File), frame.Line)
			break
		}
	}
	panic(&misdeclared{fmt.Sprintf("%smodel: %s, of “%s”: %s", where, constraint, m.rule, fmt.Sprintf(format, args...))})
}

// all demands a condition for each cell.
func (m *Model) all(constraint string, cells []Lit) {
	if n := m.form.Size.Cells(); len(cells) != n {
		m.fail(constraint, "expected a condition for each of %d cells, found %d", n, len(cells))
	}
}

// declare declares an instance; the error is that of a declaration that makes no sense.
func (k *Kind) declare(m *Model, in *Instance) (err error) {
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case *misdeclared:
			err = fault
		case tooLarge:
			in.ExpectedBoard("a smaller board, on which the rules of " + k.Title + " take at most 1 GB")
		default:
			panic(fault)
		}
	}()
	k.Declare(m, in)
	if in.err == nil && m.form.layers == nil { // an instance with a fault may end its declaration early
		m.fail("a board", "expected variables, found none")
	}
	return nil
}
