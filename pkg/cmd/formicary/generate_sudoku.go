package main

import (
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

	generateOutput
}

func (c *generateSudoku) Help() string {
	return `Puzzles have one solution each, unless --fixed is given. The same options give the same puzzles on every machine.
The sets in data/ were made so; each line "make" in a MANIFEST there is a call of this command, and --remake makes a
whole file again:

    formicary generate sudoku --remake data/sudoku/MANIFEST --file open.sdm

The exit status is 1 when that comes to another file than the manifest's, and when no such puzzle was found. With --update the file is
written beside the manifest, which is brought up to date.`
}

func (c *generateSudoku) Run(s *streams) error {
	return produce(s, c.generateOutput, order[generate.Options]{
		generator: generate.Generator, bad: generate.ErrOptions, kind: sudoku.Kind, to: c.To,
		options: generate.Options{
			Boxes: c.Boxes.Size, Count: c.Count, Seed: c.Seed, Givens: c.Givens, Fixed: c.Fixed,
			Difficulty: c.Difficulty, Symmetry: c.Symmetry, Effort: c.Effort,
		},
	})
}
