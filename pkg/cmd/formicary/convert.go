package main

import (
	"bytes"
	"fmt"
	"os"

	"formicary/pkg/engines"
	"formicary/pkg/puzzle"
)

type convertCommand struct {
	To    string   `required:"" placeholder:"FORMAT" help:"The format to write: its name or its file extension."`
	From  string   `placeholder:"FORMAT" help:"The format to read; detected from the content by default."`
	Kind  string   `default:"nurikabe" placeholder:"KIND" help:"The kind of puzzle."`
	Out   string   `short:"o" type:"path" placeholder:"FILE" help:"The file to write; the standard output by default."`
	Files []string `arg:"" name:"file" help:"Files of puzzles, names of sets, or - for the standard input."`
}

func (c *convertCommand) Help() string {
	text := "Puzzles of several files are written as one set. The formats:\n"
	for _, k := range engines.Kinds() {
		for _, f := range k.Formats {
			text += fmt.Sprintf("\n    %s  %-10s %-10s %s", k.Name, f.Name, f.Extension, f.Doc)
		}
	}
	return text
}

func (c *convertCommand) Run(s *streams) error {
	kind, err := engines.FindKind(c.Kind)
	if err != nil {
		return badInput(err)
	}
	to, err := kind.Format(c.To)
	if err != nil {
		return badInput(err)
	}
	if c.From != "" {
		from, err := kind.Format(c.From)
		if err != nil {
			return badInput(err)
		}
		kind.Formats, kind.Detect = []puzzle.Format{from}, nil
	}
	var all puzzle.Set
	for _, name := range c.Files {
		set, err := s.open(kind, name)
		if err != nil {
			return badInput(err)
		}
		if all.Name == "" {
			all.Name = set.Name
		}
		all.Items = append(all.Items, set.Items...)
	}
	var text bytes.Buffer
	if err := to.Write(&text, all); err != nil {
		return badInput(err)
	}
	if c.Out != "" {
		return os.WriteFile(c.Out, text.Bytes(), 0o644)
	}
	return s.write(text.Bytes())
}
