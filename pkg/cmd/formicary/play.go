package main

import (
	"fmt"
	"os"
	"path/filepath"

	"formicary/pkg/engines"
	"formicary/pkg/gallery"
	"formicary/pkg/puzzle"
)

type playCommand struct {
	Out       string `type:"path" placeholder:"FILE" help:"Write the page to this file and open nothing; .formicary/play.html in the checkout or the working folder by default."`
	NoBrowser bool   `help:"Print the path of the page, but open no browser."`
	Kind      string `placeholder:"KIND" help:"Only puzzles and sets of this kind, such as nurikabe."`
	Engine    string `placeholder:"NAME" help:"The engine that the page begins with."`
	File      string `arg:"" optional:"" name:"file" help:"A file of puzzles or the name of a set, which the page brings along; needs --kind."`
}

func (c *playCommand) Help() string {
	return `The page is one file, which works in any browser without the lab and without a network: the engines run in it, as
WebAssembly.`
}

func (c *playCommand) Run(s *streams) error {
	if c.Engine != "" {
		entry, err := engines.Find(c.Engine)
		if err != nil {
			return badInput(err)
		}
		if c.Kind == "" {
			c.Kind = entry.Kind
		}
	}
	if c.Kind != "" {
		if _, err := engines.FindKind(c.Kind); err != nil {
			return badInput(err)
		}
	}
	var first puzzle.Puzzle
	var own puzzle.Set
	if c.File != "" {
		kind, err := engines.FindKind(c.Kind)
		if err != nil {
			return badInput(fmt.Errorf("%s: say which kind of puzzles these are, with --kind: %w", c.File, err))
		}
		if own, err = s.open(kind, c.File); err != nil {
			return badInput(err)
		}
		if len(own.Items) == 0 {
			return badInput(fmt.Errorf("%s: there is no puzzle in it", c.File))
		}
		first = own.Items[0]
	}
	ground, err := gallery.Playground(c.Kind, first)
	if err != nil {
		return err
	}
	ground.Engine = c.Engine
	if first != nil {
		ground.Sets = append([]puzzle.Set{own}, ground.Sets...)
		ground.Names = append([]string{filepath.Base(c.File)}, ground.Names...)
	}
	env, err := preparePages(s)
	if err != nil {
		return err
	}
	text, err := gallery.Play(s.ctx, env, ground)
	if err != nil {
		return err
	}
	out := c.Out
	if out == "" {
		out = ownPlace(gallery.PlayPage)
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(out, text, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%s: %.1f MB\n", out, float64(len(text))/1e6)
	if c.Out == "" && !c.NoBrowser {
		s.browse(out)
	}
	return nil
}
