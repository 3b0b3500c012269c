package alltest

import (
	"fmt"
	"io"
	"slices"
	"testing"
)

// TestOnly: a marked test runs with the switch and skips without it, and another
// value of the switch is a mistake that is told.
func TestOnly(t *testing.T) {
	for _, c := range []struct {
		mode string
		runs bool
	}{{"", false}, {"all", true}} {
		t.Setenv("FORMICARY_TEST", c.mode)
		ran := false
		t.Run("mode "+c.mode, func(t *testing.T) {
			Only(t, "it shows that it skips")
			ran = true
		})
		if ran != c.runs || Asked() != c.runs {
			t.Errorf("FORMICARY_TEST=%q: ran %v, asked %v, expected %v", c.mode, ran, Asked(), c.runs)
		}
	}
	t.Setenv("FORMICARY_TEST", "most")
	Has(t, Panics(t, func() { Asked() }), "FORMICARY_TEST=most: expected all, or nothing")
}

// noted is a test that keeps what is said of it.
type noted []string

func (n *noted) Helper()                           {}
func (n *noted) Errorf(format string, args ...any) { *n = append(*n, fmt.Sprintf(format, args...)) }
func (n *noted) Fatal(args ...any)                 { *n = append(*n, "fatal: "+fmt.Sprint(args...)) }

func (n *noted) Fatalf(format string, args ...any) {
	*n = append(*n, "fatal: "+fmt.Sprintf(format, args...))
}

// TestChecks: what is as wanted is passed over in silence, and everything else is said.
func TestChecks(t *testing.T) {
	broken := fmt.Errorf("line 3: %w", io.ErrUnexpectedEOF)
	var said noted
	for _, checked := range []func(){
		func() { Equal(&said, 1, 1) },
		func() { Equal(&said, 1, 2) },
		func() { Equal(&said, "a", "b", "case %d", 7) },
		func() { Check(&said, true, "no") },
		func() { Check(&said, false, "%d of %d", 1, 2) },
		func() { Require(&said, false, "not %d", 3) },
		func() { Has(&said, "abc", "b") },
		func() { Has(&said, "abc", "x", "50 % of") },
		func() { Fails(&said, broken, "line 3") },
		func() { Fails(&said, broken, io.ErrUnexpectedEOF) },
		func() { Fails(&said, broken, io.EOF, "the end") },
		func() { Fails(&said, broken, "line 4") },
		func() { Fails(&said, nil, "") },
		func() { Refused(1, broken)(&said, "line 3") },
		func() { Refused(1, error(nil))(&said, "", "nothing") },
		func() { Equal(&said, Panics(&said, func() { panic("a: b") }), "a: b") },
		func() { Has(&said, Panics(&said, func() { panic(broken) }), "line 4", "read") },
		func() { Panics(&said, func() {}, "case %d", 8) },
		func() { OK(&said, nil, broken) },
		func() { said = append(said, fmt.Sprint(Must(1, nil)(&said))) },
	} {
		checked()
	}
	want := noted{
		"found 1, want 2", "case 7: found a, want b", "1 of 2", "fatal: not 3", `50 % of: found abc, want one with "x"`, "the end: the error is line 3: unexpected EOF, want EOF",
		"the error is line 3: unexpected EOF, want line 4", "the error is <nil>, want ", "nothing: the error is <nil>, want ",
		`read: found line 3: unexpected EOF, want one with "line 4"`, "case 8: it does not panic", "fatal: line 3: unexpected EOF", "1",
	}
	if !slices.Equal(said, want) {
		t.Errorf("%q\nwant\n%q", said, want)
	}
}
