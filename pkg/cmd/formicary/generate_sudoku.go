package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"formicary/pkg/puzzle"
	"formicary/pkg/sudoku"
	"formicary/pkg/sudoku/generate"
)

type generateSudoku struct {
	Boxes      sizeFlag `default:"3x3" placeholder:"RxC" help:"Rows and columns of a box, 2x2 to 6x6; 3x3 makes boards of 9x9."`
	Count      int      `default:"1" help:"How many puzzles."`
	Seed       uint64   `default:"1" help:"Determines everything random; puzzle k of a seed does not depend on the count."`
	Givens     int      `default:"0" placeholder:"N" help:"How many givens; 0 is as few as can be."`
	Fixed      float64  `default:"0" placeholder:"PERCENT" help:"The share of cells given; then nothing is promised but a solution."`
	Difficulty string   `placeholder:"GRADE" enum:",easy,medium,hard,extreme" default:"" help:"The hardest technique that is needed: easy (singles), medium (locked digits, pairs, triples), hard (fish, wings, colouring, quads), extreme (trial and error); without it any."`
	Symmetry   string   `enum:"none,rotation,quarter,mirror,diagonal" default:"none" help:"Of the givens: ${enum}."`
	Effort     int64    `default:"0" placeholder:"N" help:"Guesses and conflicts that the proof for one given may take, for boards above 20x20; 0 is no limit."`
	To         string   `default:"line" placeholder:"FORMAT" help:"The format to write."`
	Out        string   `short:"o" type:"path" placeholder:"FILE" help:"The file to write; without it the standard output."`
	Remake     string   `type:"path" placeholder:"MANIFEST" help:"Make a file again by the manifest beside it, and check that it is the same; needs --file."`
	File       string   `placeholder:"NAME" help:"The file of the manifest to make again."`
}

func (c *generateSudoku) Help() string {
	return `Puzzles have one solution each, unless --fixed is given. The same options give the same puzzles on every machine.
The sets in data/ were made so; each line "make" in a MANIFEST there is a call of this command, and --remake makes a
whole file again:

    formicary generate sudoku --remake data/sudoku/MANIFEST --file open.sdm

The exit status is 1 when that comes to another file than the manifest's, and when no such puzzle was found.`
}

func (c *generateSudoku) Run(s *streams) error {
	var text bytes.Buffer
	var err error
	switch {
	case (c.Remake == "") != (c.File == ""):
		return badInput(errors.New("--remake and --file belong together"))
	case c.Remake != "":
		err = c.remake(s, &text)
	default:
		err = c.make(s, &text)
	}
	if err != nil {
		return err
	}
	if c.Out != "" {
		return os.WriteFile(c.Out, text.Bytes(), 0o644)
	}
	_, err = s.stdout.Write(text.Bytes())
	return err
}

// make makes new puzzles.
func (c *generateSudoku) make(s *streams, w io.Writer) error {
	format, err := puzzle.FindFormat(sudoku.Formats(), c.To)
	if err != nil {
		return badInput(err)
	}
	set, err := generate.Sudoku(s.ctx, generate.Options{
		Boxes: c.Boxes.Size, Count: c.Count, Seed: c.Seed, Givens: c.Givens, Fixed: c.Fixed,
		Difficulty: c.Difficulty, Symmetry: c.Symmetry, Effort: c.Effort,
	}, s.counting())
	switch {
	case errors.Is(err, generate.ErrOptions):
		return badInput(err)
	case err != nil:
		return err
	}
	if err := format.Write(w, set); err != nil {
		return badInput(err)
	}
	return nil
}

// remake makes a file of a manifest again and compares the digests.
func (c *generateSudoku) remake(s *streams, w io.Writer) error {
	f, err := os.Open(c.Remake)
	if err != nil {
		return badInput(err)
	}
	defer f.Close()
	all, err := generate.Generator.ReadManifests(c.Remake, f)
	if err != nil {
		return badInput(err)
	}
	for _, m := range all {
		if m.File != c.File {
			continue
		}
		want := m.SHA256
		if err := generate.Generator.Remake(s.ctx, &m, w, s.counting()); err != nil {
			return err
		}
		if m.SHA256 != want {
			return fmt.Errorf("%s came out with the digest %s, the manifest has %s", m.File, m.SHA256, want)
		}
		return nil
	}
	return badInput(fmt.Errorf("%s has no file %q", c.Remake, c.File))
}
