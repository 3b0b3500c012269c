package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"formicary/pkg/puzzle"
)

// generateOutput is where the puzzles of every generator go, and the files that
// it makes again.
type generateOutput struct {
	Out    string `short:"o" type:"path" placeholder:"FILE" help:"The file to write; without it the standard output."`
	Remake string `type:"path" placeholder:"MANIFEST" help:"Make a file again by the manifest beside it, and check that it is the same; needs --file."`
	File   string `placeholder:"NAME" help:"The file of the manifest to make again."`
	Update bool   `help:"With --remake: write the file beside the manifest, and bring the manifest's version, number and digest up to date, instead of checking them."`
}

// order is what a command asks of a generator.
type order[O any] struct {
	generator puzzle.Generator[O]
	options   O
	bad       error // wrapped by errors of options
	kind      puzzle.Kind
	to        string // the name of one of its formats
}

// make makes new puzzles.
func (o order[O]) make(s *streams, w io.Writer) error {
	format, err := o.kind.Format(o.to)
	if err != nil {
		return badInput(err)
	}
	set, err := o.generator.Make(s.ctx, o.options, s.counting())
	switch {
	case errors.Is(err, o.bad):
		return badInput(err)
	case err != nil:
		return err
	}
	if err := format.Write(w, set); err != nil {
		return badInput(err)
	}
	return nil
}

// produce makes new puzzles, or a file of a manifest again.
func produce[O any](s *streams, c generateOutput, o order[O]) error {
	var text bytes.Buffer
	var err error
	switch {
	case (c.Remake == "") != (c.File == ""):
		return badInput(errors.New("--remake and --file belong together"))
	case c.Remake == "" && c.Update:
		return badInput(errors.New("--update needs --remake and --file"))
	case c.Update && c.Out != "":
		return badInput(errors.New("--update writes the file beside the manifest: expected no --out"))
	case c.Remake != "":
		err = remake(s, c, o.generator, &text)
	default:
		err = o.make(s, &text)
	}
	switch {
	case err != nil:
		return err
	case c.Update:
		return nil
	case c.Out != "":
		return os.WriteFile(c.Out, text.Bytes(), 0o644)
	}
	_, err = s.stdout.Write(text.Bytes())
	return err
}

// remake makes a file of a manifest again, and compares the digests or brings
// them up to date.
func remake[O any](s *streams, c generateOutput, g puzzle.Generator[O], text *bytes.Buffer) error {
	manifest, err := os.ReadFile(c.Remake)
	if err != nil {
		return badInput(err)
	}
	all, err := g.ReadManifests(c.Remake, bytes.NewReader(manifest))
	if err != nil {
		return badInput(err)
	}
	for _, m := range all {
		if m.File != c.File {
			continue
		}
		want := m.SHA256
		if err := g.Remake(s.ctx, &m, text, s.counting()); err != nil {
			return err
		}
		switch {
		case c.Update:
			if err := os.WriteFile(filepath.Join(filepath.Dir(c.Remake), m.File), text.Bytes(), 0o644); err != nil {
				return err
			}
			return os.WriteFile(c.Remake, m.Update(manifest), 0o644)
		case m.SHA256 != want:
			return fmt.Errorf("%s came out with the digest %s, the manifest has %s", m.File, m.SHA256, want)
		}
		return nil
	}
	return badInput(fmt.Errorf("%s has no file %q", c.Remake, c.File))
}

// counting tells of finished puzzles where it takes more than a few.
func (s *streams) counting() func(done, total int) {
	return func(done, total int) {
		if total >= 20 && done%10 == 0 || done == total && total >= 20 {
			fmt.Fprintf(s.stderr, "%d of %d\n", done, total)
		}
	}
}
