package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"formicary/pkg/charts/page"
	"formicary/pkg/cmd/formicary/internal/export"
	"formicary/pkg/engines"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/gallery"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

type playCommand struct {
	pageFile `embed:""`
	Kind     string `placeholder:"KIND" help:"Only puzzles and sets of this kind, such as nurikabe."`
	Engine   string `placeholder:"NAME" help:"The engine that the page begins with."`
	File     string `arg:"" optional:"" name:"file" help:"A file of puzzles or the name of a set, which the page brings along; needs --kind."`
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
	kind, err := engines.FindKind(c.Kind)
	switch {
	case err != nil && c.File != "":
		return badInput(fmt.Errorf("%s: say which kind of puzzles these are, with --kind: %w", c.File, err))
	case err != nil && c.Kind != "":
		return badInput(err)
	}
	var first puzzle.Puzzle
	var own puzzle.Set
	if c.File != "" {
		if own, err = s.open(kind, c.File); err != nil {
			return err
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
	return c.write(s, gallery.PlayPage, text, "")
}

type exploreCommand struct {
	pageFile `embed:""`
	Puzzles  []string `type:"path" sep:"none" placeholder:"FILE" help:"A file with puzzles of the runs, such as a generated set; may be given several times."`
	Runs     []string `arg:"" optional:"" name:"run" help:"Published studies by name, folders with a journal, or names of such below .formicary/runs; all journals by default, or all studies where there are none."`
}

func (c *exploreCommand) Run(s *streams) error {
	names := c.Runs
	if len(names) == 0 {
		var err error
		if names, err = journals(); err != nil {
			return badInput(err)
		}
	}
	if len(names) == 0 {
		studies, err := archive.All()
		if err != nil {
			return badInput(err)
		}
		for _, each := range studies {
			names = append(names, each.Name)
		}
	}
	g, err := gather(s, names...)
	if err != nil {
		return err
	}
	boards, err := export.Find(g.records, c.Puzzles)
	if err != nil {
		return badInput(err)
	}
	env, err := preparePages(s)
	if err != nil {
		return err
	}
	echarts, err := os.ReadFile(env.EchartsFile())
	if err != nil {
		return err
	}
	program, err := env.Program(s.ctx)
	if err != nil {
		return err
	}
	title := markup.HTML("Explorer of " + puzzle.Plural(len(g.records), "run"))
	text := `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>` + title + `</title>` +
		`<style>:root{color-scheme:light dark;font-family:system-ui,sans-serif}body{max-width:1000px;margin:1rem auto;padding:0 1rem}</style></head><body><main><h1>` + title + `</h1>` +
		page.Explorer(g.records, boards.Texts, g.engines, g.sources...) + `</main>` + page.Library(string(echarts)) + program + `</body></html>`
	document, err := env.Finish(s.ctx, []byte(text))
	if err != nil {
		return err
	}
	what := fmt.Sprintf("%s on %s, of which %s with the board, ", puzzle.Plural(len(g.records), "run"), puzzle.Plural(boards.All, "puzzle"), puzzle.Thousands(len(boards.Texts)))
	if boards.Shared > 0 {
		s.notes(fmt.Sprintf("%s from sets of others (%s): publish the page only if you may publish them", puzzle.Plural(boards.Shared, "board"), sets.DataEnv))
	}
	return c.write(s, "explore.html", document, what)
}

type galleryCommand struct {
	Pictures  string `type:"path" placeholder:"DIR" help:"Draw only the chart of the README's race, into a folder, and print the sentence that the race ends with."`
	executing `embed:""`
	Afresh    bool     `help:"Execute all notebooks, also those of which nothing has changed since an earlier gallery."`
	Out       string   `type:"path" placeholder:"DIR" help:"Where to write the gallery; .formicary/gallery in the checkout by default."`
	Notebooks []string `arg:"" optional:"" name:"notebook" help:"Notebooks to show; all of the lab's by default."`
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
	out := cmp.Or(c.Out, filepath.Join(env.Root, ".formicary", "gallery"))
	start := time.Now()
	entries, err := gallery.Build(s.ctx, env, paths, out, gallery.Options{
		Full: full(c.Full), Afresh: c.Afresh, Timeout: c.Timeout,
		Progress: func(notebook string, cell, of int) { progress(s.stderr, notebook)(cell, of) },
	})
	if err != nil {
		return err
	}
	wrong := false
	for _, e := range entries {
		if e.Err != nil {
			s.report(e.Err)
			wrong = true
		}
	}
	fmt.Fprintf(s.stdout, "%s: %d notebooks (%.0f s)\n", filepath.Join(out, "index.html"), len(entries), time.Since(start).Seconds())
	return failed(wrong)
}
