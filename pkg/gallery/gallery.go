// Package gallery executes notebooks and writes them as a site for readers without
// a lab: a page for each notebook, for each set of puzzles and for each engine, one for
// the published records, and an index with a card for each notebook, by puzzle or by question. It opens from
// disk or from any web server and requests nothing from anywhere. It also draws the
// chart of the README ([Picture]).
//
// Its opinion: nothing is said twice. Questions and known answers come from
// index.ipynb, the answer of this run from the notebook's conclusion, what an engine
// is from its package, its parameters from its flags, and who solves what from the
// published records.
//
// Its limits: a card's picture is a still one, so a notebook that shows nothing but
// films has a board or no picture at all. Sets of others are shown where
// FORMICARY_DATA names them: publish such a gallery only if you may publish them.
package gallery

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"formicary/pkg/charts/static"
	"formicary/pkg/lab"
)

// Options says how a gallery is made.
type Options struct {
	// Full asks notebooks for the full experiment.
	Full bool
	// Timeout limits each notebook; zero means no limit.
	Timeout time.Duration
	// Progress, unless nil, is called when a code cell starts.
	Progress func(notebook string, cell, of int)
}

// Entry is one notebook of a gallery.
type Entry struct {
	// Name is the notebook's name without folder and ending, Title its first
	// heading, Question what index.ipynb says that it asks, or else its first
	// paragraph. Known is the answer in index.ipynb, Answer the bold line of this
	// run's conclusion ([show.Conclusion]). All are plain text; all but Name may be
	// empty.
	Name, Title, Question, Known, Answer string
	// Page is the page's file in the gallery's folder. It is written as far as
	// the notebook came.
	Page string
	// Light and Dark are the thumbnail's files; empty where the notebook shows
	// no picture.
	Light, Dark string
	// Alt is the thumbnail's text alternative.
	Alt string
	// Took is how long the notebook ran.
	Took     time.Duration
	kind     string // the title of the puzzle that it is about
	headings string
	// Err is why the notebook did not run to its end, else nil.
	Err error
}

// Build executes notebooks and writes the gallery into a folder, which it makes. An
// index.ipynb among them, or beside them, is not executed: its page is the index. A
// notebook that fails has its Err in its entry and stays in the index, marked; the
// error is for what keeps the gallery from being written, and for a context that
// ends.
func Build(ctx context.Context, env *lab.Env, notebooks []string, folder string, o Options) ([]Entry, error) {
	renderer, err := newRenderer(env)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	notebooks = slices.DeleteFunc(slices.Clone(notebooks), func(path string) bool { return filepath.Base(path) == lab.Index })
	first, err := newIndex(notebooks)
	if err != nil {
		return nil, err
	}
	studies, solved, err := published()
	if err != nil {
		return nil, err
	}
	if err := writeRecords(folder, studies); err != nil {
		return nil, err
	}
	if first.sets, err = writeSets(folder, solved); err != nil {
		return nil, err
	}
	if err := writePlay(ctx, env, folder); err != nil {
		return nil, err
	}
	if first.engines, err = writeEngines(folder, env.Root, studies); err != nil {
		return nil, err
	}
	var entries []Entry
	for _, path := range notebooks {
		entry, err := build(ctx, env, renderer, path, folder, first, o)
		if err := errors.Join(err, ctx.Err()); err != nil {
			return entries, err
		}
		entries = append(entries, entry)
		// The index grows with the gallery: a long build can be read meanwhile.
		if err := first.write(folder, entries); err != nil {
			return entries, err
		}
	}
	return entries, nil
}

// writePlay writes the page that the engines run in.
func writePlay(ctx context.Context, env *lab.Env, folder string) error {
	ground, err := Playground("", nil)
	if err != nil {
		return err
	}
	text, err := Play(ctx, env, ground)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, PlayPage), text, 0o644)
}

func newRenderer(env *lab.Env) (*static.Renderer, error) {
	library, err := os.ReadFile(env.EchartsFile())
	if err != nil {
		return nil, err
	}
	return static.New(string(library))
}

// build executes one notebook and writes its page and its thumbnail.
func build(ctx context.Context, env *lab.Env, renderer *static.Renderer, path, folder string, first *index, o Options) (Entry, error) {
	start := time.Now()
	name := base(path)
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
	if known, ok := first.cards[name]; ok {
		entry.Question, entry.Known = known.Question, known.Known
	}
	entry.Name, entry.Page, entry.Err, entry.Took = name, name+".html", errRun, time.Since(start)
	page, err := env.HTML(ctx, executed, name, filepath.Dir(path))
	if err != nil {
		return Entry{}, err
	}
	head, err := navigation(first.around(name))
	if err != nil {
		return Entry{}, err
	}
	text := strings.Replace(first.within(string(page)), skipLink, skipLink+head, 1)
	if err := os.WriteFile(filepath.Join(folder, entry.Page), []byte(text), 0o644); err != nil {
		return Entry{}, err
	}
	return entry, thumbnail(&entry, nb, renderer, folder)
}

// skipLink is where the head of a notebook's page goes: behind its first link.
const skipLink = `<a class="formicary-skip" href="#text">Skip to the text</a>`

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
			svg, errDraw := renderer.Card(*chart, themes[i].colours)
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
