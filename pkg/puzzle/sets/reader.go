package sets

import (
	"io"
	"runtime"

	"formicary/pkg/puzzle"
)

// Reader makes [Format.Read] of a reader that ends at its first mistake. Such a reader and its parts return no errors: they
// panic with one, mostly a [*puzzle.ParseError], and Reader returns it. A panic with anything else, or with an error of the
// runtime, goes on.
func Reader(read func(source string, r io.Reader) puzzle.Set) func(source string, r io.Reader) (puzzle.Set, error) {
	return func(source string, r io.Reader) (set puzzle.Set, err error) {
		err = Try(func() { set = read(source, r) })
		return set, err
	}
}

// Try returns the error with which a part of a reader ends (see [Reader]), nil if it does not.
func Try(read func()) (err error) {
	defer func() {
		end := recover()
		mistake, ok := end.(error)
		if _, bug := end.(runtime.Error); end != nil && (!ok || bug) {
			panic(end)
		}
		err = mistake
	}()
	read()
	return nil
}

// Check ends the reading with an error, if there is one (see [Reader]).
func Check(err error) {
	if err != nil {
		panic(err)
	}
}

// Must is a value, or ends the reading with the error (see [Reader]).
func Must[T any](value T, err error) T {
	Check(err)
	return value
}

// CheckAt ends the reading at a place with an error, if there is one (see [Reader]).
func CheckAt(source string, line, column int, err error) {
	if err != nil {
		panic(puzzle.Errorf(source, line, column, "%v", err))
	}
}

// Check ends the reading in the present line with an error, if there is one (see [Reader]).
func (l *Lines) Check(column int, err error) { l.CheckAt(max(l.number, 1), column, err) }

// CheckAt ends the reading in a line that was read before with an error, if there is one (see [Reader]).
func (l *Lines) CheckAt(line, column int, err error) { CheckAt(l.source, line, column, err) }

// Check ends the reading at a byte of the text with an error, if there is one (see [Reader]).
func (j *JSON) Check(at int, err error) {
	if err != nil {
		panic(j.Errorf(at, "%v", err))
	}
}

// Check ends the reading in the address with an error, if there is one (see [Reader]).
func (b *Body) Check(column int, err error) { CheckAt(b.Source, b.Line, column, err) }
