package main

import (
	"errors"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/generate"
	"formicary/pkg/puzzle"
)

type generateNonogram struct {
	Size     sizeFlag `placeholder:"RxC" help:"Rows and columns of the board, such as 20x30; at least 5x5."`
	Count    int      `default:"1" help:"How many puzzles."`
	Seed     uint64   `default:"1" help:"Determines everything random; puzzle k of a seed does not depend on the count."`
	Grade    string   `placeholder:"GRADE" enum:",logic,line,probe,search" default:"" help:"What a solver must do: logic (the paper's sub-procedures suffice), line (complete line solving), probe (try single cells), search; without it any."`
	Colours  int      `default:"1" placeholder:"N" help:"The most colours beside the background; 1 is black and white."`
	Style    string   `placeholder:"STYLE" enum:",picture,ornament,texture,blobs,noise" default:"" help:"The kind of picture: picture (of the file), ornament, texture, blobs or noise; without it a picture of the file, or blobs on a very small board."`
	Subject  string   `placeholder:"NAME,…" help:"What the pictures show, such as cat or harbour; without it each puzzle shows something else. A wrong name lists all."`
	Pictures string   `placeholder:"FILE" help:"A file of your own pictures: a PNG or PBM picture, or puzzles with solutions in any format; without it the lab's."`
	Symmetry string   `placeholder:"SYMMETRY" enum:",none,mirror,both,rotation" default:"" help:"Of the picture: none, mirror, both (left and right, above and below) or rotation; without it both for ornaments, else none."`
	Density  float64  `default:"0" placeholder:"PERCENT" help:"The share of cells filled, for ornaments, textures, blobs and noise; 0 is any."`
	Harm     float64  `default:"0" placeholder:"PERCENT" help:"The share of cells of a picture that may be changed to make it a puzzle; 0 is 3, and 20 for noise."`
	Name     string   `placeholder:"ID" help:"What ids begin with; without it the size and the seed."`
	To       string   `default:"non" placeholder:"FORMAT" help:"The format to write."`

	generateOutput
}

func (c *generateNonogram) Help() string {
	return `Puzzles have one solution each, which is the picture, and a grade. The same options give the same puzzles on every
machine. The sets in data/ were made so; each line "make" in a MANIFEST there is a call of this command, and --remake
makes a whole file again:

    formicary generate nonogram --remake data/nonogram/MANIFEST --file open.non

The exit status is 1 when that comes to another file than the manifest's, and when no such puzzle was found. With --update the file is
written beside the manifest, which is brought up to date.`
}

func (c *generateNonogram) Run(s *streams) error {
	if c.Remake == "" && c.File == "" && c.Size.Size == (puzzle.Size{}) {
		return badInput(errors.New("missing flags: --size=RxC"))
	}
	return produce(s, c.generateOutput, order[generate.Options]{
		generator: generate.Generator, bad: generate.ErrOptions, kind: nonogram.Kind, to: c.To,
		options: generate.Options{
			Size: c.Size.Size, Count: c.Count, Seed: c.Seed, Grade: c.Grade, Colours: c.Colours, Style: c.Style,
			Pictures: c.Pictures, Subject: c.Subject, Symmetry: c.Symmetry, Density: c.Density, Harm: c.Harm, Name: c.Name,
		},
	})
}
