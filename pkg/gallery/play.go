package gallery

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"formicary/pkg/charts/page"
	"formicary/pkg/engines"
	"formicary/pkg/lab"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
)

// PlayPage is the name of the file that [Play] is written to beside a gallery.
const PlayPage = "play.html"

// playSets are the open sets that travel with a page of play, at most so many
// puzzles of each, evenly spread.
var playSets = []struct{ kind, name, title string }{
	{"nurikabe", "open-908", "Nurikabe"},
	{"sudoku", "open", "Sudoku 9×9"},
	{"sudoku", "open-general-16x16", "Sudoku 16×16"},
	{"nonogram", "open", "Nonograms"},
	{"nonogram", "open-colour", "Nonograms in colour"},
}

const playPuzzles = 30

// Playground has a sample of the lab's open sets, of a kind or, where that is "", of
// all. A puzzle of the reader's, unless nil, comes first.
func Playground(kind string, first puzzle.Puzzle) (page.Playground, error) {
	p := page.Playground{Puzzle: first}
	for _, s := range playSets {
		if kind != "" && s.kind != kind {
			continue
		}
		k, err := engines.FindKind(s.kind)
		if err != nil {
			return p, err
		}
		set, err := k.Open(s.name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return p, err
		}
		some := puzzle.Set{}
		for i := range min(playPuzzles, len(set.Items)) {
			some.Items = append(some.Items, set.Items[i*len(set.Items)/min(playPuzzles, len(set.Items))])
		}
		p.Sets, p.Names = append(p.Sets, some), append(p.Names, s.title)
	}
	if p.Puzzle == nil {
		if len(p.Sets) == 0 {
			return p, errors.New("gallery: the lab's open sets are not here: name a file of puzzles")
		}
		// Not the smallest, which engines solve at once: the first of ten by ten.
		items := p.Sets[0].Items
		at := max(slices.IndexFunc(items, func(i puzzle.Item) bool { return i.Size().Cells() >= 100 }), 0)
		p.Puzzle = items[at]
	}
	return p, nil
}

// Play is a page in which the engines run on puzzles, by itself: it opens from disk
// and asks for nothing.
func Play(ctx context.Context, env *lab.Env, p page.Playground) ([]byte, error) {
	program, err := env.Program(ctx)
	if err != nil {
		return nil, err
	}
	echarts, err := os.ReadFile(env.EchartsFile())
	if err != nil {
		return nil, err
	}
	const head = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">` +
		`<meta name="viewport" content="width=device-width, initial-scale=1"><title>%TITLE%</title>` +
		`<style>:root{color-scheme:light dark}body{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;max-width:1100px;margin:1rem auto;padding:0 1rem}h1{font-size:1.4rem}</style></head><body><main>` +
		`<h1>%TITLE%</h1><p>The engines of the lab run in this page. Change a parameter and watch what becomes of the run.</p>`
	title := markup.HTML("Play with puzzle solvers")
	text := strings.ReplaceAll(head, "%TITLE%", title) + page.Play(p) + "</main>" + page.Script() + program + "</body></html>\n"
	return page.Protect([]byte(text), string(echarts))
}
