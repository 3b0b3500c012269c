package generate

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"strings"

	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
)

// Manifest says how a file of instances was made, so that anybody can make it
// again. It is written as lines of a name and a value:
//
//	file open.nurikabe
//	about what the file is for
//	licence CC0-1.0
//	version 1
//	instances 96
//	sha256 …
//	make formicary generate nurikabe --size 5x5 --count 3 --seed 1
//
// with one line "make" for each call of the generator; the file holds what they
// make, in this order. Blank lines and lines that start with "#" are comments.
type Manifest struct {
	// File is the name of the file, beside the manifest.
	File string
	// About says what the file is for.
	About string
	// Licence is an SPDX identifier.
	Licence string
	// Version is that of the generator, see [Version].
	Version int
	// Instances is the number of instances in the file.
	Instances int
	// SHA256 is the checksum of the file, as hexadecimal digits.
	SHA256 string
	// Make are the calls of the generator.
	Make []Recipe
}

// Recipe is one call of the generator.
type Recipe struct {
	// Command is the command line.
	Command string
	// Options are what it says.
	Options Options
}

const command = "formicary generate nurikabe "

// ReadManifests reads the manifests of a folder: each line "file" begins
// another one.
func ReadManifests(source string, r io.Reader) ([]Manifest, error) {
	var out []Manifest
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		name, value, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		if name == "" || strings.HasPrefix(name, "#") {
			continue
		}
		if name == "file" {
			out = append(out, Manifest{File: value})
			continue
		}
		if len(out) == 0 {
			return nil, puzzle.Errorf(source, n, 1, "expected file, found %q", name)
		}
		if err := out[len(out)-1].line(name, value); err != nil {
			return nil, puzzle.Errorf(source, n, 1, "%v", err)
		}
	}
	return out, lines.Err()
}

func (m *Manifest) line(name, value string) (err error) {
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
		var recipe Recipe
		recipe, err = ParseRecipe(value)
		m.Make = append(m.Make, recipe)
	default:
		err = fmt.Errorf("expected file, about, licence, version, instances, sha256 or make, found %q", name)
	}
	return err
}

// ParseRecipe reads a command line of the generator.
func ParseRecipe(text string) (Recipe, error) {
	rest, ok := strings.CutPrefix(text, command)
	if !ok {
		return Recipe{}, fmt.Errorf("expected %q, found %q", strings.TrimSpace(command), text)
	}
	recipe := Recipe{Command: text}
	flags := flag.NewFlagSet("generate", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	recipe.Options.Parameters(flags)
	if err := flags.Parse(strings.Fields(rest)); err != nil {
		return Recipe{}, err
	}
	if flags.NArg() > 0 {
		return Recipe{}, fmt.Errorf("expected flags only, found %q", flags.Arg(0))
	}
	return recipe, recipe.Options.check()
}

// Write writes the manifest, as ReadManifests reads it.
func (m *Manifest) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "file %s\nabout %s\nlicence %s\nversion %d\ninstances %d\nsha256 %s\n", m.File, m.About, m.Licence, m.Version, m.Instances, m.SHA256)
	for _, recipe := range m.Make {
		fmt.Fprintf(&b, "make %s\n", recipe.Command)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Total is the number of instances that the recipes ask for.
func (m *Manifest) Total() int {
	n := 0
	for _, recipe := range m.Make {
		n += max(recipe.Options.Count, 1)
	}
	return n
}

// Generate makes the file anew, writes it to w, and sets Version, Instances and
// SHA256.
func (m *Manifest) Generate(ctx context.Context, w io.Writer, progress func(done, total int)) error {
	set := puzzle.Set{Name: puzzle.SetName(m.File)}
	for _, recipe := range m.Make {
		before := set.Len()
		part, err := Nurikabe(ctx, recipe.Options, func(done, _ int) {
			if progress != nil {
				progress(before+done, m.Total())
			}
		})
		if err != nil {
			return fmt.Errorf("%s: %w", recipe.Command, err)
		}
		set.Items = append(set.Items, part.Items...)
	}
	sum := sha256.New()
	if err := nurikabe.WriteCompact(io.MultiWriter(w, sum), set); err != nil {
		return err
	}
	m.Version, m.Instances, m.SHA256 = Version, set.Len(), hex.EncodeToString(sum.Sum(nil))
	return nil
}
