package engines_test

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// repeated is an input of a text over and over, which ends after some bytes and
// counts what is taken of it.
type repeated struct {
	head, text  string
	most, taken int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.taken >= r.most {
		return 0, io.EOF
	}
	for i := range p {
		if at := r.taken + i; at < len(r.head) {
			p[i] = r.head[at]
		} else {
			p[i] = r.text[(at-len(r.head))%len(r.text)]
		}
	}
	r.taken += len(p)
	return len(p), nil
}

// Readers refuse an input without an end where a limit is passed, whatever it is
// made of, and take a bounded part of the memory on the way.
func TestEndlessInputs(t *testing.T) {
	const (
		most      = 2 << 30 // of all that is allocated while it is read
		wholeFile = "at most 64 MB in a file"
	)
	png := "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x10\x00\x00\x00\x10\x00\x08\x02\x00\x00\x00" + "\x7d\xc1\xb3\x40"
	for _, c := range []struct {
		kind, format, head, text, want string
	}{
		{"nonogram", "", "", "\x00", wholeFile},
		{"nurikabe", "text", "", "\x00", "at most 16 MB in a line"},
		{"nurikabe", "text", "", "1\n", "at most 65535 rows"},
		{"sudoku", "line", "", strings.Repeat(".", 81) + "\n", wholeFile},
		{"sudoku", "text", "", "1\n", "at most 144 lines in a grid"},
		{"nonogram", "pbm", "", "P1 2000 2000 ", wholeFile},
		{"nonogram", "png", png, "\x00", wholeFile},
	} {
		if c.want == wholeFile && c.format != "" && !alltest.Asked() {
			continue // one of these is enough for every day: each reads 64 MB
		}
		kind := alltest.Must(engines.FindKind(c.kind))(t)
		read := kind.Read
		if c.format != "" {
			f := alltest.Must(kind.Format(c.format))(t)
			read = f.Read
		}
		in := repeated{head: c.head, text: c.text, most: 2 * sets.MostBytes}
		check(t, c.kind+" "+c.format, c.want, most, func() error { _, err := read("<stdin>", &in); return err })
		alltest.Check(t, in.taken <= sets.MostBytes+1<<20, "%s %s of %q: %d bytes taken", c.kind, c.format, c.text, in.taken)
	}
}

// check is that a reader refuses what it reads, where, with what the limit is, and
// within the memory.
func check(t *testing.T, name, want string, most uint64, read func() error) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := read()
	runtime.ReadMemStats(&after)
	allocated := after.TotalAlloc - before.TotalAlloc
	t.Logf("%s: %d MB, %v", name, allocated>>20, err)
	var wrong *puzzle.ParseError
	alltest.Check(t, errors.As(err, &wrong) && strings.Contains(err.Error(), want) && allocated <= most,
		"%s: %d MB, %v, want %s", name, allocated>>20, err, want)
}

// Small inputs that stand for much: what they say is refused before there is
// memory for it.
func TestBombs(t *testing.T) {
	side := strings.Repeat("<line><count>1</count></line>", 3)
	for name, c := range map[string]struct{ kind, text, want string }{
		"pixels":   {"nonogram", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x10\x00\x00\x00\x10\x00\x08\x02\x00\x00\x00\x7d\xc1\xb3\x40", "pixels, found 4096x4096"},
		"nested":   {"nonogram", "<puzzleset>" + strings.Repeat("<a>", 2_000_000), "at most 100 elements inside each other"},
		"elements": {"nonogram", "<puzzleset>" + strings.Repeat("<a/>", 3_000_000), "at most 2097152 elements"},
		"entities": {"nonogram", `<!DOCTYPE x [<!ENTITY a "&b;&b;"><!ENTITY b "&a;&a;">]><puzzleset><puzzle><id>&a;</id>` + side + "</puzzle></puzzleset>", "invalid character entity &a;"},
		"brackets": {"nonogram", `{"rows": ` + strings.Repeat("[", 1_000_000), "expected"},
		"a size":   {"nonogram", "P1 4000 4000 0", "at most 1048576 pixels"},
		"a board":  {"nurikabe", "nurikabe/60000/60000/z", "at most 65535 cells"},
		"a text":   {"nurikabe", `{"name":"Nurikabe","data":{"1":{"problem":"1 1 ` + strings.Repeat("- ", 1<<20) + `"}}}`, "at most 1048560 bytes"},
	} {
		kind := alltest.Must(engines.FindKind(c.kind))(t)
		check(t, name, c.want, 1<<30, func() error { _, err := kind.Read("<stdin>", strings.NewReader(c.text)); return err })
	}
}
