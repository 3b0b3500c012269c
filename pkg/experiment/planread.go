package experiment

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// ReadPlan reads what [PlanFile.Write] writes. It takes any JSON of the same members,
// each once and none beside them. It is an error where the hash of an engine or the
// fingerprint does not fit. Whether a puzzle fits its hash is seen when it is opened:
// its text is not read. What is wrong is a [*puzzle.ParseError]; source names the input
// in it.
func ReadPlan(source string, r io.Reader) (PlanFile, error) {
	text, err := sets.ReadAll(source, r)
	if err != nil {
		return PlanFile{}, err
	}
	p := &planReader{JSON: sets.NewJSON(source, text), shared: map[string]string{}}
	if err := p.read(); err != nil {
		return PlanFile{}, err
	}
	return p.file, nil
}

type planReader struct {
	*sets.JSON
	file PlanFile
	// shared has kinds and sets, so that puzzles share their text.
	shared map[string]string
}

func (r *planReader) read() error {
	f := &r.file
	if err := r.Open("the { of a plan"); err != nil {
		return err
	}
	names := []string{"format", "name", "seed", "runs", "budget", "fingerprint", "go", "arch", "worker", "code", "engines", "puzzles", "mode", "arguments", "seeds", "design"}
	fingerprint := 0
	err := r.object("a plan", names, len(names)-4, func(name string) (err error) {
		switch name {
		case "format":
			_, err = r.text(name, func(s string) bool { return s == planFormat }, strconv.Quote(planFormat))
		case "name":
			f.Name, err = r.text(name, nil, "")
		case "seed":
			f.Seed, err = r.number(name, 0, 64)
		case "seeds":
			f.Seeds, err = r.text(name, nil, "")
		case "design":
			f.Design, err = r.text(name, nil, "")
		case "runs":
			f.Runs, err = r.count(name, 1)
		case "budget":
			err = r.budget()
		case "fingerprint":
			f.Fingerprint, err = r.text(name, nil, "")
			fingerprint = r.At
		case "go":
			f.Go, err = r.text(name, nil, "")
		case "arch":
			f.Arch, err = r.text(name, nil, "")
		case "worker":
			f.Worker, err = r.text(name, func(s string) bool { return s == "" || s == WorkerName }, fmt.Sprintf(`"" or %q`, WorkerName))
		case "mode":
			f.Mode, err = r.text(name, nil, "")
		case "arguments":
			f.Arguments, err = r.texts(name)
		case "code":
			err = r.code()
		case "engines":
			err = r.Elements("the [ of engines", r.engine)
		case "puzzles":
			err = r.Elements("the [ of puzzles", r.puzzle)
		}
		return err
	})
	if err == nil {
		err = r.End()
	}
	switch {
	case err != nil:
		return err
	case f.Worker == "" && (f.Mode != "" || f.Arguments != nil):
		return r.Errorf(len(r.Text), "expected a worker where there are a mode and arguments for one")
	case len(f.Engines) == 0 || len(f.Puzzles) == 0:
		return r.Errorf(len(r.Text), "expected at least one engine and one puzzle, found %d and %d", len(f.Engines), len(f.Puzzles))
	}
	if is := f.fingerprint(); is != f.Fingerprint {
		return r.Errorf(fingerprint, "expected the fingerprint of this plan, %q, found %s", is, puzzle.Quote(f.Fingerprint))
	}
	return nil
}

// object reads the members of an object whose brace was read. Those among the first
// required names have to be there.
func (r *planReader) object(what string, names []string, required int, f func(name string) error) error {
	seen := 0
	err := r.Members(what, func(name string, at int) error {
		i := slices.Index(names, name)
		if i < 0 {
			return r.Errorf(at, "expected a member of %s (%s), found %s", what, strings.Join(names, ", "), puzzle.Quote(name))
		}
		seen |= 1 << i
		return f(name)
	})
	if err != nil {
		return err
	}
	for i, name := range names[:required] {
		if seen&(1<<i) == 0 {
			return r.Errorf(r.At, "expected %q in %s before it ends", name, what)
		}
	}
	return nil
}

// text reads a string; fits says whether it is what is expected, and nil takes any.
func (r *planReader) text(what string, fits func(string) bool, expected string) (string, error) {
	if expected == "" {
		expected = "a text"
	}
	token, err := r.Token(expected + " as " + what)
	if err != nil {
		return "", err
	}
	s, ok := token.(string)
	if !ok || fits != nil && !fits(s) {
		return "", r.Errorf(r.At, "expected %s as %s, found %s", expected, what, sets.ShowToken(token))
	}
	return s, nil
}

// texts reads an array of strings.
func (r *planReader) texts(what string) ([]string, error) {
	out := []string{}
	err := r.Elements("the [ of "+what, func(token json.Token) error {
		s, ok := token.(string)
		if !ok {
			return r.Errorf(r.At, "expected a text in %s, found %s", what, sets.ShowToken(token))
		}
		out = append(out, s)
		return nil
	})
	return out, err
}

// number reads a whole number from least on, of so many bits.
func (r *planReader) number(what string, least uint64, bits int) (uint64, error) {
	token, err := r.Token("a number as " + what)
	if err != nil {
		return 0, err
	}
	if text, ok := token.(json.Number); ok {
		if n, err := strconv.ParseUint(text.String(), 10, bits); err == nil && n >= least {
			return n, nil
		}
	}
	return 0, r.Errorf(r.At, "expected a whole number from %d on as %s, found %s", least, what, sets.ShowToken(token))
}

// count is a number of something.
func (r *planReader) count(what string, least uint64) (int, error) {
	n, err := r.number(what, least, 31)
	return int(n), err
}

func (r *planReader) budget() error {
	if err := r.Open("the { of a budget"); err != nil {
		return err
	}
	b := &r.file.Budget
	return r.object("a budget", []string{"iterations", "evaluations", "wall", "cpu"}, 0, func(name string) error {
		n, err := r.number(name, 0, 63)
		switch name {
		case "iterations":
			b.Iterations = int64(n)
		case "evaluations":
			b.Evaluations = int64(n)
		case "wall":
			b.Wall = time.Duration(n)
		case "cpu":
			b.CPU = time.Duration(n)
		}
		return err
	})
}

func (r *planReader) code() error {
	if err := r.Open("the { of the code"); err != nil {
		return err
	}
	r.file.Code = map[string]string{}
	return r.Members("the code", func(name string, _ int) error {
		hash, err := r.text("the hash of a package", nil, "")
		r.file.Code[name] = hash
		return err
	})
}

// begin says whether an element begins with a brace.
func (r *planReader) begin(token json.Token, what string) error {
	if token != json.Delim('{') {
		return r.Errorf(r.At, "expected the { of %s, found %s", what, sets.ShowToken(token))
	}
	return nil
}

func (r *planReader) engine(token json.Token) error {
	if err := r.begin(token, "an engine"); err != nil {
		return err
	}
	e, hash := PlanEngine{}, 0
	err := r.object("an engine", []string{"engine", "parameters", "hash", "code", "variant", "custom", "typed"}, 4, func(name string) (err error) {
		switch name {
		case "engine":
			e.Engine, err = r.text(name, func(s string) bool { return s != "" }, "a name")
		case "variant":
			e.Variant, err = r.text(name, nil, "")
		case "parameters":
			e.Parameters, err = r.parameters()
		case "custom":
			e.Custom, err = r.truth(name)
		case "hash":
			e.Hash, err = r.text(name, nil, "")
			hash = r.At
		case "code":
			e.Code, err = r.text(name, nil, "")
		case "typed":
			e.Typed, err = r.truth(name)
		}
		return err
	})
	if err != nil {
		return err
	}
	if is := e.Description.Hash(); is != e.Hash {
		return r.Errorf(hash, "expected the hash of this engine and its parameters, %q, found %s", is, puzzle.Quote(e.Hash))
	}
	for i, other := range r.file.Engines {
		if other.Hash == e.Hash {
			return r.Errorf(hash, "expected another engine, found number %d again", i+1)
		}
	}
	r.file.Engines = append(r.file.Engines, e)
	return nil
}

func (r *planReader) parameters() ([]solver.Parameter, error) {
	out := []solver.Parameter{}
	err := r.Elements("the [ of parameters", func(token json.Token) error {
		if err := r.begin(token, "a parameter"); err != nil {
			return err
		}
		var x solver.Parameter
		err := r.object("a parameter", []string{"name", "value"}, 2, func(name string) (err error) {
			if name == "name" {
				x.Name, err = r.text(name, nil, "")
			} else {
				x.Value, err = r.text(name, nil, "")
			}
			return err
		})
		out = append(out, x)
		return err
	})
	return out, err
}

func (r *planReader) truth(what string) (bool, error) {
	token, err := r.Token("true or false as " + what)
	if err != nil {
		return false, err
	}
	b, ok := token.(bool)
	if !ok {
		return false, r.Errorf(r.At, "expected true or false as %s, found %s", what, sets.ShowToken(token))
	}
	return b, nil
}

// puzzleMembers are those of a puzzle; the first five are required.
var puzzleMembers = []string{"id", "kind", "rows", "cols", "hash", "set", "text", "solution"}

func (r *planReader) puzzle(token json.Token) error {
	if err := r.begin(token, "a puzzle"); err != nil {
		return err
	}
	var o sets.Origin
	err := r.object("a puzzle", puzzleMembers, 5, func(name string) (err error) {
		switch name {
		case "set":
			o.Set, err = r.common(name)
		case "id":
			o.ID, err = r.text(name, nil, "")
		case "kind":
			o.Kind, err = r.common(name)
		case "rows":
			o.Rows, err = r.count(name, 1)
		case "cols":
			o.Cols, err = r.count(name, 1)
		case "hash":
			err = r.content(&o.Hash)
		case "text":
			o.Text, err = r.text(name, nil, "")
		case "solution":
			o.Solution, err = r.text(name, nil, "")
		}
		return err
	})
	if err != nil {
		return err
	}
	if o.Text == "" && (o.Set == "" || o.Solution != "") {
		return r.Errorf(r.At, "expected a text, or a set without a solution, in a puzzle before it ends")
	}
	r.file.Puzzles = append(r.file.Puzzles, o)
	return nil
}

// common is a text that many puzzles share.
func (r *planReader) common(what string) (string, error) {
	text, err := r.text(what, nil, "")
	if same, ok := r.shared[text]; ok {
		return same, err
	}
	r.shared[text] = text
	return text, err
}

func (r *planReader) content(hash *puzzle.Hash) error {
	text, err := r.text("hash", nil, "")
	if err != nil {
		return err
	}
	ok := len(text) == hex.EncodedLen(len(hash)) && strings.Trim(text, "0123456789abcdef") == ""
	if ok {
		_, err = hex.Decode(hash[:], []byte(text))
	}
	if !ok || err != nil {
		return r.Errorf(r.At, "expected %d hexadecimal digits as hash, found %s", hex.EncodedLen(len(hash)), puzzle.Quote(text))
	}
	return nil
}
