package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"formicary/pkg/engines"
)

type enginesCommand struct {
	JSON bool `help:"Print the list as JSON."`
}

// engineText is what is printed of one engine.
type engineText struct {
	Name       string              `json:"name"`
	Kind       string              `json:"kind"`
	Complete   bool                `json:"complete"`
	Doc        string              `json:"doc"`
	Parameters []engines.Parameter `json:"parameters"`
}

func (c *enginesCommand) Run(s *streams) error {
	if c.JSON {
		var all []engineText
		for _, e := range engines.All() {
			all = append(all, engineText{e.Name, e.Kind, e.Complete, e.Doc, e.Parameters()})
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
		table := tabwriter.NewWriter(s.stdout, 0, 8, 2, ' ', 0)
		for _, p := range g.Parameters() {
			fmt.Fprintf(table, "  %s=%s\t%s\n", p.Name, p.Default, p.Doc)
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	return nil
}
