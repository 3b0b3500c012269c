package main

import (
	"errors"

	"formicary/pkg/nurikabe"
	"formicary/pkg/nurikabe/generate"
	"formicary/pkg/puzzle"
)

type generateCommand struct {
	Nonogram generateNonogram `cmd:"" help:"Make nonograms: pictures in black and white or in colour."`
	Nurikabe generateNurikabe `cmd:"" help:"Make Nurikabe puzzles with exactly one solution each."`
	Sudoku   generateSudoku   `cmd:"" help:"Make Sudoku puzzles of any size."`
}

type generateNurikabe struct {
	Size       sizeFlag `placeholder:"RxC" help:"Rows and columns of the board, such as 10x12; at least 3x3."`
	Count      int      `default:"1" help:"How many puzzles."`
	Seed       uint64   `default:"1" help:"Determines everything random; puzzle k of a seed does not depend on the count."`
	Difficulty string   `placeholder:"GRADE" enum:",deduction,trial,learning" default:"" help:"What a solver must do: deduction (the rules alone), trial (try single cells), learning (search); without it any."`
	Symmetry   string   `enum:"none,rotation,mirror" default:"none" help:"Of the clues: ${enum}."`
	Spread     float64  `default:"0" help:"Cells of the board for each island to aim at; 0 is another number for each puzzle."`
	To         string   `default:"compact" placeholder:"FORMAT" help:"The format to write."`

	generateOutput
}

func (c *generateNurikabe) Help() string {
	return `The same options give the same puzzles on every machine. The sets in data/ were made so; each line "make" in a
MANIFEST there is a call of this command, and --remake makes a whole file again:

    formicary generate nurikabe --remake data/nurikabe/MANIFEST --file open-908.nurikabe

The exit status is 1 when that comes to another file than the manifest's. With --update the file is
written beside the manifest, which is brought up to date.`
}

// sizeFlag is a size as the command line has it.
type sizeFlag struct{ puzzle.Size }

// UnmarshalText reads "10x12".
func (s *sizeFlag) UnmarshalText(text []byte) (err error) {
	s.Size, err = puzzle.ParseSize(string(text))
	return err
}

func (c *generateNurikabe) Run(s *streams) error {
	if c.Remake == "" && c.File == "" && c.Size.Size == (puzzle.Size{}) {
		return badInput(errors.New("missing flags: --size=RxC"))
	}
	return produce(s, c.generateOutput, order[generate.Options]{
		generator: generate.Generator, bad: generate.ErrOptions, kind: nurikabe.Kind, to: c.To,
		options: generate.Options{
			Size: c.Size.Size, Count: c.Count, Seed: c.Seed, Difficulty: c.Difficulty, Symmetry: c.Symmetry, Spread: c.Spread,
		},
	})
}
