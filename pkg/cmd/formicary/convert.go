package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"formicary/pkg/engines"
	"formicary/pkg/formats"
	"formicary/pkg/puzzle/sets"
)

type convertCommand struct {
	To    string   `required:"" placeholder:"FORMAT" help:"The format to write: its name or its file extension."`
	From  string   `placeholder:"FORMAT" help:"The format to read; detected from the content by default."`
	Kind  string   `placeholder:"KIND" help:"The kind of puzzle; by default the one that an address or a JSON set names, else nurikabe."`
	Boxes string   `placeholder:"ROWSxCOLS" help:"The boxes of a Sudoku whose input does not say them, such as 3x2."`
	Out   string   `short:"o" type:"path" placeholder:"FILE" help:"The file to write; the standard output by default."`
	Files []string `arg:"" name:"file" help:"Files of puzzles, names of sets, or - for the standard input."`
}

func (c *convertCommand) Help() string {
	kinds, order := map[string][]string{}, []string{} // by their formats
	for _, k := range engines.Kinds() {
		formats := ""
		for _, f := range k.Formats {
			formats += fmt.Sprintf("\n    %-10s %-10s %s", f.Name, f.Extension, f.Doc)
		}
		if kinds[formats] == nil {
			order = append(order, formats)
		}
		kinds[formats] = append(kinds[formats], k.Name)
	}
	text := "Puzzles of several files are written as one set. The formats of each kind:"
	for _, formats := range order {
		text += "\n\n" + strings.Join(kinds[formats], ", ") + ":\n" + formats
	}
	return text
}

// kind is the one that is asked for, or else the one that the first input names.
func (c *convertCommand) kind(s *streams) (sets.Kind, error) {
	if c.Kind != "" {
		return engines.FindKind(c.Kind)
	}
	var text []byte
	if name := c.Files[0]; name == stdinName {
		var err error
		if text, err = sets.ReadBytes("<stdin>", s.stdin); err != nil {
			return sets.Kind{}, err
		}
		s.stdin = bytes.NewReader(text)
	} else {
		text, _ = sets.ReadFile(name) // what cannot be read names nothing, and is told later
	}
	if kind, ok := formats.Named(text, engines.Kinds()); ok {
		return kind, nil
	}
	return engines.FindKind("nurikabe")
}

func (c *convertCommand) Run(s *streams) error {
	kind, err := c.kind(s)
	if err == nil {
		kind, err = boxed(kind, c.Boxes)
	}
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
		kind.Formats, kind.Detect = []sets.Format{from}, nil
	}
	all, err := s.open(kind, c.Files...)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := to.Write(&text, all); err != nil {
		return badInput(err)
	}
	return s.write(c.Out, text.Bytes())
}

type enginesCommand struct {
	JSON bool `help:"Print the list as JSON."`
}

func (c *enginesCommand) Run(s *streams) error {
	if c.JSON {
		type engine struct {
			Name       string              `json:"name"`
			Kind       string              `json:"kind"`
			Complete   bool                `json:"complete"`
			Doc        string              `json:"doc"`
			Parameters []engines.Parameter `json:"parameters"`
		}
		var all []engine
		for _, e := range engines.All() {
			all = append(all, engine{e.Name, e.Kind, e.Complete, e.Doc, e.Parameters()})
		}
		return s.json(all)
	}
	for i, g := range engines.Groups() {
		if i > 0 {
			fmt.Fprintln(s.stdout)
		}
		fmt.Fprintf(s.stdout, "%s: %s\n", g.Title(), g.Doc)
		if g.Declared {
			fmt.Fprintf(s.stdout, "  KIND is the name, in small letters and one word, of %s\n", strings.Join(g.Kinds, ", "))
		}
		err := s.table(func(t io.Writer) {
			for _, p := range g.Parameters() {
				fmt.Fprintf(t, "  %s=%s\t%s\n", p.Name, p.Default, p.Doc)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
