// Package alltest parts the tests in two: those that everybody runs after every
// change, with `go test ./...`, and those that .ci/run adds. It also has
// what a test says in one line: what has to hold ([Check], [Require]), and what ends it for an error that no test is about.
//
// # Design
//
// One switch, the environment's FORMICARY_TEST, decides. Without it a test that
// calls [Only] skips and says why; with FORMICARY_TEST=all every test runs in
// full. A test that can be small or large asks [Asked]. The plain run keeps every
// rule, reader, engine, oracle and golden, and one of each thing that starts other
// programs; what it leaves out starts many kernels or browsers, or repeats a
// simulation until its counts are exact.
//
// # Limits
//
// Tests that need something of the machine (benchmark sets, other people's readers,
// an emulator) look for that and skip without it, whatever the switch says.
package alltest

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// UnderRace reports whether this is a test with the race detector, under which memory and pools are others.
func UnderRace() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == "-race" && s.Value == "true" })
}

// Asked reports whether all tests are to run in full.
func Asked() bool {
	switch mode := os.Getenv("FORMICARY_TEST"); mode {
	case "":
		return false
	case "all":
		return true
	default:
		panic("alltest: FORMICARY_TEST=" + mode + ": expected all, or nothing")
	}
}

// Only skips a test, a benchmark or a fuzz test unless all are asked for. Why names
// what takes the time, such as "it starts a kernel for each notebook".
func Only(t testing.TB, why string) {
	t.Helper()
	if !Asked() {
		t.Skip("only with FORMICARY_TEST=all: " + why)
	}
}

// Experiments is how often a simulation is repeated: plain or all times ([Of]), or as
// often as FORMICARY_EXPERIMENTS says, which goes with FORMICARY_TEST=all.
func Experiments(plain, all int) int {
	if n, err := strconv.Atoi(os.Getenv("FORMICARY_EXPERIMENTS")); err == nil && Asked() {
		return n
	}
	return Of(plain, all)
}

// Of is what a test takes of everything: plain without the switch, all with it, such
// as numbers of random inputs and the counts that they have to reach.
func Of[T any](plain, all T) T {
	if Asked() {
		return all
	}
	return plain
}

// tester is what these need of a test, a benchmark, a fuzz test or a property.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Fatal(args ...any)
}

// Must is the value of a call that has no error, as in text := Must(os.ReadFile(path))(t). An error ends the test.
func Must[T any](value T, err error) func(tester) T {
	return func(t tester) T {
		t.Helper()
		OK(t, err)
		return value
	}
}

// OK ends the test at the first error.
func OK(t tester, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Check reports what a test found unless ok, and the test goes on. Its arguments are
// evaluated in any case: they must not dereference what only ok makes safe.
func Check(t tester, ok bool, format string, args ...any) {
	if !ok {
		t.Helper()
		t.Errorf(format, args...)
	}
}

// Require is a [Check] without which the test cannot go on.
func Require(t tester, ok bool, format string, args ...any) {
	if !ok {
		t.Helper()
		t.Fatalf(format, args...)
	}
}

// Equal marks the test as failed where two values differ. What was compared is a text, or a format with its values.
func Equal[T comparable](t tester, got, want T, what ...any) {
	t.Helper()
	if got != want {
		t.Errorf("%sfound %v, want %v", about(what), got, want)
	}
}

// Has marks the test as failed where a text lacks a part.
func Has(t tester, text, part string, what ...any) {
	t.Helper()
	if !strings.Contains(text, part) {
		t.Errorf("%sfound %s, want one with %q", about(what), text, part)
	}
}

// Fails marks the test as failed where there is no error, or another one than is wanted: a text that it has in it, or the error
// that it wraps. What was done is a text, or a format with its values.
func Fails(t tester, err error, want any, what ...any) {
	t.Helper()
	cause, wraps := want.(error)
	if err == nil || wraps && !errors.Is(err, cause) || !wraps && !strings.Contains(err.Error(), want.(string)) {
		t.Errorf("%sthe error is %v, want %v", about(what), err, want)
	}
}

// Refused is [Fails] of a call that has a value, too, as in Refused(Parse(text))(t, "line 3").
func Refused[T any](_ T, err error) func(t tester, want any, what ...any) {
	return func(t tester, want any, what ...any) {
		t.Helper()
		Fails(t, err, want, what...)
	}
}

// Panics marks the test as failed where a call does not panic, and has the message with which it does. What was done is a text,
// or a format with its values.
func Panics(t tester, call func(), what ...any) (message string) {
	t.Helper()
	defer func() {
		t.Helper()
		v := recover()
		if v == nil {
			t.Errorf("%sit does not panic", about(what))
		}
		message = fmt.Sprint(v)
	}()
	call()
	return ""
}

// about begins a message.
func about(what []any) string {
	if len(what) == 0 {
		return ""
	}
	if format, ok := what[0].(string); ok && len(what) > 1 {
		return fmt.Sprintf(format, what[1:]...) + ": "
	}
	return fmt.Sprint(what...) + ": "
}
