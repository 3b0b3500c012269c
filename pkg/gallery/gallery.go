// Package gallery executes notebooks and writes them as pages for everybody
// who has no lab: an index with a thumbnail, the question and the computed
// answer of each, and one page a notebook, that open from disk or from any web
// server and ask nobody for anything.
//
// It also draws the pictures of the README ([Pictures]), with the same
// engines, statistics and charts that notebooks use.
//
// Its opinion: what a gallery shows is what the notebooks say today. Questions
// are read from the notebook's text, answers from its last computed sentences,
// thumbnails from its outputs; nothing is written by hand.
//
// Its limits: a thumbnail is a still picture, so a notebook that shows films
// and nothing else has a board or no picture at all.
package gallery

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"formicary/pkg/charts/static"
	"formicary/pkg/lab"
)

// Options says how a gallery is made.
type Options struct {
	// Full asks notebooks for all that their paper did.
	Full bool
	// Timeout limits each notebook; zero does not.
	Timeout time.Duration
	// Progress is told of every code cell that starts; nil is told nothing.
	Progress func(notebook string, cell, of int)
}

// Entry is one notebook of a gallery.
type Entry struct {
	// Name is the notebook's name without folder and ending, Title its first
	// heading, Question its first paragraph and Answer the first paragraph
	// that its last cell with words computed; all as plain text. Question and
	// Answer may be empty.
	Name, Title, Question, Answer string
	// Page is the page's file in the gallery's folder. It is written as far as
	// the notebook came.
	Page string
	// Light and Dark are the thumbnail's files; empty where the notebook shows
	// no picture.
	Light, Dark string
	// Alt is the thumbnail's text alternative.
	Alt string
	// Took is how long the notebook ran.
	Took time.Duration
	// Err is why the notebook did not run to its end, else nil.
	Err error
}

// Build executes notebooks and writes the gallery into a folder, which it
// makes. A notebook that fails has its Err in its entry and stays in the
// index, marked; the error is for what keeps the gallery from being written,
// and for a context that ends.
func Build(ctx context.Context, env *lab.Env, notebooks []string, folder string, o Options) ([]Entry, error) {
	renderer, err := newRenderer(env)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	var entries []Entry
	for _, path := range notebooks {
		entry, err := build(ctx, env, renderer, path, folder, o)
		if err := errors.Join(err, ctx.Err()); err != nil {
			return entries, err
		}
		entries = append(entries, entry)
		// The index grows with the gallery: a long build can be read meanwhile.
		if err := writeIndex(folder, entries, len(notebooks)); err != nil {
			return entries, err
		}
	}
	return entries, nil
}

func newRenderer(env *lab.Env) (*static.Renderer, error) {
	library, err := os.ReadFile(env.EchartsFile())
	if err != nil {
		return nil, err
	}
	return static.New(string(library))
}

// build executes one notebook and writes its page and its thumbnail.
func build(ctx context.Context, env *lab.Env, renderer *static.Renderer, path, folder string, o Options) (Entry, error) {
	start := time.Now()
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	options := lab.ExecuteOptions{Full: o.Full, Timeout: o.Timeout}
	if o.Progress != nil {
		options.Progress = func(cell, of int) { o.Progress(name, cell, of) }
	}
	executed, errRun := env.Execute(ctx, path, options)
	if executed == nil || ctx.Err() != nil {
		return Entry{}, errors.Join(errRun, ctx.Err())
	}
	nb, err := lab.ParseNotebook(path, executed)
	if err != nil {
		return Entry{}, err
	}
	entry := read(nb)
	entry.Name, entry.Page, entry.Err, entry.Took = name, name+".html", errRun, time.Since(start)
	page, err := env.HTML(ctx, executed, name, filepath.Dir(path))
	if err != nil {
		return Entry{}, err
	}
	if err := os.WriteFile(filepath.Join(folder, entry.Page), page, 0o644); err != nil {
		return Entry{}, err
	}
	return entry, thumbnail(&entry, nb, renderer, folder)
}

// thumbnail draws the notebook's picture in both themes.
func thumbnail(entry *Entry, nb lab.Notebook, renderer *static.Renderer, folder string) error {
	write := func(theme, svg string) (string, error) {
		file := fmt.Sprintf("%s-%s.svg", entry.Name, theme)
		return file, os.WriteFile(filepath.Join(folder, file), []byte(svg), 0o644)
	}
	chart, board, alt := picture(nb)
	entry.Alt = alt
	var err error
	switch {
	case chart != nil:
		for i, file := range []*string{&entry.Light, &entry.Dark} {
			svg, errDraw := renderer.SVG(*chart, themes[i].colours)
			if errDraw != nil {
				return fmt.Errorf("%s: %w", entry.Name, errDraw)
			}
			if *file, err = write(themes[i].name, svg); err != nil {
				return err
			}
		}
	case board != "":
		// A board follows the reader's theme by itself.
		entry.Light, err = write("board", board)
		entry.Dark = entry.Light
	}
	return err
}
