package generate

import (
	"context"
	"flag"
	"io"

	"formicary/pkg/nurikabe"
	"formicary/pkg/puzzle"
)

// Manifest says how a file of instances was made.
type Manifest puzzle.Manifest[Options]

// Recipe is one call of the generator.
type Recipe = puzzle.Recipe[Options]

var generator = puzzle.Generator[Options]{
	Command: "formicary generate nurikabe",
	Version: Version,
	Flags:   func(o *Options, flags *flag.FlagSet) { o.Parameters(flags) },
	Check:   (*Options).check,
	Count:   func(o *Options) int { return max(o.Count, 1) },
	Make:    Nurikabe,
	Write:   nurikabe.WriteCompact,
}

// ReadManifests reads the manifests of a folder.
func ReadManifests(source string, r io.Reader) ([]Manifest, error) {
	all, err := generator.ReadManifests(source, r)
	out := make([]Manifest, len(all))
	for i, m := range all {
		out[i] = Manifest(m)
	}
	return out, err
}

// ParseRecipe reads a command line of the generator.
func ParseRecipe(text string) (Recipe, error) { return generator.ParseRecipe(text) }

// Write writes the manifest, as ReadManifests reads it.
func (m *Manifest) Write(w io.Writer) error { return (*puzzle.Manifest[Options])(m).Write(w) }

// Total is the number of instances that the recipes ask for.
func (m *Manifest) Total() int { return generator.Total((*puzzle.Manifest[Options])(m)) }

// Generate makes the file anew, writes it to w, and sets Version, Instances and
// SHA256.
func (m *Manifest) Generate(ctx context.Context, w io.Writer, progress func(done, total int)) error {
	return generator.Remake(ctx, (*puzzle.Manifest[Options])(m), w, progress)
}
