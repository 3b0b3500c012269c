package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"formicary/pkg/gallery"
)

type galleryCommand struct {
	Pictures  string        `type:"path" placeholder:"DIR" help:"Draw only the chart of the README's race, into a folder, and print the sentence that the race ends with."`
	Full      bool          `help:"Run the full experiments, which can take hours; without it samples that take seconds."`
	Afresh    bool          `help:"Execute all notebooks, also those of which nothing has changed since an earlier gallery."`
	Out       string        `type:"path" placeholder:"DIR" help:"Where to write the gallery; .formicary/gallery in the checkout by default."`
	Timeout   time.Duration `placeholder:"TIME" help:"Time limit for each notebook, such as 10m; none by default."`
	Notebooks []string      `arg:"" optional:"" name:"notebook" help:"Notebooks to show; all of the lab's by default."`
}

func (c *galleryCommand) Help() string {
	return `The gallery is a site of static files: an index.html with a card for each notebook, by puzzle or by question and
with a search, a page for each notebook, for each puzzle set with all its boards, and for each engine. It opens from
disk and needs no network. Sets of others are in it where FORMICARY_DATA names their folder: publish such a gallery only
if you may publish them. The notebooks themselves are not changed.

The exit status is 0 when all notebooks ran to the end, 1 when some did not, and 2 when one cannot be read.`
}

func (c *galleryCommand) Run(s *streams) error {
	if err := apart(c.Notebooks); err != nil {
		return badInput(err)
	}
	env, err := prepare(s)
	if err != nil {
		return err
	}
	if c.Pictures != "" {
		if err := os.MkdirAll(c.Pictures, 0o755); err != nil {
			return err
		}
		sentence, err := gallery.Picture(s.ctx, env, c.Pictures)
		if err == nil {
			_, err = fmt.Fprintln(s.stdout, sentence)
		}
		return err
	}
	paths := c.Notebooks
	if len(paths) == 0 {
		if paths, err = filepath.Glob(filepath.Join(env.Root, "notebooks", "*.ipynb")); err != nil {
			return err
		}
	}
	out := c.Out
	if out == "" {
		out = filepath.Join(env.Root, ".formicary", "gallery")
	}
	start := time.Now()
	entries, err := gallery.Build(s.ctx, env, paths, out, gallery.Options{
		Full: full(c.Full), Afresh: c.Afresh, Timeout: c.Timeout,
		Progress: func(notebook string, cell, of int) {
			fmt.Fprintf(s.stderr, "%s: cell %d of %d\n", notebook, cell, of)
		},
	})
	if err != nil {
		return err
	}
	failed := 0
	for _, e := range entries {
		if e.Err != nil {
			s.report(e.Err)
			failed++
		}
	}
	fmt.Fprintf(s.stdout, "%s: %d notebooks (%.0f s)\n", filepath.Join(out, "index.html"), len(entries), time.Since(start).Seconds())
	if failed > 0 {
		return failure{1, nil}
	}
	return nil
}
