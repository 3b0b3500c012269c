package gallery

import (
	"context"
	"errors"
	"io/fs"
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

// playSet is an open set that travels with a page of play.
type playSet struct {
	kind, name, title string
	most              int // puzzles, evenly spread
}

// playSets are these sets: those of the declared kinds come last, with fewer puzzles.
func playSets() []playSet {
	all := []playSet{
		{"nurikabe", "open-908", "Nurikabe", 30},
		{"sudoku", "open", "Sudoku 9×9", 30},
		{"sudoku", "open-general-16x16", "Sudoku 16×16", 30},
		{"nonogram", "open", "Nonograms", 30},
		{"nonogram", "open-colour", "Nonograms in colour", 30},
	}
	for _, k := range engines.Kinds() {
		if !slices.ContainsFunc(all, func(s playSet) bool { return s.kind == k.Name }) {
			all = append(all, playSet{k.Name, "open", k.Title, 10})
		}
	}
	return all
}

// atFirst is the puzzle of the open set of Nurikabe that play begins with. The ants of the paper solved it after 2,880,
// 5,826 and 12,277 iterations (seeds 1 to 3): minutes at 30 a second, so that one sees pheromone gather.
const atFirst = "10x13-103-4"

// Playground has a sample of the lab's open sets, of a kind or, where that is "", of
// all. A puzzle of the reader's, unless nil, comes first.
func Playground(kind string, first puzzle.Puzzle) (page.Playground, error) {
	p := page.Playground{Puzzle: first}
	for _, s := range playSets() {
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
		n, some := min(s.most, len(set.Items)), puzzle.Set{}
		for i := range n {
			of := set.Items[i*len(set.Items)/n : (i+1)*len(set.Items)/n]
			at := slices.IndexFunc(of, func(item puzzle.Item) bool { return s.kind == "nurikabe" && item.ID() == atFirst })
			some.Items = append(some.Items, of[max(at, 0)])
			if at >= 0 && p.Puzzle == nil {
				p.Puzzle = of[at]
			}
		}
		p.Sets, p.Names = append(p.Sets, some), append(p.Names, s.title)
	}
	if p.Puzzle == nil {
		if len(p.Sets) == 0 {
			return p, errors.New("gallery: the lab's open sets are not here: name a file of puzzles")
		}
		p.Puzzle = p.Sets[0].Items[0]
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
	return env.Finish(ctx, page.With(playDocument(p), program))
}

// playDocument is the page of play without the program.
func playDocument(p page.Playground) []byte {
	const head = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">` +
		`<meta name="viewport" content="width=device-width, initial-scale=1"><title>%TITLE%</title>` +
		`<style>:root{color-scheme:light dark}body{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;max-width:100rem;margin:1rem auto;padding:0 1rem}h1{font-size:1.4rem}.formicary-licences{max-width:none!important}</style></head><body><main>` +
		`<h1>%TITLE%</h1><p>The engines of the lab run in this page. Change a parameter and watch what becomes of the run.</p>`
	title := markup.HTML("Play with puzzle solvers")
	return []byte(strings.ReplaceAll(head, "%TITLE%", title) + page.Play(p) + "</main>" + page.Script() + "</body></html>\n")
}
