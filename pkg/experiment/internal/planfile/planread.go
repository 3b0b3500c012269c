package planfile

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"

	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// planLayout is a plan as it stands in its file.
type planLayout struct {
	Format string `json:"format"`
	identity.Terms
	Fingerprint string            `json:"fingerprint"`
	Go          string            `json:"go"`
	Arch        string            `json:"arch"`
	Worker      string            `json:"worker"`
	Mode        string            `json:"mode,omitempty"`
	Arguments   []string          `json:"arguments,omitempty"`
	Code        map[string]string `json:"code"`
	Engines     []Engine          `json:"engines"`
	Puzzles     []planPuzzle      `json:"puzzles"`
}

var planShape = record.ShapeOf(reflect.TypeFor[planLayout](), true)

// Read reads what [File.Write] writes. It takes any JSON of the same members,
// each once and none beside them. It is an error where the hash of an engine or the
// fingerprint does not fit. Whether a puzzle fits its hash is seen when it is opened:
// its text is not read. What is wrong is a [*puzzle.ParseError]; source names the input
// in it.
func Read(source string, r io.Reader) (File, error) {
	text, err := sets.ReadAll(source, r)
	if err != nil {
		return File{}, err
	}
	wrong := func(at int, format string, args ...any) (File, error) {
		line, column := puzzle.Position(text, min(at, len(text)))
		return File{}, puzzle.Errorf(source, line, column, format, args...)
	}
	var p planLayout
	offset, err := planShape.Decode(text, &p)
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return wrong(offset-1, "expected %s as %s, found a JSON %s", inWords(kind.Type), kind.Field[strings.LastIndex(kind.Field, ".")+1:], kind.Value)
	} else if err != nil {
		return wrong(offset, "expected a plan: %v", err)
	}
	f := File{Terms: p.Terms, Fingerprint: p.Fingerprint, Go: p.Go, Arch: p.Arch, Worker: p.Worker, Mode: p.Mode, Arguments: p.Arguments, Code: p.Code, Engines: p.Engines}
	b := p.Budget
	for _, c := range []struct {
		path     string
		right    bool
		expected string
		found    any
	}{
		{"format", p.Format == planFormat, fmt.Sprintf("%q", planFormat), puzzle.Quote(p.Format)},
		{"runs", p.Runs >= 1 && p.Runs <= math.MaxInt32, "a whole number from 1 on", p.Runs},
		{"budget", min(b.Iterations, b.Evaluations, int64(b.Wall), int64(b.CPU)) >= 0, "no negative number", fmt.Sprintf("%+v", b)},
		{"worker", p.Worker == "" || p.Worker == journal.WorkerName, fmt.Sprintf(`"" or %q`, journal.WorkerName), puzzle.Quote(p.Worker)},
		{"mode", p.Worker != "" || p.Mode == "" && p.Arguments == nil, "a worker", "none"},
		{"engines", len(p.Engines) > 0, "at least one engine", "none"},
		{"puzzles", len(p.Puzzles) > 0, "at least one puzzle", "none"},
	} {
		if !c.right {
			return wrong(planShape.Where(text, c.path, 0), "expected %s as %s, found %v", c.expected, c.path, c.found)
		}
	}
	seen := map[string]bool{}
	for i, e := range p.Engines {
		hash := func() int { return planShape.Where(text, "engines.hash", i) }
		switch is := e.Description.Hash(); {
		case e.Engine == "" || e.Parameters == nil:
			return wrong(hash(), "expected an engine with a name and parameters")
		case is != e.Hash:
			return wrong(hash(), "expected the hash of this engine and its parameters, %q, found %s", is, puzzle.Quote(e.Hash))
		case seen[e.Hash]:
			return wrong(hash(), "expected another engine, found %s again", puzzle.Quote(e.Label()))
		}
		seen[e.Hash] = true
	}
	shared := map[string]string{} // kinds and sets, so that puzzles share their text
	share := func(text string) string {
		if _, ok := shared[text]; !ok {
			shared[text] = text
		}
		return shared[text]
	}
	for i, q := range p.Puzzles {
		o := sets.Origin{Kind: share(q.Kind), ID: q.ID, Size: puzzle.Size{Rows: q.Rows, Cols: q.Cols}, Set: share(q.Set), Text: q.Text, Solution: q.Solution}
		n, err := hex.Decode(o.Hash[:], []byte(q.Hash)[:min(len(q.Hash), 2*len(o.Hash))])
		at := func(name string) int { return planShape.Where(text, "puzzles."+name, i) }
		switch {
		case err != nil || n != len(o.Hash) || len(q.Hash) != 2*n || strings.ToLower(q.Hash) != q.Hash:
			return wrong(at("hash"), "expected %d hexadecimal digits as hash, found %s", 2*len(o.Hash), puzzle.Quote(q.Hash))
		case min(q.Rows, q.Cols) < 1 || max(q.Rows, q.Cols) > math.MaxInt32:
			return wrong(at("rows"), "expected whole numbers from 1 on as rows and cols, found %d and %d", q.Rows, q.Cols)
		case q.Text == "" && (q.Set == "" || q.Solution != ""):
			return wrong(at("hash"), "expected a text, or a set without a solution, in a puzzle")
		}
		f.Puzzles = append(f.Puzzles, o)
	}
	if is := f.fingerprint(); is != f.Fingerprint {
		return wrong(planShape.Where(text, "fingerprint", 0), "expected the fingerprint of this plan, %q, found %s", is, puzzle.Quote(f.Fingerprint))
	}
	return f, nil
}

// inWords names what of JSON a type takes.
func inWords(t reflect.Type) string {
	switch k := t.Kind(); {
	case k == reflect.String:
		return "a text"
	case k == reflect.Bool:
		return "true or false"
	case k == reflect.Slice:
		return "an array"
	case k == reflect.Struct || k == reflect.Map:
		return "an object"
	}
	return "a whole number"
}
