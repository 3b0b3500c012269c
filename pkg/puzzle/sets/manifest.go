package sets

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"formicary/pkg/puzzle"
)

// Manifest says how a file of generated puzzles was made, so that anybody can
// rerun it. It is written as lines of a name and a value:
//
//	file open-908.nurikabe
//	about what the file is for
//	licence CC0-1.0
//	version 1
//	instances 96
//	sha256 …
//	make formicary generate nurikabe --size 5x5 --count 3 --seed 1
//
// with one line "make" for each call of the generator; the file holds what they
// make, in this order. Blank lines and lines that start with "#" are comments.
// O are the options of the generator.
type Manifest[O any] struct {
	// File is the name of the file, beside the manifest.
	File string
	// About says what the file is for.
	About string
	// Licence is an SPDX identifier.
	Licence string
	// Version is that of the generator.
	Version int
	// Instances is the number of puzzles in the file.
	Instances int
	// SHA256 is the checksum of the file, as hexadecimal digits.
	SHA256 string
	// Make are the calls of the generator.
	Make []Recipe[O]
}

// Recipe is one call of a generator.
type Recipe[O any] struct {
	// Command is the command line.
	Command string
	// Options are what it says.
	Options O
}

// ErrOptions is wrapped by the error of a generator for options that make no
// sense.
var ErrOptions = errors.New("options out of range")

// Generator makes the puzzles of manifests.
type Generator[O any] struct {
	// Kind is the kind of puzzle. Files are written in the first of its formats.
	Kind Kind
	// Version changes when the same options make other puzzles.
	Version int
	// Flags defines a flag for each option, with its default: those of the
	// command and of the lines "make" of a manifest.
	Flags func(o *O, flags *flag.FlagSet)
	// Check returns an error that wraps [ErrOptions], or nil.
	Check func(o *O) error
	// Count is the number of puzzles that options ask for.
	Count func(o *O) int
	// Begin prepares to make puzzles with options that make sense. It returns the
	// name of their set, and the func that makes puzzle number k, from 0; before
	// has those made so far.
	Begin func(o *O) (name string, one func(ctx context.Context, k int, before puzzle.Set) (puzzle.Item, error), err error)
}

// Make makes puzzles. progress, unless it is nil, is called after each of them.
// When the context is cancelled the puzzles made so far come back with its
// error. The error of options that make no sense wraps [ErrOptions].
func (g Generator[O]) Make(ctx context.Context, o O, progress func(done, total int)) (puzzle.Set, error) {
	if err := g.Check(&o); err != nil {
		return puzzle.Set{}, err
	}
	name, one, err := g.Begin(&o)
	if err != nil {
		return puzzle.Set{}, err
	}
	set := puzzle.Set{Name: name}
	for total := g.Count(&o); set.Len() < total; {
		item, err := one(ctx, set.Len(), set)
		if err != nil {
			return set, err
		}
		set.Items = append(set.Items, item)
		if progress != nil {
			progress(set.Len(), total)
		}
	}
	return set, nil
}

// Command is how command lines of the generator start, such as "formicary
// generate nurikabe".
func (g Generator[O]) Command() string { return "formicary generate " + g.Kind.Name }

// ReadManifests reads the manifests of a folder: each line "file" begins
// another one.
func (g Generator[O]) ReadManifests(source string, r io.Reader) ([]Manifest[O], error) {
	var out []Manifest[O]
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		name, value, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		if name == "" || strings.HasPrefix(name, "#") {
			continue
		}
		if name == "file" {
			out = append(out, Manifest[O]{File: value})
			continue
		}
		if len(out) == 0 {
			return nil, puzzle.Errorf(source, n, 1, "expected file, found %q", name)
		}
		if err := g.line(&out[len(out)-1], name, value); err != nil {
			return nil, puzzle.Errorf(source, n, 1, "%v", err)
		}
	}
	return out, lines.Err()
}

func (g Generator[O]) line(m *Manifest[O], name, value string) (err error) {
	switch name {
	case "about":
		m.About = value
	case "licence":
		m.Licence = value
	case "version":
		_, err = fmt.Sscanf(value, "%d", &m.Version)
	case "instances":
		_, err = fmt.Sscanf(value, "%d", &m.Instances)
	case "sha256":
		m.SHA256 = value
	case "make":
		var recipe Recipe[O]
		recipe, err = g.ParseRecipe(value)
		m.Make = append(m.Make, recipe)
	default:
		err = fmt.Errorf("expected file, about, licence, version, instances, sha256 or make, found %q", name)
	}
	return err
}

// ParseRecipe reads a command line of the generator.
func (g Generator[O]) ParseRecipe(text string) (Recipe[O], error) {
	rest, ok := strings.CutPrefix(text, g.Command()+" ")
	if !ok {
		return Recipe[O]{}, fmt.Errorf("expected %q, found %q", g.Command(), text)
	}
	recipe := Recipe[O]{Command: text}
	flags := flag.NewFlagSet("generate", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	g.Flags(&recipe.Options, flags)
	if err := flags.Parse(strings.Fields(rest)); err != nil {
		return Recipe[O]{}, err
	}
	if flags.NArg() > 0 {
		return Recipe[O]{}, fmt.Errorf("expected flags only, found %q", flags.Arg(0))
	}
	return recipe, g.Check(&recipe.Options)
}

// Update brings the version, the number of puzzles and the checksum of a
// manifest up to date in the text of a file of manifests, and leaves everything
// else in it as it is, comments, too. A line that is missing is put after the
// one with the file's name.
func (m *Manifest[O]) Update(text []byte) []byte {
	values := map[string]string{"version": strconv.Itoa(m.Version), "instances": strconv.Itoa(m.Instances), "sha256": m.SHA256}
	var out strings.Builder
	in, head := false, 0 // head is where the lines that are missing go
	flush := func() {
		if !in {
			return
		}
		var missing strings.Builder
		for _, name := range []string{"version", "instances", "sha256"} {
			if value, ok := values[name]; ok {
				fmt.Fprintf(&missing, "%s %s\n", name, value)
				delete(values, name)
			}
		}
		rest := out.String()
		out.Reset()
		out.WriteString(rest[:head] + missing.String() + rest[head:])
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name == "file" {
			flush()
			in = value == m.File
		}
		if wanted, ok := values[name]; ok && in {
			line = name + " " + wanted + "\n"
			delete(values, name)
		}
		out.WriteString(line)
		if name == "file" {
			if !strings.HasSuffix(line, "\n") {
				out.WriteByte('\n')
			}
			head = out.Len()
		}
	}
	flush()
	return []byte(out.String())
}

// Total is the number of puzzles that the recipes of a manifest ask for.
func (g Generator[O]) Total(m *Manifest[O]) int {
	n := 0
	for i := range m.Make {
		n += g.Count(&m.Make[i].Options)
	}
	return n
}

// Remake makes the file of a manifest anew, writes it to w, and sets Version,
// Instances and SHA256. progress, unless it is nil, is called after each puzzle.
func (g Generator[O]) Remake(ctx context.Context, m *Manifest[O], w io.Writer, progress func(done, total int)) error {
	set, total := puzzle.Set{Name: SetName(m.File)}, g.Total(m)
	for _, recipe := range m.Make {
		before := set.Len()
		part, err := g.Make(ctx, recipe.Options, func(done, _ int) {
			if progress != nil {
				progress(before+done, total)
			}
		})
		if err != nil {
			return fmt.Errorf("%s: %w", recipe.Command, err)
		}
		set.Items = append(set.Items, part.Items...)
	}
	sum := sha256.New()
	if err := g.Kind.Formats[0].Write(io.MultiWriter(w, sum), set); err != nil {
		return err
	}
	m.Version, m.Instances, m.SHA256 = g.Version, set.Len(), hex.EncodeToString(sum.Sum(nil))
	return nil
}
