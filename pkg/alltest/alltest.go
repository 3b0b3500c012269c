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
	"os"
	"strconv"
	"testing"
)

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

// Must is the value of a call that has no error, as in text := Must(os.ReadFile(path))(t). An error ends the test.
func Must[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		OK(t, err)
		return value
	}
}

// OK ends the test at the first error.
func OK(t testing.TB, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Check reports what a test found unless ok, and the test goes on. Its arguments are
// evaluated in any case: they must not dereference what only ok makes safe.
func Check(t testing.TB, ok bool, format string, args ...any) {
	if !ok {
		t.Helper()
		t.Errorf(format, args...)
	}
}

// Require is a [Check] without which the test cannot go on.
func Require(t testing.TB, ok bool, format string, args ...any) {
	if !ok {
		t.Helper()
		t.Fatalf(format, args...)
	}
}
