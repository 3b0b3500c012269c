package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"formicary/pkg/charts/explore"
	"formicary/pkg/charts/page"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

type exploreCommand struct {
	NoBrowser bool     `help:"Print the path of the page, but open no browser."`
	Puzzles   []string `type:"path" sep:"none" placeholder:"FILE" help:"A file with puzzles of the runs, such as a generated set; may be given several times."`
	Out       string   `type:"path" placeholder:"FILE" help:"Write the page to this file and open nothing; .formicary/explore.html in the checkout or the working folder by default."`
	Runs      []string `arg:"" optional:"" name:"run" help:"Published studies by name, folders with a journal, or names of such below .formicary/runs; all journals by default, or all studies where there are none."`
}

func (c *exploreCommand) Help() string {
	return `The page has the runs in it and computes with the lab's own code: choose puzzles, engines and a statistic, and see
the chart, the table of the puzzles, and the Go cell that makes the same chart. It is one file that needs no network and
no lab. Boards are in it as far as the puzzles are found, by what they are and not by name: in the files of --puzzles,
in data/ and in the folder that FORMICARY_DATA names. With sets of others, publish such a page only if you may publish
them.`
}

func (c *exploreCommand) Run(s *streams) error {
	g, err := c.gather(s)
	if err != nil {
		return badInput(err)
	}
	return pageOfRuns{"Explorer of " + puzzle.Plural(len(g.records), "run"), c.Puzzles, c.Out, "explore.html", c.NoBrowser}.write(s, g)
}

// pageOfRuns is a page with an explorer.
type pageOfRuns struct {
	title     string
	puzzles   []string // files with boards
	out, name string   // where it is written, and under what name by default
	closed    bool     // no browser opens it; none does where out is given
}

func (p pageOfRuns) write(s *streams, g gathered) error {
	boards, err := findBoards(g.records, p.puzzles)
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
	text := `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>` + markup.HTML(p.title) + `</title>` +
		`<style>:root{color-scheme:light dark;font-family:system-ui,sans-serif}body{max-width:1000px;margin:1rem auto;padding:0 1rem}</style></head><body><main><h1>` + markup.HTML(p.title) + `</h1>` +
		page.Explorer(g.records, boards.texts, g.engines, g.sources...) + `</main>` + page.Library(string(echarts)) + program + `</body></html>`
	document, err := env.Finish(s.ctx, []byte(text))
	if err != nil {
		return err
	}
	out := p.out
	if out == "" {
		out = ownPlace(p.name)
		if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
			return err
		}
	}
	if err := os.WriteFile(out, document, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%s: %s on %s, of which %s with the board, %.1f MB\n",
		out, puzzle.Plural(len(g.records), "run"), puzzle.Plural(boards.all, "puzzle"), puzzle.Thousands(len(boards.texts)), float64(len(document))/1e6)
	if boards.shared > 0 {
		fmt.Fprintf(s.stderr, "note: %s from sets of others (%s): publish the page only if you may publish them\n", puzzle.Plural(boards.shared, "board"), sets.DataEnv)
	}
	if p.out == "" && !p.closed {
		s.browse(out)
	}
	return nil
}

// gathered are runs, the engines that made them, and where they are from.
type gathered struct {
	records []experiment.Record
	engines []solver.Description
	sources []explore.Source
	made    experiment.Provenance
	plans   []string // the names of the records' plans
	files   []func() (experiment.PlanFile, error)
}

// gather reads the runs that were asked for.
func (c *exploreCommand) gather(s *streams) (g gathered, err error) {
	names := c.Runs
	if len(names) == 0 {
		if names, err = journals(); err != nil {
			return g, err
		}
	}
	if len(names) == 0 {
		studies, err := archive.All()
		if err != nil {
			return g, err
		}
		for _, each := range studies {
			names = append(names, each.Name)
		}
	}
	for _, name := range names {
		if slices.ContainsFunc(g.sources, func(other explore.Source) bool { return other.Name == name }) {
			return g, fmt.Errorf("%s is there twice", name)
		}
		if err := g.anything(s, name); err != nil {
			return g, err
		}
	}
	if len(g.records) == 0 {
		return g, errors.New("there are no runs")
	}
	return g, nil
}

// read adds the runs of a published study or of a journal, with the expression that
// has them in a notebook's cell.
func (g *gathered) read(s *streams, name string) error {
	dir, err := journal(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s, unpublished := archive.Open(name)
		if _, noCheckout := sets.Root(); errors.Is(unpublished, fs.ErrNotExist) || noCheckout != nil && unpublished != nil {
			return err
		} else if unpublished != nil {
			return unpublished
		}
		return g.study(s)
	case err != nil:
		return err
	}
	k, err := columns.Kept(dir)
	if err != nil {
		return err
	}
	for _, w := range k.Warnings {
		fmt.Fprintln(s.stderr, "note: "+w)
	}
	if within(dir, experiment.PlanName) {
		g.files = append(g.files, func() (experiment.PlanFile, error) { return experiment.OpenPlan(dir) })
	}
	cell := ""
	if len(k.Plans) == 1 && k.Plans[0].Name != "" {
		cell = fmt.Sprintf("show.Kept(%q)", k.Plans[0].Name)
	}
	for _, plan := range k.Plans {
		g.engines = append(g.engines, plan.Engines...)
		g.made = g.made.And(plan.Provenance)
		g.plans = append(g.plans, slices.Repeat([]string{plan.Name}, len(plan.Records))...)
	}
	g.add(name, cell, k.Records())
	return nil
}

// study adds the runs of a published study.
func (g *gathered) study(p *archive.Study) error {
	engines, err := p.Engines()
	if err != nil {
		return err
	}
	records, err := p.Records()
	if err != nil {
		return err
	}
	g.engines = append(g.engines, engines...)
	g.made = g.made.And(p.Provenance())
	for _, plan := range p.Plans {
		g.plans, g.files = append(g.plans, slices.Repeat([]string{plan.Name}, plan.Made)...), append(g.files, plan.File)
	}
	g.add(p.Name, fmt.Sprintf("show.Published(%q)", p.Name), records)
	return nil
}

func (g *gathered) add(name, cell string, records []experiment.Record) {
	g.records = append(g.records, records...)
	g.sources = append(g.sources, explore.Source{Name: name, Count: len(records), Cell: cell})
}
